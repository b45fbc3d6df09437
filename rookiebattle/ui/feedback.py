"""Feedback for the person: toasts, empty states, skeletons, the connection banner."""

from typing import Any

import reflex as rx

from rookiebattle import routes
from rookiebattle.core import reflex_internals
from rookiebattle.core.doors.plain_page import TO_START
from rookiebattle.ui.marks import picture
from rookiebattle.ui.scripts import script_beside
from rookiebattle.ui.state import ShellState, Toast
from rookiebattle.ui.typed import Child, Fires, Handler, Text

BROWSER = script_beside(__file__, "browser.jsx")
NO_COOKIES = (
    "Your browser blocks cookies. You can read everything here, but logging in and saving a seat "
    "need them."
)


class Toaster(rx.Component):
    """Shows a toast when its id changes. Radix brings the keys, the swipe and the announcement."""

    library = script_beside(__file__, "toaster.jsx")
    tag = "Toaster"
    lib_dependencies: list[str] = ["@radix-ui/react-toast@1.3.1"]  # noqa: RUF012 - a Reflex field

    toast: rx.Var[Toast]
    sprite: rx.Var[str]


class UndoListener(rx.Component):
    """Fires when somebody presses 'Undo' in a toast about the thing that `of` names."""

    library = script_beside(__file__, "toaster.jsx")
    tag = "UndoListener"

    of: rx.Var[str]

    on_undo: Fires


class LeaveWatcher(rx.Component):
    """Leaves the single-page app for the address `to`, half a second after `to` was set."""

    library = BROWSER
    tag = "LeaveWatcher"

    to: rx.Var[str]


class SkipLink(rx.Component):
    """A link that moves the keyboard focus past the navigation, or past a long list, to this id."""

    library = BROWSER
    tag = "SkipLink"

    to: rx.Var[str] = rx.Var.create("content")

    def at_first(self) -> rx.Component:
        return rx.el.a(*self.children, href=f"#{self.to}", class_name=self.class_name)


class Offline(rx.Component):
    """The bar that says that there is no connection. It also looks after the service worker.

    `page` is the page without a network, and `next_events` the address of the events that it shows.
    `ping` is answered by HTTP. `forms` has by the names of handlers the forms that take their place
    while no websocket is there.
    """

    library = script_beside(__file__, "offline.jsx")
    tag = "Offline"

    lost: rx.Var[bool]
    me: rx.Var[str]
    known: rx.Var[bool]
    answers: rx.Var[int]
    sprite: rx.Var[str]
    page: rx.Var[str]
    next_events: rx.Var[str]
    worker: rx.Var[str]
    ping: rx.Var[str]
    forms: rx.Var[dict[str, str]]


class KeptForm(rx.Component):
    """A bar that says that unsaved text of a dialog is kept, or that the session has ended.

    Hidden while that dialog is open. `welcome` is the path of the welcome while it is unfinished.
    """

    library = script_beside(__file__, "kept_form.jsx")
    tag = "KeptForm"

    account: rx.Var[str]
    known: rx.Var[bool]
    login: rx.Var[str]
    welcome: rx.Var[str]


class KeptPageForm(rx.Component):
    """Keeps what is typed into a page's own form, so that a reload does not lose it."""

    library = script_beside(__file__, "kept_form.jsx")
    tag = "KeptPageForm"

    form: rx.Var[str]
    title: rx.Var[str]
    account: rx.Var[str]


class ForgetForm(rx.Component):
    """Deletes the unsaved text that the browser kept."""

    library = script_beside(__file__, "kept_form.jsx")
    tag = "ForgetForm"


class LiveMarker(rx.Component):
    """`#live[data-live]` has the address whose first data are in; journeys act when it is theirs.

    It is empty until then.
    """

    library = BROWSER
    tag = "LiveMarker"

    answered: rx.Var[bool]


class RouteFocus(rx.Component):
    """Moves the focus to the heading of another page, so that it is heard."""

    library = BROWSER
    tag = "RouteFocus"

    answered: rx.Var[bool]


class NoCookies(rx.Component):
    """Shows its children in a browser that blocks cookies."""

    library = BROWSER
    tag = "NoCookies"


class LoginLink(rx.Component):
    """A plain link to the login that returns to the present page."""

    library = BROWSER
    tag = "LoginLink"

    href: rx.Var[str]

    def at_first(self) -> rx.Component:
        """The link before its script knows the page to return to."""
        return rx.el.a(*self.children, href=self.href, class_name=self.class_name)


def toaster() -> rx.Component:
    """The only place where toasts appear."""
    return Toaster.create(toast=ShellState.toast, sprite=routes.ICONS)


def on_undo(of: rx.Var[str], take_back: Handler) -> rx.Component:
    return UndoListener.create(of=of, on_undo=take_back)


def connection_banner() -> rx.Component:
    """A banner without a connection. Its sentences do not mention servers."""
    who = ShellState
    return Offline.create(
        lost=reflex_internals.connection_lost,
        me=who.me,
        known=who.known,
        answers=who.answers,
        sprite=routes.ICONS,
        page=routes.OFFLINE_PAGE,
        next_events=routes.NEXT_EVENTS,
        worker=routes.WORKER,
        ping=routes.ALIVE,
        forms=routes.FORMS,
    )


def overlays() -> rx.Component:
    """Everything that lies above all pages and stays across a navigation."""
    return rx.fragment(
        NoCookies.create(NO_COOKIES, class_name="connection no-cookies"),
        connection_banner(),
        toaster(),
        LeaveWatcher.create(to=ShellState.leave_to),
        LiveMarker.create(answered=rx.State.is_hydrated),
        RouteFocus.create(answered=rx.State.is_hydrated),
    )


def kept_form() -> rx.Component:
    """The bar for kept text, bound to the account: no account sees the text of another."""
    who = ShellState
    welcome = rx.cond(who.awaits_welcome, routes.WELCOME, "")
    return KeptForm.create(account=who.me, known=who.known, login=routes.LOGIN, welcome=welcome)


def kept_page_form(form: str, *, title: str) -> rx.Component:
    """Beside a page's own form with the id `form`, bound to the account as in `kept_form`."""
    return KeptPageForm.create(form=form, title=title, account=ShellState.me)


def broken_page() -> rx.Component:
    """Stands in for a page whose script failed; shows no technical details."""
    return rx.el.main(
        rx.el.h1("Something went wrong"),
        rx.el.p("This page stopped working. We’ve been notified; reloading usually helps."),
        rx.el.a(TO_START, href=routes.HOME, reload_document=True, class_name="btn btn-primary"),
        class_name="empty not-found",
        role="alert",
    )


def empty_state(
    title: Child, text: Child = "", action: Child | None = None, *, symbol: str = "calendar"
) -> rx.Component:
    """An empty list's place: says what emptiness means here, and offers the next useful step."""
    return rx.el.div(
        picture(symbol),
        rx.el.h3(title),
        rx.el.p(text) if text != "" else rx.fragment(),
        action if action is not None else rx.fragment(),
        class_name="empty",
    )


def skeleton(width: Text = "100%", height: Text = "1.25rem", **props: Any) -> rx.Component:
    """A gray block of the size of the content that is still loading."""
    # Reflex would write a style sheet for each block, in the middle of the page.
    size = {"style": {"width": width, "height": height}}
    return rx.el.span(class_name="skeleton", aria_hidden="true", custom_attrs=size, **props)


def skeleton_rows(count: int, *, height: str = "88px") -> rx.Component:
    blocks = (skeleton(height=height, key=str(n)) for n in range(count))
    return rx.el.div(
        *blocks,
        rx.el.span("Loading …", class_name="sr-only"),
        class_name="grid gap-3",
        aria_busy="true",
    )

"""What answers the member: toasts, empty states, skeletons, the connection banner."""

from typing import Any

import reflex as rx

from rookiebattle import routes
from rookiebattle.ui.marks import icon
from rookiebattle.ui.scripts import script_beside
from rookiebattle.ui.state import ShellState, Toast
from rookiebattle.ui.typed import Child, Text, connection_lost

BROWSER = script_beside(__file__, "browser.jsx")


class Toaster(rx.Component):
    """Shows the toast whose id changed; Radix brings the keys, the swipe and the announcement."""

    library = script_beside(__file__, "toaster.jsx")
    tag = "Toaster"
    lib_dependencies: list[str] = ["@radix-ui/react-toast@1.3.1"]  # noqa: RUF012 - a Reflex field

    toast: rx.Var[Toast]
    sprite: rx.Var[str]


class LeaveWatcher(rx.Component):
    """Leaves the single-page app half a second after `to` was set."""

    library = BROWSER
    tag = "LeaveWatcher"

    to: rx.Var[str]


class SkipLink(rx.Component):
    """Leads the keyboard past the navigation, to `#content`."""

    library = BROWSER
    tag = "SkipLink"


class KeptForm(rx.Component):
    """Says that what was typed into a dialog is kept, while the dialog is not open."""

    library = script_beside(__file__, "kept_form.jsx")
    tag = "KeptForm"

    account: rx.Var[str]
    known: rx.Var[bool]
    login: rx.Var[str]


class ForgetForm(rx.Component):
    """Throws away what was typed into a dialog."""

    library = script_beside(__file__, "kept_form.jsx")
    tag = "ForgetForm"


class LoginLink(rx.Component):
    """A plain link to the sign-in that returns to the present page."""

    library = BROWSER
    tag = "LoginLink"

    href: rx.Var[str]


def toaster() -> rx.Component:
    """The one place where toasts appear."""
    return Toaster.create(toast=ShellState.toast, sprite=routes.ICONS)


def leave_watcher() -> rx.Component:
    """Follows `ShellState.leave_to`."""
    return LeaveWatcher.create(to=ShellState.leave_to)


def connection_banner() -> rx.Component:
    """Says that the page is not live at the moment, and nothing about servers."""
    banner = rx.el.div(
        icon("warning"),
        "The connection was lost. Trying again …",
        class_name="connection",
        role="status",
    )
    return rx.cond(connection_lost, banner)


def overlays() -> rx.Component:
    """Everything that lies over all pages and survives a navigation."""
    return rx.fragment(connection_banner(), toaster(), leave_watcher(), live_marker())


def kept_form() -> rx.Component:
    """Follows who is signed in: what one account typed is not another's."""
    who = ShellState
    return KeptForm.create(account=who.me, known=who.known, login=routes.LOGIN)


def live_marker() -> rx.Component:
    """Says to machines that the websocket has answered; the journeys wait for it."""
    live = {"data-live": rx.cond(rx.State.is_hydrated, "yes", "no")}
    return rx.el.span(id="live", hidden=True, custom_attrs=live)


def broken_page() -> rx.Component:
    """Stands in for a page whose script failed, without its technical details."""
    return rx.el.main(
        rx.el.h1("Something went wrong"),
        rx.el.p("This page stopped working. We have been told; reloading usually helps."),
        rx.el.a(
            "Go to the start page",
            href=routes.HOME,
            reload_document=True,
            class_name="btn btn-primary",
        ),
        class_name="empty not-found",
        role="alert",
    )


def empty_state(
    title: Child, text: Child = "", action: Child | None = None, *, symbol: str = "calendar"
) -> rx.Component:
    """Nothing here yet: what that means and the next useful step."""
    return rx.el.div(
        icon(symbol),
        rx.el.h3(title),
        rx.el.p(text) if text != "" else rx.fragment(),
        action if action is not None else rx.fragment(),
        class_name="empty",
    )


def skeleton(width: Text = "100%", height: Text = "1.25rem", **props: Any) -> rx.Component:
    """A block of the size of what will come."""
    return rx.el.span(
        class_name="skeleton", style={"width": width, "height": height}, aria_hidden="true", **props
    )


def skeleton_rows(count: int, *, height: str = "88px") -> rx.Component:
    """As many blocks as rows are expected."""
    blocks = (skeleton(height=height, key=str(n)) for n in range(count))
    return rx.el.div(
        *blocks,
        rx.el.span("Loading …", class_name="sr-only"),
        class_name="grid gap-3",
        aria_busy="true",
    )

"""The page frame: skip link, header with navigation, side drawer, main, footer."""

import reflex as rx

from rookiebattle import routes
from rookiebattle.core.doors.plain_page import LOG_IN, TO_START
from rookiebattle.settings import get_settings
from rookiebattle.ui.buttons import link_button
from rookiebattle.ui.dialogs import drawer
from rookiebattle.ui.feedback import LoginLink, SkipLink, kept_form, skeleton
from rookiebattle.ui.footer import site_footer
from rookiebattle.ui.marks import crest, drawing, icon
from rookiebattle.ui.page import exists
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.surfaces import avatar, notice
from rookiebattle.ui.typed import Child, page_vars

NAVIGATION = (
    ("Chapters", routes.CHAPTERS),
    ("Resources", routes.RESOURCES),
    ("Media", routes.MEDIA),
    ("Events", routes.EVENTS),
    ("Membership", routes.MEMBERSHIP),
)
TO_MY_EVENTS = "My Events"
CONSOLE = "Admin Console"
NOT_FOUND = "404 Page Not Found"
TABS = page_vars(ShellState).tabs
TO_HOME, TO_DASHBOARD = "Return to Home", "Back to Dashboard"


def page_frame(
    *children: Child, current: str = "", wide: bool = False, at_work: bool = False
) -> rx.Component:
    """A whole page. `current` is the path of its link; a `wide` page makes its own column.

    On a phone, a page `at_work` (the gate, the checkout) ends with what has to be done there.
    """
    content = children if wide else [rx.el.div(*children, class_name="column main")]
    return rx.el.div(
        SkipLink.create("Skip to content", class_name="btn btn-outline skip"),
        kept_form(),
        admin_bar(current),
        welcome_bar(current),
        site_header(current),
        rx.el.main(*content, id="content", tab_index=-1),
        site_footer(),
        class_name="page is-at-work" if at_work else "page",
    )


def admin_bar(current: str) -> Child:
    """A bar that leads whoever has tabs there to the console; hidden in builds without one.

    The console's own pages have it from the start, because only these people stay there: they
    would move when it came.
    """
    if not exists(routes.ADMIN):
        return rx.fragment()
    by_role = ShellState.known & ~ShellState.is_admin
    words = rx.cond(by_role, "You help run the club.", "You’re logged in as an administrator.")
    bar = rx.el.aside(
        rx.el.div(
            words,
            rx.el.a(_console_words(), icon("arrow-right", size="sm"), href=_console()),
            class_name="column",
        ),
        class_name="admin-bar",
        aria_label="For administrators",
    )
    if current.startswith(routes.ADMIN):
        return rx.cond(ShellState.known & (TABS.length() == 0), rx.fragment(), bar)
    return rx.cond(TABS.length() > 0, bar)


def _console() -> rx.Var[str]:
    """The first tab that the person may open; until it is known, that of administrators."""
    return rx.cond(TABS.length() > 0, TABS[0], routes.ADMIN)


def _console_words() -> rx.Var[str]:
    """Somebody who looks after pictures alone works in the gallery."""
    return rx.cond(_console() == routes.MEDIA, "Media Gallery", CONSOLE)


def welcome_bar(current: str) -> Child:
    """A bar that leads a new person back to the welcome: they can change nothing before it."""
    if not exists(routes.WELCOME) or current == routes.WELCOME:
        return rx.fragment()
    link = rx.el.a("Finish Your Welcome", icon("arrow-right", size="sm"), href=routes.WELCOME)
    bar = rx.el.div(
        rx.el.div("Three quick questions, and you can save seats.", link, class_name="column"),
        class_name="admin-bar",
    )
    return rx.cond(ShellState.awaits_welcome, bar)


def site_header(current: str) -> rx.Component:
    """The brand, the navigation and the account's links; on phones a menu button."""
    return rx.el.header(
        rx.el.div(
            brand(),
            rx.el.nav(*_links(current), class_name="site-nav", aria_label="Main"),
            _who(),
            theme_toggle(),
            side_drawer(current),
            class_name="column",
        ),
        class_name="site-header",
    )


def brand() -> rx.Component:
    """The crest with the club's name; a link to the start page."""
    settings = get_settings()
    names = rx.el.span(
        rx.el.span(settings.org_name, class_name="brand-name"),
        rx.el.span(settings.org_subtitle, class_name="brand-sub"),
        class_name="min-w-0",
    )
    return rx.el.a(crest(), names, href=routes.HOME, class_name="brand")


def theme_toggle() -> rx.Component:
    label = "Switch between light and dark"
    return rx.el.button(
        icon("sun", class_name="icon-sun"),
        icon("moon", class_name="icon-moon"),
        type="button",
        aria_label=label,
        title=label,
        on_click=rx.toggle_color_mode,
        class_name="btn btn-ghost btn-icon theme-toggle",
    )


def side_drawer(current: str) -> rx.Component:
    links = rx.el.nav(
        rx.el.a("Home", href=routes.HOME),
        *_links(current),
        class_name="drawer-nav",
        aria_label="Menu",
    )
    sign = rx.cond(
        ShellState.signed_in,
        link_button("Logout", routes.LOGOUT, reload=True),
        LoginLink.create("Login", href=routes.LOGIN, class_name="btn btn-outline"),
    )
    console = link_button(_console_words(), _console()) if exists(routes.ADMIN) else rx.fragment()
    foot = rx.el.div(
        rx.cond(ShellState.signed_in, _me()),
        rx.cond(ShellState.signed_in, link_button(TO_MY_EVENTS, routes.MY_EVENTS)),
        rx.cond(ShellState.signed_in, link_button("Your Account", routes.ACCOUNT)),
        rx.cond(TABS.length() > 0, console),
        sign,
        rx.el.div(
            "Appearance", theme_toggle(), class_name="flex items-center justify-between text-soft"
        ),
        class_name="drawer-foot",
    )
    return drawer(links, foot, label="Open menu", title="Menu", trigger_class="menu")


def not_found() -> rx.Component:
    return rx.el.div(
        drawing("fallen"),
        rx.el.h1(NOT_FOUND),
        rx.el.p(rx.el.strong("You’ve wandered off the field.")),
        rx.el.p("This page doesn’t exist, or it has moved. Check the address or start again."),
        link_button(TO_START, routes.HOME, kind="primary"),
        class_name="empty not-found",
    )


def access_denied(text: str) -> rx.Component:
    """The content of a page that this person may not see; `text` says who may."""
    return _denied("Access Denied", text)


def ask_to_log_in(text: str) -> rx.Component:
    """The content of a page for somebody who is not, or no longer, logged in."""
    return _denied(LOG_IN, text)


def for_members(instead: Child, page: Child) -> Child:
    """A page of members. A visitor sees `instead`, once it is known that nobody is logged in."""
    return rx.cond(ShellState.known & ~ShellState.signed_in, instead, page)


def _denied(title: str, text: str) -> rx.Component:
    login = LoginLink.create("Login", href=routes.LOGIN, class_name="btn btn-primary")
    return notice(
        "lock",
        title,
        text,
        rx.cond(ShellState.signed_in, rx.fragment(), login),
        link_button(TO_HOME, routes.HOME),
    )


def _links(current: str) -> list[Child]:
    return [
        rx.el.a(label, href=path, **({"aria_current": "page"} if path == current else {}))
        for label, path in NAVIGATION
        if exists(path)
    ]


def _who() -> rx.Component:
    member = rx.fragment(
        rx.el.a(TO_MY_EVENTS, href=routes.MY_EVENTS, class_name="who-mine"),
        _me(),
        rx.el.a("Logout", href=routes.LOGOUT, reload_document=True, class_name="who-out"),
    )
    visitor = LoginLink.create("Login", href=routes.LOGIN, class_name="btn btn-outline")
    known = rx.cond(ShellState.signed_in, member, visitor)
    return rx.el.div(rx.cond(ShellState.known, known, skeleton("96px", "44px")), class_name="who")


def _me() -> rx.Component:
    return rx.el.a(
        avatar(ShellState.initials, size="sm", image=ShellState.avatar_url),
        rx.el.span(ShellState.name),
        href=routes.HOME,
        class_name="who-me",
    )

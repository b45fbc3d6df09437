"""The frame of the console's pages: heading, what waits, tabs; Access Denied for everybody else."""

import reflex as rx

from rookiebattle.ui.document import CONSOLE_STYLES, own_sheet
from rookiebattle.ui.feedback import skeleton_rows
from rookiebattle.ui.first_data import first_data
from rookiebattle.ui.forms import Tabs
from rookiebattle.ui.marks import icon
from rookiebattle.ui.shell import CONSOLE, access_denied, page_frame
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.surfaces import notice, page_head
from rookiebattle.ui.tabs import TABS
from rookiebattle.ui.typed import Child, Flag, page_vars

SHELL = page_vars(ShellState)
TITLE, SUBTITLE = CONSOLE, "Manage users, events, and resources"
DENIED = "You need administrator privileges to access this page."
NOT_YOURS, NO_ROLE = "Not one of your pages", "Your role doesn’t include this page."


def console_frame(*children: Child, beside: Child, current: str, settled: Flag) -> rx.Component:
    """A page of the console. `current` is the path of its tab; `beside` stands beside the heading.

    `settled` is true once the websocket's answer is there.
    """
    is_tab = any(current == one.path for one in TABS)
    # A page beside the tabs, such as the import, is for administrators.
    may_open = ~SHELL.known | (SHELL.tabs.contains(current) if is_tab else SHELL.is_admin)
    below = rx.cond(may_open, rx.fragment(*children), notice("lock", NOT_YOURS, NO_ROLE))
    console = rx.fragment(page_head(TITLE, SUBTITLE, beside), _tabs(current), below)
    is_closed = SHELL.known & (SHELL.tabs.length() == 0)
    return page_frame(
        own_sheet(CONSOLE_STYLES),
        first_data(settled=settled),
        rx.cond(is_closed, access_denied(DENIED), console),
        current=current,
    )


def record_frame(
    *children: Child, current: str, may_open: Flag, otherwise: Child, settled: Flag
) -> rx.Component:
    """A page about one record, without the heading and the tabs. Its data decide who may open it.

    `otherwise` is for everybody else.
    """
    waiting = rx.el.div(skeleton_rows(6, height="64px"), class_name="list-waiting")
    refused = rx.cond(settled, otherwise, waiting)
    return page_frame(
        own_sheet(CONSOLE_STYLES),
        first_data(settled=settled),
        rx.cond(may_open, rx.fragment(*children), refused),
        current=current,
        at_work=True,
    )


def for_admins(*acts: Child) -> Child:
    """Acts of a page that no role has."""
    return rx.cond(SHELL.is_admin, rx.fragment(*acts))


def tab_head(title: str, *actions: Child, listed: Child = "", about: Child = "") -> rx.Component:
    """The heading of a tab with its buttons. `listed` is the `list_title` of the tab's list, and
    `about` a sentence beside them."""
    words = rx.el.div(rx.el.h2(title), listed, class_name="tab-words")
    told = rx.el.p(about, class_name="tab-about") if about != "" else rx.fragment()
    return rx.el.div(words, told, rx.el.div(*actions, class_name="tab-acts"), class_name="tab-head")


def _tabs(current: str) -> rx.Component:
    """The tabs that the reader may open. Until that is known, all of them keep the place."""
    links = (
        rx.cond(
            ~SHELL.known | SHELL.tabs.contains(one.path),
            rx.el.a(
                icon(one.symbol),
                rx.el.span(one.label),
                href=one.path,
                title=one.label,
                aria_current="page" if one.path == current else "false",
                prevent_scroll_reset=True,
            ),
        )
        for one in TABS
    )
    return Tabs.create(*links, class_name="console-tabs", custom_attrs={"aria-label": TITLE})

"""The names of the style sheets, and the arguments of `rx.App` about the design."""

from typing import Any

import reflex as rx

from rookiebattle import routes
from rookiebattle.core import reflex_internals
from rookiebattle.ui.feedback import broken_page, overlays
from rookiebattle.ui.scripts import script_beside
from rookiebattle.ui.state import on_handler_error

STYLES = (
    *("tokens", "base", "buttons", "surfaces", "forms", "dialogs", "feedback", "shell"),
    *("events", "progression"),
)
"""Sheets of every page; `manage/vite.py` hands them to Reflex."""
CONSOLE_STYLES, USER_STYLES, MEMBER_STYLES = "console", "users", "member"
EVENTS_STYLES, IMPORT_STYLES, FILE_STYLES = "console-events", "imports", "files"
ACCOUNT_STYLES, MEDIA_STYLES = "account", "media"
MINE_STYLES, DASHBOARD_STYLES, READING_STYLES = "mine", "dashboard", "reading"
PROGRESS_STYLES, TIMELINE_STYLES, TABLE_STYLES = "progress", "timeline", "tables"
MEMBERSHIP_STYLES, CHECKOUT_STYLES = "membership", "checkout"
CALENDAR_STYLES, CALENDAR_DESKTOP_STYLES = "calendar", "calendar-desktop"
EVENT_STYLES, TICKET_STYLES = "event-page", "ticket"
GALLERY_STYLES, SHOT_STYLES = "gallery", "shots"
HERO_STYLES, LANDING_STYLES, RESOURCE_STYLES = "hero", "landing", "resources"
CHAPTERS_STYLES, CHAPTER_STYLES, ROSTER_STYLES = "chapters", "chapter", "roster"
SYSTEM_STYLES, ROLE_STYLES, WAIVER_STYLES = "system", "roles", "waiver"
SIGN_STYLES, PASS_STYLES, GATE_STYLES = "sign", "passes", "gate"
OWN_STYLES = (
    *(ACCOUNT_STYLES, CONSOLE_STYLES, MEDIA_STYLES, USER_STYLES, MEMBER_STYLES),
    *(EVENTS_STYLES, IMPORT_STYLES, FILE_STYLES, PROGRESS_STYLES, TIMELINE_STYLES),
    *(MEMBERSHIP_STYLES, CHECKOUT_STYLES, TABLE_STYLES, CALENDAR_STYLES),
    *(CALENDAR_DESKTOP_STYLES, MINE_STYLES, DASHBOARD_STYLES, READING_STYLES),
    *(EVENT_STYLES, GALLERY_STYLES, SHOT_STYLES, TICKET_STYLES, HERO_STYLES, LANDING_STYLES),
    *(RESOURCE_STYLES, CHAPTERS_STYLES, CHAPTER_STYLES, ROSTER_STYLES, SYSTEM_STYLES),
    *(ROLE_STYLES, WAIVER_STYLES, SIGN_STYLES, PASS_STYLES, GATE_STYLES),
)
"""Sheets that only some pages load: a first paint waits for every rule that it does not use."""
FONTS = ("shippori-mincho-500", "source-sans-3")


def app_options() -> dict[str, Any]:
    """The arguments of `rx.App` about the design: our icons and overlays, none of Reflex's own."""
    return {
        "head_components": head(),
        # Tailwind brings the same reset, and every element would be matched against both.
        "reset_style": False,
        "html_lang": "en",
        "toaster": None,
        "app_wraps": {
            (55, "ErrorBoundary"): lambda _: reflex_internals.error_boundary(broken_page()),
            (5, "Overlay"): lambda _: overlays(),
        },
        "backend_exception_handler": on_handler_error,
    }


class Sheet(rx.Component):
    """A style sheet that is asked for until it arrives, before its page is shown."""

    library = script_beside(__file__, "sheet.jsx")
    tag = "Sheet"

    href: rx.Var[str]


def own_sheet(name: str) -> rx.Component:
    """A sheet of `OWN_STYLES`, for a page that needs it.

    A built page has it in its head. A page that the router leads to is shown when its sheets are
    there.
    """
    return Sheet.create(href=routes.style_sheet(name))


def head() -> list[rx.Component]:
    """Icons and the color of the browser's own frame. `manage/first_paint.py` adds the fonts."""
    return [
        # The page reaches below the notch of a phone that lies on its side; `--edge` keeps clear.
        rx.el.meta(
            name="viewport", content="width=device-width, initial-scale=1, viewport-fit=cover"
        ),
        rx.el.link(rel="icon", href=routes.FAVICON, type="image/svg+xml"),
        rx.el.link(rel="apple-touch-icon", href=routes.art("apple-touch-icon.png")),
        rx.el.link(rel="manifest", href=routes.MANIFEST),
        _theme_color("#faf6ee", "light"),
        _theme_color("#16161d", "dark"),
    ]


def _theme_color(color: str, scheme: str) -> rx.Component:
    return rx.el.meta(
        name="theme-color",
        content=color,
        custom_attrs={"media": f"(prefers-color-scheme: {scheme})"},
    )

"""The arguments of `rx.App` about the design: style sheets, the document's head, the overlays."""

from collections.abc import Callable
from typing import TypedDict

import reflex as rx
from reflex.event import EventSpec

from rookiebattle import routes
from rookiebattle.core import reflex_internals
from rookiebattle.ui.feedback import broken_page, overlays
from rookiebattle.ui.state import on_handler_error, on_page_error

STYLES = (
    *("tokens", "base", "buttons", "surfaces", "forms", "dialogs", "tables", "feedback", "shell"),
    *("calendar", "events", "event-page", "chapters", "chapter", "home"),
    *("dashboard", "landing", "progression", "resources", "gallery"),
)
CONSOLE_STYLES, USER_STYLES, MEMBER_STYLES = "console", "users", "member"
EVENTS_STYLES, IMPORT_STYLES, FILE_STYLES = "console-events", "imports", "files"
ACCOUNT_STYLES, MEDIA_STYLES = "account", "media"
PROGRESS_STYLES, TIMELINE_STYLES = "progress", "timeline"
OWN_STYLES = (
    *(ACCOUNT_STYLES, CONSOLE_STYLES, MEDIA_STYLES, USER_STYLES, MEMBER_STYLES),
    *(EVENTS_STYLES, IMPORT_STYLES, FILE_STYLES, PROGRESS_STYLES, TIMELINE_STYLES),
)
"""Sheets that only some pages load: public pages have no room for them."""
FONTS = ("shippori-mincho-500", "source-sans-3")

Wrap = Callable[[bool], rx.Component | None]


class AppOptions(TypedDict):
    """The keyword arguments of `rx.App` that belong to the design."""

    stylesheets: list[str]
    head_components: list[rx.Component]
    html_lang: str
    toaster: None
    app_wraps: dict[tuple[int, str], Wrap]
    backend_exception_handler: Callable[[Exception], EventSpec | None]
    frontend_exception_handler: Callable[[Exception], None]


def app_options() -> AppOptions:
    """Our styles, fonts and overlays. Reflex's own toasts and banners are turned off."""
    return {
        "stylesheets": [routes.style_sheet(name) for name in STYLES],
        "head_components": head(),
        "html_lang": "en",
        "toaster": None,
        "app_wraps": {
            (55, "ErrorBoundary"): lambda _: reflex_internals.error_boundary(broken_page()),
            (5, "Overlay"): lambda _: overlays(),
        },
        "backend_exception_handler": on_handler_error,
        "frontend_exception_handler": on_page_error,
    }


def own_sheet(name: str) -> rx.Component:
    """A sheet of `OWN_STYLES`, for a page that needs it.

    React puts a sheet with a precedence into the head, and waits for it before it shows a page that
    the router leads to.
    """
    return rx.el.link(
        rel="stylesheet",
        href=routes.style_sheet(name),
        custom_attrs={"precedence": "default"},
    )


def head() -> list[rx.Component]:
    """Font preloads, icons and the color of the browser's own frame."""
    return [
        *(_preload(routes.font(name)) for name in FONTS),
        rx.el.link(rel="icon", href=routes.FAVICON, type="image/svg+xml"),
        rx.el.link(rel="apple-touch-icon", href=routes.art("apple-touch-icon.png")),
        rx.el.link(rel="manifest", href=routes.MANIFEST),
        _theme_color("#faf6ee", "light"),
        _theme_color("#16161d", "dark"),
    ]


def _preload(href: str) -> rx.Component:
    return rx.el.link(
        rel="preload",
        href=href,
        type="font/woff2",
        cross_origin="anonymous",
        custom_attrs={"as": "font"},
    )


def _theme_color(color: str, scheme: str) -> rx.Component:
    return rx.el.meta(
        name="theme-color",
        content=color,
        custom_attrs={"media": f"(prefers-color-scheme: {scheme})"},
    )

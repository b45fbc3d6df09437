"""Registers pages: their routes, and titles that all end in the club's name."""

from collections.abc import Callable

import reflex as rx

from rookiebattle.settings import get_settings
from rookiebattle.ui.feedback import BROWSER
from rookiebattle.ui.typed import Handler, Text

PageFunction = Callable[[], rx.Component]


def full_title(title: str) -> str:
    """'My Events · Rookie Battle'."""
    return f"{title} · {get_settings().org_name}"


def page(
    route: str, *, title: str = "", description: str = "", on_load: Handler = None
) -> Callable[[PageFunction], PageFunction]:
    """Make the function below a page of the site; without a title it has the club's name alone."""
    whole = full_title(title) if title else get_settings().org_name
    register: Callable[[PageFunction], PageFunction] = rx.page(
        route=route, title=whole, description=description or None, on_load=on_load
    )
    return register


class TitleWriter(rx.Component):
    """Writes the document's title once it is known."""

    library = BROWSER
    tag = "TitleWriter"

    text: rx.Var[str]
    suffix: rx.Var[str]


def record_title(text: Text) -> rx.Component:
    """The title of a page that shows one record, whose name only its state knows."""
    return TitleWriter.create(text=text, suffix=full_title(""))

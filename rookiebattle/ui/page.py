"""Registers pages: their routes, titles that all end in the club's name, and who may find them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import reflex as rx

from rookiebattle import routes
from rookiebattle.settings import get_settings
from rookiebattle.ui.feedback import BROWSER
from rookiebattle.ui.first_data import Offer, keep_offers
from rookiebattle.ui.typed import Handler, Text

PageFunction = Callable[[], rx.Component]


@dataclass(frozen=True, slots=True)
class PageWords:
    """What the head of a page says; only a listed one is for search engines."""

    title: str
    description: str
    is_listed: bool


_pages: dict[str, PageWords] = {}


def pages() -> Mapping[str, PageWords]:
    """Every page of the site by its route."""
    return _pages


def exists(path: str) -> bool:
    """Whether a link to this path (its query is ignored) leads to a page of this build."""
    return path.partition("?")[0] in _pages


def full_title(title: str) -> str:
    """'My Events · Rookie Battle'."""
    return f"{title} · {get_settings().org_name}"


def page(
    route: str,
    *,
    title: str = "",
    description: str = "",
    on_load: Handler = None,
    first_data: Sequence[Offer] = (),
    listed: bool = False,
) -> Callable[[PageFunction], PageFunction]:
    """Make the function below a page of the site; without a title it has the club's name and what
    the club does. Its `first_data` comes without the websocket. Only a `listed` page is shown to
    search engines."""
    settings = get_settings()
    whole = full_title(title) if title else f"{settings.org_name} · {settings.org_subtitle}"
    _pages[route] = PageWords(whole, description, listed)
    keep_offers(route, first_data)
    register: Callable[[PageFunction], PageFunction] = rx.page(
        route=route,
        title=whole,
        description=description or None,
        on_load=on_load,
        image=routes.OPEN_GRAPH,
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

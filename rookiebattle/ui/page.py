"""Registers pages: their routes, their titles, and whether search engines may list them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import reflex as rx

from rookiebattle import routes
from rookiebattle.settings import get_settings
from rookiebattle.ui.feedback import BROWSER
from rookiebattle.ui.first_data import Offer, keep_offers
from rookiebattle.ui.typed import Handler, Text

Facts = Callable[[], Mapping[str, object]]
"""A page's structured data, in the words of schema.org. The server's address is known when it is
called."""
Texts = Callable[[], Mapping[str, str]]
"""The texts before scripts that settings of the server decide, as HTML by their places."""
PageFunction = Callable[[], rx.Component]


@dataclass(frozen=True, slots=True)
class PageWords:
    """The words in a page's head. Only a listed page is for search engines, with its `facts`."""

    title: str
    description: str
    is_listed: bool
    facts: Facts | None = None
    texts: Texts = dict


_pages: dict[str, PageWords] = {}


def pages() -> Mapping[str, PageWords]:
    return _pages


def exists(path: str) -> bool:
    """Whether a page of this site has this path; a query is ignored."""
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
    facts: Facts | None = None,
    texts: Texts = dict,
    in_development: bool = False,
) -> Callable[[PageFunction], PageFunction]:
    """Register the function below as a page of the site.

    Without a title the page is called after the club and what the club does. `first_data` is what
    the page gets before the websocket. Only a `listed` page is shown to search engines. Every build
    has every page; one for developers, `in_development`, is closed where PUBLIC_URL is not local.
    """
    settings = get_settings()
    whole = full_title(title) if title else f"{settings.org_name} · {settings.org_subtitle}"
    if settings.is_loopback or not in_development:
        _pages[route] = PageWords(whole, description, listed, facts, texts)
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
    """Sets the document's title in the browser once the text is known."""

    library = BROWSER
    tag = "TitleWriter"

    text: rx.Var[str]
    suffix: rx.Var[str]


def record_title(text: Text) -> rx.Component:
    """The title of a page that only its state knows, such as the name of the record it shows."""
    return TitleWriter.create(text=text, suffix=full_title(""))

"""The texts before scripts of the library: the category or the search that its query asks for."""

from collections.abc import Mapping
from functools import cache

from rookiebattle import routes
from rookiebattle.core.actor import VISITOR
from rookiebattle.core.database.freshness import RESOURCES
from rookiebattle.core.serving.documents import PageTexts, QueriedPage, Query
from rookiebattle.pages.resources.page import (
    COUNT,
    HEADING,
    LIST,
    SHELVES_SHOWN,
    UNSEARCHED,
    count,
    found,
    heading,
    shelves,
    unsearched,
)
from rookiebattle.pages.resources.state import ResourcesState, load
from rookiebattle.pages.resources.view import (
    PageQuery,
    ResourcesView,
    href,
    read_query,
    shelf_links,
)
from rookiebattle.ui.before_scripts import Template

TEXTS = {
    SHELVES_SHOWN: Template(shelves, ResourcesState),
    HEADING: Template(heading, ResourcesState),
    COUNT: Template(count, ResourcesState),
    UNSEARCHED: Template(unsearched, ResourcesState),
    LIST: Template(found, ResourcesState),
}


async def tell_resources(params: Query) -> PageTexts | None:
    """A visitor's view. The later pages of a list have no text.

    Where the built page says the same, its own element stays: in a text it would be painted twice.
    """
    query, _ = read_query(params)
    if query.page > 1:
        return None
    texts, built = _texts(await load(VISITOR, params)), _built()
    return PageTexts({place: "" if text == built[place] else text for place, text in texts.items()})


def kept_as(params: Query) -> str:
    """The address that shows the same; empty for a search or an unknown category."""
    query, notice = read_query(params)
    return "" if query.text or notice else href(query)


def _texts(values: ResourcesView | Mapping[str, object]) -> dict[str, str]:
    return {place: text.fill({ResourcesState: values}) for place, text in TEXTS.items()}


@cache
def _built() -> dict[str, str]:
    """The texts of the page as the build draws it: without a query and without data."""
    return _texts({"shown": ResourcesView(links=shelf_links(PageQuery())), "loaded": False})


LIBRARY = QueriedPage(routes.RESOURCES, tell_resources, kept_as, (RESOURCES,))

"""Turns a list of resources into the view of the page, and reads its query. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rookiebattle import routes
from rookiebattle.core.values.text import as_searched
from rookiebattle.resources.models import Category
from rookiebattle.resources.schemas import ResourceFilter, ResourceList, ResourceRead
from rookiebattle.resources.wording import (
    ALL,
    NO_PATH,
    SHELVES,
    icon_for,
    marker_of,
    nothing_found,
    path_name,
    shelf_of,
)
from rookiebattle.ui.paging import (
    FEWER_PAGES,
    TO_FIRST_PAGE,
    Pager,
    page_number,
    pager_of,
    window_of,
)

PAGE_SIZE = 48
UNKNOWN = "We don’t have that category. Here’s everything."


@dataclass(frozen=True, slots=True)
class PageQuery:
    """The choices in the address; empty means all."""

    category: str = ""
    text: str = ""
    page: int = 1

    def wanted(self) -> ResourceFilter:
        return ResourceFilter(self.category or None, self.text, window_of(self.page, PAGE_SIZE))


def read_query(params: Mapping[str, str]) -> tuple[PageQuery, str]:
    """The choices in the address, and a sentence about an unknown category."""
    category = params.get("category", "")
    is_known = category in ("", "all", *Category)
    query = PageQuery(
        category=category if is_known and category != "all" else "",
        text=as_searched(params.get("q", "")),
        page=page_number(params.get("page", "")),
    )
    return query, "" if is_known else UNKNOWN


def href(query: PageQuery, **changes: Any) -> str:
    """The address of the list with these changes. Another list starts on page 1."""
    wanted = replace(query, **({"page": 1} | changes))
    parts = {
        "category": wanted.category,
        "q": wanted.text,
        "page": str(wanted.page) if wanted.page > 1 else "",
    }
    return routes.asked(routes.RESOURCES, **parts)


NOTHING, SHOW_ALL = "No Resources Found", "Show All Resources"


@dataclass(frozen=True)
class ResourceCard:
    """The texts of a resource's row.

    `symbol` is the character of its marker, and `drawn` the icon that stands for it. `icon` is the
    slug of the warrior path that `path` names, or the icon of its category. An empty `href` asks to
    log in.
    """

    id: str = ""
    title: str = ""
    description: str = ""
    category: str = ""
    symbol: str = ""
    drawn: str = "globe"
    marker: str = ""
    icon: str = NO_PATH
    path: str = ""
    href: str = ""


@dataclass(frozen=True)
class ResourceGroup:
    """Rows of one category under its name; without a name where one heading says it already."""

    key: str = ""
    title: str = ""
    cards: Sequence[ResourceCard] = ()


@dataclass(frozen=True)
class ResourcesFrame:
    """The texts and links around the cards; an empty one is not shown.

    `category` is the chosen one. `widened` leads out of an empty list.
    """

    category: str = ""
    title: str = ALL.label
    about: str = ALL.about
    text: str = ""
    count: str = ""
    notice: str = ""
    nothing: str = ""
    widened: str = ""
    widened_label: str = ""
    unsearched: str = ""
    pager: Pager = field(default_factory=Pager)


@dataclass(frozen=True)
class ResourcesView:
    frame: ResourcesFrame = field(default_factory=ResourcesFrame)
    groups: Sequence[ResourceGroup] = ()
    links: Mapping[str, str] = field(default_factory=dict)


def view_of(query: PageQuery, notice: str, found: ResourceList) -> ResourcesView:
    return ResourcesView(
        frame=_frame(query, notice, found),
        groups=groups_of(query, found.items),
        links=shelf_links(query),
    )


def groups_of(query: PageQuery, found: Sequence[ResourceRead]) -> list[ResourceGroup]:
    """The rows by category, in the order of the tabs; what was searched for stays in one list."""
    if not found:
        return []
    if query.category or query.text:
        return [ResourceGroup("found", "", [card_of(one) for one in found])]
    kinds = list(dict.fromkeys([*(shelf.value for shelf in SHELVES), *(o.category for o in found)]))
    of_kind = {kind: [card_of(one) for one in found if one.category == kind] for kind in kinds}
    return [
        ResourceGroup(kind, shelf_of(kind).label, cards) for kind, cards in of_kind.items() if cards
    ]


def card_of(resource: ResourceRead) -> ResourceCard:
    icon = icon_for(resource.title, resource.category)
    symbol, marker = marker_of(resource.is_public)
    return ResourceCard(
        id=resource.id,
        title=resource.title,
        description=resource.description or "",
        category=shelf_of(resource.category).label,
        symbol=symbol,
        drawn="lock" if resource.is_public is False else "globe",
        marker=marker,
        icon=icon,
        path=path_name(icon),
        href=resource.external_url or "",
    )


def shelf_links(query: PageQuery) -> dict[str, str]:
    """For each category the address that shows it, with the same search."""
    return {shelf.value: href(query, category=shelf.value) for shelf in SHELVES}


def _frame(query: PageQuery, notice: str, found: ResourceList) -> ResourcesFrame:
    shelf, (nothing, widened, label) = shelf_of(query.category), _empty(query, found)
    return ResourcesFrame(
        category=query.category,
        title=shelf.label,
        about=shelf.about,
        text=query.text,
        count=_count(found),
        notice=notice,
        nothing=nothing,
        widened=widened,
        widened_label=label,
        unsearched=href(query, text="") if query.text else "",
        pager=pager_of(query.page, PAGE_SIZE, found.total, lambda page: href(query, page=page)),
    )


def _count(found: ResourceList) -> str:
    if found.has_more:
        return f"More than {found.total:,} resources. Another word narrows them down."
    return "1 resource" if found.total == 1 else f"{found.total:,} resources"


def _empty(query: PageQuery, found: ResourceList) -> tuple[str, str, str]:
    """The sentence for an empty list, the address of the next useful step, and its label."""
    if found.items:
        return "", "", ""
    if found.total:
        return FEWER_PAGES, href(query), TO_FIRST_PAGE
    if query.text and query.category:
        nothing = f"Nothing in {shelf_of(query.category).label} matches “{query.text}”."
        return nothing, href(query, category=""), "Search All Resources"
    if query.text:
        nothing = f"Nothing matches “{query.text}”. Try the beginning of another word."
        return nothing, href(query, text=""), SHOW_ALL
    if query.category:
        return nothing_found(query.category), href(query, category=""), SHOW_ALL
    return nothing_found(query.category), "", ""

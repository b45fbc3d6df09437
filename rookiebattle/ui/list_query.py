"""The question of an address to a list of the console: search, filters, order, page. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rookiebattle import routes
from rookiebattle.core.pagination import Window
from rookiebattle.core.values.text import as_searched
from rookiebattle.ui.paging import Pager, last_page, page_number, pager_of, window_of

SEARCH, SORT, PAGE = "q", "sort", "page"
BY_NAME, BY_TITLE, NEWEST = "Name, A to Z", "Title, A to Z", "Newest first"
LAST_CHANGED = "Last changed first"


@dataclass(frozen=True, slots=True)
class Filter:
    """A select above a list. Its choices are (value, label) pairs beside 'All'.

    Without choices the page offers those of a var, and every value counts that could be typed.
    `every` is the value of 'All' where the list may begin with another choice.
    """

    name: str
    label: str
    choices: tuple[tuple[str, str], ...] = ()
    every: str = ""

    def accepts(self, value: str) -> bool:
        known = {one for one, _ in self.choices}
        return value in known | {self.every} if known else value == as_searched(value)


@dataclass(frozen=True, slots=True)
class ListShape:
    """The possible questions to a list. The first of `sorts`, (value, label) pairs, is the default.

    `typed` are the names of further fields that people fill in, such as a day.
    """

    path: str
    sorts: tuple[tuple[str, str], ...]
    filters: tuple[Filter, ...] = ()
    typed: tuple[str, ...] = ()
    size: int = 25


@dataclass(frozen=True, slots=True)
class ListQuery:
    """The question of this address. `chosen` has the filters and fields that are not empty."""

    sort: str
    text: str = ""
    page: int = 1
    chosen: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_narrowed(self) -> bool:
        return bool(self.text or self.chosen)

    def window(self, shape: ListShape) -> Window:
        return window_of(self.page, shape.size)


def read_query(shape: ListShape, params: Mapping[str, str]) -> ListQuery:
    """The query in an address. A value that the list does not know counts as not asked."""
    sorts = [value for value, _ in shape.sorts]
    sort = params.get(SORT, "")
    filtered = {one.name: params.get(one.name, "") for one in shape.filters}
    known = {one.name for one in shape.filters if one.accepts(filtered[one.name])}
    typed = {name: as_searched(params.get(name, "")) for name in shape.typed}
    asked = {name: value for name, value in filtered.items() if name in known} | typed
    return ListQuery(
        sort=sort if sort in sorts else sorts[0],
        text=as_searched(params.get(SEARCH, "")),
        page=page_number(params.get(PAGE, "")),
        chosen={name: value for name, value in asked.items() if value},
    )


def href(shape: ListShape, query: ListQuery, *, path: str = "", page: int = 1) -> str:
    """The address that asks for this, on this page, of the list or of another path."""
    is_usual = query.sort == shape.sorts[0][0]
    return routes.asked(
        path or shape.path,
        **{SEARCH: query.text, **query.chosen},
        **{SORT: "" if is_usual else query.sort, PAGE: str(page) if page > 1 else ""},
    )


def pages_of(shape: ListShape, query: ListQuery, total: int) -> Pager:
    return pager_of(query.page, shape.size, total, lambda page: href(shape, query, page=page))


@dataclass(frozen=True)
class ListFrame:
    """The texts and links around the rows of a list.

    `count` is such as '158 resources'. `widened` is the address without search and filters, when
    there are any. `last` is the address of the last page when the asked one lies behind it, because
    rows were deleted or left the filter. `csv` downloads all pages of what was asked.
    """

    count: str = ""
    widened: str = ""
    last: str = ""
    csv: str = ""
    pager: Pager = field(default_factory=Pager)


def frame_of(shape: ListShape, query: ListQuery, total: int, *, count: str, csv: str) -> ListFrame:
    """The frame of this page of the list; `csv` is the path that downloads such lists."""
    last = last_page(shape.size, total)
    return ListFrame(
        count=count,
        widened=shape.path if query.is_narrowed or query.page > 1 else "",
        last=href(shape, query, page=last) if total and query.page > last else "",
        csv=href(shape, query, path=csv) if csv else "",
        pager=pages_of(shape, query, total),
    )

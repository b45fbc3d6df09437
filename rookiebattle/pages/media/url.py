"""The gallery's query in the address: tab, tag, event, order and page. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from rookiebattle import routes
from rookiebattle.core.errors import NotFound
from rookiebattle.core.values.ids import known_id
from rookiebattle.core.values.text import made_visible
from rookiebattle.media.models import LONGEST_TAG, Category, MediaType
from rookiebattle.media.schemas import MediaFilter, tag_key
from rookiebattle.ui.paging import page_number, window_of

PAGE_SIZE = 24
NEWEST = "newest"


@dataclass(frozen=True, slots=True)
class Tab:
    """A part of the gallery. The first tab has an empty value and shows everything."""

    value: str
    label: str
    media_type: str | None = None
    category: str | None = None


TABS = (
    Tab("", "All Media"),
    Tab("photos", "Photos", media_type=MediaType.PHOTO.value),
    Tab("videos", "Videos", media_type=MediaType.VIDEO.value),
    Tab("training", "Training", category=Category.TRAINING.value),
    Tab("events", "Events", category=Category.EVENTS.value),
)
_BY_VALUE = {tab.value: tab for tab in TABS}


@dataclass(frozen=True, slots=True)
class PageQuery:
    """The choices in the address; empty means all. `tag` is written as somebody wrote it.

    `sort` is empty for the order of administrators, or `NEWEST`.
    """

    show: str = ""
    tag: str = ""
    page: int = 1
    event: str = ""
    sort: str = ""

    @property
    def tab(self) -> Tab:
        return _BY_VALUE[self.show]

    def wanted(self) -> MediaFilter:
        window = window_of(self.page, PAGE_SIZE)
        tab, tag, is_newest = self.tab, tag_key(self.tag), self.sort == NEWEST
        return MediaFilter(tab.media_type, tab.category, tag, window, self.event, is_newest)


def read_query(params: Mapping[str, str]) -> PageQuery:
    """The choices in the address. An unknown tab shows everything."""
    show = params.get("show", "")
    return PageQuery(
        show=show if show in _BY_VALUE else "",
        tag=made_visible(params.get("tag", "")[: 2 * LONGEST_TAG])[:LONGEST_TAG].strip(),
        page=page_number(params.get("page", "")),
        event=_id(params.get("event", "")),
        sort=NEWEST if params.get("sort") == NEWEST else "",
    )


def _id(text: str) -> str:
    try:
        return known_id(text)
    except NotFound:
        return ""


def href(query: PageQuery, **changes: Any) -> str:
    """The address of the gallery with these changes. Another list starts on page 1."""
    wanted = replace(query, **({"page": 1} | changes))
    chosen = {"show": wanted.show, "tag": wanted.tag, "event": wanted.event, "sort": wanted.sort}
    return routes.asked(routes.MEDIA, **chosen, page=str(wanted.page) if wanted.page > 1 else "")

"""Turns a page of the gallery into its view. Pure but for signed addresses."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rookiebattle.media.schemas import Shown
from rookiebattle.media.view import MediaCard, TagChip, card_of
from rookiebattle.media.wording import GALLERY, items_words
from rookiebattle.pages.media.read import GalleryShown
from rookiebattle.pages.media.url import PAGE_SIZE, TABS, PageQuery, href
from rookiebattle.pages.media.view.official import chip, official_chips, shown_of
from rookiebattle.ui.paging import FEWER_PAGES, TO_FIRST_PAGE, Pager, pager_of

NOTHING = "No media found"
SHOW_ALL = "Show All"


@dataclass(frozen=True)
class GalleryFrame:
    """The texts and links around the cards; an empty one is not shown.

    `title` is the document's. `show` is the chosen tab. `untagged` clears the tag, `widened` leads
    out of an empty list.
    """

    title: str = ""
    show: str = ""
    tag: str = ""
    untagged: str = ""
    count: str = ""
    nothing: str = ""
    widened: str = ""
    widened_label: str = ""
    pager: Pager = field(default_factory=Pager)


@dataclass(frozen=True)
class GalleryView:
    frame: GalleryFrame = field(default_factory=GalleryFrame)
    official: Sequence[str] = ()
    official_tags: Mapping[str, TagChip] = field(default_factory=dict)
    cards: Sequence[MediaCard] = ()
    links: Mapping[str, str] = field(default_factory=dict)


def view_of(query: PageQuery, shown: GalleryShown) -> GalleryView:
    ours = shown_of(query)
    return GalleryView(
        frame=_frame(query, shown, official=len(ours)),
        official=ours,
        official_tags=official_chips(query),
        cards=[_card(one, query) for one in shown.items],
        links=tab_links(query),
    )


def tab_links(query: PageQuery) -> dict[str, str]:
    """For each tab the address that shows it, with the same tag."""
    return {tab.value: href(query, show=tab.value) for tab in TABS}


def title_of(query: PageQuery) -> str:
    """'Videos tagged “Park” · Media Gallery': a browser's history tells lists apart."""
    part = query.tab.label if query.show else "Items" if query.tag else ""
    tagged = f"{part} tagged “{query.tag}”" if query.tag else part
    page = f"Page {query.page}" if query.page > 1 else ""
    return " · ".join(filter(None, (tagged, page, GALLERY)))


def _card(shown: Shown, query: PageQuery) -> MediaCard:
    return card_of(shown, [chip(tag, query) for tag in shown.item.tags])


def _frame(query: PageQuery, shown: GalleryShown, *, official: int) -> GalleryFrame:
    total = shown.total + len(shown_of(PageQuery(query.show, query.tag)))
    return GalleryFrame(
        title=title_of(query),
        show=query.show,
        tag=query.tag,
        untagged=href(query, tag="") if query.tag else "",
        count=items_words(total),
        pager=_pager(query, shown.total),
        **_empty(query, shown, official),
    )


def _pager(query: PageQuery, total: int) -> Pager:
    return pager_of(query.page, PAGE_SIZE, total, lambda number: href(query, page=number))


def _empty(query: PageQuery, shown: GalleryShown, official: int) -> dict[str, str]:
    """The sentence for a list without items, and the next useful step."""
    if shown.items or (official and (query.show or query.tag)):
        return {}
    if shown.total:
        return {
            "nothing": FEWER_PAGES,
            "widened": href(query),
            "widened_label": TO_FIRST_PAGE,
        }
    if query.show or query.tag:
        return {
            "nothing": _nothing_of(query),
            "widened": href(PageQuery()),
            "widened_label": SHOW_ALL,
        }
    return {"nothing": "No media has been uploaded yet"}


def _nothing_of(query: PageQuery) -> str:
    if not query.tag:
        return f"No {query.show} found"
    return f"No {query.show or 'media'} found with the tag “{query.tag}”"

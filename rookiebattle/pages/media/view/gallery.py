"""Turns a page of the gallery into its view. Pure but for signed addresses."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from rookiebattle import routes
from rookiebattle.core import clock
from rookiebattle.events.wording import counted, day_at
from rookiebattle.media.schemas import Shown
from rookiebattle.media.view import MediaCard, TagChip, card_of
from rookiebattle.media.wording import GALLERY
from rookiebattle.pages.media.read import GalleryShown
from rookiebattle.pages.media.url import NEWEST, PAGE_SIZE, TABS, PageQuery, href
from rookiebattle.pages.media.view.official import chip, official_chips, shown_of
from rookiebattle.settings import get_settings
from rookiebattle.ui.paging import FEWER_PAGES, TO_FIRST_PAGE, Pager, pager_of

NOTHING = "No media found"
SHOW_ALL = "Show All"


@dataclass(frozen=True)
class GalleryFrame:
    """The texts and links around the cards; an empty one is not shown.

    `title` is the document's. `show` is the chosen tab. `untagged` clears the tag, `uneventful` the
    `event`, `widened` leads out of an empty list. `resorted` leads to the other order.
    """

    title: str = ""
    show: str = ""
    tag: str = ""
    untagged: str = ""
    event: str = ""
    event_page: str = ""
    uneventful: str = ""
    is_newest: bool = False
    resorted: str = ""
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
    adds: bool = False


def view_of(query: PageQuery, shown: GalleryShown) -> GalleryView:
    ours = shown_of(query)
    return GalleryView(
        frame=_frame(query, shown, official=len(ours)),
        official=ours,
        official_tags=official_chips(query),
        cards=[
            replace(_card(one, query), may_edit=one.item.event_id in shown.edited)
            for one in shown.items
        ],
        links=tab_links(query),
        adds=shown.adds,
    )


def tab_links(query: PageQuery) -> dict[str, str]:
    """For each tab the address that shows it, with the same tag."""
    return {tab.value: href(query, show=tab.value) for tab in TABS}


def title_of(query: PageQuery, event: str = "") -> str:
    """'Videos tagged “Park” · Media Gallery': a browser's history tells lists apart."""
    part = query.tab.label if query.show else "Items" if query.tag else ""
    tagged = f"{part} tagged “{query.tag}”" if query.tag else part
    page = f"Page {query.page}" if query.page > 1 else ""
    newest = "Newest" if query.sort else ""
    return " · ".join(filter(None, (tagged, event, newest, page, GALLERY)))


def _card(shown: Shown, query: PageQuery) -> MediaCard:
    card = card_of(shown, [chip(tag, query) for tag in shown.item.tags])
    event = shown.event
    if event is None:
        return replace(card, day=_day_of(shown.item.created_at, get_settings().org_time_zone))
    return replace(
        card,
        day=_day_of(event.start_at, event.zone),
        event=event.title,
        event_href="" if query.event else href(query, event=event.id),
    )


def _day_of(at: datetime, zone: str) -> str:
    return day_at(at, zone, clock.now())


def _frame(query: PageQuery, shown: GalleryShown, *, official: int) -> GalleryFrame:
    event = shown.event
    ours = len(shown_of(replace(query, page=1)))
    nothing, widened, label = _empty(query, shown, official)
    return GalleryFrame(
        title=title_of(query, event.title if event else ""),
        show=query.show,
        tag=query.tag,
        untagged=href(query, tag="") if query.tag else "",
        event=f"{event.title}, {_day_of(event.start_at, event.zone)}" if event else "",
        event_page=routes.event(event.id) if event else "",
        uneventful=href(query, event="") if query.event else "",
        is_newest=query.sort == NEWEST,
        resorted=href(query, sort="" if query.sort else NEWEST),
        count=counted(shown.total + ours, "item"),
        nothing=nothing,
        widened=widened,
        widened_label=label,
        # The official pictures stand before the first page's items, and are counted with them.
        pager=pager_of(
            query.page, PAGE_SIZE, shown.total, lambda page: href(query, page=page), ours
        ),
    )


def _empty(query: PageQuery, shown: GalleryShown, official: int) -> tuple[str, str, str]:
    """The sentence for a list without items, the address of the next useful step, and its label."""
    is_narrowed = bool(query.show or query.tag or query.event)
    if shown.items or (official and is_narrowed):
        return "", "", ""
    if shown.total:
        return FEWER_PAGES, href(query), TO_FIRST_PAGE
    if not is_narrowed:
        return "No media has been uploaded yet", "", ""
    tagged = f" with the tag “{query.tag}”" if query.tag else ""
    of_event = " of this event" if query.event else ""
    return f"No {query.show or 'media'} found{of_event}{tagged}", href(PageQuery()), SHOW_ALL

"""`/media`: pictures and videos, narrowed by tab and tag; administrators sort and manage them."""

from typing import Any

import reflex as rx

from rookiebattle import routes
from rookiebattle.media import wording
from rookiebattle.pages.media.parts.card import managed_card, media_card, official_cards, skeletons
from rookiebattle.pages.media.parts.forms import ADD
from rookiebattle.pages.media.parts.later import media_dialogs
from rookiebattle.pages.media.parts.sorting import SortingAhead, sortable_grid
from rookiebattle.pages.media.state.form import MediaFormState
from rookiebattle.pages.media.state.gallery import GALLERY, MediaState, load
from rookiebattle.pages.media.url import TABS
from rookiebattle.pages.media.view.gallery import NOTHING
from rookiebattle.pages.media.view.official import gallery_facts
from rookiebattle.registrations.components.news import follow_list
from rookiebattle.ui.buttons import button, link_button, text_link
from rookiebattle.ui.document import (
    FILE_STYLES,
    GALLERY_STYLES,
    MEDIA_STYLES,
    SHOT_STYLES,
    own_sheet,
)
from rookiebattle.ui.feedback import empty_state
from rookiebattle.ui.first_data import first_data, offer, text_place
from rookiebattle.ui.forms import choice, tabs
from rookiebattle.ui.page import page, record_title
from rookiebattle.ui.paging import pager
from rookiebattle.ui.scripts import later
from rookiebattle.ui.shell import page_frame
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.surfaces import page_head
from rookiebattle.ui.typed import Child, page_vars

State = page_vars(MediaState)
SHOWN = State.shown
Form = page_vars(MediaFormState)
frame = SHOWN.frame
TITLE = wording.GALLERY
SUBTITLE = "Combat footage, training sessions, and event highlights"
DESCRIPTION = (
    "Pictures and videos of our foam-weapon fights: park days, training sessions, tournaments and "
    "weekend events around the Florida bay."
)
ITEMS = "items"


@page(
    routes.MEDIA,
    title=TITLE,
    description=DESCRIPTION,
    listed=True,
    facts=gallery_facts,
    first_data=[offer(MediaState, load)],
    on_load=[State.show, Form.leave],
)
def media() -> rx.Component:
    add = button(ADD, icon="plus", on_click=Form.create)
    tagged = _banner("Showing items tagged with: ", rx.el.strong(frame.tag), frame.untagged)
    of_event = _banner(
        "Showing items of ", text_link(frame.event, frame.event_page), frame.uneventful
    )
    official_first = rx.el.p(wording.OFFICIAL_FIRST, class_name="shots-note")
    official = rx.el.ul(*official_cards(), class_name="shots shots-official")
    sheets = own_sheet(MEDIA_STYLES), own_sheet(FILE_STYLES)
    return page_frame(
        own_sheet(SHOT_STYLES),
        own_sheet(GALLERY_STYLES),
        record_title(frame.title),
        page_head(TITLE, SUBTITLE, rx.cond(SHOWN.adds, add), data_next_focus="true"),
        _tabs(),
        rx.cond(frame.tag != "", tagged),
        rx.cond(frame.event != "", of_event),
        rx.cond(ShellState.is_admin & (SHOWN.official.length() > 0), official_first),
        rx.el.p(frame.count, role="status", class_name="sr-only"),
        rx.el.h2("Gallery", class_name="sr-only"),
        rx.el.div(
            rx.cond(SHOWN.official.length() > 0, official),
            text_place(ITEMS, settled=State.loaded),
            rx.el.div(rx.cond(State.loaded, _items(), skeletons())),
            class_name=rx.cond(frame.is_newest, "shots-all shots-by-time", "shots-all"),
        ),
        rx.cond(SHOWN.adds, rx.fragment(*sheets)),
        rx.cond(ShellState.is_admin, SortingAhead.create()),
        later(media_dialogs, when=SHOWN.adds),
        first_data(settled=State.loaded),
        follow_list(GALLERY, on_news=State.show),
        current=routes.MEDIA,
    )


def _tabs() -> rx.Component:
    links = (
        choice(
            tab.label,
            SHOWN.links[tab.value],
            current=frame.show == tab.value,
            prevent_scroll_reset=True,
        )
        for tab in TABS
    )
    other = link_button(
        rx.cond(frame.is_newest, "Featured first", "Newest first"),
        frame.resorted,
        kind="ghost",
        icon="sort",
        prevent_scroll_reset=True,
    )
    return rx.el.div(tabs(*links, label="What is shown"), other, class_name="shots-tabs")


def _banner(words: str, which: Child, without: Any) -> rx.Component:
    return rx.el.div(
        rx.el.p(words, which),
        link_button("Clear", without, kind="ghost", icon="close", prevent_scroll_reset=True),
        role="status",
        class_name="notice shots-tagged",
    )


def items() -> rx.Component:
    """The items of the database as everybody sees them who does not manage them."""
    return rx.el.div(_shown(_plain()))


def _items() -> Child:
    sortable = sortable_grid(rx.foreach(SHOWN.cards, managed_card))
    return _shown(rx.cond(ShellState.is_admin, sortable, _plain()))


def _plain() -> rx.Component:
    return rx.el.ul(rx.foreach(SHOWN.cards, media_card), class_name="shots")


def _shown(cards: Child) -> Child:
    shown = rx.fragment(cards, pager(frame.pager))
    return rx.cond(SHOWN.cards.length() > 0, shown, rx.cond(frame.nothing != "", _nothing()))


def _nothing() -> rx.Component:
    widen = link_button(frame.widened_label, frame.widened, prevent_scroll_reset=True)
    add = rx.cond(SHOWN.adds, button(ADD, kind="row", icon="plus", on_click=Form.create))
    step = rx.cond(frame.widened != "", widen, add)
    return empty_state(NOTHING, rx.fragment(frame.nothing), step, symbol="image")

"""A card of the gallery, and a block of its size while the gallery is loading."""

from typing import Any

import reflex as rx

from rookiebattle.media.components import frame, kind_badges, open_link
from rookiebattle.media.view import MediaCard
from rookiebattle.media.wording import PINNED
from rookiebattle.pages.media.parts.sorting import DragHandle, PinButton, SortableCard, WhilePinned
from rookiebattle.pages.media.state.form import MediaFormState
from rookiebattle.pages.media.state.gallery import MediaState
from rookiebattle.pages.media.view.official import (
    HEIGHT,
    OFFICIAL,
    WIDTH,
    Official,
    card_of_official,
)
from rookiebattle.ui.buttons import icon_button
from rookiebattle.ui.feedback import skeleton
from rookiebattle.ui.marks import icon
from rookiebattle.ui.surfaces import badge
from rookiebattle.ui.typed import Child, call, either, page_vars, present

Form = page_vars(MediaFormState)
# The widths of a card in gallery.css: 5, 4, 3 and 2 in a row.
SIZES = (
    "(min-width: 140rem) 352px, (min-width: 80rem) max(285px, 18vw - 15px), "
    "(min-width: 64rem) 380px, 50vw"
)


def official_cards() -> list[rx.Component]:
    """The pictures that belong to the site. The build draws them into the page."""
    first, *others = OFFICIAL
    return [_official_card(first, waits=False), *(_official_card(one) for one in others)]


def _official_card(one: Official, *, waits: bool = True) -> rx.Component:
    shot, chips = card_of_official(one), page_vars(MediaState).shown.official_tags
    tags = rx.el.div(*(_tag(chips[tag]) for tag in one.tags), class_name="shot-tags")
    return rx.el.li(
        _picture(shot, waits=waits),
        kind_badges(shot, badge("Official", tone="gold")),
        _words(shot, tags, counts=False),
        hidden=~page_vars(MediaState).shown.official.contains(one.file),
        class_name="shot",
    )


def _picture(shot: MediaCard, *, waits: bool) -> rx.Component:
    """The first picture is the largest that a phone shows at first, so it comes before others."""
    haste = {"loading": "lazy"} if waits else {"fetchPriority": "high"}
    # As properties, Reflex would make a style sheet of the size.
    size = {"width": str(WIDTH), "height": str(HEIGHT)}
    drawn = rx.el.img(src=shot.src, alt=shot.alt, custom_attrs={**haste, **size})
    return rx.el.div(drawn, class_name="shot-frame")


def media_card(shot: Any) -> rx.Component:
    """One item, as visitors and members see it."""
    pinned = rx.cond(shot.is_pinned, _pinned())
    return rx.el.li(
        frame(shot, sizes=SIZES),
        kind_badges(shot, pinned),
        _words(shot, _tags(shot)),
        rx.cond(shot.may_edit, rx.el.div(*_edits(shot), class_name="shot-tools")),
        class_name="shot",
        key=shot.id,
    )


def managed_card(shot: Any) -> rx.Component:
    """One item, with what an administrator can do with it."""
    pinned = WhilePinned.create(_pinned(), id=shot.id, pinned=shot.is_pinned)
    return SortableCard.create(
        frame(shot, sizes=SIZES),
        kind_badges(shot, pinned),
        _words(shot, _tags(shot)),
        _tools(shot),
        id=shot.id,
        class_name="shot",
        key=shot.id,
        custom_attrs={"data-passes-focus": "true"},
    )


def _pinned() -> rx.Component:
    return badge(rx.fragment(icon("tack", size="sm"), PINNED), tone="gold")


def _words(shot: Any, tags: Child, *, counts: bool = True) -> rx.Component:
    views = rx.el.span(" · ", shot.views)
    return rx.el.div(
        rx.el.h3(open_link(shot, counts=counts)),
        either(present(shot.day), _when(shot)),
        either(present(shot.description), rx.el.p(shot.description)),
        rx.el.p(shot.category, either(present(shot.views), views), class_name="shot-facts"),
        tags,
        class_name="shot-words",
    )


def _when(shot: Any) -> rx.Component:
    """The day, and the event, which leads to all of its pictures."""
    event: rx.Component = rx.el.a(
        shot.event, href=shot.event_href, prevent_scroll_reset=True, class_name="shot-event"
    )
    named = either(present(shot.event_href), event, rx.el.span(shot.event))
    return rx.el.div(
        rx.el.span(shot.day), either(present(shot.event), named), class_name="shot-when"
    )


def _tags(shot: Any) -> Child:
    """The first tags, and how many others there are."""
    more = rx.el.span(shot.more_tags, class_name="shot-more")
    row = rx.el.div(
        rx.foreach(shot.tags, _tag), rx.cond(shot.more_tags != "", more), class_name="shot-tags"
    )
    return rx.cond(shot.tags.length() > 0, row)


def _tag(tag: Any) -> rx.Component:
    link: rx.Component = rx.el.a(
        tag.label,
        rx.cond(tag.is_chosen, icon("close", size="sm")),
        href=tag.href,
        aria_current=rx.cond(tag.is_chosen, "true", "false"),
        prevent_scroll_reset=True,
        key=tag.label,
    )
    return link


def _tools(shot: Any) -> rx.Component:
    square = "btn btn-ghost btn-icon"
    return rx.el.div(
        DragHandle.create(
            icon("grip"),
            custom_attrs={"aria-label": "Move " + shot.title},
            class_name=square + " shot-handle",
        ),
        PinButton.create(
            icon("tack"),
            id=shot.id,
            pinned=shot.is_pinned,
            custom_attrs={"aria-label": "Pin " + shot.title},
            class_name=square + " shot-pin",
        ),
        *_edits(shot),
        class_name="shot-tools",
    )


def _edits(shot: Any) -> tuple[rx.Component, rx.Component]:
    delete = icon_button(
        "trash", "Delete " + shot.title, on_click=call(Form.ask, shot.id), data_next_focus="true"
    )
    return icon_button("edit", "Edit " + shot.title, on_click=call(Form.edit, shot.id)), delete


def skeletons() -> rx.Component:
    blocks = (
        rx.el.div(
            rx.el.div(class_name="shot-frame"),
            rx.el.div(skeleton("70%", "25px"), skeleton("40%", "20px"), class_name="shot-words"),
            class_name="shot",
            key=str(number),
        )
        for number in range(6)
    )
    return rx.el.div(
        *blocks, rx.el.span("Loading …", class_name="sr-only"), class_name="shots", aria_busy="true"
    )

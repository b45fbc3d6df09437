"""Pictures and videos on pages: the frame of one, its link, and a row of them."""

from typing import Any

import reflex as rx

from rookiebattle import routes
from rookiebattle.media.state import ViewsState
from rookiebattle.media.wording import MEMBERS, MORE_MEDIA, NEW_TAB
from rookiebattle.ui.buttons import text_link
from rookiebattle.ui.marks import icon
from rookiebattle.ui.scripts import script_beside
from rookiebattle.ui.surfaces import badge
from rookiebattle.ui.typed import Child, Text, call, either, page_vars

SIZES = "(min-width: 40rem) 380px, 50vw"
"""How wide a picture of a strip is drawn: two stand in a row."""


class Still(rx.Component):
    """A picture of a YouTube video; `sources` are tried in turn."""

    library = script_beside(__file__, "still.jsx")
    tag = "Still"

    sources: rx.Var[list[str]]
    alt: rx.Var[str]


def frame(shot: Any, *, sizes: str = SIZES) -> rx.Component:
    """The picture on its ground: the same picture, tiny, which is there before it has come."""
    ground = rx.el.img(src=shot.ground, alt="", class_name="shot-ground")
    ours = rx.el.img(src=shot.src, src_set=shot.srcset, sizes=sizes, alt=shot.alt, loading="lazy")
    return rx.el.div(
        rx.cond(shot.ground != "", ground),
        rx.cond(shot.src != "", ours, rx.cond(shot.stills.length() > 0, still(shot))),
        rx.cond(shot.is_video, icon("play", class_name="shot-play")),
        class_name="shot-frame pattern",
    )


def still(shot: Any) -> rx.Component:
    """The picture of a YouTube video. YouTube is not told from which page it is asked for."""
    quiet = {"loading": "lazy", "referrerPolicy": "no-referrer"}
    component: rx.Component = Still.create(sources=shot.stills, alt=shot.alt, custom_attrs=quiet)
    return component


def open_link(shot: Any, *, counts: bool = True) -> rx.Component:
    """The title. Its link covers the card and opens the file in a new tab."""
    on_click = {"on_click": call(page_vars(ViewsState).count, shot.id)} if counts else {}
    link: rx.Component = rx.el.a(
        shot.title,
        rx.el.span(NEW_TAB, class_name="sr-only"),
        href=shot.href,
        target="_blank",
        rel="noopener",
        reload_document=True,
        class_name="shot-open",
        **on_click,
    )
    return link


def kind_badges(shot: Any, *more: Child) -> rx.Component:
    """The kind of the item, and whether members alone see it."""
    members = badge(rx.fragment(icon("lock", size="sm"), MEMBERS))
    return rx.el.div(
        badge(shot.kind, tone="info"),
        *more,
        either(shot.is_public, None, members),
        class_name="shot-badges",
    )


def strip(shots: Any) -> rx.Component:
    """The first items of an event or a chapter, for its page."""

    def item(shot: Any) -> rx.Component:
        return rx.el.li(frame(shot), rx.el.p(open_link(shot)), class_name="shot", key=shot.id)

    return rx.el.ul(rx.foreach(shots, item), class_name="shot-strip no-print")


def to_gallery(label: str = MORE_MEDIA, href: Text = routes.MEDIA) -> rx.Component:
    return text_link(label, href, icon="arrow-right", class_name="no-print")

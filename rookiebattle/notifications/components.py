"""The strip of notifications. Dismissing one happens in the browser alone."""

from typing import Any

import reflex as rx

from rookiebattle import routes
from rookiebattle.notifications.view import Notice
from rookiebattle.notifications.wording import CHAPTER_NEWS
from rookiebattle.ui.marks import icon
from rookiebattle.ui.scripts import script_beside
from rookiebattle.ui.typed import Child, Fires, Flag, Handler, Text, suffixed


class NoticeStrip(rx.Component):
    """`after` is the id of the element that gets the focus when the last notice is dismissed."""

    library = script_beside(__file__, "notice_strip.jsx")
    tag = "NoticeStrip"

    notices: rx.Var[list[Notice]]
    sprite: rx.Var[str]
    after: rx.Var[str]
    older: rx.Var[bool]

    on_older: Fires


def chapter_notices(notices: Any, label: str = CHAPTER_NEWS) -> Child:
    """News for the chapter's members, or messages to the people of an event, where others see
    nothing. It cannot be dismissed."""
    return rx.cond(
        notices.length() > 0,
        rx.el.ul(rx.foreach(notices, _notice), class_name="chapter-notices", aria_label=label),
    )


def _notice(one: Any) -> rx.Component:
    told = rx.el.div(rx.el.strong(one.title), rx.el.p(one.message))
    word = rx.el.span(one.word, ": ", class_name="sr-only")
    return rx.el.li(icon(one.symbol), word, told, key=one.id, class_name=suffixed("is-", one.kind))


def notice_strip(
    notices: rx.Var[list[Notice]], *, after: Text, older: Flag, on_older: Handler
) -> rx.Component:
    """The notifications for the member; nothing without any.

    `older` says whether there are more, which `on_older` loads.
    """
    return NoticeStrip.create(
        notices=notices, sprite=routes.ICONS, after=after, older=older, on_older=on_older
    )

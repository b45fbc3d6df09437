"""The strip of notifications, which members dismiss one by one without asking the server."""

import reflex as rx

from rookiebattle.notifications.views import Notice
from rookiebattle.ui.marks import SPRITE
from rookiebattle.ui.scripts import script_beside
from rookiebattle.ui.typed import Text


class NoticeStrip(rx.Component):
    """`after` is the id of what gets the focus when the last notice was dismissed."""

    library = script_beside(__file__, "notice_strip.jsx")
    tag = "NoticeStrip"

    notices: rx.Var[list[Notice]]
    sprite: rx.Var[str]
    after: rx.Var[str]


def notice_strip(notices: rx.Var[list[Notice]], *, after: Text) -> rx.Component:
    """What the club tells its members; nothing where there is nothing to tell."""
    return NoticeStrip.create(notices=notices, sprite=SPRITE, after=after)

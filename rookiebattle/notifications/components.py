"""The strip of notifications. Dismissing one happens in the browser alone."""

import reflex as rx

from rookiebattle import routes
from rookiebattle.notifications.view import Notice
from rookiebattle.ui.scripts import script_beside
from rookiebattle.ui.typed import Fires, Flag, Handler, Text


class NoticeStrip(rx.Component):
    """`after` is the id of the element that gets the focus when the last notice is dismissed."""

    library = script_beside(__file__, "notice_strip.jsx")
    tag = "NoticeStrip"

    notices: rx.Var[list[Notice]]
    sprite: rx.Var[str]
    after: rx.Var[str]
    older: rx.Var[bool]

    on_older: Fires


def notice_strip(
    notices: rx.Var[list[Notice]], *, after: Text, older: Flag, on_older: Handler
) -> rx.Component:
    """The notifications for the member; nothing without any.

    `older` says whether there are more, which `on_older` loads.
    """
    return NoticeStrip.create(
        notices=notices, sprite=routes.ICONS, after=after, older=older, on_older=on_older
    )

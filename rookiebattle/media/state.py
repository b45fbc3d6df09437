"""The state behind every card of the gallery: it counts views."""

import reflex as rx

from rookiebattle.core.doors.access import public
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import AppError
from rookiebattle.core.schemas import Id
from rookiebattle.media import service

MOST_OPENED = 200


class ViewsState(rx.State):
    """The items that were opened in this tab, each of which counts once."""

    _opened: list[str] = []

    @rx.event
    @public
    async def count(self, media_id: Id) -> None:
        """Count a view. Nobody is told when that fails: the item has been opened."""
        if media_id in self._opened:
            return
        self._opened = [*self._opened, media_id][-MOST_OPENED:]
        try:
            await run(service.count_view, current_actor(), media_id=media_id)
        except AppError:
            return

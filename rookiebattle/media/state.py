"""The state behind every card of the gallery: it counts views."""

import reflex as rx

from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import public
from rookiebattle.core.doors.websocket import address_of, current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import AppError
from rookiebattle.core.limits import Limiter, address_key
from rookiebattle.core.schemas import Id
from rookiebattle.media import service

MOST_OPENED = 200
SECONDS, OF_ADDRESS = 600, 20
"""Within so many seconds a member counts once for an item, and visitors of an address so often."""
_members = Limiter(1, SECONDS, name="views of members")
_addresses = Limiter(OF_ADDRESS, SECONDS, name="views")


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
        actor = current_actor()
        try:
            _limit(actor, address_of(self), media_id)
            await run(service.count_view, actor, media_id=media_id)
        except AppError:
            return


def _limit(actor: Actor, address: str, media_id: str) -> None:
    """Raise TooManyRequests for views that say nothing about an item. A park shares one address."""
    if actor.is_member:
        _members.take(f"{actor.user_id} {media_id}")
    else:
        _addresses.take(f"{address_key(address)} {media_id}")

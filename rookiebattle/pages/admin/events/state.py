"""The state of the Events tab."""

import reflex as rx

from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import public
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.permissions import Permission
from rookiebattle.events import service
from rookiebattle.events.schemas import EventFilter
from rookiebattle.pages.admin.events.view import SHAPE, EventRow, EventsView, view_of
from rookiebattle.ui.first_data import Query
from rookiebattle.ui.list_query import ListFrame, read_query
from rookiebattle.ui.state import Refused, attempt
from rookiebattle.ui.views import Loaded, fill


async def load(actor: Actor, params: Query) -> EventsView | Loaded:
    """The view of this address, for the websocket and for first data; nothing for others."""
    if Permission.ALL_EVENT_READ not in actor.permissions:
        return Loaded()
    query = read_query(SHAPE, params)
    wanted = EventFilter(window=query.window(SHAPE))
    found = await run(service.list_all, actor, wanted=wanted, current_only=True)
    return view_of(query, found, clock.now())


class AdminEventsState(rx.State):
    """One page of the events."""

    frame: ListFrame = ListFrame()
    events: rx.Field[list[EventRow]] = rx.field(default_factory=list)
    loaded: bool = False

    @rx.event
    @public
    async def show(self) -> None:
        """Load the page when it opens, and after its address has changed."""
        view = await attempt(self, load(current_actor(), dict(self.router.url.query_parameters)))
        if not isinstance(view, Refused):
            fill(self, view)

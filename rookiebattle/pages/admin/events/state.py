"""The state of the Events tab."""

import reflex as rx

from rookiebattle.console.state import recount
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import public
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.permissions import Permission
from rookiebattle.pages.admin.events.read import show_events
from rookiebattle.pages.admin.events.view import SHAPE, EventsView, view_of, wanted, with_past
from rookiebattle.registrations.state.live import follow_events
from rookiebattle.ui.first_data import Query
from rookiebattle.ui.list_query import read_query
from rookiebattle.ui.state import LoadedPage
from rookiebattle.ui.views import Loaded, View


async def load(actor: Actor, params: Query) -> EventsView | Loaded:
    if not actor.reach(Permission.ALL_EVENT_READ):
        return Loaded()
    query = read_query(SHAPE, params)
    current = not with_past(query)
    shown = await run(show_events, actor, wanted=wanted(query), current_only=current)
    return view_of(query, shown, clock.now())


class AdminEventsState(LoadedPage, rx.State):
    """One page of the events. Their seats follow what other people do."""

    shown: EventsView = EventsView(loaded=False)
    _load = load

    @rx.event
    @public
    async def refresh(self) -> None:
        """Load the page after the form of an event, whose seats may wait no longer."""
        await self._reload()
        await recount(self)

    async def _reload(self) -> View | None:
        view = await super()._reload()
        follow_events(self, current_actor(), [one.id for one in self.shown.rows])
        return view

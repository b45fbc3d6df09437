"""The state of My Events: the member's seats, and the events that the member organizes."""

from urllib.parse import parse_qsl, urlsplit

import reflex as rx

from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import public, requires, unasked
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import Id
from rookiebattle.pages.my_events.read import show_my_events
from rookiebattle.pages.my_events.url import GOING, running_page_of, series_of
from rookiebattle.pages.my_events.view import MyEventsView, Tab, view_of
from rookiebattle.registrations.state.asking import leave_question
from rookiebattle.registrations.state.live import follow_own_seats
from rookiebattle.registrations.state.seats import Unregistered, register_at, unregister_row
from rookiebattle.registrations.view import EventCard, NextUp, RunCard
from rookiebattle.ui.first_data import Query
from rookiebattle.ui.paging import Pager
from rookiebattle.ui.state import Refused, attempt
from rookiebattle.ui.views import Loaded, fill


async def load(actor: Actor, params: Query) -> MyEventsView | Loaded:
    """The view of this address, for the websocket and for first data; empty for a visitor."""
    if not actor.is_member:
        return Loaded()
    page, series = running_page_of(params), series_of(params)
    shown = await run(show_my_events, actor, running_page=page, series=series)
    return view_of(shown, params, clock.now())


class MyEventsState(rx.State):
    """What is near, and one page of each list; `running` are events that the member organizes."""

    near: rx.Field[list[NextUp]] = rx.field(default_factory=list)
    upcoming: rx.Field[list[EventCard]] = rx.field(default_factory=list)
    running: rx.Field[list[RunCard]] = rx.field(default_factory=list)
    past: rx.Field[list[EventCard]] = rx.field(default_factory=list)
    upcoming_pager: Pager = Pager()
    running_pager: Pager = Pager()
    past_pager: Pager = Pager()
    tab: str = GOING
    tabs: list[Tab] = []
    series: str = ""
    unregistered: Unregistered = Unregistered()
    loaded: bool = False

    @rx.event
    @public
    async def show(self) -> None:
        """Load the page when it is opened. A visitor gets the link to log in."""
        self.unregistered = Unregistered()
        await leave_question(self)
        await self._show()

    @rx.event
    @unasked
    async def follow(self) -> None:
        """Load the page again after one of the member's seats has changed, as in another tab."""
        await self._show()

    @rx.event
    @requires(Permission.OWN_REGISTRATION_DELETE)
    async def unregister(self, event_id: Id) -> None:
        """Unregister; the page then offers to register again."""
        self.unregistered = await unregister_row(self, event_id, self.upcoming) or self.unregistered
        await self._show()

    @rx.event
    @requires(Permission.OWN_REGISTRATION_CREATE)
    async def register(self, event_id: Id) -> None:
        """Register again for the seat that was given up, if one is free."""
        if await register_at(self, event_id):
            self.unregistered = Unregistered()
        await self._show()

    async def _show(self) -> None:
        params = dict(parse_qsl(urlsplit(str(self.router.url)).query))
        actor = current_actor()
        view = await attempt(self, load(actor, params))
        if isinstance(view, Refused):
            return
        fill(self, view)
        if actor.is_member:
            follow_own_seats(self, actor)

"""The calendar's state, a cache of the address and the database."""

from dataclasses import replace

import reflex as rx
from reflex.event import EventSpec

from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import public, requires, unasked
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import Id
from rookiebattle.pages.calendar.read import agenda
from rookiebattle.pages.calendar.url import EVERYWHERE, href, read_query
from rookiebattle.pages.calendar.view import CalendarView, view_of
from rookiebattle.registrations.service.login import TAKING_ITS_SEAT
from rookiebattle.registrations.state.live import follow_events
from rookiebattle.registrations.state.seats import register_at
from rookiebattle.registrations.wording import LOG_IN
from rookiebattle.ui.first_data import Query
from rookiebattle.ui.state import PageState


async def load(actor: Actor, params: Query) -> CalendarView:
    now = clock.now()
    query, notice = read_query(params, clock.day_of(now))
    found = await run(agenda, actor, query=query, now=now)
    return view_of(found, notice, actor, now)


class CalendarState(PageState, rx.State):
    shown: CalendarView = CalendarView()

    @rx.event
    @unasked
    async def load(self) -> None:
        await self._load()

    @rx.event
    @public
    async def choose_chapter(self, chapter_id: str) -> EventSpec:
        query, _ = read_query(self._params(), clock.today())
        shown = self.shown
        self.shown = replace(shown, frame=replace(shown.frame, chapter=chapter_id[:36]))
        # Only a list that asks for the city says in its address that all were chosen.
        chapter = "" if chapter_id == EVERYWHERE and not query.free else chapter_id
        return rx.redirect(href(query, chapter=chapter))

    @rx.event
    @requires(Permission.OWN_REGISTRATION_CREATE, prompt=LOG_IN, fragment=TAKING_ITS_SEAT)
    async def register(self, event_id: Id) -> None:
        await register_at(self, event_id)
        await self._load()

    async def _load(self) -> None:
        view = await self._show(load(current_actor(), self._params()))
        if view is not None:
            listed = (card for day in view.days for card in day.cards)
            seen = {card.id for card in (*view.listed, *listed, *view.upcoming)}
            follow_events(self, current_actor(), seen)

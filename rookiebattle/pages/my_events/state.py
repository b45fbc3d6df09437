"""The state of My Events: the member's seats, and the events that the member organizes."""

import reflex as rx

from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import public, requires, unasked
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import Id
from rookiebattle.pages.my_events.read import show_my_events
from rookiebattle.pages.my_events.url import GOING, RUNNING, running_page_of, series_of
from rookiebattle.pages.my_events.view.lists import MyEventsView, view_of
from rookiebattle.registrations.service.people import ids_of
from rookiebattle.registrations.state.asking import leave_question
from rookiebattle.registrations.state.live import follow_own_seats, follow_seats_of
from rookiebattle.registrations.state.seats import (
    Unregistered,
    register_at,
    register_for_dates,
    unregister_from_dates,
    unregister_person_from,
    unregister_row,
)
from rookiebattle.ui.first_data import Query
from rookiebattle.ui.records import FormValues
from rookiebattle.ui.state import LoadedPage
from rookiebattle.ui.views import Loaded, View


async def load(actor: Actor, params: Query) -> MyEventsView | Loaded:
    if not actor.is_member:
        return Loaded()
    shown = await run(
        show_my_events,
        actor,
        running_page=running_page_of(params),
        series=series_of(params, RUNNING),
        dates_of=series_of(params, GOING),
    )
    return view_of(shown, params, clock.now())


class MyEventsState(LoadedPage, rx.State):
    """The near events, and one page of each list; the member organizes those in `running`."""

    shown: MyEventsView = MyEventsView()
    unregistered: Unregistered = Unregistered()
    _load = load

    @rx.event
    @public
    async def show(self) -> None:
        self.unregistered = Unregistered()
        await leave_question(self)
        await self._reload()

    @rx.event
    @unasked
    async def follow(self) -> None:
        await self._reload()

    @rx.event
    @requires(Permission.OWN_REGISTRATION_DELETE)
    async def unregister(self, event_id: Id) -> None:
        given_up = await unregister_row(self, event_id, self.shown.upcoming)
        self.unregistered = given_up or self.unregistered
        await self._reload()

    @rx.event
    @requires(Permission.OWN_REGISTRATION_DELETE)
    async def unregister_person(self, event_id: Id, user_id: Id) -> None:
        await unregister_person_from(self, event_id, user_id)
        await self._reload()

    @rx.event
    @requires(Permission.OWN_REGISTRATION_CREATE)
    async def register(self, event_id: Id) -> None:
        if await register_at(self, event_id):
            self.unregistered = Unregistered()
        await self._reload()

    @rx.event
    @requires(Permission.OWN_REGISTRATION_CREATE)
    async def register_until(self, form: FormValues) -> None:
        await register_for_dates(self, str(form.get("recordId", "")), str(form.get("until", "")))
        await self._reload()

    @rx.event
    @requires(Permission.OWN_REGISTRATION_DELETE)
    async def unregister_series(self, event_id: Id) -> None:
        await unregister_from_dates(self, event_id)
        self.unregistered = Unregistered()
        await self._reload()

    async def _reload(self) -> View | None:
        view, actor = await super()._reload(), current_actor()
        if view and actor.is_member:
            follow_own_seats(self, actor)
            follow_seats_of(self, await run(ids_of, actor) if actor.has_family else ())
        return view

"""States of the start page: a member's dashboard, and the next park days for newcomers."""

from dataclasses import replace

import reflex as rx
from reflex.event import EventSpec

from rookiebattle import routes
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import public, requires, unasked
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import Id
from rookiebattle.core.validation import parse
from rookiebattle.guardians import dependents
from rookiebattle.guardians import service as guardians
from rookiebattle.guardians.schemas import DependentRead, DependentWrite
from rookiebattle.guardians.wording import ENDED
from rookiebattle.notifications import service as notifications
from rookiebattle.notifications.view import notice_of
from rookiebattle.pages.home.read import (
    next_park_days,
    older_notices,
    show_dashboard,
    show_people,
)
from rookiebattle.pages.home.view import (
    PASSED_ON,
    SEAT_ID,
    DashboardView,
    ParkDaysView,
    PeopleView,
    link_end,
    people_of,
    section_of,
    view_of,
)
from rookiebattle.registrations.state.asking import leave_question
from rookiebattle.registrations.state.live import (
    follow_events,
    follow_list,
    follow_own_seats,
    follow_seats_of,
)
from rookiebattle.registrations.state.seats import Unregistered, register_at, unregister_row
from rookiebattle.ui.first_data import Query
from rookiebattle.ui.records import FormValues, WithForm
from rookiebattle.ui.state import LoadedPage, Refused, attempt
from rookiebattle.ui.views import Loaded, View

NOTICES = notifications.NOTICES
PLACE = "park-days"
NEW_PERSON = ("firstName", "lastName", "gameName", "birthDate")


async def load_dashboard(actor: Actor, params: Query) -> DashboardView | Loaded:
    if not actor.is_member:
        return Loaded()
    is_first = routes.AFTER_WELCOME in params or not actor.is_welcomed
    return view_of(await run(show_dashboard, actor), clock.now(), is_first=is_first)


class DashboardState(LoadedPage, rx.State):
    shown: DashboardView = DashboardView()
    unregistered: Unregistered = Unregistered()
    _load = load_dashboard

    @rx.event
    @public
    async def show(self) -> None:
        self.unregistered = Unregistered()
        await leave_question(self)
        await self._reload()

    @rx.event
    @unasked
    async def refresh(self) -> None:
        await self._reload()

    @rx.event
    @unasked
    async def follow(self) -> None:
        await self._show_seats()

    @rx.event
    @requires(Permission.OWN_REGISTRATION_DELETE)
    async def unregister(self, event_id: Id) -> None:
        given_up = await unregister_row(self, event_id, self.shown.cards)
        self.unregistered = given_up or self.unregistered
        await self._show_seats()

    @rx.event
    @requires(Permission.OWN_REGISTRATION_CREATE)
    async def register(self, event_id: Id) -> None:
        if await register_at(self, event_id):
            self.unregistered = Unregistered()
        await self._show_seats()

    @rx.event
    @requires(Permission.MEMBER_NOTIFICATION_READ)
    async def show_older(self) -> None:
        told = [one for one in self.shown.notices if not one.id.startswith(SEAT_ID)]
        older = await attempt(self, run(older_notices, current_actor(), after=len(told)))
        if isinstance(older, Refused):
            return
        known = {one.id for one in self.shown.notices}
        more = [notice_of(one) for one in older.items if one.id not in known]
        has_older = older.total > len(told) + len(older.items) and bool(older.items)
        self.shown = replace(self.shown, notices=[*self.shown.notices, *more], has_older=has_older)

    async def _show_seats(self) -> None:
        """Load the events again, and what is to be said about the member's own seats.

        The page may show more notifications than a load brings, so the others stay.
        """
        before = self.shown
        told = [one for one in before.notices if not one.id.startswith(SEAT_ID)]
        view = await self._reload()
        if isinstance(view, DashboardView):
            seats = [one for one in view.notices if one.id.startswith(SEAT_ID)]
            self.shown = replace(view, notices=[*seats, *told], has_older=before.has_older)

    async def _reload(self) -> View | None:
        view, actor = await super()._reload(), current_actor()
        if view is not None and actor.is_member:
            follow_list(self, NOTICES)
            follow_own_seats(self, actor)
        return view


async def load_park_days(actor: Actor, params: Query) -> ParkDaysView | Loaded:
    if actor.is_member:
        return Loaded()
    now = clock.now()
    found = await run(next_park_days, actor, chapter=params.get("chapter", ""), now=now)
    return section_of(found, now)


class ParkDaysState(LoadedPage, rx.State):
    shown: ParkDaysView = ParkDaysView()
    _load = load_park_days

    @rx.event
    @public
    async def choose(self, chapter_id: str) -> EventSpec:
        """Go to the same page with the park days of one chapter, or of all chapters."""
        self.shown = replace(self.shown, chapter=chapter_id[:36])
        return rx.redirect(f"{routes.asked(routes.HOME, chapter=self.shown.chapter)}#{PLACE}")

    async def _reload(self) -> View | None:
        if view := await super()._reload():
            follow_events(self, current_actor(), {card.id for card in self.shown.days})
        return view


async def load_people(actor: Actor, _params: Query) -> PeopleView | Loaded:
    if not actor.is_member:
        return Loaded()
    return people_of(await run(show_people, actor), clock.now())


class PeopleState(WithForm, LoadedPage, rx.State):
    """A guardian's people. `is_adding` opens the form; `link` is told once, in a dialog about
    `link_name`."""

    shown: PeopleView = PeopleView()
    is_adding: bool = False
    link: str = ""
    link_name: str = ""
    link_ends: str = ""
    by_text: str = ""
    by_email: str = ""
    _load = load_people

    @rx.event
    @unasked
    async def follow(self) -> None:
        await self._reload()

    @rx.event
    @requires(Permission.OWN_DEPENDENT_CREATE)
    async def open_form(self) -> None:
        await self._arrive()
        self.errors, self.is_adding = {}, True

    @rx.event
    @public
    async def close(self) -> None:
        """Close the dialogs. The link is not told again."""
        self._close_dialogs()

    @rx.event
    @requires(Permission.OWN_DEPENDENT_CREATE)
    async def add(self, form: FormValues) -> EventSpec | None:
        done = "Added to your people"
        return await self._submit(_added(form), done=done, fields=NEW_PERSON)

    @rx.event
    @requires(Permission.OWN_DEPENDENT_CREATE)
    async def make_link(self, user_id: Id) -> None:
        """Make the link by which the teenager takes over the account, and show it once."""
        await self._arrive()
        making = run(dependents.make_claim_link, current_actor(), user_id=user_id)
        made = await attempt(self, making)
        if not isinstance(made, Refused):
            people = {one.id: one.name for one in self.shown.people}
            self.link, self.link_name = made.url, people.get(user_id, "")
            self.link_ends = link_end(made.expires_at)
            self.by_text = routes.pass_on_by_text(made.url)
            self.by_email = routes.pass_on_by_email(PASSED_ON, made.url)

    @rx.event
    @requires(Permission.OWN_DEPENDENT_DELETE)
    async def end(self, user_id: Id) -> None:
        ending = run(guardians.end_dependent, current_actor(), user_id=user_id)
        await attempt(self, ending, done=ENDED)
        await self._reload()

    async def _submitted(self) -> None:
        # The gate resolved the actor before there was a first one of their people.
        await self._show(load_people(replace(current_actor(), has_family=True), {}))
        follow_seats_of(self, [one.id for one in self.shown.people])

    async def _reload(self) -> View | None:
        view = await super()._reload()
        follow_seats_of(self, [one.id for one in self.shown.people])
        return view

    def _close_dialogs(self) -> None:
        self.is_adding, self.errors = False, {}
        self.link = self.link_name = self.link_ends = self.by_text = self.by_email = ""


async def _added(form: FormValues) -> DependentRead:
    values = parse(DependentWrite, {name: form[name] for name in NEW_PERSON if name in form})
    return await run(dependents.add_dependent, current_actor(), values=values)

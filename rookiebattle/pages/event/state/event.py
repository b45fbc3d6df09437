"""The state of an event's own page."""

import reflex as rx
from reflex.event import EventSpec

from rookiebattle import routes
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import public, requires, unasked
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import NotFound
from rookiebattle.core.permissions import Permission
from rookiebattle.core.pushing import live
from rookiebattle.core.schemas import Id
from rookiebattle.core.validation import parse
from rookiebattle.events import hosting, reports
from rookiebattle.events.wording import ACCEPTED
from rookiebattle.pages.event.read import show_event
from rookiebattle.pages.event.view import EventView, view_of
from rookiebattle.payments import service as payments
from rookiebattle.payments.state import announced, asked_what_became, tell_returned
from rookiebattle.payments.view import Returned, returned_of
from rookiebattle.registrations.policy import cents_owed
from rookiebattle.registrations.schemas import GateCodeWrite, RegistrationRead, chosen_people
from rookiebattle.registrations.service import latecomers, waiting
from rookiebattle.registrations.service.login import TAKING_A_SEAT
from rookiebattle.registrations.state.asking import leave_question
from rookiebattle.registrations.state.live import (
    follow_events,
    follow_list,
    follow_seats_of,
    follow_waiting,
)
from rookiebattle.registrations.state.seats import (
    join_at,
    register_at,
    register_people_at,
    unregister_from,
    unregister_person_from,
)
from rookiebattle.registrations.wording import (
    LEFT_LIST,
    LOG_IN,
    LOG_IN_TO_HEAR,
    LOG_IN_TO_WAIT,
    REGISTERED,
    WILL_TELL,
    late_words,
)
from rookiebattle.ui.first_data import Query
from rookiebattle.ui.records import RECORD, FormValues
from rookiebattle.ui.state import PageState, Refused, attempt, toast

CHANGED = "This event was just changed"
WITHDRAWN = "This event is no longer here"
IS_ON_AGAIN = "This event is on again"
DECLINED, DECLINED_TEXT = "Declined", "Only its organizer and administrators can see it now."
HANDLED = "Reports handled"


async def load(actor: Actor, params: Query) -> EventView:
    """The view of the event `id`, for the websocket and for first data. Raises NotFound."""
    shown = await run(show_event, actor, event_id=params.get("id", ""))
    return view_of(shown, clock.now())


class EventState(PageState, rx.State):
    """One event and its people.

    `is_new` is set for a seat that was taken on this page. `returned` is what is known of the
    payment from which somebody comes back. `wrong_code` is the sentence beside the gate code.
    """

    shown: EventView = EventView()
    is_new: bool = False
    returned: Returned = Returned()
    wrong_code: str = ""

    @rx.event
    @public
    async def show(self) -> None:
        """Load the page when it is opened; after a payment, ask what became of it."""
        self.returned, self.wrong_code, params = Returned(), "", self._params()
        await leave_question(self)
        await self._load(params["id"])
        if self.shown.card.id and current_actor().is_member:
            await self._confirm()

    @rx.event
    @requires(Permission.OWN_PAYMENT_READ)
    async def look_again(self) -> None:
        """Ask once more what became of the payment."""
        if self.returned.state == "waiting":
            await self._confirm()

    @rx.event
    @unasked
    async def refresh(self) -> EventSpec | None:
        """Load the page after its form changed the event. A deleted event leads to the calendar."""
        await self._load(self.shown.card.id)
        return rx.redirect(routes.EVENTS) if self.shown.missing else None

    @rx.event
    @unasked
    async def follow(self) -> None:
        """Load the page after somebody else has changed the event, or when its time has come."""
        if not self.shown.card.id:
            return
        before = self.shown
        await self._load(before.card.id)
        if self.shown.missing or self.shown.more.stamp != before.more.stamp:
            await toast(self, _news(before, self.shown), tone="info")

    @rx.event
    @requires(Permission.OWN_REGISTRATION_CREATE, prompt=LOG_IN, fragment=TAKING_A_SEAT)
    async def register(self, event_id: Id) -> None:
        is_new = await register_at(self, event_id)
        await self._load(event_id)
        self.is_new = is_new

    @rx.event
    @requires(Permission.OWN_REGISTRATION_CREATE, prompt=LOG_IN)
    async def register_people(self, event_id: Id, form: FormValues) -> None:
        """Register those who are chosen in 'Who is coming?'."""
        await register_people_at(self, event_id, chosen_people(form))
        await self._load(event_id)

    @rx.event
    @requires(Permission.OWN_REGISTRATION_DELETE)
    async def unregister_person(self, event_id: Id, user_id: Id) -> None:
        """Give up the seat of one of the member's people."""
        await unregister_person_from(self, event_id, user_id)
        await self._load(event_id)

    @rx.event
    @requires(Permission.OWN_REGISTRATION_CREATE, prompt=LOG_IN)
    async def register_at_gate(self, form: FormValues) -> EventSpec | None:
        """Take a seat with the gate code. After a wrong code the form stays as it is."""
        event_id = str(form.get(RECORD) or "")
        work = _at_gate(event_id, form)
        result = await attempt(self, work, fields=("code",))
        self.wrong_code = ""
        if isinstance(result, Refused):
            self.wrong_code = result.fields.get("code", "")
        if self.wrong_code:
            return rx.set_focus("field-code")
        if not isinstance(result, Refused):
            owed = cents_owed(result.payment_status, result.payment_amount)
            await toast(self, REGISTERED, late_words(owed))
        await self._load(event_id)
        self.is_new = not isinstance(result, Refused)
        return None

    @rx.event
    @requires(Permission.OWN_REGISTRATION_DELETE)
    async def unregister(self, event_id: Id) -> None:
        await unregister_from(self, event_id)
        await self._load(event_id)

    @rx.event
    @requires(Permission.OWN_REGISTRATION_CREATE, prompt=LOG_IN_TO_WAIT)
    async def join_list(self, event_id: Id) -> None:
        """Wait for a seat."""
        await join_at(self, event_id)
        await self._load(event_id)

    @rx.event
    @requires(Permission.OWN_REGISTRATION_CREATE, prompt=LOG_IN_TO_WAIT)
    async def join_with(self, event_id: Id, form: FormValues) -> None:
        """Wait for seats with those who are chosen in 'Who is coming?'."""
        await join_at(self, event_id, chosen_people(form))
        await self._load(event_id)

    @rx.event
    @requires(Permission.OWN_REGISTRATION_CREATE, prompt=LOG_IN_TO_HEAR)
    async def wish(self, event_id: Id) -> None:
        """Ask for a letter when a seat opens."""
        verb, actor = waiting.join, current_actor()
        wishing = run(verb, actor, event_id=event_id, wants_seats=False)
        await attempt(self, wishing, done=WILL_TELL)
        await self._load(event_id)

    @rx.event
    @requires(Permission.OWN_REGISTRATION_DELETE)
    async def leave_list(self, event_id: Id) -> None:
        """Wait for no seat anymore, nor for a letter."""
        waited = await attempt(self, run(waiting.leave_own, current_actor(), event_id=event_id))
        if waited is True:
            await toast(self, LEFT_LIST)
        await self._load(event_id)

    @rx.event
    @requires(Permission.OWN_EVENT_ACCEPT)
    async def accept(self, event_id: Id) -> None:
        """Let an event that waits stand in its chapter's name."""
        work = run(hosting.accept_event, current_actor(), event_id=event_id)
        await attempt(self, work, done=ACCEPTED)
        await self._load(event_id)

    @rx.event
    @requires(Permission.OWN_EVENT_ACCEPT)
    async def decline(self, event_id: Id) -> None:
        """Refuse the chapter's name to an event that waits."""
        work = run(hosting.decline_event, current_actor(), event_id=event_id)
        await attempt(self, work, done=DECLINED, text=DECLINED_TEXT)
        await self._load(event_id)

    @rx.event
    @requires(Permission.ALL_REPORT_UPDATE)
    async def handle_reports(self, event_id: Id) -> None:
        """Note that the reports of this event were looked at."""
        work = run(reports.handle_reports, current_actor(), event_id=event_id)
        await attempt(self, work, done=HANDLED)
        await self._load(event_id)

    async def _confirm(self) -> None:
        payment_id, event_id = announced(self._params()), self.shown.card.id
        if not payment_id:
            return
        self.returned = await asked_what_became(_returned(payment_id, event_id), self.returned)
        if await tell_returned(self, self.returned):
            await self._load(self.shown.card.id)

    async def _load(self, event_id: str) -> None:
        """Load the page again. An event that is gone or hidden leaves no data in the vars."""
        view = await self._show(_load_or_missing(event_id))
        if view is None:
            return
        self.is_new = False
        if view.missing:
            live.unwatch(self.router.session.client_token, [event_id])
        else:
            follow_events(self, current_actor(), [event_id])
            follow_seats_of(self, [one.id for one in view.people])
            follow_list(self, view.said)
            follow_waiting(self, event_id)


def _news(before: EventView, now: EventView) -> str:
    """The most important difference in a sentence."""
    if now.missing:
        return WITHDRAWN
    if now.card.canceled != before.card.canceled:
        return now.card.canceled or IS_ON_AGAIN
    return CHANGED


async def _at_gate(event_id: str, form: FormValues) -> RegistrationRead:
    values = parse(GateCodeWrite, {"code": form.get("code")})
    verb, actor = latecomers.register_at_gate, current_actor()
    return await run(verb, actor, event_id=event_id, values=values)


async def _returned(payment_id: str, event_id: str) -> Returned:
    asking = payments.confirm(current_actor(), payment_id=payment_id, event_id=event_id)
    return returned_of(await asking)


async def _load_or_missing(event_id: str) -> EventView:
    try:
        return await load(current_actor(), {"id": event_id})
    except NotFound:
        return EventView(missing=True)

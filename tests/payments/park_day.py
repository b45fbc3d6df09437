"""An event that one member pays by card and one by hand, and its cancellation."""

from typing import Any

from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import new_id
from rookiebattle.core.pagination import Window
from rookiebattle.events import canceling
from rookiebattle.events import service as events
from rookiebattle.events.schemas import Affected, CancelWrite, Scope
from rookiebattle.payments import service
from rookiebattle.registrations.hooks import seat_told_of
from rookiebattle.registrations.schemas import Attendee, RosterSearch
from rookiebattle.registrations.service import registering as registrations
from rookiebattle.registrations.service import roster
from tests.letter_box import received
from tests.payments.till import Till
from tests.settled import settle

RAIN = CancelWrite(reason="Lightning is forecast.")
FAILING = "4000000000005126"
"""A card whose bank takes no refund."""


class ParkDay:
    """An event for ten dollars with one seat by card and one by hand."""

    def __init__(self, till: Till, **columns: Any) -> None:
        self.till, self.organizer = till, till.person(first_name="Olga")
        self.event_id = till.event(self.organizer, price_cents=10_00, **columns)
        self.hanna, self.carla = till.person(), till.person(email=f"{new_id()}@example.org")
        self.treasurer, self.card_id = till.person(is_admin=True), ""

    async def pay(self, card: str = "4242424242424242") -> "ParkDay":
        self.register(self.carla)
        started = await service.start_event_payment(self.carla, event_id=self.event_id)
        self.till.pay(started, card)
        await self.till.deliver()
        self.register(self.hanna)
        self.settle(self.hanna, "completed")
        self.card_id = started.payment_id
        return self

    def register(self, actor: Actor) -> None:
        self.till.do(registrations.register, actor, event_id=self.event_id)

    def settle(self, whose: Actor, status: Any, **more: Any) -> Attendee:
        seat = {"event_id": self.event_id, "user_id": whose.user_id, "status": status}
        return self.till.do(settle, self.organizer, **seat, **more)

    def weigh(self, scope: Scope = Scope.THIS) -> Affected:
        return self.till.do(canceling.affected, self.organizer, event_id=self.event_id, scope=scope)

    def cancel(self, scope: Scope = Scope.THIS) -> None:
        how: dict[str, Any] = {"scope": scope, "values": RAIN}
        self.till.do(canceling.cancel_event, self.organizer, event_id=self.event_id, **how)

    def reinstate(self) -> None:
        self.till.do(canceling.reinstate_event, self.organizer, event_id=self.event_id)

    def status(self, actor: Actor) -> str:
        (row,) = [one for one in self.till.rows(self.event_id) if one.user_id == actor.user_id]
        return row.payment_status

    def returning(self) -> tuple[int, int]:
        """The people and the sum, as administrators read it."""
        wanted = RosterSearch(window=Window(50))
        shown = self.till.do(
            roster.read_roster, self.treasurer, event_id=self.event_id, wanted=wanted
        )
        return shown.returning, shown.returning_cents

    def told(self, actor: Actor) -> str:
        """The part of the member's letter about their money."""
        event = self.till.do(events.get_event, actor, event_id=self.event_id)
        assert event.canceled_at
        back: dict[str, str] = {}
        with self.till.database.unit_of_work(write=False) as session:
            canceled = {event.id: event.canceled_at}
            seat_told_of.fire(session, user_id=actor.user_id, canceled=canceled, back=back)
        return back.get(event.id, "")


async def stuck_day(till: Till) -> ParkDay:
    """A canceled event with a payment whose refund the member's bank refused; letters are gone."""
    day = await ParkDay(till).pay(FAILING)
    day.cancel()
    await till.deliver()
    till.double.advance(days=1)
    await till.deliver()
    assert day.status(day.carla) == "completed"
    received()
    return day

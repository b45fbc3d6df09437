"""Waiting, seats and time in any order: no seat is promised twice, and none stays empty."""

from datetime import timedelta
from typing import Any, ClassVar

import pytest
import sqlalchemy as sa
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import AppError
from rookiebattle.events import canceling
from rookiebattle.events.models import Event
from rookiebattle.events.schemas import CancelWrite, EventPatch
from rookiebattle.events.service import update_event
from rookiebattle.registrations import policy
from rookiebattle.registrations.models import Registration
from rookiebattle.registrations.queries import seats
from rookiebattle.registrations.queries import waiting as queries
from rookiebattle.registrations.queries.waiting import Party
from rookiebattle.registrations.schemas import MoveWrite
from rookiebattle.registrations.service import holds, registering, waiting
from tests.clocks import NOW, StillClock
from tests.races.orders import try_orders
from tests.stripe_double.keys import take_cards
from tests.world import World

LONE, MINORS = 3, 2
people = st.integers(0, LONE)


class Waiting(RuleBasedStateMachine):
    """Three members and a mother of two, at an event with up to four seats."""

    world: ClassVar[World]
    clock: ClassVar[StillClock]
    price: ClassVar[int]
    organizer: ClassVar[Actor]
    family: ClassVar[list[Actor]]
    adults: ClassVar[list[Actor]]

    def __init__(self) -> None:
        super().__init__()
        self.clock.now = NOW
        start = NOW + timedelta(days=9)
        told = {"max_participants": 2, "price_cents": self.price, "start_at": start}
        self.event_id = self.world.event(self.organizer, **told)
        # Nobody waits before both seats are taken, which most orders come to late.
        for who in (0, 1):
            self.register(who)

    def act(self, verb: Any, actor: Actor, **told: Any) -> None:
        try:
            self.world.do(verb, actor, event_id=self.event_id, **told)
        except AppError:
            return

    @rule(who=people)
    def register(self, who: int) -> None:
        self.act(registering.register, self.adults[who])

    @rule(who=people)
    def unregister(self, who: int) -> None:
        self.act(registering.unregister, self.adults[who])

    @rule(which=st.integers(1, MINORS))
    def unregister_minor(self, which: int) -> None:
        self.act(registering.unregister, self.family[0], user_id=self.family[which].user_id)

    @rule(who=people, wants_seats=st.booleans())
    def join(self, who: int, wants_seats: bool) -> None:
        self.act(waiting.join, self.adults[who], wants_seats=wants_seats)

    @rule(first=st.integers(0, 1), number=st.integers(1, 1 + MINORS))
    def join_together(self, first: int, number: int) -> None:
        ids = [one.user_id for one in self.family[first : first + number]]
        self.act(waiting.join, self.family[0], people_ids=ids)

    @rule(who=people)
    def leave(self, who: int) -> None:
        self.act(waiting.leave_own, self.adults[who])

    @rule(which=st.integers(0, 4), position=st.integers(1, 3), removes=st.booleans())
    def decide(self, which: int, position: int, removes: bool) -> None:
        found = self.parties()
        if not found:
            return
        party = found[which % len(found)]
        if removes:
            self.act(waiting.leave, self.organizer, party_id=party.id)
            return
        values = MoveWrite(position=position, reason="Fair")
        self.act(waiting.move, self.organizer, party_id=party.id, values=values)

    @rule(maximum=st.integers(1, 4))
    def change(self, maximum: int) -> None:
        values = EventPatch.model_validate({"maxParticipants": maximum})
        self.act(update_event, self.organizer, values=values)

    @rule(is_off=st.booleans())
    def cancel(self, is_off: bool) -> None:
        if is_off:
            self.act(canceling.cancel_event, self.organizer, values=CancelWrite())
        else:
            self.act(canceling.reinstate_event, self.organizer)

    @rule(which=st.integers(0, 4))
    def pay(self, which: int) -> None:
        rows = [one for one in self.world.rows(self.event_id) if one.hold_expires_at]
        if rows:
            row = rows[which % len(rows)]
            told: dict[str, Any] = {"event_id": self.event_id, "cents": self.price}
            with self.world.database.unit_of_work(write=True) as session:
                holds.take_payment(session, registration_id=row.id, **told)

    @rule(hours=st.sampled_from([0.6, 12, 24, 60]))
    def time_passes(self, hours: float) -> None:
        self.clock.now += timedelta(hours=hours)
        self.act(holds.end_one, VISITOR)

    def parties(self) -> list[Party]:
        with self.world.database.unit_of_work(write=False) as session:
            return queries.parties_of(session, self.event_id)

    @invariant()
    def seats_and_places_are_sound(self) -> None:
        found = self.parties()
        with self.world.database.unit_of_work(write=False) as session:
            event = session.get_one(Event, self.event_id)
            wanted = sa.select(Registration).filter_by(event_id=self.event_id, cancelled_at=None)
            held = {one.user_id for one in session.scalars(wanted)}
            waits = [one for one in found if one.waits]
            may = [one for one in waits if not any(self.pauses(session, id_) for id_ in one.people)]
        assert event.current_participants == len(held), "the counter is that of the rows"
        everybody = [id_ for one in found for id_ in one.people]
        assert len(everybody) == len(set(everybody)), "nobody waits twice"
        assert not held & {id_ for one in found if not one.offered_at for id_ in one.people}
        free = (event.max_participants or 0) - len(held)
        if event.canceled_at is None and event.start_at > self.clock.now:
            assert not [one for one in may if len(one.people) <= free], "a seat stays empty"

    def pauses(self, session: Any, user_id: str) -> bool:
        seen = seats.event_and_seat(session, self.event_id, user_id)
        return bool(seen and policy.paused_until(self.clock.now, seen.hold))


def machine(world: World, clock: StillClock, price: int) -> type[Waiting]:
    mother = world.person(first_name="Ana")
    family = [mother, *(world.minor_of(mother, f"Teen {one}") for one in range(MINORS))]
    told = {"world": world, "clock": clock, "price": price, "organizer": world.person()}
    adults = [*world.people(LONE), mother]
    return type("Machine", (Waiting,), {**told, "family": family, "adults": adults})


@pytest.mark.parametrize("price", [0, 10_00])
def test_no_seat_is_promised_twice_and_none_stays_empty(
    database: Database, still_clock: StillClock, monkeypatch: pytest.MonkeyPatch, price: int
) -> None:
    take_cards(monkeypatch)
    try_orders(machine(World(database), still_clock, price), orders=6)


def test_the_machine_notices_a_seat_that_stays_empty(
    database: Database, still_clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting, "_seat", lambda *_args: False)
    run = machine(World(database), still_clock, 0)()
    run.join(2, wants_seats=True)
    run.unregister(0)
    with pytest.raises(AssertionError, match="stays empty"):
        run.seats_and_places_are_sound()

"""Registering, unregistering, changing and settling in any order, compared with a model."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import ClassVar

import sqlalchemy as sa
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import AppError
from rookiebattle.events.models import Event
from rookiebattle.events.schemas import EventPatch
from rookiebattle.events.service import update_event
from rookiebattle.registrations.models import Registration
from rookiebattle.registrations.service import registering
from tests.clocks import NOW, StillClock
from tests.races.orders import try_orders
from tests.settled import settle
from tests.world import World

PEOPLE = 5
people = st.integers(0, PEOPLE - 1)
settlements = st.sampled_from(["completed", "waived", "credit", "refunded"])
SETTLED = ("completed", "waived", "credit")


@dataclass
class Model:
    """The expected state, in the simplest form."""

    maximum: int | None = 2
    price: int = 0
    start: datetime = NOW + timedelta(days=3)
    now: datetime = NOW
    members_only: bool = False
    held: dict[int, str] = field(default_factory=dict)
    left: dict[int, str] = field(default_factory=dict)

    def register(self, who: int, has_membership: bool) -> int:
        if who in self.held:
            return 200
        if self.now >= self.start:
            return 409
        if self.members_only and not has_membership:
            return 403
        if self.maximum and len(self.held) >= self.maximum:
            return 409
        before = self.left.pop(who, "")
        owed = "pending" if self.price else "not_required"
        self.held[who] = before if before in SETTLED else owed
        return 200

    def unregister(self, who: int) -> int:
        if who not in self.held:
            return 404
        if self.start <= self.now + timedelta(hours=24):
            return 409
        self.left[who] = self.held.pop(who)
        return 200

    def settle(self, who: int, status: str) -> int:
        paid = self.left.get(who) in ("completed", "credit")
        rows = self.held if who in self.held else self.left if paid else {}
        if who not in rows:
            return 404
        if rows[who] == status:
            return 200
        if rows[who] == "not_required":
            return 409
        if status == "refunded" and rows[who] not in ("completed", "credit"):
            return 409
        rows[who] = status
        return 200

    def become_free(self) -> None:
        """Nobody owes anything, and a seat on credit costs none; what was paid stays paid."""
        for rows in (self.held, self.left):
            for who, status in rows.items():
                if status in ("pending", "credit"):
                    rows[who] = "not_required"


class Registering(RuleBasedStateMachine):
    """The verbs end as the model does, and the counter always equals the rows."""

    world: ClassVar[World]
    members: ClassVar[list[Actor]]
    organizer: ClassVar[Actor]
    clock: ClassVar[StillClock]

    def __init__(self) -> None:
        super().__init__()
        self.model = Model()
        self.clock.now = NOW
        self.event_id = self.world.event(
            self.organizer, start_at=self.model.start, max_participants=2
        )

    def status(self, act: Callable[[], object]) -> int:
        try:
            act()
        except AppError as refused:
            return refused.status
        return 200

    @rule(who=people)
    def register(self, who: int) -> None:
        actor = self.members[who]
        expected = self.model.register(who, actor.has_membership)
        found = self.status(
            lambda: self.world.do(registering.register, actor, event_id=self.event_id)
        )
        assert found == expected

    @rule(who=people)
    def unregister(self, who: int) -> None:
        actor = self.members[who]
        found = self.status(
            lambda: self.world.do(registering.unregister, actor, event_id=self.event_id)
        )
        assert found == self.model.unregister(who)

    @rule(who=people, status=settlements)
    def settle(self, who: int, status: str) -> None:
        user_id = self.members[who].user_id
        found = self.status(
            lambda: self.world.do(
                settle,
                self.organizer,
                event_id=self.event_id,
                user_id=user_id,
                status=status,  # type: ignore[arg-type]  # drawn from the four
            )
        )
        assert found == self.model.settle(who, status)

    @rule(
        maximum=st.sampled_from([None, 0, 1, 2, 3]),
        price=st.sampled_from([0, 1000]),
        members_only=st.booleans(),
    )
    def change(self, maximum: int | None, price: int, members_only: bool) -> None:
        values = EventPatch.model_validate(
            {
                "maxParticipants": maximum,
                "price": price // 100,
                "requiresMembership": members_only,
            }
        )
        self.world.do(update_event, self.organizer, event_id=self.event_id, values=values)
        if price < self.model.price:
            self.model.become_free()
        self.model.maximum, self.model.price = maximum, price
        self.model.members_only = members_only

    @rule(hours=st.sampled_from([1, 20, 30]))
    def time_passes(self, hours: int) -> None:
        self.model.now += timedelta(hours=hours)
        self.clock.now = self.model.now

    @rule(hours=st.sampled_from([2, 24, 25, 90]))
    def is_moved(self, hours: int) -> None:
        start = self.model.now + timedelta(hours=hours)
        values = EventPatch.model_validate({"startDate": start})
        self.world.do(update_event, self.organizer, event_id=self.event_id, values=values)
        self.model.start = start

    @invariant()
    def rows_counter_and_model_agree(self) -> None:
        rows, counter = self.seen()
        number = {one.user_id: place for place, one in enumerate(self.members)}
        held = {number[r.user_id]: r.payment_status for r in rows if r.cancelled_at is None}
        left = {number[r.user_id]: r.payment_status for r in rows if r.cancelled_at}
        assert (held, left) == (self.model.held, self.model.left)
        assert counter == len(held)

    def seen(self) -> tuple[list[Registration], int]:
        with self.world.database.unit_of_work(write=False) as session:
            rows = session.scalars(sa.select(Registration).filter_by(event_id=self.event_id))
            return [*rows], session.get_one(Event, self.event_id).current_participants


def test_any_order_of_acts_ends_as_the_model_does(
    each_database: Database, still_clock: StillClock
) -> None:
    world = World(each_database)
    members = [
        replace(one, has_membership=at % 2 == 0) for at, one in enumerate(world.people(PEOPLE))
    ]
    told = {"world": world, "members": members, "organizer": world.person(), "clock": still_clock}
    machine = type("Machine", (Registering,), told)
    try_orders(machine, orders=6)

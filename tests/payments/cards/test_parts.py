"""A guardian pays for the seats of several people by one charge; each seat has its own ledger."""

from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

import pytest

from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.errors import Invalid, NotFound
from rookiebattle.core.roles import Grant, Role
from rookiebattle.guardians.models import Guardianship
from rookiebattle.integrations.stripe.cards import cards
from rookiebattle.payments import books, service
from rookiebattle.payments.cards import reconciliation
from rookiebattle.payments.models import Payment, Status
from rookiebattle.payments.schemas import PaymentSearch, Started
from rookiebattle.payments.seats import canceled_events
from rookiebattle.registrations.policy import HOLD
from rookiebattle.registrations.service import registering
from tests.payments.books import at_the_service, in_the_books, is_sound
from tests.payments.park_day import ParkDay
from tests.payments.till import Till

pytestmark = pytest.mark.anyio


@dataclass
class Family:
    """A mother and two minors, who have seats for ten dollars that are not paid."""

    day: ParkDay
    mother: Actor
    people: list[Actor] = field(default_factory=list)

    @classmethod
    def of(cls, till: Till, **columns: Any) -> "Family":
        day, mother = ParkDay(till, **columns), till.person(first_name="Ana")
        family = cls(day, mother)
        for name in ("Rowan", "Sam"):
            minor = till.person(first_name=name, email=None, age_band="minor")
            till.add(Guardianship(minor_id=minor.user_id, guardian_id=mother.user_id))
            family.people.append(minor)
        return family

    @property
    def till(self) -> Till:
        return self.day.till

    def register(self, *coming: Actor) -> "Family":
        ids = [one.user_id for one in coming or (self.mother, *self.people)]
        event_id = self.day.event_id
        self.till.do(registering.register_party, self.mother, event_id=event_id, people_ids=ids)
        return self

    async def start(self) -> Started:
        return await service.start_event_payment(self.mother, event_id=self.day.event_id)

    async def pay(self) -> Started:
        started = await self.start()
        self.till.pay(started)
        await self.till.deliver(copies=2)
        return started

    def payments(self) -> list[Payment]:
        found = self.till.all(Payment, event_id=self.day.event_id)
        return sorted(found, key=lambda one: (bool(one.paid_with), one.number))

    def sums(self) -> list[tuple[int, int]]:
        return [(one.received_cents, one.refunded_cents) for one in self.payments()]

    def statuses(self) -> list[str]:
        return [self.day.status(one) for one in (self.mother, *self.people)]

    def is_sound(self) -> None:
        """The books agree with themselves and with the card service."""
        is_sound(self.till)
        assert in_the_books(self.till) == at_the_service(self.till)

    def leave(self, who: Actor) -> bool:
        event_id, by = self.day.event_id, self.mother
        return self.till.do(registering.unregister, by, event_id=event_id, user_id=who.user_id)


async def test_one_charge_pays_for_all_and_each_seat_has_its_own_lines(some_till: Till) -> None:
    family = Family.of(some_till).register()
    started = await family.pay()
    assert (started.amount_cents, started.description) == (30_00, "Park day, 3 seats")
    assert family.statuses() == ["completed"] * 3
    assert family.sums() == [(10_00, 0)] * 3
    assert {one.user_id for one in family.payments()} == {family.mother.user_id}
    assert some_till.letters(family.mother).count("payment.receipt") == 1
    told = await some_till.confirm(family.mother)
    assert told.state == "completed"
    paid = some_till.do(
        canceled_events.how_paid, family.day.organizer, event_id=family.day.event_id
    )
    assert set(paid) == {one.user_id for one in (family.mother, *family.people)}
    family.is_sound()
    assert await reconciliation.reconcile(clock.now() - timedelta(days=1)) == []
    only_the_payers_name_is_in_the_books(family)


def only_the_payers_name_is_in_the_books(family: Family) -> None:
    """A treasurer does not read whose seats somebody pays; payers and administrators do."""
    till, treasurer = family.till, family.till.person()
    treasurer = replace(treasurer, grants=(Grant(Role.TREASURER),))
    rows = till.do(books.search_payments, treasurer, wanted=PaymentSearch()).items
    assert "Rowan" not in repr(rows)

    def read_by(reader: Actor) -> set[str]:
        asked = [one.id for one in family.payments()]
        return {till.do(service.receipt, reader, payment_id=id_).description for id_ in asked}

    assert {"Park day, for Rowan", "Park day, for Sam"} < read_by(family.mother)
    assert read_by(family.day.treasurer) == read_by(family.mother)
    assert all("Rowan" not in one and "Sam" not in one for one in read_by(treasurer))


async def test_the_sum_is_the_seats_and_a_second_start_is_the_same(till: Till) -> None:
    family = Family.of(till).register()
    first, again = await family.start(), await family.start()
    assert (first.payment_id, first.client_secret) == (again.payment_id, again.client_secret)
    with pytest.raises(Invalid):
        await service.start_event_payment(
            family.mother, event_id=family.day.event_id, sent_cents=10_00
        )


async def test_one_seat_that_is_given_up_is_refunded_alone(some_till: Till) -> None:
    family = Family.of(some_till, is_refundable=True).register()
    await family.pay()
    assert family.leave(family.people[0])
    await some_till.deliver(copies=2)
    assert sorted(family.sums()) == [(10_00, 0), (10_00, 0), (10_00, 10_00)]
    assert sorted(family.statuses()) == ["completed", "completed", "refunded"]
    family.is_sound()


async def test_a_canceled_event_gives_each_seat_back(till: Till) -> None:
    family = Family.of(till).register()
    await family.pay()
    family.day.cancel()
    await till.deliver()
    assert family.sums() == [(10_00, 10_00)] * 3
    assert family.statuses() == ["refunded"] * 3
    family.is_sound()


async def test_an_administrator_refunds_the_seat_of_the_payment(till: Till) -> None:
    family = Family.of(till).register()
    await family.pay()
    (last,) = [one for one in family.payments() if one.number == 3]
    till.do(service.refund, family.day.treasurer, payment_id=last.id)
    await till.deliver()
    assert (till.payment(last.id).status, family.statuses().count("refunded")) == (
        Status.REFUNDED,
        1,
    )
    family.is_sound()


async def test_a_refund_in_the_dashboard_is_dealt_once(till: Till) -> None:
    family = Family.of(till).register()
    await family.pay()
    charge = family.payments()[0].stripe_payment_intent_id or ""
    await cards().refund(charge, cents=15_00, key="dashboard")
    await till.deliver(copies=3)
    assert sorted(one for _, one in family.sums()) == [0, 5_00, 10_00]
    family.is_sound()


async def test_a_late_payment_takes_the_seats_that_are_left(till: Till) -> None:
    family = Family.of(till, max_participants=3).register()
    started = await family.start()
    till.double.advance(seconds=int(HOLD.total_seconds()) + 1)
    stranger = till.person()
    family.day.register(stranger)
    till.pay(started)
    await till.deliver()
    assert sorted(family.statuses()) == ["completed", "completed", "pending"]
    assert sorted(family.sums()) == [(10_00, 0), (10_00, 0), (10_00, 10_00)]
    assert "payment.returned" in till.letters(family.mother)
    family.is_sound()


async def test_leaving_before_the_payment_makes_another_sum(till: Till) -> None:
    family = Family.of(till).register()
    first = await family.start()
    family.leave(family.people[1])
    await till.deliver()
    second = await family.pay()
    assert (second.amount_cents, second.payment_id != first.payment_id) == (20_00, True)
    assert sorted(family.statuses()) == ["completed", "completed", "pending"]
    family.is_sound()


async def test_a_guardian_pays_for_a_minor_alone_and_strangers_do_not(till: Till) -> None:
    family = Family.of(till).register()
    rowan = family.people[0]
    other = await service.start_event_payment(rowan, event_id=family.day.event_id)
    assert other.amount_cents == 10_00
    family.leave(family.mother)
    assert (await family.pay()).amount_cents == 20_00
    with pytest.raises(NotFound):
        await service.start_event_payment(till.person(), event_id=family.day.event_id)
    family.is_sound()


async def test_without_its_guardian_a_paid_seat_stays_and_its_money_is_the_payers(
    till: Till,
) -> None:
    family = Family.of(till, is_refundable=True).register()
    await family.pay()
    with till.database.unit_of_work(write=True) as session:
        session.query(Guardianship).update(
            {"ended_at": till.payment(family.payments()[0].id).paid_at}
        )
    assert family.statuses() == ["completed"] * 3
    rowan = family.people[0]
    till.do(registering.unregister, rowan, event_id=family.day.event_id)
    await till.deliver()
    (back,) = [one for one in family.payments() if one.refunded_cents]
    assert back.user_id == family.mother.user_id

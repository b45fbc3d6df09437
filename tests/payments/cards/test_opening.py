"""An adult of a household pays for the seats of another one and of that one's minors."""

from dataclasses import dataclass, replace

import pytest

from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.errors import Conflict, Forbidden, NotFound
from rookiebattle.core.pagination import Window
from rookiebattle.core.roles import Grant, Role
from rookiebattle.guardians import service as guardians
from rookiebattle.guardians.models import Guardianship
from rookiebattle.guardians.wording import OWN_MONEY
from rookiebattle.payments import service
from rookiebattle.payments.models import Payment, Status
from rookiebattle.payments.schemas import PaymentWrite, Started
from rookiebattle.payments.wording import NOTHING_OWED
from rookiebattle.registrations.schemas import HouseholdBill
from rookiebattle.registrations.service import people, registering
from rookiebattle.registrations.wording import NOT_YOURS
from tests.payments.books import is_sound
from tests.payments.park_day import ParkDay
from tests.payments.till import Till

pytestmark = pytest.mark.anyio


@dataclass
class Household:
    """Ben and his teenager Sam have seats for ten dollars that are not paid; Ana is of one
    household with Ben."""

    day: ParkDay
    ana: Actor
    ben: Actor
    sam: Actor

    @classmethod
    def of(cls, till: Till) -> "Household":
        ana, ben = (till.person(first_name=name) for name in ("Ana", "Ben"))
        sam = till.person(first_name="Sam", email=None, age_band="minor")
        pair = Guardianship(minor_id=ben.user_id, guardian_id=ana.user_id, kept_at=clock.now())
        till.add(pair)
        till.add(Guardianship(minor_id=sam.user_id, guardian_id=ben.user_id))
        home = cls(ParkDay(till), ana, ben, sam)
        ids, event_id = [ben.user_id, sam.user_id], home.day.event_id
        till.do(registering.register_party, ben, event_id=event_id, people_ids=ids)
        return home

    @property
    def till(self) -> Till:
        return self.day.till

    def bills(self, payer: Actor) -> list[HouseholdBill]:
        return self.till.do(people.household_bills, payer)

    async def start(self, payer: Actor, payee: Actor) -> Started:
        sent = {"eventId": self.day.event_id, "forUserId": payee.user_id, "usePerks": True}
        return await service.start_payment(payer, values=PaymentWrite.model_validate(sent))

    def statuses(self) -> list[str]:
        return [self.day.status(one) for one in (self.ben, self.sam)]


async def test_one_adult_pays_for_another_and_gets_receipt_and_refund(some_till: Till) -> None:
    home, till = Household.of(some_till), some_till
    (bill,) = home.bills(home.ana)
    assert (bill.user_id, bill.names, bill.cents) == (home.ben.user_id, ["Ben", "Sam"], 20_00)
    assert home.bills(home.ben) == []
    started = await home.start(home.ana, home.ben)
    assert started.amount_cents == bill.cents
    till.pay(started)
    await till.deliver()
    assert (home.statuses(), home.bills(home.ana)) == (["completed"] * 2, [])
    assert "payment.receipt" in till.letters(home.ana)
    assert "payment.receipt" not in till.letters(home.ben)
    till.change(home.day.event_id, is_refundable=True)
    till.do(guardians.end_dependent, home.ana, user_id=home.ben.user_id)
    # The household has ended, and what is paid stays.
    assert home.statuses() == ["completed"] * 2
    told = {"event_id": home.day.event_id, "user_id": home.sam.user_id}
    assert till.do(registering.unregister, home.ben, **told)
    await till.deliver()
    assert [home.day.status(one) for one in (home.ben, home.sam)] == ["completed", "refunded"]
    assert "payment.refunded" in till.letters(home.ana)
    is_sound(till)


async def test_only_a_household_that_holds_may_pay_and_only_what_is_owed(till: Till) -> None:
    home, stranger = Household.of(till), till.person()
    for payer, payee in ((stranger, home.ben), (home.ana, home.sam), (home.ana, stranger)):
        with pytest.raises(NotFound, match=NOT_YOURS):
            await home.start(payer, payee)
    # Both are one household: Ben may pay for Ana, who has no seat.
    with pytest.raises(NotFound):
        await home.start(home.ben, home.ana)
    till.do(guardians.end_dependent, home.ana, user_id=home.ben.user_id)
    assert home.bills(home.ana) == []
    with pytest.raises(NotFound, match=NOT_YOURS):
        await home.start(home.ana, home.ben)


async def test_whoever_starts_last_pays(till: Till) -> None:
    home = Household.of(till)
    await home.start(home.ana, home.ben)
    own = await service.start_event_payment(home.ben, event_id=home.day.event_id)
    till.pay(own)
    await till.deliver()
    assert home.statuses() == ["completed"] * 2
    paid = [one.user_id for one in till.all(Payment) if one.status == Status.COMPLETED]
    assert paid == [home.ben.user_id] * 2
    with pytest.raises(Conflict, match=NOTHING_OWED):
        await home.start(home.ana, home.ben)
    is_sound(till)


async def test_a_treasurer_refunds_nothing_that_they_paid_for_others(till: Till) -> None:
    home = Household.of(till)
    started = await home.start(home.ana, home.ben)
    till.pay(started)
    await till.deliver()
    treasurer = replace(home.ana, grants=(Grant(Role.TREASURER),))
    with pytest.raises(Forbidden, match=OWN_MONEY):
        till.do(service.refund, treasurer, payment_id=started.payment_id)
    assert home.statuses() == ["completed"] * 2


async def test_a_payment_of_another_names_whose_seat_it_is(till: Till) -> None:
    home = Household.of(till)
    till.pay(await home.start(home.ana, home.ben))
    await till.deliver()
    page = till.do(service.history, home.ana, window=Window(10))
    assert sorted(one.for_name or "" for one in page.items) == ["Ben", "Sam"]
    told = [till.do(service.receipt, home.ana, payment_id=one.id) for one in page.items]
    title = page.items[0].description
    assert sorted(one.description for one in told) == [f"{title}, for Ben", f"{title}, for Sam"]
    own = await till.give(home.ben)
    till.pay(own)
    await till.deliver()
    (alone,) = till.do(service.history, home.ben, window=Window(10)).items
    assert alone.for_name is None

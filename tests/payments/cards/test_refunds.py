"""Refunds that an administrator begins at the payment itself."""

import re
from datetime import timedelta
from typing import Any

import pytest

from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.errors import Conflict, Forbidden, Invalid, NotFound
from rookiebattle.integrations.stripe.cards import CardsOff
from rookiebattle.payments import books, service
from rookiebattle.payments.schemas import ByHandWrite, PaymentSearch
from rookiebattle.registrations.service import registering as registrations
from tests.payments.books import at_the_service, in_the_books, is_sound
from tests.payments.till import Till, without_keys
from tests.settled import settle

pytestmark = pytest.mark.anyio


@pytest.fixture
def admin(till: Till) -> Actor:
    return till.person(is_admin=True)


def may_refund(till: Till, admin: Actor) -> list[bool]:
    found = till.do(books.search_payments, admin, wanted=PaymentSearch())
    return [one.may_refund for one in found.items]


async def test_a_gift_and_a_plan_go_back_to_the_card(till: Till, admin: Actor) -> None:
    maya = till.person(email="maya@example.org")
    gift, plan = await till.give(maya), await service.start_subscription(maya)
    for started in (gift, plan):
        till.pay(started)
    await till.deliver()
    assert may_refund(till, admin) == [True, True]
    with pytest.raises(Forbidden):
        till.do(service.refund, maya, payment_id=gift.payment_id)
    for started in (gift, plan):
        till.do(service.refund, admin, payment_id=started.payment_id)
        with pytest.raises(Conflict, match="already on its way"):
            till.do(service.refund, admin, payment_id=started.payment_id)
    await till.deliver()
    assert may_refund(till, admin) == [False, False]
    assert till.standing(maya) == ("premium", "expired")
    assert till.letters(maya).count("payment.refunded") == 2
    assert at_the_service(till) == in_the_books(till) == 0
    is_sound(till)


@pytest.mark.parametrize("by_card", [True, False])
async def test_a_seat_follows_the_refund_of_its_payment(
    till: Till, admin: Actor, by_card: bool
) -> None:
    maya, organizer = till.person(), till.person()
    event_id = till.event(organizer, price_cents=10_00, start_at=clock.now() + timedelta(days=9))
    till.do(registrations.register, maya, event_id=event_id)
    if by_card:
        till.pay(await service.start_event_payment(maya, event_id=event_id))
        await till.deliver()
    else:
        paid: dict[str, Any] = {"event_id": event_id, "user_id": maya.user_id}
        till.do(settle, organizer, **paid, status="completed")
    (row,) = till.do(books.search_payments, admin, wanted=PaymentSearch()).items
    assert (row.may_refund, row.is_card) == (True, by_card)
    till.do(service.refund, admin, payment_id=row.id)
    await till.deliver()
    (seat,) = till.rows(event_id)
    assert (seat.payment_status, seat.cancelled_at) == ("refunded", None)
    assert in_the_books(till) == 0
    is_sound(till)


async def test_a_part_goes_back_and_leaves_the_seat_and_the_plan(till: Till, admin: Actor) -> None:
    maya, event_id = till.person(email="maya@example.org"), till.event(price_cents=10_00)
    till.do(registrations.register, maya, event_id=event_id)
    seat = await service.start_event_payment(maya, event_id=event_id)
    plan = await service.start_subscription(maya)
    for started in (seat, plan):
        till.pay(started)
    await till.deliver()
    for started, left in ((seat, "$10.00"), (plan, "$20.00")):
        back: dict[str, Any] = {"payment_id": started.payment_id}
        for cents in (0, 20_01):
            with pytest.raises(Invalid, match=re.escape(left)) as refused:
                till.do(service.refund, admin, **back, cents=cents)
            assert list(refused.value.fields) == ["amount"]
        till.do(service.refund, admin, **back, cents=5_00)
    # Money that is on its way is not left.
    with pytest.raises(Invalid, match=re.escape("$5.00")):
        till.do(service.refund, admin, payment_id=seat.payment_id, cents=5_01)
    await till.deliver()
    assert [one.payment_status for one in till.rows(event_id)] == ["completed"]
    assert till.standing(maya) == ("premium", "active")
    assert till.letters(maya).count("payment.refunded") == 2
    assert at_the_service(till) == in_the_books(till) == 20_00
    is_sound(till)
    till.do(service.refund, admin, payment_id=seat.payment_id, cents=5_00)
    till.do(service.refund, admin, payment_id=plan.payment_id)
    await till.deliver()
    assert [one.payment_status for one in till.rows(event_id)] == ["refunded"]
    assert till.standing(maya) == ("premium", "expired")
    assert at_the_service(till) == in_the_books(till) == 0
    is_sound(till)


async def test_what_cannot_be_refunded_says_why(
    till: Till, admin: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    maya = till.person()
    values = ByHandWrite.model_validate({"userId": maya.user_id, "plan": "premium"})
    by_hand = till.do(service.record_by_hand, admin, values=values)
    gift = await till.give(maya)
    till.pay(gift)
    await till.deliver()
    assert sorted(may_refund(till, admin)) == [False, True]
    with pytest.raises(Conflict, match="by hand"):
        till.do(service.refund, admin, payment_id=by_hand.id)
    with pytest.raises(NotFound):
        till.do(service.refund, admin, payment_id=maya.user_id)
    without_keys(monkeypatch)
    with pytest.raises(CardsOff):
        till.do(service.refund, admin, payment_id=gift.payment_id)
    assert may_refund(till, admin) == [False, False]

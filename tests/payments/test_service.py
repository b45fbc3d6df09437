"""A member's reads of payments: the history, a receipt, and the money for a seat."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.errors import NotFound
from rookiebattle.core.pagination import Window
from rookiebattle.payments import service
from rookiebattle.payments.models import Payment
from rookiebattle.payments.schemas import ByHandWrite, SeatMoney
from rookiebattle.registrations.service import registering as registrations
from tests.clocks import NOW, StillClock
from tests.payments.till import Till
from tests.settled import settle, settle_seat

pytestmark = pytest.mark.anyio


async def paid(till: Till, event_id: str) -> Actor:
    """A member who has paid for a seat by card."""
    actor = till.person()
    till.do(registrations.register, actor, event_id=event_id)
    till.pay(await service.start_event_payment(actor, event_id=event_id))
    await till.deliver()
    return actor


async def test_the_money_of_a_seat_is_followed_until_it_is_back(till: Till) -> None:
    organizer = till.person()
    event_id = till.event(organizer, price_cents=15_00)
    actor = await paid(till, event_id)
    assert till.do(service.seat_money, actor, event_id=event_id) == SeatMoney(15_00)
    settle_seat(till, organizer, event_id, actor, "refunded")
    assert till.do(service.seat_money, actor, event_id=event_id) == SeatMoney(
        15_00, coming_cents=15_00
    )
    await till.work_off()
    await till.deliver()
    told = till.do(service.seat_money, actor, event_id=event_id)
    assert told == SeatMoney(15_00, 15_00, NOW)


async def test_a_wrong_press_that_was_corrected_gave_nothing_back(till: Till) -> None:
    organizer, actor = till.people(2)
    event_id = till.event(organizer, price_cents=15_00)
    till.do(registrations.register, actor, event_id=event_id)
    settle_seat(till, organizer, event_id, actor, "completed")
    settle_seat(till, organizer, event_id, actor, "pending")
    told = till.do(service.seat_money, actor, event_id=event_id)
    assert told is None or (told.returned_cents, told.returned_at) == (0, None)


async def test_a_seat_that_waits_for_its_card_has_no_money(till: Till) -> None:
    actor, event_id = till.person(), till.event(price_cents=15_00)
    till.do(registrations.register, actor, event_id=event_id)
    await service.start_event_payment(actor, event_id=event_id)
    assert till.do(service.seat_money, actor, event_id=event_id) is None


async def test_receipts_at_events_are_those_of_who_paid(till: Till) -> None:
    organizer = till.person()
    first, second = (till.event(organizer, price_cents=15_00) for _ in range(2))
    actor, other = await paid(till, first), await paid(till, first)
    till.do(registrations.register, actor, event_id=second)
    await service.start_event_payment(actor, event_id=second)
    (mine,) = till.all(Payment, user_id=actor.user_id, event_id=first)
    told = till.do(service.own_receipts, actor, event_ids=[first, second])
    assert told == {first: [mine.id]}
    assert till.do(service.own_receipts, actor, event_ids=[second]) == {}
    assert mine.id not in till.do(service.own_receipts, other, event_ids=[first])[first]


async def test_a_payment_is_confirmed_by_its_event(till: Till) -> None:
    event_id = till.event(price_cents=15_00)
    actor = await paid(till, event_id)
    await till.give(actor)
    gift, fee = till.all(Payment, payment_type="donation"), till.all(Payment, event_id=event_id)
    confirmed = await service.confirm(actor, payment_id=fee[0].id, event_id=event_id)
    assert (confirmed.kind, confirmed.state) == ("event", "completed")
    with pytest.raises(NotFound):
        await service.confirm(actor, payment_id=gift[0].id, event_id=event_id)


async def test_neither_cash_nor_an_old_payment_is_news(till: Till) -> None:
    maya, ada = till.person(), till.person(is_admin=True)
    values = ByHandWrite.model_validate({"userId": maya.user_id, "amount": "9.00"})
    by_hand = till.do(service.record_by_hand, ada, values=values)
    with pytest.raises(NotFound):
        await service.confirm(maya, payment_id=by_hand.id)
    gift = await till.give(maya)
    till.pay(gift)
    assert (await service.confirm(maya, payment_id=gift.payment_id)).state == "completed"
    till.stand_at(clock.now() + timedelta(hours=1))
    assert (await service.confirm(maya, payment_id=gift.payment_id)).state == "completed"
    till.stand_at(clock.now() + timedelta(seconds=1))
    with pytest.raises(NotFound):
        await service.confirm(maya, payment_id=gift.payment_id)


@pytest.mark.parametrize(
    ("made", "year"),
    [("2026-12-31T23:59:59-05:00", "2026"), ("2027-01-01T00:00:00-05:00", "2027")],
)
async def test_a_receipt_has_the_year_of_the_organization(
    till: Till, still_clock: StillClock, made: str, year: str
) -> None:
    """In New York the last evening of a year is the next year in UTC."""
    actor = till.person()
    still_clock.now = datetime.fromisoformat(made).astimezone(UTC)
    given = await till.give(actor)
    till.pay(given)
    await till.deliver()
    shown = till.do(service.receipt, actor, payment_id=given.payment_id)
    assert shown.number.startswith(f"{year}-")


async def test_a_checkout_that_was_only_looked_at_is_no_payment(till: Till) -> None:
    maya = till.person()
    first, second = await till.give(maya, "11.00"), await till.give(maya, "12.00")
    await service.start_subscription(maya)
    assert till.do(service.history, maya, window=Window()).total == 0
    with pytest.raises(NotFound):
        till.do(service.receipt, maya, payment_id=first.payment_id)
    till.pay(first)
    await till.give(maya, "13.00")
    await till.deliver()
    shown = till.do(service.history, maya, window=Window())
    assert ([one.id for one in shown.items], shown.total) == ([first.payment_id], 1)
    assert till.do(service.receipt, maya, payment_id=first.payment_id).received_cents == 11_00
    with pytest.raises(NotFound):
        till.do(service.receipt, maya, payment_id=second.payment_id)
    admin = till.person(is_admin=True)
    assert till.do(service.receipt, admin, payment_id=first.payment_id).received_cents == 11_00
    with pytest.raises(NotFound):
        till.do(service.receipt, admin, payment_id=second.payment_id)


async def test_the_history_is_paged_over_what_was_paid(till: Till) -> None:
    maya = till.person()
    for amount in ("11.00", "12.00", "13.00"):
        till.pay(await till.give(maya, amount))
        await till.give(maya, f"{amount[:2]}.50")
    await till.deliver()
    page = till.do(service.history, maya, window=Window(1, 1))
    assert ([one.amount for one in page.items], page.total) == ([12_00], 3)


async def test_a_refund_that_was_undone_gave_nothing_back(till: Till) -> None:
    organizer, actor = till.person(is_admin=True), till.person()
    event_id = till.event(organizer, price_cents=15_00)
    till.do(registrations.register, actor, event_id=event_id)
    settle_seat(till, organizer, event_id, actor, "completed")
    settle_seat(till, organizer, event_id, actor, "refunded")
    told = till.do(service.seat_money, actor, event_id=event_id)
    assert told is not None
    assert told.returned_cents == 15_00
    seat: dict[str, Any] = {"event_id": event_id, "user_id": actor.user_id}
    till.do(settle, organizer, **seat, status="completed", is_undo=True)
    settle_seat(till, organizer, event_id, actor, "pending")
    told = till.do(service.seat_money, actor, event_id=event_id)
    assert told is not None
    assert (told.returned_cents, told.returned_at) == (0, None)

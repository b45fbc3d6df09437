"""The money of seats whose event becomes cheaper while or after they are paid by card."""

from typing import Any

import pytest

from rookiebattle.core.actor import Actor
from rookiebattle.events import canceling
from rookiebattle.events.schemas import EventPatch, Scope
from rookiebattle.events.service import change_event
from rookiebattle.payments import service
from rookiebattle.payments.models import PaymentOrder
from rookiebattle.payments.schemas import Started
from rookiebattle.registrations.service import holds, prices, settling
from rookiebattle.registrations.service import registering as registrations
from tests.payments.books import at_the_service, in_the_books, is_sound
from tests.payments.till import Till
from tests.settled import settle as settle_seat
from tests.stripe_double import charges

pytestmark = pytest.mark.anyio


async def held(till: Till, event_id: str) -> tuple[Actor, Started]:
    actor = till.person(email="ana@example.org")
    till.do(registrations.register, actor, event_id=event_id)
    return actor, await service.start_event_payment(actor, event_id=event_id)


def reprice(till: Till, organizer: Actor, event_id: str, price: str) -> None:
    values = EventPatch.model_validate({"price": price})
    till.do(change_event, organizer, event_id=event_id, values=values)


def seat(till: Till, event_id: str) -> tuple[str, int, int]:
    (row,) = till.rows(event_id)
    return row.payment_status, row.payment_amount_cents, row.overpaid_cents


async def test_a_seat_that_waits_for_a_card_is_its_members_once_the_event_is_free(
    some_till: Till,
) -> None:
    till, organizer = some_till, some_till.person()
    event_id = till.event(organizer, price_cents=10_00)
    ana, started = await held(till, event_id)
    assert "registration.confirmed" not in till.letters(ana)
    reprice(till, organizer, event_id, "0")
    assert "registration.confirmed" in till.letters(ana)
    till.double.advance(seconds=1801)
    till.do(holds.end_one, organizer, event_id=event_id)
    assert (seat(till, event_id), till.held(event_id)) == (("not_required", 0, 0), 1)
    await till.deliver()
    assert till.payment(started.payment_id).status == "canceled"
    is_sound(till)


async def test_what_waits_for_the_former_price_is_canceled_and_the_lower_one_is_paid(
    till: Till,
) -> None:
    organizer = till.person()
    event_id = till.event(organizer, price_cents=10_00)
    ana, before = await held(till, event_id)
    reprice(till, organizer, event_id, "7.00")
    await till.deliver()
    after = await service.start_event_payment(ana, event_id=event_id)
    assert (after.amount_cents, after.payment_id == before.payment_id) == (7_00, False)
    till.pay(after)
    await till.deliver()
    assert seat(till, event_id) == ("completed", 7_00, 0)
    is_sound(till)


async def test_a_card_that_pays_the_former_price_in_the_same_moment_has_paid_too_much(
    some_till: Till,
) -> None:
    till, organizer = some_till, some_till.person()
    event_id = till.event(organizer, price_cents=10_00)
    ana, started = await held(till, event_id)
    till.pay(started)
    reprice(till, organizer, event_id, "7.00")
    await till.deliver()
    assert seat(till, event_id) == ("completed", 7_00, 3_00)
    till.do(prices.refund_overpaid, organizer, event_id=event_id, user_id=ana.user_id)
    await till.deliver()
    assert seat(till, event_id) == ("completed", 7_00, 0)
    assert till.moved(started.payment_id) == [("received", 10_00), ("refunded", -3_00)]
    assert in_the_books(till) == at_the_service(till) == 7_00
    assert "payment.refunded" in till.letters(ana)
    is_sound(till)


async def test_a_card_that_pays_for_an_event_that_became_free_gets_all_back(till: Till) -> None:
    organizer = till.person()
    event_id = till.event(organizer, price_cents=10_00)
    _ana, started = await held(till, event_id)
    till.pay(started)
    reprice(till, organizer, event_id, "0")
    await till.deliver()
    assert (seat(till, event_id), till.held(event_id)) == (("not_required", 0, 0), 1)
    assert in_the_books(till) == at_the_service(till) == 0


async def test_a_refund_of_the_rest_that_fails_is_due_again(till: Till) -> None:
    organizer = till.person()
    event_id = till.event(organizer, price_cents=10_00)
    ana, started = await held(till, event_id)
    till.pay(started)
    await till.deliver()
    for price, kept in (("7.00", ("completed", 7_00, 3_00)), ("0", ("completed", 0, 10_00))):
        reprice(till, organizer, event_id, price)
        till.do(prices.refund_overpaid, organizer, event_id=event_id, user_id=ana.user_id)
        await till.deliver()
        given = till.double.account.all("refund")
        newest = next(one for one in given if one["status"] == "succeeded")
        charges.fail_refund(till.double.account, newest)
        await till.deliver()
        assert seat(till, event_id) == kept
    assert {one.state for one in till.all(PaymentOrder)} == {"done"}
    assert till.payment(started.payment_id).kept_cents == 10_00


async def test_cash_that_was_too_much_is_handed_back_and_a_wrong_press_after_it_undone(
    till: Till,
) -> None:
    organizer, ana = till.person(), till.person(email="ana@example.org")
    event_id = till.event(organizer, price_cents=10_00)
    till.do(registrations.register, ana, event_id=event_id)
    whose: dict[str, Any] = {"event_id": event_id, "user_id": ana.user_id}
    till.do(settle_seat, organizer, **whose, status="completed")
    reprice(till, organizer, event_id, "7.00")
    till.do(settling.take_back, organizer, **whose)
    assert seat(till, event_id) == ("pending", 7_00, 0)
    till.do(settling.undo, organizer, **whose, before="completed")
    assert seat(till, event_id) == ("completed", 7_00, 3_00)
    weighed = till.do(canceling.affected, organizer, event_id=event_id, scope=Scope.THIS)
    assert weighed.back.hand_cents == 10_00
    till.do(prices.refund_overpaid, organizer, **whose)
    till.do(settling.take_back, organizer, **whose)
    till.do(settling.undo, organizer, **whose, before="completed")
    assert seat(till, event_id) == ("completed", 7_00, 0)
    assert in_the_books(till) == 7_00
    is_sound(till)

"""A refund on the roster and one in Stripe's dashboard, in the same moment: all goes back once."""

from functools import partial
from typing import Any

import anyio
import pytest
from sqlalchemy.orm import Session

from rookiebattle.core.doors.work import run
from rookiebattle.integrations.stripe.cards import cards
from rookiebattle.integrations.stripe.client import StripeCards
from rookiebattle.payments.cards import worker
from rookiebattle.payments.models import PaymentOrder
from rookiebattle.payments.queries import queues
from rookiebattle.registrations.service import settling
from tests.payments.books import at_the_service, in_the_books, is_sound
from tests.payments.park_day import ParkDay
from tests.payments.till import Till

pytestmark = pytest.mark.anyio
BEFORE, DURING, AT_ONCE = "before the order goes out", "while it goes out", "while it is placed"


async def refund_twice(till: Till, moment: str, monkeypatch: pytest.MonkeyPatch) -> ParkDay:
    """Give a seat's money back on the roster, and a part of it in the dashboard."""
    day = await ParkDay(till).pay()
    intent = till.payment(day.card_id).stripe_payment_intent_id or ""
    seat: dict[str, Any] = {"event_id": day.event_id, "user_id": day.carla.user_id}
    settle: Any = partial(run, settling.settle, day.organizer, **seat, status="refunded")
    whole, is_done = StripeCards.refund, list[bool]()

    async def refund_a_part() -> None:
        await whole(cards(), intent, cents=4_00, key="in the dashboard")

    async def meanwhile(self: StripeCards, *args: Any, **asked: Any) -> Any:
        if not is_done:
            is_done.append(True)
            await refund_a_part()
        return await whole(self, *args, **asked)

    if moment == AT_ONCE:
        async with anyio.create_task_group() as both:
            both.start_soon(settle)
            both.start_soon(refund_a_part)
    else:
        await settle()
    if moment == BEFORE:
        await refund_a_part()
    with monkeypatch.context() as patched:
        if moment == DURING:
            patched.setattr(StripeCards, "refund", meanwhile)
        await till.deliver(copies=2)
    await till.deliver()
    return day


@pytest.mark.parametrize("moment", [BEFORE, DURING, AT_ONCE])
async def test_what_is_left_goes_back(
    each_till: Till, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    day = await refund_twice(each_till, moment, monkeypatch)
    entered = sorted(each_till.moved(day.card_id))
    assert entered == [("received", 10_00), ("refunded", -6_00), ("refunded", -4_00)]
    assert day.status(day.carla) == "refunded"
    # The cash of the other member is not at the service.
    assert in_the_books(each_till) - 10_00 == at_the_service(each_till) == 0
    is_sound(each_till)


async def test_without_a_look_at_the_books_the_rest_is_left(
    each_till: Till, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control: a refusal is final, whatever it came from."""

    def give_up(session: Session, *, order_id: str, why: str) -> None:
        queues.finish(session, PaymentOrder, order_id, queues.FAILED)

    monkeypatch.setattr(worker, "_settle_refused", give_up)
    day = await refund_twice(each_till, BEFORE, monkeypatch)
    assert each_till.payment(day.card_id).kept_cents == 6_00

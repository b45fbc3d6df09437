"""The two queues and the tasks that work them off: refusals, failures, and what goes on after."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import anyio
import pytest
import sqlalchemy as sa

from rookiebattle.core.actor import OPERATOR
from rookiebattle.core.errors import Conflict, Unavailable
from rookiebattle.core.jobs.jobs import JobFailed
from rookiebattle.core.mail.outbox_table import OutboxLetter
from rookiebattle.events.models import Event
from rookiebattle.integrations.stripe.cards import PaymentRefused, cards
from rookiebattle.integrations.stripe.client import StripeCards
from rookiebattle.payments import orders, service
from rookiebattle.payments.cards import reconciliation, webhooks, worker
from rookiebattle.payments.models import Payment, PaymentOrder, WebhookEvent
from rookiebattle.payments.plans import plan_named
from rookiebattle.payments.queries import queues
from rookiebattle.registrations.service import holds, settling
from rookiebattle.registrations.service import registering as registrations
from tests.payments.books import is_sound
from tests.payments.till import Till, without_keys

pytestmark = pytest.mark.anyio
TWO_DAYS = 2 * 86_400
Task = Callable[[], Coroutine[Any, Any, None]]


async def refunded_seat(till: Till) -> tuple[str, str, str]:
    """An event, its member's paid seat and the payment, whose refund an organizer has ordered."""
    organizer, maya = till.person(), till.person()
    event_id = till.event(organizer, price_cents=10_00)
    till.do(registrations.register, maya, event_id=event_id)
    fee = await service.start_event_payment(maya, event_id=event_id)
    till.pay(fee)
    await till.deliver()
    seat: dict[str, Any] = {"event_id": event_id, "user_id": maya.user_id}
    till.do(settling.settle, organizer, status="refunded", **seat)
    with pytest.raises(Conflict, match="already on its way"):
        till.do(settling.settle, organizer, status="waived", **seat)
    return event_id, fee.payment_id, till.payment(fee.payment_id).stripe_payment_intent_id or ""


def letters_to_the_club(till: Till) -> list[str]:
    return [one.kind for one in till.all(OutboxLetter) if one.recipient == "contact@example.org"]


async def test_a_refund_that_the_service_refuses_is_written_to_the_club(
    till: Till, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(*_args: object, **_asked: object) -> None:
        raise PaymentRefused("balance_insufficient")

    event_id, payment_id, _intent = await refunded_seat(till)
    monkeypatch.setattr(StripeCards, "refund", refuse)
    await till.work_off()
    (order,) = till.all(PaymentOrder)
    assert (order.state, order.last_error) == (queues.FAILED, "balance_insufficient")
    assert letters_to_the_club(till) == ["payment.refund_failed"]
    assert [one.payment_status for one in till.rows(event_id)] == ["completed"]
    assert till.payment(payment_id).kept_cents == 10_00


async def test_a_refund_of_a_payment_that_the_service_no_longer_knows_is_told(till: Till) -> None:
    _event, _payment, intent_id = await refunded_seat(till)
    till.double.account.remove("payment_intent", intent_id)
    await till.work_off()
    (order,) = till.all(PaymentOrder)
    assert (order.state, order.last_error) == (queues.FAILED, "resource_missing")
    assert letters_to_the_club(till) == ["payment.refund_failed"]


async def test_an_order_that_never_arrives_is_given_up_and_told(till: Till) -> None:
    event_id, payment_id, _intent = await refunded_seat(till)
    till.double.faults.order("down", "POST /v1/refunds", times=10_000)
    for _ in range(queues.MOST_ATTEMPTS):
        await till.work_off()
        till.double.advance(seconds=int(queues.LONGEST_RETRY.total_seconds()))
    (order,) = till.all(PaymentOrder)
    assert (order.state, order.last_error) == (queues.FAILED, "PaymentsDown")
    assert letters_to_the_club(till) == ["payment.refund_failed"]
    assert till.moved(payment_id) == [("received", 10_00)]
    assert [one.payment_status for one in till.rows(event_id)] == ["completed"]


async def test_a_cancel_that_failed_for_good_can_be_ordered_again(till: Till) -> None:
    gift = await till.give(till.person())

    def cancel() -> None:
        with till.database.unit_of_work(write=True) as session:
            orders.cancel_payment(session, session.get_one(Payment, gift.payment_id))

    for _ in range(2):
        cancel()
    (order,) = till.all(PaymentOrder)
    with till.database.unit_of_work(write=True) as session:
        session.get_one(PaymentOrder, order.id).state = queues.FAILED
    for _ in range(2):
        cancel()
    assert len(till.all(PaymentOrder)) == 2
    await till.work_off()
    assert till.payment(gift.payment_id).status == "canceled"


async def test_a_row_whose_claim_ends_soon_is_left_to_the_next_claim(
    till: Till, monkeypatch: pytest.MonkeyPatch
) -> None:
    till.pay(await till.give(till.person()))
    whole, seen = webhooks.handle, list[str]()

    async def handle(notice: WebhookEvent) -> None:
        seen.append(notice.id)
        till.double.account.moved += 90
        await whole(notice)

    monkeypatch.setattr(worker, "handle", handle)
    assert len(till.double.webhooks.held) > 1
    await till.deliver()
    assert len(seen) == 1
    till.double.account.moved += 60
    await till.work_off()
    assert len(seen) == len(set(seen)) > 1


async def test_a_subscription_of_nobody_is_ended(till: Till) -> None:
    customer = await cards().add_customer(user_id="nobody", email="", key="nobody")
    made = await cards().start_subscription(
        customer_id=customer, price=plan_named("premium").price, metadata={}, key="a plan of nobody"
    )
    with till.database.unit_of_work(write=True) as session:
        orders.end_subscription(session, made.id)
    await till.work_off()
    assert [one.state for one in till.all(PaymentOrder)] == [queues.DONE]
    (ended,) = till.double.all("subscription")
    assert ended["status"] in ("canceled", "incomplete_expired")


async def test_an_error_of_one_webhook_stops_no_other(
    till: Till, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    maya = till.person()
    till.pay(await till.give(maya))
    whole, seen, quoted = webhooks.handle, list[str](), "maya@example.org"

    async def handle(notice: WebhookEvent) -> None:
        seen.append(notice.id)
        if len(seen) == 1:
            raise ValueError(quoted)
        await whole(notice)

    monkeypatch.setattr(worker, "handle", handle)
    await till.deliver()
    states = {one.id: (one.state, one.last_error) for one in till.all(WebhookEvent)}
    assert states.pop(seen[0]) == (queues.WAITING, "ValueError")
    assert {state for state, _ in states.values()} <= {queues.DONE, queues.IGNORED}
    assert quoted not in caplog.text
    assert "ValueError" in caplog.text


async def test_a_worker_that_stops_leaves_its_row_to_others(
    till: Till, monkeypatch: pytest.MonkeyPatch
) -> None:
    till.pay(await till.give(till.person()))

    async def handle(_notice: WebhookEvent) -> None:
        raise asyncio.CancelledError

    with monkeypatch.context() as patch:
        patch.setattr(worker, "handle", handle)
        with pytest.raises(asyncio.CancelledError):
            await till.deliver()
    till.double.advance(seconds=int(queues.CLAIMED_FOR.total_seconds()))
    await till.work_off()
    assert {one.state for one in till.all(WebhookEvent)} <= {queues.DONE, queues.IGNORED}
    is_sound(till)


async def test_without_keys_the_queues_wait(till: Till, monkeypatch: pytest.MonkeyPatch) -> None:
    till.pay(await till.give(till.person()))
    with monkeypatch.context() as patch:
        without_keys(patch)
        await till.deliver()
        assert {one.state for one in till.all(WebhookEvent)} == {queues.WAITING}
        assert await reconciliation.reconcile_what_is_due() == "cards are not set up"


async def test_old_webhooks_are_forgotten_and_failed_ones_replayed(till: Till) -> None:
    till.pay(await till.give(till.person()))
    await till.deliver()
    with till.database.unit_of_work(write=True) as session:
        session.execute(sa.update(WebhookEvent).values(state=queues.FAILED))
    count = len(till.all(WebhookEvent))
    assert till.do(webhooks.replay, OPERATOR) == count
    await till.work_off()
    till.double.advance(days=59)
    with till.database.unit_of_work(write=True) as session:
        webhooks.forget_old(session)
    assert len(till.all(WebhookEvent)) == count
    till.double.advance(days=2)
    with till.database.unit_of_work(write=True) as session:
        webhooks.forget_old(session)
    assert till.all(WebhookEvent) == []


async def _turned(task: Task, module: Any, step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a task that never ends take three turns, the first of which fails."""
    whole, turns, over = getattr(module, step), list[int](), anyio.Event()

    async def turn(*given: Any, **told: Any) -> Any:
        turns.append(1)
        if len(turns) == 1:
            raise Unavailable()
        told_back = await whole(*given, **told)
        if len(turns) == 3:
            over.set()
        return told_back

    monkeypatch.setattr(module, "LOOK_AGAIN_SECONDS", 0.0)
    monkeypatch.setattr(module, step, turn)
    async with anyio.create_task_group() as group:
        group.start_soon(task)
        with anyio.fail_after(20):
            await over.wait()
        group.cancel_scope.cancel()


async def test_the_cashier_goes_on_after_the_database_was_away(
    till: Till, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        await _turned(worker.work_off_payments, worker, "work_off", monkeypatch)
    assert "payments wait for the database" in caplog.text


async def test_the_reconciler_takes_its_turns(till: Till, caplog: pytest.LogCaptureFixture) -> None:
    async def lost() -> str:
        started = await till.give(till.person())
        till.pay(started)
        till.double.webhooks.drop()
        return started.payment_id

    first = await lost()
    with caplog.at_level(logging.WARNING):
        assert (await reconciliation.reconcile_what_is_due()).endswith(" repaired, 0 to look at")
        assert till.payment(first).status == "completed"
        # The whole comparison is due once a day, lost webhooks once an hour.
        await reconciliation.reconcile_what_is_due()
        second = await lost()
        assert await reconciliation.reconcile_what_is_due() == "nothing was due"
        till.double.advance(seconds=3_700)
        await reconciliation.reconcile_what_is_due()
        assert till.payment(second).status == "completed"
    assert "never came" in caplog.text
    is_sound(till)


async def test_an_administrator_need_not_wait_for_the_reconcilers_turn(till: Till) -> None:
    await reconciliation.reconcile_everything()
    started = await till.give(till.person())
    till.pay(started)
    till.double.webhooks.drop()
    assert await reconciliation.reconcile_everything() != "nothing was due"
    assert till.payment(started.payment_id).status == "completed"


async def test_rows_that_failed_are_due_when_somebody_hurries_them(till: Till) -> None:
    till.pay(await till.give(till.person()))
    till.double.faults.order("down", "GET /v1/payment_intents/", times=9)
    await till.deliver()
    till.double.faults.clear()
    assert not await worker.work_off(), "they wait for another attempt"
    with till.database.unit_of_work(write=True) as session:
        worker.QUEUE.hurry(session)
    await till.work_off()
    assert {one.state for one in till.all(WebhookEvent)} <= {queues.DONE, queues.IGNORED}


async def test_held_seats_end_while_the_site_runs(till: Till) -> None:
    event_id = till.event(price_cents=10_00)
    till.do(registrations.register, till.person(), event_id=event_id)
    till.double.advance(seconds=1801)
    assert await holds.end_holds() == "1 events with expired holds"
    assert (till.counter(event_id), till.held(event_id)) == (0, 0)


async def test_an_event_whose_counter_is_wrong_keeps_no_other_seats(till: Till) -> None:
    broken, sound = sorted(till.event(price_cents=10_00) for _ in range(2))
    for event_id in (broken, sound):
        till.do(registrations.register, till.person(), event_id=event_id)
    with till.database.unit_of_work(write=True) as session:
        session.get_one(Event, broken).current_participants = 0
    till.double.advance(seconds=1801)
    with pytest.raises(JobFailed, match=broken):
        await holds.end_holds()
    assert (till.held(broken), till.held(sound)) == (1, 0)


async def test_an_order_is_given_up_and_told_in_one_transaction(
    till: Till, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker that ends between the two would let the money vanish without a word."""
    event_id, _payment_id, _intent = await refunded_seat(till)
    till.double.faults.order("down", "POST /v1/refunds", times=10_000)

    def ends(*_arguments: object, **_of: object) -> None:
        raise Unavailable()

    with monkeypatch.context() as patched:
        patched.setattr(worker, "refund_failed", SimpleNamespace(fire=ends))
        for _ in range(queues.MOST_ATTEMPTS - 1):
            await till.work_off()
            till.double.advance(seconds=int(queues.LONGEST_RETRY.total_seconds()))
        with pytest.raises(Unavailable):
            await till.work_off()
    assert [one.state for one in till.all(PaymentOrder)] == [queues.WAITING]
    till.double.advance(seconds=int(queues.LONGEST_RETRY.total_seconds()))
    await till.work_off()
    assert [one.state for one in till.all(PaymentOrder)] == [queues.FAILED]
    assert letters_to_the_club(till) == ["payment.refund_failed"]
    assert [one.payment_status for one in till.rows(event_id)] == ["completed"]


async def test_what_failed_for_good_is_ordered_again(till: Till) -> None:
    def order_both() -> None:
        with till.database.unit_of_work(write=True) as session:
            orders.end_subscription(session, "sub_1")
            orders.forget_customer(session, "cus_1")

    for _ in range(2):
        order_both()
    assert len(till.all(PaymentOrder)) == 2
    with till.database.unit_of_work(write=True) as session:
        session.execute(sa.update(PaymentOrder).values(state=queues.FAILED))
    for _ in range(2):
        order_both()
    states = [one.state for one in till.all(PaymentOrder)]
    assert sorted(states) == [queues.FAILED] * 2 + [queues.WAITING] * 2


async def test_an_operator_has_failed_orders_carried_out_again_but_no_refunds(till: Till) -> None:
    await refunded_seat(till)
    with till.database.unit_of_work(write=True) as session:
        orders.forget_customer(session, "cus_1")
        session.flush()
        session.execute(sa.update(PaymentOrder).values(state=queues.FAILED))
    assert till.do(webhooks.replay, OPERATOR) == 1
    waiting = [one.kind for one in till.all(PaymentOrder) if one.state == queues.WAITING]
    assert waiting == [orders.FORGET_CUSTOMER]


async def test_a_clock_that_was_ahead_keeps_no_webhook_and_no_seat(
    till: Till, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rows are due in two days, a worker that crashed has claimed one, and a hold ends so late."""
    event_id, gift = till.event(price_cents=10_00), await till.give(till.person())
    with monkeypatch.context() as patch:
        patch.setattr(worker, "work_off", AsyncMock(return_value=False))
        till.double.account.moved += TWO_DAYS
        till.do(registrations.register, till.person(), event_id=event_id)
        till.pay(gift)
        await till.deliver()
        with till.database.unit_of_work(write=True) as session:
            assert len(queues.claim(session, WebhookEvent, 1)) == 1
        till.double.account.moved -= TWO_DAYS
    await till.work_off()
    assert till.payment(gift.payment_id).status == "completed"
    assert await holds.end_holds() == "0 events with expired holds"
    assert till.held(event_id) == 1
    till.double.advance(seconds=1801)
    assert await holds.end_holds() == "1 events with expired holds"
    assert till.held(event_id) == 0

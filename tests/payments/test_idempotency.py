"""Keys of requests, lost answers, and what a crash leaves behind."""

import pytest

from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import Conflict, Forbidden, Invalid, Unavailable
from rookiebattle.payments import idempotency, service
from rookiebattle.payments.models import IdempotencyKey, Payment, Subscription
from rookiebattle.payments.schemas import ByHandWrite, PaymentRead, PaymentWrite, Started
from tests.payments.till import Till

pytestmark = pytest.mark.anyio


def gift(amount: str) -> PaymentWrite:
    return PaymentWrite.model_validate({"amount": amount})


async def give(actor: Actor, amount: str) -> Started:
    start = service.started_once(service.start_payment, "one", "pay")
    return await start(actor, values=gift(amount))


async def record(actor: Actor, values: ByHandWrite, key: str) -> PaymentRead:
    return await run(service.once(service.record_by_hand, key, "record"), actor, values=values)


@pytest.mark.each_database
async def test_the_same_key_is_the_same_answer(some_till: Till) -> None:
    maya = some_till.person()
    first = await give(maya, "25.00")
    again = await give(maya, "25.00")
    assert (again, again.client_secret) == (first, first.client_secret)
    (kept,) = some_till.all(IdempotencyKey)
    assert first.client_secret not in str(kept.answer)


async def test_the_same_key_with_another_request_is_refused(till: Till) -> None:
    maya = till.person()
    await give(maya, "25.00")
    with pytest.raises(Invalid, match="used before, with another request"):
        await give(maya, "30.00")
    await give(till.person(), "30.00")


async def test_a_key_that_is_worked_on_waits_and_one_of_a_crash_does_not(till: Till) -> None:
    maya = till.person()
    asked = idempotency.fingerprint_of(
        "pay", {"values": PaymentWrite.model_validate({"amount": "25.00"})}
    )
    till.do(idempotency.claim, maya, key="one", fingerprint=asked)
    with pytest.raises(Conflict, match="working on this request"):
        await give(maya, "25.00")
    till.double.advance(seconds=61)
    assert (await give(maya, "25.00")).amount_cents == 25_00


async def test_a_refused_request_frees_its_key(till: Till) -> None:
    maya = till.person()
    with pytest.raises(Invalid):
        await give(maya, "0.50")
    await give(maya, "25.00")


async def test_an_answer_that_was_lost_starts_no_second_payment(till: Till) -> None:
    maya = till.person()
    till.double.faults.order("lost", "POST /v1/payment_intents", times=9)
    with pytest.raises(Unavailable):
        await till.give(maya)
    till.double.faults.clear()
    started = await till.give(maya)
    assert len(till.double.all("payment_intent")) == len(till.all(Payment)) == 1
    assert started.client_secret


async def test_a_subscription_whose_answer_was_lost_is_found_again(till: Till) -> None:
    maya = till.person()
    till.double.faults.order("lost", "POST /v1/subscriptions", times=9)
    with pytest.raises(Unavailable):
        await service.start_subscription(maya)
    till.double.faults.clear()
    await till.deliver()
    (row,) = till.all(Subscription)
    assert row.stripe_subscription_id is not None
    till.pay(await service.start_subscription(maya))
    await till.deliver()
    assert len(till.double.all("subscription")) == 1
    assert till.standing(maya) == ("premium", "active")


async def test_a_payment_by_hand_is_recorded_once_for_a_key(till: Till) -> None:
    admin, maya = till.person(is_admin=True), till.person(email="maya@example.org")
    values = ByHandWrite(user_id=maya.user_id, plan="premium")
    first = await record(admin, values, "one")
    again = await record(admin, values, "one")
    assert again.model_dump(mode="json") == first.model_dump(mode="json")
    assert till.standing(maya) == ("premium", "active")
    assert till.moved(first.id) == [("received", 20_00)]
    until = till.do(service.membership_of, maya).paid_until
    await record(admin, values, "two")
    further = till.do(service.membership_of, maya)
    assert until is not None
    assert further.paid_until == until.replace(year=until.year + 1)
    with pytest.raises(Conflict, match="in person"):
        await service.start_subscription(maya)
    for one in till.all(Payment):
        till.do(service.correct, admin, payment_id=one.id)
    assert till.standing(maya) == ("premium", "expired")


def test_a_key_of_before_a_release_is_known() -> None:
    told = idempotency.fingerprint_of("correct", {"payment_id": "p-1"})
    assert told == "3c9375b39abb45bf217f1048b5cc7b57363a3d536861cee0e122fe247fbe1383"


async def test_a_key_answers_only_who_may_still_record(till: Till) -> None:
    admin, maya = till.person(is_admin=True), till.person()
    values = ByHandWrite(user_id=maya.user_id, plan="premium")
    await record(admin, values, "one")
    with pytest.raises(Forbidden):
        await record(Actor(user_id=admin.user_id), values, "one")


async def test_a_crash_before_the_answer_is_kept_records_nothing(
    some_till: Till, monkeypatch: pytest.MonkeyPatch
) -> None:
    till = some_till
    admin, maya = till.person(is_admin=True), till.person()
    values = ByHandWrite(user_id=maya.user_id, plan="premium")

    def crash(*_: object, **__: object) -> None:
        raise RuntimeError("the machine lost its power")

    with monkeypatch.context() as patch:
        patch.setattr(idempotency, "finish", crash)
        with pytest.raises(RuntimeError):
            await record(admin, values, "one")
    till.double.advance(seconds=61)
    recorded = await record(admin, values, "one")
    assert [one.id for one in till.all(Payment)] == [recorded.id]
    assert till.standing(maya) == ("premium", "active")


async def test_a_refused_record_frees_its_key(till: Till) -> None:
    admin, maya = till.person(is_admin=True), till.person()
    for amount in ("0.50", "5.00"):
        values = ByHandWrite.model_validate({"userId": maya.user_id, "amount": amount})
        if amount == "0.50":
            with pytest.raises(Invalid):
                await record(admin, values, "one")
        else:
            await record(admin, values, "one")
    assert [one.amount_cents for one in till.all(Payment)] == [5_00]


async def test_two_tabs_with_two_plans_leave_one(till: Till) -> None:
    maya = till.person()
    first = await service.start_subscription(maya, plan="premium")
    till.pay(first)
    other = await service.start_subscription(maya, plan="master", confirm=True)
    assert till.do(service.membership_of, maya).plan in ("premium", "master")
    live = [one for one in till.double.all("subscription") if one["status"] == "active"]
    assert len(live) == 1
    assert other.kind == "subscription"


async def test_keys_are_forgotten_after_a_day(till: Till) -> None:
    maya = till.person()
    first = await give(maya, "25.00")
    till.double.advance(days=2)
    with till.database.unit_of_work(write=True) as session:
        idempotency.forget_old(session)
    assert till.all(IdempotencyKey) == []
    till.do(idempotency.finish, maya, key="one", answer=first.payment_id)
    assert till.all(IdempotencyKey) == []


async def test_a_key_of_a_crash_while_the_clock_was_ahead_does_not_wait(till: Till) -> None:
    maya = till.person()
    asked = idempotency.fingerprint_of("pay", {"values": gift("25.00")})
    till.double.account.moved += 2 * 86_400
    till.do(idempotency.claim, maya, key="one", fingerprint=asked)
    till.double.account.moved -= 2 * 86_400
    assert (await give(maya, "25.00")).amount_cents == 25_00

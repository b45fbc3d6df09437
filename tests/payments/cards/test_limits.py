"""One member cannot use up what the card service allows the whole site."""

import time
from collections.abc import Awaitable, Callable

import httpx
import pytest

from rookiebattle.core.actor import Actor
from rookiebattle.core.errors import TooManyRequests
from rookiebattle.core.limits import Limiter
from rookiebattle.integrations.stripe.cards import ChangeCost, SavedCard
from rookiebattle.payments import service
from rookiebattle.payments.cards import limits
from rookiebattle.payments.models import IdempotencyKey, Payment, WebhookEvent
from rookiebattle.payments.schemas import PaymentWrite
from tests.identities import composed
from tests.payments.till import Till, without_keys
from tests.stripe_double.webhooks import body_of, signature

pytestmark = pytest.mark.anyio
HOME = "http://localhost:8000"
GIFT = PaymentWrite.model_validate({"amount": "25.00"})
Verb = Callable[[Actor], Awaitable[object]]
STARTS: dict[str, Verb] = {
    "gift": lambda one: service.started_once(service.start_payment, "one", "pay")(one, values=GIFT),
    "seat": lambda one: service.start_event_payment(one, event_id="any"),
    "plan": service.started_once(service.start_subscription, "two", "subscribe"),
    "end": service.end_membership,
    "resume": service.resume_membership,
    "portal": service.open_portal,
    "community": service.choose_community,
}


async def test_the_eleventh_start_of_a_minute_is_refused(till: Till) -> None:
    maya = till.person()
    for dollars in range(1, limits.STARTS_A_MINUTE + 1):
        await till.give(maya, f"{dollars}.00")
    asked = len(till.double.calls)
    with pytest.raises(TooManyRequests):
        await till.give(maya, "99.00")
    assert len(till.double.calls) == asked
    assert len(till.all(Payment)) == limits.STARTS_A_MINUTE
    assert (await till.give(till.person())).client_secret


@pytest.mark.parametrize("verb", sorted(STARTS))
@pytest.mark.parametrize("most", [limits.STARTS_A_MINUTE, limits.STARTS_A_DAY])
async def test_every_start_counts_before_the_service_is_asked(
    till: Till, monkeypatch: pytest.MonkeyPatch, verb: str, most: int
) -> None:
    maya = till.person()
    if most == limits.STARTS_A_DAY:
        monkeypatch.setattr(limits, "starts_of_minute", Limiter(1_000, 60))
    for _ in range(most):
        limits.count_start(maya)
    with pytest.raises(TooManyRequests):
        await STARTS[verb](maya)
    assert till.double.calls == []
    assert till.all(IdempotencyKey) == []


async def test_looking_counts_apart_from_starting(till: Till) -> None:
    maya = till.person()
    till.pay(await service.start_subscription(maya, plan="premium"))
    await till.deliver()
    await till.give(maya)
    for _ in range(limits.LOOKS_A_MINUTE - 2):
        limits.count_look(maya)
    assert (await till.confirm(maya)).state == "pending"
    assert await service.cost_of_change(maya, plan="master") == ChangeCost(
        0, SavedCard("visa", "4242"), left_cents=10_00
    )
    asked = len(till.double.calls)
    with pytest.raises(TooManyRequests):
        await till.confirm(maya)
    with pytest.raises(TooManyRequests):
        await service.cost_of_change(maya, plan="master")
    assert len(till.double.calls) == asked
    assert (await till.give(maya)).client_secret


async def test_without_keys_nothing_is_counted(till: Till, monkeypatch: pytest.MonkeyPatch) -> None:
    maya = till.person()
    without_keys(monkeypatch)
    for _ in range(limits.STARTS_A_MINUTE + 1):
        assert (await service.choose_community(maya)).plan == "basic"


async def test_only_forged_webhooks_count_toward_the_limit_of_visitors(
    till: Till, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(composed().api.state._state, "visitor_limiter", Limiter(3, 60))
    till.pay(await till.give(till.person()))
    body = body_of(till.double.webhooks.held[-1])
    proof = {"stripe-signature": signature(body, till.double.keys.webhook, time.time())}
    site = httpx.ASGITransport(app=composed().api)
    async with httpx.AsyncClient(transport=site, base_url=HOME) as client:

        async def send(headers: dict[str, str]) -> int:
            return (
                await client.post("/api/stripe/webhook", content=body, headers=headers)
            ).status_code

        assert {await send(proof) for _ in range(10)} == {200}
        assert [await send({}) for _ in range(4)] == [400, 400, 400, 429]
    assert len(till.all(WebhookEvent)) == 1

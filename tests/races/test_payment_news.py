"""R9, R10 and R11: any order, any number of times, any number at once, and nothing forged."""

import asyncio
import json
import random
import re
import sqlite3
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.core import clock
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.errors import Conflict, NotFound, Unavailable
from rookiebattle.integrations.stripe.cards import (
    CardSubscription,
    Intent,
    Invoice,
    cards,
    use_cards,
)
from rookiebattle.members import administration
from rookiebattle.members.users import UserPatch
from rookiebattle.models import metadata
from rookiebattle.payments import service
from rookiebattle.payments.cards import checkout, confirmation, following, webhooks
from rookiebattle.payments.cards.opening import Opened
from rookiebattle.payments.models import Payment, PaymentEntry, Subscription, WebhookEvent
from rookiebattle.payments.queries import payments as payment_queries
from rookiebattle.payments.seats import payments as seat_payments
from rookiebattle.progression.models import ProgressEntry
from rookiebattle.registrations.service import registering as registrations
from tests.identities import composed
from tests.matrix.cast import lift_limits
from tests.payments.door import Door
from tests.payments.till import Till, lift_pace
from tests.races.stage import ALSO_SQLITE_BEFORE_A_RELEASE, until_it_waits_or_is_done
from tests.stripe_double.webhooks import body_of, signature

pytestmark = pytest.mark.anyio
HOME = "http://localhost:8000"
PATH = "/api/stripe/webhook"
TYPES = (
    *("payment_intent.created", "payment_intent.succeeded", "charge.succeeded", "charge.updated"),
    *("invoice.created", "invoice.finalized", "invoice.paid", "invoice.payment_succeeded"),
    *("customer.subscription.created", "customer.subscription.updated", "charge.refunded"),
    "refund.created",
)
# Tables that are written, and from which no handling of a webhook reads.
NOT_READ = {"webhook_events", "audit_log", "audit_words"}
UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}")


class Frozen:
    """The card service as it stood when it was asked: what webhooks ask, answered from memory."""

    def __init__(
        self,
        held: CardSubscription,
        marks: Mapping[str, str],
        invoices: list[Invoice],
        paid: list[Intent],
    ) -> None:
        self._held, self._marks = held, marks
        self._invoices = {one.id: one for one in invoices}
        self._paid = {one.id: one for one in paid}

    async def payment(self, intent_id: str) -> Intent:
        return self._paid[intent_id]

    async def invoice(self, invoice_id: str) -> Invoice:
        return self._invoices[invoice_id]

    async def subscription(self, _subscription_id: str) -> CardSubscription:
        return self._held

    async def marks(self, kind: str, _id: str) -> Mapping[str, str]:
        return self._marks if kind == "subscription" else {}


@dataclass
class Moment:
    """The database after some of the events, and in how many orders they lead to it."""

    copy: sqlite3.Connection
    ways: int = 0


class Orders:
    """Handles events in every order. Orders that lead to the same rows go on together."""

    def __init__(self, till: Till) -> None:
        self._file = sqlite3.connect(till.database.engine.url.database or "")
        tables = [one for one in metadata.sorted_tables if one.name not in NOT_READ]
        self._selects = [str(sa.select(one).order_by(sa.text("rowid"))) for one in tables]

    def now(self) -> sqlite3.Connection:
        copy = sqlite3.connect(":memory:")
        self._file.backup(copy)
        return copy

    def go_back(self, moment: sqlite3.Connection) -> None:
        moment.backup(self._file, sleep=0.001)

    async def after(
        self, moments: dict[Any, Moment], events: list[dict[str, Any]]
    ) -> dict[Any, Moment]:
        """The moments after one more event, by the events that were handled and the rows."""
        found = dict[Any, Moment]()
        for (handled, _), before in moments.items():
            for event in events:
                if event["id"] in handled:
                    continue
                self.go_back(before.copy)
                await webhooks.handle(_stored(event))
                key = (handled | {event["id"]}, self._rows())
                if key not in found:
                    found[key] = Moment(self.now())
                found[key].ways += before.ways
        return found

    def _rows(self) -> str:
        """Everything that a later event may read, with ids as they come first."""
        known = dict[str, str]()
        told = repr([self._file.execute(one).fetchall() for one in self._selects])
        return UUID.sub(lambda one: known.setdefault(one[0], f"#{len(known)}"), told)


async def lifecycle(till: Till, maya: Actor) -> tuple[list[dict[str, Any]], Frozen]:
    """Six events of a subscription that was paid, renewed, refunded and ended; and its end."""
    till.pay(await service.start_subscription(maya, plan="master"))
    (held,) = till.all(Subscription)
    stripe_id = held.stripe_subscription_id or ""
    till.double.advance(days=32)
    first, renewal = sorted(await cards().invoices_of(stripe_id), key=lambda one: one.created)
    await cards().refund(first.intent_id, cents=first.cents, key="refund:one")
    await cards().end_subscription(stripe_id)
    told = {(one["type"], one["data"]["object"]["id"]): one for one in till.double.webhooks.held}
    events = [
        told["customer.subscription.created", stripe_id],
        told["payment_intent.succeeded", first.intent_id],
        told["invoice.paid", first.id],
        told["invoice.paid", renewal.id],
        next(one for one in told.values() if one["type"] == "charge.refunded"),
        told["customer.subscription.deleted", stripe_id],
    ]
    bills = [first, renewal]
    paid = [await cards().payment(one.intent_id) for one in bills]
    held = await cards().subscription(stripe_id)
    marks = await cards().marks("subscription", stripe_id)
    return events, Frozen(held, marks, bills, paid)


async def test_all_orders_of_a_lifecycle_end_alike(till: Till) -> None:
    maya = till.person()
    orders = Orders(till)
    before = orders.now()
    events, frozen = await lifecycle(till, maya)
    (started,) = till.all(Subscription)
    # The site knows of no answer yet: news may be faster.
    orders.go_back(before)
    till.add(Subscription(id=started.id, user_id=maya.user_id, live_of=maya.user_id, plan="master"))
    moments: dict[Any, Moment] = {(frozenset(), ""): Moment(orders.now(), ways=1)}
    use_cards(frozen)  # type: ignore[arg-type]  # only what webhooks ask for
    try:
        for _ in events:
            moments = await orders.after(moments, events)
    finally:
        use_cards()
    assert sum(one.ways for one in moments.values()) == 720
    for end in moments.values():
        orders.go_back(end.copy)
        assert till.standing(maya) == ("master", "expired")
        payments = till.all(Payment)
        assert sorted(one.status for one in payments) == ["completed", "refunded"]
        assert [one.received_cents for one in payments] == [1000, 1000]
        assert sum(one.cents for one in till.all(PaymentEntry)) == 10_00
        assert len([one for one in till.all(ProgressEntry) if one.what == "membership_tier"]) == 1


def _stored(event: dict[str, Any]) -> WebhookEvent:
    return WebhookEvent(
        id=event["id"],
        type=event["type"],
        about=event["data"]["object"]["id"],
        body=json.dumps(event),
        happened_at=clock.now(),
    )


async def test_fifty_copies_of_twelve_events_are_one_payment(till: Till) -> None:
    maya = till.person()
    started = await service.start_subscription(maya)
    till.pay(started)
    await till.confirm(maya)
    (payment,) = till.all(Payment)
    await cards().refund(payment.stripe_payment_intent_id or "", cents=500, key="refund:part")
    told = {one["type"]: one for one in till.double.webhooks.held}
    template = told["payment_intent.succeeded"]
    for number, type_ in enumerate(TYPES):
        told.setdefault(type_, {**template, "id": f"evt_made_{number}", "type": type_})
    till.double.webhooks.held = [told[one] for one in TYPES]
    assert len(till.double.webhooks.held) == 12
    await till.deliver(copies=50, chance=random.Random(50))
    assert till.moved(started.payment_id) == [("received", 20_00), ("refunded", -5_00)]
    assert till.standing(maya) == ("premium", "active")
    kept = {one.type for one in till.all(WebhookEvent)}
    assert set(TYPES) - kept == {"payment_intent.created"}
    assert len(till.all(WebhookEvent)) == 11
    tiers = [one for one in till.all(ProgressEntry) if one.what == "membership_tier"]
    assert len(tiers) == 1


@ALSO_SQLITE_BEFORE_A_RELEASE
async def test_a_hundred_starts_at_once_are_one_of_each(
    each_till: Till, monkeypatch: pytest.MonkeyPatch
) -> None:
    lift_pace(monkeypatch)
    maya, event_id = each_till.person(), each_till.event(price_cents=10_00)
    each_till.do(registrations.register, maya, event_id=event_id)
    starts = [
        *(each_till.give(maya) for _ in range(40)),
        *(service.start_event_payment(maya, event_id=event_id) for _ in range(30)),
        *(service.start_subscription(maya) for _ in range(30)),
    ]
    answers = await asyncio.gather(*starts, return_exceptions=True)
    started = [one for one in answers if not isinstance(one, BaseException)]
    # Somebody who is asked too often at once may be told to try again; nothing else may happen.
    assert {type(one).__name__ for one in answers if isinstance(one, BaseException)} <= {
        "Conflict",
        "Unavailable",
    }
    assert len({one.payment_id for one in started}) == 3
    intents = each_till.double.all("payment_intent")
    assert sorted(one["amount"] for one in intents) == [10_00, 20_00, 25_00]
    assert len(each_till.double.all("subscription")) == 1
    assert len(each_till.double.all("customer")) == 1
    assert sum(one.live_of is not None for one in each_till.all(Subscription)) == 1


@pytest.mark.parametrize("what", ["gift", "seat", "plan"])
async def test_six_starts_of_one_payment_at_once_all_get_it(
    each_till: Till, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """Six tabs of a member whom the card service does not know yet."""
    answers = await six_starts(each_till, monkeypatch, what)
    assert [one.status_code for one in answers] == [200] * 6
    assert len({one.json()["clientSecret"] for one in answers}) == 1
    assert len(each_till.double.all("customer")) == 1


async def test_without_their_turn_starts_overtake_each_other(
    each_till: Till, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control: all six stand before the card service at once, and try once."""
    everybody, ask = asyncio.Barrier(6), checkout._at_service

    async def together(opened: Opened) -> tuple[Payment, Intent]:
        await everybody.wait()
        return await ask(opened)

    monkeypatch.setattr(checkout, "_at_service", together)
    monkeypatch.setattr(checkout, "_turn", lambda _actor: asyncio.Lock())
    monkeypatch.setattr(confirmation, "ROUNDS", 1)
    answers = await six_starts(each_till, monkeypatch, "gift")
    assert 503 in {one.status_code for one in answers}


async def six_starts(
    each_till: Till, monkeypatch: pytest.MonkeyPatch, what: str
) -> list[httpx.Response]:
    lift_limits(monkeypatch)
    maya, event_id = each_till.person(), each_till.event(price_cents=10_00)
    each_till.do(registrations.register, maya, event_id=event_id)
    door = Door(maya)
    path, body = {
        "gift": ("/api/create-payment-intent", {"amount": "25.00"}),
        "seat": ("/api/create-payment-intent", {"eventId": event_id}),
        "plan": ("/api/get-or-create-subscription", {"plan": "premium"}),
    }[what]
    return await asyncio.gather(*(door.ask(maya, "POST", path, body) for _ in range(6)))


@ALSO_SQLITE_BEFORE_A_RELEASE
async def test_without_the_key_of_what_is_open_a_double_click_pays_twice(
    each_till: Till, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control of the test above."""
    whole = payment_queries.add_payment

    def keyless(session: Session, **columns: Any) -> Payment | None:
        return whole(session, **{**columns, "open_key": None})

    monkeypatch.setattr(payment_queries, "add_payment", keyless)
    maya = each_till.person()
    answers = await asyncio.gather(*(each_till.give(maya) for _ in range(3)))
    assert len({one.payment_id for one in answers}) == 3
    assert len(each_till.double.all("payment_intent")) == 3


async def test_without_its_version_old_news_would_undo_newer(till: Till) -> None:
    maya = till.person()
    till.pay(await service.start_subscription(maya))
    (row,) = till.all(Subscription)
    old = replace(await cards().subscription(row.stripe_subscription_id), status="incomplete")
    await till.deliver()
    (paid,) = till.all(Subscription)
    news: dict[str, Any] = {"row_id": row.id, "found": old, "invoice": None}
    assert till.do(following.follow_subscription, VISITOR, version=row.version, **news) is None
    assert till.all(Subscription)[0].status == paid.status == "active"
    assert till.do(following.follow_subscription, VISITOR, version=paid.version, **news)
    assert till.all(Subscription)[0].status == "incomplete"


async def follow_during_a_verb(till: Till, kind: str) -> None:
    maya = till.person(email="maya@example.org")
    started = await (till.give(maya) if kind == "gift" else service.start_subscription(maya))
    till.pay(started)
    payment = till.payment(started.payment_id)
    news: dict[str, Any] = {
        "payment_id": payment.id,
        "intent": await cards().payment(payment.stripe_payment_intent_id or ""),
        "version": payment.version,
    }
    with ThreadPoolExecutor(1) as pool:
        with till.database.unit_of_work(write=True) as session:
            payment_queries.lock_member(session, maya.user_id)
            follow = partial(till.do, following.follow_intent, VISITOR, **news)
            followed = pool.submit(follow)
            until_it_waits_or_is_done(till.database, followed)
            assert payment_queries.payment(session, payment.id, lock=True)
        assert followed.result() is not None


@pytest.mark.parametrize("kind", ["gift", "plan"])
async def test_news_and_a_verb_of_one_member_never_wait_for_each_other(
    each_till: Till, kind: str
) -> None:
    await follow_during_a_verb(each_till, kind)


@pytest.mark.parametrize("each_url", ["postgres"], indirect=True)
async def test_without_the_lock_of_the_member_before_the_payment_they_do(
    each_till: Till, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control: news locks the payment first, and then its member."""

    def too_late(session: Session, payment: Payment) -> None:
        payment_queries.payment(session, payment.id, lock=True)
        payment_queries.lock_member(session, payment.user_id)

    monkeypatch.setattr(seat_payments, "lock_before", too_late)
    with pytest.raises(Unavailable):
        await follow_during_a_verb(each_till, "gift")


@pytest.mark.parametrize("gift_first", [True, False])
async def test_a_gift_and_the_news_that_its_plan_was_paid_are_decided_one_after_the_other(
    each_till: Till, gift_first: bool
) -> None:
    till, maya, ada = each_till, each_till.person(), each_till.person(is_admin=True)
    started = await service.start_subscription(maya)
    till.pay(started)
    (row,) = till.all(Subscription)
    found = await cards().subscription(row.stripe_subscription_id or "")
    news: dict[str, Any] = {"found": found, "invoice": found.latest, "version": row.version}
    follow: Any = partial(following.follow_subscription, row_id=row.id, **news)
    given = UserPatch.model_validate({"membershipTier": "premium", "membershipStatus": "active"})
    give: Any = partial(administration.update_user, user_id=maya.user_id, values=given)
    first, second = (give, follow) if gift_first else (follow, give)
    with ThreadPoolExecutor(1) as pool:
        with till.database.unit_of_work(write=True) as session:
            first(session, ada)
            other = pool.submit(_alone, till, second, ada)
            until_it_waits_or_is_done(till.database, other)
        other.result()
    await till.deliver()
    back = [("refunded", -20_00)] if gift_first else []
    assert till.moved(started.payment_id) == [("received", 20_00), *back]
    assert till.do(service.membership_of, maya).is_given is gift_first
    assert till.standing(maya) == ("premium", "active")


def _alone(till: Till, verb: Any, actor: Actor) -> None:
    with till.database.unit_of_work(write=True) as session:
        verb(session, actor)


async def test_forged_webhooks_do_nothing(till: Till, monkeypatch: pytest.MonkeyPatch) -> None:
    lift_limits(monkeypatch)
    till.pay(await till.give(till.person()))
    event = till.double.webhooks.held[-1]
    secret, now, chance = till.double.keys.webhook, time.time(), random.Random(11)
    body = body_of(event)
    live = body_of({**event, "livemode": True})
    long = body_of({**event, "padding": "x" * 140_000})
    forged = {
        "unsigned": (body, ""),
        "junk": (body, "t=now,v1=junk"),
        "other secret": (body, signature(body, "whsec_other", now)),
        "old": (body, signature(body, secret, now - 301)),
        "of the future": (body, signature(body, secret, now + 400)),
        "changed": (body.replace(b"25", b"99"), signature(body, secret, now)),
        "other mode": (live, signature(live, secret, now)),
        "too long": (long, signature(long, secret, now)),
        "no event": (b"[]", signature(b"[]", secret, now)),
        "no JSON": (b"\xff", signature(b"x", secret, now)),
    }
    site = httpx.ASGITransport(app=composed().api)
    async with httpx.AsyncClient(transport=site, base_url=HOME) as client:
        for _ in range(2_000):
            kind = chance.choice(sorted(forged))
            sent, header = forged[kind]
            answer = await client.post(PATH, content=sent, headers={"stripe-signature": header})
            assert answer.status_code == 400, kind
        assert till.all(WebhookEvent) == []
        header = signature(body, secret, time.time())
        right = await client.post(PATH, content=body, headers={"stripe-signature": header})
    assert right.status_code == 200
    assert len(till.all(WebhookEvent)) == 1


async def test_one_who_never_paid_has_no_membership_to_end(till: Till) -> None:
    maya = till.person()
    await service.start_subscription(maya)
    with pytest.raises(NotFound, match="have a membership that renews"):
        await service.end_membership(maya)
    assert (await service.choose_community(maya)).plan == "basic"
    await till.work_off()
    assert {one["status"] for one in till.double.all("subscription")} == {"canceled"}
    till.pay(await service.start_subscription(maya))
    await till.confirm(maya)
    with pytest.raises(Conflict, match="Cancel your paid membership first"):
        await service.choose_community(maya)

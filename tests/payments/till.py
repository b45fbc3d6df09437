"""A site that takes cards at the double of Stripe, with one clock for both."""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

import pytest
import sqlalchemy as sa
import stripe
from sqlalchemy.orm import Session

from rookiebattle.accounts.models import User
from rookiebattle.core import clock
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database.db import Database, get_database
from rookiebattle.core.doors.work import run
from rookiebattle.core.limits import Limiter
from rookiebattle.core.mail.outbox_table import OutboxLetter
from rookiebattle.integrations.stripe.signatures import notice_of
from rookiebattle.payments import service
from rookiebattle.payments.cards import limits, worker
from rookiebattle.payments.cards.webhooks import store
from rookiebattle.payments.models import (
    Payment,
    PaymentEntry,
    PaymentOrder,
    Subscription,
    WebhookEvent,
)
from rookiebattle.payments.schemas import Confirmation, PaymentWrite, Started
from rookiebattle.settings import Settings, get_settings
from tests.clocks import NOW
from tests.identities import People, bind
from tests.stripe_double.double import VISA, StripeDouble
from tests.world import World

SHORT_DELAY = 0.01
Row = Payment | PaymentEntry | PaymentOrder | Subscription | WebhookEvent | OutboxLetter


class Till(World):
    """A world whose members pay by card. `double` is the other side."""

    def __init__(self, database: Database, double: StripeDouble) -> None:
        super().__init__(database)
        self.double = double

    async def give(self, actor: Actor, amount: str = "25.00", **more: Any) -> Started:
        """Start a donation."""
        values = PaymentWrite.model_validate({"amount": amount, **more})
        return await service.start_payment(actor, values=values)

    def pay(self, started: Started, card: str = VISA) -> None:
        self.double.pay(started.client_secret, card)

    async def confirm(self, actor: Actor) -> Confirmation:
        """The page's answer to a browser that comes back from the member's newest payment."""
        mine = self.all(Payment, user_id=actor.user_id)
        newest = max(mine, key=lambda one: one.number)
        return await service.confirm(actor, payment_id=newest.id)

    async def deliver(
        self, *, copies: int = 1, drop: float = 0, chance: random.Random | None = None
    ) -> None:
        """Let the site receive what the double has to tell, and work it off."""
        chance_ = chance or random.Random(1)
        waiting, self.double.webhooks.held = self.double.webhooks.held, []
        kept = [event for event in waiting if chance_.random() >= drop]
        sent = [event for event in kept for _ in range(copies)]
        if chance:
            chance.shuffle(sent)
        for event in sent:
            await run(store, VISITOR, notice=notice_of(event))
        await self.work_off()

    async def work_off(self) -> None:
        """Handle everything that waits, webhooks and orders."""
        while await worker.work_off():
            pass

    def stand_at(self, instant: datetime) -> None:
        """Move both clocks to an instant, without anything that would happen at the service."""
        self.double.account.moved += int(instant.timestamp()) - self.double.account.now

    def all(self, table: type[Any], **which: Any) -> list[Any]:
        with self.database.unit_of_work(write=False) as session:
            return list(session.scalars(sa.select(table).filter_by(**which)))

    def check(self, contradictions: Callable[[Session], list[str]]) -> list[str]:
        """Contradictions to one sentence of `make check-data`."""
        with self.database.unit_of_work(write=False) as session:
            return contradictions(session)

    def payment(self, payment_id: str) -> Payment:
        (found,) = self.all(Payment, id=payment_id)
        assert isinstance(found, Payment)
        return found

    def member(self, actor: Actor) -> User:
        (found,) = self.all(User, id=actor.user_id)
        assert isinstance(found, User)
        return found

    def standing(self, actor: Actor) -> tuple[str, str]:
        """A member's tier and status."""
        member = self.member(actor)
        return str(member.membership_tier), str(member.membership_status)

    def moved(self, payment_id: str) -> list[tuple[str, int]]:
        """The entries of a payment that moved money."""
        entries = sorted(self.all(PaymentEntry, payment_id=payment_id), key=lambda one: one.number)
        return [(one.what, one.cents) for one in entries if one.cents]

    def letters(self, actor: Actor) -> list[str]:
        """The kinds of letters that a member was promised."""
        return sorted(one.kind for one in self.all(OutboxLetter, user_id=actor.user_id))


@contextmanager
def open_till(monkeypatch: pytest.MonkeyPatch) -> Iterator[Till]:
    """Let the site use a double and its clock, on the process's database.

    The double's time stands still at the tests' `NOW` until it is advanced. It must have understood
    everything that it was asked.
    """
    with StripeDouble(now=NOW.timestamp) as double:
        for name, value in double.settings.items():
            monkeypatch.setenv(name, value)
        get_settings.cache_clear()
        # Between its retries the library sleeps for seconds, and nothing else happens meanwhile.
        monkeypatch.setattr(stripe.HTTPClient, "INITIAL_DELAY", SHORT_DELAY)
        monkeypatch.setattr(stripe.HTTPClient, "MAX_DELAY", SHORT_DELAY)
        monkeypatch.setattr(clock, "now", lambda: datetime.fromtimestamp(double.account.now, UTC))
        bind(People())
        yield Till(get_database(), double)
        assert double.mistakes == []


def lift_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    """Allow a test to let one member start payments faster than a person may."""
    for name in ("starts_of_minute", "starts_of_day", "looks"):
        monkeypatch.setattr(limits, name, Limiter(100_000, 1))


def without_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take the keys of the card service away from the site."""
    for name in Settings.model_fields:
        if name.startswith("stripe_"):
            monkeypatch.delenv(name.upper(), raising=False)
    get_settings.cache_clear()

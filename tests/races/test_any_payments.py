"""The books and the service agree, whatever members, banks and the network do in any order."""

import random
from collections.abc import Awaitable
from datetime import datetime, timedelta
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from dateutil.relativedelta import relativedelta
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
)

from rookiebattle.accounts import leaving
from rookiebattle.accounts.models import AgeBand
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import AppError
from rookiebattle.events.schemas import EventPatch
from rookiebattle.events.service import update_event
from rookiebattle.guardians.models import Guardianship
from rookiebattle.payments import policy, service
from rookiebattle.payments.books import Movement, month_of_books, sum_payments
from rookiebattle.payments.cards import reconciliation, subscriptions
from rookiebattle.payments.models import Payment, PaymentEntry, Subscription
from rookiebattle.payments.schemas import ByHandWrite, PaymentSearch, Started
from rookiebattle.registrations.service import holds
from rookiebattle.registrations.service import registering as registrations
from tests.payments.books import at_the_service, in_the_books, is_sound
from tests.payments.till import Till, lift_pace, open_till
from tests.races.orders import try_orders
from tests.settled import settle
from tests.stripe_double.double import CardError
from tests.stripe_double.errors import Refusal

MEMBERS, TEENS, SEATS = 4, 2, 3
PRICES = (20, 10, 5, 0)
EAST = ZoneInfo("America/New_York")
CARDS = ("4242424242424242", "4000000000000002", "4000000000005126", "4000000000000259")
BANK_REFUSES = {"refund_failed", "disputed"}
"""After these, a refund is for people to make or waits for the bank."""
PEOPLE = st.integers(min_value=0, max_value=MEMBERS - 1)


async def _answer(awaited: Awaitable[Any]) -> Any:
    return await awaited


class Money(RuleBasedStateMachine):
    """Members register, pay, are declined, give up, are refunded; webhooks come or do not."""

    till: ClassVar[Till]
    portal: ClassVar[BlockingPortal]

    def __init__(self) -> None:
        super().__init__()
        self.organizer, self.admin = self.till.person(), self.till.person(is_admin=True)
        self.people = self.till.people(MEMBERS)
        self.teens = [self.minor_of(self.people[0]) for _ in range(TEENS)]
        self.event_id = self.till.event(
            self.organizer,
            price_cents=10_00,
            max_participants=SEATS,
            start_at=clock.now() + timedelta(days=400),
        )
        self.is_refundable = False
        self.started: list[Started] = []
        self.gone: list[Actor] = []

    def minor_of(self, guardian: Actor) -> Actor:
        minor = self.till.person(age_band=AgeBand.MINOR)
        self.till.add(Guardianship(guardian_id=guardian.user_id, minor_id=minor.user_id))
        return minor

    def do(self, awaited: Any) -> Any:
        """Run it, and let a member be refused."""
        try:
            return self.portal.call(_answer, awaited)
        except AppError:
            return None

    def act(self, verb: Any, actor: Actor, **told: Any) -> bool:
        """Do it, unless it is refused."""
        try:
            self.till.do(verb, actor, **told)
        except AppError:
            return False
        return True

    def act_here(self, verb: Any, actor: Actor, **told: Any) -> bool:
        return self.act(verb, actor, event_id=self.event_id, **told)

    @rule(who=PEOPLE)
    def register(self, who: int) -> None:
        self.act_here(registrations.register, self.people[who])

    @rule(who=st.lists(st.integers(0, TEENS), min_size=1, max_size=TEENS + 1, unique=True))
    def register_party(self, who: list[int]) -> None:
        """A guardian registers, with teenagers or without."""
        family = [self.people[0], *self.teens]
        ids = [family[one].user_id for one in who]
        self.act_here(registrations.register_party, self.people[0], people_ids=ids)

    @rule(who=st.integers(0, TEENS - 1))
    def unregister_teen(self, who: int) -> None:
        teen = self.teens[who]
        told = {"user_id": teen.user_id}
        if self.act_here(registrations.unregister, self.people[0], **told) and self.is_refundable:
            self.has_no_card_of(teen)

    @rule(price=st.sampled_from(PRICES))
    def price_changes(self, price: int) -> None:
        values = EventPatch.model_validate({"price": price})
        self.act_here(update_event, self.organizer, values=values)

    @rule(who=PEOPLE)
    def unregister(self, who: int) -> None:
        if self.act_here(registrations.unregister, self.people[who]) and self.is_refundable:
            self.has_no_card_of(self.people[who])

    @rule(is_on=st.booleans())
    def promise_refunds(self, is_on: bool) -> None:
        self.till.change(self.event_id, is_refundable=is_on)
        self.is_refundable = is_on

    def has_no_card_of(self, member: Actor) -> None:
        """The model: the club has no card's money for the seat that nobody has asked back, unless
        cash pays it, too."""
        told = {"event_id": self.event_id, "user_id": member.user_id, "status": "completed"}
        paid = self.till.all(Payment, **told)
        if not any(one.method == "hand" and one.kept_cents for one in paid):
            for one in paid:
                entered = {entry.what for entry in self.till.all(PaymentEntry, payment_id=one.id)}
                assert "refund_asked" in entered, one

    @rule(who=PEOPLE)
    def start_fee(self, who: int) -> None:
        self.keep(service.start_event_payment(self.people[who], event_id=self.event_id))

    @rule(who=PEOPLE, plan=st.sampled_from(("premium", "master")))
    def subscribe(self, who: int, plan: Any) -> None:
        self.keep(service.start_subscription(self.people[who], plan=plan, confirm=True))

    def keep(self, starting: Any) -> None:
        started = self.do(starting)
        if started is not None and started.client_secret:
            self.started.append(started)

    @precondition(lambda self: self.started)
    @rule(which=st.integers(min_value=0, max_value=50), card=st.sampled_from(CARDS))
    def pay(self, which: int, card: str) -> None:
        one = self.started[which % len(self.started)]
        try:
            self.till.double.pay(one.client_secret, card)
        except (CardError, Refusal):
            return

    @rule(who=PEOPLE, status=st.sampled_from(("completed", "waived", "refunded")))
    def settle(self, who: int, status: Any) -> None:
        member = self.people[who].user_id
        self.act_here(settle, self.organizer, user_id=member, status=status)

    @rule(who=PEOPLE, asks=st.booleans())
    def choose_community(self, who: int, asks: bool) -> None:
        """The service is asked first whether an open plan was paid, or it does not answer."""
        if asks:
            self.do(service.choose_community(self.people[who]))
        else:
            self.act(subscriptions.choose_community, self.people[who])

    @precondition(lambda self: len(self.gone) < MEMBERS)
    @rule(who=PEOPLE)
    def erase(self, who: int) -> None:
        """An account goes, and another member comes."""
        if self.act(leaving.delete_account, self.people[who], confirmation="DELETE"):
            self.gone.append(self.people[who])
            self.people[who] = self.till.person()

    @rule(who=PEOPLE, plan=st.sampled_from(("premium", "master")))
    def pay_in_person(self, who: int, plan: Any) -> None:
        values = ByHandWrite(user_id=self.people[who].user_id, plan=plan)
        self.act(service.record_by_hand, self.admin, values=values)

    @rule(who=PEOPLE)
    def end(self, who: int) -> None:
        self.do(service.end_membership(self.people[who]))

    @rule(who=PEOPLE)
    def resume(self, who: int) -> None:
        self.do(service.resume_membership(self.people[who]))

    @rule(minutes=st.sampled_from((5, 31, 24 * 60, 31 * 24 * 60)))
    def time_passes(self, minutes: int) -> None:
        self.till.double.advance(seconds=minutes * 60)
        self.act_here(holds.end_one, self.organizer)

    @rule(seed=st.integers(min_value=0, max_value=1000), drop=st.sampled_from((0.0, 0.5)))
    def deliver(self, seed: int, drop: float) -> None:
        self.do(self.till.deliver(copies=2, drop=drop, chance=random.Random(seed)))

    @rule(kind=st.sampled_from(("payment_intent.", "invoice.", "customer.")))
    def deliver_only(self, kind: str) -> None:
        """News of one kind comes before all other news."""
        held = self.till.double.webhooks.held
        self.till.double.webhooks.held = [one for one in held if one["type"].startswith(kind)]
        self.do(self.till.deliver())
        late = [one for one in held if not one["type"].startswith(kind)]
        self.till.double.webhooks.held = [*late, *self.till.double.webhooks.held]

    @invariant()
    def seats_and_sums_are_sound(self) -> None:
        assert self.till.counter(self.event_id) == self.till.held(self.event_id) <= SEATS
        for one in self.people:
            live = self.till.all(Subscription, live_of=one.user_id)
            assert len(live) <= 1

    def teardown(self) -> None:
        """In the end the books and the service agree, and nobody paid for nothing."""
        self.portal.call(_answer, self.till.deliver())
        self.portal.call(_answer, reconciliation.reconcile(clock.now() - timedelta(days=4000)))
        self.portal.call(_answer, self.till.deliver())
        cash = sum(one.kept_cents for one in self.till.all(Payment, method="hand"))
        assert in_the_books(self.till) - cash == at_the_service(self.till)
        for one in self.people:
            self.agrees(one)
        for row in self.till.all(Subscription):
            self.gave_what_it_kept(row)
        self.months_are_the_ledger()
        is_sound(self.till)

    def months_are_the_ledger(self) -> None:
        """The model: each month of the books is what its entries moved, and the console's net."""
        moved = [one for one in self.till.all(PaymentEntry) if one.cents]
        lines: list[Movement] = []
        for month in sorted({f"{one.at.astimezone(EAST):%Y-%m}" for one in moved}):
            found = self.till.do(month_of_books, self.admin, month=month)
            since = datetime.fromisoformat(f"{month}-01T00:00").replace(tzinfo=EAST)
            search = PaymentSearch(since=since, until=since + relativedelta(months=1))
            told = self.till.do(sum_payments, self.admin, wanted=search)
            net = sum(one.came_cents - one.back_cents for one in told)
            assert sum(one.cents for one in found) == net, month
            lines += found
        assert sorted(one.cents for one in lines) == sorted(one.cents for one in moved)
        for one in lines:
            fees = {"received": round(one.cents * 29 / 1000) + 30, "dispute_lost": 15_00}
            assert one.fee_cents == (fees.get(one.what, 0) if one.is_by_card else None), one

    def gave_what_it_kept(self, row: Subscription) -> None:
        """The model: money that the club kept was granted, and what was granted was paid."""
        for payment in self.till.all(Payment, subscription_id=row.id, method="card"):
            entered = {one.what for one in self.till.all(PaymentEntry, payment_id=payment.id)}
            if payment.stripe_invoice_id == row.granted_invoice:
                assert payment.received_cents == payment.amount_cents
            elif payment.status == "completed" and not entered & BANK_REFUSES:
                bill = self.till.double.account.find("invoice", payment.stripe_invoice_id)
                assert row.granted_at is not None, (payment, row)
                assert bill["created"] <= row.granted_at.timestamp(), (payment, row)

    def agrees(self, one: Actor) -> None:
        """The model: a tier is active while it is paid for, and in the grace after it.

        Community costs nothing.
        """
        rows = self.till.all(Subscription, user_id=one.user_id)
        now = clock.now()
        ends = [row.paid_until for row in rows if row.paid_until and row.lapsed_at is None]
        tier, status = self.till.standing(one)
        if any(end > now for end in ends):
            assert status == "active", (tier, status, rows)
        elif not any(end + policy.GRACE > now for end in ends) and tier != "basic":
            assert status != "active", (tier, status, rows)
        by_card = [row for row in rows if row.stripe_subscription_id and row.lapsed_at is None]
        assert sum(row.paid_until is not None and row.paid_until > now for row in by_card) <= 1


def test_any_order_of_paying_ends_with_equal_books(
    some_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert some_database
    lift_pace(monkeypatch)
    with open_till(monkeypatch) as till, start_blocking_portal() as portal:
        try_orders(type("Money", (Money,), {"till": till, "portal": portal}), orders=8)

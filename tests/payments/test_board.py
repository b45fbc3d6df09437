"""The month of the books with fees and payouts, and who may vote by the board's rules."""

import csv
from datetime import date, datetime, timedelta
from decimal import Decimal
from io import StringIO
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import writes
from rookiebattle.core.errors import Forbidden, Invalid
from rookiebattle.payments import board, books, service
from rookiebattle.payments.cards import reconciliation
from rookiebattle.payments.models import CardBooking, Subscription
from rookiebattle.payments.schemas import (
    AccountCodes,
    ByHandWrite,
    PaymentSearch,
    VotingRulesWrite,
)
from rookiebattle.progression import service as progression
from rookiebattle.progression.schemas import ProgressFields
from rookiebattle.settings import get_settings
from tests.matrix.cast import lift_limits
from tests.payments.door import Door
from tests.payments.park_day import ParkDay
from tests.payments.till import Till

pytestmark = pytest.mark.anyio
LONG = timedelta(days=400)
DISPUTED = "4000000000000259"


async def file_of(door: Door, admin: Actor, address: str) -> list[dict[str, str]]:
    answer = await door.ask(admin, "GET", address)
    assert answer.status_code == 200, answer.text
    return list(csv.DictReader(StringIO(answer.content.decode("utf-8-sig"))))


@pytest.mark.each_database
async def test_a_month_has_fee_net_payout_and_account_once_they_are_known(
    some_till: Till, monkeypatch: pytest.MonkeyPatch
) -> None:
    lift_limits(monkeypatch)
    till, admin = some_till, some_till.person(is_admin=True, first_name="Ada")
    day = await ParkDay(till, start_at=clock.now() + LONG).pay()
    till.do(board.set_account_codes, admin, values=AccountCodes(event="0410"))
    door, address = Door(admin), f"/api/admin/books.csv?month={clock.now():%Y-%m}"
    first = {one["Net"]: one for one in await file_of(door, admin, address)}
    # Stripe has told of no fee yet: nothing is known, which is another thing than 0.00.
    assert (first[""]["Gross"], first[""]["Stripe Fee"], first[""]["Payout"]) == ("10.00", "", "")
    assert (first["10.00"]["Stripe Fee"], first["10.00"]["Account"]) == ("", "0410")
    payout = till.double.pay_out()
    day.settle(day.carla, "refunded")
    await till.deliver()
    await reconciliation.reconcile(clock.now() - LONG)
    assert await reconciliation.reconcile(clock.now() - LONG) == []
    file = await file_of(door, admin, address)
    sums = till.do(books.search_payments, admin, wanted=PaymentSearch()).sums
    kept = sum(one.came_cents - one.back_cents for one in sums)
    assert sum(Decimal(one["Gross"]) for one in file) == Decimal(kept) / 100
    lines = [one for one in file if one["Stripe Fee"]]
    assert [(one["What"], one["Gross"], one["Stripe Fee"], one["Net"]) for one in lines] == [
        ("Paid", "10.00", "0.59", "9.41"),
        ("Refunded", "-10.00", "0.00", "-10.00"),
    ]
    assert [one["Payout"] for one in lines] == [payout["id"], ""]
    assert lines[0]["Paid Out"] == f"{clock.now():%Y-%m-%d}"
    assert lines[0]["Reference"].startswith(f"{clock.now():%Y}-")


async def test_a_dispute_costs_its_own_fee(till: Till) -> None:
    admin = till.person(is_admin=True)
    started = await till.give(till.person())
    till.pay(started, DISPUTED)
    till.double.advance(days=22)
    await till.deliver()
    await reconciliation.reconcile(clock.now() - LONG)
    search = PaymentSearch()
    told = till.do(books.movements, admin, wanted=search)
    assert [(one.cents, one.fee_cents) for one in told] == [(25_00, 1_02), (-25_00, 15_00)]


async def test_a_fee_in_another_currency_is_no_fee_of_the_books(till: Till) -> None:
    till.pay(await till.give(till.person()))
    await till.deliver()
    for one in till.double.account.all("balance_transaction"):
        one["currency"] = "eur"
    await reconciliation.reconcile(clock.now() - LONG)
    assert till.all(CardBooking) == []


async def test_a_month_is_refused_until_it_begins(
    till: Till, monkeypatch: pytest.MonkeyPatch
) -> None:
    lift_limits(monkeypatch)
    admin = till.person(is_admin=True)
    later = clock.now() + timedelta(days=40)
    with pytest.raises(Invalid, match="hasn’t begun yet"):
        till.do(books.month_of_books, admin, month=f"{later:%Y-%m}")
    with pytest.raises(Forbidden):
        till.do(books.month_of_books, till.person(), month="2026-01")
    door = Door(admin)
    for wrong in ("2026-13", "2026-1", "now", "9999-12", ""):
        answer = await door.ask(admin, "GET", f"/api/admin/books.csv?month={wrong}")
        assert (answer.status_code, "such as 2026-11" in answer.text) == (422, True), wrong


def member(till: Till, admin: Actor, name: str, tier: str = "premium", **more: Any) -> Actor:
    actor = till.person(first_name=name, **more)
    values: dict[str, Any] = {"membership_tier": tier, "membership_status": "active"}
    if not tier:
        return actor
    wanted = ProgressFields.model_validate(values)

    @writes
    def give(session: Session, by: Actor) -> None:
        held = progression.hold(session, user_ids=[actor.user_id], wanted=wanted)
        progression.set_progress(session, by, members=held, wanted=wanted, reason="test")

    till.do(give, admin)
    return actor


def voting(till: Till, admin: Actor, on: date, **rules: Any) -> list[str]:
    values = VotingRulesWrite.model_validate(rules)
    assert till.do(board.set_voting_rules, admin, values=values) == values
    assert till.do(board.voting_rules, admin) == values
    return [one.name for one in till.do(board.voters, admin, on=on)]


@pytest.mark.each_database
def test_the_boards_rules_say_who_votes(some_till: Till) -> None:
    till, today = some_till, clock.now().date()
    admin = till.person(is_admin=True, first_name="Zoe")
    member(till, admin, "Ana")
    member(till, admin, "Ben", "basic")
    member(till, admin, "Kit", age_band="minor")
    member(till, admin, "Eva", "")
    assert voting(till, admin, today) == ["Ana"]
    assert voting(till, admin, today, adultsOnly=False) == ["Ana", "Kit"]
    assert voting(till, admin, today, plans=["basic"]) == ["Ben"]
    assert voting(till, admin, today, plans=[]) == ["Ana", "Ben", "Eva", "Zoe"]
    # Yesterday nobody had a plan; for a day ahead the plans of today count.
    assert voting(till, admin, today - timedelta(days=2)) == []
    assert voting(till, admin, today + timedelta(days=9)) == ["Ana"]
    with pytest.raises(Forbidden):
        till.do(board.voters, till.person(), on=today)


def test_attendances_count_in_the_months_before_the_vote(some_till: Till) -> None:
    till, now = some_till, clock.now()
    admin = till.person(is_admin=True)
    ana = member(till, admin, "Ana")
    for days in (5, 45, 400):
        start = now - timedelta(days=days)
        event_id = till.event(admin, start_at=start)
        till.seat(event_id, ana, checked_in_at=start)
    rules = {"attendances": 2, "months": 2}
    assert voting(till, admin, now.date(), **rules) == ["Ana"]
    assert voting(till, admin, now.date(), **rules | {"months": 1}) == []
    assert voting(till, admin, now.date(), **rules | {"attendances": 3}) == []
    assert voting(till, admin, now.date(), attendances=3, months=24) == ["Ana"]


def test_a_day_of_voting_is_the_clubs(till: Till) -> None:
    """Half past eleven at night in Tampa is the next day in London."""
    admin = till.person(is_admin=True)
    ana, on = till.person(first_name="Ana"), date(2026, 3, 14)
    late = datetime(2026, 3, 14, 23, 30, tzinfo=get_settings().org_zone)
    till.seat(till.event(admin, start_at=late), ana, checked_in_at=late)
    rules: dict[str, Any] = {"plans": [], "attendances": 1, "months": 1}
    assert voting(till, admin, on - timedelta(days=1), **rules) == []
    assert voting(till, admin, on, **rules) == ["Ana"]


def test_a_plan_that_ends_before_the_day_does_not_vote(till: Till) -> None:
    admin = till.person(is_admin=True)
    ana = till.person(first_name="Ana")
    values = ByHandWrite.model_validate({"user_id": ana.user_id, "plan": "master"})
    till.do(service.record_by_hand, admin, values=values)
    ends = clock.now() + timedelta(days=30)
    assert voting(till, admin, ends.date()) == ["Ana"]
    assert voting(till, admin, (ends + timedelta(days=10)).date()) == []
    # Of today the ledger tells, also while the news of the end is on its way.
    with till.database.unit_of_work(write=True) as session:
        (plan,) = session.scalars(sa.select(Subscription))
        plan.ends_at_period_end, plan.paid_until = True, clock.now() - timedelta(days=2)
    today = clock.now().astimezone(get_settings().org_zone).date()
    assert voting(till, admin, today) == ["Ana"]
    assert voting(till, admin, today + timedelta(days=1)) == []


async def test_what_is_set_is_in_the_log_and_the_file_runs_nothing(
    till: Till, monkeypatch: pytest.MonkeyPatch
) -> None:
    lift_limits(monkeypatch)
    admin = till.person(is_admin=True, first_name="Ada")
    member(till, admin, "=2+3", game_name="@SUM")
    door = Door(admin)
    on = clock.now().date()
    (line,) = await file_of(door, admin, f"/api/admin/voters.csv?on={on}")
    assert (line["Name"], line["Game Name"]) == ("'=2+3", "'@SUM")
    body = {"subscription": "4000", "event": " 0410 "}
    answer = await door.ask(admin, "PUT", "/api/admin/account-codes", body)
    assert answer.json() == {"subscription": "4000", "donation": None, "event": "0410"}
    answer = await door.ask(admin, "PUT", "/api/admin/voting-rules", {"plans": ["master"]})
    assert answer.json()["plans"] == ["master"]
    for _ in range(2):
        await door.ask(admin, "PUT", "/api/admin/voting-rules", {"plans": ["master"]})
    log = await door.ask(admin, "GET", "/api/admin/log.csv")
    assert log.text.count("account codes") == 1
    assert log.text.count("voting rules") == 1

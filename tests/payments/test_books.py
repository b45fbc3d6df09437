"""The sums of the list and the lines of the treasurer's file: one truth for the same question."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.roles import Grant, Role
from rookiebattle.payments import books, service
from rookiebattle.payments.schemas import ByHandWrite, PaymentSearch, WaySum
from tests.matrix.cast import lift_limits
from tests.payments.door import Door
from tests.payments.gate import Gate
from tests.payments.park_day import ParkDay
from tests.payments.till import Till
from tests.plans import plan_of

pytestmark = pytest.mark.anyio
MONTH = timedelta(days=31)


@pytest.fixture
def admin(some_till: Till) -> Actor:
    return some_till.person(is_admin=True, first_name="Ada")


def sums(till: Till, admin: Actor, **wanted: Any) -> list[tuple[str, int, int]]:
    """The sums of the list, after comparing them with the file of the same question."""
    search = PaymentSearch(**wanted)
    told: tuple[WaySum, ...] = till.do(books.search_payments, admin, wanted=search).sums
    kept = sum(one.came_cents - one.back_cents for one in told)
    assert kept == sum(one.cents for one in till.do(books.movements, admin, wanted=search))
    return [(one.way, one.came_cents, one.back_cents) for one in told]


async def test_a_treasurer_reads_the_seats_there_and_nothing_else(till: Till) -> None:
    chapter_id, wanted = till.chapter(), PaymentSearch()
    day = await ParkDay(till, chapter_id=chapter_id).pay()
    till.pay(await till.give(till.person()))
    await till.deliver()
    for grant, seats in (
        (Grant(Role.TREASURER, event_id=day.event_id), 2),
        (Grant(Role.TREASURER, chapter_id), 2),
        (Grant(Role.TREASURER, event_id=till.event()), 0),
        (Grant(Role.TREASURER, till.chapter("Miami")), 0),
    ):
        treasurer = replace(till.person(), grants=(grant,))
        found = till.do(books.search_payments, treasurer, wanted=wanted).items
        assert [one.event_id for one in found] == [day.event_id] * seats


def months(till: Till, admin: Actor, start: datetime, count: int) -> list[Any]:
    return [
        sums(till, admin, since=start + MONTH * one, until=start + MONTH * (one + 1))
        for one in range(count)
    ]


@pytest.mark.each_database
async def test_a_refund_belongs_to_its_own_month_and_leaves_the_former_as_it_was(
    some_till: Till, admin: Actor
) -> None:
    start = clock.now()
    day = await ParkDay(some_till, start_at=start + timedelta(days=90)).pay()
    first = months(some_till, admin, start, 1)
    assert first == [[("card", 10_00, 0), ("cash", 10_00, 0)]]
    some_till.double.advance(days=32)
    day.settle(day.carla, "refunded")
    day.settle(day.hanna, "refunded")
    await some_till.deliver()
    assert months(some_till, admin, start, 3) == [
        *first,
        [("card", 0, 10_00), ("cash", 0, 10_00)],
        [],
    ]
    # The list of the second month has the payments of which money moved in it.
    wanted = PaymentSearch(since=start + MONTH)
    listed = some_till.do(books.search_payments, admin, wanted=wanted)
    assert [one.returned_cents for one in listed.items] == [10_00, 10_00]
    assert sums(some_till, admin) == [("card", 10_00, 10_00), ("cash", 10_00, 10_00)]


def test_a_wrong_mark_is_in_no_sum_and_one_that_is_seen_late_goes_in_its_month(
    some_till: Till,
) -> None:
    gate, start = Gate(some_till), clock.now()
    admin = gate.organizer
    gate.settle("completed")
    gate.settle("pending")
    assert sums(some_till, admin) == []
    gate.settle("completed")
    some_till.double.advance(days=32)
    gate.settle("pending")
    assert months(some_till, admin, start, 2) == [[("cash", 10_00, 0)], [("cash", 0, 10_00)]]
    some_till.double.advance(days=32)
    gate.settle("completed", is_undo=True)
    assert months(some_till, admin, start, 3) == [
        [("cash", 10_00, 0)],
        [("cash", 0, 10_00)],
        [("cash", 10_00, 0)],
    ]
    assert sums(some_till, admin) == [("cash", 10_00, 0)]


async def test_the_file_has_what_the_list_was_asked_for(
    till: Till, monkeypatch: pytest.MonkeyPatch
) -> None:
    lift_limits(monkeypatch)
    admin = till.person(is_admin=True, first_name="Ada")
    day = await ParkDay(till).pay()
    till.do(
        service.record_by_hand,
        admin,
        values=ByHandWrite.model_validate({"user_id": day.hanna.user_id, "amount": "7.00"}),
    )
    door = Door(admin)
    for query, cents in (
        ("", 27_00),
        ("?kind=event", 20_00),
        ("?method=cash", 17_00),
        ("?method=hand&kind=donation", 7_00),
        ("?status=refunded", 0),
        ("?about=donation", 7_00),
    ):
        file = await door.ask(admin, "GET", f"/api/admin/payments.csv{query}")
        lines = file.content.decode("utf-8-sig").splitlines()[1:]
        came = sum(round(float(line.split(",")[3].strip('"')) * 100) for line in lines)
        assert came == cents, query
        asked = dict(one.split("=") for one in query.strip("?").split("&") if one)
        assert sum(one for _way, one, _back in sums(till, admin, **asked)) == cents
    refused = await door.ask(admin, "GET", "/api/admin/payments.csv?kind=nonsense")
    assert refused.status_code == 422


@pytest.mark.each_database
def test_the_payments_of_a_month_are_found_by_indexes(some_till: Till, admin: Actor) -> None:
    search = PaymentSearch(since=clock.now() - MONTH, until=clock.now())
    plan = str(
        plan_of(
            some_till.database, lambda session: books.search_payments(session, admin, wanted=search)
        )
    )
    assert "ix_payments_created_at_id" in plan
    assert "ix_payment_entries_at_id" in plan

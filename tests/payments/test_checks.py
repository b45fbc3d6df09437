"""Each truth about payments names the rows that contradict it, and no row that only looks so."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy.orm import Session

from rookiebattle.accounts.models import User
from rookiebattle.core.database.db import Database
from rookiebattle.payments import checks
from rookiebattle.payments.models import PaymentEntry, PaymentOrder, PerkEntry, Subscription
from tests import factories
from tests.clocks import NOW
from tests.world import World

DAY = timedelta(days=1)
BACK: dict[str, Any] = {"status": "refunded", "refunded_cents": 10_00}
SEAT: dict[str, Any] = {"payment_type": "event"}
HAND: dict[str, Any] = {"method": "hand"}
WAITS: dict[str, Any] = {"status": "pending", "received_cents": 0}


class Books(World):
    """The books of Mira, with the seats at one park day; a payment is named by its number."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.mira = self.person(id="mira", membership_status="expired")
        self.park = self.event(self.mira)

    def pay(self, number: int, cents: int = 10_00, **columns: Any) -> None:
        """She paid that much by card."""
        told: dict[str, Any] = {"id": f"{number}", "user_id": "mira", "number": number}
        self.add(factories.payment(cents=cents, **told | columns))

    def subscribe(self, id_: str = "s", **columns: Any) -> None:
        """She has a plan that is in force."""
        told: dict[str, Any] = {
            "id": id_,
            "user_id": "mira",
            "plan": "premium",
            "paid_until": NOW + 9 * DAY,
        }
        self.add(Subscription(**told | columns))

    def order(self, key: str, payment: int = 0, **columns: Any) -> None:
        told: dict[str, Any] = {"kind": "refund", "about": "pi_1", "dedupe_key": key, "id": key}
        self.add(PaymentOrder(payment_id=f"{payment}", **told | columns))

    def note(self, number: int, payment: int, what: str) -> None:
        """The bank decides, or has decided, about a payment."""
        told: dict[str, Any] = {"payment_id": f"{payment}", "what": what, "provider_id": "dp_1"}
        self.add(PaymentEntry(number=number, **told))

    def sit(self, id_: str, cents: int = 10_00, status: str = "completed", **columns: Any) -> None:
        told: dict[str, Any] = {"id": id_, "payment_status": status, "payment_amount_cents": cents}
        who = self.person() if self.rows(self.park) else self.mira
        self.seat(self.park, who, **told | columns)

    def found(self, check: Callable[[Session], list[str]]) -> list[str]:
        """The names of the rows that contradict a truth."""
        return sorted(one.split()[1].strip(":") for one in self.run(check))


@pytest.fixture
def books(world: World) -> Books:
    return Books(world.database)


def test_the_sums_and_the_status_are_those_of_the_money(books: Books) -> None:
    books.pay(1)
    books.pay(2, refunded_cents=10_00)
    books.pay(3, status="refunded")
    books.pay(4, status="refunded", received_cents=0)
    books.pay(5, status="pending")
    assert books.found(checks.wrong_sums) == ["1", "3", "5"], "they have no entries"
    assert books.found(checks.wrong_statuses) == ["2", "3", "4", "5"]


def test_a_lot_is_counted_by_itself_and_a_perk_is_compared_with_its_seat(books: Books) -> None:
    def enter(number: int, amount: int, lot: str, seat: str | None = None, **more: str) -> None:
        told: dict[str, Any] = {"kind": "weekend", "what": "used" if seat else "granted", **more}
        columns = {"user_id": "mira"} | {
            "number": number,
            "amount": amount,
            "registration_id": seat,
        }
        books.add(PerkEntry(id=f"{number}", lot_id=lot, **told | columns))

    books.sit("by-token", status="credit", perk_cents=5_00)
    books.sit("refunded", status="refunded", perk_cents=5_00)
    books.sit("without", perk_cents=0)
    for number, (amount, lot) in enumerate(((10_00, "a"), (10_00, "b"))):
        enter(number, amount, lot)
    enter(2, -1, "a", "by-token", kind="token")
    enter(3, -12_00, "b", "without")
    told = books.run(checks.overdrawn_perks)
    assert [one.partition(" has ")[2] for one in told] == [
        "-1 left of token a",
        "-200 left of weekend b",
    ]
    (unmatched,) = books.run(checks.unmatched_perks)
    assert unmatched.endswith("for seat without, its ledger says -1200")


def test_a_seat_is_paid_once_and_gets_no_more_back(books: Books) -> None:
    seats: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
        ("due", {"status": "pending"}, BACK),
        ("unpaid", {}, BACK),
        ("part", {}, {"refunded_cents": 5_00}),
        ("more", {"overpaid_cents": 5_00}, {}),
        ("back", {"overpaid_cents": 10_00}, {}),
        ("twice", {}, {}),
        ("ordered", {}, {}),
        ("at-a-bank", {}, {}),
    ]
    for number, (seat, columns, gone) in enumerate(seats, start=1):
        books.sit(seat, **columns)
        books.pay(number, registration_id=seat, **SEAT, **gone)
        if number > 5:
            books.pay(10 * number, registration_id=seat, **SEAT)
    books.pay(9, 5_00, registration_id="more", **SEAT)
    books.order("r", 70, cents=10_00)
    books.note(1, 80, "disputed")
    assert books.found(checks.unpaid_seats) == ["unpaid"]
    assert books.found(checks.wrongly_overpaid) == []
    assert books.found(checks.doubly_paid_seats) == ["twice"]


def test_a_payment_by_card_has_its_seat_or_an_order_to_go_back(books: Books) -> None:
    books.sit("due", status="pending")
    books.pay(1, registration_id="due", **SEAT)
    books.pay(2, **SEAT)
    books.order("failed", 2, state="failed")
    books.pay(3, **SEAT)
    books.order("waits", 3)
    books.pay(4)
    books.pay(5, **SEAT, **HAND)
    books.pay(6, **SEAT, **BACK)
    assert books.found(checks.unplaced_payments) == ["1", "2"]
    off: dict[str, Any] = {"event_id": books.event(canceled_at=NOW)}
    books.pay(7, **off)
    books.order("tried", 7, state="failed")
    for number, columns in enumerate(({}, HAND, BACK), start=8):
        books.pay(number, **off, **columns)
    assert books.found(checks.kept_for_canceled) == ["8"]


def test_a_payment_of_a_plan_has_a_day_until_it_gives_one(books: Books) -> None:
    books.subscribe()
    books.subscribe("given", granted_invoice="in_1")
    old: dict[str, Any] = {"paid_at": NOW - 2 * DAY, "subscription_id": "s"}
    ways: tuple[dict[str, Any], ...] = (
        {},
        {"paid_at": NOW},
        HAND,
        {"subscription_id": "given"},
        BACK,
        {},
    )
    for number, columns in enumerate(ways, start=1):
        books.pay(number, **old | columns)
    books.order("r", 6)
    assert books.found(checks.ungranted_payments) == ["1"]


@pytest.mark.parametrize(
    ("plan", "member", "found"),
    [
        ({}, {}, ["1"]),
        ({"superseded": False}, {}, []),
        ({"paid_until": NOW - DAY}, {}, []),
        ({"lapsed_at": None}, {}, []),
        ({}, {"erased_at": NOW}, []),
        ({}, {"membership_status": "active"}, []),
    ],
)
def test_a_plan_that_was_ended_is_told_while_its_money_is_kept(
    books: Books, plan: dict[str, Any], member: dict[str, Any], found: list[str]
) -> None:
    books.set(User, "mira", **member)
    ended: dict[str, Any] = {"superseded": True, "lapsed_at": NOW}
    books.subscribe(**ended | plan)
    books.pay(1, subscription_id="s")
    assert books.found(checks.stopped_plans) == found
    books.order("r", 1, cents=10_00)
    assert books.found(checks.stopped_plans) == []


@pytest.mark.parametrize(
    ("plan", "others", "is_told"),
    [
        ({}, (), True),
        ({"superseded": True}, (), False),
        ({"lapsed_at": NOW}, (), False),
        ({"paid_until": None}, (), False),
        # The newest is the one of the present; what only waits is none.
        (
            {},
            ((1, {"paid_at": NOW - 400 * DAY}), (3, {"status": "pending", "received_cents": 0})),
            True,
        ),
        ({}, ((3, {"paid_at": NOW + DAY}),), False),
        # By hand several are paid one behind the other.
        ({"status": "by_hand"}, ((1, {}),), False),
        # The rest of the former plan is a part of the next one's price.
        ({}, ((3, {"amount_cents": 5_00, "paid_at": NOW + DAY}),), True),
        ({}, ((3, {"amount_cents": 5_00, "paid_at": NOW + DAY, **HAND}),), False),
        ({}, ((3, {"amount_cents": 5_00, "paid_at": NOW + 31 * DAY - DAY / 2}),), False),
    ],
)
def test_a_plan_in_force_has_the_money_of_the_present(
    books: Books, plan: dict[str, Any], others: Any, *, is_told: bool
) -> None:
    books.subscribe(**plan)
    of_plan: dict[str, Any] = {
        "subscription_id": "s",
        "plan": "master",
        "payment_type": "subscription",
    }
    books.pay(2, **of_plan, **BACK, paid_at=NOW)
    for number, columns in others:
        books.pay(number, **of_plan | {"paid_at": NOW} | columns)
    assert books.found(checks.unpaid_plans) == ["s"] * is_told


@pytest.mark.parametrize(
    ("payment", "more", "is_ordered", "is_told"),
    [
        ({}, (), False, True),
        (BACK, (), False, False),
        ({"handed_cents": 10_00}, (), False, False),
        ({}, (), True, False),
        ({}, ("disputed",), False, False),
        ({}, ("disputed", "dispute_won"), False, True),
        ({}, ("disputed", "dispute_lost"), False, True),
        ({}, ("refund_failed",), False, False),
    ],
)
def test_a_refund_that_was_carried_out_happened_unless_something_decides(
    books: Books,
    payment: dict[str, Any],
    more: tuple[str, ...],
    *,
    is_ordered: bool,
    is_told: bool,
) -> None:
    books.pay(1, **payment)
    books.order("r", 1, cents=10_00, state="done")
    for number, what in enumerate(more):
        books.note(number, 1, what)
    if is_ordered:
        books.order("again", 1)
    assert books.found(checks.lost_refunds) == ["1"] * is_told


@pytest.mark.parametrize(
    ("plan", "member", "found"),
    [
        ({}, {}, ["mira"]),
        ({}, {"membership_tier": "basic"}, ["mira"]),
        ({}, {"membership_tier": "master"}, []),
        ({}, {"erased_at": NOW}, []),
        ({"live_of": None}, {}, []),
        ({"lapsed_at": NOW}, {}, []),
        ({"paid_until": NOW - 2 * DAY}, {}, []),
        ({"paid_until": NOW - 9 * DAY}, {}, ["s"]),
        ({"paid_until": NOW - 9 * DAY, "lapsed_at": NOW}, {}, []),
    ],
)
def test_a_plan_that_lives_has_its_tier_and_ends_in_time(
    books: Books, plan: dict[str, Any], member: dict[str, Any], found: list[str]
) -> None:
    books.set(User, "mira", **member)
    books.subscribe(**{"live_of": "mira"} | plan)
    assert books.found(checks.wrong_memberships) == found


def test_an_order_that_failed_is_worked_off_once_the_same_was_done(books: Books) -> None:
    books.pay(1, **BACK)
    books.pay(2)
    end: dict[str, Any] = {"kind": "end_subscription", "about": "sub_1"}
    failed: dict[str, Any] = {"state": "failed"}
    books.order("returned", 1, **failed)
    books.order("kept", 2, **failed)
    books.order("kept-done", 2, state="done")
    books.order("ended", **end, **failed)
    books.order("ended-done", **end, state="done")
    books.order("other", **end | {"about": "sub_2"}, **failed)
    books.order("other-waits", **end | {"about": "sub_2"})
    books.order("late", due_at=NOW - 2 * DAY)
    assert books.found(checks.lost_traffic) == ["kept", "late", "other"]

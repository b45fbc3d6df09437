"""Payments that an administrator enters by hand, and takes back."""

from datetime import timedelta
from typing import Any

import pytest

from rookiebattle.accounts import finding, leaving
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.errors import Conflict, Forbidden, Invalid, NotFound
from rookiebattle.core.pagination import Window
from rookiebattle.payments import books, service
from rookiebattle.payments.cards import reconciliation
from rookiebattle.payments.models import Payment, Subscription
from rookiebattle.payments.schemas import ByHandWrite, PaymentRead, PaymentSearch
from tests import factories
from tests.payments.books import is_sound
from tests.payments.till import Till

pytestmark = pytest.mark.anyio


@pytest.fixture
def admin(till: Till) -> Actor:
    return till.person(is_admin=True)


def record(till: Till, admin: Actor, user_id: str, **given: Any) -> PaymentRead:
    values = ByHandWrite.model_validate({"userId": user_id, **given})
    return till.do(service.record_by_hand, admin, values=values)


@pytest.mark.parametrize(
    "given", [{}, {"plan": "premium", "amount": "5.00"}, {"amount": "0.50"}, {"amount": "10001"}]
)
def test_a_payment_has_either_a_plan_or_a_fair_amount(
    till: Till, admin: Actor, given: dict[str, str]
) -> None:
    with pytest.raises(Invalid) as refused:
        record(till, admin, till.person().user_id, **given)
    assert set(refused.value.fields) == {"amount"}


def test_only_members_pay_and_only_administrators_record(till: Till, admin: Actor) -> None:
    maya = till.person(game_name="Maya", email="maya@example.org")
    with pytest.raises(Forbidden):
        record(till, maya, maya.user_id, plan="premium")
    till.do(leaving.delete_account, maya, confirmation="DELETE")
    for user_id in (maya.user_id, "00000000-0000-4000-8000-000000000000"):
        with pytest.raises(NotFound):
            record(till, admin, user_id, plan="premium")


async def test_a_card_that_pays_a_plan_is_ended_first(till: Till, admin: Actor) -> None:
    maya = till.person()
    till.pay(await service.start_subscription(maya))
    await till.deliver()
    with pytest.raises(Conflict, match="pays by card"):
        record(till, admin, maya.user_id, plan="premium")


def test_cash_for_the_same_plan_goes_on_and_for_another_one_begins_now(
    till: Till, admin: Actor
) -> None:
    maya = till.person()
    record(till, admin, maya.user_id, plan="premium")
    (first,) = till.all(Subscription)
    record(till, admin, maya.user_id, plan="premium")
    (longer,) = till.all(Subscription)
    assert longer.paid_until - first.paid_until >= timedelta(days=365)
    record(till, admin, maya.user_id, plan="master")
    live = [one for one in till.all(Subscription) if one.live_of]
    assert [one.plan for one in live] == ["master"]
    assert live[0].paid_until < clock.now() + timedelta(days=32)
    assert till.standing(maya) == ("master", "active")
    is_sound(till)


async def test_cash_that_is_over_gives_way_to_a_card(till: Till, admin: Actor) -> None:
    maya = till.person()
    record(till, admin, maya.user_id, plan="master")
    with pytest.raises(Conflict, match="paid for your plan in person"):
        await service.start_subscription(maya)
    till.double.advance(days=40)
    till.pay(await service.start_subscription(maya))
    await till.deliver()
    assert till.standing(maya) == ("premium", "active")


async def test_only_what_was_entered_by_hand_is_taken_back(till: Till, admin: Actor) -> None:
    maya = till.person()
    with pytest.raises(NotFound):
        till.do(service.correct, admin, payment_id="00000000-0000-4000-8000-000000000000")
    by_card = await till.give(maya)
    till.pay(by_card)
    await till.deliver()
    with pytest.raises(Conflict, match="recorded by hand"):
        till.do(service.correct, admin, payment_id=by_card.payment_id)
    paid = record(till, admin, maya.user_id, plan="premium")
    twice = [till.do(service.correct, admin, payment_id=paid.id) for _ in range(2)]
    assert [one.status for one in twice] == ["refunded", "refunded"]
    assert till.moved(paid.id) == [("received", 20_00), ("corrected", -20_00)]
    assert till.standing(maya) == ("premium", "expired")
    is_sound(till)


@pytest.mark.parametrize("wrong", [0, 1])
def test_correcting_one_of_two_payments_leaves_the_time_of_the_other(
    till: Till, admin: Actor, wrong: int
) -> None:
    maya, start = till.person(), clock.now()
    paid = [record(till, admin, maya.user_id, plan="premium")]
    till.double.advance(days=1)
    paid.append(record(till, admin, maya.user_id, plan="premium"))
    till.do(service.correct, admin, payment_id=paid.pop(wrong).id)
    (row,) = till.all(Subscription)
    begins = start if wrong == 1 else start + timedelta(days=1)
    assert row.paid_until == begins.replace(year=begins.year + 1)
    assert (row.granted_invoice, till.standing(maya)) == (paid[0].id, ("premium", "active"))
    till.do(service.correct, admin, payment_id=paid[0].id)
    assert till.standing(maya) == ("premium", "expired")
    is_sound(till)


def test_a_plan_that_was_recorded_by_mistake_gives_way_to_the_former_one(
    till: Till, admin: Actor
) -> None:
    maya = till.person()
    record(till, admin, maya.user_id, plan="premium")
    wrong = record(till, admin, maya.user_id, plan="master")
    till.do(service.correct, admin, payment_id=wrong.id)
    assert till.standing(maya) == ("premium", "active")
    (live,) = [one for one in till.all(Subscription) if one.live_of]
    assert live.plan == "premium"
    is_sound(till)


async def test_a_plan_that_ends_gives_way_to_another_that_is_still_paid(
    till: Till, admin: Actor
) -> None:
    maya = till.person()
    record(till, admin, maya.user_id, plan="premium")
    record(till, admin, maya.user_id, plan="master")
    assert till.standing(maya) == ("master", "active")
    till.double.advance(days=60)
    await reconciliation.lapse_memberships()
    assert till.standing(maya) == ("premium", "active")
    (live,) = [one for one in till.all(Subscription) if one.live_of]
    assert live.plan == "premium"
    assert len(till.letters(maya)) == 2
    till.double.advance(days=400)
    await reconciliation.lapse_memberships()
    assert till.standing(maya) == ("premium", "expired")
    is_sound(till)


def test_the_books_of_a_time_leave_its_end_out(till: Till, admin: Actor) -> None:
    maya, start = till.person(), clock.now()
    record(till, admin, maya.user_id, amount="5.00")
    till.double.advance(days=1)
    record(till, admin, maya.user_id, amount="6.00")

    def cents(**time: Any) -> list[int]:
        wanted = PaymentSearch(**time)
        return [one.cents for one in till.do(books.movements, admin, wanted=wanted)]

    assert cents() == [5_00, 6_00]
    assert cents(since=clock.now()) == [6_00]
    assert cents(since=start, until=clock.now()) == [5_00]


def test_a_file_of_the_books_is_whole_or_refused(
    till: Till, admin: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(books, "MOST_LINES", 2)
    for _ in range(2):
        record(till, admin, admin.user_id, amount="5.00")
    assert len(till.do(books.movements, admin, wanted=PaymentSearch())) == 2
    record(till, admin, admin.user_id, amount="5.00")
    with pytest.raises(Invalid, match="ask for a shorter time"):
        till.do(books.movements, admin, wanted=PaymentSearch())


def test_a_search_that_finds_too_many_members_says_so(
    till: Till, admin: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(books, "MOST_PEOPLE", 2)
    finding.keep_words()
    for number in range(3):
        person = till.person(first_name=f"Maya{number}", last_name="Vale")
        record(till, admin, person.user_id, amount="5.00")
        found = till.do(books.search_payments, admin, wanted=PaymentSearch(text="maya"))
        assert (found.total, found.has_more) == (min(number + 1, 2), number == 2)
        assert (found.sums == ()) == (number == 2)
        assert not found.may_be_summed
    with pytest.raises(Invalid, match="too many members to add up"):
        till.do(books.sum_payments, admin, wanted=PaymentSearch(text="maya"))
    with pytest.raises(Invalid, match="too many members to add up"):
        till.do(books.movements, admin, wanted=PaymentSearch(text="maya"))


def test_the_sums_are_those_of_all_payments_that_were_asked_for(till: Till, admin: Actor) -> None:
    maya, theo = till.person().user_id, till.person().user_id
    for cents in (10_00, 5_00):
        add(till, factories.payment(user_id=maya, number=cents, cents=cents))
    add(till, factories.payment(user_id=maya, number=3, status="pending", received_cents=0))
    back = {"refunded_cents": 6_00, "disputed_cents": 1_00}
    add(till, factories.payment(user_id=theo, cents=20_00, payment_type="event", **back))
    record(till, admin, theo, amount="7.00", means="check", reference="17")
    record(till, admin, theo, amount="3.00")
    asked = PaymentSearch(window=Window(1))
    assert sums(till, admin, asked) == [
        ("card", 35_00, 7_00),
        ("cash", 3_00, 0),
        ("check", 7_00, 0),
    ]
    assert sums(till, admin, PaymentSearch(kind="event")) == [("card", 20_00, 7_00)]
    assert sums(till, admin, PaymentSearch(method="check")) == [("check", 7_00, 0)]
    assert sums(till, admin, PaymentSearch(status="failed")) == []


def add(till: Till, row: Payment) -> None:
    till.add(row)
    for entry in factories.entries_of(row):
        till.add(entry)


def sums(till: Till, admin: Actor, wanted: PaymentSearch) -> list[tuple[str, int, int]]:
    found = till.do(books.search_payments, admin, wanted=wanted).sums
    assert found == till.do(books.sum_payments, admin, wanted=wanted)
    return [(one.way, one.came_cents, one.back_cents) for one in found]


def test_a_long_list_is_added_up_when_an_administrator_asks(
    till: Till, admin: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(books, "MOST_COUNTED", 2)
    for _ in range(3):
        assert not till.do(books.search_payments, admin, wanted=PaymentSearch()).may_be_summed
        record(till, admin, till.person().user_id, amount="5.00")
    found = till.do(books.search_payments, admin, wanted=PaymentSearch())
    assert (found.sums, found.may_be_summed) == ((), True)
    (one,) = till.do(books.sum_payments, admin, wanted=PaymentSearch())
    assert (one.way, one.came_cents, one.back_cents) == ("cash", 15_00, 0)
    with pytest.raises(Forbidden):
        till.do(books.sum_payments, till.person(), wanted=PaymentSearch())

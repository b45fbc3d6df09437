"""Money that came by hand: cash, checks and their numbers, and the day on which they came."""

from datetime import date

import pytest

from rookiebattle.core import clock
from rookiebattle.core.audit import AuditEntry
from rookiebattle.core.errors import Conflict, Invalid, NotFound
from rookiebattle.core.pagination import Window
from rookiebattle.payments import books, service
from rookiebattle.payments.models import Payment
from rookiebattle.payments.schemas import ByHandWrite, PaymentSearch, WaySum
from rookiebattle.payments.seats import canceled_events
from rookiebattle.registrations.schemas import HowReceived, Settlement
from rookiebattle.registrations.service import registering as registrations
from tests.letter_box import received
from tests.matrix.cast import lift_limits
from tests.payments.books import is_sound
from tests.payments.door import Door
from tests.payments.gate import Gate
from tests.payments.park_day import ParkDay
from tests.payments.till import Till

pytestmark = pytest.mark.anyio
EVENING = 13 * 3600
"""Nine in the evening at the club is the next day in UTC."""
CHECK = HowReceived(means="check", reference="1042", received_on=date(2026, 3, 10))


@pytest.fixture
def gate(some_till: Till) -> Gate:
    return Gate(some_till)


def told(payment: Payment) -> tuple[object, ...]:
    return payment.means, payment.reference, payment.received_on


def test_one_tap_is_cash_that_came_today(gate: Gate) -> None:
    gate.till.double.advance(seconds=EVENING)
    gate.settle("completed")
    (paid,) = gate.payments()
    assert told(paid) == ("cash", None, date(2026, 3, 14))
    is_sound(gate.till)


@pytest.mark.each_database
def test_a_check_is_in_the_books_the_list_and_the_receipt(gate: Gate) -> None:
    gate.settle("completed", how=CHECK)
    (paid,) = gate.payments()
    assert told(paid) == ("check", "1042", date(2026, 3, 10))
    till, admin = gate.till, gate.organizer
    (moved,) = till.do(books.movements, admin, wanted=PaymentSearch())
    assert (moved.how, moved.received_on, moved.cents) == ("Check 1042", date(2026, 3, 10), 10_00)
    receipt = till.do(service.receipt, gate.maya, payment_id=paid.id)
    assert (receipt.method, receipt.received_on) == ("Check 1042", date(2026, 3, 10))
    for method, found in (("check", 1), ("hand", 1), ("cash", 0), ("card", 0)):
        wanted = PaymentSearch(method=method)
        assert till.do(books.search_payments, admin, wanted=wanted).total == found


def test_nothing_came_tomorrow(gate: Gate) -> None:
    gate.till.double.advance(seconds=EVENING)
    tomorrow = date(2026, 3, 15)
    with pytest.raises(Invalid) as refused:
        gate.settle("completed", how=HowReceived(received_on=tomorrow))
    assert refused.value.fields == {"receivedOn": "This day is in the future"}
    values = ByHandWrite(user_id=gate.maya.user_id, plan="premium", received_on=tomorrow)
    with pytest.raises(Invalid, match="in the future"):
        gate.till.do(service.record_by_hand, gate.organizer, values=values)
    assert gate.payments() == []


def test_a_year_that_was_mistyped_is_asked_about(gate: Gate) -> None:
    for day in (date(206, 3, 14), date(2016, 3, 13)):
        with pytest.raises(Invalid, match="Is its year right"):
            gate.settle("completed", how=HowReceived(received_on=day))
    gate.settle("completed", how=HowReceived(received_on=date(2016, 3, 14)))
    assert [one.received_on for one in gate.payments()] == [date(2016, 3, 14)]


def test_a_membership_that_was_paid_by_check_says_so(gate: Gate) -> None:
    values = ByHandWrite(user_id=gate.maya.user_id, plan="premium", **CHECK.model_dump())
    read = gate.till.do(service.record_by_hand, gate.organizer, values=values)
    assert read.metadata == {
        "method": "hand",
        "plan": "premium",
        "means": "check",
        "reference": "1042",
        "receivedOn": "2026-03-10",
    }


def test_the_day_of_the_books_is_the_clubs_own(till: Till) -> None:
    # In Florida it is still March when April has begun in London.
    till.double.advance(days=17, seconds=12 * 3600)
    assert clock.today() == date(2026, 3, 31)


@pytest.mark.parametrize("wrong", ["refunded", "pending", "waived"])
def test_undo_leaves_the_check_in_the_books_as_it_came(gate: Gate, wrong: Settlement) -> None:
    gate.settle("completed", how=CHECK)
    gate.settle(wrong)
    gate.settle("completed", is_undo=True)
    (paid,) = gate.payments()
    assert (told(paid), paid.status) == (("check", "1042", date(2026, 3, 10)), "completed")
    assert [cents for _what, cents in gate.till.moved(paid.id)] == [10_00, -10_00, 10_00]
    assert gate.money() == (10_00, 0)
    is_sound(gate.till)


def test_undo_brings_no_payment_of_another_price_back(gate: Gate) -> None:
    gate.settle("completed", how=CHECK)
    gate.settle("refunded")
    gate.till.do(registrations.unregister, gate.maya, event_id=gate.event_id)
    gate.till.change(gate.event_id, price_cents=20_00)
    gate.till.do(registrations.register, gate.maya, event_id=gate.event_id)
    gate.settle("completed", is_undo=True)
    amounts = [(one.amount_cents, one.status) for one in gate.payments()]
    assert sorted(amounts) == [(10_00, "refunded"), (20_00, "completed")]
    is_sound(gate.till)


def test_the_number_of_a_check_is_noted_later(gate: Gate) -> None:
    gate.settle("completed")
    gate.note(CHECK)
    (paid,) = gate.payments()
    assert told(paid) == ("check", "1042", date(2026, 3, 10))
    assert [cents for _what, cents in gate.till.moved(paid.id)] == [10_00]
    # The same by the verb of the API; without details again is the same.
    gate.settle("completed", how=HowReceived(means="check", reference="1043"))
    gate.settle("completed")
    assert told(gate.payments()[0]) == ("check", "1043", date(2026, 3, 10))
    how = gate.till.do(canceled_events.how_paid, gate.organizer, event_id=gate.event_id)
    assert how[gate.maya.user_id].words == "Check 1043"
    lines = [one.action for one in gate.till.all(AuditEntry)]
    assert lines.count("payment.amended") == 2
    is_sound(gate.till)


def test_a_wrong_tap_is_no_money_that_came_and_went(gate: Gate) -> None:
    gate.settle("completed")
    gate.settle("pending")
    till, admin, wanted = gate.till, gate.organizer, PaymentSearch()
    till.double.advance(seconds=601)
    assert received() == []
    gate.settle("completed", how=CHECK)
    struck = {"Cash": True, "Check 1042": False}
    listed = till.do(books.search_payments, admin, wanted=wanted)
    assert {one.how: one.is_struck for one in listed.items} == struck
    assert listed.sums == (WaySum("check", 10_00, 0),)
    right, wrong = till.do(service.history, gate.maya, window=Window(5)).items
    assert (right.is_struck, wrong.is_struck) == (False, True)
    assert till.do(service.receipt, gate.maya, payment_id=wrong.id).is_struck
    gate.settle("refunded")
    listed = till.do(books.search_payments, admin, wanted=wanted)
    assert {one.how: one.is_struck for one in listed.items} == struck
    assert listed.sums == (WaySum("check", 10_00, 10_00),)
    # A refund that was noted by mistake was none, either.
    gate.settle("completed", is_undo=True)
    assert till.do(books.search_payments, admin, wanted=wanted).sums == (WaySum("check", 10_00, 0),)
    is_sound(till)


def test_a_wrong_tap_that_is_corrected_at_once_is_the_payment_that_it_became(gate: Gate) -> None:
    gate.settle("completed")
    gate.settle("pending")
    gate.settle("completed", how=CHECK)
    (paid,) = gate.payments()
    assert told(paid) == ("check", "1042", date(2026, 3, 10))


def test_a_membership_that_was_taken_back_may_have_been_handed_back(gate: Gate) -> None:
    values = ByHandWrite(user_id=gate.maya.user_id, plan="premium")
    made = gate.till.do(service.record_by_hand, gate.organizer, values=values)
    gate.till.do(service.correct, gate.organizer, payment_id=made.id)
    (line,) = gate.till.do(books.search_payments, gate.organizer, wanted=PaymentSearch()).items
    assert not line.is_struck


def test_an_organizer_notes_it_too(till: Till) -> None:
    gate = Gate(till, is_admin=False)
    gate.settle("completed")
    gate.note(CHECK)
    gate.note(CHECK)
    assert told(gate.payments()[0])[1] == "1042"
    assert [one.action for one in till.all(AuditEntry)].count("payment.amended") == 1
    with pytest.raises(Invalid, match="in the future"):
        gate.note(HowReceived(received_on=date(2026, 3, 15)))


@pytest.mark.parametrize("status", ["refunded", "pending", "waived"])
def test_there_is_nothing_to_note_of_a_seat_that_is_not_paid(
    gate: Gate, status: Settlement
) -> None:
    gate.settle("completed")
    gate.settle(status)
    with pytest.raises(Conflict, match="just changed"):
        gate.note(CHECK)
    gate.till.do(registrations.unregister, gate.maya, event_id=gate.event_id)
    with pytest.raises(NotFound, match="isn’t registered"):
        gate.note(CHECK)


async def test_a_card_has_no_check(till: Till) -> None:
    day = await ParkDay(till).pay()
    with pytest.raises(Conflict, match="paid for in person"):
        day.settle(day.carla, "completed", how=CHECK)
    day.settle(day.carla, "completed")


def test_an_organizer_corrects_often_enough_and_then_asks(till: Till) -> None:
    gate = Gate(till, is_admin=False)
    for _ in range(6):
        gate.settle("completed")
        gate.settle("pending")
    with pytest.raises(Conflict, match="several times today"):
        gate.settle("completed")
    till.double.advance(days=1, seconds=60)
    gate.settle("completed")


def test_money_that_went_back_is_always_noted(till: Till) -> None:
    gate = Gate(till, is_admin=False)
    for _ in range(5):
        gate.settle("completed")
        gate.settle("pending")
    gate.settle("waived")
    gate.settle("completed")
    gate.settle("refunded")
    assert gate.money() == (10_00, 10_00)


def test_who_pays_again_after_a_refund_pays_anew(gate: Gate) -> None:
    gate.settle("completed", how=CHECK)
    gate.settle("refunded")
    gate.settle("completed")
    assert [told(one)[0] for one in gate.payments()] == ["check", "cash"]
    assert gate.money() == (10_00, 0)
    is_sound(gate.till)


@pytest.mark.parametrize(
    ("more", "status"),
    [
        ({"means": "check", "reference": "7", "receivedOn": "2026-03-01"}, 200),
        ({"reference": "x" * 41}, 422),
        ({"means": "card"}, 422),
        ({"receivedOn": "2026-03-15"}, 422),
        ({"receivedOn": 0}, 422),
        ({"receivedOn": "soon"}, 422),
        ({"paymentStatus": "waived", "means": "cash"}, 422),
    ],
)
async def test_programs_say_how_a_seat_was_paid(
    till: Till, monkeypatch: pytest.MonkeyPatch, more: dict[str, object], status: int
) -> None:
    lift_limits(monkeypatch)
    gate = Gate(till)
    path = f"/api/events/{gate.event_id}/registrations/{gate.maya.user_id}"
    door, body = Door(gate.organizer), {"paymentStatus": "completed", **more}
    assert (await door.ask(gate.organizer, "PATCH", path, body)).status_code == status
    assert [told(one) for one in gate.payments()] == (
        [("check", "7", date(2026, 3, 1))] if status == 200 else []
    )


async def test_the_treasurers_file_names_the_check_and_its_day(
    till: Till, monkeypatch: pytest.MonkeyPatch
) -> None:
    lift_limits(monkeypatch)
    gate = Gate(till)
    gate.settle("completed", how=CHECK)
    gate.settle("refunded")
    file = await Door(gate.organizer).ask(gate.organizer, "GET", "/api/admin/payments.csv")
    lines = [line.split(",") for line in file.content.decode("utf-8-sig").splitlines()]
    assert [(line[7], line[-1]) for line in lines] == [
        ('"How"', '"Received"'),
        ('"Check 1042"', '"2026-03-10"'),
        ('"Check 1042"', '""'),
    ]

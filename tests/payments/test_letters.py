"""Letters about money: what they say, and that a turned-off mailing does not keep them back."""

import pytest

from rookiebattle.payments import service
from rookiebattle.payments.cards import reconciliation
from rookiebattle.payments.schemas import ByHandWrite
from rookiebattle.registrations.schemas import HowReceived, Settlement
from rookiebattle.registrations.service import registering as registrations
from tests.letter_box import Received, received
from tests.payments.books import is_sound
from tests.payments.gate import Gate
from tests.payments.till import Till
from tests.settled import settle_seat as settle

pytestmark = pytest.mark.anyio


def arrived(till: Till) -> dict[str, Received]:
    till.double.advance(seconds=700)
    return {one.subject: one for one in received()}


async def test_a_receipt_says_what_was_paid_even_to_who_wants_no_news(some_till: Till) -> None:
    maya = some_till.person(first_name="Maya", email="maya@example.org", mail_events=False)
    some_till.pay(await some_till.give(maya, "12.50", description="For new shields"))
    await some_till.deliver()
    letter = arrived(some_till)["Receipt: For new shields, $12.50"]
    assert "$12.50 USD" in letter.body
    assert "Mar 14, 2026" in letter.body


def test_a_minors_guardian_gets_the_receipt_of_their_seat_too(till: Till) -> None:
    organizer, mother = till.person(), till.person(email="ana@example.org")
    rowan = till.minor_of(mother)
    event_id = till.event(organizer, price_cents=10_00)
    till.do(registrations.register, rowan, event_id=event_id)
    settle(till, organizer, event_id, rowan, "completed")
    found = [one for one in arrived(till).values() if one.subject.startswith("Receipt")]
    assert [one.recipient for one in found] == ["ana@example.org"]


async def test_a_seat_is_confirmed_once_it_is_paid_and_its_refund_told(till: Till) -> None:
    organizer, maya = till.person(), till.person(email="maya@example.org")
    event_id = till.event(organizer, price_cents=10_00)
    till.do(registrations.register, maya, event_id=event_id)
    assert arrived(till) == {}
    till.pay(await service.start_event_payment(maya, event_id=event_id))
    await till.deliver()
    subjects = sorted(arrived(till))
    assert [one.partition(":")[0] for one in subjects] == ["Receipt", "You’re registered"]
    settle(till, organizer, event_id, maya, "refunded")
    await till.deliver()
    assert "You were refunded $10.00" in arrived(till)


async def test_a_membership_tells_of_its_renewal_its_failure_and_its_end(till: Till) -> None:
    maya = till.person(email="maya@example.org")
    till.pay(await service.start_subscription(maya, plan="premium"))
    await till.deliver()
    arrived(till)
    till.double.advance(days=360)
    await till.deliver()
    assert any(one.startswith("Your membership renews on Mar 14") for one in arrived(till))
    till.double.change_card(till.member(maya).stripe_customer_id or "", "4000000000000341")
    till.double.advance(days=6)
    await till.deliver()
    assert "We couldn’t renew your membership" in arrived(till)
    till.double.advance(days=40)
    await till.deliver()
    await reconciliation.lapse_memberships()
    assert "Your membership has ended" in arrived(till)
    assert till.standing(maya) == ("premium", "expired")


async def test_a_refund_that_the_bank_refused_is_told_to_the_club(till: Till) -> None:
    organizer, maya = till.person(), till.person(email="maya@example.org")
    event_id = till.event(organizer, price_cents=10_00)
    till.do(registrations.register, maya, event_id=event_id)
    started = await service.start_event_payment(maya, event_id=event_id)
    till.pay(started, "4000000000005126")
    await till.deliver()
    settle(till, organizer, event_id, maya, "refunded")
    await till.deliver()
    assert "A card refund failed" in arrived(till)


def subjects(till: Till, seconds: int = 601) -> list[str]:
    """Arrivals in this time; letters about money by hand wait ten minutes."""
    till.double.advance(seconds=seconds)
    return [one.subject for one in received()]


async def test_who_paid_at_the_gate_gets_a_receipt_that_names_the_check(some_till: Till) -> None:
    gate = Gate(some_till)
    gate.settle("completed", how=HowReceived(means="check", reference="1042"))
    assert subjects(some_till, 590) == []
    some_till.double.advance(seconds=11)
    (letter,) = received()
    assert letter.subject == "Receipt: Park Day, $10.00"
    assert letter.recipient == "maya@example.org"
    assert "Check 1042" in letter.body
    assert subjects(some_till) == []


@pytest.mark.parametrize("undone", ["pending", "waived"])
async def test_a_wrong_tap_that_is_undone_leaves_no_letter(till: Till, undone: Settlement) -> None:
    gate = Gate(till)
    gate.settle("completed")
    till.double.advance(seconds=9)
    gate.settle(undone, is_undo=True)
    assert subjects(till, 1_300) == []
    is_sound(till)


@pytest.mark.parametrize("is_undo", [True, False])
async def test_a_slip_that_is_put_right_minutes_later_is_told_as_it_ends(
    till: Till, is_undo: bool
) -> None:
    gate = Gate(till)
    gate.settle("completed")
    assert subjects(till, 300) == []
    gate.settle("pending")
    assert subjects(till, 1_300) == []
    # A receipt that is out stays valid when the seat is marked as paid again in time.
    gate.settle("completed")
    assert subjects(till) == ["Receipt: Park Day, $10.00"]
    gate.settle("pending")
    assert subjects(till, 300) == []
    gate.settle("completed", is_undo=is_undo)
    assert subjects(till, 1_300) == []
    assert [one.status for one in gate.payments()] == ["refunded", "completed"]
    is_sound(till)


async def test_a_receipt_that_is_out_is_void_once_its_payment_is_struck_out(till: Till) -> None:
    gate = Gate(till)
    gate.settle("completed")
    (paid,) = gate.payments()
    assert subjects(till) == ["Receipt: Park Day, $10.00"]
    gate.settle("pending")
    till.double.advance(seconds=601)
    (letter,) = received()
    number = till.do(service.receipt, gate.maya, payment_id=paid.id).number
    assert letter.subject == "Your receipt for $10.00 is void"
    assert f"Receipt {number} is void" in letter.body
    assert "please write to" in letter.body


async def test_what_is_taken_back_and_forth_at_once_is_told_as_it_ends(till: Till) -> None:
    gate = Gate(till)
    gate.settle("completed")
    assert subjects(till) == ["Receipt: Park Day, $10.00"]
    gate.settle("refunded")
    gate.settle("completed", is_undo=True)
    assert subjects(till) == []
    gate.settle("refunded")
    assert subjects(till) == ["You were refunded $10.00"]
    gate.settle("completed", is_undo=True)
    assert subjects(till) == ["Receipt: Park Day, $10.00"]
    is_sound(till)


async def test_a_mark_that_was_undone_twice_has_one_receipt(till: Till) -> None:
    gate = Gate(till)
    gate.settle("completed")
    gate.settle("pending")
    gate.settle("completed", is_undo=True)
    assert subjects(till, 1_300) == ["Receipt: Park Day, $10.00"]


async def test_cash_that_was_given_back_is_no_matter_of_banks(till: Till) -> None:
    gate = Gate(till)
    gate.settle("completed")
    gate.settle("refunded")
    till.double.advance(seconds=601)
    (letter,) = received()
    assert letter.subject == "You were refunded $10.00"
    assert "You were refunded $10.00 in person (you’d paid by cash)." in letter.body
    assert "Banks" not in letter.body


async def test_a_membership_that_was_recorded_by_mistake_is_void_too(till: Till) -> None:
    gate = Gate(till)
    values = ByHandWrite(user_id=gate.maya.user_id, plan="premium")
    paid = till.do(service.record_by_hand, gate.organizer, values=values)
    assert subjects(till) == ["Receipt: Supporting Member, $20.00"]
    till.do(service.correct, gate.organizer, payment_id=paid.id)
    assert "Your receipt for $20.00 is void" in subjects(till)

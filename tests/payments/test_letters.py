"""Letters about money: what they say, and that a turned-off mailing does not keep them back."""

import pytest

from rookiebattle.payments import reconciling, service
from rookiebattle.registrations import attendance
from rookiebattle.registrations import service as registrations
from tests.letter_box import Received, received
from tests.payments.till import Till

pytestmark = pytest.mark.anyio


def arrived(till: Till) -> dict[str, Received]:
    till.double.advance(seconds=700)
    return {one.subject: one for one in received()}


async def test_a_receipt_says_what_was_paid_even_to_who_wants_no_news(each_till: Till) -> None:
    maya = each_till.person(first_name="Maya", email="maya@example.org", mail_events=False)
    each_till.pay(await each_till.give(maya, "12.50", description="For new shields"))
    await each_till.deliver()
    letter = arrived(each_till)["Receipt: For new shields, $12.50"]
    assert "$12.50 USD" in letter.body
    assert "Mar 14, 2026" in letter.body


async def test_a_seat_is_confirmed_once_it_is_paid_and_its_refund_told(till: Till) -> None:
    organizer, maya = till.person(), till.person(email="maya@example.org")
    event_id = till.event(organizer, price_cents=10_00)
    till.do(registrations.register, maya, event_id=event_id)
    assert arrived(till) == {}
    till.pay(await service.start_event_payment(maya, event_id=event_id))
    await till.deliver()
    subjects = sorted(arrived(till))
    assert [one.partition(":")[0] for one in subjects] == ["Receipt", "You’re registered"]
    till.do(
        attendance.settle,
        organizer,
        event_id=event_id,
        user_id=maya.user_id,
        status="refunded",
    )
    await till.deliver()
    assert "$10.00 went back to you" in arrived(till)


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
    assert "Your membership could not be renewed" in arrived(till)
    till.double.advance(days=40)
    await till.deliver()
    await reconciling.lapse_memberships()
    assert "Your membership has ended" in arrived(till)
    assert till.standing(maya) == ("premium", "expired")


async def test_a_refund_that_the_bank_refused_is_told_to_the_club(till: Till) -> None:
    organizer, maya = till.person(), till.person(email="maya@example.org")
    event_id = till.event(organizer, price_cents=10_00)
    till.do(registrations.register, maya, event_id=event_id)
    started = await service.start_event_payment(maya, event_id=event_id)
    till.pay(started, "4000000000005126")
    await till.deliver()
    till.do(
        attendance.settle,
        organizer,
        event_id=event_id,
        user_id=maya.user_id,
        status="refunded",
    )
    await till.deliver()
    assert "A refund by card did not arrive" in arrived(till)

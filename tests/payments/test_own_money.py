"""Nobody enters their own money into the books, or out of them. The only administrator may."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from rookiebattle.core.actor import Actor
from rookiebattle.core.errors import Forbidden
from rookiebattle.payments import service
from rookiebattle.payments.by_hand import refunds
from rookiebattle.payments.models import PaymentEntry
from rookiebattle.payments.schemas import ByHandWrite
from rookiebattle.registrations.models import PaymentStatus
from rookiebattle.registrations.schemas import HowReceived, RosterSearch
from rookiebattle.registrations.service import check_ins, prices, registering, roster, settling
from tests.clocks import NOW
from tests.payments.till import Till
from tests.settled import settle

pytestmark = pytest.mark.anyio
CENTS = 1_000_00
CHECK = HowReceived(means="check", reference="1042")
VERBS: dict[str, Callable[..., Any]] = {
    **{one: partial(settle, status=one) for one in ("completed", "waived", "credit", "refunded")},
    "check": partial(settle, status="completed", how=CHECK),
    "taken back": settling.take_back,
    "kept for the gate": settling.keep_for_gate,
    "undone": partial(settling.undo, before="completed"),
    "overpaid": prices.refund_overpaid,
    "noted": partial(settling.note_payment, how=CHECK),
}


def seat_of(till: Till, actor: Actor, status: PaymentStatus, **columns: Any) -> dict[str, Any]:
    event_id = till.event(actor, price_cents=CENTS)
    cost = {"payment_status": status, "payment_amount_cents": CENTS}
    till.seat(event_id, actor, **cost, **columns)
    return {"event_id": event_id, "user_id": actor.user_id}


@pytest.mark.parametrize("status", [PaymentStatus.COMPLETED, PaymentStatus.PENDING])
@pytest.mark.parametrize("verb", VERBS.values(), ids=VERBS)
async def test_an_organizer_settles_everybodys_seat_but_the_own(
    till: Till, status: PaymentStatus, verb: Callable[..., Any]
) -> None:
    organizer = till.person()
    seat = seat_of(till, organizer, status)
    for user_id in (organizer.user_id, organizer.user_id.upper()):
        with pytest.raises(Forbidden, match="ask an administrator"):
            till.do(verb, organizer, **{**seat, "user_id": user_id})
    assert till.all(PaymentEntry) == []
    assert till.rows(seat["event_id"])[0].payment_status == status


@pytest.mark.parametrize("verb", [VERBS["completed"], settling.keep_for_gate])
async def test_an_organizer_settles_no_seat_of_a_minor_in_their_care(
    till: Till, verb: Callable[..., Any]
) -> None:
    organizer = till.person()
    teen = till.minor_of(organizer)
    event_id = till.event(organizer, price_cents=CENTS)
    till.seat(event_id, teen, payment_status=PaymentStatus.PENDING, payment_amount_cents=CENTS)
    with pytest.raises(Forbidden, match="your own people"):
        till.do(verb, organizer, event_id=event_id, user_id=teen.user_id)
    wanted = RosterSearch()
    (entry,) = till.do(
        roster.read_roster, organizer, event_id=event_id, wanted=wanted
    ).entries.items
    assert not entry.may_settle


@pytest.mark.parametrize("verb", [settling.take_back, settling.keep_for_gate])
async def test_an_organizers_own_seat_is_lost_unpaid_like_every_other(
    till: Till, verb: Any
) -> None:
    organizer = till.person()
    event_id = till.event(organizer, price_cents=CENTS)
    hold = till.do(registering.register, organizer, event_id=event_id).hold_expires_at
    with pytest.raises(Forbidden, match="ask an administrator"):
        till.do(verb, organizer, event_id=event_id, user_id=organizer.user_id)
    (row,) = till.rows(event_id)
    assert hold is not None
    assert row.hold_expires_at == hold
    till.do(verb, till.person(is_admin=True), event_id=event_id, user_id=organizer.user_id)
    assert till.rows(event_id)[0].hold_expires_at is None


async def test_nobody_checks_in_the_own_seat_while_it_waits_for_a_card(till: Till) -> None:
    organizer = till.person()
    event_id = till.event(organizer, price_cents=CENTS, start_at=NOW + timedelta(hours=20))
    own: dict[str, Any] = {"event_id": event_id, "user_id": organizer.user_id}
    hold = till.do(registering.register, organizer, event_id=event_id).hold_expires_at
    with pytest.raises(Forbidden, match="waiting for your card payment"):
        till.do(check_ins.check_in, organizer, **own)
    (row,) = till.rows(event_id)
    assert (row.hold_expires_at, row.checked_in_at) == (hold, None)
    # An administrator lets the organizer keep it. From then on it is a seat like every other.
    admin = till.person(is_admin=True)
    till.do(settling.keep_for_gate, admin, **own)
    assert till.do(check_ins.check_in, organizer, **own).checked_in_at


async def test_an_administrator_settles_the_organizers_seat(till: Till) -> None:
    organizer = till.person()
    seat = seat_of(till, organizer, PaymentStatus.PENDING)
    settled = till.do(settle, till.person(is_admin=True), **seat, status="completed")
    assert settled.payment_status == "completed"


@pytest.mark.parametrize("others", [0, 1])
async def test_of_two_administrators_one_settles_the_others_seat(till: Till, others: int) -> None:
    admin = till.person(is_admin=True)
    for _ in range(others):
        till.person(is_admin=True)
    seat = seat_of(till, admin, PaymentStatus.PENDING)
    if others:
        with pytest.raises(Forbidden, match="another administrator"):
            till.do(settle, admin, **seat, status="completed")
        return
    till.do(settle, admin, **seat, status="completed")
    told = [one for one in till.audit_lines() if one.action == "registration.settled"]
    assert [(one.actor_id, one.details["user_id"]) for one in told] == [(admin.user_id,) * 2]


async def test_of_two_administrators_one_records_the_others_payments(till: Till) -> None:
    admin, values = till.person(is_admin=True), {"amount": "25.00"}
    own = ByHandWrite.model_validate({"userId": admin.user_id, **values})
    alone = till.do(service.record_by_hand, admin, values=own)
    till.person(is_admin=True)
    with pytest.raises(Forbidden, match="another administrator"):
        till.do(service.record_by_hand, admin, values=own)
    for verb in (refunds.correct, refunds.hand_back, refunds.keep_after_all):
        with pytest.raises(Forbidden, match="another administrator"):
            till.do(verb, admin, payment_id=alone.id)
    assert till.moved(alone.id) == [("received", 25_00)]


async def test_the_roster_offers_nobody_the_own_seat_to_settle(till: Till) -> None:
    organizer, admin, maya = till.person(), till.person(is_admin=True), till.person()
    event_id = till.event(organizer, price_cents=CENTS)
    for one in (organizer, admin, maya):
        till.seat(event_id, one, payment_amount_cents=CENTS)

    def offered(actor: Actor) -> set[str]:
        read = till.do(roster.read_roster, actor, event_id=event_id, wanted=RosterSearch())
        return {one.user_id for one in read.entries.items if one.may_settle}

    everybody = {organizer.user_id, admin.user_id, maya.user_id}
    assert offered(organizer) == everybody - {organizer.user_id}
    assert offered(admin) == everybody
    till.person(is_admin=True)
    assert offered(admin) == everybody - {admin.user_id}

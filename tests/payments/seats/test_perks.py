"""Tokens and credit: brought by a paid plan, used for a seat, and back when the seat is."""

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import sqlalchemy as sa
from sqlmodel import col

from rookiebattle.accounts.models import MembershipStatus, Tier, User
from rookiebattle.core import clock
from rookiebattle.core.audit import AuditEntry
from rookiebattle.core.errors import Conflict, Forbidden
from rookiebattle.events import canceling
from rookiebattle.events import service as events
from rookiebattle.events.models import Event
from rookiebattle.events.schemas import CancelWrite, EventPatch, Scope
from rookiebattle.events.service import change_event
from rookiebattle.payments import checks, service
from rookiebattle.payments import perks as ledger
from rookiebattle.payments.cards import following
from rookiebattle.payments.models import Payment, PerkEntry, Subscription
from rookiebattle.payments.perks import perk_of
from rookiebattle.payments.schemas import ByHandWrite
from rookiebattle.payments.seats import perks
from rookiebattle.registrations.hooks import seat_told_of
from rookiebattle.registrations.service import holds
from rookiebattle.registrations.service import registering as registrations
from rookiebattle.registrations.wording import HOLD_IS_OVER, IS_CANCELED
from tests.payments.books import in_the_books, is_sound
from tests.payments.sustainer import SATURDAY, Club
from tests.payments.till import Till
from tests.settled import settle

pytestmark = pytest.mark.anyio


def agrees(till: Till) -> None:
    """Seats and ledger say the same, and nothing was used twice."""
    assert till.check(checks.overdrawn_perks) + till.check(checks.unmatched_perks) == []


@pytest.fixture
def club(till: Till) -> Club:
    return Club(till)


@pytest.mark.parametrize(
    ("kind", "start", "hours", "perk"),
    [
        ("training", "2026-12-12T10:00", 2, "token"),
        ("training", "2026-12-09T18:00", 2, "token"),
        ("tournament", "2026-12-12T10:00", 2, "weekend"),
        ("workshop", "2026-12-13T20:00", 2, "weekend"),
        ("social", "2026-12-09T18:00", 2, None),
        ("daybattle", "2026-12-11T18:00", 6, None),
        ("daybattle", "2026-12-11T18:00", 7, "weekend"),
        ("tournament", "2026-12-09T18:00", 96, "weekend"),
    ],
)
def test_a_token_is_for_park_days_and_credit_for_other_days_of_a_weekend(
    kind: str, start: str, hours: int, perk: str | None
) -> None:
    at = datetime.fromisoformat(start).replace(tzinfo=ZoneInfo("America/Chicago"))
    assert perk_of(kind, at, at + timedelta(hours=hours), "America/Chicago") == perk


def test_the_weekend_begins_where_the_event_takes_place(club: Club) -> None:
    west = club.till.chapter(time_zone="America/Los_Angeles")
    friday: dict[str, Any] = {
        "start_at": SATURDAY - timedelta(hours=15),
        "end_at": SATURDAY - timedelta(hours=13),
    }
    event_id = club.event(45_00, event_type="tournament", chapter_id=west, **friday)
    assert club.till.run(ledger.kind_for, club.till.get(Event, event_id)) is None


async def test_a_token_pays_for_a_whole_park_day_and_comes_back_with_the_seat(
    some_till: Till,
) -> None:
    club = Club(some_till)
    event_id = club.event()
    club.register(event_id)
    started = await club.start(event_id)
    assert (started.status, started.amount_cents, started.client_secret) == ("completed", 0, "")
    assert (club.seat(event_id), club.balance()) == (("credit", 0, 5_00), (0, 10_00))
    assert "registration.confirmed" in some_till.letters(club.sam)
    # Again is the same, and nobody asks for money that nobody owes.
    assert (await club.start(event_id)).status == "completed"
    with pytest.raises(Conflict):
        await club.start(event_id, uses=False)
    some_till.do(registrations.unregister, club.sam, event_id=event_id)
    assert (club.seat(event_id), club.balance()) == (("pending", 5_00, 0), (1, 10_00))
    assert in_the_books(some_till) == 10_00
    is_sound(some_till)


async def test_the_ledger_and_the_log_name_plan_event_and_who_acted(club: Club) -> None:
    park = club.event(title="Oak Day")
    club.register(park)
    await club.start(park)
    with club.till.database.unit_of_work(write=False) as session:
        entries = session.scalars(sa.select(PerkEntry).order_by(col(PerkEntry.number))).all()
        log = session.scalars(sa.select(AuditEntry)).all()
    told = [(one.number, one.what, one.about, one.actor_id) for one in entries]
    assert told == [
        (1, "granted", "Sustainer", ""),
        (2, "granted", "Sustainer", ""),
        (3, "used", "Oak Day", club.sam.user_id),
    ]
    (used,) = [one for one in log if one.action == "perk.used"]
    assert used.details == {"kind": "token", "amount": -1}


@pytest.mark.parametrize(
    ("tier", "status", "has"),
    [
        (Tier.MASTER, MembershipStatus.ACTIVE, True),
        (Tier.MASTER, MembershipStatus.EXPIRED, False),
        (Tier.BASIC, MembershipStatus.ACTIVE, False),
        (Tier.NONE, MembershipStatus.ACTIVE, False),
    ],
)
def test_a_plan_in_force_that_brings_something_has_perks(
    tier: Tier, status: MembershipStatus, has: bool
) -> None:
    assert ledger.has_perks(User(membership_tier=tier, membership_status=status)) is has


async def test_credit_pays_a_part_and_the_card_the_rest(some_till: Till) -> None:
    club = Club(some_till)
    event_id = club.event(45_00, weekend=True)
    club.register(event_id)
    whole = await club.start(event_id, uses=False)
    rest = await club.start(event_id)
    assert (whole.amount_cents, rest.amount_cents) == (40_00, 30_00)
    assert rest.description.endswith(", less $10.00 weekend credit")
    some_till.pay(rest)
    await some_till.deliver()
    assert some_till.payment(whole.payment_id).status == "canceled"
    assert (club.seat(event_id), club.balance()) == (("completed", 30_00, 10_00), (1, 0))
    agrees(some_till)
    # Money that waits for a decision keeps its credit: the seat, taken again, is paid.
    some_till.do(registrations.unregister, club.sam, event_id=event_id)
    assert club.balance() == (1, 0)
    club.register(event_id)
    assert club.seat(event_id) == ("completed", 30_00, 10_00)
    club.at_gate(settle, event_id, status="refunded")
    await some_till.deliver()
    assert (club.seat(event_id), club.balance()) == (("refunded", 30_00, 10_00), (1, 10_00))
    agrees(some_till)
    club.at_gate(settle, event_id, status="completed")
    assert (club.seat(event_id), club.balance()) == (("completed", 40_00, 0), (1, 10_00))
    agrees(some_till)


async def test_credit_may_be_kept_and_goes_back_when_a_hold_ends(club: Club) -> None:
    event_id = club.event(45_00, weekend=True)
    club.register(event_id)
    await club.start(event_id)
    assert club.balance() == (1, 0)
    kept = await club.start(event_id, uses=False)
    assert (kept.amount_cents, club.balance()) == (40_00, (1, 10_00))
    await club.start(event_id)
    club.till.double.advance(seconds=1801)
    club.till.do(holds.end_one, club.organizer, event_id=event_id)
    assert (club.seat(event_id), club.balance()) == (("pending", 40_00, 0), (1, 10_00))
    agrees(club.till)


async def test_credit_that_leaves_too_little_for_a_card_keeps_no_seat_unpaid(club: Club) -> None:
    event_id = club.event(15_30, weekend=True)
    club.register(event_id)
    with pytest.raises(Conflict, match="too small"):
        await club.start(event_id)
    with pytest.raises(Conflict, match="unregister or ask the organizer"):
        await club.start(event_id, uses=False)
    assert (club.seat(event_id), club.balance()) == (("pending", 30, 10_00), (1, 0))
    club.till.do(registrations.unregister, club.sam, event_id=event_id)
    assert club.balance() == (1, 10_00)


def test_an_organizer_uses_a_token_at_the_gate_and_takes_it_back(club: Club) -> None:
    event_id = club.event()
    club.register(event_id)
    (offer,) = club.till.do(perks.offers_at, club.organizer, event_id=event_id).values()
    assert (offer.kind, offer.cents) == ("token", 5_00)
    for stranger in (club.sam, club.till.person()):
        with pytest.raises(Forbidden):
            club.at_gate(perks.use_for, event_id, stranger)
    assert club.at_gate(perks.use_for, event_id).payment_status == "credit"
    assert club.till.do(perks.offers_at, club.organizer, event_id=event_id) == {}
    assert (club.seat(event_id), club.balance()) == (("credit", 0, 5_00), (0, 10_00))
    with pytest.raises(Conflict):
        club.at_gate(perks.use_for, event_id)
    club.at_gate(perks.return_for, event_id)
    club.at_gate(perks.use_for, event_id)
    # The roster's own way back is the same.
    club.at_gate(settle, event_id, status="pending")
    assert (club.seat(event_id), club.balance()) == (("pending", 5_00, 0), (1, 10_00))
    club.at_gate(settle, event_id, status="credit", is_undo=True)
    assert (club.seat(event_id), club.balance()) == (("credit", 0, 5_00), (0, 10_00))
    club.at_gate(settle, event_id, status="pending")
    club.at_gate(settle, event_id, status="completed")
    assert in_the_books(club.till) == 15_00
    agrees(club.till)


def test_money_at_the_gate_and_credit_go_back_together_and_come_back_by_an_undo(
    club: Club,
) -> None:
    event_id = club.event(45_00, weekend=True)
    club.register(event_id)
    assert club.at_gate(perks.use_for, event_id).payment_status == "pending"
    club.at_gate(settle, event_id, status="completed")
    assert club.seat(event_id) == ("completed", 30_00, 10_00)
    club.at_gate(settle, event_id, status="refunded")
    assert club.balance() == (1, 10_00)
    agrees(club.till)
    club.at_gate(settle, event_id, status="completed", is_undo=True)
    assert (club.seat(event_id), club.balance()) == (("completed", 30_00, 10_00), (1, 0))
    agrees(club.till)
    club.at_gate(settle, event_id, status="refunded")
    other = club.event(45_00, weekend=True)
    club.register(other)
    club.at_gate(perks.use_for, other)
    with pytest.raises(Conflict, match="used already"):
        club.at_gate(settle, event_id, status="completed", is_undo=True)
    club.till.do(registrations.unregister, club.sam, event_id=event_id)
    assert club.seat(event_id) == ("refunded", 30_00, 10_00)
    is_sound(club.till)


def test_a_waived_seat_needs_no_credit(club: Club) -> None:
    event_id = club.event(45_00, weekend=True)
    club.register(event_id)
    club.at_gate(perks.use_for, event_id)
    club.at_gate(settle, event_id, status="waived")
    assert (club.seat(event_id), club.balance()) == (("waived", 40_00, 0), (1, 10_00))
    agrees(club.till)


async def test_a_canceled_event_gives_back_and_one_that_is_on_again_is_due(
    some_till: Till,
) -> None:
    club = Club(some_till)
    park, tournament = club.event(), club.event(45_00, weekend=True)
    for event_id in (park, tournament):
        club.register(event_id)
    await club.start(park)
    some_till.pay(await club.start(tournament))
    await some_till.deliver()
    values = CancelWrite(reason="Lightning")
    how: dict[str, Any] = {"scope": Scope.THIS, "values": values}
    for event_id in (park, tournament):
        some_till.do(canceling.cancel_event, club.organizer, event_id=event_id, **how)
    await some_till.deliver()
    assert club.balance() == (1, 10_00)
    back: dict[str, str] = {}
    with some_till.database.unit_of_work(write=False) as session:
        told = {one: clock.now() for one in (park, tournament)}
        seat_told_of.fire(session, user_id=club.sam.user_id, canceled=told, back=back)
    assert back[park] == "Your park-day token is back with you."
    assert back[tournament].endswith(" Your weekend credit is back with you.")
    agrees(some_till)
    for event_id in (park, tournament):
        some_till.do(canceling.reinstate_event, club.organizer, event_id=event_id)
    assert club.seat(park) == ("pending", 5_00, 0)
    assert club.seat(tournament) == ("pending", 40_00, 0)
    agrees(some_till)


def test_what_went_back_before_an_event_was_canceled_is_no_part_of_it(club: Club) -> None:
    event_id = club.event()
    club.register(event_id)
    club.at_gate(perks.use_for, event_id)
    club.at_gate(settle, event_id, status="refunded")
    before = club.seat(event_id)
    club.till.double.advance(seconds=60)
    how: dict[str, Any] = {"scope": Scope.THIS, "values": CancelWrite(reason="Lightning")}
    club.till.do(canceling.cancel_event, club.organizer, event_id=event_id, **how)
    back: dict[str, str] = {}
    with club.till.database.unit_of_work(write=False) as session:
        told = {event_id: clock.now()}
        seat_told_of.fire(session, user_id=club.sam.user_id, canceled=told, back=back)
    assert back == {}
    club.till.do(canceling.reinstate_event, club.organizer, event_id=event_id)
    assert (club.seat(event_id), before[0]) == (before, "refunded")


def test_a_price_that_falls_takes_no_more_than_it_is(club: Club) -> None:
    park, tournament = club.event(), club.event(45_00, weekend=True)
    for event_id in (park, tournament):
        club.register(event_id)
        club.at_gate(perks.use_for, event_id)
    for price, seats, balance in (
        ("12.00", (("credit", 0, 5_00), ("credit", 0, 7_00)), (0, 3_00)),
        ("7.00", (("credit", 0, 2_00), ("credit", 0, 2_00)), (0, 8_00)),
        ("5.00", (("not_required", 0, 0), ("not_required", 0, 0)), (1, 10_00)),
    ):
        values = EventPatch.model_validate({"price": price})
        for event_id in (park, tournament):
            club.till.do(change_event, club.organizer, event_id=event_id, values=values)
        assert (club.seat(park), club.seat(tournament)) == seats
        assert club.balance() == balance
        agrees(club.till)


async def test_each_paid_month_brings_a_token_once_and_makes_the_credit_whole(
    some_till: Till,
) -> None:
    till, sam = some_till, some_till.person(email="sam@example.org")
    till.pay(await service.start_subscription(sam, plan="master"))
    await till.deliver(copies=2)

    def balance() -> tuple[int, int]:
        mine = till.do(perks.own_perks, sam)
        return mine.tokens, mine.credit_cents

    assert balance() == (1, 10_00)
    till.double.advance(days=31)
    await till.deliver(copies=2)
    assert balance() == (2, 10_00)
    # There and back again in the same month pays for no other time.
    for plan in ("premium", "master"):
        await service.start_subscription(sam, plan=plan, confirm=True)
        await till.deliver()
    assert balance() == (2, 10_00)
    mine = till.do(perks.own_perks, sam)
    assert [(one.what, one.amount) for one in mine.lines if one.kind == "weekend"] == [
        ("granted", 10_00),
        ("expired", -10_00),
        ("granted", 10_00),
    ]
    agrees(till)


def test_what_a_payment_brought_goes_with_it_and_what_was_used_stays_used(club: Club) -> None:
    event_id = club.event(45_00, weekend=True)
    club.register(event_id)
    club.at_gate(perks.use_for, event_id)
    other = club.event()
    club.register(other)
    club.till.do(service.correct, club.treasurer, payment_id=club.paid)
    assert club.balance() == (0, 0)
    with pytest.raises(Conflict):
        club.at_gate(perks.use_for, other)
    # A seat that comes back brings nothing back that nobody has paid for.
    club.at_gate(perks.return_for, event_id)
    assert club.balance() == (0, 0)
    club.pay()
    assert club.balance() == (1, 10_00)
    agrees(club.till)


def test_a_month_whose_money_went_back_ends_no_credit_of_the_one_before(club: Club) -> None:
    second = club.pay()
    assert club.balance() == (2, 10_00)
    club.till.do(service.correct, club.treasurer, payment_id=second)
    assert club.balance() == (1, 10_00)


def test_a_refund_that_fails_brings_back_what_it_took(club: Club) -> None:
    def follow(status: str) -> None:
        with club.till.database.unit_of_work(write=True) as session:
            paid = session.get_one(Payment, club.paid)
            paid.status = status
            ledger.follow_money(session, paid)

    for status, balance in (("refunded", (0, 0)), ("completed", (1, 10_00))) * 2:
        follow(status)
        assert club.balance() == balance


def test_a_removed_event_gives_back_the_credit_of_its_seats(club: Club) -> None:
    event_id = club.event(45_00, weekend=True)
    club.register(event_id)
    club.at_gate(perks.use_for, event_id)
    club.till.do(events.remove_event, club.organizer, event_id=event_id)
    assert club.balance() == (1, 10_00)
    agrees(club.till)


def test_perks_wait_while_no_plan_is_in_force_and_end_after_a_year(club: Club) -> None:
    event_id, marked = club.event(), club.event()
    club.register(event_id)
    club.register(marked)
    club.at_gate(perks.use_for, marked)
    club.at_gate(settle, marked, status="pending")
    club.till.double.advance(days=40)
    (plan,) = club.till.all(Subscription)
    club.till.do(following.lapse, club.treasurer, row_id=plan.id)
    assert club.balance() == (1, 10_00)
    assert not club.till.do(perks.own_perks, club.sam).is_active
    assert club.till.do(perks.offers_at, club.organizer, event_id=event_id) == {}
    with pytest.raises(Conflict):
        club.at_gate(perks.use_for, event_id)
    with pytest.raises(Conflict, match="used already"):
        club.at_gate(settle, marked, status="credit", is_undo=True)
    club.pay()
    assert club.balance() == (2, 10_00)
    club.till.double.advance(days=330)
    assert club.balance() == (1, 10_00)


def test_each_member_is_offered_the_own_perk_and_whoever_left_none(club: Club) -> None:
    event_id, other, tim = club.event(), club.event(), club.till.person()
    values = ByHandWrite(user_id=tim.user_id, plan="master")
    club.till.do(service.record_by_hand, club.treasurer, values=values)
    club.register(event_id)
    club.register(other)
    club.till.do(registrations.register, tim, event_id=event_id)
    assert len(club.till.do(perks.offers_at, club.organizer, event_id=event_id)) == 2
    club.at_gate(perks.use_for, other)
    offers = club.till.do(perks.offers_at, club.organizer, event_id=event_id)
    assert [*offers] == [tim.user_id]
    club.till.do(registrations.unregister, tim, event_id=event_id)
    assert club.till.do(perks.offers_at, club.organizer, event_id=event_id) == {}


def test_a_token_is_used_for_no_seat_that_is_lost_and_at_no_canceled_event(club: Club) -> None:
    lost, canceled = club.event(20_00), club.event()
    club.register(lost)
    club.till.double.advance(seconds=1801)
    with pytest.raises(Conflict, match=HOLD_IS_OVER):
        club.at_gate(perks.use_for, lost)
    club.register(canceled)
    club.till.change(canceled, canceled_at=clock.now())
    with pytest.raises(Conflict, match=IS_CANCELED):
        club.at_gate(perks.use_for, canceled)


def test_what_was_used_up_does_not_end(club: Club) -> None:
    event_id = club.event()
    club.register(event_id)
    club.at_gate(perks.use_for, event_id)
    club.till.double.advance(days=400)
    lines = club.till.do(perks.own_perks, club.sam).lines
    assert [one.amount for one in lines if one.kind == "token"] == [-1, 1]


async def test_a_card_that_waits_for_another_price_is_canceled_with_each_change(
    club: Club,
) -> None:
    event_id = club.event(45_00, weekend=True)
    club.register(event_id)
    for uses, verb in ((False, perks.use_for), (True, perks.return_for)):
        started = await club.start(event_id, uses=uses)
        club.at_gate(verb, event_id)
        await club.till.work_off()
        assert club.till.payment(started.payment_id).status == "canceled"
    started = await club.start(event_id)
    club.till.do(perks.choose, club.sam, event_id=event_id, uses=False)
    await club.till.work_off()
    assert club.till.payment(started.payment_id).status == "canceled"


def test_nobody_else_changes_the_ledger(club: Club) -> None:
    with (
        pytest.raises(Exception, match="append-only"),
        club.till.database.unit_of_work(write=True) as session,
    ):
        session.get_one(PerkEntry, club.till.all(PerkEntry)[0].id).amount = 7


def test_an_organizer_cannot_use_a_token_for_the_own_seat(club: Club) -> None:
    event_id = club.till.event(club.sam, price_cents=10_00)
    club.register(event_id)
    with pytest.raises(Forbidden):
        club.at_gate(perks.use_for, event_id, club.sam)

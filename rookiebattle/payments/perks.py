"""The ledger of perks: the tokens for park days and the credit for weekend events that plans bring.
A lot ends after a year, and one of credit already when the next one comes."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from dateutil.relativedelta import relativedelta
from sqlalchemy.orm import Session

from rookiebattle.accounts.models import MembershipStatus, User
from rookiebattle.chapters import service as chapters
from rookiebattle.core import audit, clock
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database.db import new_id
from rookiebattle.core.errors import Conflict
from rookiebattle.events.models import Event, EventType
from rookiebattle.events.zones import zone_name, zone_of
from rookiebattle.payments import policy
from rookiebattle.payments.models import Payment, PerkAct, PerkEntry, PerkKind, Status
from rookiebattle.payments.plans import CREDITS_LAST_MONTHS, Plan, plan_of_tier
from rookiebattle.payments.queries import payments as payment_queries
from rookiebattle.payments.queries import perks as queries
from rookiebattle.payments.schemas import PerkOffer
from rookiebattle.payments.wording import NO_PERK
from rookiebattle.registrations.models import PaymentStatus, Registration

MARGIN: Final = timedelta(days=4)
"""Periods may overlap by so much: months have different lengths."""
SATURDAY: Final = 5
MOST_TRIES = 20


@dataclass(frozen=True, slots=True)
class Lot:
    """The perks of a kind that one paid period brought: how many are left, and until when.

    `undone` are the entries that took the rest, because the money of the period went back.
    """

    grant: PerkEntry
    left: int
    until: datetime
    undone: tuple[PerkEntry, ...] = ()


def lots_of(entries: Sequence[PerkEntry]) -> list[Lot]:
    """The lots of a member's entries, or of a part that has each lot whole; oldest first. Pure."""
    reversed_ = {one.reverses_id for one in entries}
    undone = [one for one in entries if one.what == PerkAct.UNDONE and one.id not in reversed_]
    over = {one.lot_id for one in undone}
    grants = [one for one in entries if one.what == PerkAct.GRANTED]
    return [
        Lot(
            one,
            sum(other.amount for other in entries if other.lot_id == one.id),
            _until(one, [other for other in grants if other.id not in over]),
            tuple(other for other in undone if other.lot_id == one.id),
        )
        for one in grants
    ]


def _until(grant: PerkEntry, grants: Sequence[PerkEntry]) -> datetime:
    ends = grant.expires_at or grant.at
    if grant.kind == PerkKind.TOKEN:
        return ends
    next_ = (one.at for one in grants if one.kind == grant.kind and one.number > grant.number)
    return min([ends, *next_])


def live(entries: Sequence[PerkEntry], kind: PerkKind, now: datetime) -> list[Lot]:
    """The lots of a kind from which something may be taken; the one that ends first comes first."""
    found = [one for one in lots_of(entries) if one.grant.kind == kind]
    found = [one for one in found if one.left > 0 and one.until > now]
    return sorted(found, key=lambda one: (one.until, one.grant.number))


def has_perks(member: User) -> bool:
    """Whether a member's plan is in force, and one that brings something."""
    plan = plan_of_tier(member.membership_tier)
    is_active = member.membership_status == MembershipStatus.ACTIVE
    return plan is not None and plan.tokens > 0 and is_active


def perk_of(event_type: str, start: datetime, end: datetime, zone: str) -> PerkKind | None:
    """The perk that pays for an event: a token for a park day, credit for every other event of
    which a part is on a Saturday or a Sunday where it takes place. Pure."""
    if event_type == EventType.TRAINING:
        return PerkKind.TOKEN
    # An event that ends at midnight does not take place on the next day.
    within = (start, max(start, end - timedelta(seconds=1)))
    first, last = (one.astimezone(zone_of(zone)).date() for one in within)
    days = (last - first).days + 1
    return PerkKind.WEEKEND if first.weekday() + days > SATURDAY else None


def kind_for(session: Session, event: Event) -> PerkKind | None:
    """The perk that pays for an event."""
    zone = zone_name(event.chapter_id, chapters.zones(session))
    return perk_of(event.event_type, event.start_at, event.end_at, zone)


def offer_of(
    member: User, entries: Sequence[PerkEntry], kind: PerkKind | None, cents: int
) -> PerkOffer | None:
    """The part of a price that a member's perk would pay; None when it would pay nothing."""
    if kind is None or not cents or not has_perks(member):
        return None
    found = live(entries, kind, clock.now())
    if not found:
        return None
    left = found[0].left
    paid = cents if kind == PerkKind.TOKEN else min(cents, left)
    return PerkOffer(kind.value, paid, found[0].until)


def grant(session: Session, *, user_id: str, plan: Plan, source: str, paid_until: datetime) -> None:
    """Bring the perks of a paid period, once. The caller has locked the member.

    A member who changes plans to and fro pays for one time with several bills: it brings one lot.
    """
    if not plan.tokens or policy.is_lapsed(paid_until, clock.now(), has_ended=False):
        return
    begins = plan.begins_before(paid_until)
    lots = lots_of(queries.entries_of(session, [user_id]))
    if any(_is_same_time(one, source, begins, paid_until) for one in lots):
        return
    for kind, amount in ((PerkKind.TOKEN, plan.tokens), (PerkKind.WEEKEND, plan.weekend_cents)):
        id_ = new_id()
        period = {"begins_at": begins, "ends_at": paid_until, "source": source}
        expires = clock.now() + relativedelta(months=CREDITS_LAST_MONTHS)
        lot = {"id": id_, "lot_id": id_, "expires_at": expires, "about": plan.name, **period}
        _enter(session, VISITOR, user_id, PerkAct.GRANTED, kind=kind, amount=amount, **lot)


def _is_same_time(lot: Lot, source: str, begins: datetime, ends: datetime) -> bool:
    given = lot.grant
    if given.source == source:
        return True
    if lot.undone or given.begins_at is None or given.ends_at is None:
        return False
    return given.begins_at < ends - MARGIN and given.ends_at > begins + MARGIN


def follow_money(session: Session, payment: Payment) -> None:
    """Undo what is left of a period whose payment went back, and restore it if it did not go."""
    source = payment.stripe_invoice_id or payment.id
    for lot in lots_of(queries.entries_of_source(session, source)):
        about = {"kind": lot.grant.kind, "lot_id": lot.grant.id, "about": lot.grant.about}
        if payment.status == Status.REFUNDED and lot.left > 0:
            _enter(session, VISITOR, payment.user_id, PerkAct.UNDONE, amount=-lot.left, **about)
        elif payment.status == Status.COMPLETED:
            for one in lot.undone:
                back = {"amount": -one.amount, "reverses_id": one.id}
                _enter(session, VISITOR, payment.user_id, PerkAct.RESTORED, **about, **back)


def follow_seat(session: Session, actor: Actor, *, registration_id: str) -> None:
    """Bring the ledger to what a perk pays for a seat now. Subscribed to `seat_perk_moved`.

    Raises Conflict when there is nothing left to take.
    """
    seat = queries.seat_of(session, registration_id)
    entries = queries.entries_of_seat(session, registration_id)
    used = in_use(entries)
    is_paid = seat is not None and seat.payment_status != PaymentStatus.REFUNDED
    cents = seat.perk_cents if seat is not None and is_paid else 0
    if used is None:
        if seat is not None and cents:
            _spend(session, actor, seat, cents, entries)
        return
    is_cheaper = used.kind == PerkKind.WEEKEND and 0 < cents < -used.amount
    if cents and not is_cheaper:
        return
    _give_back(session, actor, used)
    if is_cheaper:
        same = {"kind": used.kind, "lot_id": used.lot_id, "about": used.about}
        seat_id = {"registration_id": registration_id}
        _enter(session, actor, used.user_id, PerkAct.USED, amount=-cents, **same, **seat_id)


def in_use(entries: Sequence[PerkEntry]) -> PerkEntry | None:
    """The entry of a seat's by which a perk pays for it now. Pure."""
    reversed_ = {one.reverses_id for one in entries}
    uses = (one for one in entries if one.what == PerkAct.USED and one.id not in reversed_)
    return next(uses, None)


def _spend(
    session: Session, actor: Actor, seat: Registration, cents: int, before: Sequence[PerkEntry]
) -> None:
    """Take a token, or cents of credit. The member is locked last: two seats want the same one."""
    event = session.get_one(Event, seat.event_id)
    kind = kind_for(session, event) or (PerkKind(before[-1].kind) if before else None)
    member = payment_queries.lock_member(session, seat.user_id)
    amount = 1 if kind == PerkKind.TOKEN else cents
    known = queries.entries_of(session, [seat.user_id])
    lots = live(known, kind, clock.now()) if kind else []
    lot = next((one for one in lots if one.left >= amount), None)
    if member is None or not has_perks(member) or lot is None:
        raise Conflict(NO_PERK)
    taken = {"kind": lot.grant.kind, "lot_id": lot.grant.id, "amount": -amount}
    about = {"registration_id": seat.id, "about": event.title[:200]}
    # The number behind those that were counted: whoever was faster has it, lock or not.
    number = known[-1].number + 1
    if not _entered(session, actor, seat.user_id, PerkAct.USED, number, **taken, **about):
        raise Conflict(NO_PERK)


def _give_back(session: Session, actor: Actor, used: PerkEntry) -> None:
    about = {"kind": used.kind, "lot_id": used.lot_id, "about": used.about}
    back = {"amount": -used.amount, "reverses_id": used.id}
    seat = {"registration_id": used.registration_id}
    _enter(session, actor, used.user_id, PerkAct.GIVEN_BACK, **about, **back, **seat)
    source = session.get_one(PerkEntry, used.lot_id).source or ""
    by_card = payment_queries.payment_of_invoice(session, source)
    if paid := by_card or payment_queries.payment(session, source):
        follow_money(session, paid)


def _enter(session: Session, actor: Actor, user_id: str, what: PerkAct, **columns: Any) -> None:
    """Write an entry that takes nothing from anybody: another number is as good."""
    for _ in range(MOST_TRIES):
        number = queries.last_number(session, user_id) + 1
        if _entered(session, actor, user_id, what, number, **columns):
            return
    raise Conflict()


def _entered(
    session: Session, actor: Actor, user_id: str, what: PerkAct, number: int, **columns: Any
) -> bool:
    by = {"what": what.value, "actor_id": actor.user_id}
    added = queries.add(session, user_id, number, **by, **columns)
    if added:
        details: audit.Details = {"kind": str(columns["kind"]), "amount": int(columns["amount"])}
        audit.record(session, actor, f"perk.{what.value}", user_id, **details)
    return added

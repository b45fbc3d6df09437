"""The roster of an event: who has a seat, who is there, and who still has to pay; and what of it
members and visitors see."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial

from sqlalchemy.orm import Session

from rookiebattle.accounts.naming import initials, known_name, listed_name
from rookiebattle.accounts.policy import counts_as_minor
from rookiebattle.chapters import service as chapters
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import on_commit
from rookiebattle.core.errors import Forbidden
from rookiebattle.core.fingerprints import fingerprint
from rookiebattle.core.pagination import Page, Window
from rookiebattle.core.permissions import Permission
from rookiebattle.core.pushing import live
from rookiebattle.core.roles import Scope
from rookiebattle.core.values.words import sort_key, sought, words_of
from rookiebattle.events.policy import may_work
from rookiebattle.events.schemas import EventRead
from rookiebattle.events.service import get_event
from rookiebattle.guardians import service as guardians
from rookiebattle.registrations import announcements, policy
from rookiebattle.registrations.queries import roster, seats
from rookiebattle.registrations.queries.roster import NO_SEATS, Row
from rookiebattle.registrations.queries.seats import EventAndSeat, Participant
from rookiebattle.registrations.schemas import (
    AtGate,
    Attendee,
    GateSeat,
    Going,
    GoingName,
    Roster,
    RosterEntry,
    RosterSearch,
    Shown,
)
from rookiebattle.registrations.service import latecomers, settling
from rookiebattle.registrations.service.holds import is_over
from rookiebattle.registrations.wording import ONLY_ORGANIZERS

MOST_NAMES = 200
SIGNS = 16
"""Characters of a roster's version."""


def read_roster(session: Session, actor: Actor, *, event_id: str, wanted: RosterSearch) -> Roster:
    """The people of an event as the gate needs them; for the organizer, roles and administrators.

    Administrators see real names and addresses, all others the names that members see. The roster
    is read whole, because a name that depends on the reader is in no index.

    Raises NotFound and Forbidden.
    """
    held_at = settling.organized(
        session, actor, event_id=event_id, permission=Permission.ALL_REGISTRATION_READ
    )
    event_id, at = held_at.event_id, Scope(held_at.chapter_id, held_at.event_id)
    sees_sums, may = policy.sees_sums(actor, at), _may(actor, held_at)
    # The stamp is read first: a change in between makes it old, so the page reads once more.
    stamp = stamps_of(session, event_ids=[event_id])[event_id]
    everybody = _entries(session, actor, roster.roster(session, event_id), may, sees_sums=sees_sums)
    event = get_event(session, actor, event_id=event_id)
    is_off = event.canceled_at is not None
    if is_off:
        everybody = [_moot(one) for one in everybody]
    held = [one for one in everybody if not one.is_cancelled]
    owing = [one for one in held if one.owes]
    priced = [one for one in held if policy.is_priced(one.payment_status, one.amount_cents)]
    paid = [one for one in priced if policy.is_paid(one.payment_status)]
    kept = [one for one in everybody if policy.holds_money(one.payment_status)]
    returning = kept if is_off else []
    left = [] if is_off else [one for one in kept if one.is_cancelled]
    overpaid = [] if is_off else [one for one in held if one.overpaid_cents]
    usual: Shown = "expected" if policy.is_at_gate(event, clock.now()) else "all"
    part = usual if wanted.shown == "usual" else wanted.shown
    found = [one for one in _in_order(everybody, wanted) if _is_wanted(one, wanted, part)]
    if is_off:
        found.sort(key=lambda one: not policy.holds_money(one.payment_status))
    start, end = wanted.window.offset, wanted.window.offset + wanted.window.limit
    return Roster(
        event=event,
        entries=Page([_shown(one, sees_sums=sees_sums) for one in found[start:end]], len(found)),
        held=len(held),
        there=sum(one.checked_in_at is not None for one in held),
        owing=len(owing),
        owing_cents=_cents(owing),
        priced=len(priced),
        priced_cents=_cents(priced) if sees_sums else 0,
        paid=len(paid),
        paid_cents=_cents(paid) if sees_sums else 0,
        returning=len(returning),
        returning_cents=_paid_cents(returning) if sees_sums else 0,
        left=len(left),
        left_cents=_paid_cents(left) if sees_sums else 0,
        overpaid=len(overpaid),
        overpaid_cents=sum(one.overpaid_cents for one in overpaid),
        may=may,
        sees_sums=sees_sums,
        stamp=stamp,
        code=latecomers.code_for(actor, event=event),
        shown=part,
        usual=usual,
    )


def _may(actor: Actor, event: EventAndSeat) -> AtGate:
    """The rights of the reader. Organizers add nobody and give no beads; whoever reads no accounts
    finds nobody to add."""
    at = Scope(event.chapter_id, event.event_id)
    reads_accounts = bool(actor.reach(Permission.ALL_ACCOUNT_READ))
    return AtGate(
        add=reads_accounts and actor.may(Permission.ALL_REGISTRATION_CREATE, at),
        add_new=actor.may(Permission.ALL_ACCOUNT_CREATE),
        award=actor.may(Permission.ALL_PROGRESS_AWARD, at),
        check=may_work(actor, event, Permission.ALL_REGISTRATION_CHECK),
        settle=may_work(actor, event, Permission.ALL_REGISTRATION_SETTLE),
        refund=may_work(actor, event, Permission.ALL_PAYMENT_CREATE),
        answer=may_work(actor, event, Permission.ALL_EVENT_UPDATE),
    )


def _moot(one: RosterEntry) -> RosterEntry:
    """A seat of a canceled event as its roster tells it."""
    if one.overpaid_cents or not policy.is_moot(one.payment_status, is_canceled=True):
        return one
    status = policy.NOTHING_DUE
    return replace(one, payment_status=status, shown_status=status, amount_cents=0, owes=False)


def _shown(one: RosterEntry, *, sees_sums: bool) -> RosterEntry:
    """The entry without a sum that organizers may not see."""
    seat = one.payment_status, one.amount_cents
    cents = policy.shown_cents(*seat, is_cancelled=one.is_cancelled, sees_sums=sees_sums)
    return replace(one, amount_cents=cents or 0)


def _cents(entries: Sequence[RosterEntry]) -> int:
    return sum(one.amount_cents for one in entries)


def _paid_cents(entries: Sequence[RosterEntry]) -> int:
    return sum(one.amount_cents + one.overpaid_cents for one in entries)


def announce_verdicts(session: Session, *, event_id: str) -> None:
    """Announce what an event's gate has to see, once it is committed."""
    on_commit(session, partial(live.announce, announcements.verdicts_topic(event_id)))


def announce_person(session: Session, /, *, user_id: str | None) -> None:
    """Announce a person to every gate that may be open and where the person has a seat. None stands
    for everybody. Subscribed to `standing_changed`.
    """
    _announce_gates(session, None if user_id is None else [user_id])


def announce_plans(session: Session, _: Actor, /, *, user_ids: Collection[str]) -> None:
    """Announce members whose plan changed to such gates. Subscribed to `membership_entered`."""
    _announce_gates(session, user_ids)


def _announce_gates(session: Session, user_ids: Collection[str] | None) -> None:
    for event_id in seats.gates_of(session, user_ids, clock.now()):
        announce_verdicts(session, event_id=event_id)


def stamps_of(session: Session, *, event_ids: Collection[str]) -> dict[str, str]:
    """The version of each event's roster. It tells nothing of the seats.

    A page of somebody who may not open the roster anymore still gets it until it loads again.
    """
    known = roster.stamps(session, event_ids)
    told = {event_id: known.get(event_id, NO_SEATS) for event_id in event_ids}
    return {id_: fingerprint("roster", id_, seen).hex()[:SIGNS] for id_, seen in told.items()}


def _entries(
    session: Session, actor: Actor, rows: Sequence[Row], may: AtGate, *, sees_sums: bool
) -> list[RosterEntry]:
    by = roster.people(session, {row.checked_in_by for row in rows if row.checked_in_by})
    named = {id_: name_at_gate(actor, row) for id_, row in by.items()}
    parks = {one.id: one.name for one in chapters.choices(session, actor)}
    # Nobody settles a seat of their own (`guardians.refuse_own_money`).
    own = guardians.own_money(session, actor)
    return [
        _entry(
            *(actor, row, named, parks),
            may_settle=may.settle and row.user_id not in own,
            sees_sums=sees_sums,
        )
        for row in rows
    ]


def known_among(session: Session, *, user_ids: Collection[str]) -> set[str]:
    """Those of these ids that are members’."""
    return set(roster.people(session, user_ids)) if user_ids else set()


def names_at_gate(session: Session, actor: Actor, *, user_ids: Collection[str]) -> dict[str, str]:
    """Member id → the name, as the actor reads it on a roster."""
    rows = roster.people(session, user_ids) if user_ids else {}
    return {id_: name_at_gate(actor, row) for id_, row in rows.items()}


def names_of(session: Session, actor: Actor, *, user_ids: Collection[str]) -> tuple[str, ...]:
    """The names of these members in order, as the actor reads them on a roster."""
    return tuple(sorted(names_at_gate(session, actor, user_ids=user_ids).values(), key=sort_key))


def name_at_gate(actor: Actor, row: Row | GateSeat) -> str:
    """Administrators know everybody; organizers read the names that members see."""
    return known_name(row) if actor.is_admin and row.erased_at is None else listed_name(row)


def _entry(
    actor: Actor,
    row: Row,
    named: Mapping[str, str],
    parks: Mapping[str, str],
    *,
    may_settle: bool,
    sees_sums: bool,
) -> RosterEntry:
    sees_all = actor.is_admin and row.erased_at is None
    name = name_at_gate(actor, row)
    return RosterEntry(
        user_id=row.user_id,
        name=name,
        game_name=row.game_name or "" if row.game_name != name else "",
        email=row.email or "" if sees_all else "",
        chapter=parks.get(row.chapter_id or "", ""),
        registration_date=row.registration_date,
        payment_status=row.payment_status,
        shown_status=policy.shown_status(
            row.payment_status, is_cancelled=row.cancelled_at is not None, sees_sums=sees_sums
        ),
        amount_cents=row.amount_cents,
        overpaid_cents=row.overpaid_cents,
        owes=policy.owes(row.payment_status, row.amount_cents) and row.cancelled_at is None,
        is_cancelled=row.cancelled_at is not None,
        checked_in_at=row.checked_in_at,
        checked_in_by=named.get(row.checked_in_by or "", ""),
        is_on_hold=_is_on_hold(row),
        may_settle=may_settle,
        is_minor=sees_all and counts_as_minor(row.age_band, said_minor=row.said_minor),
        perk_cents=row.perk_cents
        if sees_sums or policy.owes(row.payment_status, row.amount_cents)
        else 0,
    )


def _is_on_hold(row: Row) -> bool:
    """A hold counts until its end, and not until the task has given up its seat."""
    is_kept = row.hold_expires_at is not None and row.cancelled_at is None
    return is_kept and not is_over(row.hold_expires_at, clock.now())


def _in_order(entries: Sequence[RosterEntry], wanted: RosterSearch) -> list[RosterEntry]:
    """Given-up seats come last in every order."""
    if wanted.order == "registered":
        return list(entries)
    if wanted.order == "checked-in":
        never = datetime.min.replace(tzinfo=UTC)
        latest = sorted(entries, key=lambda one: one.checked_in_at or never, reverse=True)
        return sorted(latest, key=lambda one: one.is_cancelled)
    return sorted(entries, key=lambda one: (one.is_cancelled, sort_key(one.name), one.user_id))


def _is_wanted(one: RosterEntry, wanted: RosterSearch, part: Shown) -> bool:
    if one.user_id in wanted.kept:
        return True
    is_there = one.checked_in_at is not None
    shown = {
        "expected": not is_there and not one.is_cancelled,
        "there": is_there,
        "owing": one.owes,
    }
    if not shown.get(part, True):
        return False
    words = words_of(one.name, one.game_name, one.email)
    return all(any(word.startswith(begun) for word in words) for begun in sought(wanted.text))


def seats_at_gate(
    session: Session, *, event_id: str, user_ids: Collection[str] | None = None
) -> list[GateSeat]:
    """The members with a seat at an event, or these members with and without one. The caller has
    decided that the reader may know of them."""
    return roster.at_gate(session, event_id, user_ids)


def who_is_going(session: Session, actor: Actor, *, event_id: str) -> Going:
    """How many are going; for members also their names, without minors and those who opted out.

    Before the welcome nobody reads names.
    """
    event = settling.visible(session, actor, event_id=event_id)
    return _going(session, actor, event.event_id, event.taken)


def going_to(session: Session, actor: Actor, *, event: EventRead) -> Going:
    """As `who_is_going`, at an event that the actor has just read."""
    return _going(session, actor, event.id, event.current_participants)


def _going(session: Session, actor: Actor, event_id: str, taken: int) -> Going:
    if Permission.MEMBER_ATTENDANCE_READ not in actor.permissions:
        return Going(taken, 0, [])
    shown = seats.shown_participants(session, event_id)
    chapters = Counter(one.chapter_id for one in shown)
    return Going(
        taken,
        chapters[actor.chapter_id] if actor.chapter_id else 0,
        [_going_name(one) for one in shown[:MOST_NAMES]],
    )


def attendees(
    session: Session, actor: Actor, *, event_id: str, window: Window | None = None
) -> Page[Attendee]:
    """The members who hold a seat, by registration, then those who gave up one that is paid for.

    Without a window, all of them.

    Raises NotFound, and Forbidden for whoever may not read the roster.
    """
    event = settling.organized(
        session, actor, event_id=event_id, permission=Permission.ALL_REGISTRATION_READ
    )
    event_id, at = event.event_id, Scope(event.chapter_id, event.event_id)
    listed = seats.attendees(session, event_id, window)
    total = seats.attendee_count(session, event_id) if window else len(listed)
    return Page([settling.attendee_of(actor, one, at) for one in listed], total)


def attendees_of(session: Session, actor: Actor, *, event: EventRead) -> list[Attendee]:
    """All of them, of an event that the actor has just read. Raises Forbidden like `attendees`."""
    if not may_work(actor, event, Permission.ALL_REGISTRATION_READ):
        raise Forbidden(ONLY_ORGANIZERS)
    at = Scope(event.chapter_id, event.id)
    return [
        settling.attendee_of(actor, one, at) for one in seats.attendees(session, event.id, None)
    ]


def _going_name(one: Participant) -> GoingName:
    name = listed_name(one)
    return GoingName(name, initials(name))

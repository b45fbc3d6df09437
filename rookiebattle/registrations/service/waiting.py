"""Verbs of the waiting list of a full event. `serve` gives seats in the transaction that frees
them: once it is committed, no seat is free that a party on the list could have."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from itertools import chain
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.accounts.naming import known_name, listed_name
from rookiebattle.core import audit, clock
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.changes import differences, record_change
from rookiebattle.core.database.db import writes
from rookiebattle.core.errors import AppError, Conflict, Forbidden, Invalid, NotFound
from rookiebattle.core.mail import outbox
from rookiebattle.core.mail.outbox import Promised
from rookiebattle.core.permissions import Permission
from rookiebattle.core.values.ids import canonical_id, known_id
from rookiebattle.events import policy as event_policy
from rookiebattle.events.when import is_future
from rookiebattle.events.wording import HAS_STARTED
from rookiebattle.registrations import announcements, policy, wording
from rookiebattle.registrations.models import SeatWish
from rookiebattle.registrations.queries import people as people_queries
from rookiebattle.registrations.queries import roster, seats
from rookiebattle.registrations.queries import waiting as queries
from rookiebattle.registrations.queries.seats import EventAndSeat
from rookiebattle.registrations.queries.waiting import Party
from rookiebattle.registrations.schemas import MoveWrite, OfferRead, WaitingPersonRead, WaitingRead
from rookiebattle.registrations.service import people, registering, settling
from rookiebattle.registrations.service.holds import end_holds_at
from rookiebattle.registrations.wording import NEEDS_MEMBERSHIP

OPENED = "seat.opened"
"""The kind of the letter to those who want no more than to hear of a free seat."""
OFFERED, HALF_OVER = "seat.offered", "seat.offer_half_over"
RUNS = Permission.ALL_EVENT_UPDATE
"""The right to read an event's list and to decide about it."""


@writes
def join(
    session: Session,
    actor: Actor,
    *,
    event_id: str,
    people_ids: Sequence[str] | None = None,
    wants_seats: bool = True,
) -> WaitingRead:
    """Wait for seats at a full event, or for one letter when a seat opens.

    The people get their seats together or not at all; without `people_ids` it is the actor alone.
    To ask for the letter again is the same, and who waits for it may wait for a seat instead.
    Raises NotFound, Invalid, Forbidden (membership), and Conflict while enough seats are free, the
    event takes nobody, or one of the people has a seat or waits already.
    """
    coming = _coming(session, actor, people_ids)
    event = settling.visible(session, actor, event_id=event_id)
    # A seat that is freed at this moment would not find the party, and stay empty.
    seats.lock_event(session, event.event_id)
    # A seat whose hold has ended is free, also before the task has come to it.
    end_holds_at(session, event_id=event.event_id)
    found = [settling.visible(session, one, event_id=event.event_id) for one in coming]
    _refuse(session, actor, coming, found)
    ids = [one.user_id for one in coming]
    known = [one for one in queries.parties_of(session, event.event_id) if {*ids} & {*one.people}]
    if any(one.wants_seats for one in known):
        raise Conflict(wording.WAITS_ALREADY)
    if known and not wants_seats:
        return _read(session, actor, known[0], number=None)
    queries.remove_people(session, event.event_id, ids)
    by = actor.user_id
    party_id = queries.add(session, event.event_id, by, ids, wants_seats=wants_seats)
    action = "waiting.joined" if wants_seats else "seat.wished"
    audit.record(session, actor, action, event.event_id, people=len(ids))
    announcements.announce_waiting(session, event_id=event.event_id)
    # The list may have a second party of the actor's, so the new one is found by its id.
    return next(one for one in _listed(session, actor, event.event_id) if one.id == party_id)


def _coming(session: Session, actor: Actor, people_ids: Sequence[str] | None) -> list[Actor]:
    ids = [actor.user_id] if people_ids is None else [canonical_id(one) for one in people_ids]
    if not ids or len(set(ids)) < len(ids):
        raise Invalid(fields={"people": wording.TWICE})
    return [people.person(session, actor, user_id=one) for one in ids]


def _refuse(
    session: Session, actor: Actor, coming: Sequence[Actor], found: Sequence[EventAndSeat]
) -> None:
    """Raise what stands against waiting. The caller has locked the event."""
    event, number = found[0], len(coming)
    refusals = registering.refused(session, [one.user_id for one in coming])
    if event.canceled_at or not is_future(event.start_at, clock.now()):
        raise Conflict(wording.IS_CANCELED if event.canceled_at else HAS_STARTED)
    for who, seen in zip(coming, found, strict=True):
        is_own = who.user_id == actor.user_id
        if seen.has_seat:
            has_seat = wording.HAS_SEAT if is_own else wording.has_seat(who.first_name)
            raise Conflict(has_seat)
        needs = "" if policy.meets_membership(who, seen.requires_membership) else NEEDS_MEMBERSHIP
        if why := needs or refusals.get(who.user_id):
            raise Forbidden(why if is_own else wording.of_person(who.first_name, why))
    if not policy.is_full(event.taken + number - 1, event.maximum):
        own = registering.status_of(session, actor, event_id=event.event_id)
        pause = registering.pause_of(session, actor, event=own)
        raise Conflict(pause.words if pause else wording.seats_are_free(number))
    if number > (event.maximum or number):
        raise Conflict(wording.more_than_seats(event.maximum or 0))


@writes
def leave(
    session: Session, actor: Actor, *, event_id: str, party_id: str, user_id: str | None = None
) -> None:
    """Take a party from the list; the seats that are held for it are given up.

    Somebody who waits in the party of another leaves alone, and `user_id` names one of the actor's
    own party. The organizer and leads remove a party that has no offer. Raises NotFound, Conflict.
    """
    event, party = _party(session, actor, event_id, party_id)
    runs = event_policy.may_work(actor, event, RUNS)
    is_own = party.concerns(actor.user_id)
    if not is_own and party.offered_at:
        raise Conflict(wording.HAS_OFFER)
    leaving = party.people
    if is_own and actor.user_id != party.asked_by:
        leaving = [actor.user_id]
    elif user_id is not None:
        leaving = [one for one in party.people if one == user_id]
    if not leaving or not (is_own or runs):
        raise NotFound(wording.NOT_WAITING)
    _give_up_offered(session, actor, party, leaving)
    queries.remove_people(session, event.event_id, leaving)
    if is_own:
        action = "waiting.left" if party.wants_seats else "seat.wish_dropped"
        audit.record(session, actor, action, event.event_id)
    else:
        _note(session, actor, party, "waiting.removed")
    announcements.announce_waiting(session, event_id=event.event_id)
    # The rest of a party may fit into seats that were too few for all of it.
    serve(session, event_id=event.event_id)


def _party(
    session: Session, actor: Actor, event_id: str, party_id: str
) -> tuple[EventAndSeat, Party]:
    """A party that the actor may decide about, with its event, which is locked."""
    event = settling.visible(session, actor, event_id=event_id)
    seats.lock_event(session, event.event_id)
    wanted = known_id(party_id, wording.NOT_WAITING)
    for one in queries.parties_of(session, event.event_id):
        is_theirs = one.concerns(actor.user_id) or event_policy.may_work(actor, event, RUNS)
        if one.id == wanted and is_theirs:
            return event, one
    raise NotFound(wording.NOT_WAITING)


def _give_up_offered(
    session: Session, actor: Actor, party: Party, leaving: Collection[str]
) -> None:
    """Give up the seats that are held for an offer. One that is paid or free stays."""
    for user_id in leaving if party.offered_at else ():
        held = seats.event_and_seat(session, party.event_id, user_id)
        if held and held.has_seat and held.hold_expires_at:
            registering.unregister(session, actor, event_id=party.event_id, user_id=user_id)


@writes
def leave_own(session: Session, actor: Actor, *, event_id: str) -> bool:
    """Leave the list, whatever the actor waits for; again is the same. Returns whether it was a
    seat, and not a letter alone."""
    event = settling.visible(session, actor, event_id=event_id)
    party = queries.own_of(session, event.event_id, actor.user_id)
    if party is None:
        return True
    leave(session, actor, event_id=event.event_id, party_id=party.id)
    return party.wants_seats


def own_party(session: Session, actor: Actor, *, event_id: str) -> WaitingRead | None:
    """The party with which the actor waits at an event that the actor has just read."""
    if not actor.is_member:
        return None
    party = queries.own_of(session, event_id, actor.user_id)
    if party is None:
        return None
    number = queries.own_places(session, actor.user_id, [event_id]).get(event_id) or None
    return _read(session, actor, party, number=number)


def read_own(session: Session, actor: Actor, *, event_id: str) -> WaitingRead:
    """The party with which the actor waits. Raises NotFound."""
    event = settling.visible(session, actor, event_id=event_id)
    found = own_party(session, actor, event_id=event.event_id)
    if found is None:
        raise NotFound(wording.NOT_WAITING)
    return found


def runs_list(session: Session, actor: Actor, *, event_id: str) -> bool:
    """Whether the actor reads the whole list of an event. Raises NotFound."""
    return event_policy.may_work(actor, settling.visible(session, actor, event_id=event_id), RUNS)


def list_waiting(session: Session, actor: Actor, *, event_id: str) -> list[WaitingRead]:
    """Every party that waits, in order; for the organizer and leads. Raises NotFound, Forbidden."""
    event = settling.organized(session, actor, event_id=event_id, permission=RUNS)
    return _listed(session, actor, event.event_id)


def _listed(session: Session, actor: Actor, event_id: str) -> list[WaitingRead]:
    found = queries.parties_of(session, event_id)
    numbers = {one.id: at for at, one in enumerate((one for one in found if one.waits), 1)}
    known = roster.people(session, {id_ for one in found for id_ in (one.asked_by, *one.people)})
    return [_shown(actor, one, known, number=numbers.get(one.id)) for one in found]


def who_waits(session: Session, *, event_id: str) -> list[str]:
    """The ids of the people who wait for seats at an event, in order; not of those who have an
    offer, or want an email alone."""
    found = queries.parties_of(session, event_id)
    return [user_id for one in found if one.waits for user_id in one.people]


@writes
def move(
    session: Session, actor: Actor, *, event_id: str, party_id: str, values: MoveWrite
) -> WaitingRead:
    """Give a party another place on the list, for a reason that the log keeps.

    For the organizer and leads. Raises NotFound, Forbidden, and Conflict for one without a place.
    """
    settling.organized(session, actor, event_id=event_id, permission=RUNS)
    event, party = _party(session, actor, event_id, party_id)
    if not party.waits:
        raise Conflict(wording.HAS_OFFER if party.offered_at else wording.WANTS_LETTER)
    everybody = queries.parties_of(session, event.event_id)
    order = [one for one in everybody if one.waits]
    before = order.index(party) + 1
    order.remove(party)
    order.insert(values.position - 1, party)
    after = order.index(party) + 1
    rest = [one for one in everybody if not one.waits]
    queries.set_places(session, [one.id for one in (*order, *rest)])
    _note(session, actor, party, "waiting.moved", before, after, values.reason)
    announcements.announce_waiting(session, event_id=event.event_id)
    return _read(session, actor, party, number=after)


def _note(
    session: Session,
    actor: Actor,
    party: Party,
    action: str,
    before: int = 0,
    after: int = 0,
    reason: str = "",
) -> None:
    """Note a decision of whoever runs the event, with its words for administrators."""
    found = roster.people(session, party.people)
    names = ", ".join(known_name(found[one]) for one in party.people)
    title = registering.status_of(session, actor, event_id=party.event_id).title
    was = {"Place": str(before or ""), "Reason": ""}
    now = {"Place": str(after or ""), "Reason": reason}
    record_change(
        session,
        actor,
        action,
        party.id,
        thing=f"{names} at {title}",
        changes=differences(was, now),
        member_id=party.people[0],
        details={"event_id": party.event_id},
    )


def _read(session: Session, actor: Actor, party: Party, *, number: int | None) -> WaitingRead:
    known = roster.people(session, {party.asked_by, *party.people})
    return _shown(actor, party, known, number=number)


def _shown(
    actor: Actor, party: Party, known: Mapping[str, Any], *, number: int | None
) -> WaitingRead:
    """A party; its own people know each other's first names, and organizers those of lists.

    An organizer reads who asked, and for how many: all but one of a party are minors.
    """
    is_own = party.concerns(actor.user_id)
    name = wording.first_name if is_own else listed_name
    people = party.people if is_own or actor.is_admin else [party.asked_by]
    return WaitingRead(
        id=party.id,
        position=number if party.waits else None,
        size=len(party.people),
        people=[WaitingPersonRead(user_id=one, name=name(known[one])) for one in people],
        offer=OfferRead(ends_at=party.offer_ends_at) if party.offer_ends_at else None,
        wants_seats=party.wants_seats,
        waits_since=party.created_at,
    )


def follow_freed(session: Session, *, registration_id: str) -> None:
    """Give a seat that was freed to whoever waits. Subscribed to `seat_freed`."""
    event_of = sa.select(seats.seats.c.event_id).where(seats.seats.c.id == registration_id)
    if event_id := session.scalar(event_of):
        serve_and_tell(session, event_id=event_id)


def serve_and_tell(session: Session, *, event_id: str) -> None:
    """Give free seats to whoever waits. If one is left, promise the letters to those who only want
    to hear of it. Subscribed to `event_changed`, because an organizer may raise the maximum."""
    if _is_open(session, event_id):
        serve(session, event_id=event_id)
        _tell_of_free_seats(session, event_id)


def _is_open(session: Session, event_id: str) -> bool:
    """Whether somebody waits at an event that takes people."""
    if not queries.is_waited_for(session, event_id):
        return False
    event = seats.event_and_seat(session, event_id, "")
    is_on = event is not None and event.canceled_at is None
    return event is not None and is_on and is_future(event.start_at, clock.now())


def serve(session: Session, *, event_id: str) -> None:
    """Give free seats to the first parties that fit, one after the other.

    A larger party keeps its place when a smaller one behind it is seated. So does one that may not
    register now, such as in a pause or without the plan that the event asks for.

    Everything that may free a seat leads here. Subscribed to `seats_opening`.
    """
    if not queries.is_waited_for(session, event_id):
        return
    seats.lock_event(session, event_id)
    queries.drop_done(session, event_id)
    if not _is_open(session, event_id):
        return
    _part_strangers(session, event_id)
    found = seats.seats_of(session, [event_id])[event_id]
    for party in queries.parties_of(session, event_id):
        if policy.is_full(found.taken + len(party.people) - 1, found.maximum):
            continue
        if party.waits and _seat(session, party):
            found = seats.seats_of(session, [event_id])[event_id]


def _part_strangers(session: Session, event_id: str) -> None:
    """Let people wait by themselves, at the same place, whose guardian can no longer seat them."""
    found = [one for one in queries.parties_of(session, event_id) if one.waits]
    others = {id_ for one in found for id_ in one.people if id_ != one.asked_by}
    guardians = people_queries.guardian_ids(session, others)
    for party in found:
        own = (party.asked_by, *(one for one in others if party.asked_by in guardians.get(one, ())))
        _part(session, party, [one for one in party.people if one not in own])


def _part(session: Session, party: Party, leaving: Sequence[str]) -> None:
    if not leaving:
        return
    queries.remove_people(session, party.event_id, leaving)
    for one in leaving:
        place, since = party.place, party.created_at
        queries.add(session, party.event_id, one, [one], place=place, created_at=since)


def _seat(session: Session, party: Party) -> bool:
    """Seat a party; False when somebody of it may not register now."""
    try:
        with session.begin_nested():
            by = people.member(session, party.asked_by)
            event = settling.visible(session, by, event_id=party.event_id)
            until = policy.offered_until(clock.now(), event.start_at)
            coming = [people.person(session, by, user_id=one) for one in party.people]
            seated = registering.seat_all(session, by, coming, event_id=party.event_id, offer=until)
    except AppError:
        return False
    is_held = any(one.hold_expires_at for one in seated)
    if is_held:
        queries.note_offer(session, party.id, clock.now(), until)
    else:
        queries.drop(session, [party.id])
    action = "waiting.offered" if is_held else "waiting.seated"
    audit.record(session, VISITOR, action, party.id, event_id=party.event_id)
    announcements.announce_waiting(session, event_id=party.event_id)
    _promise_letters(session, party, until if is_held else None)
    return True


def _promise_letters(session: Session, party: Party, until: datetime | None) -> None:
    """One letter to everybody whom it concerns; about an offer another one at its half."""
    theirs = people_queries.guardian_ids(session, party.people).values()
    readers = sorted({party.asked_by, *party.people, *chain.from_iterable(theirs)})
    about = party.event_id
    outbox.promise_each(session, OFFERED, *(Promised(one, about) for one in readers))
    if until:
        due = policy.half_of_offer(clock.now(), until)
        later = (Promised(one, about, due_at=due) for one in readers)
        outbox.promise_each(session, HALF_OVER, *later)


def _tell_of_free_seats(session: Session, event_id: str) -> None:
    """Promise one letter to everybody who waits for no more, if a seat is left."""
    wishes = [one for one in queries.parties_of(session, event_id) if not one.wants_seats]
    found = seats.seats_of(session, [event_id])[event_id]
    if not wishes or policy.is_full(found.taken, found.maximum):
        return
    queries.drop(session, [one.id for one in wishes])
    told = chain.from_iterable(one.people for one in wishes)
    outbox.promise_each(session, OPENED, *(Promised(one, event_id) for one in told))


def give_back(session: Session, *, event_id: str, user_id: str) -> None:
    """Let a member wait again whose letter was withdrawn. The caller has locked the event.

    A seat that opened meanwhile is told at once. A seat that is given up and taken again without
    end leaves one row of a letter.
    """
    outbox.forget_withdrawn(session, OPENED, about=event_id, members=[user_id])
    everybody = queries.parties_of(session, event_id)
    if not any(user_id in one.people for one in everybody):
        queries.add(session, event_id, user_id, [user_id], wants_seats=False)
    serve_and_tell(session, event_id=event_id)


def follow_erasure(session: Session, _actor: Actor, *, user_id: str) -> None:
    """Take a member whose account is erased from all lists. The others of the party keep its place,
    each alone. Subscribed to `account_erasing`."""
    for event_id in queries.events_of(session, user_id):
        seats.lock_event(session, event_id)
        for party in queries.parties_of(session, event_id):
            if party.asked_by == user_id and party.waits:
                _part(session, party, [one for one in party.people if one != user_id])
        queries.remove_people(session, event_id, [user_id])
        announcements.announce_waiting(session, event_id=event_id)
        serve(session, event_id=event_id)


def follow_parting(session: Session, *, minor_id: str) -> None:
    """Let a minor wait alone whose guardian is none anymore. Subscribed to `guardianship_ended`."""
    for event_id in queries.events_of(session, minor_id):
        serve(session, event_id=event_id)


def forget_old(session: Session) -> None:
    """Delete the lists of events that are over, and what the version before has left; hourly."""
    queries.forget_old(session, clock.now())
    session.execute(sa.delete(SeatWish))

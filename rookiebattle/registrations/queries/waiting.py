"""Statements about the waiting lists of full events."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.core import clock
from rookiebattle.core.database.db import new_id
from rookiebattle.registrations.policy import OFFER
from rookiebattle.registrations.queries.seats import (
    events,
    is_absent,
    is_taken,
    is_unpaid,
    parties,
    seats,
    waiting,
)

# Each event's page runs this statement, and building a select takes longer than running it.
_ALL_OF = (
    sa.select(parties)
    .where(parties.c.event_id == sa.bindparam("event"))
    .order_by(parties.c.place, parties.c.created_at, parties.c.id)
)
_OPEN_OFFERS = (
    sa.select(waiting.c.party_id, sa.func.min(seats.c.hold_expires_at))
    .join_from(
        waiting,
        seats,
        (seats.c.event_id == waiting.c.event_id) & (seats.c.user_id == waiting.c.user_id),
    )
    .where(is_taken, is_unpaid, is_absent, seats.c.hold_expires_at.is_not(None))
    .where(waiting.c.event_id == sa.bindparam("event"))
    .group_by(waiting.c.party_id)
)


@dataclass(frozen=True, slots=True)
class Party:
    """A party of a waiting list with the ids of its people. `offer_ends_at` is set while seats are
    held for it that are not paid. One whose seats are paid, or were given up, waits no longer."""

    id: str
    event_id: str
    asked_by: str
    place: int
    wants_seats: bool
    created_at: datetime
    offered_at: datetime | None
    people: Sequence[str]
    offer_ends_at: datetime | None = None

    @property
    def waits(self) -> bool:
        """Whether the party has a place on the list."""
        return self.wants_seats and self.offered_at is None

    @property
    def is_done(self) -> bool:
        return not self.people or (self.offered_at is not None and self.offer_ends_at is None)

    def concerns(self, user_id: str) -> bool:
        return user_id in (self.asked_by, *self.people)


def is_waited_for(session: Session, event_id: str) -> bool:
    found = sa.select(waiting.c.user_id).where(waiting.c.event_id == event_id).limit(1)
    return session.execute(found).first() is not None


def parties_of(session: Session, event_id: str) -> list[Party]:
    """The parties of an event, by their places; without those that wait no longer."""
    return [one for one in _all_of(session, event_id) if not one.is_done]


def _all_of(session: Session, event_id: str) -> list[Party]:
    rows = session.execute(_ALL_OF, {"event": event_id}).all()
    if not rows:
        return []
    people: Mapping[str, list[str]] = defaultdict(list)
    order = (waiting.c.user_id,)
    named = sa.select(waiting.c.party_id, waiting.c.user_id).order_by(*order)
    for party_id, user_id in session.execute(named.where(waiting.c.event_id == event_id)):
        people[party_id].append(user_id)
    until: dict[str, datetime] = {}
    if any(row.offered_at for row in rows):
        until = dict(session.execute(_OPEN_OFFERS, {"event": event_id}).all())
    return [
        Party(
            row.id,
            row.event_id,
            row.asked_by,
            row.place,
            row.wants_seats,
            row.created_at,
            row.offered_at,
            tuple(people[row.id]),
            until.get(row.id) if row.offered_at else None,
        )
        for row in rows
    ]


def waiters(session: Session, event_ids: Collection[str]) -> dict[str, set[str]]:
    """Member id → those of these events at which the member waits, for a seat or a letter. Somebody
    with an offer has a seat."""
    found: dict[str, set[str]] = {}
    wanted = (
        sa.select(waiting.c.user_id, waiting.c.event_id)
        .join_from(waiting, parties, parties.c.id == waiting.c.party_id)
        .where(waiting.c.event_id.in_(event_ids), parties.c.offered_at.is_(None))
    )
    for user_id, event_id in session.execute(wanted):
        found.setdefault(user_id, set()).add(event_id)
    return found


def event_of(session: Session, party_id: str) -> str | None:
    return session.scalar(sa.select(parties.c.event_id).where(parties.c.id == party_id))


def events_of(session: Session, user_id: str) -> Sequence[str]:
    """The events at which a member waits, or asked for others to wait, as seats are locked."""
    own = sa.select(waiting.c.event_id).where(waiting.c.user_id == user_id)
    asked = sa.select(parties.c.event_id).where(parties.c.asked_by == user_id)
    wanted = sa.select(events.c.id).where(events.c.id.in_(own.union(asked)))
    return session.scalars(wanted.order_by(events.c.start_at, events.c.id)).all()


def own_places(session: Session, user_id: str, event_ids: Collection[str]) -> dict[str, int]:
    """Event id → the number on the list of the party in which a member waits, or for which the
    member asked; 0 for one that wants a letter."""
    if not user_id or not event_ids:
        return {}
    ahead = parties.alias("ahead")
    waits_ahead = (
        sa.select(sa.func.count())
        .select_from(ahead)
        .where(ahead.c.event_id == parties.c.event_id, ahead.c.wants_seats)
        .where(ahead.c.offered_at.is_(None))
        .where(_order(ahead) <= _order(parties))
    ).scalar_subquery()
    mine = (waiting.c.user_id == user_id) | (parties.c.asked_by == user_id)
    wanted = (
        sa.select(parties.c.event_id, sa.case((parties.c.wants_seats, waits_ahead), else_=0))
        .join_from(parties, waiting, waiting.c.party_id == parties.c.id)
        .where(parties.c.event_id.in_(event_ids), parties.c.offered_at.is_(None), mine)
    )
    return dict(session.execute(wanted).all())


def _order(table: sa.FromClause) -> sa.Tuple:
    return sa.tuple_(table.c.place, table.c.created_at, table.c.id)


def own_of(session: Session, event_id: str, user_id: str) -> Party | None:
    """The party at an event in which a member waits, or else that the member asked for."""
    found = [one for one in parties_of(session, event_id) if one.concerns(user_id)]
    return next((one for one in found if user_id in one.people), found[0] if found else None)


def add(
    session: Session,
    event_id: str,
    asked_by: str,
    people: Collection[str],
    *,
    wants_seats: bool = True,
    place: int | None = None,
    created_at: datetime | None = None,
) -> str:
    """Add a party at the end of the list, or at a place. The caller has locked the event."""
    party_id = new_id()
    last = sa.select(sa.func.coalesce(sa.func.max(parties.c.place), 0) + 1)
    last_place = session.scalar(last.where(parties.c.event_id == event_id)) or 1
    row = {"id": party_id, "event_id": event_id, "asked_by": asked_by, "wants_seats": wants_seats}
    row |= {"place": place or last_place, "created_at": created_at or clock.now()}
    session.execute(sa.insert(parties).values(row))
    in_it = {"event_id": event_id, "party_id": party_id}
    session.execute(sa.insert(waiting), [{**in_it, "user_id": one} for one in people])
    return party_id


def remove_people(session: Session, event_id: str, user_ids: Collection[str]) -> bool:
    """Take people from the list of an event that the caller has locked. Returns whether one was
    there. A party without anybody goes."""
    these = waiting.c.event_id == event_id, waiting.c.user_id.in_(list(user_ids))
    was_there = session.execute(sa.delete(waiting).where(*these).returning(waiting.c.user_id)).all()
    if was_there:
        _drop_empty(session, event_id)
    return bool(was_there)


def _drop_empty(session: Session, event_id: str) -> None:
    of_it = sa.exists().where(waiting.c.party_id == parties.c.id)
    session.execute(sa.delete(parties).where(parties.c.event_id == event_id, ~of_it))


def drop(session: Session, party_ids: Collection[str]) -> None:
    ids = list(party_ids)
    if ids:
        session.execute(sa.delete(waiting).where(waiting.c.party_id.in_(ids)))
        session.execute(sa.delete(parties).where(parties.c.id.in_(ids)))


def drop_done(session: Session, event_id: str) -> None:
    """Drop the parties of an event that wait no longer. The caller has locked the event."""
    drop(session, [one.id for one in _all_of(session, event_id) if one.is_done])


def note_offer(session: Session, party_id: str, at: datetime, until: datetime) -> None:
    offered = sa.update(parties).where(parties.c.id == party_id)
    session.execute(offered.values(offered_at=at, offer_ends_at=until))


def set_places(session: Session, party_ids: Sequence[str]) -> None:
    """Let these parties stand in this order. The caller has locked the event."""
    for place, id_ in enumerate(party_ids, 1):
        session.execute(sa.update(parties).where(parties.c.id == id_).values(place=place))


def forget_old(session: Session, now: datetime) -> None:
    over = sa.select(events.c.id).where(events.c.end_at < now)
    for table in (waiting, parties):
        session.execute(sa.delete(table).where(table.c.event_id.in_(over)))


def events_with_room(session: Session, now: datetime, most: int) -> Sequence[str]:
    """Events to come that have as many free seats as a party that waits has people."""
    size = sa.select(sa.func.count()).where(waiting.c.party_id == parties.c.id).scalar_subquery()
    no_limit = sa.func.coalesce(events.c.max_participants, 0) == 0
    wanted = (
        sa.select(events.c.id)
        .join_from(parties, events, events.c.id == parties.c.event_id)
        .where(events.c.canceled_at.is_(None), events.c.start_at > now)
        .where(parties.c.offered_at.is_(None), size > 0)
        .where(no_limit | (events.c.current_participants + size <= events.c.max_participants))
        .distinct()
        .order_by(events.c.id)
        .limit(most)
    )
    return session.scalars(wanted).all()


def is_offered(now: datetime) -> sa.ColumnElement[bool]:
    """Whether a seat is held for whoever waited for it, as long as such seats are."""
    in_party = sa.select(parties.c.id).join_from(
        parties, waiting, waiting.c.party_id == parties.c.id
    )
    own = (waiting.c.event_id == seats.c.event_id) & (waiting.c.user_id == seats.c.user_id)
    same = parties.c.offer_ends_at == seats.c.hold_expires_at
    is_usual = parties.c.offer_ends_at <= now + OFFER + clock.TOLERANCE
    return in_party.where(own, same, is_usual).exists()

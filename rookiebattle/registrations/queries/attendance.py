"""Statements about who came: every number counts members who were checked in at the gate."""

from collections.abc import Collection
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.registrations.queries.seats import events, is_taken, seats

MOST_VISITS = 2_000
"""More events than anybody goes to in twenty years of weekends."""
_came = sa.and_(is_taken, seats.c.checked_in_at.is_not(None))
_AT = seats.join(events, events.c.id == seats.c.event_id)


def attended(session: Session, user_id: str) -> list[tuple[datetime, str]]:
    """The start and the type of each event at which a member was, newest first."""
    wanted = sa.select(events.c.start_at, events.c.event_type).select_from(_AT)
    own = wanted.where(seats.c.user_id == user_id, _came)
    rows = session.execute(own.order_by(events.c.start_at.desc()).limit(MOST_VISITS))
    return [(row.start_at, row.event_type) for row in rows]


def count_people(
    session: Session, since: datetime, until: datetime, *, chapter_id: str | None = None
) -> int:
    """How many different members were at events that began in this time."""
    counted = sa.select(sa.func.count(seats.c.user_id.distinct())).select_from(_AT)
    at = counted.where(_came, events.c.start_at >= since, events.c.start_at < until)
    if chapter_id is not None:
        at = at.where(events.c.chapter_id == chapter_id)
    return session.scalar(at) or 0


def visits(session: Session, since: datetime, until: datetime) -> dict[str, int]:
    """Member id → at how many events of the time the member was."""
    came = sa.select(seats.c.user_id, sa.func.count()).select_from(_AT).where(_came)
    came = came.where(events.c.start_at >= since, events.c.start_at < until)
    return {row[0]: row[1] for row in session.execute(came.group_by(seats.c.user_id))}


def turnouts(session: Session, event_ids: Collection[str]) -> dict[str, tuple[int, int]]:
    """Event id → how many came, and how many have a seat."""
    came = sa.func.count(seats.c.checked_in_at)
    counted = sa.select(seats.c.event_id, came.label("came"), sa.func.count().label("held"))
    of_them = counted.where(seats.c.event_id.in_(event_ids), is_taken)
    rows = session.execute(of_them.group_by(seats.c.event_id))
    return {row.event_id: (row.came, row.held) for row in rows}


def run_before(session: Session, organizer_id: str, now: datetime, most: int) -> list[str]:
    over = sa.select(events.c.id).where(events.c.organizer_id == organizer_id)
    over = over.where(events.c.end_at <= now, events.c.canceled_at.is_(None))
    # The start is in an index with the organizer, and an event begins before it ends.
    latest = over.where(events.c.start_at <= now).order_by(events.c.start_at.desc())
    return list(session.scalars(latest.limit(most)))


def held_before(
    session: Session, chapter_id: str, event_type: str, now: datetime, most: int
) -> list[str]:
    """The latest events of a chapter and a type that are over, newest first."""
    over = sa.select(events.c.id).where(events.c.chapter_id == chapter_id)
    over = over.where(events.c.event_type == event_type, events.c.canceled_at.is_(None))
    over = over.where(events.c.end_at <= now, events.c.start_at <= now)
    return list(session.scalars(over.order_by(events.c.start_at.desc()).limit(most)))


def last_check_ins(session: Session, user_ids: Collection[str]) -> dict[str, datetime]:
    at = sa.func.max(seats.c.checked_in_at).label("at")
    wanted = sa.select(seats.c.user_id, at).where(seats.c.user_id.in_(user_ids), _came)
    return {row.user_id: row.at for row in session.execute(wanted.group_by(seats.c.user_id))}

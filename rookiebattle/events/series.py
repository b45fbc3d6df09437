"""The events of a series: the ones that a change reaches, and the leader when the first goes."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime

import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.events.queries import events
from rookiebattle.events.schemas import Scope


@dataclass(frozen=True, slots=True)
class Occurrence:
    id: str
    organizer_id: str
    is_public: bool
    start_at: datetime
    end_at: datetime
    chapter_id: str | None
    current_participants: int
    parent_event_id: str | None
    series_id: str | None
    recurrence_pattern: str | None
    recurrence_days_of_week: list[int]
    recurrence_end_date: date | None
    canceled_at: datetime | None
    waits_for: str | None
    updated_at: datetime

    @property
    def leader_id(self) -> str:
        """The id of the event that leads the series now."""
        return self.parent_event_id or self.id

    @property
    def lineage(self) -> str:
        """The id that the series has for good, or that of an event that is alone."""
        return self.series_id or self.id


_COLUMNS = [events.c[name] for name in Occurrence.__slots__]


def find(session: Session, event_id: str, *, lock: bool) -> Occurrence | None:
    """One event; with `lock` its row is locked for a change."""
    query = sa.select(*_COLUMNS).where(events.c.id == event_id)
    row = session.execute(query.with_for_update() if lock else query).first()
    return Occurrence(*row) if row else None


def reached(session: Session, event: Occurrence, scope: Scope, *, lock: bool) -> list[Occurrence]:
    """The event itself first; with `following` also the series' events that start later."""
    if scope is Scope.THIS:
        return [event]
    query = (
        sa.select(*_COLUMNS)
        .where(_in_series(event.leader_id), events.c.start_at >= event.start_at)
        .where(events.c.id != event.id)
        .order_by(events.c.start_at, events.c.id)
    )
    later = session.execute(query.with_for_update() if lock else query)
    return [event, *(Occurrence(*row) for row in later)]


def whole(session: Session, leader_id: str) -> list[Occurrence]:
    """All events of a series, by start; locked. One that happens once is its own."""
    query = sa.select(*_COLUMNS).where(_in_series(leader_id))
    rows = session.execute(query.order_by(events.c.start_at, events.c.id).with_for_update())
    return [Occurrence(*row) for row in rows]


def _in_series(leader_id: str) -> sa.ColumnElement[bool]:
    return sa.or_(events.c.id == leader_id, events.c.parent_event_id == leader_id)


def heir(session: Session, leader_id: str, leaving: Collection[str]) -> str | None:
    """The next event of a series whose leader is among the `leaving` ones; locked.

    Without the lock the heir could be removed while the others are handed over to it.
    """
    if leader_id not in leaving:
        return None
    staying = _staying(leader_id, leaving)
    by_start = sa.select(events.c.id).where(staying).order_by(events.c.start_at, events.c.id)
    found: str | None = session.execute(by_start.limit(1).with_for_update()).scalar()
    return found


def promote(session: Session, heir_id: str, leader_id: str, leaving: Collection[str]) -> None:
    """Make the heir lead the events of the series that stay."""
    leads = sa.case((events.c.id == heir_id, None), else_=heir_id)
    staying = sa.update(events).where(_staying(leader_id, leaving))
    session.execute(staying.values(parent_event_id=leads))


def _staying(leader_id: str, leaving: Collection[str]) -> sa.ColumnElement[bool]:
    return sa.and_(events.c.parent_event_id == leader_id, events.c.id.not_in(leaving))


def next_open(session: Session, leader_id: str, after: datetime) -> str | None:
    """The id of the next event of a series that takes place and has a free seat."""
    most = events.c.max_participants
    has_room = (sa.func.coalesce(most, 0) == 0) | (events.c.current_participants < most)
    open_ones = sa.select(events.c.id).where(_in_series(leader_id), has_room)
    coming = open_ones.where(events.c.start_at > after, events.c.canceled_at.is_(None))
    found: str | None = session.scalar(coming.order_by(events.c.start_at).limit(1))
    return found

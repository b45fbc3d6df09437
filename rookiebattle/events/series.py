"""The events of a series: the ones that a change reaches, and the leader when the first goes."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.events.queries import events
from rookiebattle.events.schemas import Scope


@dataclass(frozen=True, slots=True)
class Occurrence:
    """An event as far as a change needs it."""

    id: str
    organizer_id: str
    is_public: bool
    start_at: datetime
    end_at: datetime
    chapter_id: str | None
    current_participants: int
    parent_event_id: str | None
    updated_at: datetime

    @property
    def series_id(self) -> str:
        """The id of the event that leads the series."""
        return self.parent_event_id or self.id


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
        .where(_in_series(event.series_id), events.c.start_at >= event.start_at)
        .where(events.c.id != event.id)
        .order_by(events.c.start_at, events.c.id)
    )
    later = session.execute(query.with_for_update() if lock else query)
    return [event, *(Occurrence(*row) for row in later)]


def _in_series(series_id: str) -> sa.ColumnElement[bool]:
    return sa.or_(events.c.id == series_id, events.c.parent_event_id == series_id)


def promote(session: Session, leader_id: str, leaving: Collection[str]) -> None:
    """Make the next event lead the rest of a series whose leader is among the `leaving` ones."""
    if leader_id not in leaving:
        return
    children = sa.and_(events.c.parent_event_id == leader_id, events.c.id.not_in(leaving))
    by_start = sa.select(events.c.id).where(children).order_by(events.c.start_at, events.c.id)
    # Without the lock the heir could be removed while the others are handed over to it.
    heir = session.execute(by_start.limit(1).with_for_update()).scalar()
    if heir is None:
        return
    session.execute(
        sa.update(events)
        .where(children)
        .values(parent_event_id=sa.case((events.c.id == heir, None), else_=heir))
    )

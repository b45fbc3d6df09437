"""Finds pages of events with their totals; a total is counted once per generation."""

import time
from collections import OrderedDict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.core import freshness
from rookiebattle.core.actor import Actor
from rookiebattle.core.pagination import Window
from rookiebattle.events import queries
from rookiebattle.events.policy import sees_private
from rookiebattle.events.queries import Condition, Row
from rookiebattle.events.reads import in_utc
from rookiebattle.events.schemas import EventFilter, EventRead

MOST_TOTALS = 500
KEPT_SECONDS = 30.0
_END = list(EventRead.model_fields).index("end_date")


@dataclass(frozen=True, slots=True)
class Found:
    """Rows of `queries.reading`; right until `first_end`, when one of the list is over."""

    rows: Sequence[Row]
    total: int
    first_end: datetime | None


@dataclass(frozen=True, slots=True)
class Total:
    count: int
    first_end: datetime | None
    counted_at: float

    def holds(self, now: datetime) -> bool:
        ended = self.first_end is not None and self.first_end < now
        return not ended and time.monotonic() - self.counted_at < KEPT_SECONDS


_totals: OrderedDict[Hashable, Total] = OrderedDict()


def find(
    session: Session,
    actor: Actor,
    wanted: EventFilter,
    now: datetime,
    *,
    since: datetime | None,
    more: Sequence[sa.ColumnElement[object]] = (),
) -> Found:
    """The wanted page of what the actor may see and is not over at `since` (None: of all)."""
    # Read before anything else: a total of an older snapshot must not pass for a newer one.
    generation = freshness.generation(freshness.EVENTS)
    conditions = [*queries.seen_by(actor), *queries.chosen(wanted)]
    if since is not None:
        conditions += queries.not_over_at(since)
    page = queries.ordered(queries.reading(*more).where(*conditions), wanted.window)
    rows = session.execute(page).all()
    if _is_whole(rows, wanted.window):
        ends = [in_utc(row[_END]) for row in rows]
        return Found(rows, wanted.window.offset + len(rows), min(ends, default=None))
    timeless = replace(wanted, window=Window())
    asked = since if since != now else "now"
    key = (session.get_bind().engine.url, generation, sees_private(actor), timeless, asked)
    total = _total(session, key, conditions, now)
    return Found(rows, total.count, total.first_end)


def _is_whole(rows: Sequence[Row], window: Window) -> bool:
    """The end of the list is on this page, so the total is known."""
    return len(rows) < window.limit and (bool(rows) or window.offset == 0)


def _total(
    session: Session, key: Hashable, conditions: Sequence[Condition], now: datetime
) -> Total:
    known = _totals.get(key)
    if known and known.holds(now):
        return known
    count, first_end = session.execute(queries.counting().where(*conditions)).one()
    first_end = first_end.astimezone(UTC) if first_end else None
    _totals[key] = found = Total(count, first_end, time.monotonic())
    while len(_totals) > MOST_TOTALS:
        _totals.popitem(last=False)
    return found

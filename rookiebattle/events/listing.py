"""Finds pages of events with their totals; a total is counted once per generation."""

import time
from collections import OrderedDict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy.orm import Session

from rookiebattle.core import freshness
from rookiebattle.core.actor import Actor
from rookiebattle.core.pagination import Window
from rookiebattle.events import queries
from rookiebattle.events.queries import Row
from rookiebattle.events.reads import in_utc
from rookiebattle.events.schemas import EventFilter

MOST_TOTALS = 500
KEPT_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class Found:
    """A page's rows; right until `first_end`, when one of those from now on is over."""

    rows: Sequence[Row]
    total: int
    first_end: datetime | None


@dataclass(frozen=True, slots=True)
class Total:
    count: int
    first_end: datetime | None
    counted_at: float

    def holds(self, now: datetime, *, moves: bool) -> bool:
        ended = moves and self.first_end is not None and self.first_end < now
        return not ended and time.monotonic() - self.counted_at < KEPT_SECONDS


_totals: OrderedDict[Hashable, Total] = OrderedDict()


def find(
    session: Session,
    actor: Actor,
    wanted: EventFilter,
    now: datetime,
    *,
    since: datetime | None,
) -> Found:
    """The wanted page of what the actor may see and is not over at `since` (None: of all)."""
    # Read before anything else: a total of an older snapshot must not pass for a newer one.
    generation = freshness.generation(freshness.EVENTS)
    conditions = queries.asked(actor, wanted, since)
    rows = queries.page_of(session, conditions, wanted.window)
    # Only a list from now on changes by itself; one from a given instant is right for ever.
    moves = since == now
    if _is_whole(rows, wanted.window):
        ends = [in_utc(row.end_date) for row in rows] if moves else []
        return Found(rows, wanted.window.offset + len(rows), min(ends, default=None))
    timeless = {**conditions, "since": "now"} if moves else conditions
    key = (session.get_bind().engine.url, generation, *timeless.items())
    total = _total(session, key, conditions, now, moves=moves)
    return Found(rows, total.count, total.first_end if moves else None)


def _is_whole(rows: Sequence[Row], window: Window) -> bool:
    """The end of the list is on this page, so the total is known."""
    return len(rows) < window.limit and (bool(rows) or window.offset == 0)


def _total(
    session: Session,
    key: Hashable,
    conditions: Mapping[str, object],
    now: datetime,
    *,
    moves: bool,
) -> Total:
    known = _totals.get(key)
    if known and known.holds(now, moves=moves):
        return known
    count, first_end = queries.count_of(session, conditions)
    first_end = first_end.astimezone(UTC) if first_end else None
    _totals[key] = found = Total(count, first_end, time.monotonic())
    while len(_totals) > MOST_TOTALS:
        _totals.popitem(last=False)
    return found

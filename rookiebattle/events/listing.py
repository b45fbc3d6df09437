"""Finds pages of events with their totals; a total is counted once per generation of the topic."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy.orm import Session

from rookiebattle.core import freshness
from rookiebattle.core.actor import Actor
from rookiebattle.core.expiring import COPY_SECONDS, Expiring
from rookiebattle.core.freshness import EVENTS
from rookiebattle.core.pagination import Window
from rookiebattle.events import queries
from rookiebattle.events.queries import Row
from rookiebattle.events.reads import in_utc
from rookiebattle.events.schemas import EventFilter

MOST_TOTALS = 500


@dataclass(frozen=True, slots=True)
class Found:
    """A page's rows and the total, valid until `first_end`: then the first event is over."""

    rows: Sequence[Row]
    total: int
    first_end: datetime | None


@dataclass(frozen=True, slots=True)
class Total:
    count: int
    first_end: datetime | None

    def holds(self, now: datetime, *, moves: bool) -> bool:
        """Whether none of the counted events is over."""
        return not moves or self.first_end is None or self.first_end >= now


_totals = Expiring[Hashable, Total](MOST_TOTALS)


def find(
    session: Session,
    actor: Actor,
    wanted: EventFilter,
    now: datetime,
    *,
    since: datetime | None,
) -> Found:
    """The wanted page of the events that the actor may see and that are not over at `since`.

    Without `since`, past events too.
    """
    # The generation is read first: a total of an older snapshot must not pass for a newer one.
    generation = freshness.generation(EVENTS)
    conditions = queries.asked(actor, wanted, since)
    rows = queries.page_of(session, conditions, wanted.window, wanted.order)
    # Only a list from now on changes with time; a list from a given instant does not.
    moves = since == now
    if _is_whole(rows, wanted.window):
        ends = [in_utc(row.end_date) for row in rows] if moves else []
        return Found(rows, wanted.window.offset + len(rows), min(ends, default=None))
    timeless = {**conditions, "since": "now"} if moves else conditions
    key = (session.get_bind().engine.url, *timeless.items())
    total = _total(session, key, generation, conditions, now, moves=moves)
    return Found(rows, total.count, total.first_end if moves else None)


def _is_whole(rows: Sequence[Row], window: Window) -> bool:
    """Whether the list ends on this page, so that the total is known."""
    return len(rows) < window.limit and (bool(rows) or window.offset == 0)


def _total(
    session: Session,
    key: Hashable,
    generation: int,
    conditions: Mapping[str, object],
    now: datetime,
    *,
    moves: bool,
) -> Total:
    known = _totals.find(key)
    if known and known.holds(now, moves=moves):
        return known
    count, first_end = queries.count_of(session, conditions)
    first_end = first_end.astimezone(UTC) if first_end else None
    found = Total(count, first_end)
    _totals.keep(key, found, COPY_SECONDS, (EVENTS,), generation)
    return found

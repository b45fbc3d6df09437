"""Finds pages of events with their totals; a total is counted once per generation of the topic."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy.orm import Session

from rookiebattle.core import clock
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database import freshness
from rookiebattle.core.database.freshness import EVENTS
from rookiebattle.core.errors import Invalid
from rookiebattle.core.expiring import COPY_SECONDS, Expiring
from rookiebattle.core.pagination import Window
from rookiebattle.events import queries, timing
from rookiebattle.events.queries import Row
from rookiebattle.events.reads import as_json, in_utc, reads_of
from rookiebattle.events.schemas import EventFilter, EventList, EventRead

MOST_TOTALS = 500
FEED_LOOKS_BACK = timedelta(days=30)
MOST_IN_FEED = 1_000


@dataclass(frozen=True, slots=True)
class Found:
    """A page's rows and the total, valid until `first_end`: then the first event is over."""

    rows: Sequence[Row]
    total: int
    first_end: datetime | None

    def as_list(self) -> EventList:
        return EventList(as_json(self.rows), self.total, self.first_end)


@dataclass(frozen=True, slots=True)
class Total:
    count: int
    first_end: datetime | None

    def holds(self, now: datetime, *, moves: bool) -> bool:
        """Whether none of the counted events is over."""
        return not moves or self.first_end is None or self.first_end >= now


_totals = Expiring[Hashable, Total](MOST_TOTALS)


def find(
    session: Session, actor: Actor, wanted: EventFilter, now: datetime, *, since: datetime | None
) -> Found:
    """The wanted page of the events that the actor may see and that are not over at `since`.

    Without `since`, past events too. Raises Invalid for a filter that ends before it begins.
    """
    _refuse_backwards(wanted)
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


def _refuse_backwards(wanted: EventFilter) -> None:
    if wanted.starts_from and wanted.to and wanted.to <= wanted.starts_from:
        raise Invalid("'to' must be later than 'from'", {"to": "'to' must be later than 'from'"})


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


def in_feed(session: Session, chapter_id: str | None = None) -> tuple[list[EventRead], int]:
    """The events of a feed, and how many there are if it has not all of them."""
    now = timing.whole_seconds(clock.now())
    wanted = EventFilter(chapter_id=chapter_id, window=Window(MOST_IN_FEED))
    since = now - FEED_LOOKS_BACK
    found = find(session, VISITOR, wanted, now, since=since)
    if found.total <= MOST_IN_FEED:
        return reads_of(found.rows), found.total
    chosen = queries.in_turns(session, queries.asked(VISITOR, wanted, since), MOST_IN_FEED)
    return reads_of(queries.some(session, VISITOR, chosen)), found.total

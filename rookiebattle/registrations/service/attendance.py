"""The people who came to events, counted for pages."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from dateutil.relativedelta import relativedelta
from sqlalchemy.orm import Session

from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.permissions import Permission
from rookiebattle.events import service as events
from rookiebattle.events.models import EventType
from rookiebattle.events.schemas import EventRead
from rookiebattle.registrations.queries import attendance as queries

ACTIVE = timedelta(days=365)
"""A member who came once in this time is an active one."""
MOST_RUN = 5
MOST_LOOKED_AT = 20
"""Of so many events the latest are found at which somebody was checked in."""


@dataclass(frozen=True, slots=True)
class Attendance:
    """The starts of the events at which a member was, newest first; `park_days` are those among
    them."""

    starts: Sequence[datetime] = ()
    park_days: int = 0


@dataclass(frozen=True, slots=True)
class Turnout:
    """How many people came in a month, which `first` begins."""

    first: date
    people: int


@dataclass(frozen=True, slots=True)
class RanEvent:
    """An event that the reader ran: how many came, of how many with a seat."""

    event: EventRead
    came: int
    held: int


def own_attendance(session: Session, actor: Actor) -> Attendance:
    """Where the actor was."""
    actor.require(Permission.OWN_REGISTRATION_READ)
    found = queries.attended(session, actor.user_id)
    park_days = sum(kind == EventType.TRAINING for _, kind in found)
    return Attendance([start for start, _ in found], park_days)


def turnout_of(
    session: Session, _actor: Actor, *, chapter_id: str, time_zone: str
) -> Turnout | None:
    """How many people came to a chapter's events this month, else last month; None for nobody.

    The months are those of the chapter. A number of people says nothing about any of them, so
    everybody reads it.
    """
    zone, now = ZoneInfo(time_zone), clock.now()
    first = now.astimezone(zone).date().replace(day=1)
    for month in (first, first - relativedelta(months=1)):
        ends = month + relativedelta(months=1)
        since, until = (datetime.combine(day, time.min, zone) for day in (month, ends))
        people = queries.count_people(session, since, until, chapter_id=chapter_id)
        if people:
            return Turnout(month, people)
    return None


def count_active(session: Session, _actor: Actor) -> int:
    """How many different members came in the last year; for everybody."""
    now = clock.now()
    return queries.count_people(session, now - ACTIVE, now)


def ran_lately(session: Session, actor: Actor) -> list[RanEvent]:
    """The latest events that the actor ran, with who came."""
    actor.require(Permission.OWN_REGISTRATION_READ)
    ids = queries.run_before(session, actor.user_id, clock.now(), MOST_RUN)
    if not ids:
        return []
    counted = queries.turnouts(session, ids)
    found = events.list_by_ids(session, actor, event_ids=ids)
    ran = [RanEvent(one, *counted.get(one.id, (0, 0))) for one in found]
    return sorted(ran, key=lambda one: one.event.start_date, reverse=True)


def add_turnout(
    session: Session, /, *, chapter_id: str, event_type: str, now: datetime, came: list[int]
) -> None:
    """Add how many came to the latest events, newest first; not to those at which nobody was
    checked in. Subscribed to `turnout_asked`."""
    ids = queries.held_before(session, chapter_id, event_type, now, MOST_LOOKED_AT)
    counted = queries.turnouts(session, ids) if ids else {}
    known = [counted[id_][0] for id_ in ids if id_ in counted]
    came.extend([number for number in known if number][:MOST_RUN])


def visits(session: Session, actor: Actor, *, since: datetime, until: datetime) -> dict[str, int]:
    """Member id → at how many events of the time they were; administrators only."""
    actor.require(Permission.ALL_REGISTRATION_READ)
    return queries.visits(session, since, until)


def visits_of(session: Session, actor: Actor, *, user_id: str) -> list[datetime]:
    """The starts of the events where a member was, newest first, for one whose account the actor
    has just read."""
    actor.require_reach(Permission.ALL_ACCOUNT_READ)
    return [start for start, _ in queries.attended(session, user_id)]


def last_seen_of(
    session: Session, actor: Actor, *, user_ids: Collection[str]
) -> dict[str, datetime]:
    """Member id → the last check-in, for those whose accounts the actor has just read."""
    actor.require_reach(Permission.ALL_ACCOUNT_READ)
    return queries.last_check_ins(session, user_ids) if user_ids else {}

"""The words that letters about events share. Pure, except for the settings."""

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from rookiebattle import routes
from rookiebattle.core.outbox import Attachment
from rookiebattle.events import service as events
from rookiebattle.events.schemas import TOLD, EventRead
from rookiebattle.events.wording import (
    day_at,
    near_day,
    time_words,
    when,
    where_lines,
    zone_short,
)

Facts = list[tuple[str, str]]
REMINDER = "registration.reminder"
TIME_AND_PLACE = ("start_date", "end_date", "time_zone", "location", "address")


def reminder_key(user_id: str, event_id: str, start: datetime) -> str:
    """One reminder per member, event and start: a moved event is reminded of again."""
    return f"{REMINDER}:{user_id}:{event_id}:{start.timestamp():.0f}"


def facts(event: EventRead, now: datetime) -> Facts:
    """The facts 'When' and 'Where'."""
    return [("When", when_words(event, now)), *_where_fact(where_words(event))]


def changes(before: EventRead, after: EventRead, now: datetime) -> Facts:
    """The facts that changed, each with its old value, and always 'When' and 'Where'."""
    told = [
        (label, _was(_text(after, name), _text(before, name)))
        for name, label in TOLD.items()
        if getattr(before, name) != getattr(after, name)
    ]
    when = ("When", _was(when_words(after, now), when_words(before, now)))
    return [*told, when, *_where_fact(_was(where_words(after), where_words(before)))]


def differ(before: EventRead, after: EventRead) -> bool:
    """Whether a change is worth a letter."""
    return any(getattr(before, name) != getattr(after, name) for name in (*TOLD, *TIME_AND_PLACE))


def _text(event: EventRead, name: str) -> str:
    value = getattr(event, name)
    return "" if value is None else str(value)


def _was(new: str, old: str) -> str:
    if new == old:
        return new
    before = ", ".join(old.splitlines())
    return f"{new or 'not known yet'}\n(was: {before or 'not known'})"


def _where_fact(text: str) -> Facts:
    return [("Where", text)] if text else []


def when_words(event: EventRead, now: datetime) -> str:
    """Such as 'Sat 14 Mar, 6:00 PM – 8:00 PM ET'."""
    return when(event.start_date, event.end_date, event.time_zone, now)


def where_words(event: EventRead) -> str:
    """The place and the address in a line each; empty when neither is known."""
    return "\n".join(where_lines(event.location, event.address))


def day(at: datetime, event: EventRead, now: datetime) -> str:
    """Such as 'Sat 14 Mar', in the event's zone."""
    return day_at(at, event.time_zone, now)


def clock_time(at: datetime, event: EventRead) -> str:
    """Such as '6:00 PM ET', in the event's zone."""
    local = at.astimezone(ZoneInfo(event.time_zone))
    return f"{time_words(local)} {zone_short(local)}"


def nearness(event: EventRead, now: datetime) -> str:
    """'Today', 'Tomorrow' or the day, by the calendar of the event's place."""
    return near_day(event.start_date, event.time_zone, now)


def link(event: EventRead) -> str:
    """The full address of the event's page."""
    return routes.event_url(event.id)


def calendar(found: Sequence[EventRead], *, canceled: bool = False) -> Attachment:
    """The events as an attached calendar file."""
    file = events.calendar_of(found=found, canceled=canceled)
    return Attachment(name="event.ics", text=file.decode())

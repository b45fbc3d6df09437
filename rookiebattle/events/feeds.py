"""Events as iCalendar. Times are UTC, ids never change, and the sequence only grows. Pure.

The package `icalendar` is loaded with the first calendar, so that a start does not wait for it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from rookiebattle import routes
from rookiebattle.core.values.text import clipped, folded, simple_breaks
from rookiebattle.events.schemas import EventRead
from rookiebattle.events.when import NOTICE, later
from rookiebattle.events.wording import canceled_because, counted, type_label, where_lines
from rookiebattle.settings import Settings

if TYPE_CHECKING:
    from icalendar import Alarm, Calendar, Event

EVERY = timedelta(hours=1)
# A subscribed calendar may have a thousand events. Each leads to its page for the whole text.
LONGEST_IN_FEED = 500
LONGEST_NAME = 60
_NO_LETTERS = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True)
class Source:
    """The name of a subscribed calendar, its zone, and its address."""

    name: str
    zone: str
    path: str


def feed(
    events: Collection[EventRead],
    settings: Settings,
    source: Source | None = None,
    *,
    total: int = 0,
) -> bytes:
    """A calendar to subscribe to. It asks phones to look again every hour.

    It says so when it has fewer events than the `total`.
    """
    from icalendar import vDuration, vText, vUri

    own = source or Source(settings.org_name, settings.org_time_zone, routes.PUBLIC_CALENDAR)
    calendar = _calendar(settings)
    calendar.add("x-wr-calname", vText(own.name))
    calendar.add("name", vText(own.name))
    calendar.add("x-wr-timezone", vText(own.zone))
    calendar.add("refresh-interval", vDuration(EVERY), {"VALUE": "DURATION"})
    calendar.add("x-published-ttl", vDuration(EVERY))
    if total > len(events):
        calendar.add("x-wr-caldesc", vText(_left_out(len(events), total)))
    calendar.add("source", vUri(routes.absolute(own.path)), {"VALUE": "URI"})
    return _with_events(calendar, map(_clipped, events), settings)


def _left_out(shown: int, total: int) -> str:
    everything = routes.absolute(routes.EVENTS)
    return f"{shown:,} of {counted(total, 'event')}. All of them: {everything}"


def single(event: EventRead, settings: Settings) -> bytes:
    """One event, to add to a calendar. It reminds its owner the day before."""
    calendar, entry = _calendar(settings), _entry(event, settings)
    if event.canceled_at is None:
        entry.add_component(_alarm())
    calendar.add_component(entry)
    return bytes(calendar.to_ical())


def _alarm() -> Alarm:
    from icalendar import Alarm

    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", "Reminder")
    alarm.add("trigger", -NOTICE)
    return alarm


def file_name(title: str) -> str:
    words = _NO_LETTERS.sub("-", folded(title)).strip("-")[:LONGEST_NAME].strip("-")
    return f"{words or 'event'}.ics"


def several(events: Iterable[EventRead], settings: Settings) -> bytes:
    return _with_events(_calendar(settings), events, settings)


def canceled(events: Iterable[EventRead], now: datetime, settings: Settings) -> bytes:
    """Events that do not happen: a calendar that has them strikes them out."""
    struck = [
        one.model_copy(update={"canceled_at": now, "updated_at": later(now, than=one.updated_at)})
        for one in events
    ]
    return _with_events(_calendar(settings), struck, settings)


def _calendar(settings: Settings) -> Calendar:
    from icalendar import Calendar

    calendar = Calendar()
    calendar.add("prodid", f"-//{settings.org_name}//Events//EN")
    calendar.add("version", "2.0")
    calendar.add("calscale", "GREGORIAN")
    calendar.add("method", "PUBLISH")
    return calendar


def _with_events(calendar: Calendar, events: Iterable[EventRead], settings: Settings) -> bytes:
    for event in events:
        calendar.add_component(_entry(event, settings))
    return bytes(calendar.to_ical())


def _clipped(event: EventRead) -> EventRead:
    told = clipped(event.description or "", LONGEST_IN_FEED)
    return event.model_copy(update={"description": told})


def _entry(event: EventRead, settings: Settings) -> Event:
    from icalendar import Event, vUri

    url = routes.event_url(event.id)
    entry = Event()
    entry.add("uid", f"{event.id}@{settings.public_host}")
    entry.add("dtstamp", event.updated_at)
    entry.add("created", event.created_at)
    entry.add("last-modified", event.updated_at)
    # The seconds between creation and last change grow with every change and need no column. An
    # event that was changed while the clock was slow may have a last change before its creation.
    entry.add("sequence", max(int((event.updated_at - event.created_at).total_seconds()), 0))
    entry.add("dtstart", event.start_date)
    entry.add("dtend", event.end_date)
    entry.add("summary", simple_breaks(event.title))
    told = "\n\n".join(filter(None, [canceled_because(event), event.description, url]))
    entry.add("description", simple_breaks(told))
    if place := ", ".join(where_lines(event.location, event.address)):
        entry.add("location", simple_breaks(place))
    entry.add("url", vUri(url))
    entry.add("categories", [type_label(event.event_type)])
    entry.add("status", "CANCELLED" if event.canceled_at else "CONFIRMED")
    return entry

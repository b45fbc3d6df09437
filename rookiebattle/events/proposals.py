"""The form of a new event proposes a start that lies ahead, and the chapter's place. Pure."""

import re
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from dateutil.rrule import MONTHLY, rrule, weekday

from rookiebattle.chapters.schemas import ChapterChoice
from rookiebattle.core.values.dates import DAYS, nth_weekday
from rookiebattle.events.models import Recurrence
from rookiebattle.events.schemas import EventRead
from rookiebattle.events.view import BLANK, NO_CHAPTER, ONCE, EventDraft, draft_of
from rookiebattle.settings import get_settings

USUAL_TIME, USUAL_DAY = time(18), DAYS.index("Saturday")
A_DAY, A_WEEK = timedelta(days=1), timedelta(weeks=1)
SERIES_WEEKS, SERIES_MONTHS = 12, 6
COPIED_WEEKS: dict[str, int] = {"weekly": 1, "custom": 1, "biweekly": 2}
# The first time of day in a text such as '6 PM', '6:30 p.m. to 8 p.m.' or '18:00'.
CLOCK = re.compile(r"(?<!\d)(\d{1,2})(?::(\d\d))?\s*(?:([ap])\.?\s?m\b)?", re.IGNORECASE)


def new_draft(now: datetime, chapter: ChapterChoice | None = None) -> EventDraft:
    return {**BLANK, **of_chapter(now, chapter)}


def copied_draft(now: datetime, event: EventRead) -> EventDraft:
    """The values of a new event like this one, on the next date of its rhythm that lies ahead, at
    the same time of day."""
    start = _next_like(now, event.start_date.astimezone(ZoneInfo(event.time_zone)), event)
    weekdays = {f"weekday{day}": True for day in event.recurrence_days_of_week}
    return {
        **draft_of(event),
        "cancelReason": "",
        "eventDate": start.date().isoformat(),
        "recurrence": event.recurrence_pattern or ONCE,
        "recurrenceInterval": str(event.recurrence_interval),
        **(weekdays if event.recurrence_pattern == Recurrence.CUSTOM else {}),
    }


def _next_like(now: datetime, start: datetime, event: EventRead) -> datetime:
    """The next date in the event's rhythm: every one or two weeks, or each month on its day.

    An event that happens once moves to the same weekday of a month, such as the first Saturday; a
    fifth becomes the last.
    """
    if weeks := COPIED_WEEKS.get(event.recurrence_pattern or ""):
        passed = max(now - start, timedelta(0)) // (A_WEEK * weeks)
        return start + (passed + 1) * A_WEEK * weeks
    if event.recurrence_pattern == Recurrence.MONTHLY:
        rule = rrule(MONTHLY, dtstart=start)
    else:
        place = nth_weekday(start.date())
        nth = weekday(start.weekday(), place if place < 5 else -1)
        rule = rrule(MONTHLY, dtstart=start, byweekday=nth)
    found: datetime = rule.after(max(now, start))
    return found


def of_chapter(now: datetime, chapter: ChapterChoice | None) -> dict[str, str]:
    """The proposals of a chapter, or of none: its place, its address, and its next meeting."""
    zone = ZoneInfo(chapter.time_zone if chapter else get_settings().org_time_zone)
    start = _next_start(now.astimezone(zone), chapter)
    return {
        "chapterId": chapter.id if chapter else NO_CHAPTER,
        "location": chapter.location if chapter else "",
        "address": (chapter.address or place_of(chapter)) if chapter else "",
        "eventDate": start.date().isoformat(),
        "startTime": f"{start:%H:%M}",
    }


def place_of(chapter: ChapterChoice) -> str:
    """'Tampa, Florida': with it a map finds the right one of several parks of one name."""
    return f"{chapter.city}, {chapter.state}"


def _next_start(here: datetime, chapter: ChapterChoice | None) -> datetime:
    """The chapter's next meeting; else today at six while that lies ahead, else on Saturday."""
    meets = weekday_in(chapter.meeting_day or "") if chapter else None
    at = time_in((chapter.meeting_time if chapter else "") or "") or USUAL_TIME
    today = datetime.combine(here.date(), at, here.tzinfo)
    if meets is None and today > here:
        return today
    away = ((USUAL_DAY if meets is None else meets) - here.weekday()) % 7
    start = today + away * A_DAY
    return start if start > here else start + A_WEEK


def weekday_in(text: str) -> int | None:
    """The first weekday that a text names, from Monday = 0: 5 for 'Saturdays'."""
    places = {text.casefold().find(day[:3].casefold()): n for n, day in enumerate(DAYS)}
    found = [place for place in places if place >= 0]
    return places[min(found)] if found else None


def time_in(text: str) -> time | None:
    """The first time of day that a text names: 18:00 for '6 PM to 8 PM'."""
    for hour, minute, half in CLOCK.findall(text):
        if half or minute:
            hours = int(hour) % 12 + 12 * (half in "pP") if half else int(hour)
            if hours < 24 and int(minute or 0) < 60:
                return time(hours, int(minute or 0))
    return None


def last_day_for(pattern: str, first: date) -> date:
    """The proposed end of a series: a season of weeks, or half a year of months."""
    weeks = SERIES_MONTHS * 30 // 7 if pattern == "monthly" else SERIES_WEEKS
    return first + weeks * A_WEEK

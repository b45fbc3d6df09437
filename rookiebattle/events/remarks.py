"""Remarks below the fields of the event form while somebody types. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from rookiebattle.core.errors import Invalid
from rookiebattle.core.values.dates import DAYS, date_words, day_words, nth_weekday
from rookiebattle.events.models import Recurrence
from rookiebattle.events.recurrence import Rule, occurrences
from rookiebattle.events.view import (
    ONCE,
    Form,
    hours_in,
    interval_in,
    is_whole,
    start_in,
    text_in,
    weekdays_in,
    zone_sentence,
)
from rookiebattle.events.when import is_future
from rookiebattle.events.wording import counted, how_often, ordinal, time_words

PASSED = "That time has passed, so no one can register."
NO_LIMIT = "Leave empty for no limit."


@dataclass(frozen=True, slots=True)
class Around:
    """The form's surroundings besides the typed values: the zone, the moment, and who comes.

    `came` says how many came to the latest events of the same kind; empty when nobody knows.
    """

    zone: str
    now: datetime
    seats_taken: int = 0
    is_new: bool = True
    came: str = ""


def remarks_of(form: Form, around: Around) -> dict[str, str]:
    """A sentence for each field that has something to say."""
    return {
        "eventDate": _of_date(form, around),
        "durationHours": _of_duration(form, around.zone),
        "chapterId": f"{zone_sentence(around.zone, around.now)} {around.came}".rstrip(),
        "maxParticipants": seats_remark(text_in(form, "maxParticipants"), around.seats_taken),
        "recurrence": _of_series(form, around),
    }


def seats_remark(most: str, taken: int) -> str:
    """A warning about a limit below the number of seats taken."""
    if not is_whole(most) or not 0 < int(most) < taken:
        return NO_LIMIT
    return f"{taken:,} people already have seats. They’ll keep them, but no one new can register."


def _of_date(form: Form, around: Around) -> str:
    start = start_in(form, around.zone)
    if start is None or not around.is_new or text_in(form, "recurrence") not in ("", ONCE):
        return ""
    if not is_future(start, around.now):
        return PASSED
    here = ZoneInfo(around.zone)
    begins = start.astimezone(here)
    place = f"the {ordinal(nth_weekday(begins.date()))} {DAYS[begins.weekday()]} of the month"
    return f"{day_words(begins, around.now.astimezone(here))}, {place}."


def _of_duration(form: Form, zone: str) -> str:
    """'Ends at 8:00 PM.', with the day when it is another one."""
    start, hours = start_in(form, zone), hours_in(form)
    if start is None or hours is None:
        return ""
    begins = start.astimezone(ZoneInfo(zone))
    ends = (start + timedelta(hours=float(hours))).astimezone(ZoneInfo(zone))
    day = "" if ends.date() == begins.date() else f"{day_words(ends, begins)}, "
    return f"Ends {day or 'at '}{time_words(ends)}."


def _of_series(form: Form, around: Around) -> str:
    """'Every Tuesday from Tue, Mar 10 to May 5, 2026: 9 events.', or why it cannot be so."""
    rule, start = rule_in(form), start_in(form, around.zone)
    if rule is None or start is None:
        return ""
    try:
        starts = occurrences(start, ZoneInfo(around.zone), rule)
    except Invalid as refused:
        return f"{refused.sentence}."
    first, days = starts[0], list(rule.weekdays)
    rhythm = how_often(rule.pattern, rule.interval, days, first, around.zone)
    here = ZoneInfo(around.zone)
    begins = day_words(first.astimezone(here), around.now.astimezone(here))
    passed = "" if is_future(first, around.now) else " The first has passed."
    return (
        f"{rhythm[:1].upper()}{rhythm[1:]} from {begins} to {date_words(rule.last_day)}: "
        f"{counted(len(starts), 'event')}.{passed}"
    )


def rule_in(form: Form) -> Rule | None:
    """The rule that is typed; None for one event, or while something is missing."""
    pattern, until = text_in(form, "recurrence"), text_in(form, "recurrenceEndDate")
    days = weekdays_in(form)
    if pattern not in set(Recurrence) or (pattern == Recurrence.CUSTOM and not days):
        return None
    try:
        last = date.fromisoformat(until)
    except ValueError:
        return None
    return Rule(Recurrence(pattern), interval_in(form), last, days)


def still_wrong(errors: Mapping[str, str], form: Form, sent: Form) -> dict[str, str]:
    """The errors whose field still holds what was sent."""

    def is_same(name: str) -> bool:
        if name == "recurrence" and weekdays_in(form) != weekdays_in(sent):
            return False
        return text_in(form, name) == text_in(sent, name)

    return {name: error for name, error in errors.items() if is_same(name)}

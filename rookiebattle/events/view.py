"""The event form's texts to an event's values and back. Pure."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal, InvalidOperation
from zoneinfo import ZoneInfo

from rookiebattle import routes
from rookiebattle.chapters.schemas import ChapterChoice
from rookiebattle.core.errors import Invalid
from rookiebattle.events.schemas import MAX_HOURS, MIN_HOURS, EventRead
from rookiebattle.events.wording import zone_long
from rookiebattle.settings import get_settings

NO_CHAPTER = "none"
ONCE = "none"
WEEKDAYS = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
TIME_FIELDS = frozenset({"eventDate", "startTime", "durationHours"})
STEP = Decimal("0.5")

# Which field of the form an error of the service belongs to.
FIELD_OF = {
    "startDate": "eventDate",
    "endDate": "durationHours",
    "isRecurring": "recurrence",
    "recurrencePattern": "recurrence",
    "recurrenceDaysOfWeek": "recurrence",
    "timeZone": "chapterId",
}

Form = Mapping[str, object]
Values = dict[str, object]


@dataclass(frozen=True)
class EventDraft:
    """What the fields of the form start with, as the controls want it."""

    title: str = ""
    description: str = ""
    event_date: str = ""
    start_time: str = "18:00"
    duration_hours: str = "2"
    event_type: str = "training"
    location: str = ""
    address: str = ""
    max_participants: str = ""
    price: str = "0"
    is_public: bool = True
    requires_membership: bool = False
    chapter_id: str = NO_CHAPTER


def new_draft(now: datetime, zone: str) -> EventDraft:
    """The defaults of a new event; today is the zone's."""
    return EventDraft(event_date=now.astimezone(ZoneInfo(zone)).date().isoformat())


def calendar_day(event: EventRead, *, is_list: bool) -> str:
    """The address of the calendar at the day of an event, or of the list of its month."""
    start = event.start_date.astimezone(ZoneInfo(event.time_zone))
    shown = {"view": "list"} if is_list else {"day": f"{start:%Y-%m-%d}"}
    return routes.asked(routes.EVENTS, month=f"{start:%Y-%m}", **shown)


def zone_of(chapter_id: str, choices: Sequence[ChapterChoice]) -> str:
    """The zone of a chapter; the organisation's without one."""
    zones = {choice.id: choice.time_zone for choice in choices}
    return zones.get(chapter_id, get_settings().org_time_zone)


def zone_sentence(zone: str, now: datetime) -> str:
    """'Times are in Eastern Time.'"""
    return f"Times are in {zone_long(now.astimezone(ZoneInfo(zone)))}."


def draft_of(event: EventRead) -> EventDraft:
    """The form's values of an existing event, in its own zone."""
    start = event.start_date.astimezone(ZoneInfo(event.time_zone))
    return EventDraft(
        title=event.title,
        description=event.description or "",
        event_date=start.date().isoformat(),
        start_time=f"{start:%H:%M}",
        duration_hours=_plain((event.end_date - event.start_date) / timedelta(hours=1)),
        event_type=event.event_type,
        location=event.location or "",
        address=event.address or "",
        max_participants=str(event.max_participants or ""),
        price=event.price,
        is_public=event.is_public,
        requires_membership=event.requires_membership,
        chapter_id=event.chapter_id or NO_CHAPTER,
    )


def form_to_event(form: Form, zone: str) -> Values:
    """The wire values of a new event. Raises Invalid with a sentence per field of the form."""
    errors = _errors(form)
    recurrence = _recurrence(form, errors)
    if errors:
        raise Invalid(next(iter(errors.values())), errors)
    return _described(form) | _timed(form, zone) | recurrence


def form_to_changes(form: Form, before: EventDraft, zone: str) -> Values:
    """The wire values that differ from the draft the form started with."""
    then = _form_of(before)
    moved = {name for name in TIME_FIELDS if _text(form, name) != _text(then, name)}
    if errors := _errors(form, moved):
        raise Invalid(next(iter(errors.values())), errors)
    old = _described(then)
    changed = {name: value for name, value in _described(form).items() if value != old[name]}
    if moved or "chapterId" in changed:
        start, hours = _start(form, zone), _text(form, "durationHours")
        length = {"durationHours": hours} if "durationHours" in moved else {}
        changed |= {"startDate": start.isoformat()} | length
    return changed


def field_errors(error: Invalid) -> dict[str, str]:
    """An error's sentences by the form's own field names."""
    fields: dict[str, str] = {}
    for name, sentence in error.fields.items():
        fields.setdefault(FIELD_OF.get(name, name), sentence)
    return fields


def _described(form: Form) -> Values:
    """Everything but time and recurrence."""
    places = _text(form, "maxParticipants")
    chapter = _text(form, "chapterId")
    return {
        "title": _text(form, "title"),
        "description": _text(form, "description") or None,
        "eventType": _text(form, "eventType"),
        "location": _text(form, "location") or None,
        "address": _text(form, "address") or None,
        "maxParticipants": int(places) if places else None,
        "price": _text(form, "price") or "0",
        "isPublic": _flag(form, "isPublic"),
        "requiresMembership": _flag(form, "requiresMembership"),
        "chapterId": None if chapter in ("", NO_CHAPTER) else chapter,
    }


def _timed(form: Form, zone: str) -> Values:
    """Start and end as instants. The duration counts hours that pass, not the clock's."""
    start, hours = _start(form, zone), _text(form, "durationHours")
    end = start + timedelta(hours=float(hours))
    return {"startDate": start.isoformat(), "endDate": end.isoformat(), "durationHours": hours}


def _start(form: Form, zone: str) -> datetime:
    day = date.fromisoformat(_text(form, "eventDate"))
    clock = time.fromisoformat(_text(form, "startTime"))
    return datetime.combine(day, clock, ZoneInfo(zone)).astimezone(UTC)


def _recurrence(form: Form, errors: dict[str, str]) -> Values:
    """The five recurrence fields, or none of them."""
    pattern = _text(form, "recurrence")
    if pattern in ("", ONCE):
        return {}
    interval, until = _text(form, "recurrenceInterval") or "1", _text(form, "recurrenceEndDate")
    days = [number for number in range(7) if _flag(form, f"weekday{number}")]
    if pattern == "custom" and not days:
        errors["recurrence"] = "Choose at least one weekday"
    if not _is_date(until):
        errors["recurrenceEndDate"] = "The last day of the series is required"
    if not (_is_whole(interval) and int(interval) > 0):
        errors["recurrenceInterval"] = "Use a whole number of at least 1"
    return {
        "isRecurring": True,
        "recurrencePattern": pattern,
        "recurrenceInterval": interval,
        "recurrenceDaysOfWeek": days if pattern == "custom" else [],
        "recurrenceEndDate": until,
    }


def _errors(form: Form, moved: Set[str] = TIME_FIELDS) -> dict[str, str]:
    """What is wrong with the form itself; the service checks the rest.

    Times that were not `moved` are not judged: an event of three days keeps its length.
    """
    errors = {} if _text(form, "title") else {"title": "Title is required"}
    errors |= {name: text for name, text in _time_errors(form).items() if name in moved}
    if (places := _text(form, "maxParticipants")) and not _is_whole(places):
        errors["maxParticipants"] = "Use a whole number, or leave this empty for no limit"
    return errors


def _time_errors(form: Form) -> dict[str, str]:
    rules = (
        ("eventDate", "Event date", _is_date, "must be a date such as 2026-03-14"),
        ("startTime", "Start time", _is_time, "must be a time such as 18:00"),
        ("durationHours", "Duration", _is_duration, "must be 0.5 to 12 hours, in half hours"),
    )
    errors: dict[str, str] = {}
    for name, label, is_right, otherwise in rules:
        text = _text(form, name)
        if not is_right(text):
            errors[name] = f"{label} {otherwise if text else 'is required'}"
    return errors


def _form_of(draft: EventDraft) -> Form:
    """The draft as the untouched form would send it."""
    return {
        "title": draft.title,
        "description": draft.description,
        "eventDate": draft.event_date,
        "startTime": draft.start_time,
        "durationHours": draft.duration_hours,
        "eventType": draft.event_type,
        "location": draft.location,
        "address": draft.address,
        "maxParticipants": draft.max_participants,
        "price": draft.price,
        "isPublic": draft.is_public,
        "requiresMembership": draft.requires_membership,
        "chapterId": draft.chapter_id,
    }


def _text(form: Form, name: str) -> str:
    value = form.get(name)
    return value.strip() if isinstance(value, str) else ""


def _flag(form: Form, name: str) -> bool:
    return form.get(name) in (True, "on", "true")


def _is_date(text: str) -> bool:
    try:
        return bool(date.fromisoformat(text))
    except ValueError:
        return False


def _is_time(text: str) -> bool:
    try:
        return time.fromisoformat(text).tzinfo is None
    except ValueError:
        return False


def _is_whole(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 9


def _is_duration(text: str) -> bool:
    try:
        hours = Decimal(text)
    except InvalidOperation:
        return False
    return hours.is_finite() and MIN_HOURS <= hours <= MAX_HOURS and hours % STEP == 0


def _plain(hours: float) -> str:
    """'2' and '1.5', as a number field shows them."""
    return f"{hours:.2f}".rstrip("0").rstrip(".")

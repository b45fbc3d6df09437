"""The event form: its texts from an event's values, and values from its texts. Pure."""

from collections.abc import Callable, Mapping, Sequence, Set
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal, InvalidOperation
from functools import partial
from zoneinfo import ZoneInfo

from pydantic.alias_generators import to_camel

from rookiebattle.chapters.schemas import ChapterChoice
from rookiebattle.core.errors import Invalid
from rookiebattle.core.schemas import FIRST_YEAR, LAST_YEAR
from rookiebattle.core.values.money import parse_cents
from rookiebattle.events.schemas import MAX_HOURS, MIN_HOURS, NO_DATE, EventFields, EventRead
from rookiebattle.events.when import LONGEST
from rookiebattle.events.wording import NEEDS_REASON, zone_long
from rookiebattle.settings import get_settings

NO_CHAPTER = "none"
ONCE = "none"
WHEN = frozenset({"eventDate", "startTime"})
TIME_FIELDS = WHEN | {"durationHours"}
STEP = Decimal("0.5")
LONGEST_HOURS = Decimal(LONGEST // timedelta(hours=1))

# The form's field at which an error of the service is shown.
FIELD_OF = {
    "startDate": "eventDate",
    "endDate": "durationHours",
    "isRecurring": "recurrence",
    "recurrencePattern": "recurrence",
    "recurrenceDaysOfWeek": "recurrence",
    "timeZone": "chapterId",
    "reason": "cancelReason",
}

Form = Mapping[str, object]
Values = dict[str, object]
Fields = dict[str, str]


def _shown(value: object) -> str | bool:
    """A value as its control shows it: a flag, or a text."""
    return value if isinstance(value, bool) else str(value or "")


EventDraft = dict[str, str | bool]
"""The values with which the form starts, by control: the form as it comes back unchanged."""
PLAIN = {to_camel(name): name for name in EventFields.model_fields}
"""The controls that hold a field unchanged; they have the field's name on the wire."""
BLANK: EventDraft = {
    **{
        control: _shown(None if field.is_required() else field.default)
        for control, field in zip(PLAIN, EventFields.model_fields.values(), strict=True)
    },
    "chapterId": NO_CHAPTER,
    "eventType": "training",
    "eventDate": "",
    "startTime": "18:00",
    "durationHours": "2",
    "price": "0",
    "cancelReason": "",
    "recurrence": ONCE,
    "recurrenceInterval": "1",
    **{f"weekday{number}": False for number in range(7)},
}


def zone_of(chapter_id: str, choices: Sequence[ChapterChoice]) -> str:
    """The zone of a chapter; the organization's without one."""
    zones = {choice.id: choice.time_zone for choice in choices}
    return zones.get(chapter_id, get_settings().org_time_zone)


def zone_sentence(zone: str, now: datetime) -> str:
    """A sentence such as 'Times are in Eastern Time.'"""
    return f"Times are in {zone_long(now.astimezone(ZoneInfo(zone)))}."


def draft_of(event: EventRead) -> EventDraft:
    """The form's values of an existing event, in the event's own zone."""
    start = event.start_date.astimezone(ZoneInfo(event.time_zone))
    return {
        **BLANK,
        **{control: _shown(getattr(event, name)) for control, name in PLAIN.items()},
        "chapterId": event.chapter_id or NO_CHAPTER,
        "eventType": event.event_type,
        "eventDate": start.date().isoformat(),
        "startTime": f"{start:%H:%M}",
        "durationHours": _plain((event.end_date - event.start_date) / timedelta(hours=1)),
        # A digit that is typed behind "0.00" would make a tenth of a cent.
        "price": event.price if Decimal(event.price) else BLANK["price"],
        "cancelReason": event.cancel_reason or "",
    }


def form_to_event(form: Form, zone: str) -> Values:
    """The wire values of a new event. Raises Invalid with a sentence for each wrong field."""
    errors = _errors(form)
    recurrence = _recurrence(form, errors)
    if errors:
        raise Invalid(next(iter(errors.values())), errors)
    return _described(form) | _timed(form, zone) | recurrence


def form_to_changes(form: Form, before: EventDraft, zone: str, was: str) -> Values:
    """The wire values that differ from the draft with which the form started, in the zone `was`.

    Another length alone, or a chapter of the same zone, moves no event: then no start is sent,
    which would undo what somebody else has moved meanwhile.
    """
    moved = {name for name in TIME_FIELDS if text_in(form, name) != text_in(before, name)}
    if errors := _errors(form, moved, longest(before)):
        raise Invalid(next(iter(errors.values())), errors)
    old = _described(before)
    changed = {name: value for name, value in _described(form).items() if value != old[name]}
    if moved or "chapterId" in changed:
        start, hours = _start(form, zone), text_in(form, "durationHours")
        lasts = _length(start, hours) if "durationHours" in moved else {}
        # An end says how long the event lasts only together with its start.
        if moved & WHEN or "endDate" in lasts or start != start_in(before, was):
            changed["startDate"] = start.isoformat()
        changed |= lasts
    return changed


def overtaken_fields(fields: Mapping[str, str], seen: EventDraft, now: EventDraft) -> Fields:
    """The sentences about what somebody else has changed meanwhile, by the form's field names.

    The start is one value on the wire and two fields here: those that were changed say it. Of
    later dates and of another zone only the time of day can have changed.
    """
    told = field_errors(fields)
    if said := told.pop("eventDate", ""):
        moved = [name for name in WHEN if seen[name] != now[name]]
        told |= dict.fromkeys(moved or ["startTime"], said)
    return told


def changed_reason(form: Form, before: EventDraft) -> str | None:
    """The reason why the event is canceled, where it was typed anew. Raises Invalid without one."""
    reason = text_in(form, "cancelReason")
    if "cancelReason" not in form or reason == text_in(before, "cancelReason"):
        return None
    if not reason:
        raise Invalid(NEEDS_REASON, {"reason": NEEDS_REASON})
    return reason


def longest(before: EventDraft) -> Decimal:
    """The most hours that the form takes: more for an event that lasts for days already."""
    hours = text_in(before, "durationHours")
    is_for_days = bool(hours) and Decimal(hours) > MAX_HOURS
    return LONGEST_HOURS if is_for_days else MAX_HOURS


def _length(start: datetime, hours: str) -> Values:
    """The wire has no duration for an event that lasts for days, so its end is sent."""
    if Decimal(hours) <= MAX_HOURS:
        return {"durationHours": hours}
    return {"endDate": (start + timedelta(hours=float(hours))).isoformat()}


def field_errors(refused: Mapping[str, str]) -> Fields:
    """The sentences of an error, by the form's own field names."""
    fields: Fields = {}
    for name, sentence in refused.items():
        fields.setdefault(FIELD_OF.get(name, name), sentence)
    return fields


def fields_shown(form: Form) -> set[str]:
    """The wire names of the fields that this form has, each with its error beside it."""
    return {*form, *(name for name, control in FIELD_OF.items() if control in form)}


def _described(form: Form) -> Values:
    """All values except time and recurrence."""
    chapter = text_in(form, "chapterId")
    return {
        **{control: _value(form, control) for control in PLAIN if _asks_for(form, control)},
        "chapterId": None if chapter in ("", NO_CHAPTER) else chapter,
        "eventType": text_in(form, "eventType"),
        "price": text_in(form, "price") or "0",
    }


def _asks_for(form: Form, control: str) -> bool:
    """Whether the form has this control; a field without a control stays unchanged.

    A browser leaves out a switch that is off. Reflex then still sends it by its id.
    """
    return control in form or f"field_{control}" in form


def _value(form: Form, control: str) -> object:
    return (
        _flag(form, control) if isinstance(BLANK[control], bool) else text_in(form, control) or None
    )


def _timed(form: Form, zone: str) -> Values:
    """The start and the end as instants. The duration is real time, also across a clock change."""
    start, hours = _start(form, zone), text_in(form, "durationHours")
    end = start + timedelta(hours=float(hours))
    return {"startDate": start.isoformat(), "endDate": end.isoformat(), "durationHours": hours}


def _start(form: Form, zone: str) -> datetime:
    day = date.fromisoformat(text_in(form, "eventDate"))
    clock = time.fromisoformat(text_in(form, "startTime"))
    return datetime.combine(day, clock, ZoneInfo(zone)).astimezone(UTC)


def start_in(form: Form, zone: str) -> datetime | None:
    """The typed start; None while its day or time is missing or wrong."""
    is_known = _is_date(text_in(form, "eventDate")) and _is_time(text_in(form, "startTime"))
    return _start(form, zone) if is_known else None


def hours_in(form: Form) -> Decimal | None:
    hours = text_in(form, "durationHours")
    return Decimal(hours) if _is_duration(hours, LONGEST_HOURS) else None


def weekdays_in(form: Form) -> list[int]:
    return [number for number in range(7) if _flag(form, f"weekday{number}")]


def interval_in(form: Form) -> int:
    """The typed interval; 1 while it is missing or wrong."""
    typed = text_in(form, "recurrenceInterval")
    return max(int(typed), 1) if is_whole(typed) else 1


def _recurrence(form: Form, errors: dict[str, str]) -> Values:
    """All five recurrence fields, or none of them."""
    pattern = text_in(form, "recurrence")
    if pattern in ("", ONCE):
        return {}
    interval, until = text_in(form, "recurrenceInterval") or "1", text_in(form, "recurrenceEndDate")
    days = weekdays_in(form)
    if pattern == "custom" and not days:
        errors["recurrence"] = "Choose at least one weekday"
    if not _is_date(until):
        errors["recurrenceEndDate"] = "The last day of the series is required"
    if not (is_whole(interval) and int(interval) > 0):
        errors["recurrenceInterval"] = "Use a whole number of at least 1"
    return {
        "isRecurring": True,
        "recurrencePattern": pattern,
        "recurrenceInterval": interval,
        "recurrenceDaysOfWeek": days if pattern == "custom" else [],
        "recurrenceEndDate": until,
    }


def _errors(form: Form, moved: Set[str] = TIME_FIELDS, most: Decimal = MAX_HOURS) -> dict[str, str]:
    """The errors of the form itself; the service checks everything else.

    A time field that is not in `moved` is not checked: an event of 20 minutes keeps its length.
    """
    errors = {} if text_in(form, "title") else {"title": "Title is required"}
    errors |= {name: text for name, text in _time_errors(form, most).items() if name in moved}
    if (places := text_in(form, "maxParticipants")) and not is_whole(places):
        errors["maxParticipants"] = "Use a whole number, or leave this empty for no limit"
    if wrong := _price_error(text_in(form, "price")):
        errors["price"] = wrong
    return errors


def _price_error(price: str) -> str:
    """Why this is no price. An empty one means free."""
    try:
        parse_cents(price or "0")
    except ValueError as wrong:
        return f"Price {wrong}"
    return ""


def _time_errors(form: Form, most: Decimal) -> dict[str, str]:
    is_duration = partial(_is_duration, most=most)
    rules: tuple[tuple[str, str, Callable[[str], bool], str], ...] = (
        ("eventDate", "Event date", _is_date, NO_DATE),
        ("startTime", "Start time", _is_time, "must be a time such as 18:00"),
        ("durationHours", "Duration", is_duration, f"must be 0.5 to {most} hours, in half hours"),
    )
    errors: dict[str, str] = {}
    for name, label, is_right, otherwise in rules:
        text = text_in(form, name)
        if not is_right(text):
            errors[name] = f"{label} {otherwise if text else 'is required'}"
    return errors


def text_in(form: Form, name: str) -> str:
    """The text that is typed into a control, without spaces around it."""
    value = form.get(name)
    return value.strip() if isinstance(value, str) else ""


def _flag(form: Form, name: str) -> bool:
    return form.get(name) in (True, "on", "true")


def _is_date(text: str) -> bool:
    try:
        return FIRST_YEAR <= date.fromisoformat(text).year <= LAST_YEAR
    except ValueError:
        return False


def _is_time(text: str) -> bool:
    try:
        return time.fromisoformat(text).tzinfo is None
    except ValueError:
        return False


def is_whole(text: str) -> bool:
    """Whether this is a number that can be read: Python refuses those of thousands of digits."""
    return text.isascii() and text.isdigit() and len(text) <= 9


def _is_duration(text: str, most: Decimal) -> bool:
    try:
        hours = Decimal(text)
    except InvalidOperation:
        return False
    return hours.is_finite() and MIN_HOURS <= hours <= most and hours % STEP == 0


def _plain(hours: float) -> str:
    """A number such as '2' or '1.5', as a number field shows it."""
    return f"{hours:.2f}".rstrip("0").rstrip(".")

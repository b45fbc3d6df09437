"""Events as they cross the doors: reads, writes, filters."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from decimal import Decimal, InvalidOperation
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field, StrictBool, TypeAdapter, WithJsonSchema

from rookiebattle.core.pagination import Window
from rookiebattle.core.schemas import Id, Instant, InstantRead, PageQuery, Wire
from rookiebattle.core.shapes import Patch, Stored
from rookiebattle.core.values.money import CentsWrite, cents_of
from rookiebattle.core.values.spreadsheet import MOST_LINES
from rookiebattle.core.values.text import (
    Line,
    OptionalLine,
    OptionalParagraph,
    OptionalProse,
    Paragraph,
    Searched,
    blank_as_none,
)
from rookiebattle.events.models import EventType, Recurrence

MIN_HOURS, MAX_HOURS = Decimal("0.5"), Decimal(12)
MOST_PARTICIPANTS = 100_000
LONGEST_INTERVAL = 52
NO_DATE = "must be a date such as 2026-03-14"


def _hours(value: object) -> object:
    """Hours as a decimal, from '2', '2.50', 2 or 2.5."""
    if isinstance(value, bool) or not isinstance(value, str | int | float | Decimal):
        raise ValueError("Duration must be a number of hours, such as 2 or 1.5")
    try:
        hours = Decimal(str(value).strip())
    except InvalidOperation:
        raise ValueError("Duration must be a number of hours, such as 2 or 1.5") from None
    if not hours.is_finite():
        raise ValueError("Duration must be a number of hours, such as 2 or 1.5")
    if not MIN_HOURS <= hours <= MAX_HOURS:
        raise ValueError("Duration must be between 0.5 and 12 hours")
    return hours


def _whole(value: object) -> object:
    """Refuse values that Python takes for whole numbers and people do not, such as true."""
    if isinstance(value, bool) or (isinstance(value, float) and not math.isfinite(value)):
        raise ValueError("must be a whole number")
    return blank_as_none(value)


def _interval(value: object) -> object:
    """A whole number; null and an empty text are absent, so they mean every time."""
    return 1 if blank_as_none(value) is None else _whole(value)


def _price(value: object) -> object:
    """An amount; null and an empty text mean free."""
    return 0 if blank_as_none(value) is None else value


def _last_day(value: object) -> object:
    """A calendar day, or an instant: its day depends on the event's zone, unknown here."""
    if isinstance(value, str) and len(value) > len("2026-03-14"):
        return _INSTANT.validate_python(value)
    if not isinstance(value, str | date):
        raise ValueError(NO_DATE)
    return value


_INSTANT: TypeAdapter[datetime] = TypeAdapter(Instant)
_NUMBER = {"anyOf": [{"type": "string"}, {"type": "number"}]}
_WHOLE = {"anyOf": [{"type": "string"}, {"type": "integer"}]}

_OR_NULL = {"anyOf": [*_NUMBER["anyOf"], {"type": "null"}]}

Hours = Annotated[Decimal, BeforeValidator(_hours), WithJsonSchema(_NUMBER)]
OptionalHours = Annotated[Hours | None, BeforeValidator(blank_as_none)]
Price = Annotated[CentsWrite, BeforeValidator(_price), WithJsonSchema(_OR_NULL)]
"""Null and an empty text mean free."""
Participants = Annotated[
    Annotated[int, Field(ge=0, le=MOST_PARTICIPANTS)] | None,
    BeforeValidator(_whole),
    AfterValidator(lambda value: value or None),
    WithJsonSchema({"anyOf": [*_WHOLE["anyOf"], {"type": "null"}]}, mode="validation"),
]
"""Null and 0 mean no limit."""
Interval = Annotated[
    int, Field(ge=1, le=LONGEST_INTERVAL), BeforeValidator(_interval), WithJsonSchema(_WHOLE)
]
Weekday = Annotated[int, Field(ge=0, le=6, strict=True)]
"""0 is Sunday."""
LastDay = Annotated[
    date | datetime,
    BeforeValidator(_last_day),
    WithJsonSchema({"type": "string", "examples": ["2026-12-31"]}),
]
Flag = StrictBool


@dataclass(frozen=True, slots=True)
class Told:
    """Marks a field whose change is worth a letter to every participant; `label` names it there."""

    label: str


class EventFields(Wire):
    """The fields that are written and read, each in the column of its name.

    Select list, wire, new events, changes, form and letters follow this list. So a column like
    these needs one line here (docs/development.md, 'Add a column').
    """

    title: Annotated[Line, Told("Now called")]
    description: OptionalProse = None
    location: OptionalLine = None
    address: OptionalParagraph = None
    max_participants: Participants = None
    is_public: Flag = True
    requires_membership: Flag = False
    is_refundable: Flag = False
    """A member who unregisters before the notice period is refunded by itself."""
    needs_waiver: Flag = True
    """The gate asks each player for a signed waiver."""
    needs_gear_check: Flag = False
    """The gate asks for checked weapons, shields and armor."""
    chapter_id: Id | None = None


TOLD = {
    name: mark.label
    for name, field_ in EventFields.model_fields.items()
    for mark in field_.metadata
    if isinstance(mark, Told)
}
"""The marked fields, each with its label. Letters always tell of time and place besides."""


class Identified(Wire):
    """The base that puts the id before the other fields."""

    id: str


class EventRead(EventFields, Identified, Stored):
    """An event as it is read.

    `duration_hours` is null for an event that is shorter than half an hour or longer than twelve:
    its end defines it.
    """

    event_type: str
    start_date: InstantRead
    end_date: InstantRead
    duration_hours: str | None = Field(examples=["2.00"])
    current_participants: int
    price: str = Field(examples=["10.00"])
    chapter_name: str | None
    organizer_id: str
    is_recurring: bool
    recurrence_pattern: str | None
    recurrence_interval: int
    recurrence_days_of_week: list[int]
    recurrence_end_date: date | None
    parent_event_id: str | None
    canceled_at: InstantRead | None = None
    cancel_reason: str | None = None
    waits_for: str | None = Field(
        default=None,
        description="Whose acceptance it needs to stand in its chapter’s name: `chapter`, `club` "
        "(an administrator’s), or `nobody` (it was declined).",
    )
    created_at: InstantRead
    updated_at: InstantRead
    time_zone: str

    @property
    def price_cents(self) -> int:
        return cents_of(self.price)

    @property
    def is_in_series(self) -> bool:
        return self.is_recurring or self.parent_event_id is not None


class PersonThere(Wire):
    """One of the caller's people, who has a seat at an event."""

    user_id: str
    name: str
    payment_status: str


class EventWithStatus(EventRead):
    """An event with the caller's own registration, and the caller's people who have a seat."""

    is_registered: bool
    payment_status: str | None
    people: Sequence[PersonThere] = ()


@dataclass(frozen=True, slots=True)
class Span:
    """An event as far as a calendar's grid draws it."""

    id: str
    start: datetime
    end: datetime
    event_type: str
    time_zone: str
    title: str = ""
    is_canceled: bool = False
    chapter_id: str | None = None


class EventWritten(EventFields):
    """The fields that a new event and a change have in common; these five are read in another form.

    The end is start + duration; without a duration it is the given end.
    """

    event_type: EventType
    start_date: Instant
    end_date: Instant | None = None
    duration_hours: OptionalHours = None
    price: Price = 0


class EventWrite(EventWritten):
    """A new event, or the first of a series."""

    is_recurring: Flag = False
    recurrence_pattern: Recurrence | None = None
    recurrence_interval: Interval = 1
    recurrence_days_of_week: Annotated[list[Weekday], Field(max_length=7, default_factory=list)]
    recurrence_end_date: LastDay | None = None


class CopyWrite(Wire):
    """The start of a copy."""

    start_date: Instant


class EventPatch(EventWritten, Patch):
    """Changes to an event: only the sent fields change. How it repeats cannot be changed."""


class Scope(StrEnum):
    """How far a change to a series reaches."""

    THIS = "this"
    FOLLOWING = "following"


class CancelWrite(Wire):
    """The reason why an event is canceled, as far as the organizer tells it."""

    reason: OptionalLine = None


@dataclass(frozen=True, slots=True)
class MoneyBack:
    """The money that canceling refunds: to how many people, by card, and by hand."""

    people: int = 0
    card_cents: int = 0
    hand_cents: int = 0


@dataclass(frozen=True, slots=True)
class Seen:
    """An event as somebody has read it before changing it, and when that was.

    `told` are the fields of which they were told since, that somebody else had changed them.
    """

    event: EventRead
    at: datetime
    told: Mapping[str, datetime] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reach:
    """How many people a letter reaches, themselves or through a guardian, and the others' names."""

    people: int = 0
    missed: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Changed:
    """An event after a change, and who gets a letter about the change."""

    event: EventRead
    reach: Reach = Reach()


@dataclass(frozen=True, slots=True)
class Affected:
    """How many events and registrations a change or removal reaches.

    `reach` is about the letters that it would write. `obstacle` is why a removal or a cancellation
    would be refused; empty when it would not. `back` is for a cancellation only.
    """

    events: int
    registrations: int
    reach: Reach = Reach()
    obstacle: str = ""
    back: MoneyBack = MoneyBack()


class ReportWrite(Wire):
    """The words of a report: what is wrong with an event."""

    reason: Paragraph


class ReportRead(Wire):
    """A report as administrators read it. `by` is a member's name; null for a visitor."""

    id: str
    event_id: str
    reason: str
    reported_at: InstantRead
    by: str | None


class EventOrder(StrEnum):
    """The orders of the administrators' list: by start, by title, or by the last change."""

    START = "start"
    LATEST = "-start"
    TITLE = "title"
    CHANGED = "changed"


@dataclass(frozen=True, slots=True)
class EventFilter:
    """Wanted events: not over at `starts_from` (default: now), and starting before `to`.

    `for_everybody` leaves out events that ask for an active membership. Every word of `text` is a
    part of the title, the place or the address. `is_hosted`: in a chapter's name, or by an
    administrator. `with_waiting`: also those that wait for their chapter. `is_free_seat`: they cost
    nothing, take place, are for everybody and have a seat left. `led` are ids of chapters, whose
    events are wanted, and of events; None: all.
    """

    starts_from: datetime | None = None
    to: datetime | None = None
    chapter_id: str | None = None
    event_type: str | None = None
    window: Window = field(default_factory=Window)
    organizer_id: str | None = None
    for_everybody: bool = False
    is_hosted: bool = False
    is_free_seat: bool = False
    with_waiting: bool = False
    led: tuple[str, ...] | None = None
    text: str = ""
    order: EventOrder = EventOrder.START


@dataclass(frozen=True, slots=True)
class EventList:
    """A page of events as the bytes of the wire, valid until `first_end`."""

    body: bytes
    total: int
    first_end: datetime | None


@dataclass(frozen=True, slots=True)
class Revision:
    """An event as it was and as it is now."""

    before: EventRead
    after: EventRead


class EventQuery(PageQuery):
    """The query of every list of events."""

    from_: Instant | None = Field(
        default=None, alias="from", description="Events that are not over at this instant."
    )
    to: Instant | None = Field(default=None, description="Events that start before this instant.")
    chapter_id: Id | None = None
    event_type: EventType | None = None

    def wanted(self) -> EventFilter:
        return EventFilter(self.from_, self.to, self.chapter_id, self.event_type, self.window())


class AdminEventQuery(EventQuery):
    """The query of the administrators' list; `current` leaves out past events."""

    current: bool = Field(default=False, description="Only events that are not over.")
    q: Searched = Field(default="", description="Words of the title, the place or the address.")
    sort: EventOrder = EventOrder.START

    def wanted(self) -> EventFilter:
        return replace(super().wanted(), text=self.q, order=self.sort)


class EventSheetQuery(Wire):
    """The query of the download: the same as in the address of the list."""

    q: Searched = ""
    type: EventType | Literal[""] = ""
    chapter: Annotated[Id | None, BeforeValidator(blank_as_none)] = None
    past: Literal["", "shown"] = ""
    sort: EventOrder = EventOrder.START

    def wanted(self) -> EventFilter:
        return EventFilter(
            chapter_id=self.chapter,
            event_type=self.type or None,
            window=Window(MOST_LINES),
            text=self.q,
            order=self.sort,
        )

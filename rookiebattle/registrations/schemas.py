"""Registrations as they cross the doors: on the wire and to the pages."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from rookiebattle.core.money import CentsRead
from rookiebattle.core.schemas import Id, InstantRead, Wire
from rookiebattle.events.schemas import EventWithStatus
from rookiebattle.progression.schemas import MOST_PEOPLE, Award

__all__ = [
    "Attendee",
    "AwardWrite",
    "Awarded",
    "EventWithStatus",
    "Going",
    "GoingName",
    "MyEvents",
    "NextEvents",
    "OwnEvent",
    "RegistrationRead",
    "RosterAwardWrite",
    "Seats",
    "Settlement",
    "SettlementWrite",
]

Settlement = Literal["completed", "waived", "credit", "refunded"]

GONE = "gone"
"""Open pages get this stamp for an event that was removed or became private."""


class OwnEvent(EventWithStatus):
    """An event as pages read it. `seat_cents` is the price when the caller took the seat."""

    seat_cents: int = 0


class RegistrationRead(Wire):
    """A seat that the caller holds."""

    id: str
    event_id: str
    user_id: str
    registration_date: InstantRead
    payment_status: str
    payment_amount: CentsRead
    notes: str | None


class Attendee(Wire):
    """A participant as the organizer sees them. A given-up seat is listed only if it is paid."""

    user_id: str
    name: str
    registration_date: InstantRead
    payment_status: str
    amount: CentsRead
    is_cancelled: bool


class SettlementWrite(Wire):
    """How the organizer settled a seat: cash at the gate, waived, by credit, or refunded."""

    payment_status: Settlement


class AwardWrite(Award):
    """Beads for one member. Some beads are awarded at an event only."""

    event_id: Id | None = None


class RosterAwardWrite(Award):
    """Beads for all who hold a seat at an event, or for the chosen ones of them."""

    user_ids: Annotated[list[Id], Field(min_length=1, max_length=MOST_PEOPLE)] | None = None


class Awarded(Wire):
    """How many members got beads."""

    awarded: int


@dataclass(frozen=True, slots=True)
class EventToAward:
    """An event at which beads may have been earned."""

    id: str
    title: str
    start_at: datetime
    time_zone: str


@dataclass(frozen=True, slots=True)
class MyEvents:
    """A member's events: the upcoming ones, soonest first, and all others, newest first."""

    upcoming: list[OwnEvent]
    past: list[OwnEvent]


@dataclass(frozen=True, slots=True)
class NextEvents:
    """The next few upcoming events of a member; `total` counts all seats, past ones too."""

    items: list[OwnEvent]
    total: int


@dataclass(frozen=True, slots=True)
class GoingName:
    """A participant under the name that members see."""

    name: str
    initials: str


@dataclass(frozen=True, slots=True)
class Going:
    """The participants of an event; `names` and `from_your_chapter` are for members only."""

    count: int
    from_your_chapter: int
    names: list[GoingName]


@dataclass(frozen=True, slots=True)
class Seats:
    """The seats taken and their maximum; None means no limit.

    `changed` is when somebody last changed the event itself.
    """

    taken: int
    maximum: int | None
    changed: datetime
    is_public: bool


@dataclass(frozen=True, slots=True)
class UnpaidSeat:
    """A seat that is still to be paid, as administrators see it."""

    event_id: str
    user_id: str
    name: str
    title: str
    start_at: datetime
    time_zone: str
    amount_cents: int

"""What registrations look like outside: on the wire and to the pages."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from rookiebattle.core.money import CentsRead
from rookiebattle.core.schemas import InstantRead, Wire
from rookiebattle.events.schemas import EventWithStatus

__all__ = [
    "Attendee",
    "EventWithStatus",
    "Going",
    "GoingName",
    "MyEvents",
    "NextEvents",
    "OwnEvent",
    "RegistrationRead",
    "Seats",
    "Settlement",
    "SettlementWrite",
]

Settlement = Literal["completed", "waived", "credit", "refunded"]

GONE = "gone"
"""What open pages are told of an event that was removed, or that became private."""


class OwnEvent(EventWithStatus):
    """As pages read it: also what the caller's seat costs, whatever the event's price is now."""

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
    """Who holds a seat, as the organiser sees it; cancelled ones only while they are paid for."""

    user_id: str
    name: str
    registration_date: InstantRead
    payment_status: str
    amount: CentsRead
    is_cancelled: bool


class SettlementWrite(Wire):
    """How the organiser settled a seat: cash at the gate, waived, by credit, or given back."""

    payment_status: Settlement


@dataclass(frozen=True, slots=True)
class MyEvents:
    """A member's events: soonest first, and what is past or begins within a day, newest first."""

    upcoming: list[OwnEvent]
    past: list[OwnEvent]


@dataclass(frozen=True, slots=True)
class NextEvents:
    """The next few upcoming events of a member; `total` also counts the others and past ones."""

    items: list[OwnEvent]
    total: int


@dataclass(frozen=True, slots=True)
class GoingName:
    """Somebody who is going, under the name shown to members."""

    name: str
    initials: str


@dataclass(frozen=True, slots=True)
class Going:
    """Who is going; `names` and `from_your_chapter` are for members only."""

    count: int
    from_your_chapter: int
    names: list[GoingName]


@dataclass(frozen=True, slots=True)
class Seats:
    """Seats taken, of how many; `maximum` None means without limit.

    `changed` is when somebody last changed the event itself.
    """

    taken: int
    maximum: int | None
    changed: datetime
    is_public: bool

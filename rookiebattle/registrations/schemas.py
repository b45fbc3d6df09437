"""Registrations as they cross the doors: on the wire and to the pages."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from typing import Annotated, Any, Literal, NamedTuple, Self

from pydantic import BeforeValidator, Field, model_validator

from rookiebattle.core.pagination import Page, Window
from rookiebattle.core.schemas import Id, InstantRead, Wire
from rookiebattle.core.values.money import CentsRead
from rookiebattle.core.values.spreadsheet import MOST_LINES
from rookiebattle.core.values.text import (
    Line,
    OptionalEmail,
    OptionalLine,
    Paragraph,
    Searched,
    blank_as_none,
)
from rookiebattle.events.schemas import EventRead, EventWithStatus
from rookiebattle.members.users import PlainEmail
from rookiebattle.progression.schemas import MOST_PEOPLE, Award

Settled = Literal["completed", "waived", "credit", "refunded"]
Settlement = Literal[Settled, "pending"]
"""How a seat was settled; `pending` takes a wrong mark back."""

Means = Literal["cash", "check", "other"]
"""How money came that somebody received by hand."""
LONGEST_REFERENCE = 40
HOW = ("means", "reference", "receivedOn")
"""The fields of `HowReceived`, as forms name them."""

MOST_IN_PARTY = 50
"""People who are registered in one step. Nobody is guardian of so many."""

GONE = "gone"
"""Open pages get this stamp for an event that was removed or became private."""


class Audience(StrEnum):
    """The people of an event whom its organizer may write to."""

    REGISTERED = "registered"
    CHECKED_IN = "checkedIn"
    WAITING = "waiting"
    UNPAID = "unpaid"


AudienceKey = Literal["registered", "checkedIn", "waiting", "unpaid"]
"""The values of `Audience`, which a select sends."""


@dataclass(frozen=True, slots=True)
class PersonSeat:
    """One of a guardian's people, and the seat at an event if there is one, as an own seat.

    `is_supporter` lowers the price of a seat that is still to be taken.
    """

    user_id: str
    name: str
    is_registered: bool = False
    event_id: str = ""
    payment_status: str = ""
    amount_cents: int = 0
    hold_expires_at: datetime | None = None
    is_supporter: bool = False


@dataclass(frozen=True, slots=True)
class HouseholdBill:
    """The unpaid seats at one event of an adult of the household and of that adult's minors.

    The payer reads nothing else of the event, which may not be theirs to see.
    """

    user_id: str
    event_id: str
    title: str
    seats: Sequence[PersonSeat]

    @property
    def cents(self) -> int:
        return sum(one.amount_cents for one in self.seats)

    @property
    def names(self) -> list[str]:
        return [one.name for one in self.seats]

    @property
    def hold_expires_at(self) -> datetime | None:
        """When the first of these seats is lost."""
        return min((one.hold_expires_at for one in self.seats if one.hold_expires_at), default=None)


class OwnEvent(EventWithStatus):
    """An event as pages read it. `seat_cents` is the price of the caller's seat, and
    `seat_overpaid` what the caller paid beyond it, because the price of the event fell since.

    `seat_perk` is the part of the price that a plan's token or credit pays beside `seat_cents`.
    `seat_hold` is when the caller's seat is lost if it is not paid by then. `is_for_supporter`
    says that the caller would get a seat for less. `party` are the seats of the caller's people.
    `waits_at` is the caller's number on the waiting list, 0 for one who only wants a letter.
    """

    seat_cents: int = 0
    seat_overpaid: int = 0
    seat_perk: int = 0
    seat_hold: datetime | None = None
    is_for_supporter: bool = False
    party: Sequence[PersonSeat] = ()
    waits_at: int | None = None


class PartyWrite(Wire):
    """The ids of those who are coming: the caller and the caller's people."""

    people: Annotated[list[Id], Field(max_length=MOST_IN_PARTY)]


class WaitingWrite(Wire):
    """Those who want seats at a full event, or none to be the caller alone; or who only want a
    letter when a seat opens."""

    people: Annotated[list[Id], Field(min_length=1, max_length=MOST_IN_PARTY)] | None = None
    wants_seats: bool = True


class WaitingPersonRead(Wire):
    """Somebody on a waiting list, by the name that the reader knows."""

    user_id: str
    name: str


class OfferRead(Wire):
    """Seats that are held for a party until it has paid."""

    ends_at: InstantRead


class WaitingRead(Wire):
    """A party on a waiting list, of `size` people. `position` is null with an offer, and for one
    that only wants a letter. An organizer reads in `people` who asked."""

    id: str
    position: int | None
    size: int
    people: list[WaitingPersonRead]
    offer: OfferRead | None
    wants_seats: bool
    waits_since: InstantRead


class MoveWrite(Wire):
    """The place on the list that an organizer gives a party, and why."""

    position: Annotated[int, Field(ge=1, le=10_000)]
    reason: Line


PERSON = "person-"
"""The beginning of the names of the boxes in 'Who is coming?', before each person's id."""


def chosen_people(form: Mapping[str, Any]) -> list[str]:
    """The ids of the people who were chosen in 'Who is coming?'."""
    boxes = ((name, str(on).lower()) for name, on in form.items() if name.startswith(PERSON))
    return [name.removeprefix(PERSON) for name, on in boxes if on in ("on", "true")]


class RegistrationRead(Wire):
    """A seat that the caller holds."""

    id: str
    event_id: str
    user_id: str
    registration_date: InstantRead
    payment_status: str
    payment_amount: CentsRead
    notes: str | None
    hold_expires_at: InstantRead | None = None


def _a_day(value: object) -> object:
    """Accept only texts: pydantic would read a number as seconds since 1970."""
    if value is None or isinstance(value, date):
        return value
    try:
        return date.fromisoformat(str(value))
    except ValueError:
        raise ValueError("must be a day such as 2026-03-14") from None


class SeriesWrite(Wire):
    """The last day on which a member wants a seat at a series; null for all coming dates."""

    until: Annotated[date | None, BeforeValidator(_a_day), BeforeValidator(blank_as_none)] = None


class DateRefused(Wire):
    """A date of a series that stays as it was, and why; `day` is such as 'Sat, Mar 14'."""

    event_id: str
    start_date: InstantRead
    day: str
    reason: str


class SeriesRegistered(Wire):
    """The seats that were taken at a series, and the dates that took nobody."""

    registered: list[RegistrationRead]
    refused: list[DateRefused]


class SeriesUnregistered(Wire):
    """The events whose seats were given up, and the dates at which the seat stays."""

    unregistered: list[str]
    kept: list[DateRefused]


class Attendee(Wire):
    """A participant as the organizer sees them. A given-up seat is listed only if it is paid.

    For organizers `amount` is null unless it is due, and `payment_status` is "nothing_due" for
    every seat that is free or settled, except in the answer to an act that settles it.
    """

    user_id: str
    name: str
    registration_date: InstantRead
    payment_status: str
    amount: CentsRead | None
    is_cancelled: bool
    checked_in_at: InstantRead | None


class HowReceived(Wire):
    """How money came that somebody received by hand, the check's number, and the day (or today)."""

    means: Means = "cash"
    reference: Annotated[
        Annotated[Line, Field(max_length=LONGEST_REFERENCE)] | None, BeforeValidator(blank_as_none)
    ] = None
    received_on: Annotated[date | None, BeforeValidator(_a_day), BeforeValidator(blank_as_none)] = (
        None
    )


class SettlementWrite(HowReceived):
    """How the organizer settled a seat: paid by hand, waived, by credit, refunded, or not."""

    payment_status: Settlement

    @model_validator(mode="after")
    def _only_money_has_details(self) -> Self:
        if self.payment_status != "completed" and self.model_fields_set - {"payment_status"}:
            raise ValueError("Only a seat paid for in person has a day and a number")
        return self

    def how(self) -> HowReceived | None:
        """The details alone; None when none is given."""
        if not self.model_fields_set - {"payment_status"}:
            return None
        return HowReceived(means=self.means, reference=self.reference, received_on=self.received_on)


class AwardWrite(Award):
    """Beads for one member. Some beads are awarded at an event only."""

    event_id: Id | None = None


class RosterAwardWrite(Award):
    """Beads for everybody who was there, or for the chosen ones of those who hold a seat."""

    user_ids: Annotated[list[Id], Field(min_length=1, max_length=MOST_PEOPLE)] | None = None


class MembersAwardWrite(AwardWrite):
    """Beads for several members, at an event or without one."""

    user_ids: Annotated[list[Id], Field(min_length=1, max_length=MOST_PEOPLE)]


class GateCodeWrite(Wire):
    """The code that an organizer tells people who come after the start."""

    code: Line


class WalkInWrite(Wire):
    """The member who stands at the gate without a seat."""

    user_id: Id


def _an_age(value: object) -> object:
    if not value:
        raise ValueError("Please choose an age group")
    return value


class NewcomerWrite(Wire):
    """A person at the gate who has no account yet. `age_band` is asked as the welcome asks it."""

    first_name: Line
    last_name: Line
    email: PlainEmail
    age_band: Annotated[Literal["adult", "minor", "under13"], BeforeValidator(_an_age)]


class GateSeat(NamedTuple):
    """Somebody at the gate of an event, with the seat there if there is one."""

    user_id: str
    registration_id: str | None
    payment_status: str | None
    amount_cents: int | None
    checked_in_at: datetime | None
    checked_in_by: str | None
    game_name: str | None
    first_name: str | None
    last_name: str | None
    email: str | None
    age_band: str | None
    birth_date: date | None
    said_minor: bool
    shows_profile: bool
    erased_at: datetime | None
    membership_tier: str
    membership_status: str


class Arrival(NamedTuple):
    """Somebody who was checked in on a device, at an instant that was made right already."""

    user_id: str
    at: datetime


class Arrived(NamedTuple):
    """The answer to an arrival: since when the member is there. `refusal` says why not."""

    at: datetime | None
    is_new: bool = False
    refusal: str = ""


class Candidate(Wire):
    """A member who may be the one at the gate, as administrators see them."""

    user_id: str
    name: str
    game_name: str | None
    email: str | None
    chapter: str | None
    has_membership: bool
    has_seat: bool
    checked_in_at: InstantRead | None


Shown = Literal["all", "expected", "there", "owing"]
RosterOrder = Literal["name", "registered", "checked-in"]


@dataclass(frozen=True, slots=True)
class RosterSearch:
    """The wanted part of a roster: of all, or of those who are expected, there, or owing.

    `usual` is the part with which a roster begins at this time. Members in `kept` are shown
    whatever became of their seats: a row that went away would move the next one below the finger.
    """

    text: str = ""
    shown: Shown | Literal["usual"] = "all"
    order: RosterOrder = "name"
    window: Window = field(default_factory=Window)
    kept: Collection[str] = ()


class RosterQuery(Wire):
    """The query of the file with a roster: the same as in the address of the page."""

    q: Searched = ""
    shown: Shown | Literal[""] = ""
    sort: RosterOrder = "name"

    def wanted(self) -> RosterSearch:
        return RosterSearch(self.q, self.shown or "all", self.sort, Window(MOST_LINES))


@dataclass(frozen=True, slots=True)
class RosterEntry:
    """A seat on the roster. Names and address depend on who reads; empty when not shown.

    `is_on_hold`: the seat is lost if no card pays it in time. For organizers `amount_cents` is 0
    unless it is due, and `shown_status` tells of a settled seat only that nothing is due; acts go
    by `payment_status`. `overpaid_cents` were paid beyond the price, which fell since.
    `perk_cents` is what a plan's token or credit pays beside the amount; organizers read it of
    seats that are due.
    `may_settle` is false for a seat of the reader's own that somebody else has to settle.
    `is_minor` is told to administrators alone: any adult may organize an event.
    """

    user_id: str
    name: str
    game_name: str
    email: str
    chapter: str
    registration_date: datetime
    payment_status: str
    shown_status: str
    amount_cents: int
    overpaid_cents: int
    owes: bool
    is_cancelled: bool
    checked_in_at: datetime | None
    checked_in_by: str
    is_on_hold: bool = False
    may_settle: bool = True
    is_minor: bool = False
    perk_cents: int = 0

    @property
    def kept_name(self) -> str:
        """The name for what leaves the site: a roster names somebody without one by the address."""
        return "Member" if self.name == self.email else self.name


@dataclass(frozen=True, slots=True)
class AtGate:
    """The rights of a reader of a roster there: `add` members, `add_new` people, `award` beads,
    `check` in, take cash (`settle`), decide about other money (`refund`), `answer` questions."""

    add: bool = False
    add_new: bool = False
    award: bool = False
    check: bool = False
    settle: bool = False
    refund: bool = False
    answer: bool = False


@dataclass(frozen=True, slots=True)
class Roster:
    """A part of the people of an event, and the numbers of all of them.

    `held` seats are taken, `there` checked in, `owing` unpaid. Of the `priced` ones, which are
    neither free nor waived, `paid` are paid. Those who are `returning` get their money back,
    because the event is canceled. Organizers see no sums but `owing_cents`. `stamp` is the roster's
    version, and `code` the gate code while the event runs. `shown` is the part that was asked for,
    and `usual` the one with which the roster begins now.
    """

    event: EventRead
    entries: Page[RosterEntry]
    held: int
    there: int
    owing: int
    owing_cents: int
    priced: int
    priced_cents: int
    paid: int
    paid_cents: int
    returning: int
    returning_cents: int
    left: int
    left_cents: int
    """Of people who paid for a seat and gave it up, where the event takes place."""
    overpaid: int
    overpaid_cents: int
    may: AtGate
    sees_sums: bool
    stamp: str
    code: str = ""
    shown: Shown = "all"
    usual: Shown = "all"


class EventToAward(Wire):
    """An event at which beads may have been earned."""

    id: str
    title: str
    start_date: InstantRead
    time_zone: str


class QuestionWrite(Wire):
    """A question to an event's organizer. Visitors say who they are; members are known."""

    name: OptionalLine = None
    email: OptionalEmail = None
    question: Paragraph


class AnswerWrite(Wire):
    """The answer to a question."""

    answer: Paragraph


class QuestionRead(Wire):
    """A question as the organizer and administrators read it. Nobody reads an address.

    The organizer gets no suspicious one.
    """

    id: str
    name: str
    question: str
    asked_at: InstantRead
    is_suspicious: bool
    answer: str | None
    answered_at: InstantRead | None


@dataclass(frozen=True, slots=True)
class QuestionsOfEvent:
    """How many questions about an event wait for an answer."""

    event_id: str
    title: str
    number: int


@dataclass(frozen=True, slots=True)
class Pause:
    """Until when a member may hold no seat again whose hold ended unpaid, and why, in words."""

    until: datetime
    words: str


@dataclass(frozen=True, slots=True)
class MyEvents:
    """A member's events: the upcoming ones, soonest first, and all others, newest first."""

    upcoming: list[OwnEvent]
    past: list[OwnEvent]


@dataclass(frozen=True, slots=True)
class NextEvents:
    """The next few upcoming events of a member and of the member's people.

    `total` is more than these where there are more: it counts all seats of the member, past ones
    too, and the next events of the people.
    `has_come` tells of an event that began with a seat of the member, or that the member organized.
    """

    items: list[OwnEvent]
    total: int
    has_come: bool = False


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


class SettledSeat(NamedTuple):
    """A seat, and how an organizer settled it.

    `how` is for a seat that was paid by hand. Where nothing else has changed, it amends how the
    money came. With `is_undo` the organizer takes their last act back.
    """

    event_id: str
    user_id: str
    registration_id: str
    before: str
    after: str
    amount_cents: int
    how: HowReceived
    is_undo: bool


class SeatToPay(NamedTuple):
    """A seat as its payment sees it, given up or not, with its event's start and its member."""

    id: str
    event_id: str
    user_id: str
    payment_status: str
    amount_cents: int
    hold_expires_at: datetime | None
    cancelled_at: datetime | None
    start_at: datetime
    erased_at: datetime | None
    canceled_at: datetime | None = None
    perk_cents: int = 0

    @property
    def was_lost(self) -> bool:
        """Whether the seat went because its hold ended, and not because its member gave it up."""
        gone, hold = self.cancelled_at, self.hold_expires_at
        return gone is not None and hold is not None and hold <= gone

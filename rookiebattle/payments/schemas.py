"""Payments as they cross the doors: on the wire and to the pages."""

from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from rookiebattle.core.pagination import Page, Window
from rookiebattle.core.schemas import FIRST_YEAR, LAST_YEAR, Id, Instant, InstantRead, Wire
from rookiebattle.core.values.money import CentsRead, CentsWrite
from rookiebattle.core.values.text import Line, Searched, blank_as_none
from rookiebattle.payments.plans import DEFAULT_PLAN, PAID_KEYS, PaidPlanKey, PlanKey
from rookiebattle.registrations.schemas import HowReceived

Order = Literal["newest", "oldest"]
Outcome = Literal["pending", "processing", "completed", "failed", "canceled", "refunded"]


Words = Annotated[Annotated[Line, Field(max_length=200)] | None, BeforeValidator(blank_as_none)]
"""The purpose of a payment, in its giver's words."""


class PaymentWrite(Wire):
    """A donation, of $25.00 unless it says more, or with `event_id` the fee of the caller's own
    seat.

    The amount of a fee is the server's. If an amount is sent for it, it must be that one.
    `use_perks` lets a token or credit of the caller's plan pay what it can, or takes it off the
    seat again. `for_user_id` is an adult of the caller's household, whose seats are paid in place
    of the caller's; no perk pays for them.
    """

    amount: Annotated[CentsWrite | None, BeforeValidator(blank_as_none)] = None
    description: Words = None
    event_id: Annotated[Id | None, BeforeValidator(blank_as_none)] = None
    use_perks: bool | None = None
    for_user_id: Annotated[Id | None, BeforeValidator(blank_as_none)] = None


class HouseholdBillRead(Wire):
    """The unpaid seats at one event of an adult of the household and that adult's minors. `names`
    are those of the people with these seats."""

    user_id: Id
    event_id: Id
    title: str
    names: list[str]
    amount: CentsRead
    hold_expires_at: InstantRead | None


@dataclass(frozen=True, slots=True)
class PerkOffer:
    """The part of the price of a seat that a token or credit pays, and until when it may be used;
    None for one that pays already."""

    kind: str
    cents: int
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class PerkLine:
    """One line of the ledger of tokens and credit. `amount` is below zero for what went."""

    at: datetime
    kind: str
    what: str
    amount: int
    about: str


@dataclass(frozen=True, slots=True)
class Perks:
    """A member's tokens and credit, each until when (the first of them), and the history, newest
    first. Without a plan in force, `is_active` is false and none can be used."""

    tokens: int = 0
    tokens_until: datetime | None = None
    credit_cents: int = 0
    credit_until: datetime | None = None
    is_active: bool = False
    lines: tuple[PerkLine, ...] = ()


class PerkLineRead(Wire):
    """One line of the ledger: tokens, or money of credit, with a minus for what went."""

    at: InstantRead
    kind: str
    what: str
    amount: str
    about: str


class PerksRead(Wire):
    """The caller's tokens and credit. They can be used while `isActive`."""

    tokens: int
    tokens_until: InstantRead | None
    weekend_credit: CentsRead
    weekend_credit_until: InstantRead | None
    is_active: bool
    history: list[PerkLineRead]


@dataclass(frozen=True, slots=True)
class Waiting:
    """A payment that waits for its member's card: what it pays for, and how much."""

    payment_id: str
    cents: int
    description: str
    plan: str
    event_id: str


class SubscriptionWrite(Wire):
    """The plan that the caller wants. A change of plan charges the card on file: `confirm` it."""

    plan: PaidPlanKey = DEFAULT_PLAN
    confirm: bool = False


class ByHandWrite(HowReceived):
    """A payment that an administrator received: a membership, or a donation of an amount."""

    user_id: Id
    plan: PaidPlanKey | None = None
    amount: Annotated[CentsWrite | None, BeforeValidator(blank_as_none)] = None
    description: Words = None


class RefundWrite(Wire):
    """A refund to a card: an amount, or without one all that is left."""

    amount: Annotated[CentsWrite | None, BeforeValidator(blank_as_none)] = None


class PortalRead(Wire):
    """The address at which the caller changes their card."""

    url: str


class PaymentRead(Wire):
    """One of the caller's own payments. One that `is_struck` was marked as paid by mistake.

    `for_name` is the first name of another member, whose seat it pays.
    """

    id: str
    user_id: str
    payment_type: str
    amount: CentsRead
    refunded: CentsRead
    currency: str
    status: str
    event_id: str | None
    description: str
    metadata: dict[str, str]
    created_at: InstantRead
    updated_at: InstantRead
    is_struck: bool = False
    for_name: str | None = None


@dataclass(frozen=True, slots=True)
class Started:
    """A payment that waits for the member's card, with what is really charged.

    `status` is 'completed' when nothing is left to pay; there is no secret then. `hold_expires_at`
    is for an event's fee.
    """

    payment_id: str
    kind: Literal["subscription", "donation", "event"]
    amount_cents: int
    description: str
    status: Outcome = "pending"
    client_secret: str = field(default="", repr=False)
    plan: PlanKey | None = None
    hold_expires_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Membership:
    """A member's plan: the tier and status of their progress, and the subscription behind it.

    `has_subscription`: the card service renews it, so it can be ended and resumed. `card_plan` is
    what it renews; administrators may give another tier. `wants_payment`: its last bill was not
    paid. `credit_cents` is left of a former plan and pays the next bills. `is_given`: an
    administrator gave the plan, and nobody paid for it. `is_paid`: a plan was paid and has not
    lapsed, so it must end before the free one is chosen.
    """

    tier: str
    status: str
    plan: PlanKey | None
    paid_until: datetime | None = None
    has_subscription: bool = False
    ends_at_period_end: bool = False
    wants_payment: bool = False
    by_hand: bool = False
    card_plan: PlanKey | None = None
    credit_cents: int = 0
    is_given: bool = False
    is_paid: bool = False


@dataclass(frozen=True, slots=True)
class Confirmation:
    """The server's knowledge of the payment from which a browser comes back.

    'returned': the money came, and goes back.
    """

    state: Outcome | Literal["returned"]
    kind: Literal["subscription", "donation", "event"]
    description: str
    payment_id: str = ""
    amount_cents: int = 0


@dataclass(frozen=True, slots=True)
class SeatMoney:
    """A member's money for a seat: paid, gone back and when, and on its way back."""

    paid_cents: int
    returned_cents: int = 0
    returned_at: datetime | None = None
    coming_cents: int = 0


@dataclass(frozen=True, slots=True)
class HowPaid:
    """How a seat was paid, such as 'Check 1042', and what somebody noted of money by hand.

    `to_hand_cents` is what the organizer would hand back: 0 for a card.
    """

    words: str
    is_card: bool
    means: str = ""
    reference: str = ""
    received_on: date | None = None
    to_hand_cents: int = 0


@dataclass(frozen=True, slots=True)
class ReceiptLine:
    """Money that came or went, for a receipt; `cents` is below zero for a refund."""

    at: datetime
    words: str
    cents: int


@dataclass(frozen=True, slots=True)
class Receipt:
    """A payment as its receipt says it."""

    payment_id: str
    number: str
    member: str
    description: str
    status: str
    is_struck: bool
    method: str
    received_on: date | None
    currency: str
    amount_cents: int
    received_cents: int
    returned_cents: int
    created_at: datetime
    paid_at: datetime | None
    lines: list[ReceiptLine]


@dataclass(frozen=True, slots=True)
class PaymentSearch:
    """Which payments administrators list. `text` is looked for in members' names and addresses,
    `about` in what was paid for, such as the title of an event.

    `method` is a way of paying, or of those by hand a means. They were begun, or money of them
    moved, from `since` on and before `until`.
    """

    since: datetime | None = None
    until: datetime | None = None
    text: str = ""
    about: str = ""
    kind: str = ""
    method: str = ""
    status: str = ""
    order: Order = "newest"
    window: Window = field(default_factory=Window)


class BooksQuery(Wire):
    """The query of the treasurer's file: which payments, and the time of the movements.

    `until` is left out of it.
    """

    since: Instant | None = None
    until: Instant | None = None
    q: Searched = ""
    about: Searched = ""
    kind: Literal["", "subscription", "donation", "event"] = ""
    method: Literal["", "card", "hand", "cash", "check", "other"] = ""
    status: Literal["", "pending", "processing", "completed", "refunded", "failed", "canceled"] = ""

    def wanted(self) -> PaymentSearch:
        return PaymentSearch(
            since=self.since,
            until=self.until,
            text=self.q,
            about=self.about,
            kind=self.kind,
            method=self.method,
            status=self.status,
        )


def _a_month(value: str) -> str:
    try:
        year = date.fromisoformat(f"{value}-01").year
    except ValueError:
        year = 0
    if not FIRST_YEAR <= year <= LAST_YEAR:
        raise ValueError("must be a month such as 2026-11")
    return value


def _a_near_day(value: date) -> date:
    if not FIRST_YEAR <= value.year <= LAST_YEAR:
        raise ValueError(f"must be between the years {FIRST_YEAR} and {LAST_YEAR}")
    return value


class MonthQuery(Wire):
    """The month of the books."""

    month: Annotated[str, AfterValidator(_a_month), Field(examples=["2026-11"])]


class VotersQuery(Wire):
    """The day of the vote."""

    on: Annotated[date, AfterValidator(_a_near_day)]


Code = Annotated[Annotated[Line, Field(max_length=20)] | None, BeforeValidator(blank_as_none)]


class AccountCodes(Wire):
    """The account of the club’s bookkeeping for each kind of payment; null for none."""

    subscription: Code = None
    donation: Code = None
    event: Code = None


class VotingRulesWrite(Wire):
    """The rules of voting. One of these plans is active (none: no plan is needed), and the member
    was checked in at so many events in the months before the vote."""

    plans: Annotated[tuple[PlanKey, ...], Field(max_length=3)] = PAID_KEYS
    adults_only: Annotated[bool, Field(strict=True)] = True
    attendances: Annotated[int, Field(ge=0, le=100)] = 0
    months: Annotated[int, Field(ge=1, le=60)] = 12


@dataclass(frozen=True, slots=True)
class Voter:
    """A member who may vote; `attendances` are those in the months that the rules name."""

    name: str
    game_name: str
    chapter: str
    plan: str
    attendances: int


@dataclass(frozen=True, slots=True)
class BookedPayment:
    """A payment as administrators list it. One that `is_struck` never came. `opens_member`: the
    reader may open the page of the member."""

    id: str
    at: datetime
    member_id: str
    member: str
    kind: str
    how: str
    is_card: bool
    status: str
    description: str
    amount_cents: int
    returned_cents: int
    may_correct: bool
    may_hand_back: bool
    was_handed_back: bool
    may_refund: bool
    is_struck: bool
    has_receipt: bool
    received_on: date | None
    event_id: str | None
    opens_member: bool


@dataclass(frozen=True, slots=True)
class WaySum:
    """The sums of one way of paying: a method, or of those by hand a means."""

    way: str
    came_cents: int
    back_cents: int


@dataclass(frozen=True, slots=True)
class BookedPage(Page[BookedPayment]):
    """A part of the payments, with the sums of all that were asked for.

    `total` is counted up to a limit; `has_more` says that it is more. Lists beyond the limit come
    without sums, and `may_be_summed` says that they can be asked for. Where more members are meant
    than are looked at they cannot: the sums of a part would be wrong.
    """

    has_more: bool = False
    sums: tuple[WaySum, ...] = ()
    may_be_summed: bool = False


class StartedRead(Wire):
    """A payment that waits for the caller's card. Without a secret nothing is left to pay."""

    client_secret: str | None = Field(repr=False)
    payment_id: str
    status: str
    amount: CentsRead
    description: str
    hold_expires_at: InstantRead | None


class MembershipRead(Wire):
    """The caller's plan."""

    tier: str
    status: str
    plan: str | None
    paid_until: InstantRead | None
    has_subscription: bool
    ends_at_period_end: bool
    wants_payment: bool

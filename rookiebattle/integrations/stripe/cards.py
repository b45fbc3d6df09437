"""Card payments as the site sees them: the values, the errors, and which client this process uses.
PaymentsDown is Unavailable: the service does not answer. CardsOff (no keys) and
PaymentRefused are Conflicts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import TYPE_CHECKING, Literal

from anyio.lowlevel import RunVar

from rookiebattle.core.errors import Conflict, Unavailable
from rookiebattle.settings import Settings, get_settings

if TYPE_CHECKING:
    # The package of Stripe takes half a second to import, so only sites with its keys do.
    from rookiebattle.integrations.stripe.client import StripeCards

NOT_SET_UP = "Card payments aren’t set up yet. You can still pay in person at the gate."
FAILED = "Failed to initialize payment. Please try again."

IntentStatus = Literal["open", "processing", "succeeded", "canceled"]
RefundStatus = Literal["pending", "succeeded", "failed", "canceled"]
InvoiceStatus = Literal["draft", "open", "paid", "uncollectible", "void"]
SubscriptionStatus = Literal[
    "incomplete", "incomplete_expired", "trialing", "active", "past_due", "canceled", "unpaid"
]


class CardsOff(Conflict):
    default = NOT_SET_UP


class PaymentsDown(Unavailable):
    default = FAILED


class PaymentRefused(Conflict):
    """`code` is the service's own word for the reason; it is for the log."""

    default = FAILED

    def __init__(self, code: str = "", sentence: str = "") -> None:
        self.code = code
        super().__init__(sentence)


@dataclass(frozen=True, slots=True)
class CardRefund:
    """A refund as the service knows it. A refund that failed gave nothing back.

    `order` is the key under which the site ordered it; empty for one from the dashboard.
    """

    id: str
    cents: int
    status: RefundStatus
    order: str = ""


@dataclass(frozen=True, slots=True)
class CardDispute:
    """A payment that its member's bank asks back. The bank has the money for good once it is lost.

    A dispute that was lost may still be won: some banks hear a second time. One that is neither is
    not decided.
    """

    id: str
    cents: int
    is_lost: bool
    is_won: bool = False


@dataclass(frozen=True, slots=True)
class Intent:
    """A payment as the service knows it. `open` waits for the member's card.

    `failure` is the reason for the last refusal of a card, as a sentence of the service.
    """

    id: str
    status: IntentStatus
    cents: int
    received_cents: int
    metadata: Mapping[str, str] = field(default_factory=dict)
    client_secret: str = field(default="", repr=False)
    failure: str = ""
    refunds: Sequence[CardRefund] = ()
    disputes: Sequence[CardDispute] = ()


@dataclass(frozen=True, slots=True)
class Booking:
    """A line of the account's balance: a payment, a refund or a dispute, and the fee for it.

    `about` is the id of the payment, refund or dispute; `cents` is above zero for what came. The
    fee is in `currency`, that of the account.
    """

    id: str
    about: str
    cents: int
    fee_cents: int
    currency: str


@dataclass(frozen=True, slots=True)
class Payout:
    """Money that went to the club's bank on a day, with the ids of its bookings."""

    id: str
    on: date
    bookings: frozenset[str]


@dataclass(frozen=True, slots=True)
class Invoice:
    """A bill of a subscription. `intent_id` is the payment that pays it; empty for nothing.

    `price` is the lookup key of what was bought, `full_cents` what that costs before any credit,
    and `paid_until` the end of what it pays for. `left_cents` is the credit that then pays the next
    bills; None while nobody knows it.
    """

    id: str
    status: InvoiceStatus
    cents: int
    paid_cents: int
    created: datetime
    price: str
    paid_until: datetime
    subscription_id: str = ""
    intent_id: str = ""
    full_cents: int = 0
    left_cents: int | None = None
    is_first: bool = False
    attempts: int = 0
    client_secret: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class CardSubscription:
    """A subscription as the service knows it. `price` is a lookup key."""

    id: str
    status: SubscriptionStatus
    price: str
    paid_until: datetime
    ends_at_period_end: bool
    metadata: Mapping[str, str] = field(default_factory=dict)
    latest: Invoice | None = None


@dataclass(frozen=True, slots=True)
class Price:
    """The price of a plan. `lookup` is the key under which the service knows it."""

    lookup: str
    name: str
    cents: int
    currency: str
    interval: Literal["month", "year"]


@dataclass(frozen=True, slots=True)
class SavedCard:
    """A card that a member gave before, as its owner knows it: 'visa' and '4242'."""

    brand: str
    last_four: str


@dataclass(frozen=True, slots=True)
class ChangeCost:
    """The cost of a change of price now, and the card that pays it; None if it is not known.

    `left_cents` is the credit that then pays the next bills.
    """

    cents: int
    card: SavedCard | None = None
    left_cents: int = 0


@dataclass(frozen=True, slots=True)
class Notice:
    """An event of the service: a webhook, or one of the list. `about` is an object's id."""

    id: str
    type: str
    created: datetime
    is_live: bool
    about: str
    body: str = field(repr=False)


_bound: "list[StripeCards]" = []
_clients: "RunVar[tuple[Settings, StripeCards]]" = RunVar("card_payments")


def cards() -> "StripeCards":
    """The card payments of this process. Raises CardsOff without keys."""
    settings = get_settings()
    if not settings.takes_cards:
        raise CardsOff()
    if _bound:
        return _bound[-1]
    # A connection belongs to the event loop that opened it.
    known = _clients.get(None)
    if known is not None and known[0] is settings:
        return known[1]
    from rookiebattle.integrations.stripe.client import StripeCards

    client = StripeCards(settings)
    _clients.set((settings, client))
    return client


def use_cards(*replacement: "StripeCards") -> None:
    """Use these card payments instead, or none again. For tests."""
    _bound[:] = replacement

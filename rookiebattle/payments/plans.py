"""The membership plans, and every figure of the membership page: each stands here once."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from dateutil.relativedelta import relativedelta

from rookiebattle.accounts.models import Tier
from rookiebattle.core.values.money import as_price
from rookiebattle.integrations.stripe.cards import Price
from rookiebattle.registrations.pricing import MEMBER_DISCOUNT_CENTS
from rookiebattle.settings import get_settings

PlanKey = Literal["basic", "premium", "master"]
PaidPlanKey = Literal["premium", "master"]
DEFAULT_PLAN: Final[PaidPlanKey] = "premium"

LEAST_DONATION_CENTS, MOST_DONATION_CENTS = 1_00, 10_000_00
DEFAULT_DONATION_CENTS = 25_00
EXAMPLE_NAME, EXAMPLE_CENTS, EXAMPLE_INTERVAL = "Premium Membership", 50_00, "month"
"""The summary of a checkout that names no plan. It is an example: nobody is charged this."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A membership plan. `interval` is empty for the free one.

    Each paid period brings `tokens` for park days and makes the credit for weekend events
    `weekend_cents` again.
    """

    key: PlanKey
    tier: Tier
    name: str
    cents: int
    interval: Literal["", "month", "year"]
    perks: tuple[str, ...]
    is_popular: bool = False
    tokens: int = 0
    weekend_cents: int = 0

    @property
    def price_words(self) -> str:
        """'Free', '$20/year' or '$10/month'."""
        if not self.interval:
            return "Free"
        return f"{as_price(self.cents).removesuffix('.00')}/{self.interval}"

    @property
    def _period(self) -> relativedelta:
        return relativedelta(months=12 if self.interval == "year" else 1)

    def paid_from(self, begins: datetime) -> datetime:
        """The end of the period that begins then: the same day of the next month or year."""
        ends: datetime = begins + self._period
        return ends

    def begins_before(self, ends: datetime) -> datetime:
        """The beginning of the period that ends then."""
        begins: datetime = ends - self._period
        return begins

    @property
    def price(self) -> Price:
        """The card service's price. The key names the figures, so new figures are a new key.

        Raises ValueError for the free plan.
        """
        if not self.interval:
            raise ValueError("the free plan is not charged")
        currency = get_settings().currency
        return Price(
            lookup=f"rookiebattle_{self.key}_{self.cents}_{currency.lower()}_{self.interval}",
            name=f"{self.name} ({get_settings().org_name})",
            cents=self.cents,
            currency=currency,
            interval=self.interval,
        )


COMMUNITY: Final = Plan(
    "basic",
    Tier.BASIC,
    "Community Member",
    0,
    "",
    ("Park days and practices", "Event registration", "Training resources", "The whole community"),
)
SUPPORTING: Final = Plan(
    "premium",
    Tier.PREMIUM,
    "Supporting Member",
    20_00,
    "year",
    (
        f"{as_price(MEMBER_DISCOUNT_CENTS).removesuffix('.00')} off paid events",
        "Early sign-ups",
        "Voting",
        "Armory checkout",
    ),
)
WEEKEND_CREDIT_CENTS = 10_00
SUSTAINER: Final = Plan(
    "master",
    Tier.MASTER,
    "Sustainer",
    10_00,
    "month",
    (
        "Everything that Supporting Members have",
        "One free park-day token per month",
        f"{as_price(WEEKEND_CREDIT_CENTS).removesuffix('.00')} credit toward weekend events",
    ),
    is_popular=True,
    tokens=1,
    weekend_cents=WEEKEND_CREDIT_CENTS,
)
PLANS: Final = (COMMUNITY, SUPPORTING, SUSTAINER)
"""In the order of the page: a tier's place is its index there. Each has what those before have."""
PAID_PLANS: Final = (SUPPORTING, SUSTAINER)
PAID_KEYS: Final[tuple[PaidPlanKey, ...]] = ("premium", "master")
_BY_KEY: Mapping[str, Plan] = {one.key: one for one in PLANS}


def plan_named(key: str) -> Plan:
    """Raises KeyError for a name of no plan."""
    return _BY_KEY[key]


def plan_of_tier(tier: str) -> Plan | None:
    """The plan of a member's tier; None for `none`."""
    return next((one for one in PLANS if one.tier == tier), None)


def includes(plan: Plan, other: Plan) -> bool:
    """Whether a plan has what another one has, which it has of itself, too."""
    return PLANS.index(plan) >= PLANS.index(other)


def plan_of_price(lookup: str) -> Plan | None:
    """The plan that a price of the card service buys. Former figures still buy their plan."""
    parts = lookup.split("_")
    found = _BY_KEY.get(parts[1]) if parts[0] == "rookiebattle" and len(parts) > 1 else None
    return found if found and found.interval else None


@dataclass(frozen=True, slots=True)
class EventPrice:
    name: str
    words: str


@dataclass(frozen=True, slots=True)
class NpcCredit:
    name: str
    hours: int
    cents: int


@dataclass(frozen=True, slots=True)
class DuesPart:
    name: str
    percent: int


EVENT_PRICES: Final = (
    EventPrice("Park day", "$5–$10 ($10 walk-up)"),
    EventPrice("Workshop", "$5 plus materials"),
    EventPrice("Weekend event", "$45 early, $60 regular, $75 walk-up"),
    EventPrice("Crew and NPCs", "$0"),
)
NPC_CREDITS: Final = (
    NpcCredit("Setup or cleanup", 4, 15_00),
    NpcCredit("NPC shift", 4, 20_00),
    NpcCredit("Marshal", 6, 25_00),
)
CREDITS_LAST_MONTHS: Final = 12
DUES: Final = (
    DuesPart("Site rentals", 40),
    DuesPart("Insurance", 25),
    DuesPart("Equipment", 20),
    DuesPart("Props", 10),
    DuesPart("First aid", 5),
)
PROCESSING_FEE_WORDS: Final = "about 2.9% + $0.30"
MINIMUM_AGE: Final = 13

"""The plans and figures of the membership page, with every text ready."""

from dataclasses import dataclass
from typing import Final

from rookiebattle.core.values.money import as_decimal, as_price
from rookiebattle.events.wording import FREE, notice_words
from rookiebattle.payments.plans import (
    CREDITS_LAST_MONTHS,
    DEFAULT_DONATION_CENTS,
    DUES,
    EVENT_PRICES,
    LEAST_DONATION_CENTS,
    MINIMUM_AGE,
    MOST_DONATION_CENTS,
    NPC_CREDITS,
    PLANS,
    PROCESSING_FEE_WORDS,
    SUPPORTING,
    SUSTAINER,
    Plan,
)
from rookiebattle.registrations.wording import FIRST_FREE

Lines = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class PlanCard:
    """A plan as its card shows it: '$20', '/year'. `adds` stands above the perks elsewhere."""

    key: str
    name: str
    price: str
    per: str
    adds: str
    perks: tuple[str, ...]
    is_free: bool
    is_popular: bool


@dataclass(frozen=True, slots=True)
class DuesPart:
    """A part of the dues: its share of a hundred, and of what a supporter gives in a year."""

    name: str
    percent: int
    money: str


def _whole(cents: int) -> str:
    """'$15' for 1500: without cents where there are none."""
    return as_price(cents).removesuffix(".00")


def _card(plan: Plan) -> PlanCard:
    price, _, per = plan.price_words.partition("/")
    return PlanCard(
        key=plan.key,
        name=plan.name,
        price=price,
        per=f"/{per}" if per else "for everyone",
        adds=f"{plan.name}, {plan.price_words}",
        perks=plan.perks,
        is_free=not plan.interval,
        is_popular=plan.is_popular,
    )


PLAN_CARDS: Final = tuple(_card(one) for one in PLANS)
PAID_CARDS: Final = tuple(one for one in PLAN_CARDS if not one.is_free)
PRICES: Final[Lines] = tuple((one.name, one.words) for one in EVENT_PRICES)
CREDITS: Final[Lines] = tuple(
    (one.name, f"{one.hours} h", _whole(one.cents)) for one in NPC_CREDITS
)
CREDIT_RULES: Final = (
    f"Credits expire after {CREDITS_LAST_MONTHS} months. "
    "You can pass them on within your household."
)
DUES_OF: Final = f"Of the {_whole(SUPPORTING.cents)} that a {SUPPORTING.name} gives each year:"
DUES_PARTS: Final = tuple(
    DuesPart(one.name, one.percent, as_price(SUPPORTING.cents * one.percent // 100)) for one in DUES
)
FEE: Final = f"The club covers the card fee ({PROCESSING_FEE_WORDS})."
LEAST, MOST, USUAL = (
    as_decimal(cents).removesuffix(".00")
    for cents in (LEAST_DONATION_CENTS, MOST_DONATION_CENTS, DEFAULT_DONATION_CENTS)
)
DESCRIPTION: Final = (
    f"Play without a membership, or support the game: {SUPPORTING.name} {SUPPORTING.price_words}, "
    f"{SUSTAINER.name} {SUSTAINER.price_words}. Event prices, credits and where dues go."
)
FREE_TO_PLAY: Final = (
    f"No. {FIRST_FREE}, and so are many after it: the calendar marks them “{FREE}.” Some events "
    "charge a fee to cover the venue."
)
UNREGISTERING: Final = (
    f"Unregister at least {notice_words()} before the start. If the event page promises a full "
    "refund, you get one. If not, ask the organizer."
)
AGES: Final = f"Ages {MINIMUM_AGE} and up. A parent signs the waiver for minors."

"""What a seat costs its member, and how long it is held until it is paid. Pure."""

from datetime import datetime, timedelta

from rookiebattle.settings import get_settings

MEMBER_DISCOUNT_CENTS = 5_00
"""'$5 off paid events' of Supporting Members. Sustainers have whatever Supporting Members have."""
HOLD = timedelta(minutes=30)
"""A seat that is to be paid by card is held for so long."""
LEAST_BY_CARD_CENTS = 50
"""Stripe takes no less by card in dollars and euros (docs.stripe.com, "Minimum amounts")."""
PAUSE = timedelta(minutes=30)
"""So long after an unpaid hold the last seat of an event is for others."""
MOMENT = timedelta(seconds=1)


def seat_price(price_cents: int, *, is_supporter: bool) -> int:
    """What a seat costs, which is never less than nothing."""
    return max(0, price_cents - MEMBER_DISCOUNT_CENTS) if is_supporter else price_cents


def takes_card(owed_cents: int) -> bool:
    """Whether a seat can be paid by card. Otherwise the gate takes the money."""
    return owed_cents >= LEAST_BY_CARD_CENTS and get_settings().takes_cards


def held_until(now: datetime, owed_cents: int) -> datetime | None:
    """When an unpaid seat is lost. None where the gate takes the money."""
    return now + HOLD if takes_card(owed_cents) else None


def hold_given_up(now: datetime, hold: datetime | None) -> datetime | None:
    """The hold that a row keeps whose member gives the seat up: later than now."""
    return max(hold, now + MOMENT) if hold else None


def held_again(now: datetime, owed_cents: int, last: datetime | None) -> datetime | None:
    """When a seat is lost that is taken again: what was left of its last hold goes on.

    Otherwise a member who gives the seat up and takes it again would hold it without ever paying.
    """
    hold = held_until(now, owed_cents)
    return last if hold and last and last > now else hold


def is_for_others(now: datetime, last: datetime | None) -> bool:
    """Whether a member whose last hold ended unpaid leaves the last seat to others for now."""
    return last is not None and last <= now < last + PAUSE

"""The price of a seat for its member, and whether a card or the organizer takes the money."""

from rookiebattle.settings import get_settings

MEMBER_DISCOUNT_CENTS = 5_00
"""'$5 off paid events' of Supporting Members. Sustainers have whatever Supporting Members have."""
LEAST_BY_CARD_CENTS = 50
"""Stripe takes no less by card in dollars and euros (docs.stripe.com, "Minimum amounts")."""


def seat_price(price_cents: int, *, is_supporter: bool) -> int:
    """The price is never less than nothing."""
    return max(0, price_cents - MEMBER_DISCOUNT_CENTS) if is_supporter else price_cents


def takes_card(owed_cents: int) -> bool:
    """Whether a seat can be paid by card. Otherwise the gate takes the money."""
    return owed_cents >= LEAST_BY_CARD_CENTS and get_settings().takes_cards

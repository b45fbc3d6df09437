"""Which card payments this process uses: the client of Stripe, or a test's own."""

from anyio.lowlevel import RunVar

from rookiebattle.integrations.stripe.cards import CardPayments, CardsOff
from rookiebattle.settings import Settings, get_settings

_bound: list[CardPayments] = []
_clients: RunVar[tuple[Settings, CardPayments]] = RunVar("card_payments")


def cards() -> CardPayments:
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


def use_cards(*replacement: CardPayments) -> None:
    """Use these card payments instead, or none again. For tests."""
    _bound[:] = replacement

"""Limits how often one member makes the site ask the card service, which limits the whole site."""

from datetime import timedelta

from rookiebattle.core.actor import Actor
from rookiebattle.core.limits import Limiter
from rookiebattle.settings import get_settings

STARTS_A_MINUTE, STARTS_A_DAY, LOOKS_A_MINUTE = 10, 100, 60
MINUTE, DAY = timedelta(minutes=1).total_seconds(), timedelta(days=1).total_seconds()
starts_of_minute = Limiter(STARTS_A_MINUTE, MINUTE, name="payments of minute")
starts_of_day = Limiter(STARTS_A_DAY, DAY, name="payments of day")
looks = Limiter(LOOKS_A_MINUTE, MINUTE, name="looks at payments")


def count_start(actor: Actor) -> None:
    """Count a call that makes or changes something at the service. Raises TooManyRequests.

    Without keys the service is never asked, so nothing is counted.
    """
    if get_settings().takes_cards:
        starts_of_minute.take(actor.user_id)
        starts_of_day.take(actor.user_id)


def count_look(actor: Actor) -> None:
    """Count a question about the actor's own payment or plan. Raises TooManyRequests.

    Pages ask such questions by themselves, so these do not use up the starts.
    """
    if get_settings().takes_cards:
        looks.take(actor.user_id)

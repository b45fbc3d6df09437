"""`make reconcile` and `make replay-webhooks`: what an operator does when payments need a hand."""

from datetime import timedelta

import anyio

from rookiebattle import reactions
from rookiebattle.core import clock
from rookiebattle.core.actor import OPERATOR
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import AppError
from rookiebattle.manage.console import CannotContinue
from rookiebattle.manage.database import upgrade
from rookiebattle.payments import cashier, webhooks
from rookiebattle.payments.reconciling import LOOK_BACK, Difference, reconcile
from rookiebattle.settings import get_settings

NO_KEYS = "Card payments are not set up: set STRIPE_SECRET_KEY and its two companions first."
ALIKE = "The books and the card service say the same."


def reconcile_command(arguments: list[str]) -> int:
    """Compare the books with the card service; the exit code is 1 when something stays different.

    An argument is the number of days to look back.
    """
    days = _days(arguments)
    _prepare()
    found = _asked(days)
    for one in found:
        print(f"{'repaired' if one.is_repaired else 'DIFFERS':<10}{one.about}: {one.words}")
    print("" if found else ALIKE)
    return int(any(not one.is_repaired for one in found))


def _days(arguments: list[str]) -> timedelta:
    if not arguments:
        return LOOK_BACK
    if not arguments[0].isdecimal():
        raise CannotContinue("Say a number of days, such as: make reconcile DAYS=90")
    return timedelta(days=int(arguments[0]))


def _prepare() -> None:
    if not get_settings().takes_cards:
        raise CannotContinue(NO_KEYS)
    upgrade(get_settings().database_url)
    reactions.connect()


def _asked(days: timedelta) -> list[Difference]:
    try:
        return anyio.run(reconcile, clock.now() - days)
    except AppError as failed:
        raise CannotContinue(failed.sentence) from failed


def replay_command(arguments: list[str]) -> None:
    """Handle a webhook again, by its id, or all webhooks and orders that failed."""
    _prepare()
    try:
        found = anyio.run(_replay, "".join(arguments[:1]))
    except AppError as unknown:
        raise CannotContinue(unknown.sentence) from unknown
    print(f"{found} webhooks or orders were handled again.")


async def _replay(notice_id: str) -> int:
    found = await run(webhooks.replay, OPERATOR, notice_id=notice_id)
    while await cashier.work_off():
        pass
    return found

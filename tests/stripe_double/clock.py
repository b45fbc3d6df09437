"""Moves the clock of an account: everything that becomes due on the way happens at its time."""

from collections.abc import Callable, Iterator

from tests.stripe_double import charges, invoices, subscriptions
from tests.stripe_double.account import DAY, Account
from tests.stripe_double.shapes import Json

ANNOUNCED = 7 * DAY
"""How long before a renewal Stripe announces it."""

Due = tuple[int, Callable[[], None]]


def advance(account: Account, seconds: int) -> None:
    """Let time pass, with renewals, retries and ends in their order."""
    target = account.now + seconds
    while True:
        waiting = [one for one in _due(account) if one[0] <= target]
        if not waiting:
            break
        moment, happen = min(waiting, key=lambda one: one[0])
        account.moved += max(moment - account.now, 0)
        happen()
    account.moved += max(target - account.now, 0)


def _due(account: Account) -> Iterator[Due]:
    for one in list(account.all("subscription")):
        if one["status"] == "incomplete":
            yield one["created"] + subscriptions.PENDING, _expiry(account, one)
        elif one["status"] in subscriptions.LIVE:
            yield from _next(account, one)
    for one in list(account.all("dispute")):
        if one["status"] == "needs_response":
            yield one["created"] + charges.ANSWERED, _loss(account, one)


def _next(account: Account, subscription: Json) -> Iterator[Due]:
    """The announcement of the next period, its begin or the end, and the next retry."""
    end = subscription["items"]["data"][0]["current_period_end"]
    if subscription["cancel_at_period_end"]:
        yield end, _ending(account, subscription)
    else:
        if (subscription["id"], end) not in account.upcoming:
            yield end - ANNOUNCED, _announcement(account, subscription, end)
        yield end, _renewal(account, subscription)
    if subscription["pending_update"]:
        yield subscription["pending_update"]["expires_at"], _given_up(account, subscription)
    invoice = account.find("invoice", subscription["latest_invoice"])
    if invoice["status"] == "open" and invoice["next_payment_attempt"] is not None:
        yield invoice["next_payment_attempt"], _retry(account, subscription, invoice)


def _loss(account: Account, dispute: Json) -> Callable[[], None]:
    return lambda: charges.decide(account, dispute, "lost")


def _expiry(account: Account, subscription: Json) -> Callable[[], None]:
    return lambda: subscriptions.expire(account, subscription)


def _given_up(account: Account, subscription: Json) -> Callable[[], None]:
    return lambda: subscriptions.expire_pending(account, subscription)


def _ending(account: Account, subscription: Json) -> Callable[[], None]:
    return lambda: subscriptions.end(account, subscription, "cancellation_requested")


def _renewal(account: Account, subscription: Json) -> Callable[[], None]:
    return lambda: subscriptions.renew(account, subscription)


def _retry(account: Account, subscription: Json, invoice: Json) -> Callable[[], None]:
    return lambda: subscriptions.retry(account, subscription, invoice)


def _announcement(account: Account, subscription: Json, end: int) -> Callable[[], None]:
    def announce() -> None:
        account.upcoming.add((subscription["id"], end))
        account.tell("invoice.upcoming", invoices.preview(account, subscription))

    return announce

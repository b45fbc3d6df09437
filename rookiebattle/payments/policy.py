"""Rules of payments: amounts, what may follow what, and when a membership lapses. Pure."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from rookiebattle.payments.models import Status
from rookiebattle.payments.plans import LEAST_DONATION_CENTS, MOST_DONATION_CENTS

GRACE = timedelta(days=7)
"""A membership stays active for so long after the end of what was paid: cards expire."""
ENDED = frozenset({"canceled", "incomplete_expired"})
"""The card service's words for a subscription that never comes back."""
UNPAID = frozenset({"past_due", "unpaid"})
_RANK = {
    Status.PENDING: 0,
    Status.PROCESSING: 1,
    Status.FAILED: 2,
    Status.CANCELED: 2,
    Status.COMPLETED: 3,
    Status.REFUNDED: 4,
}


def is_marked(metadata: Mapping[str, str]) -> bool:
    """Whether the site made this object of the card service. Another shop may use the account.

    The payments of a subscription's bills are not marked: they are found by their subscription.
    """
    return "payment" in metadata or "subscription" in metadata


def is_donation(cents: int) -> bool:
    """Whether an amount may be given."""
    return LEAST_DONATION_CENTS <= cents <= MOST_DONATION_CENTS


def may_follow(before: str, after: Status) -> bool:
    """Whether a payment may go from one status to another. News never undoes a payment that came.

    A payment by card that was declined waits for another card, so `processing` may end in
    `pending`.
    """
    if before == Status.PROCESSING and after is Status.PENDING:
        return True
    return _RANK[after] > _RANK[Status(before)]


def settled_status(received: int, returned: int) -> Status:
    """The status of a payment that came."""
    return Status.REFUNDED if received and returned >= received else Status.COMPLETED


def is_lapsed(paid_until: datetime | None, now: datetime, *, has_ended: bool) -> bool:
    """Whether a membership that was paid for has expired."""
    return paid_until is not None and (has_ended or paid_until + GRACE <= now)

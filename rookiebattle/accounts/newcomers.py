"""Limits how many accounts one identity makes: an erased account leaves rows behind.

Identities are counted in the memory of each worker, by a fingerprint. They are never stored.
"""

from datetime import timedelta
from threading import Lock

from rookiebattle.core.errors import TooManyRequests
from rookiebattle.core.fingerprints import fingerprint
from rookiebattle.core.limits import Limiter
from rookiebattle.integrations.oidc import Claims

MOST_A_DAY = 5
ENOUGH = "You’ve made several accounts here. Please come back in a few hours."
made = Limiter(MOST_A_DAY, timedelta(days=1).total_seconds(), name="accounts")
_one_at_a_time = Lock()


def count(claims: Claims) -> None:
    """Count a new account. Raises TooManyRequests."""
    try:
        with _one_at_a_time:
            made.take(fingerprint("new-account", claims.issuer, claims.subject).hex())
    except TooManyRequests as enough:
        raise TooManyRequests(enough.retry_after, ENOUGH) from None

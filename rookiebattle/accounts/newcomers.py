"""How many accounts one identity makes in a day: an erased account leaves rows behind.

Identities are counted in memory, by a fingerprint, for a day. They are never stored.
"""

from datetime import timedelta
from hashlib import blake2b
from threading import Lock

from rookiebattle.core.errors import TooManyRequests
from rookiebattle.core.limits import Limiter
from rookiebattle.integrations.oidc import Claims
from rookiebattle.settings import get_settings

MOST_A_DAY = 5
ENOUGH = "You have made several accounts here. Please come back in a few hours."
_made = Limiter(MOST_A_DAY, timedelta(days=1).total_seconds())
_one_at_a_time = Lock()


def count(claims: Claims, *, database: object) -> None:
    """Count a new account. Raises TooManyRequests. Tests have a `database` each."""
    told = repr((str(database), claims.issuer, claims.subject)).encode()
    secret = get_settings().session_secret.encode()[:64]
    try:
        with _one_at_a_time:
            _made.take(blake2b(told, key=secret).hexdigest())
    except TooManyRequests as enough:
        raise TooManyRequests(enough.retry_after, ENOUGH) from None

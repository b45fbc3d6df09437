"""Rate limits: token buckets in memory, with a limit on their number."""

import time
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from math import ceil

from starlette.types import Scope

from rookiebattle.core.errors import TooManyRequests
from rookiebattle.core.expiring import Expiring

MOST_KEYS = 50_000


class Limiter:
    """At most `rate` calls per `seconds` for each key, in bursts of at most `rate`."""

    def __init__(self, rate: int, seconds: float) -> None:
        self.rate, self.speed, self.seconds = rate, rate / seconds, seconds
        # After `seconds` without a call a bucket is full again, so it need not be kept.
        self._buckets = Expiring[str, tuple[float, float]](MOST_KEYS)

    def take(self, key: str) -> None:
        """Raise TooManyRequests when the bucket of `key` is empty."""
        now = time.monotonic()
        level, since = self._buckets.find(key) or (float(self.rate), now)
        level = min(float(self.rate), level + (now - since) * self.speed)
        self._buckets.keep(key, (level - 1 if level >= 1 else level, now), self.seconds)
        if level < 1:
            raise TooManyRequests(ceil((1 - level) / self.speed))


@lru_cache(maxsize=10_000)
def address_key(address: str) -> str:
    """The address; for IPv6 its /64 network, because a household has a whole network."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return "unknown"
    if isinstance(parsed, IPv6Address):
        mapped = parsed.ipv4_mapped
        return str(mapped) if mapped else parsed.exploded[:19]
    return address


def forwarded_for(scope: Scope) -> str:
    """The hops that proxies noted. Some proxies add a line of their own, so all lines count."""
    lines = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
    return b",".join(lines).decode("latin-1")


def client_address(peer: str, forwarded_for: str, trusted_proxies: int) -> str:
    """The client's address when `trusted_proxies` proxies of ours are in front."""
    hops = [hop.strip() for hop in forwarded_for.split(",") if hop.strip()]
    return hops[-trusted_proxies] if 0 < trusted_proxies <= len(hops) else peer

"""Rate limits: token buckets in memory, counted by all workers together. And limits of files."""

import json
import resource
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from math import ceil
from weakref import WeakValueDictionary

from starlette.types import Scope

from rookiebattle.core.errors import TooManyRequests
from rookiebattle.core.expiring import Expiring
from rookiebattle.core.pushing.relay import Relay
from rookiebattle.settings import get_settings

MOST_KEYS = 50_000
# A customer may have 65,536 IPv6 networks (a /48), which have as much together as these many. It is
# more than one network has because some providers give the networks of one /48 to many households.
NETWORKS = 4
SITE = len("2001:0db8:0000")
# Our own proxies write the end of the list, at most 45 characters each.
LONGEST_HOPS = 1024
MOST_DESCRIPTORS, SPARE_DESCRIPTORS = 65_536, 256
CHANNEL = "rookiebattle:limits"
# Counting asks nobody: each worker counts for itself and tells the others so often. Each of
# them may spend as much as fits into this time.
TELL_SECONDS = 0.25
MOST_IN_MESSAGE = 500


class SharedLimits:
    """The limits of a worker by name, and the calls here that the other workers do not know yet."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._limits = WeakValueDictionary[str, "Limiter"]()
        self._counted: dict[tuple[str, str, int], int] = {}
        self.is_shared = False

    def register(self, name: str, limit: "Limiter") -> None:
        self._limits[name] = limit

    def note(self, name: str, key: str, number: int, times: int) -> None:
        """Note that so many calls were counted; a negative number was given back."""
        if self.is_shared:
            with self._guard:
                call = (name, key, times)
                self._counted[call] = self._counted.get(call, 0) + number

    def take(self) -> Iterator[str]:
        """Messages with the calls that were counted since the last message."""
        with self._guard:
            counted, self._counted = self._counted, {}
        told = [[*which, number] for which, number in counted.items() if number]
        for first in range(0, len(told), MOST_IN_MESSAGE):
            yield json.dumps(told[first : first + MOST_IN_MESSAGE])

    def hear(self, message: str) -> None:
        for name, key, times, number in json.loads(message):
            if limit := self._limits.get(name):
                limit.count(key, number, times)


shared_limits = SharedLimits()


async def share_with_other_workers() -> None:
    """Share the limits with the other workers through Redis, as long as this worker runs."""
    relay = Relay(get_settings().redis_url, CHANNEL, shared_limits.hear, lambda: None)
    shared_limits.is_shared = True
    try:
        await relay.run_telling(TELL_SECONDS, shared_limits.take)
    finally:
        shared_limits.is_shared = False


class Limiter:
    """`rate` calls in `seconds` for each key, and as many of them at once, or `burst` if more.

    A limit with a `name` is the site's: all workers count together what their limits of this name
    let pass.
    """

    def __init__(self, rate: int, seconds: float, burst: int = 0, *, name: str = "") -> None:
        self.speed, self.room, self._name = rate / seconds, float(max(rate, burst)), name
        self._buckets = Expiring[str, tuple[float, float]](MOST_KEYS)
        if name:
            shared_limits.register(name, self)

    def take(self, key: str, times: int = 1) -> None:
        """Raise TooManyRequests when the bucket of `key` is empty.

        The bucket is `times` as large as usual, and fills as many times as fast.
        """
        level = self._level(key, times)
        if level < 1:
            raise TooManyRequests(ceil((1 - level) / (times * self.speed)))
        self._keep(key, level - 1, times)
        self._note(key, 1, times)

    def count(self, key: str, number: int, times: int) -> None:
        """Count what another worker let pass. The bucket may then hold less than nothing."""
        self._keep(key, self._level(key, times) - number, times)

    def take_address(self, address: str) -> None:
        """Count a visitor at this address. An IPv6 site has `NETWORKS` times as much in all."""
        self.take(address_key(address))
        if site := site_key(address):
            self.take(site, NETWORKS)

    def give_back(self, address: str) -> None:
        """Take back what `take_address` counted, for a request that has proved who sent it."""
        for key, times in ((address_key(address), 1), (site_key(address), NETWORKS)):
            if key and self._buckets.find(key):
                self._keep(key, self._level(key, times) + 1, times)
                self._note(key, -1, times)

    def clear(self) -> None:
        """Fill every bucket again."""
        self._buckets.clear()

    def _level(self, key: str, times: int) -> float:
        now, room = time.monotonic(), times * self.room
        level, since = self._buckets.find(key) or (room, now)
        return min(room, level + (now - since) * times * self.speed)

    def _keep(self, key: str, level: float, times: int) -> None:
        # After this time without a call a bucket is full again, so it need not be kept.
        full_after = max(0.0, times * self.room - level) / (times * self.speed)
        self._buckets.keep(key, (level, time.monotonic()), full_after)

    def _note(self, key: str, number: int, times: int) -> None:
        if self._name:
            shared_limits.note(self._name, key, number, times)


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


@lru_cache(maxsize=10_000)
def site_key(address: str) -> str:
    """For IPv6 the /48 network, of which one customer may have all; empty for other addresses."""
    key = address_key(address)
    return f"{key[:SITE]}::/48" if ":" in key else ""


def forwarded_for(scope: Scope) -> str:
    """The hops that proxies noted. Some proxies add a line of their own, so all lines count."""
    lines = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
    return b",".join(lines).decode("latin-1")


def client_address(peer: str, forwarded_for: str, trusted_proxies: int) -> str:
    """The client's address when `trusted_proxies` proxies of ours are in front."""
    hops = [hop.strip() for hop in forwarded_for[-LONGEST_HOPS:].split(",") if hop.strip()]
    return _without_port(hops[-trusted_proxies]) if 0 < trusted_proxies <= len(hops) else peer


def _without_port(hop: str) -> str:
    """The address alone: some gateways write `203.0.113.9:41822` and `[2001:db8::9]:443`.

    A port is another one for each connection, and with it the hop would be no address.
    """
    hop = hop.strip('"')
    if hop.startswith("["):
        return hop[1:].partition("]")[0]
    address, _, port = hop.partition(":")
    return hop if ":" in port else address


def descriptors() -> int:
    """The number of open files, sockets among them, that a process of ours may have at once."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MOST_DESCRIPTORS)


def raise_descriptors() -> None:
    """Let this process have `descriptors()` open files; systems begin with 1,024 or fewer."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < descriptors():
        # macOS may have a lower limit of its own; the site then runs with what it has.
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors(), hard))


def most_connections() -> int:
    """The number of connections that a worker accepts. The rest is for files and the database."""
    return max(descriptors() - SPARE_DESCRIPTORS, descriptors() // 2)


def most_sockets() -> int:
    """The number of websockets among them. The rest is for requests."""
    return most_connections() * 3 // 4

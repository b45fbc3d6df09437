"""Rate limits, the address to which a request counts, and what counts at the other workers."""

import resource
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress

import pytest

from rookiebattle.core import limits
from rookiebattle.core.errors import TooManyRequests
from rookiebattle.core.expiring import Expiring
from rookiebattle.core.limits import (
    MOST_IN_MESSAGE,
    NETWORKS,
    Limiter,
    SharedLimits,
    address_key,
    client_address,
    share_with_other_workers,
    shared_limits,
    site_key,
)

NAME = "of this test"
NETWORK = "2001:db8:1:2::7"


def test_a_bucket_refuses_the_one_too_many_and_says_when() -> None:
    limiter = Limiter(2, 60)
    limiter.take("a")
    limiter.take("a")
    limiter.take("b")
    with pytest.raises(TooManyRequests) as refused:
        limiter.take("a")
    assert 1 <= refused.value.retry_after <= 30


@pytest.mark.parametrize("address", ["192.0.2.7", "2001:db8:1:2::7"])
def test_what_is_given_back_was_not_counted(address: str) -> None:
    limiter = Limiter(2, 60)
    limiter.give_back(address)
    for _ in range(3 * NETWORKS):
        limiter.take_address(address)
        limiter.give_back(address)
    limiter.take_address(address)
    limiter.take_address(address)
    with pytest.raises(TooManyRequests):
        limiter.take_address(address)


def test_each_call_is_given_back_once() -> None:
    limiter = Limiter(3, 60)
    for _ in range(3):
        limiter.take_address("192.0.2.7")
    limiter.give_back("192.0.2.7")
    limiter.take_address("192.0.2.7")
    with pytest.raises(TooManyRequests):
        limiter.take_address("192.0.2.7")


def test_a_bucket_is_kept_until_it_is_full_again_and_no_longer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 1_000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    limiter = Limiter(2, 60)
    # Its own clock was bound before the test.
    kept = limiter._buckets = Expiring(limits.MOST_KEYS, now=lambda: now)
    limiter.take("a")
    limiter.take("a")
    now += 31
    limiter.take("a")
    with pytest.raises(TooManyRequests):
        limiter.take("a")
    now += 58
    assert kept.find("a")
    now += 1.5
    assert kept.find("a") is None
    limiter.take_address("192.0.2.7")
    limiter.give_back("192.0.2.7")
    assert kept.find("192.0.2.7") is None


def test_a_bucket_that_was_left_alone_is_full_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    limiter = Limiter(2, 60)
    for waited in (0, 61):
        now += waited
        limiter.take("a")
        limiter.take("a")
        with pytest.raises(TooManyRequests):
            limiter.take("a")
    now += 31
    limiter.take("a")
    with pytest.raises(TooManyRequests):
        limiter.take("a")


def test_a_larger_bucket_also_fills_faster(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    limiter = Limiter(1, 60)
    for waited, calls in ((0, 4), (16, 1), (31, 2)):
        now += waited
        for _ in range(calls):
            limiter.take("a", 4)
        with pytest.raises(TooManyRequests):
            limiter.take("a", 4)


def test_a_burst_is_let_through_at_once_and_the_rate_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    limiter = Limiter(6, 60, burst=10)
    for _ in range(10):
        limiter.take("a")
    for waited in (0, 10, 10):
        now += waited
        if waited:
            limiter.take("a")
        with pytest.raises(TooManyRequests) as refused:
            limiter.take("a")
        assert refused.value.retry_after == 10
    now += 101
    for _ in range(10):
        limiter.take("a")


def passed(limiter: Limiter, addresses: Iterable[str]) -> int:
    """The number of calls from these addresses that are let through."""
    count = 0
    for address in addresses:
        with suppress(TooManyRequests):
            limiter.take_address(address)
            count += 1
    return count


def test_the_networks_of_one_site_have_a_limit_together() -> None:
    limiter = Limiter(5, 60)
    assert passed(limiter, (f"2001:db8:1:{number:x}::1" for number in range(65))) == 5 * NETWORKS
    assert passed(limiter, ["2001:db8:2::1"] * 65) == 5, "another site, of one network"
    assert passed(limiter, (f"192.0.2.{number}" for number in range(65))) == 65


def test_a_site_is_a_network_of_ipv6() -> None:
    assert site_key("2001:db8:1:2::1") == site_key("2001:db8:1:ffff::9") != ""
    assert site_key("2001:db8:1:2::1") != site_key("2001:db8:2:2::1")
    assert site_key("192.0.2.1") == site_key("::ffff:192.0.2.1") == site_key("peer") == ""


def test_one_household_is_one_key() -> None:
    one, other = address_key("2001:db8:1:2::1"), address_key("2001:db8:1:2:ffff::9")
    assert one == other != address_key("2001:db8:1:3::1")
    assert address_key("::ffff:192.0.2.1") == address_key("192.0.2.1") == "192.0.2.1"


@pytest.mark.parametrize(
    ("forwarded", "trusted", "address"),
    [
        ("", 0, "peer"),
        ("198.51.100.1", 0, "peer"),
        ("198.51.100.1", 1, "198.51.100.1"),
        ("6.6.6.6, 198.51.100.1", 1, "198.51.100.1"),
        ("198.51.100.1", 2, "peer"),
        ("6.6.6.6:80, 203.0.113.9:41822", 1, "203.0.113.9"),
        ("203.0.113.9:41822, 198.51.100.1:1", 2, "203.0.113.9"),
        ("[2001:db8::9]:443", 1, "2001:db8::9"),
        ("[2001:db8::9]", 1, "2001:db8::9"),
        ('"[2001:db8::9]:443"', 1, "2001:db8::9"),
        ("2001:db8::9", 1, "2001:db8::9"),
        ("::ffff:203.0.113.9", 1, "::ffff:203.0.113.9"),
        ("6.6.6.6," * 1_000 + " 198.51.100.1", 1, "198.51.100.1"),
        ("6.6.6.6," * 1_000 + " 198.51.100.1", 999, "peer"),
    ],
)
def test_forwarded_addresses_count_only_behind_trusted_proxies(
    forwarded: str, trusted: int, address: str
) -> None:
    assert client_address("peer", forwarded, trusted) == address


def test_each_visitor_behind_a_gateway_that_writes_ports_has_a_limit_of_their_own() -> None:
    hops = [f"203.0.113.{host}:{port}" for host in range(60) for port in (41822, 41823)]
    keys = {address_key(client_address("peer", hop, 1)) for hop in hops}
    assert len(keys) == 60
    assert "unknown" not in keys


def test_a_bucket_that_another_worker_emptied_refuses_and_a_cleared_one_does_not() -> None:
    limiter = Limiter(2, 60)
    limiter.count("a", 3, 1)
    with pytest.raises(TooManyRequests) as refused:
        limiter.take("a")
    assert 55 < refused.value.retry_after <= 60
    limiter.clear()
    limiter.take("a")


def test_a_larger_bucket_is_kept_until_it_is_full_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1_000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    limiter = Limiter(2, 60)
    for _ in range(8):
        limiter.take("a", 4)
    now += 58.5
    for _ in range(7):
        limiter.take("a", 4)
    with pytest.raises(TooManyRequests) as refused:
        limiter.take("a", 4)
    assert refused.value.retry_after == 2


def test_an_address_that_is_none_counts_as_one_visitor() -> None:
    assert address_key("no address") == "unknown"
    assert address_key("2001:db8:1:2::7") == "2001:0db8:0001:0002"


def test_all_lines_of_the_proxies_count() -> None:
    header = b"x-forwarded-for"
    headers = [(header, b"a, b"), (b"host", b"example.org"), (header, b"c\xe9")]
    assert limits.forwarded_for({"headers": headers}) == "a, b,c\xe9"


@pytest.mark.parametrize(
    ("hard", "open_files", "connections", "sockets"),
    [
        (resource.RLIM_INFINITY, 65_536, 65_280, 48_960),
        (1_000_000, 65_536, 65_280, 48_960),
        (1_001, 1_001, 745, 558),
        (301, 301, 150, 112),
    ],
)
def test_a_worker_leaves_open_files_for_requests_and_the_database(
    hard: int,
    open_files: int,
    connections: int,
    sockets: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _of: (256, hard))
    assert limits.descriptors() == open_files
    assert (limits.most_connections(), limits.most_sockets()) == (connections, sockets)


@pytest.mark.parametrize(
    ("soft", "raised"),
    [(256, [(4096, 4096)]), (4096, []), (resource.RLIM_INFINITY, [])],
)
def test_the_limit_of_open_files_is_raised_where_it_is_lower(
    soft: int, raised: list[tuple[int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _of: (soft, 4096))
    monkeypatch.setattr(resource, "setrlimit", lambda _of, wanted: found.append(wanted))
    limits.raise_descriptors()
    assert found == raised


@pytest.fixture(autouse=True)
def shared(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(shared_limits, "is_shared", True)
    yield
    list(shared_limits.take())


def told_to_another(rate: int) -> Limiter:
    """The limit of another worker, which has heard what was spent here."""
    messages = list(shared_limits.take())
    other = Limiter(rate, 60, name=NAME)
    for message in messages:
        shared_limits.hear(message)
    return other


def test_what_was_spent_here_is_gone_at_another_worker() -> None:
    here = Limiter(3, 60, name=NAME)
    here.take("a")
    here.take("a")
    there = told_to_another(3)
    there.take("a")
    with pytest.raises(TooManyRequests):
        there.take("a")
    there.take("b")


def test_what_was_spent_at_both_at_once_must_be_waited_for() -> None:
    here, there = Limiter(2, 60, name=NAME), Limiter(2, 60, name=NAME)
    for _ in range(2):
        here.take("a")
    messages = list(shared_limits.take())
    for _ in range(2):
        there.take("a")
    for message in messages:
        shared_limits.hear(message)
    with pytest.raises(TooManyRequests) as refused:
        there.take("a")
    assert 80 <= refused.value.retry_after <= 90, "three calls of thirty seconds"


def test_a_network_of_a_site_is_counted_with_the_site() -> None:
    here = Limiter(1, 60, name=NAME)
    for number in range(NETWORKS):
        here.take_address(f"2001:db8:1:{number:x}::1")
    there = told_to_another(1)
    with pytest.raises(TooManyRequests):
        there.take_address("2001:db8:1:ffff::1")


def test_what_was_given_back_is_not_told() -> None:
    here = Limiter(1, 60, name=NAME)
    here.take_address(NETWORK)
    here.give_back(NETWORK)
    told_to_another(1).take_address(NETWORK)


def test_what_was_given_back_is_taken_from_what_is_told() -> None:
    here = Limiter(3, 60, name=NAME)
    for _ in range(3):
        here.take_address("192.0.2.7")
    here.give_back("192.0.2.7")
    there = told_to_another(3)
    there.take_address("192.0.2.7")
    with pytest.raises(TooManyRequests):
        there.take_address("192.0.2.7")


def test_a_refused_call_is_not_told() -> None:
    here = Limiter(1, 60, name=NAME)
    here.take("a")
    list(shared_limits.take())
    with pytest.raises(TooManyRequests):
        here.take("a")
    assert list(shared_limits.take()) == []


def test_a_limit_without_a_name_is_of_one_worker() -> None:
    Limiter(1, 60).take("a")
    assert list(shared_limits.take()) == []


def test_a_worker_alone_notes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_limits, "is_shared", False)
    Limiter(1, 60, name=NAME).take("a")
    assert list(shared_limits.take()) == []


def test_a_crowd_is_told_in_several_messages_and_once() -> None:
    alone = SharedLimits()
    alone.is_shared = True
    for number in range(MOST_IN_MESSAGE + 1):
        alone.note(NAME, str(number), 1, 1)
    assert len(list(alone.take())) == 2
    assert list(alone.take()) == []


def test_a_limit_that_is_not_known_here_is_passed_over() -> None:
    SharedLimits().hear('[["of a newer version", "a", 1, 1]]')


def test_what_is_spent_alone_is_not_told() -> None:
    alone = SharedLimits()
    alone.note(NAME, "key", 1, 1)
    assert list(alone.take()) == []


@pytest.mark.anyio
async def test_limits_are_shared_as_long_as_the_relay_runs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(shared_limits, "is_shared", False)
    seen: list[bool] = []

    class Running:
        def __init__(self, *_of: object) -> None:
            pass

        async def run_telling(self, _seconds: float, _take: object) -> None:
            seen.append(shared_limits.is_shared)

    monkeypatch.setattr("rookiebattle.core.limits.Relay", Running)
    await share_with_other_workers()
    assert (seen, shared_limits.is_shared) == ([True], False)

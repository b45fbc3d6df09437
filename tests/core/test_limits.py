"""Rate limits, and the address to which a request counts."""

import time

import pytest

from rookiebattle.core.errors import TooManyRequests
from rookiebattle.core.limits import Limiter, address_key, client_address


def test_a_bucket_refuses_the_one_too_many_and_says_when() -> None:
    limiter = Limiter(2, 60)
    limiter.take("a")
    limiter.take("a")
    limiter.take("b")
    with pytest.raises(TooManyRequests) as refused:
        limiter.take("a")
    assert 1 <= refused.value.retry_after <= 30


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
    ],
)
def test_forwarded_addresses_count_only_behind_trusted_proxies(
    forwarded: str, trusted: int, address: str
) -> None:
    assert client_address("peer", forwarded, trusted) == address

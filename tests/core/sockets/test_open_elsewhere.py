"""The sockets that holders have open at other workers, as far as these have told it."""

from dataclasses import dataclass

import pytest

from rookiebattle.core.errors import TooManyRequests
from rookiebattle.core.limits import NETWORKS
from rookiebattle.core.sockets.connections import Holder, SocketCount
from rookiebattle.core.sockets.open_elsewhere import (
    FORGOTTEN_SECONDS,
    MOST_IN_MESSAGE,
    SILENT_SECONDS,
    OpenElsewhere,
)
from rookiebattle.settings import get_settings

MAYA, PARK = Holder("maya", is_member=True), Holder("192.0.2.1")


@dataclass
class Seconds:
    """A clock that stands."""

    now: float = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def seconds() -> Seconds:
    return Seconds()


def worker(seconds: Seconds) -> OpenElsewhere:
    made = OpenElsewhere(seconds)
    made.is_shared = True
    return made


def tell(here: OpenElsewhere, there: OpenElsewhere) -> None:
    for message in here.changes():
        there.hear(message)


@pytest.mark.parametrize("holder", [MAYA, PARK], ids=["member", "address"])
def test_a_holder_has_one_limit_at_all_workers(
    monkeypatch: pytest.MonkeyPatch, seconds: Seconds, holder: Holder
) -> None:
    for name in ("MEMBER", "ADDRESS"):
        monkeypatch.setenv(f"SOCKETS_PER_{name}", "3")
    here, there = worker(seconds), worker(seconds)
    counts = [SocketCount(get_settings(), one) for one in (here, there)]
    for _ in range(2):
        counts[0].take(holder)
    tell(here, there)
    counts[1].take(holder)
    with pytest.raises(TooManyRequests):
        counts[1].take(holder)
    counts[0].release(holder)
    tell(here, there)
    counts[1].take(holder)


def test_an_ipv6_site_has_one_limit_at_all_workers(
    monkeypatch: pytest.MonkeyPatch, seconds: Seconds
) -> None:
    monkeypatch.setenv("SOCKETS_PER_ADDRESS", "1")
    here, there = worker(seconds), worker(seconds)
    counts = [SocketCount(get_settings(), one) for one in (here, there)]
    networks = [Holder(f"2001:db8:1:{number}", site="2001:db8:1::/48") for number in range(9)]
    for network in networks[:NETWORKS]:
        counts[0].take(network)
    tell(here, there)
    with pytest.raises(TooManyRequests):
        counts[1].take(networks[-1])


def test_the_sockets_of_a_killed_worker_soon_do_not_count(seconds: Seconds) -> None:
    """Its pages connect to the others, and must find a place there."""
    here, there = worker(seconds), worker(seconds)
    here.note("maya", 2)
    tell(here, there)
    assert there.of("maya") == 2
    seconds.now += SILENT_SECONDS + 0.1
    assert there.of("maya") == 0
    there.hear(here.alive())
    assert there.of("maya") == 2, "it was only slow"


def test_the_workers_that_live_are_counted(seconds: Seconds) -> None:
    one, other, third = (OpenElsewhere(seconds) for _ in range(3))
    assert one.workers() == 1
    for message in (other.alive(), third.alive()):
        one.hear(message)
    assert one.workers() == 3
    seconds.now += SILENT_SECONDS - 1
    one.hear(third.alive())
    seconds.now += 1.5
    assert one.workers() == 2


def test_a_worker_that_stays_away_is_forgotten(seconds: Seconds) -> None:
    gone, here, there = worker(seconds), worker(seconds), worker(seconds)
    gone.note("maya", 2)
    tell(gone, there)
    seconds.now += FORGOTTEN_SECONDS + 1
    there.hear(here.alive())
    assert len(there._workers) == 1


def test_what_was_lost_on_the_way_is_told_again(seconds: Seconds) -> None:
    here, there = worker(seconds), worker(seconds)
    here.note("maya", 2)
    tell(here, there)
    here.note("maya", 0)
    here.note("amara", 1)
    list(here.changes())
    for message in here.whole():
        there.hear(message)
    assert (there.of("maya"), there.of("amara")) == (0, 1)


def test_a_crowd_is_told_in_several_messages(seconds: Seconds) -> None:
    here, there = worker(seconds), worker(seconds)
    people = [str(number) for number in range(MOST_IN_MESSAGE + 1)]
    for person in people:
        here.note(person, 1)
    told = list(here.whole())
    assert len(told) == 2
    for message in told:
        there.hear(message)
    assert {there.of(person) for person in people} == {1}
    assert list(here.changes()) == []


def test_a_worker_alone_keeps_nothing_to_tell(seconds: Seconds) -> None:
    alone = OpenElsewhere(seconds)
    alone.note("maya", 1)
    assert list(alone.changes()) == []

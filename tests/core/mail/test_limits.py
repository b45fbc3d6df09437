"""How many letters one member gets in a day."""

from datetime import datetime, timedelta

import pytest

from rookiebattle.core.mail import claims, limits
from tests.clocks import NOW
from tests.factories import failed_letter
from tests.world import World

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
CHANGED, CANCELED, CONFIRMED = "changed", "canceled", "confirmed"


@pytest.fixture(autouse=True)
def kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Letters about events, and letters that a member asked for."""
    monkeypatch.setattr(limits, "_limited", {})
    monkeypatch.setattr(limits, "_about_events", set())
    limits.limit(CHANGED, CANCELED, about_events=True)
    limits.limit(CONFIRMED)


def next_letter(
    world: World,
    kind: str,
    sent: int,
    *,
    starts_in: timedelta,
    apart: timedelta = HOUR / 60,
    then: str = "",
) -> datetime | None:
    """Until when the next letter about an event waits, after so many about it."""
    mira, about = world.person().user_id, "event"
    whose = {"user_id": mira, "kind": kind, "about": about}
    for number in range(sent):
        world.add(failed_letter(state="sent", sent_at=NOW - apart * number, **whose))
    world.add(failed_letter(state="waiting", turn_at=NOW, **whose | {"kind": then or kind}))
    with world.database.unit_of_work(write=True) as session:
        (claimed,) = claims.claim(session, 1)
        start = NOW + starts_in
        return limits.not_before(session, claimed, start, start + 2 * HOUR)


@pytest.mark.parametrize(
    ("sent", "starts_in", "waits_until"),
    [
        (3, 9 * DAY, None),
        (4, 9 * DAY, NOW + DAY - 3 * HOUR / 60),
        (4, 30 * HOUR, NOW + 6 * HOUR),
        (4, 20 * HOUR, None),
        (5, 20 * HOUR, NOW + 19 * HOUR),
        (5, HOUR / 2, None),
        # Half of the two and a half hours that are left.
        (6, HOUR / 2, NOW + 1.25 * HOUR),
    ],
)
def test_the_last_letters_about_an_event_are_kept_for_its_last_day(
    world: World, sent: int, starts_in: timedelta, waits_until: datetime | None
) -> None:
    assert next_letter(world, CHANGED, sent, starts_in=starts_in) == waits_until


def test_letters_that_a_member_asked_for_count_in_all_only(world: World) -> None:
    assert next_letter(world, CONFIRMED, 29, starts_in=9 * DAY) is None


@pytest.mark.parametrize(("sent", "starts_in"), [(30, 9 * DAY), (60, 20 * HOUR)])
def test_thirty_letters_are_enough_and_sixty_about_the_next_day(
    world: World, sent: int, starts_in: timedelta
) -> None:
    assert next_letter(world, CONFIRMED, sent, starts_in=starts_in) is not None


def test_kinds_that_are_limited_together_have_one_thirty(world: World) -> None:
    assert next_letter(world, CHANGED, 30, starts_in=9 * DAY, then=CANCELED) is not None


def test_what_starts_within_a_day_passes_the_thirty(world: World) -> None:
    assert next_letter(world, CONFIRMED, 59, starts_in=20 * HOUR) is None


def test_letters_that_were_sent_while_the_clock_was_ahead_count_for_nothing(world: World) -> None:
    """They would count for two days more, and the letter would be claimed again and again."""
    ahead = timedelta(days=2)
    assert next_letter(world, CONFIRMED, 60, starts_in=9 * DAY, apart=-ahead) is None


def test_letters_about_other_events_leave_room_for_those_about_this_one(world: World) -> None:
    mira = world.person().user_id
    whose = {"user_id": mira, "kind": CHANGED}
    for number in range(limits.PER_EVENT):
        sent_at = NOW - number * HOUR / 60
        world.add(failed_letter(state="sent", sent_at=sent_at, about="other", **whose))
    world.add(failed_letter(state="waiting", turn_at=NOW, about="event", **whose))
    with world.database.unit_of_work(write=True) as session:
        (claimed,) = claims.claim(session, 1)
        assert limits.not_before(session, claimed, NOW + 9 * DAY) is None
        told = [limits.told_enough(session, CHANGED, one, [mira]) for one in ("event", "other")]
    assert told == [set(), {mira}]


def test_a_letter_that_was_withdrawn_is_promised_anew(world: World) -> None:
    mira = world.person().user_id
    for state in ("withdrawn", "sent", "waiting"):
        of = {"user_id": mira, "kind": CONFIRMED, "about": state}
        world.add(failed_letter(state=state, created_at=NOW, **of))
    with world.database.unit_of_work(write=False) as session:
        found = limits.promised_since(session, CONFIRMED, [mira], NOW - HOUR)
    assert found == {(mira, "sent"), (mira, "waiting")}

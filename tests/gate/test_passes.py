"""Passes: whom the gate finds by one, and whom it does not."""

from datetime import UTC, datetime, timedelta
from xml.etree import ElementTree

import pytest

from rookiebattle.accounts.models import AgeBand
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import Conflict, NotFound, Unauthorized
from rookiebattle.gate import passes
from rookiebattle.guardians.models import Guardianship
from rookiebattle.settings import get_settings
from tests.clocks import StillClock
from tests.world import World

NOW = datetime(2026, 3, 14, 16, tzinfo=UTC)
END = NOW + timedelta(hours=3)


@pytest.fixture
def world(some_database: Database, still_clock: StillClock) -> World:
    still_clock.now = NOW
    return World(some_database)


@pytest.fixture
def event_id(world: World) -> str:
    return world.event(start_at=NOW + timedelta(hours=1), end_at=END)


def found(world: World, token: str, event_id: str) -> str | None:
    return world.run(passes.find, token, event_id=event_id)


def shown(world: World, actor: Actor, event_id: str, user_id: str = "") -> str:
    token: str = world.do(passes.show_pass, actor, event_id=event_id, user_id=user_id).token
    return token


def test_a_pass_says_nothing_is_the_same_each_time_and_leads_to_its_member(
    world: World, event_id: str
) -> None:
    ana, ben = world.person(game_name="Ana"), world.person()
    token = shown(world, ana, event_id)
    assert len(token) == 24
    assert token == shown(world, ana, event_id)
    assert token != shown(world, ben, event_id)
    assert found(world, token, event_id) == ana.user_id
    svg = world.do(passes.show_pass, ana, event_id=event_id).svg
    drawn = ElementTree.fromstring(svg)  # noqa: S314  # our own drawing
    assert drawn.get("role") == "img"
    assert drawn.get("aria-label") == "QR code of the pass"
    assert not {one.tag for one in drawn.iter()} - {"svg", "rect", "path"}


def test_a_forged_pass_and_one_for_another_event_lead_to_nobody(
    world: World, event_id: str
) -> None:
    ana, other = world.person(), world.event(start_at=NOW, end_at=END)
    world.seat(event_id, ana)
    world.seat(other, ana)
    token = shown(world, ana, event_id)
    assert found(world, token, other) is None
    assert found(world, token[:-1] + ("A" if token[-1] != "A" else "B"), event_id) is None
    assert found(world, ana.user_id, event_id) is None
    assert found(world, "", event_id) is None


def test_a_member_without_a_seat_is_found_and_an_erased_one_is_not(
    world: World, event_id: str
) -> None:
    ana, ben = world.person(), world.person(erased_at=NOW)
    world.seat(event_id, ana, cancelled_at=NOW)
    assert found(world, passes.token_of(event_id, ana.user_id), event_id) == ana.user_id
    assert found(world, passes.token_of(event_id, ben.user_id), event_id) is None


def test_a_pass_by_the_secret_of_before_counts(
    world: World, event_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = world.person()
    world.seat(event_id, ana)
    token, before = passes.token_of(event_id, ana.user_id), get_settings().session_secret
    monkeypatch.setenv("SESSION_SECRET", "another-secret-" * 4)
    get_settings.cache_clear()
    assert found(world, token, event_id) is None
    monkeypatch.setenv("SESSION_SECRET_BEFORE", before)
    get_settings.cache_clear()
    assert found(world, token, event_id) == ana.user_id


def test_a_pass_ends_a_day_after_its_event(
    world: World, event_id: str, still_clock: StillClock
) -> None:
    ana = world.person()
    token = shown(world, ana, event_id)
    still_clock.now = END + timedelta(hours=23)
    assert found(world, token, event_id) == ana.user_id
    still_clock.now = END + timedelta(hours=24)
    assert found(world, token, event_id) is None


def test_a_guardian_shows_the_pass_of_a_minor_and_nobody_else_does(
    world: World, event_id: str
) -> None:
    mother, teen, stranger = world.person(), world.person(age_band=AgeBand.MINOR), world.person()
    world.add(Guardianship(guardian_id=mother.user_id, minor_id=teen.user_id))
    token = shown(world, mother, event_id, teen.user_id)
    assert found(world, token, event_id) == teen.user_id
    for actor, whose in ((stranger, teen), (stranger, mother), (teen, mother)):
        with pytest.raises(NotFound):
            shown(world, actor, event_id, whose.user_id)
    with pytest.raises(Unauthorized):
        shown(world, VISITOR, event_id)


def test_those_without_a_seat_have_a_pass_that_the_gate_can_seat(
    world: World, event_id: str
) -> None:
    mother = world.person()
    rowan, sam = world.minor_of(mother), world.minor_of(mother, "Sam")
    world.seat(event_id, sam)
    (today,) = world.do(passes.passes_today, mother, event_id=event_id)
    assert [one.user_id for one in today.holders] == [mother.user_id, rowan.user_id]
    world.change(event_id, canceled_at=NOW)
    assert world.do(passes.passes_today, mother, event_id=event_id) == []


def test_no_pass_is_shown_for_an_event_that_is_over_or_canceled(
    world: World, event_id: str, still_clock: StillClock
) -> None:
    ana = world.person()
    canceled = world.event(start_at=NOW, end_at=END, canceled_at=NOW)
    with pytest.raises(Conflict):
        shown(world, ana, canceled)
    still_clock.now = END
    with pytest.raises(Conflict):
        shown(world, ana, event_id)

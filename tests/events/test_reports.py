"""Reports of events."""

from datetime import timedelta

import pytest

from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import Forbidden, NotFound, NotWelcomed, TooManyRequests
from rookiebattle.core.limits import Limiter
from rookiebattle.events import reports
from rookiebattle.events.models import EventReport
from rookiebattle.events.schemas import ReportWrite
from tests.clocks import NOW, StillClock
from tests.letter_box import received
from tests.world import World


@pytest.fixture
def world(some_database: Database, still_clock: StillClock) -> World:
    still_clock.now = NOW
    return World(some_database)


@pytest.fixture
def admin(world: World) -> Actor:
    return world.person(is_admin=True)


def report(world: World, actor: Actor, event_id: str, reason: str = "Not ours", **how: str) -> None:
    values = ReportWrite(reason=reason)
    world.do(reports.report_event, actor, event_id=event_id, values=values, **how)


@pytest.mark.each_database
def test_a_report_waits_for_administrators_who_read_who_says_what(
    world: World, admin: Actor, still_clock: StillClock
) -> None:
    mira, event_id = world.person(game_name="Mira"), world.event(title="Night fight")
    report(world, mira, event_id, "A trap")
    for _ in range(2):
        report(world, VISITOR, event_id, "No such park")
    assert world.do(reports.count_reported, admin) == (1, event_id)
    found = world.do(reports.list_reports, admin, event_id=event_id)
    assert sorted((one.by or "", one.reason) for one in found) == [
        ("", "No such park"),
        ("Mira", "A trap"),
    ]
    letters = received()
    assert [one.recipient for one in letters] == ["contact@example.org"] * 2
    assert letters[0].subject == "Reported: Night fight"
    assert "Mira" not in letters[0].body + letters[1].body
    still_clock.now += timedelta(hours=1)
    other = world.event()
    report(world, mira, other, "A trap")
    assert world.do(reports.count_reported, admin) == (2, event_id)
    report(world, VISITOR, event_id, "Again")
    assert world.do(reports.list_reports, admin, event_id=event_id)[-1].reason == "Again"
    for _ in range(2):
        world.do(reports.handle_reports, admin, event_id=event_id)
    assert world.do(reports.count_reported, admin) == (1, other)
    assert world.do(reports.list_reports, admin, event_id=event_id) == []
    assert world.actions().count("event.reports_handled") == 1


def test_nobody_else_reads_reports_not_even_the_organizer(world: World) -> None:
    olga = world.person()
    event_id = world.event(olga)
    report(world, VISITOR, event_id)
    for verb in (reports.list_reports, reports.handle_reports):
        with pytest.raises(Forbidden):
            world.do(verb, olga, event_id=event_id)


def test_a_report_needs_an_event_that_one_sees_and_a_finished_welcome(world: World) -> None:
    hidden = world.event(is_public=False)
    with pytest.raises(NotFound):
        report(world, VISITOR, hidden)
    with pytest.raises(NotWelcomed):
        report(world, world.person(age_band=None), hidden)


def test_floods_are_limited(
    world: World, monkeypatch: pytest.MonkeyPatch, still_clock: StillClock
) -> None:
    event_id, mira = world.event(), world.person()
    monkeypatch.setattr(reports, "_addresses", Limiter(3, 3600))
    for number in range(3):
        report(world, VISITOR, event_id, f"Reason {number}", address="192.0.2.1")
    with pytest.raises(TooManyRequests):
        report(world, VISITOR, event_id, "One more", address="192.0.2.1")
    monkeypatch.setattr(reports, "MOST_OF_VISITORS", 4)
    report(world, VISITOR, event_id, "One more", address="192.0.2.2")
    with pytest.raises(TooManyRequests):
        report(world, VISITOR, event_id, "The fifth", address="192.0.2.2")
    for number in range(reports.MOST_A_DAY):
        report(world, mira, event_id, f"Reason {number}", address="192.0.2.1")
    still_clock.now += timedelta(hours=1, seconds=1)
    report(world, VISITOR, event_id, "The fifth", address="192.0.2.2")
    with pytest.raises(TooManyRequests):
        report(world, mira, event_id, "One more")
    still_clock.now += timedelta(days=1)
    report(world, mira, event_id, "One more")


def test_reports_go_after_a_year_and_with_their_event(
    world: World, still_clock: StillClock
) -> None:
    old, gone = world.event(), world.event()
    for event_id in (old, gone):
        report(world, VISITOR, event_id)
    world.remove(gone)
    still_clock.now += timedelta(days=366)
    with world.database.unit_of_work(write=True) as session:
        assert session.query(EventReport).count() == 1
        reports.forget_old(session)
        assert session.query(EventReport).count() == 0

"""Somebody who deletes the account and comes back goes on with the limits of before."""

from datetime import datetime, timedelta
from typing import Any

import pytest
import sqlalchemy as sa
from sqlmodel import col

from rookiebattle.accounts import leaving
from rookiebattle.accounts import service as accounts
from rookiebattle.accounts.models import User
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import Conflict, TooManyRequests
from rookiebattle.core.pushing import live
from rookiebattle.events import allowance, service
from rookiebattle.events.models import LEFT_KEPT, Event, LeftOrganizer
from rookiebattle.events.schemas import EventRead, EventWrite
from rookiebattle.integrations.oidc import Claims
from rookiebattle.registrations.service import registering as registrations
from tests import factories
from tests.clocks import StillClock
from tests.events.club import NOW, Allow
from tests.world import World

DAY, WEEK = timedelta(days=1), timedelta(weeks=1)


@pytest.fixture
def world(some_database: Database, at_now: datetime) -> World:
    return World(some_database)


@pytest.fixture
def admin(world: World) -> Actor:
    return world.person(is_admin=True)


def come(world: World, subject: str, *, age_band: str | None = "adult") -> Actor:
    """A person's first sign-in with a new account, and the welcome."""
    world.do(accounts.sign_in, VISITOR, claims=Claims("https://id.example.org", subject))
    with world.database.unit_of_work(write=True) as session:
        user = session.query(User).filter_by(subject=subject).one()
        user.age_band = age_band
        return factories.actor_of(user)


def leave(world: World, actor: Actor) -> None:
    world.do(accounts.delete_account, actor, confirmation="DELETE")


def organize(
    world: World, actor: Actor, count: int = 1, start: datetime = NOW + DAY, **more: Any
) -> EventRead:
    """A series of so many weeks."""
    last = start + (count - 1) * WEEK
    values = {
        "title": "Park",
        "event_type": "training",
        "start_date": start.isoformat(),
        "is_recurring": count > 1,
        "recurrence_pattern": "weekly" if count > 1 else None,
        "recurrence_end_date": last.date().isoformat() if count > 1 else None,
        **more,
    }
    return world.do(service.create_event, actor, values=EventWrite.model_validate(values))


def run_by(world: World, actor: Actor) -> list[Event]:
    with world.database.unit_of_work(write=False) as session:
        wanted = sa.select(Event).where(col(Event.organizer_id) == actor.user_id)
        return list(session.scalars(wanted.order_by(col(Event.start_at))))


def remembered(world: World) -> list[LeftOrganizer]:
    return world.scalars(sa.select(LeftOrganizer))


def test_a_new_account_goes_on_with_the_days_events(
    world: World, admin: Actor, allow: Allow, still_clock: StillClock
) -> None:
    allow(events=10)
    for _ in range(2):
        maya = come(world, "maya")
        organize(world, maya, 4)
        leave(world, maya)
    maya, jonah = come(world, "maya"), come(world, "jonah")
    with pytest.raises(TooManyRequests, match="at most 10"):
        organize(world, maya, 3)
    organize(world, maya, 2)
    organize(world, jonah, 10)
    still_clock.now = NOW + DAY
    organize(world, maya, 10, start=NOW + 2 * DAY)


def test_a_new_account_goes_on_with_the_days_text(world: World, admin: Actor, allow: Allow) -> None:
    allow(text=2_000)
    maya = come(world, "maya")
    organize(world, maya, description="x" * 1_500)
    leave(world, maya)
    again = come(world, "maya")
    with pytest.raises(TooManyRequests, match="2,000 characters"):
        organize(world, again, description="x" * 600)


def test_events_left_to_the_club_count_for_a_month(
    world: World, admin: Actor, allow: Allow, still_clock: StillClock
) -> None:
    allow(coming=12)
    maya = come(world, "maya")
    organize(world, maya, 10)
    leave(world, maya)
    again = come(world, "maya")
    with pytest.raises(Conflict, match="at most 12"):
        organize(world, again, 3)
    organize(world, again, 2)
    leave(world, again)
    third = come(world, "maya")
    with pytest.raises(Conflict):
        organize(world, third)
    # Five of the twelve are over, and two of the others are removed by the administrator.
    still_clock.now = NOW + 25 * DAY
    for event in run_by(world, admin)[-2:]:
        world.do(service.remove_event, admin, event_id=event.id)
    with pytest.raises(Conflict):
        organize(world, third, 9, start=NOW + 26 * DAY)
    still_clock.now = NOW + LEFT_KEPT
    organize(world, third, 12, start=NOW + LEFT_KEPT + DAY)


def test_open_pages_hear_of_what_is_handed_over_though_a_clock_was_slow(
    world: World, admin: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    maya, heard = come(world, "maya"), list[str]()
    event = organize(world, maya)
    world.change(event.id, updated_at=NOW + DAY)
    monkeypatch.setattr(live, "announce", heard.append)
    leave(world, maya)
    assert [one for one in heard if event.id in one]
    (left,) = run_by(world, admin)
    assert left.updated_at > NOW + DAY


def test_without_an_administrator_events_that_stay_count_too(world: World, allow: Allow) -> None:
    allow(coming=12)
    maya = come(world, "maya")
    organize(world, maya, 10)
    leave(world, maya)
    with pytest.raises(Conflict):
        organize(world, come(world, "maya"), 3)


def test_a_fingerprint_is_kept_of_organizers_only_and_for_a_month(
    world: World, admin: Actor, still_clock: StillClock
) -> None:
    """Neither of a member who organized nothing, nor of a child."""
    leave(world, come(world, "jonah"))
    child = come(world, "kim", age_band=None)
    world.event(child)
    world.do(accounts.turn_child_away, child, confirmed=True)
    assert remembered(world) == []
    maya = come(world, "maya")
    organize(world, maya)
    leave(world, maya)
    (kept,) = remembered(world)
    assert (kept.user_id, kept.left_at) == (maya.user_id, NOW)
    assert "maya" not in repr(kept)
    for now, left in ((NOW + LEFT_KEPT - DAY, 1), (NOW + LEFT_KEPT, 0)):
        still_clock.now = now
        world.run(allowance.forget_left_organizers)
        assert len(remembered(world)) == left


def test_of_a_child_who_was_taken_for_a_member_no_fingerprint_stays(world: World) -> None:
    """The account's row stays, because nobody takes over the event."""
    kim = come(world, "kim")
    organize(world, kim)
    world.set(User, kim.user_id, email="kim@example.org")
    world.do(leaving.erase_child, VISITOR, who="kim@example.org")
    assert len(run_by(world, kim)) == 1
    assert remembered(world) == []


def test_a_fingerprint_needs_events_that_stay_or_an_act_of_the_day(
    world: World, admin: Actor, still_clock: StillClock
) -> None:
    maya, jonah, kim = (come(world, name) for name in ("maya", "jonah", "kim"))
    organize(world, maya, start=NOW + 9 * DAY)
    organize(world, jonah)
    still_clock.now = NOW + 3 * DAY
    organize(world, kim, start=NOW)
    for actor in (maya, jonah, kim):
        leave(world, actor)
    assert {one.user_id for one in remembered(world)} == {maya.user_id, kim.user_id}


def test_of_very_many_events_the_next_ones_and_those_with_people_are_left(
    world: World, admin: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rookiebattle.events.leaving.MOST_HANDED_OVER", 3)
    maya, guest = come(world, "maya"), world.person()
    organize(world, maya, 6)
    sixth = run_by(world, maya)[5]
    later = NOW + 90 * DAY
    organize(world, maya, 3, title="Later", start=later)
    first, second, third = run_by(world, maya)[6:]
    for event in (sixth, third):
        world.do(registrations.register, guest, event_id=event.id)
    # A seat that was given up and is paid for: the organizer still owes the money.
    paid = world.event(maya, start_at=NOW + 200 * DAY, title="Paid")
    world.seat(paid, guest, payment_status="completed", cancelled_at=NOW)
    world.change(paid, current_participants=0)
    leave(world, maya)
    assert run_by(world, maya) == []
    left = run_by(world, admin)
    assert [one.title for one in left] == ["Park"] * 4 + ["Later", "Paid"]
    assert left[3].id == sixth.id
    assert (left[4].id, left[4].parent_event_id) == (third.id, None)
    gone = {line.subject_id for line in world.audit_lines() if line.action == "event.removed"}
    assert len(gone) == 4
    assert {first.id, second.id} <= gone

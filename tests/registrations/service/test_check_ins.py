"""The gate: checking in, undoing it, and people without a seat."""

from datetime import datetime, timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from rookiebattle.accounts import service as accounts
from rookiebattle.accounts.models import AgeBand, User
from rookiebattle.accounts.policy import is_welcomed
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.changes import AuditWords
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import AppError, Conflict, Forbidden, Invalid, NotFound
from rookiebattle.core.mail.outbox_table import OutboxLetter
from rookiebattle.core.pushing import live
from rookiebattle.registrations.schemas import Attendee, NewcomerWrite, RosterSearch
from rookiebattle.registrations.service import check_ins, registering
from rookiebattle.registrations.service import roster as rosters
from tests.clocks import NOW, StillClock
from tests.world import World

SOON = NOW + timedelta(hours=3)
NELL = NewcomerWrite(email="nell@example.org", first_name="Nell", last_name="Ash", age_band="adult")


@pytest.fixture
def world(some_database: Database) -> World:
    return World(some_database)


@pytest.fixture
def ada(world: World) -> Actor:
    return world.person(is_admin=True, first_name="Ada", last_name="Long")


def check(world: World, by: Actor, event_id: str, whose: Actor) -> Attendee:
    return world.do(check_ins.check_in, by, event_id=event_id, user_id=whose.user_id)


def undo(world: World, by: Actor, event_id: str, whose: Actor) -> check_ins.Mark | None:
    return world.do(check_ins.undo_check_in, by, event_id=event_id, user_id=whose.user_id)


def walk_in(world: World, by: Actor, event_id: str, whose: Actor) -> Attendee:
    return world.do(check_ins.add_walk_in, by, event_id=event_id, user_id=whose.user_id)


def told(world: World) -> list[tuple[str, str]]:
    with world.database.unit_of_work(write=False) as session:
        lines = session.scalars(sa.select(AuditWords).order_by(sa.text("at, action")))
        return [(one.action, one.thing) for one in lines]


def row_of(world: World, event_id: str, whose: Actor) -> Any:
    return next(one for one in world.rows(event_id) if one.user_id == whose.user_id)


def change(world: World, whose: Actor, **columns: Any) -> None:
    with world.database.unit_of_work(write=True) as session:
        user = session.get_one(User, whose.user_id)
        for name, value in columns.items():
            setattr(user, name, value)


def test_the_first_check_in_stays(world: World, ada: Actor, still_clock: StillClock) -> None:
    maya, jonah = world.person(first_name="Maya", last_name="Ash"), world.person()
    event_id = world.event(jonah, title="Park Day", start_at=SOON)
    world.seat(event_id, maya)
    assert check(world, ada, event_id, maya).checked_in_at == NOW
    still_clock.now = NOW + timedelta(minutes=5)
    assert check(world, jonah, event_id, maya).checked_in_at == NOW
    row = row_of(world, event_id, maya)
    assert (row.checked_in_at, row.checked_in_by) == (NOW, ada.user_id)
    assert told(world) == [("registration.checked_in", "Maya Ash at Park Day")]
    assert world.actions().count("registration.checked_in") == 1


def test_a_check_in_is_undone_and_the_seat_stays(world: World, ada: Actor) -> None:
    maya, event_id = world.person(game_name="Storm"), world.event(title="Duels", start_at=SOON)
    world.seat(event_id, maya)
    check(world, ada, event_id, maya)
    assert undo(world, ada, event_id, maya) == (NOW, ada.user_id)
    assert undo(world, ada, event_id, maya) is None
    row = row_of(world, event_id, maya)
    assert (row.checked_in_at, row.checked_in_by, row.cancelled_at) == (None, None, None)
    assert ("registration.check_in_undone", "Storm at Duels") in told(world)
    assert world.actions().count("registration.check_in_undone") == 1
    assert check(world, ada, event_id, maya).checked_in_at == NOW


def test_an_undone_check_in_comes_back_as_it_was(
    world: World, ada: Actor, still_clock: StillClock
) -> None:
    jonah, maya = world.person(), world.person()
    event_id = world.event(jonah, start_at=SOON)
    world.seat(event_id, maya)
    check(world, ada, event_id, maya)
    still_clock.now = NOW + timedelta(minutes=5)
    before = undo(world, jonah, event_id, maya)
    seat = {"event_id": event_id, "user_id": maya.user_id}
    assert world.do(check_ins.check_in, jonah, **seat, before=before).checked_in_at == NOW
    row = row_of(world, event_id, maya)
    assert (row.checked_in_at, row.checked_in_by) == (NOW, ada.user_id)


def test_organizers_check_in_at_their_own_events_without_words(world: World) -> None:
    jonah, maya = world.person(), world.person()
    event_id = world.event(jonah, start_at=SOON)
    world.seat(event_id, maya)
    check(world, jonah, event_id, maya)
    undo(world, jonah, event_id, maya)
    assert told(world) == []
    assert "registration.checked_in" in world.actions()


@pytest.mark.parametrize("verb", [check_ins.check_in, check_ins.undo_check_in])
def test_nobody_else_does(world: World, verb: Any) -> None:
    maya, event_id = world.person(), world.event(start_at=SOON)
    world.seat(event_id, maya)
    newcomer = world.person(is_admin=True, age_band=None)
    for other in (maya, world.person(), VISITOR, newcomer):
        with pytest.raises(Forbidden):
            world.do(verb, other, event_id=event_id, user_id=maya.user_id)
    world.event(other_organizer := world.person(), start_at=SOON)
    with pytest.raises(Forbidden):
        world.do(verb, other_organizer, event_id=event_id, user_id=maya.user_id)


@pytest.mark.parametrize("verb", [check_ins.check_in, check_ins.undo_check_in])
def test_only_who_holds_a_seat_is_checked_in(world: World, ada: Actor, verb: Any) -> None:
    event_id, left = world.event(start_at=SOON), world.person()
    world.seat(event_id, left, cancelled_at=NOW)
    for user_id in (left.user_id, world.person().user_id, "junk"):
        with pytest.raises(NotFound, match="This member isn’t registered"):
            world.do(verb, ada, event_id=event_id, user_id=user_id)
    with pytest.raises(NotFound):
        world.do(verb, ada, event_id="junk", user_id=left.user_id)


@pytest.mark.parametrize(("hours", "opens"), [(25, False), (24, True), (-72, True)])
def test_check_in_opens_when_seats_can_no_longer_be_given_up(
    world: World, ada: Actor, hours: int, opens: bool
) -> None:
    maya, event_id = world.person(), world.event(start_at=NOW + timedelta(hours=hours))
    world.seat(event_id, maya)
    if opens:
        assert check(world, ada, event_id, maya).checked_in_at
        return
    for verb in (check, walk_in):
        with pytest.raises(Conflict, match="Check-in opens 24 hours before"):
            verb(world, ada, event_id, maya)


def test_nobody_is_checked_in_at_a_canceled_event(world: World, ada: Actor) -> None:
    maya, event_id = world.person(), world.event(start_at=SOON, canceled_at=NOW)
    world.seat(event_id, maya)
    for verb, whose in ((check, maya), (walk_in, world.person())):
        with pytest.raises(Conflict, match="has been canceled"):
            verb(world, ada, event_id, whose)


def test_a_seat_that_is_given_up_after_all_is_no_longer_there(world: World, ada: Actor) -> None:
    maya, event_id = world.person(), world.event(start_at=SOON)
    world.seat(event_id, maya)
    check(world, ada, event_id, maya)
    world.change(event_id, start_at=NOW + timedelta(days=9), end_at=NOW + timedelta(days=10))
    world.do(registering.unregister, maya, event_id=event_id)
    row = row_of(world, event_id, maya)
    assert (row.cancelled_at, row.checked_in_at, row.checked_in_by) == (NOW, None, None)
    world.do(registering.register, maya, event_id=event_id)
    assert row_of(world, event_id, maya).checked_in_at is None


def test_an_erased_account_leaves_its_seat_without_a_name(world: World, ada: Actor) -> None:
    maya, event_id = world.person(), world.event(start_at=SOON)
    world.seat(event_id, maya)
    check(world, ada, event_id, maya)
    world.do(accounts.delete_account, maya, confirmation="DELETE")
    assert told(world) == []


@pytest.mark.parametrize(
    ("starts", "maximum", "taken"),
    [(SOON, None, 1), (SOON, 1, 2), (NOW - timedelta(hours=1), 1, 2), (SOON, 5, 1)],
)
def test_a_walk_in_gets_a_seat_though_the_event_is_full_or_has_started(
    world: World, ada: Actor, starts: datetime, maximum: int | None, taken: int
) -> None:
    event_id = world.event(
        title="Duels", start_at=starts, end_at=SOON + timedelta(hours=2), max_participants=maximum
    )
    if taken > 1:
        world.seat(event_id, world.person())
    maya = world.person(first_name="Maya", last_name="Ash")
    for _ in range(2):
        assert walk_in(world, ada, event_id, maya).checked_in_at == NOW
    assert (world.counter(event_id), world.held(event_id)) == (taken, taken)
    assert told(world) == [("registration.walked_in", "Maya Ash at Duels")]


def test_nobody_else_gets_the_seat_above_the_maximum(world: World, ada: Actor) -> None:
    event_id = world.event(start_at=SOON, max_participants=1)
    world.seat(event_id, world.person())
    walk_in(world, ada, event_id, world.person())
    with pytest.raises(Conflict, match="Event is full"):
        world.do(registering.register, world.person(), event_id=event_id)


@pytest.mark.parametrize(
    ("tier", "status", "owed"),
    [("none", "inactive", 1000), ("premium", "active", 500), ("premium", "expired", 1000)],
)
def test_a_walk_in_owes_the_price_and_gets_no_letter(
    world: World, ada: Actor, tier: str, status: str, owed: int
) -> None:
    event_id = world.event(start_at=SOON, price_cents=1000)
    maya = world.person(membership_tier=tier, membership_status=status)
    seat = walk_in(world, ada, event_id, maya)
    assert (seat.payment_status, seat.amount) == ("pending", owed)
    assert world.scalars(sa.select(OutboxLetter)) == []


def test_a_walk_in_who_has_a_seat_is_checked_in(world: World, ada: Actor) -> None:
    event_id, maya = world.event(start_at=SOON), world.person()
    world.seat(event_id, maya)
    assert walk_in(world, ada, event_id, maya).checked_in_at
    assert world.held(event_id) == 1
    assert [action for action, _ in told(world)] == ["registration.checked_in"]


def test_a_walk_in_takes_a_seat_again_that_is_paid_already(world: World, ada: Actor) -> None:
    event_id, maya = world.event(start_at=SOON, price_cents=1000), world.person()
    paid = {"payment_status": "completed", "payment_amount_cents": 800}
    with world.database.unit_of_work(write=False):
        world.seat(event_id, maya, cancelled_at=NOW, **paid)
    world.change(event_id, current_participants=0)
    seat = walk_in(world, ada, event_id, maya)
    assert (seat.payment_status, seat.amount) == ("completed", 800)
    assert (world.counter(event_id), world.held(event_id)) == (1, 1)


def test_an_event_for_members_asks_walk_ins_for_their_membership(world: World, ada: Actor) -> None:
    event_id = world.event(start_at=SOON, requires_membership=True)
    maya = world.person()
    for status in ("inactive", "expired"):
        change(world, maya, membership_tier="basic", membership_status=status)
        with pytest.raises(Forbidden, match="Active membership required"):
            walk_in(world, ada, event_id, maya)
    change(world, maya, membership_tier="basic", membership_status="active")
    assert walk_in(world, ada, event_id, maya).checked_in_at


def test_only_administrators_let_people_walk_in(world: World, ada: Actor) -> None:
    jonah = world.person()
    event_id = world.event(jonah, start_at=SOON)
    refused: tuple[type[AppError], ...] = (Forbidden,)
    for by in (jonah, world.person()):
        with pytest.raises(refused):
            walk_in(world, by, event_id, world.person())
        with pytest.raises(refused):
            world.do(check_ins.add_newcomer, by, event_id=event_id, values=NELL)
        with pytest.raises(refused):
            world.do(check_ins.find_candidates, by, event_id=event_id, text="Maya")
    gone = world.person()
    world.do(accounts.delete_account, gone, confirmation="DELETE")
    for nobody in (gone.user_id, "00000000-0000-4000-8000-000000000000"):
        with pytest.raises(NotFound):
            world.do(check_ins.add_walk_in, ada, event_id=event_id, user_id=nobody)


@pytest.mark.each_database
def test_a_new_person_gets_an_account_and_a_seat_or_neither(world: World, ada: Actor) -> None:
    closed = world.event(start_at=NOW + timedelta(days=9))
    with pytest.raises(Conflict):
        world.do(check_ins.add_newcomer, ada, event_id=closed, values=NELL)
    event_id = world.event(start_at=SOON)
    seat = world.do(check_ins.add_newcomer, ada, event_id=event_id, values=NELL)
    assert (seat.checked_in_at, world.counter(event_id)) == (NOW, 1)
    assert "account.invited" not in world.actions(), "a newcomer at the gate is asked in person"
    with pytest.raises(Invalid) as taken:
        world.do(check_ins.add_newcomer, ada, event_id=event_id, values=NELL)
    assert "email" in taken.value.fields
    assert world.counter(event_id) == 1


def test_a_new_person_under_18_is_a_minor_and_of_a_child_nothing_is_kept(
    world: World, ada: Actor
) -> None:
    event_id = world.event(start_at=SOON)
    child = NELL.model_copy(update={"age_band": "under13"})
    with pytest.raises(Forbidden):
        world.do(check_ins.add_newcomer, ada, event_id=event_id, values=child)
    assert (world.counter(event_id), "account.added" in world.actions()) == (0, False)
    minor = NELL.model_copy(update={"age_band": "minor"})
    seat = world.do(check_ins.add_newcomer, ada, event_id=event_id, values=minor)
    (shown,) = world.do(
        rosters.read_roster, ada, event_id=event_id, wanted=RosterSearch()
    ).entries.items
    assert (shown.name, shown.is_minor) == ("Nell Ash", True)
    with world.database.unit_of_work(write=True) as session:
        user = session.get_one(User, seat.user_id)
        is_minor = accounts.is_minor(session, user_id=user.id)
        assert (is_minor, is_welcomed(user.age_band)) == (True, False)
        # The welcome asks the person, and that answer counts.
        user.age_band = AgeBand.ADULT
        assert not accounts.is_minor(session, user_id=user.id)


def test_candidates_are_found_by_name_and_address_with_their_seats(
    world: World, ada: Actor
) -> None:
    park = world.chapter("Tampa")
    there = world.person(first_name="Maya", last_name="Ash", email="maya@example.org")
    seated = world.person(first_name="Maybelle", game_name="Owl", chapter_id=park)
    world.person(first_name="Mayim", membership_tier="basic", membership_status="active")
    world.person(first_name="Ben")
    event_id = world.event(start_at=SOON)
    for one in (there, seated):
        world.seat(event_id, one)
    check(world, ada, event_id, there)
    found = world.do(check_ins.find_candidates, ada, event_id=event_id, text="may")
    assert [
        (one.name, one.has_seat, one.checked_in_at is not None, one.has_membership) for one in found
    ] == [
        ("Maya Ash", True, True, False),
        ("Maybelle", True, False, False),
        ("Mayim", False, False, True),
    ]
    assert (found[1].game_name, found[1].chapter) == ("Owl", "Tampa")
    by_mail = world.do(check_ins.find_candidates, ada, event_id=event_id, text="maya@example")
    assert [one.name for one in by_mail] == ["Maya Ash"]
    for nothing in ("", "  ", "!!"):
        assert world.do(check_ins.find_candidates, ada, event_id=event_id, text=nothing) == []


def test_other_phones_at_the_gate_are_told(
    world: World, ada: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    announced: list[str] = []
    maya, event_id = world.person(), world.event(start_at=SOON)
    world.seat(event_id, maya)
    monkeypatch.setattr(live, "announce", announced.append)
    check(world, ada, event_id, maya)
    check(world, ada, event_id, maya)
    assert announced == [f"roster:{event_id}"]
    undo(world, ada, event_id, maya)
    guest = world.person()
    walk_in(world, ada, event_id, guest)
    own = {f"own:{guest.user_id}:{event_id}", f"list:seats:{guest.user_id}"}
    assert set(announced) == {event_id, f"roster:{event_id}", *own}

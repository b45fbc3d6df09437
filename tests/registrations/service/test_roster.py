"""The roster of an event: for whom which names, its parts and orders, and its version."""

import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import AppError, Forbidden, NotFound
from rookiebattle.core.pagination import Window
from rookiebattle.core.roles import Grant, Role
from rookiebattle.registrations.schemas import Roster, RosterSearch, Settlement
from rookiebattle.registrations.service import check_ins, registering, roster
from tests.clocks import NOW, StillClock
from tests.settled import settle
from tests.world import World

SOON = NOW + timedelta(hours=3)


@pytest.fixture
def world(some_database: Database) -> World:
    return World(some_database)


@pytest.fixture
def ada(world: World) -> Actor:
    return world.person(is_admin=True, first_name="Ada", last_name="Long")


def read(world: World, by: Actor, event_id: str, **wanted: Any) -> Roster:
    return world.do(roster.read_roster, by, event_id=event_id, wanted=RosterSearch(**wanted))


def names(shown: Roster) -> list[str]:
    return [one.name for one in shown.entries.items]


def test_administrators_alone_read_whose_waiver_a_parent_signs(world: World, ada: Actor) -> None:
    """Any adult may organize an event, so an organizer who reads it learns who is a minor."""
    jonah = world.person(game_name="Jonah")
    event_id = world.event(jonah, start_at=SOON)
    for age in ("adult", "minor"):
        world.seat(event_id, world.person(game_name=age, age_band=age))
    told = {
        one.game_name or one.name: one.is_minor for one in read(world, ada, event_id).entries.items
    }
    assert told == {"adult": False, "minor": True}
    assert not any(one.is_minor for one in read(world, jonah, event_id).entries.items)


def test_administrators_see_real_names_and_organizers_what_members_see(
    world: World, ada: Actor
) -> None:
    jonah = world.person(game_name="Jonah")
    event_id = world.event(jonah, start_at=SOON)
    chapter_id = world.chapter("Tampa")
    for columns in (
        {"first_name": "Maya", "last_name": "Ash", "game_name": "Storm", "email": "m@example.org"},
        {"first_name": "Kim", "last_name": "Park", "age_band": "minor", "chapter_id": chapter_id},
    ):
        world.seat(event_id, world.person(**columns))
    told = [
        (one.name, one.game_name, one.email, one.chapter)
        for one in read(world, ada, event_id).entries.items
    ]
    assert told == [("Kim Park", "", "", "Tampa"), ("Maya Ash", "Storm", "m@example.org", "")]
    told = [
        (one.name, one.game_name, one.email, one.chapter)
        for one in read(world, jonah, event_id).entries.items
    ]
    assert told == [("Member", "", "", "Tampa"), ("Storm", "", "", "")]
    assert read(world, ada, event_id).may.add
    assert not read(world, jonah, event_id).may.add
    # Nor does a search tell an organizer what the names hide.
    for hidden in ("maya", "m@example", "kim"):
        assert names(read(world, jonah, event_id, text=hidden)) == []


def test_others_read_no_roster(world: World) -> None:
    maya, private = world.person(), world.event(is_public=False)
    event_id = world.event(start_at=SOON)
    world.seat(event_id, maya)
    cases: list[tuple[Actor, str, type[AppError]]] = [
        (maya, event_id, Forbidden),
        (VISITOR, event_id, Forbidden),
        (VISITOR, private, NotFound),
        (maya, "junk", NotFound),
    ]
    for who, of, error in cases:
        with pytest.raises(error):
            read(world, who, of)


def crowd(world: World, ada: Actor, clock: StillClock) -> str:
    """Ana paid and is there, Bo owes, Cy is free and there, Di gave a paid seat up."""
    event_id = world.event(start_at=SOON, max_participants=10)
    owes = {"payment_status": "pending", "payment_amount_cents": 1000}
    paid = {"payment_status": "completed", "payment_amount_cents": 1000}
    seats: list[tuple[str, dict[str, Any]]] = [
        ("Cy", {}),
        ("Ana", paid),
        ("Di", {**paid, "cancelled_at": NOW}),
        ("Bo", owes),
    ]
    people = {name: world.person(first_name=name) for name, _ in seats}
    for place, (name, columns) in enumerate(seats):
        at = NOW - timedelta(days=9 - place)
        world.seat(event_id, people[name], registration_date=at, **columns)
    for name in ("Ana", "Cy"):
        clock.now += timedelta(minutes=1)
        world.do(check_ins.check_in, ada, event_id=event_id, user_id=people[name].user_id)
    return event_id


def test_the_gate_asks_for_parts_in_an_order(
    world: World, ada: Actor, still_clock: StillClock
) -> None:
    event_id = crowd(world, ada, still_clock)
    for wanted, expected in (
        ({}, ["Ana", "Bo", "Cy", "Di"]),
        ({"order": "registered"}, ["Cy", "Ana", "Bo", "Di"]),
        ({"order": "checked-in"}, ["Cy", "Ana", "Bo", "Di"]),
        ({"shown": "expected"}, ["Bo"]),
        ({"shown": "there"}, ["Ana", "Cy"]),
        ({"shown": "owing"}, ["Bo"]),
        ({"text": "an"}, ["Ana"]),
        ({"text": "n"}, []),
        ({"window": Window(2, 1)}, ["Bo", "Cy"]),
    ):
        assert names(read(world, ada, event_id, **wanted)) == expected, wanted
    shown = read(world, ada, event_id, text="an")
    assert (shown.held, shown.there, shown.owing) == (3, 2, 1)
    assert (shown.paid, shown.priced) == (shown.priced - 1, shown.priced)
    assert shown.entries.total == 1
    by = [one.checked_in_by for one in read(world, ada, event_id, shown="there").entries.items]
    assert by == ["Ada Long", "Ada Long"]


def test_on_its_day_a_roster_begins_with_who_is_not_there_yet(
    world: World, ada: Actor, still_clock: StillClock
) -> None:
    event_id = crowd(world, ada, still_clock)
    everyone, usual = ["Ana", "Bo", "Cy", "Di"], {"shown": "usual"}
    assert names(read(world, ada, event_id, **usual)) == ["Bo"]
    ana = next(one.user_id for one in read(world, ada, event_id).entries.items)
    assert names(read(world, ada, event_id, **usual, kept=[ana])) == ["Ana", "Bo"]
    # It is Saturday at 8 AM in New York, and the event is Saturday's until it ends.
    day, hour = timedelta(days=1), timedelta(hours=1)
    for start, end, expected in (
        (NOW - day, NOW + day, ["Bo"]),
        (NOW + 15 * hour, NOW + 17 * hour, ["Bo"]),
        (NOW + 17 * hour, NOW + 18 * hour, everyone),
        (NOW - 2 * hour, NOW - hour, everyone),
    ):
        world.change(event_id, start_at=start, end_at=end)
        shown = read(world, ada, event_id, **usual)
        assert (names(shown), shown.shown == shown.usual) == (expected, True), start
    world.change(event_id, end_at=NOW + day, canceled_at=NOW)
    assert len(names(read(world, ada, event_id, **usual))) == len(everyone)


def test_nobody_owes_for_a_canceled_event(world: World, ada: Actor) -> None:
    event_id = world.event(start_at=SOON, price_cents=10_00)
    world.seat(event_id, world.person(), payment_status="pending", payment_amount_cents=10_00)
    found = read(world, ada, event_id)
    assert (found.owing, found.owing_cents, found.entries.items[0].owes) == (1, 10_00, True)
    world.change(event_id, canceled_at=NOW)
    found = read(world, ada, event_id, shown="all")
    (seat,) = found.entries.items
    assert (seat.owes, seat.shown_status, seat.amount_cents) == (False, "nothing_due", 0)
    assert (found.owing, found.owing_cents) == (0, 0)
    assert read(world, ada, event_id, shown="owing").entries.total == 0


def test_the_version_differs_after_every_act_at_the_gate(
    world: World, ada: Actor, still_clock: StillClock
) -> None:
    event_id = world.event(start_at=SOON, price_cents=1000)
    maya, ben = world.person(), world.person()
    seen = [read(world, ada, event_id).stamp]

    def changed() -> bool:
        still_clock.now += timedelta(seconds=1)
        seen.append(read(world, ada, event_id).stamp)
        return seen.count(seen[-1]) == 1

    world.seat(event_id, maya, payment_status="pending", payment_amount_cents=1000)
    assert changed()
    world.do(check_ins.check_in, ada, event_id=event_id, user_id=maya.user_id)
    assert changed()
    for status in ("completed", "refunded", "waived"):
        world.do(settle, ada, event_id=event_id, user_id=maya.user_id, status=status)
        assert changed(), status
    world.do(check_ins.add_walk_in, ada, event_id=event_id, user_id=ben.user_id)
    assert changed()
    world.do(check_ins.undo_check_in, ada, event_id=event_id, user_id=maya.user_id)
    world.do(check_ins.check_in, ada, event_id=event_id, user_id=maya.user_id)
    assert changed()
    assert not changed()


def test_the_version_differs_after_two_opposite_acts(world: World, ada: Actor) -> None:
    event_id = world.event(start_at=SOON, price_cents=1000)
    maya, ben = world.person(), world.person()
    for who, status in ((maya, "completed"), (ben, "pending")):
        world.seat(event_id, who, payment_status=status, payment_amount_cents=1000)
    before = read(world, ada, event_id).stamp

    def correct(who: Actor, status: Settlement) -> None:
        world.do(settle, ada, event_id=event_id, user_id=who.user_id, status=status)

    correct(maya, "pending")
    correct(ben, "completed")
    assert read(world, ada, event_id).stamp != before


def test_a_seat_is_on_hold_until_the_moment_at_which_its_hold_ends(
    world: World, ada: Actor, still_clock: StillClock
) -> None:
    """The task that gives such seats up runs once a minute, and refuses nobody meanwhile."""
    event_id = world.event(start_at=SOON, price_cents=1000)
    hold = NOW + timedelta(minutes=30)
    price: dict[str, Any] = {"payment_status": "pending", "payment_amount_cents": 1000}
    world.seat(event_id, world.person(game_name="Maya"), hold_expires_at=hold, **price)
    world.seat(event_id, world.person(game_name="Ben"), **price)

    def on_hold() -> list[str]:
        return [one.name for one in read(world, ada, event_id).entries.items if one.is_on_hold]

    still_clock.now = hold - timedelta(seconds=1)
    assert on_hold() == ["Maya"]
    still_clock.now = hold
    assert on_hold() == []
    assert names(read(world, ada, event_id)) == ["Ben", "Maya"]


def test_the_version_tells_no_numbers(world: World, ada: Actor) -> None:
    """An organizer who handed the event over still has it open in a tab."""
    stamps = {read(world, ada, world.event(start_at=SOON)).stamp for _ in range(2)}
    assert len(stamps) == 2
    assert all(re.fullmatch("[0-9a-f]{16}", stamp) for stamp in stamps)


def test_an_event_without_seats_has_a_roster(world: World, ada: Actor) -> None:
    shown = read(world, ada, world.event(start_at=SOON))
    assert (shown.entries.total, shown.held) == (0, 0)
    with pytest.raises(NotFound):
        world.do(registering.status_of, ada, event_id="junk")


def going(world: World, event_id: str, *people: Actor) -> None:
    for one in people:
        world.do(registering.register, one, event_id=event_id)


def test_members_see_names_and_how_many_are_of_their_chapter(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    tampa, ocala = world.chapter("Tampa"), world.chapter("Ocala")
    event_id = world.event()
    maya = world.person(game_name="Storm Crow", chapter_id=tampa)
    going(
        world,
        event_id,
        maya,
        world.person(first_name="Ben", last_name="Hill", chapter_id=tampa, shows_profile=True),
        world.person(first_name="Cleo", chapter_id=ocala, shows_profile=True),
        world.person(first_name="Dana", last_name="Pell"),
    )
    seen = world.do(roster.who_is_going, maya, event_id=event_id)
    assert (seen.count, seen.from_your_chapter) == (4, 2)
    assert sorted((one.name, one.initials) for one in seen.names) == [
        ("Ben H.", "BH"),
        ("Cleo", "C"),
        ("Member", "M"),
        ("Storm Crow", "SC"),
    ]
    monkeypatch.setattr(roster, "MOST_NAMES", 1)
    seen = world.do(roster.who_is_going, maya, event_id=event_id)
    assert (len(seen.names), seen.from_your_chapter) == (1, 2)


def test_minors_and_who_opted_out_are_counted_but_not_named(world: World) -> None:
    tampa = world.chapter()
    event_id = world.event()
    maya = world.person(chapter_id=tampa)
    going(
        world,
        event_id,
        world.person(game_name="Young Fox", age_band="minor", chapter_id=tampa),
        world.person(game_name="Grey Owl", hides_attendance=True, chapter_id=tampa),
        world.person(game_name="Red Elk", age_band="adult", chapter_id=tampa),
    )
    seen = world.do(roster.who_is_going, maya, event_id=event_id)
    assert (seen.count, seen.from_your_chapter) == (3, 1)
    assert [one.name for one in seen.names] == ["Red Elk"]


def test_who_has_not_paid_yet_is_counted_but_not_named(world: World) -> None:
    event_id, maya = world.event(price_cents=1000), world.person(game_name="Storm Crow")
    owed: dict[str, Any] = {"payment_status": "pending", "payment_amount_cents": 1000}
    until = NOW + timedelta(hours=1)
    world.seat(event_id, world.person(game_name="Grey Owl"), hold_expires_at=until, **owed)
    world.seat(event_id, maya, **owed)
    seen = world.do(roster.who_is_going, maya, event_id=event_id)
    assert [one.name for one in seen.names] == ["Storm Crow"]


def test_visitors_see_the_number_only(world: World) -> None:
    event_id = world.event()
    going(world, event_id, world.person(game_name="Storm Crow"))
    seen = world.do(roster.who_is_going, VISITOR, event_id=event_id)
    assert (seen.count, seen.from_your_chapter, seen.names) == (1, 0, [])


def test_before_the_welcome_one_sees_the_number_only(world: World) -> None:
    tampa = world.chapter()
    event_id = world.event()
    going(world, event_id, world.person(game_name="Storm Crow", chapter_id=tampa))
    newcomer = world.person(age_band=None, chapter_id=tampa)
    seen = world.do(roster.who_is_going, newcomer, event_id=event_id)
    assert (seen.count, seen.from_your_chapter, seen.names) == (1, 0, [])


def test_an_administrator_reads_participants_after_the_welcome_only(world: World) -> None:
    event_id = world.event(price_cents=1000)
    maya = world.person(game_name="Storm Crow")
    going(world, event_id, maya)
    newcomer = world.person(is_admin=True, age_band=None)
    with pytest.raises(Forbidden):
        world.do(roster.attendees, newcomer, event_id=event_id)
    with pytest.raises(Forbidden):
        world.do(settle, newcomer, event_id=event_id, user_id=maya.user_id, status="completed")


def test_a_list_of_participants_does_not_tell_who_is_under_18(world: World) -> None:
    jonah = world.person()
    event_id = world.event(jonah)
    adult = world.person(game_name="Storm Crow", bio="Spear.", membership_tier="premium")
    going(world, event_id, adult, world.person(game_name="Young Fox", age_band="minor"))
    first, second = (
        one.model_dump(exclude={"user_id", "name", "registration_date"})
        for one in world.do(roster.attendees, jonah, event_id=event_id).items
    )
    assert first == second


def test_who_is_going_to_a_private_event_is_for_members(world: World) -> None:
    event_id = world.event(is_public=False)
    with pytest.raises(NotFound):
        world.do(roster.who_is_going, VISITOR, event_id=event_id)
    assert world.do(roster.who_is_going, world.person(), event_id=event_id).count == 0


def test_only_the_organizer_and_administrators_see_who_registered(world: World) -> None:
    jonah, maya = world.person(), world.person(game_name="Storm Crow")
    event_id = world.event(jonah, price_cents=1000)
    going(world, event_id, maya)
    for allowed in (jonah, world.person(is_admin=True)):
        (one,) = world.do(roster.attendees, allowed, event_id=event_id).items
        assert (one.user_id, one.name) == (maya.user_id, "Storm Crow")
        assert (one.payment_status, one.amount) == ("pending", 1000)
    for other in (maya, world.person()):
        with pytest.raises(Forbidden):
            world.do(roster.attendees, other, event_id=event_id)
        with pytest.raises(Forbidden):
            world.do(settle, other, event_id=event_id, user_id=maya.user_id, status="completed")


def test_of_an_event_that_was_read_only_its_organizer_sees_who_registered(world: World) -> None:
    jonah, maya = world.person(), world.person(game_name="Storm Crow")
    event_id = world.event(jonah)
    going(world, event_id, maya)
    event = world.do(registering.status_of, maya, event_id=event_id)
    (one,) = world.do(roster.attendees_of, jonah, event=event)
    assert one.user_id == maya.user_id
    with pytest.raises(Forbidden):
        world.do(roster.attendees_of, maya, event=event)
    assert world.do(roster.going_to, VISITOR, event=event).names == []
    assert world.do(roster.going_to, jonah, event=event).names[0].name == "Storm Crow"


def test_a_lead_adds_people_and_gives_beads_where_the_event_is(world: World) -> None:
    tampa = world.chapter("Tampa")
    lead = replace(world.person(chapter_id=None), grants=(Grant(Role.LEAD, tampa),))
    may = read(world, lead, world.event(chapter_id=tampa)).may
    assert (may.add, may.award) == (True, True)


def test_a_treasurer_reads_the_sums_of_events_there_and_not_at_home(world: World) -> None:
    tampa, ocala = world.chapter("Tampa"), world.chapter("Ocala")
    treasurer = replace(world.person(chapter_id=ocala), grants=(Grant(Role.TREASURER, tampa),))
    event_id = world.event(chapter_id=tampa)
    world.seat(event_id, world.person(), payment_status="completed", payment_amount_cents=500)
    event = world.do(registering.status_of, treasurer, event_id=event_id)
    (one,) = world.do(roster.attendees_of, treasurer, event=event)
    (listed,) = world.do(roster.attendees, treasurer, event_id=event_id).items
    assert (one.amount, listed.amount) == (500, 500)
    assert read(world, treasurer, event_id).paid_cents == 500


SUMS: list[tuple[dict[str, Any], int | None]] = [
    ({"payment_status": "pending"}, 500),
    ({"payment_status": "completed"}, None),
    ({"payment_status": "credit"}, None),
    ({"payment_status": "waived"}, None),
    ({"payment_status": "refunded"}, None),
    ({"payment_status": "completed", "cancelled_at": NOW}, None),
]


def test_an_organizer_reads_the_sums_that_are_due_and_no_others(world: World, ada: Actor) -> None:
    jonah = world.person()
    event_id = world.event(jonah, start_at=SOON, price_cents=1000)
    told = {}
    for columns, due in SUMS:
        who = world.person()
        world.seat(event_id, who, payment_amount_cents=500, **columns)
        told[who.user_id] = due
    for reader, expected in ((jonah, told), (ada, dict.fromkeys(told, 500))):
        entries = read(world, reader, event_id).entries.items
        shown = {one.user_id: one.amount_cents or None for one in entries}
        listed = world.do(roster.attendees, reader, event_id=event_id).items
        assert shown == expected
        assert {one.user_id: one.amount for one in listed} == expected
    # Nor do the sums above the list tell it.
    seen = read(world, jonah, event_id)
    assert (seen.owing_cents, seen.paid_cents, seen.priced_cents, seen.left_cents) == (500, 0, 0, 0)
    assert read(world, ada, event_id).left_cents == 500


ALIKE = ("not_required", "completed", "waived", "credit")
"""How seats stand that organizers cannot tell apart: a plan makes the first one free."""


@pytest.mark.parametrize("price", [500, 0])
def test_organizers_cannot_tell_a_seat_that_a_plan_makes_free(
    world: World, ada: Actor, price: int
) -> None:
    """Nor can an organizer who sets the price to 0 for a moment."""
    jonah = world.person()
    event_id = world.event(jonah, start_at=SOON, price_cents=price)
    for status in (*ALIKE, "pending", "refunded"):
        cents = 0 if status == "not_required" else 500
        world.seat(event_id, world.person(), payment_status=status, payment_amount_cents=cents)
    gone = {"payment_status": "completed", "payment_amount_cents": 500, "cancelled_at": NOW}
    world.seat(event_id, world.person(), **gone)
    own = [*ALIKE, "pending", "refunded", "completed"]
    for reader, expected in (
        (jonah, ["nothing_due"] * len(ALIKE) + ["pending", "refunded", "completed"]),
        (ada, own),
    ):
        entries = read(world, reader, event_id).entries.items
        listed = world.do(roster.attendees, reader, event_id=event_id).items
        assert sorted(one.shown_status for one in entries) == sorted(expected)
        assert sorted(one.payment_status for one in listed) == sorted(expected)
        lines = {(one.payment_status, one.shown_status) for one in entries}
        assert {acted for acted, _shown in lines} == set(own)


def test_whoever_is_checked_in_tells_no_plan_either(world: World) -> None:
    jonah = world.person()
    event_id = world.event(jonah, start_at=SOON, price_cents=500)
    for status in ALIKE:
        who = world.person()
        world.seat(event_id, who, payment_status=status)
        there = world.do(check_ins.check_in, jonah, event_id=event_id, user_id=who.user_id)
        assert there.payment_status == "nothing_due"


def test_what_an_organizer_settles_tells_no_sum_either(world: World) -> None:
    jonah, maya = world.person(), world.person()
    event_id = world.event(jonah, start_at=SOON, price_cents=1000)
    world.seat(event_id, maya, payment_status="pending", payment_amount_cents=500)
    seat: dict[str, Any] = {"event_id": event_id, "user_id": maya.user_id}
    paid = world.do(settle, jonah, **seat, status="completed")
    checked = world.do(check_ins.check_in, jonah, **seat)
    due = world.do(settle, jonah, **seat, status="pending")
    assert [one.amount for one in (paid, checked, due)] == [None, None, 500]

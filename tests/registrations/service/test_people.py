"""Several people are registered in one step: a guardian and the minors of that guardian."""

from datetime import timedelta
from typing import Any

import pytest

from rookiebattle.core.actor import Actor
from rookiebattle.core.errors import AppError, Conflict, Forbidden, Invalid, NotFound
from rookiebattle.guardians.models import Guardianship
from rookiebattle.registrations import policy
from rookiebattle.registrations.service import agenda, people, registering
from rookiebattle.registrations.view import bill_lines
from rookiebattle.registrations.wording import paid_once
from tests.clocks import NOW, StillClock
from tests.stripe_double.keys import take_cards
from tests.world import World

ROWAN, SAM = "Rowan", "Sam"


minor_of = World.minor_of


@pytest.fixture
def mother(world: World) -> Actor:
    return world.person(first_name="Ana")


@pytest.fixture
def rowan(world: World, mother: Actor) -> Actor:
    return minor_of(world, mother)


@pytest.fixture
def sam(world: World, mother: Actor) -> Actor:
    return minor_of(world, mother, SAM)


def party(world: World, by: Actor, event_id: str, *coming: Actor) -> list[Any]:
    ids = [one.user_id for one in coming]
    return world.do(registering.register_party, by, event_id=event_id, people_ids=ids)


def refused(world: World, error: type[AppError], by: Actor, event_id: str, *coming: Actor) -> str:
    """The sentence of an error, after which nobody has a seat and nothing is written down."""
    with pytest.raises(error) as refusal:
        party(world, by, event_id, *coming)
    assert (world.counter(event_id), world.rows(event_id), world.actions()) == (0, [], [])
    return refusal.value.sentence


def test_all_get_a_seat_in_the_order_that_was_asked(
    world: World, mother: Actor, rowan: Actor, sam: Actor
) -> None:
    event_id = world.event(max_participants=3)
    seated = party(world, mother, event_id, sam, mother, rowan)
    assert [one.user_id for one in seated] == [sam.user_id, mother.user_id, rowan.user_id]
    assert (world.counter(event_id), world.held(event_id)) == (3, 3)
    assert {one.actor_id for one in world.audit_lines()} == {mother.user_id}
    assert party(world, mother, event_id, rowan) == [seated[2]]
    assert world.counter(event_id) == 3


def test_too_few_seats_are_counted_and_nobody_gets_one(
    world: World, mother: Actor, rowan: Actor, sam: Actor
) -> None:
    event_id = world.event(max_participants=2)
    said = refused(world, Conflict, mother, event_id, mother, rowan, sam)
    assert said == "Only 2 seats are free, and you chose 3 people."
    world.change(event_id, max_participants=1)
    said = refused(world, Conflict, mother, event_id, rowan, sam)
    assert said == "Only 1 seat is free, and you chose 2 people."


def test_a_seat_that_one_of_them_has_is_not_asked_for_again(
    world: World, mother: Actor, rowan: Actor
) -> None:
    event_id = world.event(max_participants=2)
    world.do(registering.register, mother, event_id=event_id)
    party(world, mother, event_id, mother, rowan)
    assert (world.counter(event_id), world.held(event_id)) == (2, 2)


def test_strangers_and_former_people_are_found_nowhere(world: World, mother: Actor) -> None:
    event_id, stranger = world.event(), world.person()
    grown = minor_of(world, mother)
    with world.database.unit_of_work(write=True) as session:
        session.query(Guardianship).update({"ended_at": NOW})
    for one in (stranger, grown):
        assert "your people" in refused(world, NotFound, mother, event_id, mother, one)
    with pytest.raises(NotFound):
        world.do(registering.register_party, mother, event_id=event_id, people_ids=["nobody"])


def test_nobody_comes_twice_or_without_people(world: World, mother: Actor, rowan: Actor) -> None:
    event_id = world.event()
    refused(world, Invalid, mother, event_id, rowan, rowan)
    refused(world, Invalid, mother, event_id)


def test_the_rules_of_each_person_hold_and_the_refusal_has_the_name(
    world: World, rowan: Actor, mother: Actor
) -> None:
    ana = world.person(membership_tier="premium", membership_status="active")
    son, event_id = minor_of(world, ana, SAM), world.event(requires_membership=True)
    said = refused(world, Forbidden, ana, event_id, ana, son)
    assert said == "Sam: Active membership required"
    assert (
        refused(world, Forbidden, mother, event_id, mother, rowan) == "Active membership required"
    )


def test_each_seat_has_the_price_of_its_person(
    world: World, mother: Actor, rowan: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_cards(monkeypatch)
    ana = world.person(membership_tier="premium", membership_status="active")
    son, event_id = minor_of(world, ana, SAM), world.event(price_cents=2000)
    own, other = party(world, ana, event_id, ana, son)
    assert (own.payment_amount, other.payment_amount) == (1500, 2000)
    assert own.hold_expires_at == other.hold_expires_at is not None


def test_a_seat_that_was_given_up_is_taken_again_with_the_others(
    world: World, mother: Actor, rowan: Actor, sam: Actor
) -> None:
    event_id = world.event(max_participants=3)
    party(world, mother, event_id, mother, rowan)
    world.do(registering.unregister, mother, event_id=event_id, user_id=rowan.user_id)
    world.do(registering.unregister, mother, event_id=event_id)
    party(world, mother, event_id, mother, sam, rowan)
    assert (world.counter(event_id), world.held(event_id)) == (3, 3)


def test_a_pause_after_an_unpaid_hold_names_its_person(
    world: World,
    mother: Actor,
    rowan: Actor,
    still_clock: StillClock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    take_cards(monkeypatch)
    event_id = world.event(price_cents=2000)
    party(world, mother, event_id, rowan)
    still_clock.now += policy.HOLD
    with pytest.raises(Conflict, match=r"^Rowan: "):
        party(world, mother, event_id, mother, rowan)
    assert len(world.rows(event_id)) == 1


def test_a_guardian_gives_up_the_seat_of_a_minor_and_of_nobody_else(
    world: World, mother: Actor, rowan: Actor
) -> None:
    event_id, stranger = world.event(), world.person()
    world.do(registering.register, stranger, event_id=event_id)
    party(world, mother, event_id, mother, rowan)
    world.do(registering.unregister, mother, event_id=event_id, user_id=rowan.user_id)
    assert world.held(event_id) == 2
    for one in (stranger.user_id, "nobody"):
        with pytest.raises(NotFound):
            world.do(registering.unregister, mother, event_id=event_id, user_id=one)
    with pytest.raises(registering.NotRegistered):
        world.do(registering.unregister, mother, event_id=event_id, user_id=rowan.user_id)


def test_a_page_knows_whom_a_guardian_may_bring(
    world: World, mother: Actor, rowan: Actor, sam: Actor
) -> None:
    event_id = world.event()
    party(world, mother, event_id, sam)
    found = world.do(people.people_at, mother, event_id=event_id)
    assert {one.name: one.is_registered for one in found} == {ROWAN: False, SAM: True}
    assert world.do(people.people_at, rowan, event_id=event_id) == []
    assert world.do(people.people_at, Actor(), event_id=event_id) == []


def test_a_parent_reads_the_next_events_of_their_people_among_their_own(
    world: World, mother: Actor, sam: Actor
) -> None:
    sooner, later, own = (world.event(start_at=NOW + timedelta(days=days)) for days in (2, 4, 3))
    for event_id in (sooner, later):
        party(world, mother, event_id, sam)
    world.do(registering.register, mother, event_id=own)
    found = world.do(registering.my_next, mother, most=2)
    seen = [(one.id, one.is_registered, len(one.party)) for one in found.items]
    assert seen == [(sooner, False, 1), (own, True, 0)]
    assert found.total == 3
    # The first park day is the own one.
    first = world.do(agenda.first_day, mother, ahead=found.items).event
    assert first is not None
    assert first.id == own


def test_a_household_reads_what_a_card_may_pay(
    world: World, mother: Actor, rowan: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_cards(monkeypatch)
    other = world.person(first_name="Ben")
    assert world.do(people.household_bills, other) == []
    world.add(Guardianship(minor_id=other.user_id, guardian_id=mother.user_id, kept_at=NOW))
    owed = {"payment_status": "pending", "payment_amount_cents": 10_00}
    seats = (
        (mother, owed),
        (rowan, owed),
        (rowan, owed | {"payment_amount_cents": 10}),
        (rowan, owed | {"hold_expires_at": NOW}),
        (rowan, owed | {"payment_status": "completed"}),
    )
    first = world.event(price_cents=10_00, title="First")
    for number, (who, columns) in enumerate(seats):
        world.seat(first if number < 2 else world.event(price_cents=10_00), who, **columns)
    (bill,) = world.do(people.household_bills, other)
    assert (bill.user_id, bill.title, bill.names) == (mother.user_id, "First", ["Ana", ROWAN])
    assert (bill.cents, bill.hold_expires_at) == (20_00, None)
    assert world.do(people.household_bills, mother) == []
    assert world.do(people.payee, other, user_id=mother.user_id) == mother.user_id
    assert world.do(people.payee, other, user_id=other.user_id) == other.user_id
    for nobody in (rowan.user_id, world.person().user_id, "no id"):
        with pytest.raises(NotFound):
            world.do(people.payee, other, user_id=nobody)
    assert world.do(people.ids_of, mother) == [rowan.user_id]
    assert world.do(people.ids_of, Actor(user_id=mother.user_id)) == []


def test_a_seat_that_both_guardians_may_pay_is_one_bill(
    world: World, mother: Actor, rowan: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_cards(monkeypatch)
    father = world.person(first_name="Ben")
    world.add(Guardianship(minor_id=father.user_id, guardian_id=mother.user_id, kept_at=NOW))
    world.add(Guardianship(minor_id=rowan.user_id, guardian_id=father.user_id, began_at=NOW))
    owed = {"payment_status": "pending", "payment_amount_cents": 10_00}
    theirs, both = (
        world.event(price_cents=10_00, title=title, start_at=NOW + timedelta(days=days))
        for days, title in ((2, "Theirs"), (3, "Both"))
    )
    for event_id, who in ((theirs, rowan), (both, rowan), (both, father)):
        world.seat(event_id, who, **owed)
    found = world.do(people.bills, mother)
    assert [(one.title, one.user_id, one.names) for one in found] == [
        ("Theirs", mother.user_id, [ROWAN]),
        ("Both", mother.user_id, [ROWAN]),
        ("Both", father.user_id, ["Ben", ROWAN]),
    ]
    said = f"Both, for Ben and {ROWAN}. {ROWAN}’s seat is also above. It’s only paid once."
    assert [one.words for one in bill_lines(found)] == [
        *(f"{title}, for {ROWAN}" for title in ("Theirs", "Both")),
        said,
    ]
    assert paid_once(["Ash", "Bo"]).startswith("The seats for Ash and Bo are also above.")


def test_a_parent_without_a_seat_is_told_that_there_are_more_events(
    world: World, mother: Actor, sam: Actor
) -> None:
    for days in (2, 3, 4):
        party(world, mother, world.event(start_at=NOW + timedelta(days=days)), sam)
    found = world.do(registering.my_next, mother, most=2)
    assert (len(found.items), found.total) == (2, 3)

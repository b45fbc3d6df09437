"""Seats follow a price that falls, and no price that rises."""

from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest

from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import Conflict, Forbidden
from rookiebattle.core.roles import Grant, Role
from rookiebattle.events.schemas import EventPatch
from rookiebattle.events.service import change_event
from rookiebattle.registrations.letters import changes, seats
from rookiebattle.registrations.queries import seats as seat_queries
from rookiebattle.registrations.schemas import RosterSearch
from rookiebattle.registrations.service import prices, registering, roster, settling
from rookiebattle.registrations.wording import BECAME_CHEAPER
from tests.settled import settle
from tests.stripe_double.keys import take_cards
from tests.world import World


def reprice(world: World, organizer: Actor, event_id: str, price: str) -> None:
    values = EventPatch.model_validate({"price": price})
    world.do(change_event, organizer, event_id=event_id, values=values)


def seat_of(world: World, event_id: str, whose: Actor) -> tuple[str, int, int]:
    (row,) = [one for one in world.rows(event_id) if one.user_id == whose.user_id]
    return row.payment_status, row.payment_amount_cents, row.overpaid_cents


def paid(world: World, jonah: Actor, **event: Any) -> tuple[str, Actor]:
    """An event of 10 dollars, and a member who paid for a seat there in cash."""
    event_id = world.event(jonah, price_cents=10_00, **event)
    maya = world.person(email="maya@example.org")
    world.do(registering.register, maya, event_id=event_id)
    world.do(settle, jonah, event_id=event_id, user_id=maya.user_id, status="completed")
    return event_id, maya


def test_what_is_owed_follows_a_price_that_falls_and_none_that_rises(
    each_database: Database,
) -> None:
    world = World(each_database)
    jonah, maya = world.person(), world.person()
    ines = world.person(membership_tier="premium", membership_status="active")
    event_id = world.event(jonah, price_cents=10_00)
    for who in (maya, ines):
        world.do(registering.register, who, event_id=event_id)
    for price, of_maya, of_ines in (("15.00", 10_00, 5_00), ("12.00", 10_00, 5_00)):
        reprice(world, jonah, event_id, price)
        assert seat_of(world, event_id, maya) == ("pending", of_maya, 0)
        assert seat_of(world, event_id, ines) == ("pending", of_ines, 0)
    reprice(world, jonah, event_id, "7.00")
    assert seat_of(world, event_id, maya) == ("pending", 7_00, 0)
    assert seat_of(world, event_id, ines) == ("pending", 2_00, 0)
    reprice(world, jonah, event_id, "0")
    own = world.do(registering.status_of, maya, event_id=event_id)
    assert (own.payment_status, own.seat_cents) == ("not_required", 0)
    assert world.do(roster.attendees, jonah, event_id=event_id).items[0].amount is None


def test_a_seat_that_was_waived_stays_so(world: World) -> None:
    jonah, maya = world.person(), world.person()
    event_id = world.event(jonah, price_cents=10_00)
    world.do(registering.register, maya, event_id=event_id)
    world.do(settle, jonah, event_id=event_id, user_id=maya.user_id, status="waived")
    reprice(world, jonah, event_id, "0")
    assert seat_of(world, event_id, maya) == ("waived", 0, 0)


def test_a_change_without_a_lower_price_leaves_a_seat_of_before_a_plan(world: World) -> None:
    """A member who has a plan since the seat was taken pays what it cost then."""
    jonah = world.person()
    ines = world.person(membership_tier="premium", membership_status="active")
    event_id = world.event(jonah, price_cents=10_00)
    world.seat(event_id, ines, payment_amount_cents=10_00)
    values = EventPatch.model_validate({"title": "Duels", "price": "10.00"})
    world.do(change_event, jonah, event_id=event_id, values=values)
    assert seat_of(world, event_id, ines)[1] == 10_00


def test_a_seat_that_was_given_up_is_kept_for_nobody_by_a_lower_price(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_cards(monkeypatch)
    jonah, maya = world.person(), world.person(email="maya@example.org")
    event_id = world.event(jonah, price_cents=10_00)
    world.do(registering.register, world.person(), event_id=event_id)
    world.do(registering.register, maya, event_id=event_id)
    world.do(registering.unregister, maya, event_id=event_id)

    def hold() -> datetime | None:
        (row,) = [one for one in world.rows(event_id) if one.user_id == maya.user_id]
        return row.hold_expires_at

    before = hold()
    reprice(world, jonah, event_id, "0.20")
    # Without its hold she would hold a seat anew as often as she likes.
    assert before
    assert hold() == before


def test_what_was_paid_too_much_is_on_the_roster_until_it_went_back(world: World) -> None:
    jonah = world.person()
    event_id, maya = paid(world, jonah)
    for price, over in (("7.00", 3_00), ("9.00", 3_00), ("6.00", 4_00)):
        reprice(world, jonah, event_id, price)
        assert seat_of(world, event_id, maya) == ("completed", 10_00 - over, over)
    shown = world.do(roster.read_roster, jonah, event_id=event_id, wanted=RosterSearch())
    assert (shown.overpaid, shown.overpaid_cents) == (1, 4_00)
    assert shown.entries.items[0].overpaid_cents == 4_00
    admin = world.person(is_admin=True)
    assert world.do(settling.count_returning, admin) == (1, event_id)
    back = {"event_id": event_id, "user_id": maya.user_id}
    gate = replace(world.person(), grants=(Grant(Role.GATE, None, event_id),))
    for other in (maya, gate):
        with pytest.raises(Forbidden):
            world.do(prices.refund_overpaid, other, **back)
    world.do(prices.refund_overpaid, jonah, **back)
    assert seat_of(world, event_id, maya) == ("completed", 6_00, 0)
    assert world.do(settling.count_returning, admin) == (0, "")
    with pytest.raises(Conflict):
        world.do(prices.refund_overpaid, admin, **back)


def test_a_paid_seat_at_an_event_that_became_free_is_free_once_its_money_went_back(
    world: World,
) -> None:
    jonah, admin = world.person(), world.person(is_admin=True)
    event_id, maya = paid(world, jonah)
    reprice(world, jonah, event_id, "0")
    assert seat_of(world, event_id, maya) == ("completed", 0, 10_00)
    world.do(prices.refund_overpaid, admin, event_id=event_id, user_id=maya.user_id)
    assert seat_of(world, event_id, maya) == ("not_required", 0, 0)
    with pytest.raises(Conflict, match="owe"):
        world.do(settle, jonah, event_id=event_id, user_id=maya.user_id, status="completed")


def test_the_price_of_a_seat_that_is_taken_at_the_same_moment_is_the_lower_one(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL lets both go on: the price falls after the member's request has read it."""
    jonah, maya = world.person(), world.person()
    event_id = world.event(jonah, price_cents=10_00)
    register, read = seat_queries.register, seat_queries.event_and_seat

    def slowly(session: Any, **row: object) -> bool:
        session.execute(seat_queries.events.update().values(price_cents=4_00))
        return register(session, **row)

    with monkeypatch.context() as patched:
        patched.setattr(seat_queries, "register", slowly)
        with pytest.raises(Conflict, match=BECAME_CHEAPER):
            world.do(registering.register, maya, event_id=event_id)
    assert read is seat_queries.event_and_seat
    assert world.rows(event_id) == []


def test_the_letter_about_a_lower_price_says_what_is_due_and_what_comes_back(world: World) -> None:
    jonah, ada = world.person(), world.person(email="ada@example.org")
    event_id, maya = paid(world, jonah)
    world.do(registering.register, ada, event_id=event_id)
    reprice(world, jonah, event_id, "7.00")
    known = {event_id: {"price": "10.00"}}

    def text_of(who: Actor) -> str:
        with world.database.unit_of_work(write=False) as session:
            letter = changes.changed(session, who.user_id, known)
            assert letter is not None
            return letter.text

    assert "Price: $7.00 (was: $10.00)" in " ".join(text_of(ada).split())
    assert "$7.00 at the gate" in text_of(ada)
    assert "$10.00. A refund of $3.00 is due" in text_of(maya)
    confirmed = world.run(seats.confirmed, maya.user_id, event_id)
    assert confirmed is not None
    assert "A refund of $3.00 is due" in confirmed.text


def test_a_price_that_rises_is_no_news_for_people_who_have_a_seat(world: World) -> None:
    jonah, ada = world.person(), world.person(email="ada@example.org")
    event_id = world.event(jonah, price_cents=10_00)
    world.do(registering.register, ada, event_id=event_id)
    for price, letters in (("15.00", 0), ("10.00", 1)):
        values = EventPatch.model_validate({"price": price})
        changed = world.do(change_event, jonah, event_id=event_id, values=values)
        assert changed.reach.people == letters

"""The letter to those who wanted to hear of a seat: one, when one opens."""

import asyncio
from datetime import timedelta

import pytest
from sqlalchemy.orm import Session

from rookiebattle.accounts import leaving
from rookiebattle.accounts.hooks import account_erasing
from rookiebattle.accounts.models import User
from rookiebattle.core.actor import Actor
from rookiebattle.core.errors import Conflict, Forbidden
from rookiebattle.core.mail import claims, outbox
from rookiebattle.events import canceling
from rookiebattle.events import service as events
from rookiebattle.events.models import Event
from rookiebattle.events.schemas import CancelWrite, EventPatch
from rookiebattle.events.wording import HAS_STARTED
from rookiebattle.integrations import postman
from rookiebattle.registrations.letters import openings
from rookiebattle.registrations.queries import seats
from rookiebattle.registrations.service import holds, registering, waiting
from rookiebattle.registrations.wording import HAS_SEAT, IS_CANCELED, SEATS_ARE_FREE
from rookiebattle.tasks import tidying
from tests.clocks import NOW, StillClock
from tests.letter_box import Received, received
from tests.stripe_double.keys import take_cards
from tests.world import World


def full(world: World, holder: Actor, organizer: Actor | None = None) -> str:
    event_id = world.event(organizer, title="Castle Day", max_participants=1)
    world.do(registering.register, holder, event_id=event_id)
    return event_id


def told() -> list[Received]:
    return [one for one in received() if one.subject.startswith("A seat opened")]


def test_one_letter_comes_when_a_seat_opens(world: World) -> None:
    holder, maya = world.person(), world.person(email="maya@example.org")
    event_id = full(world, holder)
    for _ in range(2):
        world.wish(maya, event_id)
    assert world.wishes(maya, event_id)
    assert told() == []
    world.do(registering.unregister, holder, event_id=event_id)
    (letter,) = told()
    assert letter.recipient == "maya@example.org"
    assert "a seat just opened at Castle Day" in letter.body
    assert not world.wishes(maya, event_id)
    world.do(registering.register, holder, event_id=event_id)
    world.do(registering.unregister, holder, event_id=event_id)
    assert told() == []


def test_a_seat_that_is_given_up_and_taken_again_uses_up_no_wish(world: World) -> None:
    holder, maya = world.person(), world.person(email="maya@example.org")
    event_id = full(world, holder)
    world.wish(maya, event_id)
    for _ in range(3):
        world.do(registering.unregister, holder, event_id=event_id)
        world.do(registering.register, holder, event_id=event_id)
        assert told() == []
        assert world.wishes(maya, event_id)
    states = world.run(outbox.states_of, waiting.OPENED, user_id=maya.user_id, about=event_id)
    assert states == []
    world.do(registering.unregister, holder, event_id=event_id)
    assert len(told()) == 1
    assert not world.wishes(maya, event_id)


def test_a_seat_that_opens_while_its_letter_is_withdrawn_is_told(world: World) -> None:
    holder, maya = world.person(), world.person(email="maya@example.org")
    event_id = full(world, holder)
    world.wish(maya, event_id)
    world.do(registering.unregister, holder, event_id=event_id)
    (claimed,) = (one for one in postman._claim() if one.kind == waiting.OPENED)
    # The postman has read a full event, and withdraws the letter once the seat has opened again.
    world.run(claims.withdraw, claimed)
    assert len(told()) == 1
    assert not world.wishes(maya, event_id)


def test_whoever_turned_off_emails_about_events_meanwhile_gets_no_letter(world: World) -> None:
    holder, maya = world.person(), world.person(email="maya@example.org")
    event_id = full(world, holder)
    world.wish(maya, event_id)
    world.do(registering.unregister, holder, event_id=event_id)
    world.set(User, maya.user_id, mail_events=False)
    assert told() == []


def test_a_member_who_is_out_of_reach_or_has_a_seat_wishes_for_none_again(world: World) -> None:
    holder, olga = world.people(2)
    maya = world.person(email="maya@example.org")
    theo = world.person(email="theo@example.org", mail_events=False)
    event_id = full(world, holder, olga)
    for one in (maya, theo):
        world.wish(one, event_id)
    world.do(registering.unregister, holder, event_id=event_id)
    world.do(registering.register, maya, event_id=event_id)
    assert told() == []
    for one in (maya, theo):
        assert not world.wishes(one, event_id)


def test_an_event_is_locked_before_a_wish_is_given_back(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    holder, maya = world.person(), world.person(email="maya@example.org")
    event_id = full(world, holder)

    def cancel(session: Session, event_id: str) -> None:
        """Another transaction that held the lock until now has canceled the event."""
        session.get_one(Event, event_id).canceled_at = NOW
        session.flush()

    monkeypatch.setattr(seats, "lock_event", cancel)
    world.run(openings.wish_again, maya.user_id, event_id)
    assert not world.wishes(maya, event_id)


def test_many_letters_about_one_seat_let_other_letters_pass(
    world: World, still_clock: StillClock
) -> None:
    holder, other = world.person(), world.event()
    event_id = full(world, holder)
    for one in world.people(20):
        world.wish(one, event_id)
    world.do(registering.unregister, holder, event_id=event_id)
    still_clock.now += timedelta(seconds=61)
    world.do(registering.register, world.person(), event_id=other)
    kinds = [one.kind for one in world.run(claims.claim, 4)]
    assert kinds == [waiting.OPENED, waiting.OPENED, holds.CONFIRMED, waiting.OPENED]


def test_a_seat_of_an_erased_account_opens_too(world: World) -> None:
    holder, maya = world.person(), world.person(email="maya@example.org")
    world.wish(maya, full(world, holder))
    world.do(leaving.delete_account, holder, confirmation="DELETE")
    assert [letter.recipient for letter in told()] == ["maya@example.org"]


def test_a_raised_maximum_opens_seats_too(world: World) -> None:
    holder, olga = world.people(2)
    maya = world.person(email="maya@example.org")
    event_id = full(world, holder, olga)
    world.wish(maya, event_id)
    for most, letters in ((1, 0), (2, 1)):
        patch = EventPatch.model_validate({"maxParticipants": most})
        world.do(events.update_event, olga, event_id=event_id, values=patch)
        assert len(told()) == letters


def test_a_seat_that_opens_at_a_canceled_event_is_told_when_it_is_on_again(world: World) -> None:
    holder, olga = world.people(2)
    maya = world.person(email="maya@example.org")
    event_id = full(world, holder, olga)
    world.wish(maya, event_id)
    world.do(canceling.cancel_event, olga, event_id=event_id, values=CancelWrite())
    world.do(registering.unregister, holder, event_id=event_id)
    assert told() == []
    assert world.wishes(maya, event_id)
    world.do(canceling.reinstate_event, olga, event_id=event_id)
    assert len(told()) == 1


def test_a_dropped_wish_brings_no_letter(world: World) -> None:
    holder, maya = world.person(), world.person(email="maya@example.org")
    event_id = full(world, holder)
    world.wish(maya, event_id)
    world.do(waiting.leave_own, maya, event_id=event_id)
    world.do(registering.unregister, holder, event_id=event_id)
    assert told() == []


def test_nobody_waits_for_a_seat_that_is_free_or_their_own_or_gone(world: World) -> None:
    holder, maya = world.people(2)
    for actor, event_id, why in (
        (maya, world.event(max_participants=2), SEATS_ARE_FREE),
        (holder, full(world, holder), HAS_SEAT),
        (maya, world.event(start_at=NOW - timedelta(days=1)), HAS_STARTED),
        (maya, world.event(canceled_at=NOW), IS_CANCELED),
    ):
        with pytest.raises(Conflict) as refused:
            world.wish(actor, event_id)
        assert str(refused.value) == why


def test_an_erased_members_wish_goes(world: World) -> None:
    holder, maya = world.person(), world.person(email="maya@example.org")
    event_id = full(world, holder)
    world.wish(maya, event_id)
    world.run(account_erasing.fire, maya, user_id=maya.user_id)
    assert not world.wishes(maya, event_id)


def test_a_wish_is_kept_until_the_event_is_over(world: World, still_clock: StillClock) -> None:
    holder, maya = world.people(2)
    event_id = full(world, holder)
    world.wish(maya, event_id)
    end = world.do(registering.status_of, maya, event_id=event_id).end_date
    for after, is_kept in ((timedelta(), True), (timedelta(seconds=1), False)):
        still_clock.now = end + after
        asyncio.run(tidying.tidy())
        assert world.wishes(maya, event_id) == is_kept


def test_a_held_seat_that_ends_for_another_member_has_opened_for_nobody(
    world: World, still_clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_cards(monkeypatch)
    holder, other, maya = *world.people(2), world.person(email="maya@example.org")
    event_id = world.event(title="Castle Day", max_participants=1, price_cents=10_00)
    world.do(registering.register, holder, event_id=event_id)
    world.wish(maya, event_id)
    still_clock.now += timedelta(minutes=31)
    world.do(registering.register, other, event_id=event_id)
    assert world.wishes(maya, event_id)
    assert told() == []


def test_nobody_waits_for_a_seat_whose_hold_has_ended(
    world: World, still_clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_cards(monkeypatch)
    holder, maya = world.people(2)
    event_id = world.event(max_participants=1, price_cents=10_00)
    world.do(registering.register, holder, event_id=event_id)
    still_clock.now += timedelta(minutes=31)
    with pytest.raises(Conflict, match=SEATS_ARE_FREE):
        world.wish(maya, event_id)
    assert not world.wishes(maya, event_id)


def test_a_wish_is_for_those_who_could_register(world: World) -> None:
    member = world.person(membership_tier="basic", membership_status="active")
    other = world.person()
    event_id = world.event(max_participants=1, requires_membership=True)
    world.do(registering.register, member, event_id=event_id)
    with pytest.raises(Forbidden, match="Active membership required"):
        world.wish(other, event_id)


def test_the_same_wish_again_is_no_news_for_the_log(world: World) -> None:
    holder, maya = world.people(2)
    event_id = full(world, holder)
    for _ in range(3):
        world.wish(maya, event_id)
    assert world.actions().count("seat.wished") == 1

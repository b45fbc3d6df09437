"""Letters about the seat of a minor go to the guardians, and to a minor who has an address."""

from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from rookiebattle.accounts.models import User
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.events import canceling, service
from rookiebattle.events.schemas import CancelWrite, EventPatch, Scope
from rookiebattle.guardians.models import Guardianship
from rookiebattle.registrations.letters import reminders, words
from rookiebattle.registrations.service import registering, series
from tests.clocks import NOW, StillClock
from tests.letter_box import Received, received
from tests.registrations.letters.stage import Later, a_series, member, park_day
from tests.settled import settle
from tests.world import World

MOTHER, FATHER, ROWAN = "ana@example.org", "ben@example.org", "rowan@example.org"


class Home:
    """A mother and a father, Sam without an address, and Rowan with one."""

    def __init__(self, world: World) -> None:
        self.world, self.organizer = world, member(world, "Olga")
        self.mother, self.father = member(world, "Ana"), member(world, "Ben")
        self.sam = world.person(first_name="Sam", email=None, age_band="minor")
        self.rowan = member(world, "Rowan", age_band="minor")
        for minor in (self.sam, self.rowan):
            for one in (self.mother, self.father):
                began_at = NOW + timedelta(seconds=minor is self.rowan)
                world.add(
                    Guardianship(minor_id=minor.user_id, guardian_id=one.user_id, began_at=began_at)
                )

    def register(self, event_id: str, *coming: Actor) -> None:
        ids = [one.user_id for one in coming]
        verb = registering.register_party
        self.world.do(verb, self.mother, event_id=event_id, people_ids=ids)


@pytest.fixture
def home(world: World) -> Home:
    return Home(world)


def told(letters: list[Received]) -> dict[str, str]:
    """The address → the text; nobody gets two letters."""
    found = {one.recipient: one.body for one in letters}
    assert len(found) == len(letters)
    return found


def test_one_confirmation_for_each_reader_names_who_comes(home: Home) -> None:
    event_id = park_day(home.world, organizer_id=home.organizer.user_id)
    home.register(event_id, home.mother, home.sam, home.rowan)
    found = told(received())
    assert set(found) == {MOTHER, FATHER, ROWAN}
    assert "You, Sam and Rowan are registered." in found[MOTHER]
    assert "Sam and Rowan are registered." in found[FATHER]
    assert "You, " not in found[FATHER]
    assert "Your registration is confirmed." in found[ROWAN]


def test_a_seat_that_is_given_up_at_once_is_confirmed_to_nobody(home: Home) -> None:
    event_id = park_day(home.world, organizer_id=home.organizer.user_id)
    home.register(event_id, home.sam)
    home.world.do(registering.unregister, home.mother, event_id=event_id, user_id=home.sam.user_id)
    assert received() == []


def test_guardians_are_reminded_once_and_may_unsubscribe(
    home: Home, still_clock: StillClock
) -> None:
    event_id = park_day(
        home.world, organizer_id=home.organizer.user_id, start_at=NOW + timedelta(days=3)
    )
    home.register(event_id, home.mother, home.sam)
    received()
    with home.world.database.unit_of_work(write=True) as session:
        father = sa.update(User).filter_by(id=home.father.user_id)
        session.execute(father.values(mail_reminders=False))
    still_clock.now += timedelta(days=2, hours=1)
    due = home.world.do(reminders.due_reminders, VISITOR)
    home.world.do(reminders.promise_reminders, VISITOR, due=due)
    found = told(received())
    assert set(found) == {MOTHER}
    assert "you and Sam have a seat at Park day" in found[MOTHER]


def test_a_change_concerns_the_guardians_and_its_number_the_one_person(
    home: Home, letters: Later
) -> None:
    event_id = park_day(home.world, organizer_id=home.organizer.user_id)
    home.register(event_id, home.sam)
    received()
    values = EventPatch.model_validate({"location": "Riverfront"})
    changed = home.world.do(service.change_event, home.organizer, event_id=event_id, values=values)
    found = told(letters())
    assert set(found) == {MOTHER, FATHER}
    # Of whom two letters are about one seat, the organizer would know that it is a minor's.
    asked: dict[str, Any] = {"event_id": event_id, "scope": Scope.THIS}
    canceled = home.world.do(canceling.affected, home.organizer, **asked)
    deleted = home.world.do(service.affected, home.organizer, **asked)
    letters_told = changed.reach.people, canceled.reach.people, deleted.reach.people
    assert letters_told == (1, 1, 1)
    assert "Sam is registered for an event that has changed. Sam keeps the seat." in found[MOTHER]


def test_a_canceled_event_is_told_to_each_reader_and_counted_so(home: Home, letters: Later) -> None:
    event_id = park_day(home.world, organizer_id=home.organizer.user_id)
    home.register(event_id, home.sam, home.rowan, home.mother)
    received()
    weighed = home.world.do(canceling.affected, home.organizer, event_id=event_id, scope=Scope.THIS)
    home.world.do(
        canceling.cancel_event,
        home.organizer,
        event_id=event_id,
        scope=Scope.THIS,
        values=CancelWrite(reason="Lightning"),
    )
    found = told(letters())
    assert set(found) == {MOTHER, FATHER, ROWAN}
    assert (weighed.reach.people, weighed.reach.missed) == (3, ())
    assert "have a seat there" in found[MOTHER]


def test_a_minor_whom_nobody_reads_for_is_named_to_the_organizer(home: Home) -> None:
    event_id = park_day(home.world, organizer_id=home.organizer.user_id)
    home.register(event_id, home.sam)
    with home.world.database.unit_of_work(write=True) as session:
        session.execute(sa.update(Guardianship).values(ended_at=NOW))
        missed = words.missed(session, home.organizer, [event_id])
        assert (len(missed), words.missed(session, home.organizer, [])) == (1, ())


def test_dates_of_a_series_are_one_letter_to_each_guardian(home: Home) -> None:
    first = a_series(home.world, home.organizer)[0]
    home.world.do(series.register_until, home.rowan, event_id=first, until=None)
    found = told(received())
    assert set(found) == {MOTHER, FATHER, ROWAN}
    assert "Rowan is registered for 4 dates." in found[MOTHER]


def test_cash_for_a_minor_is_receipted_to_the_guardians(home: Home, letters: Later) -> None:
    event_id = park_day(home.world, organizer_id=home.organizer.user_id, price_cents=10_00)
    home.register(event_id, home.sam)
    received()
    seat: dict[str, Any] = {"event_id": event_id, "user_id": home.sam.user_id}
    home.world.do(settle, home.organizer, **seat, status="completed")
    found = told(letters())
    assert set(found) == {MOTHER, FATHER}
    assert ", for Sam" in found[MOTHER]

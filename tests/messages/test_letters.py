"""The letter of a message, word by word, and the letter of a cancellation that carries one."""

from datetime import timedelta

import pytest

from rookiebattle.accounts.models import AgeBand, User
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import new_id
from rookiebattle.core.pagination import Window
from rookiebattle.events.schemas import CancelWrite, Scope
from rookiebattle.guardians.models import Guardianship
from rookiebattle.messages import letters, service
from rookiebattle.messages.schemas import MessageWrite
from rookiebattle.messages.wording import NOBODY, ON_PAGE, STILL_SENT, reach_words
from rookiebattle.registrations.letters import cancellations
from rookiebattle.registrations.schemas import Audience
from tests.clocks import NOW
from tests.world import World

pytestmark = pytest.mark.usefixtures("still_clock")
HOT = MessageWrite(to=Audience.REGISTERED, subject="Bring water", text="It’s hot.\n\nSee you!")
BODY = """\
Hello Mia,

Olga wrote to everyone who’s registered for Park Day:

It’s hot.

See you!

Kit is registered.

"""


def person(world: World, name: str, **columns: object) -> Actor:
    usual: dict[str, object] = {"game_name": name, "email": f"{name.lower()}@example.org"}
    return world.person(**usual | columns)


def test_a_guardian_reads_who_wrote_what_and_for_whom(world: World) -> None:
    olga, mia, kit = (person(world, one) for one in ("Olga", "Mia", "Kit"))
    kit = person(world, "Kit Junior", first_name="Kit", age_band=AgeBand.MINOR, email=None)
    event_id = world.event(olga, title="Park Day", location="Al Lopez Park")
    world.seat(event_id, kit)
    world.add(Guardianship(guardian_id=mia.user_id, minor_id=kit.user_id))
    sent = world.do(service.send, olga, event_id=event_id, values=HOT)
    with world.database.unit_of_work(write=False) as session:
        letter = letters.message(session, mia.user_id, sent.id or "")
        assert letter is not None
        assert letters.message(session, mia.user_id, new_id()) is None
        assert letters.message(session, kit.user_id, sent.id or "") is None
    assert (letter.to, letter.subject) == ("mia@example.org", "Bring water – Park Day")
    assert letter.text.startswith(BODY)
    assert "Where:      Al Lopez Park" in letter.text
    assert "/events/" in letter.text
    assert letter.unsubscribe
    assert letter.starts_at
    assert letter.ends_at == letter.starts_at + timedelta(hours=2)


def test_a_removed_event_has_no_letter(world: World) -> None:
    olga, mia = person(world, "Olga"), person(world, "Mia")
    event_id = world.event(olga, is_public=False)
    world.seat(event_id, mia)
    sent = world.do(service.send, olga, event_id=event_id, values=HOT)
    world.change(event_id, waits_for="club")
    assert world.run(letters.message, mia.user_id, sent.id or "") is None


def test_whoever_turned_off_emails_about_events_meanwhile_gets_no_letter(world: World) -> None:
    olga, mia = person(world, "Olga"), person(world, "Mia")
    event_id = world.event(olga)
    world.seat(event_id, mia)
    sent = world.do(service.send, olga, event_id=event_id, values=HOT)
    for wants in (True, False):
        world.set(User, mia.user_id, mail_events=wants)
        letter = world.run(letters.message, mia.user_id, sent.id or "")
        assert (letter is not None) == wants


def test_the_letter_of_a_cancellation_says_what_was_said(world: World) -> None:
    olga, mia = person(world, "Olga"), person(world, "Mia")
    start = NOW + timedelta(days=3)
    event_id = world.event(olga, title="Park Day", start_at=start)
    world.seat(event_id, mia)
    world.do(
        service.cancel_with_message,
        olga,
        event_id=event_id,
        values=CancelWrite(reason="Storm"),
        scope=Scope.THIS,
        message=HOT,
    )
    known = {event_id: {cancellations.WAS_ON: True}}
    letter = world.run(cancellations.canceled, mia.user_id, known)
    assert letter is not None
    assert "has been canceled.\n\nIt’s hot.\n\nSee you!\n\n" in letter.text


def test_who_has_a_seat_at_a_later_date_alone_reads_it_too(world: World) -> None:
    olga, mia = person(world, "Olga"), person(world, "Mia")
    start = {"is_recurring": True, "start_at": NOW + timedelta(days=3)}
    first = world.event(olga, **start)
    later = world.event(
        olga, **start | {"start_at": NOW + timedelta(days=9)}, parent_event_id=first
    )
    world.seat(later, mia)
    world.do(
        service.cancel_with_message,
        olga,
        event_id=first,
        values=CancelWrite(reason="Storm"),
        scope=Scope.FOLLOWING,
        message=HOT,
    )
    letter = world.run(cancellations.canceled, mia.user_id, {later: {cancellations.WAS_ON: True}})
    assert letter is not None
    assert letter.text.count("It’s hot.") == 1
    read = world.do(service.list_messages, mia, event_id=later, window=Window(5))
    assert [one.text for one in read.items] == [HOT.text]


@pytest.mark.parametrize(
    ("emails", "off", "without", "words"),
    [
        (1, (), (), "1 person gets it by email."),
        (2, (), ("Abe",), "it by email. 1 has no email address: Abe. They’ll see it on the"),
        (0, ("Abe", "Zed"), ("Bo",), "2 turned off emails about events: Abe and Zed. 1 has no"),
        (3, tuple("ABCDE"), (), f"C and 2 more. {ON_PAGE} {STILL_SENT}"),
    ],
)
def test_the_reach_in_words(
    emails: int, off: tuple[str, ...], without: tuple[str, ...], words: str
) -> None:
    assert words in reach_words(emails, off, without)
    assert (STILL_SENT in reach_words(emails, off, without)) == bool(off)
    assert words != NOBODY

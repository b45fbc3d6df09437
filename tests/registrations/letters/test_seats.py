"""The letters about one's own seat: their texts, their recipients, and when there is none."""

from datetime import date, datetime, timedelta
from typing import Any

import pytest
import sqlalchemy as sa
from icalendar import Calendar

from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.errors import Conflict
from rookiebattle.core.mail import claims, limits, outbox_table
from rookiebattle.core.mail.claims import Claimed
from rookiebattle.core.mail.outbox import Letter
from rookiebattle.core.mail.outbox_table import OutboxLetter
from rookiebattle.guardians.models import Guardianship
from rookiebattle.integrations import postman
from rookiebattle.integrations.postman import Postman
from rookiebattle.registrations.letters import seats
from rookiebattle.registrations.pricing import LEAST_BY_CARD_CENTS
from rookiebattle.registrations.schemas import Settlement
from rookiebattle.registrations.service import holds, registering, settling
from rookiebattle.registrations.wording import PARENT_SIGNS
from rookiebattle.waivers.models import Form
from tests import factories
from tests.clocks import NOW, StillClock
from tests.letter_box import LetterBox, received
from tests.settled import settle
from tests.stripe_double.keys import take_cards
from tests.world import World

URL = "http://localhost:8000"


def member(world: World, **columns: Any) -> Actor:
    return world.person(**{"first_name": "Mira", "email": "mira@example.org", **columns})


def due(world: World) -> list[Letter]:
    """The letters as they would be sent now."""
    with world.database.unit_of_work(write=True) as session:
        claimed = claims.claim(session, 100)
        found = [claims.written(session, one) for one in claimed]
        session.execute(sa.update(OutboxLetter).values(state="sent"))
    return [letter for letter in found if letter]


def test_a_registration_is_confirmed_with_the_calendar_file(some_world: World) -> None:
    mira = member(some_world)
    event_id = some_world.event(title="Park day", location="Al Lopez Park", address="4810 N Himes")
    some_world.do(registering.register, mira, event_id=event_id)
    (letter,) = due(some_world)
    assert (letter.to, letter.user_id) == ("mira@example.org", mira.user_id)
    assert letter.subject == "You’re registered: Park day, Tue, Mar 24"
    assert letter.text.startswith(
        "Hello Mira,\n\n"
        "Your registration is confirmed.\n\n"
        "When:       Tue, Mar 24, 8:00 AM – 10:00 AM ET\n"
        "Where:      Al Lopez Park\n"
        "            4810 N Himes\n"
        "Bring:      Water, closed shoes, and clothes that may get grass stains.\n"
        "            We bring the swords.\n"
        "Posted by:  A member\n\n"
        "Can’t make it? Unregister by Mon, Mar 23, 8:00 AM ET.\n\n"
        "The event is attached for your calendar.\n\n"
        "Questions? Press “Ask the Organizer” on the event page.\n\n"
        f"See the event:\n{URL}/events/{event_id}\n\n-- \n"
    )
    (file,) = letter.attachments
    (entry,) = Calendar.from_ical(file.text).walk("VEVENT")
    assert (entry["UID"], entry["SUMMARY"]) == (f"{event_id}@localhost", "Park day")
    assert "Calendar" not in letter.html
    assert "Al Lopez Park<br>4810 N Himes" in letter.html


@pytest.mark.parametrize("age", ["minor", "adult"])
def test_a_minor_reads_first_that_a_parent_signs_in_every_letter_about_a_seat(
    world: World, still_clock: StillClock, age: str
) -> None:
    sparrow = member(world, age_band=age)
    ids = [world.event(), world.event()]
    for event_id in ids:
        world.do(registering.register, sparrow, event_id=event_id)
    found = due(world)
    still_clock.now = NOW + timedelta(days=9, hours=12)
    with world.database.unit_of_work(write=False) as session:
        one = seats.reminder(session, sparrow.user_id, ids[0])
        several = seats.reminders(session, sparrow.user_id, {id_: {} for id_ in ids})
    found += [letter for letter in (one, several) if letter]
    assert len(found) == 4
    said = f"{PARENT_SIGNS}\n\nThe waiver for minors: {URL}/resources?category=forms\n\n"
    for letter in found:
        assert letter.text.startswith(f"Hello Mira,\n\n{said}") is (age == "minor"), letter.subject


def test_the_confirmation_names_each_waiver_that_is_missing(world: World) -> None:
    """Of the guardian and of the teenager, until it is signed, and only where one is needed."""
    mia = member(world, last_name="Stone")
    tim = world.person(first_name="Tim", age_band="minor", birth_date=date(2010, 6, 1))
    world.add(Guardianship(minor_id=tim.user_id, guardian_id=mia.user_id))
    ids = {form: world.add(factories.waiver_version(form=form)) for form in Form}
    people, event_id = [mia.user_id, tim.user_id], world.event()
    world.do(registering.register_party, mia, event_id=event_id, people_ids=people)
    ways = [f"Please sign before the event: {URL}/sign?for={one}" for one in people]
    said = [f"Your waiver isn’t signed yet. {ways[0]}"]
    said += [f"The waiver for Tim isn’t signed yet. {ways[1]}"]

    def told(event: str) -> list[str]:
        letter = world.run(seats.confirmed, mia.user_id, event)
        assert letter is not None
        lines = " ".join(letter.text.split())
        return [words for words in said if words in lines]

    assert told(event_id) == said
    world.add(factories.waiver_signature(version_id=ids[Form.ADULT], user_id=mia.user_id))
    assert told(event_id) == said[1:]
    paper = {"signed_by": None, "typed_name": None, "noted_by": mia.user_id, "event_id": event_id}
    world.add(factories.waiver_signature(version_id=ids[Form.MINOR], user_id=tim.user_id, **paper))
    said = ["The waiver for Tim on paper is waiting for a lead to check it.", ways[1]]
    assert told(event_id) == said[:1]
    free = world.event(needs_waiver=False)
    world.do(registering.register_party, mia, event_id=free, people_ids=people)
    assert told(free) == []


def test_a_minor_is_led_to_the_waiver_until_a_guardian_has_signed(world: World) -> None:
    sparrow, event_id = member(world, age_band="minor"), world.event()
    version = world.add(factories.waiver_version(form=Form.MINOR))
    world.do(registering.register, sparrow, event_id=event_id)
    (letter,) = due(world)
    words = " ".join(letter.text.split())
    assert f"{PARENT_SIGNS} The waiver for minors: {URL}/sign?for=" in words
    note = {"signed_by": None, "typed_name": None, "noted_by": sparrow.user_id}
    paper = factories.waiver_signature(version_id=version, user_id=sparrow.user_id, **note)
    world.add(paper)
    with world.database.unit_of_work(write=False) as session:
        waits = seats.confirmed(session, sparrow.user_id, event_id)
    assert waits is not None
    assert PARENT_SIGNS not in waits.text
    assert "Your waiver on paper is waiting for a lead to check it." in waits.text
    world.add(factories.waiver_signature(version_id=version, user_id=sparrow.user_id))
    signed = world.run(seats.confirmed, sparrow.user_id, event_id)
    assert signed is not None
    assert PARENT_SIGNS not in signed.text


def test_it_names_the_host_and_the_organizer(world: World) -> None:
    mira, olga = member(world), world.person(game_name="Storm Heron")
    event_id = world.event(olga, chapter_id=world.chapter("Tampa Bay"))
    world.do(registering.register, mira, event_id=event_id)
    (letter,) = due(world)
    assert "Hosted by:  Tampa Bay\nOrganizer:  Storm Heron\n" in letter.text


def test_what_the_organizer_says_about_the_event_stands_for_what_to_bring(world: World) -> None:
    mira, event_id = member(world), world.event(description="Bring a lantern.")
    world.do(registering.register, mira, event_id=event_id)
    (letter,) = due(world)
    assert "closed shoes" not in letter.text


@pytest.mark.parametrize(
    ("settled", "words"),
    [(None, "Due:        $10.00 at the gate"), ("completed", "Paid:       $10.00")],
)
def test_it_says_what_is_to_pay(world: World, settled: Settlement | None, words: str) -> None:
    mira, boss = member(world), world.person(is_admin=True)
    event_id = world.event(price_cents=1000)
    world.do(registering.register, mira, event_id=event_id)
    if settled:
        world.do(settle, boss, event_id=event_id, user_id=mira.user_id, status=settled)
    (letter,) = due(world)
    assert words in letter.text


@pytest.mark.parametrize(
    ("cents", "words"),
    [
        (10_00, "Due: $10.00 by card on the event page, or at the gate"),
        (LEAST_BY_CARD_CENTS - 1, "Due: $0.49 at the gate"),
    ],
)
def test_where_cards_are_taken_it_says_so(
    world: World, monkeypatch: pytest.MonkeyPatch, cents: int, words: str
) -> None:
    mira = member(world)
    event_id = world.event(price_cents=cents)
    world.do(registering.register, mira, event_id=event_id)
    take_cards(monkeypatch)
    (letter,) = due(world)
    assert words in " ".join(letter.text.split())


def test_close_to_the_start_it_says_that_the_seat_is_kept(world: World) -> None:
    mira, event_id = member(world), world.event(start_at=NOW + timedelta(hours=23))
    world.do(registering.register, mira, event_id=event_id)
    (letter,) = due(world)
    assert "can’t unregister online" in " ".join(letter.text.split())


def test_each_registration_is_confirmed_once(some_world: World, still_clock: StillClock) -> None:
    mira, event_id = member(some_world), some_world.event()
    some_world.do(registering.register, mira, event_id=event_id)
    some_world.do(registering.register, mira, event_id=event_id)
    assert len(received()) == 1
    some_world.do(registering.unregister, mira, event_id=event_id)
    still_clock.now = NOW + timedelta(days=1)
    some_world.do(registering.register, mira, event_id=event_id)
    assert len(received()) == 1


def change_ones_mind(world: World, who: Actor, event_id: str) -> None:
    for _ in range(20):
        world.do(registering.register, who, event_id=event_id)
        world.do(registering.unregister, who, event_id=event_id)
    world.do(registering.register, who, event_id=event_id)


def rows(world: World) -> int:
    with world.database.unit_of_work(write=False) as session:
        return session.scalar(sa.select(sa.func.count()).select_from(outbox_table.letters)) or 0


def test_registering_again_and_again_is_confirmed_once_an_hour(
    some_world: World, still_clock: StillClock
) -> None:
    mira, event_id = member(some_world), some_world.event()
    change_ones_mind(some_world, mira, event_id)
    first = received()
    for minutes in (1, 30, 28):
        still_clock.now += timedelta(minutes=minutes)
        some_world.do(registering.unregister, mira, event_id=event_id)
        change_ones_mind(some_world, mira, event_id)
        assert received() == []
    # The second letter comes when the hour is over, and tells of the event as it is then.
    some_world.change(event_id, title="River day")
    still_clock.now += timedelta(minutes=1)
    (second,) = received()
    assert "River day" in second.subject
    assert [one.message_id for one in first] != [second.message_id]
    assert rows(some_world) == 2


def test_another_price_is_told_at_once_and_only_once(
    some_world: World, still_clock: StillClock
) -> None:
    mira, event_id = member(some_world), some_world.event(price_cents=1000)
    some_world.do(registering.register, mira, event_id=event_id)
    assert "Due:        $10.00 at the gate" in received()[0].body
    still_clock.now += timedelta(minutes=1)
    some_world.do(registering.unregister, mira, event_id=event_id)
    some_world.change(event_id, price_cents=1500)
    some_world.do(registering.register, mira, event_id=event_id)
    (second,) = received()
    assert "Due:        $15.00 at the gate" in second.body
    some_world.do(registering.unregister, mira, event_id=event_id)
    change_ones_mind(some_world, mira, event_id)
    assert received() == []


@pytest.mark.parametrize("is_claimed", [False, True])
def test_another_price_is_told_while_a_confirmation_waits_or_is_on_its_way(
    some_world: World, still_clock: StillClock, is_claimed: bool
) -> None:
    mira, event_id = member(some_world), some_world.event(price_cents=1000)
    some_world.do(registering.register, mira, event_id=event_id)
    if is_claimed:
        assert len(postman._claim()) == 1
    some_world.do(registering.unregister, mira, event_id=event_id)
    some_world.change(event_id, price_cents=1500)
    some_world.do(registering.register, mira, event_id=event_id)
    (letter,) = received()
    assert "Due:        $15.00 at the gate" in letter.body
    assert rows(some_world) == (2 if is_claimed else 1)


def test_a_confirmation_that_waits_goes_with_the_seat(some_world: World) -> None:
    mira, event_id = member(some_world), some_world.event()
    some_world.do(registering.register, mira, event_id=event_id)
    some_world.do(registering.unregister, mira, event_id=event_id)
    assert not some_world.run(claims.LETTERS.is_due)
    some_world.do(registering.register, mira, event_id=event_id)
    assert len(received()) == 1


def test_the_confirmation_of_a_guardians_own_seat_stays_when_a_minors_goes(world: World) -> None:
    mira, event_id = member(world), world.event()
    rowan = world.minor_of(mira).user_id
    people = [mira.user_id, rowan]
    world.do(registering.register_party, mira, event_id=event_id, people_ids=people)
    world.do(registering.unregister, mira, event_id=event_id, user_id=rowan)
    assert [letter.user_id for letter in due(world)] == [mira.user_id]


@pytest.mark.parametrize("is_paid", [True, False])
def test_a_guardian_reads_that_a_minors_seat_is_paid_or_kept_for_the_gate(
    world: World, monkeypatch: pytest.MonkeyPatch, is_paid: bool
) -> None:
    take_cards(monkeypatch)
    mira, olga = member(world), world.person()
    rowan, event_id = world.minor_of(mira).user_id, world.event(olga, price_cents=10_00)
    (held,) = world.do(registering.register_party, mira, event_id=event_id, people_ids=[rowan])
    assert due(world) == []
    if is_paid:
        paid: dict[str, Any] = {"registration_id": held.id, "cents": 10_00}
        assert world.run(holds.take_payment, event_id=event_id, **paid)
    else:
        world.do(settling.keep_for_gate, olga, event_id=event_id, user_id=rowan)
    assert [letter.user_id for letter in due(world)] == [mira.user_id]


def test_a_seat_that_is_taken_again_while_its_letter_is_withdrawn_is_confirmed(
    some_world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    mira, event_id = member(some_world), some_world.event()
    some_world.do(registering.register, mira, event_id=event_id)
    withdraw = postman._withdraw
    (claimed,) = postman._claim()
    some_world.do(registering.unregister, mira, event_id=event_id)

    def meanwhile(one: Claimed) -> None:
        some_world.do(registering.register, mira, event_id=event_id)
        withdraw(one)

    monkeypatch.setattr(postman, "_withdraw", meanwhile)
    Postman(LetterBox())._deliver(claimed)
    assert len(received()) == 1


def test_a_member_who_takes_every_seat_gets_so_many_letters_a_day(
    some_world: World, still_clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "PER_MEMBER", 2)
    mira, theo = member(some_world), member(some_world, email="theo@example.org")
    for _ in range(5):
        some_world.do(registering.register, mira, event_id=some_world.event())
    some_world.do(registering.register, theo, event_id=some_world.event())
    assert [one.recipient for one in received()] == ["mira@example.org"] * 2 + ["theo@example.org"]
    found = []
    for _ in range(3):
        still_clock.now += timedelta(days=1)
        found.append(len(received()))
    assert found == [2, 1, 0]


def test_by_a_clock_that_runs_a_confirmation_goes_out_at_once(
    world: World, still_clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def running() -> datetime:
        still_clock.now += timedelta(microseconds=1)
        return still_clock.now

    world.do(registering.register, member(world), event_id=world.event())
    monkeypatch.setattr(clock, "now", running)
    (claimed,), box = postman._claim(), LetterBox()
    Postman(box)._deliver(claimed)
    assert len(box.kept) == 1


def test_nothing_is_confirmed_that_is_no_longer_true(world: World) -> None:
    mira, given_back, deleted = member(world), world.event(), world.event()
    for event_id in (given_back, deleted):
        world.do(registering.register, mira, event_id=event_id)
    world.do(registering.unregister, mira, event_id=given_back)
    with world.database.unit_of_work(write=True) as session:
        for table, column in (("event_registrations", "event_id"), ("events", "id")):
            session.execute(sa.text(f"DELETE FROM {table} WHERE {column} = '{deleted}'"))
    assert due(world) == []


def test_a_confirmation_tells_of_the_event_as_it_is_when_it_goes_out(world: World) -> None:
    mira, event_id = member(world), world.event(title="Park day")
    world.do(registering.register, mira, event_id=event_id)
    world.change(event_id, title="River day")
    assert "River day" in due(world)[0].subject


def test_who_has_no_address_or_wants_no_letters_gets_none(world: World) -> None:
    event_id = world.event()
    for actor in (
        member(world, email=None),
        member(world, email="b@example.org", mail_events=False),
    ):
        world.do(registering.register, actor, event_id=event_id)
    assert due(world) == []


def test_a_refused_registration_sends_nothing(world: World) -> None:
    event_id = world.event(max_participants=1)
    world.do(registering.register, world.person(), event_id=event_id)
    with pytest.raises(Conflict):
        world.do(registering.register, member(world), event_id=event_id)
    assert due(world) == []


def test_long_and_odd_names_are_escaped_and_wrapped(world: World) -> None:
    title = "<b>" + "long words " * 22 + "</b>"
    mira, event_id = member(world, first_name="<i>Mira"), world.event(title=title)
    world.do(registering.register, mira, event_id=event_id)
    (letter,) = due(world)
    assert "<b>" not in letter.html
    assert "<i>" not in letter.html
    assert "long words…, Tue, Mar 24" in letter.subject
    assert len(letter.subject) < 100


def test_an_advertisement_stays_out_of_the_subject(world: World) -> None:
    mira, event_id = member(world), world.event(title="Swords at shop.example")
    world.do(registering.register, mira, event_id=event_id)
    (letter,) = due(world)
    assert letter.subject == "You’re registered: your event, Tue, Mar 24"


def test_a_place_that_looks_like_an_address_is_no_link(world: World) -> None:
    mira, event_id = member(world), world.event(location="https://shop.example/swords")
    world.do(registering.register, mira, event_id=event_id)
    (letter,) = due(world)
    assert "https://shop.example/swords" in letter.html
    assert 'href="https://shop' not in letter.html


def test_the_file_of_a_letter_has_the_beginning_of_a_long_description(world: World) -> None:
    mira, event_id = member(world), world.event(description="many words " * 900)
    world.do(registering.register, mira, event_id=event_id)
    (letter,) = due(world)
    assert "many words" in letter.attachments[0].text
    assert len(letter.attachments[0].text) < 2000


def test_people_without_a_first_name_are_greeted_too(world: World) -> None:
    event_id = world.event()
    names = [("Storm Crow", "Hello Storm Crow,"), (None, "Hello,")]
    for number, (game_name, hello) in enumerate(names):
        who = member(world, first_name=None, game_name=game_name, email=f"{number}@example.org")
        world.do(registering.register, who, event_id=event_id)
        (letter,) = due(world)
        assert letter.text.startswith(f"{hello}\n")

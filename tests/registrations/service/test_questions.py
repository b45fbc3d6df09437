"""Questions to the organizer: who reads them, how they are answered, and how many there may be."""

from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from rookiebattle.accounts import leaving
from rookiebattle.accounts import service as accounts
from rookiebattle.accounts.models import AgeBand, User
from rookiebattle.core import clock, privacy
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.errors import (
    Conflict,
    Forbidden,
    Invalid,
    NotFound,
    NotWelcomed,
    TooManyRequests,
)
from rookiebattle.core.limits import Limiter
from rookiebattle.events.models import Event
from rookiebattle.registrations.models import Question
from rookiebattle.registrations.policy import ASKED_AFTER
from rookiebattle.registrations.schemas import AnswerWrite, QuestionRead, QuestionWrite
from rookiebattle.registrations.service import questions, registering
from rookiebattle.registrations.wording import (
    ENOUGH_ANSWERS,
    HAS_QUESTIONS,
    IS_LONG_OVER,
    MANY_ANSWERS,
    NEEDS_ADDRESS,
    NEEDS_NAME,
    NO_ADDRESSES,
)
from rookiebattle.settings import get_settings
from tests import factories
from tests.clocks import NOW, StillClock
from tests.letter_box import received
from tests.world import World

WHO = {"name": "Pat Parent", "email": "pat@example.org"}
AGES = [AgeBand.ADULT, AgeBand.MINOR]


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Resets the limit of network addresses, as if nobody had asked from any."""
    monkeypatch.setattr(questions, "_addresses", Limiter(questions.MOST_FROM_ADDRESS, 3600))


def ask(
    world: World, actor: Actor, event_id: str, message: str = "May I watch?", **values: str
) -> None:
    address, trap = values.pop("address", ""), values.pop("trap", "")
    question = QuestionWrite.model_validate({"question": message, **values})
    world.do(
        questions.ask_organizer,
        actor,
        event_id=event_id,
        values=question,
        address=address,
        is_suspicious=bool(trap),
    )


def answer(world: World, actor: Actor, question_id: str, words: str = "Of course.") -> QuestionRead:
    values = AnswerWrite(answer=words)
    return world.do(questions.answer_question, actor, question_id=question_id, values=values)


def listed(world: World, actor: Actor, event_id: str) -> list[QuestionRead]:
    return list(world.do(questions.list_questions, actor, event_id=event_id).items)


def kept(world: World) -> list[Question]:
    return world.scalars(sa.select(Question))


def test_an_answer_belongs_to_the_account_that_asked(world: World) -> None:
    """It goes with the account, also to an address that the account had before."""
    olga, maya = world.person(), world.person(email="maya@example.org")
    event_id = world.event(olga)
    ask(world, maya, event_id)
    (asked,) = listed(world, olga, event_id)
    answer(world, olga, asked.id)
    world.set(User, maya.user_id, email="new@example.org")
    world.do(leaving.delete_account, maya, confirmation="DELETE")
    assert not [one for one in received() if one.subject.startswith("An answer")]


@pytest.mark.each_database
@pytest.mark.parametrize("age", AGES)
def test_the_club_stands_between_the_organizer_and_a_visitor(world: World, age: AgeBand) -> None:
    olga = world.person(email="olga@example.org", age_band=age)
    event_id, club = world.event(olga, title="Castle Day"), get_settings().org_contact_email
    ask(world, VISITOR, event_id, **WHO)
    letters = {one.recipient: one for one in received()}
    letter = letters["olga@example.org"]
    assert letter.subject.startswith("A question about Castle Day, ")
    assert "May I watch?" in letter.body
    assert "Pat Parent, not logged in" in letter.body
    # An adult of the club reads along where the organizer is a minor; nobody else notices.
    assert (club in letters) == (age == AgeBand.MINOR)
    assert ("reads questions to members under 18" in letter.body) == (age == AgeBand.MINOR)
    (asked,) = listed(world, olga, event_id)
    assert asked.name == "Pat Parent, not logged in"
    answer(world, olga, asked.id)
    answers = {one.recipient: one for one in received()}
    back, copy = answers["pat@example.org"], answers.pop(club, None)
    assert list(answers) == ["pat@example.org"]
    assert (copy is not None) == (age == AgeBand.MINOR)
    for part in (copy.body, copy.html) if copy else ():
        assert "Of course." in part
        assert "pat@example.org" not in part
    assert back.subject.startswith("An answer about Castle Day, ")
    assert "Of course." in back.body
    for told, address in [*((one, "pat@example.org") for one in letters.values()), (back, "olga")]:
        assert address not in f"{told.reply_to} {told.body} {told.html}"
        assert told.reply_to in (club, "")
    assert world.actions() == ["event.asked", "question.answered"]


@pytest.mark.parametrize(
    ("columns", "name"),
    [
        ({}, "Storm Heron"),
        ({"age_band": AgeBand.MINOR, "shows_profile": True}, "Storm Heron"),
        ({"shows_profile": True, "game_name": None}, "Maya E."),
    ],
)
def test_a_members_question_has_the_name_that_members_see_and_no_address(
    world: World, columns: dict[str, Any], name: str
) -> None:
    olga = world.person(email="olga@example.org")
    who = {"game_name": "Storm Heron", "first_name": "Maya", "last_name": "Eklöf", **columns}
    maya, event_id = world.person(email="asker@example.org", **who), world.event(olga)
    ask(world, maya, event_id, **WHO)
    (letter,) = received()
    (asked,) = listed(world, olga, event_id)
    assert asked.name == name
    # No token has this letter.
    for part in (letter.body, letter.html, letter.subject, asked.model_dump_json()):
        assert "Eklöf" not in part
        assert "example.org" not in part.replace("contact@example.org", "")
        assert "Maya" not in part or "Maya" in name
    assert name in letter.body
    answer(world, olga, asked.id)
    (back,) = received()
    assert back.recipient == "asker@example.org"


@pytest.mark.parametrize("age", AGES)
def test_the_organization_reads_where_nobody_reads_letters(world: World, age: AgeBand) -> None:
    ask(world, VISITOR, world.event(world.person(email=None, age_band=age)), **WHO)
    (letter,) = received()
    assert letter.recipient == get_settings().org_contact_email


def test_an_organizer_who_wants_no_letters_reads_the_question_on_the_site(world: World) -> None:
    olga = world.person(email="olga@example.org", mail_events=False)
    event_id = world.event(olga, title="Castle Day")
    ask(world, VISITOR, event_id, **WHO)
    assert received() == []
    (waiting,) = world.do(questions.waiting_questions, olga)
    assert (waiting.event_id, waiting.title, waiting.number) == (event_id, "Castle Day", 1)
    answer(world, olga, listed(world, olga, event_id)[0].id)
    assert world.do(questions.waiting_questions, olga) == []


def test_a_member_who_wants_no_letters_gets_the_answer_that_they_asked_for(world: World) -> None:
    olga, maya = world.person(), world.person(email="maya@example.org", mail_events=False)
    event_id = world.event(olga)
    ask(world, maya, event_id)
    answer(world, olga, listed(world, olga, event_id)[0].id)
    assert "maya@example.org" in [one.recipient for one in received()]


def test_a_question_is_answered_once(world: World) -> None:
    olga, admin = world.person(), world.person(is_admin=True)
    event_id = world.event(olga)
    ask(world, VISITOR, event_id, **WHO)
    (asked,) = listed(world, admin, event_id)
    for who in (admin, olga, olga):
        assert answer(world, who, asked.id).answer == "Of course."
    with pytest.raises(Conflict):
        answer(world, olga, asked.id, "On second thought, no.")
    assert [one.recipient for one in received()] == ["pat@example.org"]
    assert world.actions() == ["event.asked", "question.answered"]


def test_others_neither_read_nor_answer_a_question(world: World) -> None:
    event_id, stranger = world.event(), world.person()
    ask(world, VISITOR, event_id, **WHO)
    (asked,) = kept(world)
    with pytest.raises(Forbidden):
        listed(world, stranger, event_id)
    with pytest.raises(Forbidden):
        answer(world, stranger, asked.id)
    for id_ in (event_id, "junk"):
        with pytest.raises(NotFound):
            answer(world, stranger, id_)


def test_a_question_about_a_removed_event_has_no_answer(world: World) -> None:
    olga = world.person(email="olga@example.org")
    event_id = world.event(olga)
    ask(world, VISITOR, event_id, **WHO)
    world.remove(event_id)
    with pytest.raises(NotFound):
        answer(world, olga, kept(world)[0].id)
    assert received() == []


def test_nobody_floods_an_address_with_answers_about_one_organizers_events(world: World) -> None:
    olga, otto, admin = world.person(), world.person(), world.person(is_admin=True)
    event_id, other_id = world.event(olga), world.event(otto)
    for number in range(questions.MOST_A_DAY + 1):
        ask(world, VISITOR, event_id, f"Question {number}?", **WHO)
    *some, last = listed(world, olga, event_id)
    for one in some:
        answer(world, olga, one.id)
    for who in (olga, admin):
        with pytest.raises(TooManyRequests) as refusal:
            answer(world, who, last.id)
        assert refusal.value.sentence == ENOUGH_ANSWERS
    # Nobody silences other organizers through an event of their own.
    ask(world, VISITOR, other_id, **WHO)
    answer(world, otto, listed(world, otto, other_id)[0].id)


@pytest.mark.each_database
def test_a_member_answers_few_typed_addresses_a_day_whatever_they_remove(world: World) -> None:
    mallory, admin = world.person(), world.person(is_admin=True)
    # The answers to questions of members go to known addresses, which are not counted.
    event_id = world.event(mallory)
    ask(world, world.person(email="sam@example.org"), event_id, "Is there water?")
    answer(world, mallory, listed(world, mallory, event_id)[0].id)
    for number in range(questions.MOST_A_DAY):
        event_id = world.event(mallory)
        ask(world, VISITOR, event_id, name="Pat", email=f"stranger{number}@example.org")
        answer(world, mallory, listed(world, mallory, event_id)[0].id)
        world.remove(event_id)
    event_id, maya = world.event(mallory), world.person(email="maya@example.org")
    ask(world, VISITOR, event_id, **WHO)
    ask(world, maya, event_id, "May I come late?")
    typed, known = sorted(listed(world, mallory, event_id), key=lambda one: one.question)[::-1]
    assert "Pat Parent" in typed.name
    with pytest.raises(TooManyRequests) as refusal:
        answer(world, mallory, typed.id)
    assert refusal.value.sentence == MANY_ANSWERS
    answer(world, mallory, known.id)
    answer(world, admin, typed.id)


@pytest.mark.parametrize("asker", ["visitor", "member without an address"])
def test_a_letter_to_a_typed_address_advertises_nothing(world: World, asker: str) -> None:
    olga = world.person()
    who = VISITOR if asker == "visitor" else world.person(email=None)
    event_id = world.event(olga, title="Prizes at evil.example")
    ask(world, who, event_id, "Is it https://evil.example?", name="evil.example", email="p@x.org")
    (asked,) = listed(world, olga, event_id)
    with pytest.raises(Invalid) as refusal:
        answer(world, olga, asked.id, "Pay at www.evil.example.")
    assert refusal.value.fields == {"answer": NO_ADDRESSES}
    answer(world, olga, asked.id)
    (back,) = [one for one in received() if one.recipient == "p@x.org"]
    assert "Of course." in back.body
    for part in (back.subject, back.body, back.html):
        assert "evil" not in part
    for part in (back.body, back.html):
        assert "Didn’t ask this?" in part


def test_an_answer_to_a_known_address_may_name_a_page(world: World) -> None:
    olga, maya = world.person(), world.person(email="maya@example.org")
    event_id = world.event(olga)
    ask(world, maya, event_id, "Is the map at www.example.org?")
    answer(world, olga, listed(world, olga, event_id)[0].id, "Yes, at www.example.org/map.")
    (back,) = [one for one in received() if one.recipient == "maya@example.org"]
    assert "www.example.org/map" in back.body
    assert "Didn’t ask this?" not in back.body


def test_nobody_asks_under_a_name_of_the_site(world: World) -> None:
    with pytest.raises(Invalid) as refusal:
        ask(world, VISITOR, world.event(), name="Administrator", email="pat@example.org")
    assert set(refusal.value.fields) == {"name"}
    assert kept(world) == []


def test_a_member_without_an_address_asks_under_the_name_of_the_account(world: World) -> None:
    olga, maya = world.person(), world.person(email=None, game_name="Storm Heron")
    event_id = world.event(olga)
    ask(world, maya, event_id, **WHO)
    (asked,) = listed(world, olga, event_id)
    (letter,) = received()
    assert asked.name == "Storm Heron"
    assert "Storm Heron" in letter.body
    assert "Pat Parent" not in letter.body


def test_an_event_takes_questions_until_thirty_days_after_its_end(world: World) -> None:
    now, hour = clock.now(), timedelta(hours=1)
    ids = [
        world.event(start_at=end - hour, end_at=end)
        for end in (now - ASKED_AFTER + hour, now - ASKED_AFTER)
    ]
    ask(world, VISITOR, ids[0], **WHO)
    with pytest.raises(Conflict) as refusal:
        ask(world, VISITOR, ids[1], **WHO)
    assert refusal.value.sentence == IS_LONG_OVER
    assert [one.event_id for one in kept(world)] == ids[:1]


@pytest.mark.parametrize("leaver", ["asker", "answerer"])
def test_a_question_goes_with_the_account_of_the_asker_only(world: World, leaver: str) -> None:
    people = {"asker": world.person(email="a@example.org"), "answerer": world.person()}
    event_id = world.event(people["answerer"])
    ask(world, people["asker"], event_id)
    ask(world, VISITOR, event_id, name="A", email="A@example.org")
    (first, _) = listed(world, people["answerer"], event_id)
    answer(world, people["answerer"], first.id)
    owned = world.run(privacy.own_rows, people["answerer"].user_id)
    assert owned["event_questions"] == []
    world.do(accounts.delete_account, people[leaver], confirmation="DELETE")
    # Questions that the same person asked before signing in go as well.
    assert len(kept(world)) == (0 if leaver == "asker" else 2)


def test_a_question_that_was_withdrawn_reaches_nobody(world: World) -> None:
    maya = world.person(email="maya@example.org")
    ask(world, maya, world.event(world.person(email="olga@example.org")))
    world.do(accounts.delete_account, maya, confirmation="DELETE")
    assert "olga@example.org" not in [one.recipient for one in received()]


@pytest.mark.each_database
@pytest.mark.parametrize("age", AGES)
def test_a_question_to_an_organizer_who_left_reaches_whoever_took_over(
    world: World, age: AgeBand
) -> None:
    world.person(email="ada@example.org", is_admin=True)
    olga = world.person(email="olga@example.org", age_band=age)
    ask(world, VISITOR, world.event(olga, title="Castle Day"), **WHO)
    world.do(accounts.delete_account, olga, confirmation="DELETE")
    asked = [one for one in received() if one.subject.startswith("A question about Castle Day")]
    assert [one.recipient for one in asked] == ["ada@example.org"]


def test_of_a_question_that_a_minor_has_answered_only_the_answer_is_copied(world: World) -> None:
    olga = world.person(email="olga@example.org", age_band=AgeBand.MINOR)
    event_id = world.event(olga)
    ask(world, VISITOR, event_id, **WHO)
    answer(world, olga, listed(world, olga, event_id)[0].id)
    told = {one.recipient: one.subject.partition(" about")[0] for one in received()}
    assert told == {"pat@example.org": "An answer", get_settings().org_contact_email: "An answer"}


def test_the_organization_gets_no_copy_when_somebody_else_organizes(world: World) -> None:
    olga = world.person(email="olga@example.org", age_band=AgeBand.MINOR)
    otto, event_id = world.person(email="otto@example.org"), world.event(olga)
    ask(world, VISITOR, event_id, **WHO)
    world.set(Event, event_id, organizer_id=otto.user_id)
    assert received() == []


def test_after_ninety_days_question_and_answer_are_forgotten(world: World) -> None:
    event_id, now = world.event(), clock.now()
    for days in (89, 91):
        world.add(factories.question(event_id=event_id, asked_at=now - timedelta(days=days)))
    world.run(questions.forget_old)
    assert [(now - one.asked_at).days for one in kept(world)] == [89]


def test_the_same_words_twice_are_one_question(world: World) -> None:
    event_id, maya = world.event(), world.person(email="maya@example.org")
    for _ in range(questions.MOST_A_DAY + 1):
        ask(world, VISITOR, event_id, **WHO)
        ask(world, maya, event_id)
    assert len(kept(world)) == 2


@pytest.mark.parametrize("missing", ["name", "email"])
def test_a_visitor_says_who_is_asking(world: World, missing: str) -> None:
    event_id = world.event()
    with pytest.raises(Invalid) as refusal:
        ask(world, VISITOR, event_id, **{name: WHO[name] for name in WHO if name != missing})
    assert set(refusal.value.fields) == {missing}
    assert kept(world) == []


def test_each_field_that_is_missing_has_its_own_sentence(world: World) -> None:
    with pytest.raises(Invalid) as refusal:
        ask(world, VISITOR, world.event())
    assert refusal.value.fields == {"name": NEEDS_NAME, "email": NEEDS_ADDRESS}


def test_a_hidden_event_and_a_member_before_the_welcome_are_refused(world: World) -> None:
    with pytest.raises(NotFound):
        ask(world, VISITOR, world.event(is_public=False), **WHO)
    with pytest.raises(NotWelcomed):
        ask(world, world.person(age_band=None), world.event())
    assert kept(world) == []


@pytest.mark.each_database
def test_a_member_asks_a_few_questions_a_day(world: World) -> None:
    maya = world.person(email="maya@example.org")
    event_id = world.event(world.person(email="olga@example.org"))
    for number in range(questions.MOST_A_DAY):
        ask(world, maya, event_id, f"Question {number}?")
    with pytest.raises(TooManyRequests):
        ask(world, maya, event_id, "One more?")
    ask(world, VISITOR, event_id, **WHO)
    assert len(kept(world)) == questions.MOST_A_DAY + 1


def test_questions_of_a_clock_that_was_ahead_forbid_none(
    world: World, still_clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither by their number, nor because the same was asked, nor by the answers they got."""
    olga, maya = world.person(email="olga@example.org"), world.person(email="maya@example.org")
    event_id = world.event(olga)
    for name in ("MOST_A_DAY", "MOST_OF_VISITORS", "MOST_TO_ONE"):
        monkeypatch.setattr(questions, name, 1)
    for now in (NOW + timedelta(days=3), NOW):
        still_clock.now = now
        ask(world, maya, event_id)
        ask(world, VISITOR, event_id, **WHO)
        for one in listed(world, olga, event_id):
            answer(world, olga, one.id)
    assert len(kept(world)) == 4


def test_a_network_address_asks_a_few_questions_an_hour(world: World) -> None:
    event_id = world.event(world.person(email="olga@example.org"))
    for number in range(questions.MOST_FROM_ADDRESS):
        ask(world, VISITOR, event_id, f"Question {number}?", address="192.0.2.7", **WHO)
    with pytest.raises(TooManyRequests):
        ask(world, VISITOR, event_id, "One more?", address="192.0.2.7", **WHO)


@pytest.mark.parametrize(
    "columns",
    [
        *({"email": "olga@example.org", "age_band": age} for age in AGES),
        {"email": "olga@example.org", "mail_events": False},
        {"email": None},
    ],
)
def test_visitors_ask_every_organizer_equally_much(world: World, columns: dict[str, Any]) -> None:
    event_id = world.event(world.person(**columns))
    for number in range(questions.MOST_TO_ONE):
        ask(world, VISITOR, event_id, f"Question {number}?", **WHO)
    with pytest.raises(TooManyRequests) as refusal:
        ask(world, VISITOR, event_id, "One more?", **WHO)
    assert refusal.value.sentence == HAS_QUESTIONS
    ask(world, world.person(email="maya@example.org"), event_id)
    ask(world, VISITOR, world.event(world.person(email="otto@example.org")), **WHO)


def test_members_see_the_organizers_name_and_visitors_do_not(world: World) -> None:
    olga = world.person(game_name="Storm Heron", first_name="Olga", last_name="Ray")
    event_id = world.event(olga)
    for actor, name in ((world.person(), "Storm Heron"), (VISITOR, "")):
        event = world.do(registering.status_of, actor, event_id=event_id)
        assert world.do(questions.organizer_name, actor, event=event) == name


def test_an_organizer_without_a_shown_name_is_not_called_member(world: World) -> None:
    event_id = world.event(world.person(game_name=None, first_name="Olga"))
    reader = world.person()
    event = world.do(registering.status_of, reader, event_id=event_id)
    assert world.do(questions.organizer_name, reader, event=event) == ""
    world.set(User, event.organizer_id, game_name="Oak", erased_at=NOW)
    assert world.do(questions.organizer_name, reader, event=event) == ""


KIMS, OLGAS = "Words of a child.", "Words of somebody else."


@pytest.mark.each_database
def test_an_answer_of_a_child_goes_with_the_child(world: World) -> None:
    """The letter of an answer has the child's words, and belongs to the person who asked."""
    kim, olga = world.person(email="kim@example.org"), world.person()
    asked = []
    for organizer, words in ((kim, KIMS), (olga, OLGAS)):
        event_id = world.event(organizer)
        ask(world, VISITOR, event_id, **WHO)
        asked.append((organizer, listed(world, organizer, event_id)[0].id, words))
    received()
    for organizer, question_id, words in asked:
        answer(world, organizer, question_id, words)
    world.do(leaving.erase_child, VISITOR, who="kim@example.org")
    (left,) = received()
    assert OLGAS in left.body
    assert {one.answer for one in kept(world)} == {"", OLGAS}


@pytest.mark.each_database
def test_a_suspicious_question_is_for_administrators_until_it_is_passed_on(world: World) -> None:
    olga, ada = world.person(email="olga@example.org"), world.person(is_admin=True)
    event_id = world.event(olga)
    ask(world, VISITOR, event_id, trap="x", **WHO)
    assert received() == []
    assert listed(world, olga, event_id) == []
    assert world.do(questions.waiting_questions, olga) == []
    (asked,) = listed(world, ada, event_id)
    assert asked.is_suspicious
    assert world.do(questions.count_suspicious, ada) == (1, event_id)
    with pytest.raises(NotFound):
        answer(world, olga, asked.id)
    with pytest.raises(Forbidden):
        world.do(questions.sort_out_question, olga, question_id=asked.id, is_spam=False)
    world.do(questions.sort_out_question, ada, question_id=asked.id, is_spam=False)
    assert [one.recipient for one in received()] == ["olga@example.org"]
    assert [one.question for one in listed(world, olga, event_id)] == ["May I watch?"]
    with pytest.raises(NotFound):
        world.do(questions.sort_out_question, ada, question_id=asked.id, is_spam=True)


def test_spam_is_deleted_by_an_administrator_alone(world: World) -> None:
    ada = world.person(is_admin=True)
    event_id = world.event()
    ask(world, VISITOR, event_id, trap="x", **WHO)
    (asked,) = listed(world, ada, event_id)
    world.do(questions.sort_out_question, ada, question_id=asked.id, is_spam=True)
    assert kept(world) == []
    assert world.do(questions.count_suspicious, ada) == (0, "")


def test_a_member_and_the_same_words_without_the_trap_are_not_suspicious(world: World) -> None:
    maya = world.person(email="maya@example.org")
    event_id = world.event()
    ask(world, maya, event_id, trap="x")
    for trap in ("x", ""):
        ask(world, VISITOR, event_id, trap=trap, **WHO)
    assert [one.is_suspicious for one in kept(world)] == [False, True, False]


def test_suspicious_questions_take_no_room_of_others(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(questions, "MOST_OF_VISITORS", 1)
    event_id = world.event()
    ask(world, VISITOR, event_id, "One", trap="x", **WHO)
    with pytest.raises(TooManyRequests):
        ask(world, VISITOR, event_id, "Two", trap="x", **WHO)
    ask(world, VISITOR, event_id, "Three", **WHO)
    # The limit of all visitors is that of an hour.
    world.write(sa.update(Question).values(asked_at=NOW - timedelta(hours=2)))
    ask(world, VISITOR, event_id, "Four", **WHO)

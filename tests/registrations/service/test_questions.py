"""Questions to the organizer: who gets them, what stays private, and how many there may be."""

from typing import Any

import pytest
import sqlalchemy as sa

from rookiebattle.accounts.models import AgeBand
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.errors import Invalid, NotFound, NotWelcomed, TooManyRequests
from rookiebattle.core.limits import Limiter
from rookiebattle.core.mail.outbox_table import OutboxLetter
from rookiebattle.registrations.schemas import QuestionWrite
from rookiebattle.registrations.service import questions, registering
from rookiebattle.registrations.wording import HAS_QUESTIONS, NEEDS_ADDRESS, NEEDS_NAME
from rookiebattle.settings import get_settings
from tests.world import World


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Resets the limit of network addresses, as if nobody had asked from any."""
    monkeypatch.setattr(questions, "_addresses", Limiter(questions.MOST_FROM_ADDRESS, 3600))


def ask(
    world: World, actor: Actor, event_id: str, message: str = "May I watch?", **values: str
) -> None:
    question = QuestionWrite.model_validate({"question": message, **values})
    address = values.pop("address", "")
    world.do(questions.ask_organizer, actor, event_id=event_id, values=question, address=address)


def letters(world: World) -> list[OutboxLetter]:
    with world.database.unit_of_work(write=False) as session:
        return list(session.scalars(sa.select(OutboxLetter)))


WHO = {"name": "Pat Parent", "email": "pat@example.org"}


def test_a_visitors_question_reaches_the_organizer_who_answers_by_mail(world: World) -> None:
    olga = world.person(email="olga@example.org")
    event_id = world.event(olga, title="Castle Day")
    ask(world, VISITOR, event_id, **WHO)
    (letter,) = letters(world)
    assert (letter.recipient, letter.reply_to) == ("olga@example.org", "pat@example.org")
    assert letter.subject.startswith("A question about Castle Day, ")
    assert "May I watch?" in letter.body
    assert "Pat Parent" in letter.body
    assert letter.sender == "visitors"
    assert world.actions() == ["event.asked"]


@pytest.mark.parametrize(
    ("columns", "name"),
    [
        ({}, "Storm Heron"),
        ({"age_band": AgeBand.MINOR, "shows_profile": True}, "Storm Heron"),
        ({"shows_profile": True, "game_name": None}, "Maya E."),
    ],
)
def test_a_members_question_has_the_name_that_members_see_and_the_accounts_address(
    world: World, columns: dict[str, Any], name: str
) -> None:
    olga = world.person(email="olga@example.org")
    who = {"game_name": "Storm Heron", "first_name": "Maya", "last_name": "Ek", **columns}
    maya = world.person(email="asker@example.org", **who)
    ask(world, maya, world.event(olga), **WHO)
    (letter,) = letters(world)
    assert letter.reply_to == "asker@example.org"
    assert name in letter.body
    for part in (letter.body, letter.html, letter.subject):
        assert "Ek" not in part
        assert ("Maya" in part) == (part != letter.subject and "Maya" in name)
    assert "pat@example.org" not in letter.body
    assert letter.sender == maya.user_id


@pytest.mark.parametrize(
    "columns", [{"email": "kid@example.org", "age_band": AgeBand.MINOR}, {"email": None}]
)
def test_the_organization_answers_for_minors_and_for_nobody(
    world: World, columns: dict[str, str]
) -> None:
    ask(world, VISITOR, world.event(world.person(**columns)), **WHO)
    (letter,) = letters(world)
    assert letter.recipient == get_settings().org_contact_email


def test_the_same_words_twice_are_one_letter(world: World) -> None:
    event_id = world.event(world.person(email="olga@example.org"))
    ask(world, VISITOR, event_id, **WHO)
    ask(world, VISITOR, event_id, **WHO)
    assert len(letters(world)) == 1


@pytest.mark.parametrize("missing", ["name", "email"])
def test_a_visitor_says_who_is_asking(world: World, missing: str) -> None:
    event_id = world.event()
    with pytest.raises(Invalid) as refusal:
        ask(world, VISITOR, event_id, **{name: WHO[name] for name in WHO if name != missing})
    assert set(refusal.value.fields) == {missing}
    assert letters(world) == []


def test_each_field_that_is_missing_has_its_own_sentence(world: World) -> None:
    with pytest.raises(Invalid) as refusal:
        ask(world, VISITOR, world.event())
    assert refusal.value.fields == {"name": NEEDS_NAME, "email": NEEDS_ADDRESS}


def test_a_hidden_event_and_a_member_before_the_welcome_are_refused(world: World) -> None:
    with pytest.raises(NotFound):
        ask(world, VISITOR, world.event(is_public=False), **WHO)
    with pytest.raises(NotWelcomed):
        ask(world, world.person(age_band=None), world.event())
    assert letters(world) == []


def test_a_member_asks_a_few_questions_a_day(world: World) -> None:
    maya = world.person(email="maya@example.org")
    event_id = world.event(world.person(email="olga@example.org"))
    for number in range(questions.MOST_A_DAY):
        ask(world, maya, event_id, f"Question {number}?")
    with pytest.raises(TooManyRequests):
        ask(world, maya, event_id, "One more?")
    ask(world, VISITOR, event_id, **WHO)
    assert len(letters(world)) == questions.MOST_A_DAY + 1


def test_a_network_address_asks_a_few_questions_an_hour(world: World) -> None:
    event_id = world.event(world.person(email="olga@example.org"))

    def from_there(number: int) -> None:
        question = QuestionWrite.model_validate({"question": f"Question {number}?", **WHO})
        world.do(
            questions.ask_organizer,
            VISITOR,
            event_id=event_id,
            values=question,
            address="192.0.2.7",
        )

    for number in range(questions.MOST_FROM_ADDRESS):
        from_there(number)
    with pytest.raises(TooManyRequests):
        from_there(99)


def test_visitors_fill_no_organizers_mailbox(world: World) -> None:
    event_id = world.event(world.person(email="olga@example.org"))
    for number in range(questions.MOST_TO_ONE):
        ask(world, VISITOR, event_id, f"Question {number}?", **WHO)
    with pytest.raises(TooManyRequests) as refusal:
        ask(world, VISITOR, event_id, "One more?", **WHO)
    assert refusal.value.sentence == HAS_QUESTIONS
    ask(world, world.person(email="maya@example.org"), event_id)
    ask(world, VISITOR, world.event(world.person(email="otto@example.org")), **WHO)
    of_a_minor = world.event(world.person(age_band=AgeBand.MINOR))
    ask(world, VISITOR, of_a_minor, **WHO)
    assert len(letters(world)) == questions.MOST_TO_ONE + 3


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

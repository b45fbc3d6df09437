"""Questions to the organizer of an event, and their answers. The club stands between the two: no
address reaches the other side, so nobody learns whose address would be kept back."""

from collections.abc import Sequence
from datetime import timedelta
from functools import partial

from sqlalchemy.orm import Session

from rookiebattle.accounts import service as accounts
from rookiebattle.accounts.models import User
from rookiebattle.accounts.naming import listed_name, shows_real_name
from rookiebattle.core import audit, clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.changes import record_change
from rookiebattle.core.database import turns
from rookiebattle.core.database.db import writes
from rookiebattle.core.errors import Conflict, Invalid, NotFound, NotWelcomed, TooManyRequests
from rookiebattle.core.limits import Limiter
from rookiebattle.core.pagination import Page, Window
from rookiebattle.core.permissions import Permission
from rookiebattle.core.values.addresses import folded_address, has_address
from rookiebattle.core.values.ids import known_id
from rookiebattle.events import service as events
from rookiebattle.events.schemas import EventRead
from rookiebattle.registrations import wording
from rookiebattle.registrations.hooks import organizer_asked, question_answered
from rookiebattle.registrations.models import Question
from rookiebattle.registrations.policy import may_be_asked_about
from rookiebattle.registrations.queries import questions, roster
from rookiebattle.registrations.schemas import (
    AnswerWrite,
    QuestionRead,
    QuestionsOfEvent,
    QuestionWrite,
)
from rookiebattle.registrations.service import settling

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
KEPT = timedelta(days=90)
ANSWER, TYPED = "question.answered", "to_typed_address"
MOST_A_DAY = 5
"""Questions of one member in a day, about all events; answers of one person to addresses
that visitors typed; and answers about one organizer's events to one such address."""
MOST_FROM_ADDRESS = 3
"""Questions from one network address in an hour."""
MOST_OF_VISITORS = 60
"""Questions of all visitors in an hour: an email address is quickly invented."""
MOST_TO_ONE = 20
"""Questions of all visitors to one organizer in a day: nobody's mailbox is to be filled."""
MOST_EVENTS = 20
_addresses = Limiter(MOST_FROM_ADDRESS, HOUR.total_seconds(), name="questions")


def organizer_name(session: Session, actor: Actor, *, event: EventRead) -> str:
    """The organizer's name as members see it; empty for others, and for a member without one."""
    if Permission.MEMBER_ATTENDANCE_READ not in actor.permissions:
        return ""
    return shown_name(roster.member(session, event.organizer_id))


def organizer_names(
    session: Session, actor: Actor, *, events: Sequence[EventRead]
) -> dict[str, str]:
    """Organizer's id → the name as `organizer_name` has it, in one statement."""
    if Permission.MEMBER_ATTENDANCE_READ not in actor.permissions or not events:
        return {}
    found = roster.people(session, {one.organizer_id for one in events})
    return {id_: shown_name(user) for id_, user in found.items()}


def shown_name(user: roster.Row) -> str:
    """An organizer's name as members see it; empty without one."""
    has_name = user.game_name or (shows_real_name(user) and user.first_name)
    return listed_name(user) if has_name and not user.erased_at else ""


@writes
def ask_organizer(
    session: Session,
    actor: Actor,
    *,
    event_id: str,
    values: QuestionWrite,
    address: str = "",
    is_suspicious: bool = False,
) -> None:
    """Send a question to the organizer of an event that the actor sees; the answer comes by mail.

    The same words twice in a day are one question. Raises NotFound, Conflict for an event that is
    long over, Invalid for a visitor without an address and a name that they may have, NotWelcomed
    and TooManyRequests. `address` is the visitor's network address. Only administrators read a
    suspicious question of a visitor, and it is counted apart.
    """
    if actor.is_member and not actor.is_welcomed:
        raise NotWelcomed()
    event = events.get_event(session, actor, event_id=event_id)
    if not may_be_asked_about(event.end_date, clock.now()):
        raise Conflict(wording.IS_LONG_OVER)
    asked = _question(session, actor, event, values)
    asked.is_suspicious = is_suspicious and not actor.is_member
    turns.take_turn(session, f"question:{actor.user_id or 'visitors'}")
    if questions.same(session, asked, clock.now() - DAY):
        return
    _refuse_many(session, actor, event, asked, address)
    session.add(asked)
    session.flush()
    audit.record(session, actor, "event.asked", event.id)
    if not asked.is_suspicious:
        organizer_asked.fire(session, question_id=asked.id)


def _question(session: Session, actor: Actor, event: EventRead, values: QuestionWrite) -> Question:
    """The question. A member with an address is known; everybody else says who is asking."""
    asked = Question(
        event_id=event.id,
        user_id=actor.user_id or None,
        question=values.question,
        asked_at=clock.now(),
    )
    if actor.is_member and session.get_one(User, actor.user_id).email:
        return asked
    if not values.email or not values.name:
        needed = {"name": wording.NEEDS_NAME, "email": wording.NEEDS_ADDRESS}
        missing = {name: why for name, why in needed.items() if not getattr(values, name)}
        raise Invalid(" ".join(missing.values()), missing)
    accounts.refuse_reserved(values.name, field="name")
    asked.name, asked.email = values.name, folded_address(values.email)
    return asked


def _refuse_many(
    session: Session, actor: Actor, event: EventRead, asked: Question, address: str
) -> None:
    """Visitors are counted by organizer and not by reader: a limit tells nothing of either."""
    now, sender = clock.now(), actor.user_id or None
    if sender:
        if questions.count_asked(session, sender, now - DAY) >= MOST_A_DAY:
            raise TooManyRequests(int(DAY.total_seconds()), wording.ENOUGH_QUESTIONS)
        return
    if address:
        _addresses.take_address(address)
    count = partial(questions.count_asked, session, None, is_suspicious=asked.is_suspicious)
    if count(now - HOUR) >= MOST_OF_VISITORS:
        raise TooManyRequests(int(HOUR.total_seconds()), wording.MANY_QUESTIONS)
    if count(now - DAY, organizer_id=event.organizer_id) >= MOST_TO_ONE:
        raise TooManyRequests(int(DAY.total_seconds()), wording.HAS_QUESTIONS)


def list_questions(
    session: Session, actor: Actor, *, event_id: str, window: Window | None = None
) -> Page[QuestionRead]:
    """The questions about an event, those that wait first; for the organizer and administrators.

    Suspicious ones are for administrators alone. Raises NotFound and Forbidden.
    """
    event_id = settling.organized(
        session, actor, event_id=event_id, permission=Permission.ALL_EVENT_UPDATE
    ).event_id
    found, total = questions.of_event(session, event_id, window or Window(), all_=actor.is_admin)
    people = roster.people(session, {one.user_id for one in found if one.user_id})
    names = {id_: listed_name(user) for id_, user in people.items()}
    return Page([_read(one, names.get(one.user_id or "", "")) for one in found], total)


def waiting_questions(session: Session, actor: Actor) -> list[QuestionsOfEvent]:
    """The events that the actor organizes and that have questions to answer, soonest first."""
    found = questions.waiting(session, actor.user_id, MOST_EVENTS)
    return [QuestionsOfEvent(one.id, one.title, one.number) for one in found]


def count_suspicious(session: Session, actor: Actor) -> tuple[int, str]:
    """How many suspicious questions there are, and the event of the first; administrators only."""
    actor.require(Permission.ALL_REQUEST_READ)
    return questions.suspicious(session)


@writes
def sort_out_question(session: Session, actor: Actor, *, question_id: str, is_spam: bool) -> None:
    """Delete a suspicious question, or pass it on to the organizer; administrators only.

    Raises NotFound.
    """
    actor.require(Permission.ALL_REQUEST_UPDATE)
    found = session.get(Question, known_id(question_id, wording.NO_QUESTION), with_for_update=True)
    if found is None or found.event_id is None or not found.is_suspicious:
        raise NotFound(wording.NO_QUESTION)
    title = events.get_event(session, actor, event_id=found.event_id).title
    if is_spam:
        record_change(session, actor, "question.deleted", found.event_id, thing=title)
        session.delete(found)
        return
    found.is_suspicious = False
    session.flush()
    record_change(session, actor, "question.passed_on", found.event_id, thing=title)
    organizer_asked.fire(session, question_id=found.id)


@writes
def answer_question(
    session: Session, actor: Actor, *, question_id: str, values: AnswerWrite
) -> QuestionRead:
    """Answer a question once; the same words again are the same answer. The answer goes by mail.

    For the organizer and administrators. Raises NotFound, Forbidden, Conflict for a question that
    has another answer, Invalid and TooManyRequests.
    """
    turns.take_turn(session, f"answers:{actor.user_id}")
    found = session.get(Question, known_id(question_id, wording.NO_QUESTION), with_for_update=True)
    if found is None or found.event_id is None or found.is_suspicious:
        raise NotFound(wording.NO_QUESTION)
    event_id = settling.organized(
        session, actor, event_id=found.event_id, permission=Permission.ALL_EVENT_UPDATE
    ).event_id
    name = listed_name(roster.member(session, found.user_id)) if found.user_id else ""
    if found.answered_at is not None:
        if found.answer != values.answer:
            raise Conflict(wording.ANSWERED)
        return _read(found, name)
    if found.email:
        _refuse_to_typed(session, actor, event_id, found.email, values.answer)
    found.answer, found.answered_at = values.answer, clock.now()
    found.answered_by = actor.user_id
    session.flush()
    _record_answer(session, actor, event_id, is_typed=found.email != "")
    question_answered.fire(session, actor, question_id=found.id)
    return _read(found, name)


def _refuse_to_typed(
    session: Session, actor: Actor, event_id: str, email: str, answer: str
) -> None:
    """Nobody proved an address that was typed: its owner may be a stranger to the club.

    A person's answers are counted in the log, because a question goes with its event or asker.
    """
    if has_address(answer):
        raise Invalid(wording.NO_ADDRESSES, {"answer": wording.NO_ADDRESSES})
    since, wait = clock.now() - DAY, int(DAY.total_seconds())
    organizer_id = events.get_event(session, actor, event_id=event_id).organizer_id
    if questions.count_answers(session, email, organizer_id, since) >= MOST_A_DAY:
        raise TooManyRequests(wait, wording.ENOUGH_ANSWERS)
    acts = audit.acts_of(session, [actor.user_id], actions=[ANSWER], since=since)
    if not actor.is_admin and sum(one.times for one in acts if TYPED in one.details) >= MOST_A_DAY:
        raise TooManyRequests(wait, wording.MANY_ANSWERS)


def _record_answer(session: Session, actor: Actor, event_id: str, *, is_typed: bool) -> None:
    """The log keeps that a question was answered, and no word of it."""
    if not actor.is_admin:
        audit.record(session, actor, ANSWER, event_id, **({TYPED: True} if is_typed else {}))
        return
    title = events.get_event(session, actor, event_id=event_id).title
    record_change(session, actor, ANSWER, event_id, thing=title)


def _read(one: Question, name: str) -> QuestionRead:
    return QuestionRead(
        id=one.id,
        name=name or wording.typed_name(one.name),
        question=one.question,
        asked_at=one.asked_at,
        is_suspicious=one.is_suspicious,
        answer=one.answer,
        answered_at=one.answered_at,
    )


def forget_old(session: Session) -> None:
    """Delete questions and answers of more than 90 days ago; called every hour."""
    questions.forget(session, before=clock.now() - KEPT)


def forget_asking(session: Session, _actor: Actor, *, user_id: str) -> None:
    """Delete what an erased member asked with the same address before signing in.

    The questions of the account go with it. Its answers stay, by a former member: others asked
    the questions.
    """
    user = session.get(User, user_id)
    if user and user.email:
        questions.forget(session, email=folded_address(user.email))

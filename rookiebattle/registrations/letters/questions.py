"""The letters that carry a question to the organizer of an event, and the answer back. Neither has
an address of the other side: a reply goes to the organization."""

from sqlalchemy.orm import Session

from rookiebattle import routes
from rookiebattle.accounts import service as accounts
from rookiebattle.accounts.letters import composed, letter_to, reader
from rookiebattle.accounts.models import User
from rookiebattle.accounts.naming import listed_name
from rookiebattle.accounts.schemas import Mailing
from rookiebattle.core import clock
from rookiebattle.core.actor import OPERATOR, Actor
from rookiebattle.core.mail import outbox
from rookiebattle.core.mail.layout import Content
from rookiebattle.core.mail.outbox import Letter
from rookiebattle.core.values.addresses import has_address
from rookiebattle.events import service as events
from rookiebattle.events.schemas import EventRead
from rookiebattle.events.wording import SEE_EVENT
from rookiebattle.registrations.letters.words import day, link, title_in_subject, when_words
from rookiebattle.registrations.models import Question
from rookiebattle.registrations.queries import questions
from rookiebattle.registrations.wording import ORGANIZES, typed_name
from rookiebattle.settings import get_settings

ASKED, COPIED, ANSWERED = "event.asked", "event.asked_copy", "event.answered"
ANSWER_COPIED = "event.answered_copy"
ANSWERING = "Answer on the site, and the club passes it on. No one sees your address."
NOT_ASKED = "Didn’t ask this? Someone typed your address. Please tell us."
READS_ALONG = "An adult from the club also reads questions to members under 18, and their answers."


def tell_organizer(session: Session, *, question_id: str) -> None:
    """Promise the question; where the organizer is a minor, the organization reads it, too."""
    organizer_id = _event(session, session.get_one(Question, question_id)).organizer_id
    kinds = [ASKED, COPIED] if accounts.is_minor(session, user_id=organizer_id) else [ASKED]
    for kind in kinds:
        key = f"{kind}:{question_id}:{organizer_id}"
        outbox.promise(session, kind, user_id=organizer_id, about=question_id, dedupe_key=key)


def follow_hand_over(session: Session, _actor: Actor, *, user_id: str) -> None:
    """Promise the questions that wait for an organizer who leaves to whoever takes over.

    The letters of the account go with it. Where nobody takes over, the promise is known by its key.
    """
    for question_id in outbox.waiting_subjects(session, ASKED, user_id):
        found = session.get(Question, question_id, populate_existing=True)
        if found and found.event_id:
            tell_organizer(session, question_id=question_id)


def asked(session: Session, user_id: str, question_id: str) -> Letter | None:
    """The question for the organizer; for the organization where nobody reads the letters.

    None when it was answered or withdrawn, or somebody else organizes the event by now.
    """
    waiting = _waiting(session, user_id, question_id)
    if waiting is None:
        return None
    found, event = waiting
    to = reader(session, user_id, None)
    if to is None:
        return _for_organization(session, found, event, ASKED)
    if not to.wants(Mailing.EVENTS):
        return None
    content = _asked(session, found, event)
    if accounts.is_minor(session, user_id=user_id):
        content.closing = [*content.closing, READS_ALONG]
    subject, reply_to = _subject("A question", event), get_settings().org_contact_email
    return letter_to(to, ASKED, subject, content, mailing=Mailing.EVENTS, reply_to=reply_to)


def _waiting(session: Session, user_id: str, question_id: str) -> tuple[Question, EventRead] | None:
    found = session.get(Question, question_id)
    if found is None or found.event_id is None or found.answered_at:
        return None
    event = _event(session, found)
    return (found, event) if event.organizer_id == user_id else None


def _asked(session: Session, found: Question, event: EventRead) -> Content:
    return Content(
        title=f"A question about {event.title}",
        opening=["Sent from your event page. They can’t see your email address."],
        facts=[
            ("From", _asker(session, found)),
            ("Event", _event_words(event)),
            ("Question", found.question),
        ],
        closing=[ANSWERING],
        link=("Answer the question", routes.absolute(routes.admin_roster(event.id))),
        reason=ORGANIZES,
    )


def _asker(session: Session, found: Question) -> str:
    if found.user_id is None:
        return typed_name(found.name)
    return listed_name(session.get_one(User, found.user_id))


def _for_organization(session: Session, found: Question, event: EventRead, kind: str) -> Letter:
    to, subject = get_settings().org_contact_email, _subject("A question", event)
    return composed(to, kind, subject, _asked(session, found, event))


def _event(session: Session, found: Question) -> EventRead:
    return events.get_event(session, OPERATOR, event_id=found.event_id or "")


def _event_words(event: EventRead) -> str:
    return f"{event.title}, {when_words(event, clock.now())}"


def _subject(what: str, event: EventRead) -> str:
    when = day(event.start_date, event, clock.now())
    return f"{what} about {title_in_subject(event)}, {when}"


def copied(session: Session, user_id: str, question_id: str) -> Letter | None:
    """The question to a minor, for the organization.

    None where `asked` gives none but for preferences, and without an address: `asked` itself goes
    to the organization then.
    """
    waiting = _waiting(session, user_id, question_id)
    if waiting is None or reader(session, user_id, None) is None:
        return None
    return _for_organization(session, *waiting, COPIED)


def tell_asker(session: Session, _actor: Actor, *, question_id: str) -> None:
    """Queue the answer. It comes whatever the preferences say: somebody asked for it.

    The organization reads a minor's answer, too.
    """
    found = session.get_one(Question, question_id)
    event = _event(session, found)
    to = session.get_one(User, found.user_id) if found.user_id else None
    letter = composed(
        found.email or (to.email or "" if to else ""),
        ANSWERED,
        _subject("An answer", event),
        _answered(found, event, to),
        # The letter is withdrawn with the account of the person who asked.
        user_id=found.user_id,
        dedupe_key=f"{ANSWERED}:{question_id}",
        reply_to=get_settings().org_contact_email,
    )
    outbox.put(session, letter)
    if found.answered_by and accounts.is_minor(session, user_id=found.answered_by):
        _copy_answer(session, found, event)


def _answered(found: Question, event: EventRead, to: User | None) -> Content:
    asker, question = found.name, found.question
    if found.email:
        # Nobody proved this address: nobody's words may advertise to its owner.
        event = event.model_copy(update={"title": title_in_subject(event)})
        asker, question = ("" if has_address(one) else one for one in (asker, question))
    return Content(
        title=f"An answer about {event.title}",
        name=asker or (to.first_name or to.game_name or "" if to else ""),
        opening=["You asked the organizer a question. Here’s the answer."],
        facts=[
            ("Event", _event_words(event)),
            *([("Question", question)] if question else []),
            ("Answer", found.answer or ""),
        ],
        closing=[
            "To ask more, use the event page. Replies to this email go to the club.",
            *([NOT_ASKED] if found.email else []),
        ],
        link=(SEE_EVENT, link(event)),
        reason="You’re getting this email because you asked a question on the event page.",
    )


def _copy_answer(session: Session, found: Question, event: EventRead) -> None:
    """Queue a minor's answer for the organization. The asker's letter is like an adult's."""
    content = Content(
        title=f"An answer about {event.title}",
        opening=["A member under 18 gave this answer on the site."],
        facts=[
            ("From", listed_name(session.get_one(User, found.answered_by))),
            ("To", _asker(session, found)),
            ("Event", _event_words(event)),
            ("Question", found.question),
            ("Answer", found.answer or ""),
        ],
        link=(SEE_EVENT, link(event)),
        reason="You’re getting this email because the club reads answers from members under 18.",
    )
    letter = composed(
        get_settings().org_contact_email,
        ANSWER_COPIED,
        _subject("An answer", event),
        content,
        # The letter is withdrawn with the account of the person who answered.
        user_id=found.answered_by,
        dedupe_key=f"{ANSWER_COPIED}:{found.id}",
    )
    outbox.put(session, letter)


def forget_answers(session: Session, _actor: Actor, /, *, user_id: str) -> None:
    """Delete a child's answers, also those that were not sent. Subscribed to `account_forgetting`.

    The text of an answer stands in its letter, too, which belongs to the person who asked.
    """
    ids = questions.answered_by(session, user_id)
    outbox.forget_keys(session, [f"{ANSWERED}:{id_}" for id_ in ids])
    questions.forget_answers(session, user_id)

"""The letter of a message, which is written to each reader when it is sent."""

from sqlalchemy.orm import Session

from rookiebattle.accounts.letters import Options, letter_to, reader
from rookiebattle.accounts.models import User
from rookiebattle.accounts.naming import listed_name
from rookiebattle.accounts.schemas import Mailing
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.mail.layout import Content, in_subject
from rookiebattle.core.mail.outbox import Letter
from rookiebattle.events import service as events
from rookiebattle.events.wording import SEE_EVENT, paragraphs
from rookiebattle.messages.models import Message
from rookiebattle.messages.service import SENT
from rookiebattle.messages.wording import WHY
from rookiebattle.registrations.letters import words


def message(session: Session, user_id: str, message_id: str) -> Letter | None:
    """The message with its event; None when the event or the reader is gone.

    A guardian reads for whom it is. The subject of a stranger's letter advertises nothing.
    """
    to, sent = reader(session, user_id, Mailing.EVENTS), session.get(Message, message_id)
    if to is None or sent is None:
        return None
    found = events.list_by_ids(session, Actor(user_id=user_id), event_ids=[sent.event_id])
    if not found:
        return None
    (event,), now = found, clock.now()
    sender = listed_name(session.get_one(User, sent.sent_by))
    told = words.seats_told(session, user_id, [event.id]).get(event.id)
    going = [f"{told.are('are', 'is')} registered."] if told and told.people else []
    content = Content(
        title=sent.subject,
        opening=[f"{sender} {WHY[sent.to]} {event.title}:", *paragraphs(sent.text), *going],
        facts=words.facts(event, now),
        closing=[words.QUESTIONS],
        link=(SEE_EVENT, words.link(event)),
    )
    subject = f"{in_subject(sent.subject, 'A message')} – {words.title_in_subject(event)}"
    more: Options = {"starts_at": event.start_date, "ends_at": event.end_date}
    return letter_to(to, SENT, subject, content, mailing=Mailing.EVENTS, **more)

"""The letter that brings a question to the organizer of an event. The answer goes past the site."""

from sqlalchemy.orm import Session

from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.fingerprints import fingerprint
from rookiebattle.core.mail import outbox
from rookiebattle.core.mail.layout import Content, as_html, as_text
from rookiebattle.core.mail.outbox import Letter
from rookiebattle.core.mail.outbox_table import VISITORS
from rookiebattle.events.schemas import EventRead
from rookiebattle.registrations.letters.words import (
    day,
    link,
    title_in_subject,
    when_words,
)
from rookiebattle.registrations.schemas import Asking
from rookiebattle.registrations.service.questions import ASKED
from rookiebattle.registrations.wording import SEE_EVENT
from rookiebattle.settings import get_settings


def tell_organizer(session: Session, actor: Actor, *, event: EventRead, asking: Asking) -> None:
    """Queue the question. A reply goes to the person who asked."""
    settings, now = get_settings(), clock.now()
    content = Content(
        title=f"A question about {event.title}",
        opening=["This came through the event’s page. Your address was not shown."],
        facts=[
            ("From", asking.name),
            ("Email", asking.email),
            ("Event", f"{event.title}, {when_words(event, now)}"),
            ("Question", asking.message),
        ],
        closing=["Reply to this email, and your answer goes to them."],
        link=(SEE_EVENT, link(event)),
        reason="You get this email because you answer questions about this event.",
    )
    same = fingerprint("question", event.id, asking.email, asking.message).hex()
    letter = Letter(
        to=asking.to_email,
        subject=f"A question about {title_in_subject(event)}, {day(event.start_date, event, now)}",
        text=as_text(content, settings),
        html=as_html(content, settings),
        kind=ASKED,
        user_id=asking.to_user,
        dedupe_key=f"{ASKED}:{same}",
        reply_to=asking.email,
        sender=actor.user_id or VISITORS,
    )
    outbox.put(session, letter)

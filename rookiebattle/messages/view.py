"""Messages as notices on an event's page. Pure."""

from collections.abc import Sequence
from datetime import datetime

from rookiebattle.events.wording import near_day
from rookiebattle.messages.schemas import MessageRead
from rookiebattle.notifications.view import Notice
from rookiebattle.notifications.wording import manner_of

A_MESSAGE = "Message"


def notices_of(found: Sequence[MessageRead], zone: str, now: datetime) -> list[Notice]:
    """The messages in their order; the last line says who wrote, and on which day."""
    return [
        Notice(
            id=one.id,
            kind="info",
            symbol=manner_of("info").symbol,
            word=A_MESSAGE,
            title=one.subject,
            message=f"{one.text}\n{one.name}, {near_day(one.sent_at, zone, now)}",
        )
        for one in found
    ]

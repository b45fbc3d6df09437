"""Queues the letters of the day before: a task for the life of every worker."""

import asyncio
import logging
import random
from datetime import datetime
from typing import NamedTuple

from sqlalchemy.orm import Session

from rookiebattle.core import clock, outbox
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.db import writes
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import Unavailable
from rookiebattle.events.when import NOTICE
from rookiebattle.registrations import queries
from rookiebattle.registrations.letters.words import REMINDER, reminder_key

LOOK_EVERY_SECONDS = 300.0
AT_ONCE = 200
log = logging.getLogger(__name__)


class Due(NamedTuple):
    """Somebody who has to be reminded, and the key that makes sure it happens once."""

    user_id: str
    event_id: str
    key: str


async def remind_members() -> None:
    """Look every few minutes until cancelled; all workers do, each reminder is queued once."""
    while True:
        try:
            while due := await run(due_reminders, VISITOR):
                await run(queue_reminders, VISITOR, due=due)
        except Unavailable:
            log.warning("reminders wait for the database")
        await asyncio.sleep(LOOK_EVERY_SECONDS * random.uniform(0.8, 1.2))  # noqa: S311 - no secret


def due_reminders(session: Session, _actor: Actor) -> list[Due]:
    """The next members with a seat at what starts within a day, who were not reminded yet.

    Who registered on that same day has just had the confirmation.
    """
    now = clock.now()
    due = [
        Due(user_id, event_id, reminder_key(user_id, event_id, start))
        for user_id, event_id, start, registered in queries.seats_starting(
            session, now, now + NOTICE
        )
        if _registered_before(registered, start)
    ]
    known = outbox.known_keys(session, [one.key for one in due])
    return [one for one in due if one.key not in known][:AT_ONCE]


def _registered_before(registered: datetime, start: datetime) -> bool:
    return registered <= start - NOTICE


@writes
def queue_reminders(session: Session, _actor: Actor, *, due: list[Due]) -> None:
    """Promise the letters; one that another worker has promised meanwhile is left out."""
    for one in due:
        outbox.promise(
            session, REMINDER, user_id=one.user_id, about=one.event_id, dedupe_key=one.key
        )

"""Promises the reminders of the day before, as long as the worker runs."""

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
    """A member to remind of an event, and the key that makes the promise unique."""

    user_id: str
    event_id: str
    key: str


async def remind_members() -> None:
    """Look every few minutes until canceled. All workers do; each reminder is promised once."""
    while True:
        try:
            while due := await run(due_reminders, VISITOR):
                await run(promise_reminders, VISITOR, due=due)
        except Unavailable:
            log.warning("reminders wait for the database")
        await asyncio.sleep(LOOK_EVERY_SECONDS * random.uniform(0.8, 1.2))  # noqa: S311 - no secret


def due_reminders(session: Session, _actor: Actor) -> list[Due]:
    """The next members who have a seat at an event in its notice period and no reminder yet.

    A member who registered within the notice period has just had the confirmation.
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
def promise_reminders(session: Session, _actor: Actor, *, due: list[Due]) -> None:
    """Promise the letters; the key leaves out what another worker has promised meanwhile."""
    for one in due:
        outbox.promise(
            session, REMINDER, user_id=one.user_id, about=one.event_id, dedupe_key=one.key
        )

"""The job that promises the reminders of the day before."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import timedelta

from sqlalchemy.orm import Session

from rookiebattle.core import clock
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database import turns
from rookiebattle.core.database.db import writes
from rookiebattle.core.doors.work import run
from rookiebattle.core.jobs.jobs import Job
from rookiebattle.core.mail import limits, outbox
from rookiebattle.core.mail.outbox import Promised
from rookiebattle.events.when import NOTICE
from rookiebattle.registrations.letters.words import REMINDER, REMINDERS, reminder_key
from rookiebattle.registrations.queries import people, seats

AT_ONCE = 200
BETWEEN_REMINDERS = timedelta(hours=12)
"""An event that is moved is reminded of again, but not before this: it may be moved without end."""


async def remind_members() -> str:
    """Promise all reminders that are due; returns how many."""
    promised = 0
    while due := await run(due_reminders, VISITOR):
        await run(promise_reminders, VISITOR, due=due)
        promised += len(due)
    return f"{promised} queued"


REMINDING = Job("reminders", timedelta(minutes=5), remind_members)


def due_reminders(session: Session, _actor: Actor) -> list[Promised]:
    """The next members who have a seat at an event in its notice period and no reminder yet, or
    whose minor has one.

    A member who registered within the notice period has just had the confirmation.
    """
    now = clock.now()
    due = {
        reminder_key(one.user_id, one.event_id, one.start_at): one
        for one in (
            *people.seats_starting(session, now, now + NOTICE),
            *seats.seats_starting(session, now, now + NOTICE),
        )
        if one.registration_date <= one.start_at - NOTICE
    }
    known = outbox.known_keys(session, list(due))
    fresh = {key: one for key, one in due.items() if key not in known}
    users = {one.user_id for one in fresh.values()}
    since = now - BETWEEN_REMINDERS
    lately = limits.promised_since(session, REMINDER, users, since)
    lately |= limits.promised_jointly_since(session, REMINDERS, users, since)
    wanted = [
        Promised(one.user_id, one.event_id, key, sender=one.organizer_id)
        for key, one in fresh.items()
        if (one.user_id, one.event_id) not in lately
    ]
    # A person who is reminded now is reminded of everything: two parts would be two letters.
    now_told = {one.user_id for one in wanted[:AT_ONCE]}
    return [one for one in wanted if one.user_id in now_told]


@writes
def promise_reminders(session: Session, _actor: Actor, *, due: list[Promised]) -> None:
    """Promise the letters, without what another worker has promised meanwhile.

    Several events of one organizer are one letter to a member.
    """
    turns.take_turn(session, "reminders")
    known = outbox.known_keys(session, [one.dedupe_key for one in due if one.dedupe_key])
    together: dict[tuple[str, str | None], list[Promised]] = defaultdict(list)
    for one in due:
        if one.dedupe_key not in known:
            together[one.user_id, one.sender].append(one)
    alone = [own[0] for own in together.values() if len(own) == 1]
    several = [own for own in together.values() if len(own) > 1]
    outbox.promise_each(session, REMINDER, *alone)
    outbox.promise_each(session, REMINDERS, *map(_in_one_letter, several))
    outbox.suppress(session, REMINDERS, *(one for own in several for one in own[1:]))


def _in_one_letter(own: Sequence[Promised]) -> Promised:
    """The letter about these events; it has the key of the first reminder."""
    return own[0]._replace(known={one.about: {} for one in own})

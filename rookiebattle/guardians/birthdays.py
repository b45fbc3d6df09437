"""The job of 18th birthdays: a minor becomes an adult on the day, by the club's clock."""

from datetime import timedelta

from sqlalchemy.orm import Session

from rookiebattle.accounts.service import become_adult
from rookiebattle.core import clock
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database.db import writes
from rookiebattle.core.doors.work import run
from rookiebattle.core.jobs.jobs import Job
from rookiebattle.core.mail import outbox
from rookiebattle.guardians import policy, queries
from rookiebattle.guardians.wording import GROWN_UP

AT_ONCE = 50
EVERY = timedelta(hours=1)
"""Days begin where the club is, so the job looks each hour; most of the time it finds nobody."""


async def celebrate() -> str:
    """Let everybody who has turned 18 be an adult; returns how many."""
    grown = 0
    while more := await run(let_grow_up, VISITOR):
        grown += more
    return f"{grown} turned 18"


BIRTHDAYS = Job("birthdays", EVERY, celebrate)


@writes
def let_grow_up(session: Session, _actor: Actor) -> int:
    """Let some minors who are of age be adults, and promise them a letter; returns how many.

    Their connections become an offer. Doing it again finds nobody.
    """
    due = queries.grown_up(session, policy.latest_birth_of_adults(clock.today()), AT_ONCE)
    for user_id in due:
        grow_up(session, Actor(user_id=user_id), user_id=user_id)
    return len(due)


def grow_up(session: Session, actor: Actor, *, user_id: str) -> None:
    """Let a minor be an adult, and promise them a letter. Nothing happens to an adult."""
    if become_adult(session, actor, user_id=user_id):
        queries.forget_invitations(session, user_id)
        key = f"{GROWN_UP}:{user_id}"
        outbox.promise(session, GROWN_UP, user_id=user_id, about=user_id, dedupe_key=key)

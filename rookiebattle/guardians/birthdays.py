"""Birth dates: a job makes a minor an adult on the 18th birthday, by the club's clock, and
administrators read and mend them."""

from datetime import date, timedelta

from sqlalchemy.orm import Session

from rookiebattle.accounts.models import User
from rookiebattle.accounts.service import become_adult, revise
from rookiebattle.accounts.wording import NO_MEMBER
from rookiebattle.core import clock
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database.db import NO_KEY_UPDATE, writes
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import Conflict, Invalid, NotFound
from rookiebattle.core.jobs.jobs import Job
from rookiebattle.core.mail import outbox
from rookiebattle.core.permissions import Permission
from rookiebattle.core.values.ids import known_id
from rookiebattle.guardians import policy, queries
from rookiebattle.guardians.schemas import AgeRead
from rookiebattle.guardians.service import called
from rookiebattle.guardians.wording import GROWN_UP

AT_ONCE = 50
EVERY = timedelta(hours=1)
"""Days begin where the club is, so the job looks each hour; most of the time it finds nobody."""
UNDER_13 = "People have to be 13 to have an account. If they’re younger, delete the account."
AN_ADULTS = "This account is an adult’s, so they have to be 18 or older."
NO_WELCOME = "They haven’t said yet whether they’re an adult."
NEEDS_GUARDIAN = "Nobody can log in to this account. A guardian adds a teenager with a birth date."


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


def age_of(session: Session, actor: Actor, *, user_id: str) -> AgeRead:
    """A member's birth date and guardians; for administrators alone. Raises NotFound."""
    actor.require(Permission.ALL_ACCOUNT_UPDATE)
    return _read(session, _member(session, user_id))


@writes
def mend_birth_date(session: Session, actor: Actor, *, user_id: str, born: date) -> AgeRead:
    """Enter or change a birth date; a minor who is of age by it becomes an adult at once.

    For administrators. Raises NotFound, Invalid for an age that the account cannot have, and
    Conflict for an account that nobody can log in to and that has no guardian: its first verified
    sign-in would not claim it anymore.
    """
    actor.require(Permission.ALL_ACCOUNT_UPDATE)
    user = _member(session, user_id, lock=True)
    if user.age_band is None:
        raise Conflict(NO_WELCOME)
    if not policy.can_log_in(user) and not queries.connections_to(session, user.id):
        raise Conflict(NEEDS_GUARDIAN)
    age = policy.age_on(born, clock.today())
    if problem := _problem(user, age):
        raise Invalid(problem, {"birthDate": problem})
    if user.birth_date != born:
        user.birth_date = born
        revise(session, actor, user=user, action="account.updated", fields=["birth_date"])
    if age >= policy.OF_AGE:
        grow_up(session, actor, user_id=user.id)
    return _read(session, user)


def _problem(user: User, age: int) -> str:
    if age < policy.YOUNGEST:
        return UNDER_13
    return AN_ADULTS if policy.is_adult(user) and age < policy.OF_AGE else ""


def _member(session: Session, user_id: str, *, lock: bool = False) -> User:
    how = NO_KEY_UPDATE if lock else None
    user = session.get(User, known_id(user_id, NO_MEMBER), with_for_update=how)
    if user is None or user.erased_at:
        raise NotFound(NO_MEMBER)
    return user


def _read(session: Session, user: User) -> AgeRead:
    return AgeRead(
        birth_date=user.birth_date,
        is_minor=policy.is_minor(user),
        guardians=[called(one) for one in queries.guardians_of(session, user.id)],
    )

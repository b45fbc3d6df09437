"""The birth date of a member, for administrators: it is read and mended on the member's page."""

from datetime import date

from sqlalchemy.orm import Session

from rookiebattle.accounts.models import User
from rookiebattle.accounts.service import revise
from rookiebattle.accounts.wording import NO_MEMBER
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import writes
from rookiebattle.core.errors import Conflict, Invalid, NotFound
from rookiebattle.core.permissions import Permission
from rookiebattle.core.values.ids import known_id
from rookiebattle.guardians import policy, queries
from rookiebattle.guardians.birthdays import grow_up
from rookiebattle.guardians.schemas import AgeRead
from rookiebattle.guardians.service import called

UNDER_13 = "People have to be 13 to have an account. If they’re younger, delete the account."
AN_ADULTS = "This account is an adult’s, so they have to be 18 or older."
NO_WELCOME = "They haven’t said yet whether they’re an adult."
NEEDS_GUARDIAN = "Nobody can log in to this account. A guardian adds a teenager with a birth date."


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
    user = session.get(User, known_id(user_id, NO_MEMBER), with_for_update=lock or None)
    if user is None or user.erased_at:
        raise NotFound(NO_MEMBER)
    return user


def _read(session: Session, user: User) -> AgeRead:
    return AgeRead(
        birth_date=user.birth_date,
        is_minor=policy.is_minor(user),
        guardians=[called(one) for one in queries.guardians_of(session, user.id)],
    )

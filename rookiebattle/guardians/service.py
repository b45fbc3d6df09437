"""Verbs of connections: a guardian's people and a minor's guardians, and the end of both.

Other slices ask here who is connected with whom.
"""

from collections.abc import Sequence
from datetime import date
from functools import partial
from typing import NamedTuple

from sqlalchemy.orm import Session

from rookiebattle.accounts import service as accounts
from rookiebattle.accounts.models import User
from rookiebattle.accounts.naming import known_name
from rookiebattle.core import audit, clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import NO_KEY_UPDATE, on_commit, writes
from rookiebattle.core.doors.identity import drop_user
from rookiebattle.core.errors import Conflict, Forbidden, NotFound, Unauthorized
from rookiebattle.core.permissions import Permission
from rookiebattle.core.values.ids import canonical_id, known_id
from rookiebattle.guardians import policy, queries
from rookiebattle.guardians.hooks import guardianship_ended, standings_asked
from rookiebattle.guardians.models import Guardianship
from rookiebattle.guardians.queries import (
    Tie,
    guarded_among,
    guardians_of,
    household_of,
    is_guardian,
    minors_of,
)
from rookiebattle.guardians.schemas import DependentRead, GuardianRead, StandingRead
from rookiebattle.guardians.wording import (
    FOR_ADULTS,
    LAST_GUARDIAN,
    MONEY_OF_PEOPLE,
    NO_CONNECTION,
    OWN_MONEY,
    OWN_MONEY_OF_ADMIN,
)

__all__ = [
    "connect",
    "end_dependent",
    "end_guardian",
    "erase_last",
    "guarded_among",
    "guardians_of",
    "household_of",
    "is_guardian",
    "keep_sharing",
    "list_dependents",
    "list_guardians",
    "list_household",
    "locked_adult",
    "minors_of",
    "own_age",
]


def list_dependents(session: Session, actor: Actor) -> list[DependentRead]:
    """The actor's minors, and those of age by now who cannot log in yet; the oldest tie first."""
    actor.require(Permission.OWN_DEPENDENT_READ)
    return _dependents_among(session, actor, queries.ties_of(session, actor.user_id))


def _dependents_among(session: Session, actor: Actor, ties: Sequence[Tie]) -> list[DependentRead]:
    """Those of the actor's ties that `list_dependents` has."""
    people = [
        tie.person
        for tie in ties
        if tie.connection.guardian_id == actor.user_id and tie.connection.kept_at is None
    ]
    shown = [one for one in people if policy.is_minor(one) or not policy.can_log_in(one)]
    if not shown:
        return []
    ids, found = [one.id for one in shown], dict[str, StandingRead]()
    standings_asked.fire(session, actor, user_ids=ids, found=found)
    shared = queries.with_others(session, ids)
    return [_dependent(one, found.get(one.id), is_shared=one.id in shared) for one in shown]


def _dependent(user: User, standing: StandingRead | None, *, is_shared: bool) -> DependentRead:
    form = "minor" if policy.is_minor(user) else "adult"
    return DependentRead(
        user_id=user.id,
        first_name=user.first_name,
        last_name=user.last_name,
        game_name=user.game_name,
        birth_date=user.birth_date,
        is_minor=policy.is_minor(user),
        can_log_in=policy.can_log_in(user),
        may_end=policy.can_log_in(user) or is_shared,
        waiver=standing or StandingRead(form=form, state="missing"),
    )


class OwnAge(NamedTuple):
    is_minor: bool
    birth_date: date | None


def own_age(session: Session, actor: Actor) -> OwnAge:
    """The actor's age. The birth date is asked for once, so a form has to know."""
    actor.require(Permission.OWN_GUARDIAN_READ)
    user = session.get(User, actor.user_id)
    return OwnAge(policy.is_minor(user), user.birth_date) if user else OwnAge(False, None)


def list_guardians(session: Session, actor: Actor) -> list[GuardianRead]:
    """The actor's guardians; of an adult those of before, with whom the connection did not end."""
    actor.require(Permission.OWN_GUARDIAN_READ)
    ties = queries.ties_of(session, actor.user_id)
    return [_guardian(tie) for tie in ties if tie.connection.minor_id == actor.user_id]


def list_household(session: Session, actor: Actor) -> list[GuardianRead]:
    """The adults of the actor's household."""
    actor.require(Permission.OWN_GUARDIAN_READ)
    ties = queries.ties_of(session, actor.user_id)
    return [_guardian(tie) for tie in ties if tie.connection.kept_at]


def _guardian(tie: Tie) -> GuardianRead:
    return GuardianRead(
        user_id=tie.person.id,
        name=called(tie.person),
        since=tie.connection.began_at,
        kept_at=tie.connection.kept_at,
    )


def called(user: User) -> str:
    """The name by which people of one family know each other; never an address."""
    named = User(first_name=user.first_name, last_name=user.last_name, game_name=user.game_name)
    return known_name(named)


@writes
def end_dependent(session: Session, actor: Actor, *, user_id: str) -> None:
    """End the connection with one of the actor's people.

    Raises NotFound, and Conflict for the last guardian of somebody who cannot log in.
    """
    actor.require(Permission.OWN_DEPENDENT_DELETE)
    person = locked(session, known_id(user_id, NO_CONNECTION))
    found = queries.connection(session, guardian_id=actor.user_id, minor_id=person.id)
    if found is None:
        raise NotFound(NO_CONNECTION)
    if found.kept_at is None and _is_last(session, person):
        raise Conflict(LAST_GUARDIAN)
    _end(session, actor, found)


@writes
def end_guardian(session: Session, actor: Actor, *, user_id: str) -> None:
    """End the connection with one of the actor's guardians. Raises NotFound."""
    actor.require(Permission.OWN_GUARDIAN_DELETE)
    own = locked(session, actor.user_id)
    other = known_id(user_id, NO_CONNECTION)
    found = queries.connection(session, guardian_id=other, minor_id=own.id)
    if found is None:
        raise NotFound(NO_CONNECTION)
    _end(session, actor, found)


def _is_last(session: Session, person: User) -> bool:
    """Whether somebody who cannot log in has one guardian alone."""
    return not policy.can_log_in(person) and len(queries.connections_to(session, person.id)) == 1


def _end(session: Session, actor: Actor, found: Guardianship) -> None:
    found.ended_at = clock.now()
    queries.forget_links(session, user_id=found.minor_id, guardian_id=found.guardian_id)
    details = {"guardian": found.guardian_id}
    audit.record(session, actor, "guardian.ended", found.minor_id, **details)
    guardianship_ended.fire(session, minor_id=found.minor_id)


@writes
def keep_sharing(session: Session, actor: Actor, *, user_id: str) -> GuardianRead:
    """Stay connected with a guardian, as an adult by now.

    Raises NotFound, and Forbidden for a minor.
    """
    actor.require(Permission.OWN_GUARDIAN_CREATE)
    own, other = locked_adult(session, actor), known_id(user_id, NO_CONNECTION)
    found = queries.connection(session, guardian_id=other, minor_id=own.id)
    if found is None:
        raise NotFound(NO_CONNECTION)
    if found.kept_at is None:
        found.kept_at = clock.now()
        audit.record(session, actor, "guardian.kept", own.id, guardian=other)
    return _guardian(Tie(found, session.get_one(User, other)))


def connect(
    session: Session, actor: Actor, *, guardian_id: str, person: User, is_kept: bool = False
) -> None:
    """Connect two people. The caller holds the lock of `person`, and has refused what is wrong."""
    now = clock.now()
    made = Guardianship(
        minor_id=person.id, guardian_id=guardian_id, began_at=now, kept_at=now if is_kept else None
    )
    session.add(made)
    for one in (session.get_one(User, guardian_id), person):
        one.has_family = True
        on_commit(session, partial(drop_user, one.id))
    session.flush()
    audit.record(session, actor, "guardian.connected", person.id, guardian=guardian_id)


def locked(session: Session, user_id: str) -> User:
    """A member's row, locked until the transaction ends. Raises NotFound."""
    user = session.get(User, user_id, with_for_update=NO_KEY_UPDATE, populate_existing=True)
    if user is None or user.erased_at:
        raise NotFound(NO_CONNECTION)
    return user


def locked_adult(session: Session, actor: Actor) -> User:
    """The actor's own row, locked. Raises Forbidden unless they are an adult."""
    user = session.get(User, actor.user_id, with_for_update=NO_KEY_UPDATE, populate_existing=True)
    if user is None:
        raise Unauthorized()
    if not policy.is_adult(user):
        raise Forbidden(FOR_ADULTS)
    return user


def erase_last(session: Session, actor: Actor, *, user_id: str) -> None:
    """Erase those of somebody's people to whom nobody else could see. Subscribed to
    `account_erasing`: nobody could log in to them or ask for their data anymore."""
    for tie in queries.ties_of(session, user_id):
        is_theirs = tie.connection.guardian_id == user_id and tie.connection.kept_at is None
        if is_theirs and _is_last(session, tie.person):
            accounts.erase_dependent(session, actor, user_id=tie.person.id)


def own_money(session: Session, actor: Actor) -> set[str]:
    """The ids of those whose money the actor does not enter into the books, or out of them: the
    actor, and the minors in their care.

    The only administrator enters it: nobody else could, and the audit log tells it.
    """
    if accounts.is_only_admin(session, actor):
        return set()
    minors = minors_of(session, actor.user_id) if actor.has_family else ()
    return {actor.user_id, *(one.id for one in minors)}


def refuse_own_money(session: Session, actor: Actor, *, user_id: str) -> None:
    """Raises Forbidden for one of `own_money`."""
    whose = canonical_id(user_id)
    if whose not in own_money(session, actor):
        return
    if whose != actor.user_id:
        raise Forbidden(MONEY_OF_PEOPLE)
    raise Forbidden(OWN_MONEY_OF_ADMIN if actor.is_admin else OWN_MONEY)

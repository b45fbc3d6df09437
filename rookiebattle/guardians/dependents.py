"""Verbs of accounts without a sign-in: a guardian adds one, and the teenager takes it over."""

from datetime import date
from secrets import token_urlsafe
from typing import NamedTuple

from sqlalchemy.orm import Session

from rookiebattle import routes
from rookiebattle.accounts import service as accounts
from rookiebattle.accounts.models import AgeBand, User
from rookiebattle.accounts.schemas import UserRead, own_record
from rookiebattle.core import audit, clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import writes
from rookiebattle.core.errors import Conflict, Invalid, NotFound
from rookiebattle.core.fingerprints import digest_of
from rookiebattle.core.permissions import Permission
from rookiebattle.core.values.ids import known_id
from rookiebattle.guardians import policy, queries
from rookiebattle.guardians.models import LINK_KEPT, ClaimLink
from rookiebattle.guardians.schemas import ClaimLinkRead, DependentRead, DependentWrite
from rookiebattle.guardians.service import connect, list_dependents, locked, locked_adult
from rookiebattle.guardians.wording import NO_CONNECTION, NO_LINK, NOT_A_TEEN, TOO_YOUNG

MOST_PEOPLE = 12
TOO_MANY = f"You’re connected with {MOST_PEOPLE} people, which is the most."
CAN_LOG_IN = "They log in by themselves already."


@writes
def add_dependent(session: Session, actor: Actor, *, values: DependentWrite) -> DependentRead:
    """Add a teenager of 13 to 17, whose account nobody signs in to yet.

    Raises Invalid for another age and for a name that is taken, and Conflict for too many people.
    """
    actor.require(Permission.OWN_DEPENDENT_CREATE)
    refuse_other_ages(values.birth_date)
    guardian = locked_adult(session, actor)
    if queries.count_people(session, guardian.id) >= MOST_PEOPLE:
        raise Conflict(TOO_MANY)
    real_name = f"{values.first_name} {values.last_name or ''}".strip()
    accounts.refuse_reserved(real_name, field="firstName")
    user = User(
        first_name=values.first_name,
        last_name=values.last_name,
        birth_date=values.birth_date,
        age_band=AgeBand.MINOR,
        chapter_id=guardian.chapter_id,
    )
    session.add(user)
    accounts.rename(session, user, game_name=values.game_name)
    audit.record(session, actor, "account.added", user.id)
    connect(session, actor, guardian_id=guardian.id, person=user)
    return next(one for one in list_dependents(session, actor) if one.user_id == user.id)


def refuse_other_ages(born: date) -> None:
    """Raise Invalid for a birth date of anybody but somebody who is 13 to 17 where the club is."""
    if policy.is_teenager(born, day := clock.today()):
        return
    problem = TOO_YOUNG if policy.age_on(born, day) < policy.YOUNGEST else NOT_A_TEEN
    raise Invalid(problem, {"birthDate": problem})


@writes
def make_claim_link(session: Session, actor: Actor, *, user_id: str) -> ClaimLinkRead:
    """Make the address by which a teenager takes over the account; the former one ends.

    Raises NotFound for others than the actor's people, and Conflict for somebody who can log in.
    """
    actor.require(Permission.OWN_DEPENDENT_CREATE)
    person = locked(session, known_id(user_id, NO_CONNECTION))
    if queries.connection(session, guardian_id=actor.user_id, minor_id=person.id) is None:
        raise NotFound(NO_CONNECTION)
    if policy.can_log_in(person):
        raise Conflict(CAN_LOG_IN)
    queries.forget_links(session, user_id=person.id, guardian_id=actor.user_id)
    return link_to(session, actor, user_id=person.id, guardian_id=actor.user_id)


def link_to(session: Session, actor: Actor, *, user_id: str, guardian_id: str) -> ClaimLinkRead:
    """A new link to an account: a guardian's, or for an adult who walked in their own. The caller
    has decided that the actor may make one."""
    token = token_urlsafe(24)
    made = ClaimLink(
        user_id=user_id,
        guardian_id=guardian_id,
        token_digest=digest_of(token),
        expires_at=clock.now() + LINK_KEPT,
    )
    session.add(made)
    session.flush()
    audit.record(session, actor, "guardian.linked", user_id)
    url = routes.absolute(routes.claim(token))
    return ClaimLinkRead(url=url, expires_at=made.expires_at)


class Claimed(NamedTuple):
    """The game name of the account to which a link leads, and whether a guardian made it."""

    name: str
    is_dependent: bool


def claimed_by(session: Session, _actor: Actor, *, token: str) -> Claimed:
    """The account to which a link leads. Raises NotFound for no link."""
    link = _link(session, token)
    person = session.get_one(User, link.user_id)
    return Claimed(person.game_name or "", link.guardian_id != link.user_id)


@writes
def claim(session: Session, actor: Actor, *, token: str) -> UserRead:
    """Take over the account of a link with the actor's new sign-in; its guardians stay.

    Raises NotFound for a link that was used or has ended, and Conflict for an actor who is a
    member already.
    """
    actor.require(Permission.OWN_ACCOUNT_WELCOME)
    # The account is locked before its link, as by whoever makes one: they wait for no lock of each
    # other.
    person = locked(session, _link(session, token).user_id)
    link = _link(session, token, lock=True)
    link.used_at = clock.now()
    accounts.take_over(session, actor, user_id=person.id)
    return own_record(session.get_one(User, link.user_id))


def _link(session: Session, token: str, *, lock: bool = False) -> ClaimLink:
    found = queries.claim_link(session, digest_of(token), clock.now(), lock=lock)
    if found is None:
        raise NotFound(NO_LINK)
    return found


def forget_old(session: Session) -> None:
    """Delete the links and the invitations that have ended. A tidier."""
    queries.forget_ended(session, clock.now())

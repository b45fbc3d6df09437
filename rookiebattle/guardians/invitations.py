"""Verbs of invitations: a minor asks for a guardian, a guardian for another adult, by email."""

from datetime import date, timedelta
from secrets import token_urlsafe

from sqlalchemy.orm import Session

from rookiebattle.accounts.models import User
from rookiebattle.accounts.service import revise
from rookiebattle.core import audit, clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import writes
from rookiebattle.core.errors import Conflict, Forbidden, Invalid, NotFound
from rookiebattle.core.fingerprints import digest_of
from rookiebattle.core.mail import outbox
from rookiebattle.core.permissions import Permission
from rookiebattle.core.values.addresses import folded_address
from rookiebattle.core.values.ids import known_id
from rookiebattle.guardians import policy, queries
from rookiebattle.guardians.dependents import refuse_other_ages
from rookiebattle.guardians.hooks import guardian_invited
from rookiebattle.guardians.models import MOST_GUARDIANS, GuardianInvitation
from rookiebattle.guardians.schemas import Connected, InvitationRead, InvitationWrite
from rookiebattle.guardians.service import called, connect, locked, locked_adult
from rookiebattle.guardians.wording import (
    ENOUGH_GUARDIANS,
    FOR_ADULTS,
    FOR_MINORS,
    NO_INVITATION,
    invitation_key,
)

MOST_A_DAY = 4
INVITED_OFTEN = "You’ve sent several invitations today. Please try again tomorrow."
INVITED_ALREADY = "They have an invitation from you that still works."
OWN_ADDRESS = "This is your own address. Please enter another person’s."
KNOWN_BIRTH = "We know your birth date. If it’s wrong, please ask an administrator."
NO_HOUSEHOLD = "Add your teenager first: a household is a guardian with their people."
ONE_ADULT = "Another adult is in your household already."
ONESELF = "This is your own invitation. Please send it to another person."
CONNECTED = "You’re connected already."
LOOP = "They are your guardian. End that connection first."
STILL_GUARDED = (
    "You have a guardian yourself. First say on Your Account whether you stay connected."
)


@writes
def invite_guardian(session: Session, actor: Actor, *, values: InvitationWrite) -> InvitationRead:
    """Write to somebody who shall be the actor's guardian.

    Raises Forbidden for an adult, Conflict for a fifth guardian or too many letters, and Invalid
    for a birth date of somebody who is not 13 to 17.
    """
    actor.require(Permission.OWN_GUARDIAN_CREATE)
    own = locked(session, actor.user_id)
    if not policy.is_minor(own):
        raise Forbidden(FOR_MINORS)
    if len(queries.connections_to(session, own.id)) >= MOST_GUARDIANS:
        raise Conflict(ENOUGH_GUARDIANS)
    if values.birth_date:
        _keep_birth_date(session, actor, own, values.birth_date)
    return _invite(session, actor, own, values.email)


def _keep_birth_date(session: Session, actor: Actor, own: User, born: date) -> None:
    if own.birth_date not in (None, born):
        raise Invalid(KNOWN_BIRTH, {"birthDate": KNOWN_BIRTH})
    if own.birth_date is None:
        refuse_other_ages(born)
        own.birth_date = born
        revise(session, actor, user=own, action="account.updated", fields=["birth_date"])


@writes
def invite_adult(session: Session, actor: Actor, *, email: str) -> InvitationRead:
    """Write to another adult with whom a guardian wants one household.

    Raises Forbidden for a minor, and Conflict without people of one's own or for a second adult.
    """
    actor.require(Permission.OWN_GUARDIAN_CREATE)
    own = locked_adult(session, actor)
    if not queries.minors_of(session, own.id):
        raise Conflict(NO_HOUSEHOLD)
    _refuse_second(session, own.id)
    return _invite(session, actor, own, email)


def _refuse_second(session: Session, guardian_id: str) -> None:
    ties = queries.ties_of(session, guardian_id)
    if any(tie.connection.kept_at and tie.connection.guardian_id == guardian_id for tie in ties):
        raise Conflict(ONE_ADULT)


def _invite(session: Session, actor: Actor, own: User, email: str) -> InvitationRead:
    now, address = clock.now(), folded_address(email)
    if address == folded_address(own.email or ""):
        raise Invalid(OWN_ADDRESS, {"email": OWN_ADDRESS})
    if any(one.email == address for one in queries.invitations_of(session, own.id, now)):
        raise Conflict(INVITED_ALREADY)
    if queries.count_invitations(session, own.id, now - timedelta(days=1)) >= MOST_A_DAY:
        raise Conflict(INVITED_OFTEN)
    token = token_urlsafe(24)
    made = GuardianInvitation(
        minor_id=own.id, email=address, token_digest=digest_of(token), sent_at=now
    )
    session.add(made)
    session.flush()
    guardian_invited.fire(session, actor, invitation_id=made.id, token=token)
    audit.record(session, actor, "guardian.invited", own.id)
    return InvitationRead(id=made.id, email=made.email, sent_at=made.sent_at)


def own_invitations(session: Session, actor: Actor) -> list[InvitationRead]:
    """The actor's invitations that wait for an answer, the newest first."""
    actor.require(Permission.OWN_GUARDIAN_READ)
    found = queries.invitations_of(session, actor.user_id, clock.now())
    return [InvitationRead(id=one.id, email=one.email, sent_at=one.sent_at) for one in found]


@writes
def withdraw(session: Session, actor: Actor, *, invitation_id: str) -> None:
    """Let an invitation of the actor lead nowhere. Raises NotFound."""
    actor.require(Permission.OWN_GUARDIAN_DELETE)
    wanted = known_id(invitation_id, NO_INVITATION)
    found = session.get(GuardianInvitation, wanted, with_for_update=True)
    if found is None or found.minor_id != actor.user_id or found.accepted_at or found.withdrawn_at:
        raise NotFound(NO_INVITATION)
    outbox.forget_keys(session, [invitation_key(found.id)])
    # The row stays, because letters are counted by it.
    found.withdrawn_at = clock.now()
    audit.record(session, actor, "guardian.withdrawn", actor.user_id)


def inviter_of(session: Session, _actor: Actor, *, token: str) -> Connected:
    """The person who asks with this token, for the page of the letter. Raises NotFound."""
    inviter = session.get_one(User, _open(session, token).minor_id)
    return Connected(
        user_id=inviter.id,
        name=inviter.game_name or called(inviter),
        is_minor=policy.is_minor(inviter),
    )


@writes
def accept(session: Session, actor: Actor, *, token: str) -> Connected:
    """Become the guardian of a minor, or of one household with another adult.

    Raises NotFound for an invitation that has ended, Forbidden for a minor, and Conflict for one's
    own invitation, a second connection, a fifth guardian, and a guardian of one's guardian.
    """
    actor.require(Permission.OWN_GUARDIAN_CREATE)
    found = _open(session, token)
    if found.minor_id == actor.user_id:
        raise Conflict(ONESELF)
    # Both rows are locked in the order of their ids, and then the invitation, as by whoever erases
    # an account: two acts cannot wait for each other.
    people = {one: locked(session, one) for one in sorted((found.minor_id, actor.user_id))}
    found = _open(session, token, lock=True)
    inviter, own = people[found.minor_id], people[actor.user_id]
    if not policy.is_adult(own):
        raise Forbidden(FOR_ADULTS)
    _refuse_loop(session, inviter.id, own.id)
    if policy.is_minor(inviter):
        if len(queries.connections_to(session, inviter.id)) >= MOST_GUARDIANS:
            raise Conflict(ENOUGH_GUARDIANS)
        connect(session, actor, guardian_id=own.id, person=inviter)
    else:
        _refuse_second(session, inviter.id)
        connect(session, actor, guardian_id=inviter.id, person=own, is_kept=True)
    found.accepted_at = clock.now()
    return Connected(user_id=inviter.id, name=called(inviter), is_minor=policy.is_minor(inviter))


def _refuse_loop(session: Session, inviter_id: str, own_id: str) -> None:
    for tie in queries.ties_of(session, own_id):
        if tie.person.id == inviter_id:
            is_theirs = tie.connection.guardian_id == own_id
            raise Conflict(CONNECTED if is_theirs or tie.connection.kept_at else LOOP)
        if tie.connection.minor_id == own_id and tie.connection.kept_at is None:
            # The actor is of age, and has not said yet whether the guardian of before stays.
            raise Conflict(STILL_GUARDED)


def _open(session: Session, token: str, *, lock: bool = False) -> GuardianInvitation:
    found = queries.invitation(session, digest_of(token), clock.now(), lock=lock)
    if found is None:
        raise NotFound(NO_INVITATION)
    return found

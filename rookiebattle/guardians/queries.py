"""Selects of guardians."""

from collections.abc import Collection, Sequence
from datetime import date, datetime
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.orm import Session, aliased
from sqlmodel import col

from rookiebattle.accounts.models import AgeBand, User
from rookiebattle.guardians.models import (
    INVITATION_KEPT,
    ClaimLink,
    GuardianInvitation,
    Guardianship,
)

_IS_CONNECTED = col(Guardianship.ended_at).is_(None)
_OLDEST_FIRST = (col(Guardianship.began_at), col(Guardianship.id))


class Tie(NamedTuple):
    connection: Guardianship
    person: User


def minors_of(session: Session, guardian_id: str) -> list[User]:
    """The minors with whom somebody is connected, the oldest connection first."""
    wanted = (
        sa.select(User)
        .join(Guardianship, col(Guardianship.minor_id) == col(User.id))
        .where(col(Guardianship.guardian_id) == guardian_id, _IS_CONNECTED)
        .where(col(User.age_band) == AgeBand.MINOR)
    )
    return list(session.scalars(wanted.order_by(*_OLDEST_FIRST)))


def guardians_of(session: Session, minor_id: str) -> list[User]:
    """The guardians with whom a minor is connected, the oldest connection first."""
    minor = aliased(User)
    wanted = (
        sa.select(User)
        .join(Guardianship, col(Guardianship.guardian_id) == col(User.id))
        .join(minor, col(minor.id) == col(Guardianship.minor_id))
        .where(col(Guardianship.minor_id) == minor_id, _IS_CONNECTED)
        .where(col(minor.age_band) == AgeBand.MINOR)
    )
    return list(session.scalars(wanted.order_by(*_OLDEST_FIRST)))


def is_guardian(session: Session, guardian_id: str, minor_id: str) -> bool:
    """Whether somebody is connected with this minor as a guardian now."""
    return any(one.id == minor_id for one in minors_of(session, guardian_id))


def guarded_among(session: Session, person_ids: Collection[str]) -> set[str]:
    """Those of these people who are connected with a guardian."""
    minor = col(Guardianship.minor_id)
    return set(session.scalars(sa.select(minor).where(minor.in_(list(person_ids)), _IS_CONNECTED)))


def ties_of(session: Session, user_id: str) -> list[Tie]:
    """All connections of somebody, on either end, the oldest first."""
    minor, guardian = col(Guardianship.minor_id), col(Guardianship.guardian_id)
    wanted = (
        sa.select(Guardianship, User)
        .join(User, col(User.id) == sa.case((minor == user_id, guardian), else_=minor))
        .where(sa.or_(minor == user_id, guardian == user_id), _IS_CONNECTED)
    )
    return [Tie(*row) for row in session.execute(wanted.order_by(*_OLDEST_FIRST))]


def household_of(session: Session, user_id: str) -> list[User]:
    """The adults of somebody's household, the oldest connection first."""
    return [
        tie.person
        for tie in ties_of(session, user_id)
        if tie.connection.kept_at and tie.person.age_band == AgeBand.ADULT
    ]


def connection(session: Session, *, guardian_id: str, minor_id: str) -> Guardianship | None:
    """Their connection, if it has not ended."""
    ends = (col(Guardianship.guardian_id) == guardian_id, col(Guardianship.minor_id) == minor_id)
    return session.scalar(sa.select(Guardianship).where(*ends, _IS_CONNECTED))


def connections_to(session: Session, minor_id: str) -> Sequence[Guardianship]:
    """The connections of a person with their guardians."""
    wanted = sa.select(Guardianship).where(col(Guardianship.minor_id) == minor_id, _IS_CONNECTED)
    return session.scalars(wanted.order_by(*_OLDEST_FIRST)).all()


def with_others(session: Session, person_ids: Collection[str]) -> set[str]:
    """Those of these people who have more than one guardian."""
    minor = col(Guardianship.minor_id)
    counted = sa.select(minor).where(minor.in_(list(person_ids)), _IS_CONNECTED)
    return set(session.scalars(counted.group_by(minor).having(sa.func.count() > 1)))


def count_people(session: Session, guardian_id: str) -> int:
    counted = sa.select(sa.func.count()).select_from(Guardianship)
    own = counted.where(col(Guardianship.guardian_id) == guardian_id, _IS_CONNECTED)
    return session.execute(own).scalar_one()


def claim_link(
    session: Session, digest: str, now: datetime, *, lock: bool = False
) -> ClaimLink | None:
    """The link with this token, if it may still be used; locked if wanted and possible.

    Once somebody logs in to the account, such as by an address that an administrator entered, no
    link leads to it.
    """
    owner = sa.select(col(User.issuer)).where(col(User.id) == col(ClaimLink.user_id))
    wanted = sa.select(ClaimLink).where(
        col(ClaimLink.token_digest) == digest,
        col(ClaimLink.used_at).is_(None),
        col(ClaimLink.expires_at) > now,
        owner.scalar_subquery().is_(None),
    )
    return session.scalar(wanted.with_for_update() if lock else wanted)


def forget_links(session: Session, *, user_id: str, guardian_id: str) -> None:
    """Let the unused links of a guardian to somebody's account lead nowhere."""
    own = (col(ClaimLink.user_id) == user_id, col(ClaimLink.guardian_id) == guardian_id)
    session.execute(sa.delete(ClaimLink).where(*own, col(ClaimLink.used_at).is_(None)))


def invitation(
    session: Session, digest: str, now: datetime, *, lock: bool = False
) -> GuardianInvitation | None:
    """The invitation with this token, if it may still be accepted; locked if wanted, possible."""
    wanted = sa.select(GuardianInvitation).where(
        col(GuardianInvitation.token_digest) == digest, *_is_open(now)
    )
    return session.scalar(wanted.with_for_update() if lock else wanted)


def invitations_of(session: Session, user_id: str, now: datetime) -> Sequence[GuardianInvitation]:
    """The invitations of somebody that may still be accepted, the newest first."""
    own = sa.select(GuardianInvitation).where(
        col(GuardianInvitation.minor_id) == user_id, *_is_open(now)
    )
    newest_first = (col(GuardianInvitation.sent_at).desc(), col(GuardianInvitation.id))
    return session.scalars(own.order_by(*newest_first)).all()


def count_invitations(session: Session, user_id: str, since: datetime) -> int:
    counted = sa.select(sa.func.count()).select_from(GuardianInvitation)
    own = counted.where(col(GuardianInvitation.minor_id) == user_id)
    return session.execute(own.where(col(GuardianInvitation.sent_at) > since)).scalar_one()


def _is_open(now: datetime) -> tuple[sa.ColumnElement[bool], ...]:
    return (
        col(GuardianInvitation.accepted_at).is_(None),
        col(GuardianInvitation.withdrawn_at).is_(None),
        col(GuardianInvitation.sent_at) > now - INVITATION_KEPT,
    )


def forget_ended(session: Session, now: datetime) -> None:
    """Delete links and invitations whose time is over."""
    session.execute(sa.delete(ClaimLink).where(col(ClaimLink.expires_at) <= now))
    is_over = col(GuardianInvitation.sent_at) <= now - INVITATION_KEPT
    session.execute(sa.delete(GuardianInvitation).where(is_over))


def grown_up(session: Session, born_until: date, limit: int) -> Sequence[str]:
    """Minors who are of age by their birth date."""
    wanted = sa.select(col(User.id)).where(
        col(User.age_band) == AgeBand.MINOR,
        col(User.birth_date) <= born_until,
        col(User.erased_at).is_(None),
    )
    return session.scalars(wanted.order_by(col(User.id)).limit(limit)).all()


def forget_invitations(session: Session, user_id: str) -> None:
    """Let the open invitations of somebody lead nowhere."""
    is_open = col(GuardianInvitation.accepted_at).is_(None)
    own = sa.delete(GuardianInvitation).where(col(GuardianInvitation.minor_id) == user_id, is_open)
    session.execute(own)

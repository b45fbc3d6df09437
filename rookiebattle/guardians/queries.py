"""Selects of guardians."""

import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import col

from rookiebattle.accounts.models import AgeBand, User
from rookiebattle.guardians.models import Guardianship

_IS_CONNECTED = col(Guardianship.ended_at).is_(None)
_OLDEST_FIRST = (col(Guardianship.began_at), col(Guardianship.id))


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
    wanted = (
        sa.select(User)
        .join(Guardianship, col(Guardianship.guardian_id) == col(User.id))
        .where(col(Guardianship.minor_id) == minor_id, _IS_CONNECTED)
    )
    return list(session.scalars(wanted.order_by(*_OLDEST_FIRST)))


def is_guardian(session: Session, guardian_id: str, minor_id: str) -> bool:
    """Whether somebody is connected with this minor as a guardian now."""
    return any(one.id == minor_id for one in minors_of(session, guardian_id))

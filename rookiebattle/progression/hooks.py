"""Hooks by which other slices hear about members' progress, in the same transaction."""

from collections.abc import Collection

from sqlalchemy.orm import Session

from rookiebattle.core.actor import Actor
from rookiebattle.core.hooks import Hook


@Hook
def membership_entered(session: Session, actor: Actor, /, *, user_ids: Collection[str]) -> None:
    """These members have another tier or status than before. Their rows are locked.

    The first entries of demo data are no news.
    """

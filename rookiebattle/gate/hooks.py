"""Hooks of the gate, in the same transaction."""

from sqlalchemy.orm import Session

from rookiebattle.core.actor import Actor
from rookiebattle.core.hooks import Hook
from rookiebattle.guardians.newcomers import Newcomer


@Hook
def newcomer_added(
    session: Session, actor: Actor, /, *, email: str, name: str, event: str, new: Newcomer
) -> None:
    """An account was made at the gate for a person who told an address there."""

"""The hooks of guardians: an invitation was made, a connection ended, waivers are asked for."""

from collections.abc import Collection

from sqlalchemy.orm import Session

from rookiebattle.core.actor import Actor
from rookiebattle.core.hooks import Hook
from rookiebattle.guardians.schemas import StandingRead


@Hook
def standings_asked(
    session: Session, actor: Actor, /, *, user_ids: Collection[str], found: dict[str, StandingRead]
) -> None:
    """A guardian reads about these people. A subscriber adds the waiver of each by their id."""


@Hook
def guardian_invited(session: Session, actor: Actor, /, *, invitation_id: str, token: str) -> None:
    """The actor invited somebody by email. Only the letter gets the token."""


@Hook
def guardianship_ended(session: Session, /, *, minor_id: str) -> None:
    """One of somebody's connections has ended; the row of `minor_id` is locked."""

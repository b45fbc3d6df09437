"""The hooks of waivers: photographs of papers, and news for the gates, of slices to the right."""

from collections.abc import Collection

from sqlalchemy.orm import Session

from rookiebattle.core.actor import Actor
from rookiebattle.core.hooks import Hook


@Hook
def standing_changed(session: Session, /, *, user_id: str | None) -> None:
    """Somebody signed, or a paper of theirs was noted or judged; of None, everybody signs again.

    A subscriber tells the gates.
    """


@Hook
def photo_taken(session: Session, actor: Actor, /, *, object_path: str) -> None:
    """A paper has this picture, which the actor has sent. A subscriber keeps it from others."""


@Hook
def photos_asked(
    session: Session, actor: Actor, /, *, photos: Collection[str], found: dict[str, str]
) -> None:
    """The actor may see these pictures. A subscriber adds the address of each by its path."""


@Hook
def photos_dropped(session: Session, actor: Actor, /, *, photos: Collection[str]) -> None:
    """Nothing needs these pictures anymore."""

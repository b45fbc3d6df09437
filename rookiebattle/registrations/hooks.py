"""Hooks by which other slices hear about seats, in the same transaction."""

from sqlalchemy.orm import Session

from rookiebattle.core.actor import Actor
from rookiebattle.core.hooks import Hook
from rookiebattle.events.schemas import EventRead
from rookiebattle.registrations.schemas import Asking


@Hook
def seat_freed(session: Session, /, *, registration_id: str) -> None:
    """A member no longer holds a seat: it was given up, or its hold ended.

    The event's row is locked.
    """


@Hook
def seat_settled(
    session: Session,
    actor: Actor,
    /,
    *,
    event_id: str,
    user_id: str,
    registration_id: str,
    before: str,
    after: str,
    amount_cents: int,
) -> None:
    """An organizer recorded how a seat was settled. The seat's row is locked.

    A subscriber refuses by raising.
    """


@Hook
def organizer_asked(session: Session, actor: Actor, /, *, event: EventRead, asking: Asking) -> None:
    """Somebody has a question about an event."""

"""Hooks by which other slices hear about seats, in the same transaction."""

from collections.abc import Collection, Mapping
from datetime import datetime

from sqlalchemy.orm import Session

from rookiebattle.core.actor import Actor
from rookiebattle.core.hooks import Hook
from rookiebattle.registrations.schemas import SettledSeat


@Hook
def seats_wanted(
    session: Session, /, *, user_ids: Collection[str], refusals: dict[str, str]
) -> None:
    """These people are about to take seats. A subscriber adds why one of them gets none, by id."""


@Hook
def seat_freed(session: Session, /, *, registration_id: str) -> None:
    """A member no longer holds a seat: it was given up, or its hold ended.

    The event's row is locked.
    """


@Hook
def seats_opening(session: Session, /, *, event_id: str) -> None:
    """Seats of an event may be free, or fewer people may wait: whoever waits goes first."""


@Hook
def seat_settled(session: Session, actor: Actor, /, *, seat: SettledSeat) -> None:
    """An organizer recorded how a seat was settled. The seat's row is locked. A subscriber refuses
    by raising."""


@Hook
def seat_became_cheaper(session: Session, /, *, registration_id: str) -> None:
    """A seat costs less, because the price of its event fell. Event and seat are locked."""


@Hook
def seat_overpaid(session: Session, actor: Actor, /, *, registration_id: str, cents: int) -> None:
    """These cents, which were paid beyond the price of a seat, are to go back. The seat is locked.

    A subscriber refuses by raising.
    """


@Hook
def seat_perk_moved(session: Session, actor: Actor, /, *, registration_id: str) -> None:
    """A perk pays another part of the price of a seat than before, or its seat was refunded or
    removed. The seat is locked. A subscriber refuses by raising: the perk is used already.
    """


@Hook
def seat_told_of(
    session: Session, /, *, user_id: str, canceled: Mapping[str, datetime], back: dict[str, str]
) -> None:
    """A member's letter tells that events are canceled, each since when.

    A subscriber that refunds adds a sentence for the member to `back`, by event.
    """


@Hook
def cancellation_told(
    session: Session, /, *, canceled: Mapping[str, datetime], words: list[str]
) -> None:
    """A member's letter tells that events are canceled, each since when.

    A subscriber adds what was said about it beside the reason.
    """


@Hook
def organizer_asked(session: Session, /, *, question_id: str) -> None:
    """Somebody has a question about an event."""


@Hook
def question_answered(session: Session, actor: Actor, /, *, question_id: str) -> None:
    """The organizer or an administrator answered a question."""

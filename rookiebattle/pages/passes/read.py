"""Reads the passes of a member."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from sqlalchemy.orm import Session

from rookiebattle.core.actor import Actor
from rookiebattle.core.errors import NotFound
from rookiebattle.core.values.ids import known_id
from rookiebattle.gate.passes import EventPasses, own_passes, passes_today

MOST_EVENTS = 10


@dataclass(frozen=True, slots=True)
class PassesShown:
    """The passes for seats, and those of people without a seat at an event of today."""

    seats: Sequence[EventPasses]
    today: Sequence[EventPasses]


def show_passes(session: Session, actor: Actor, *, event_id: str) -> PassesShown:
    """The next events' passes; with an id, that event's come first. Another text is no id."""
    first, seats = "", own_passes(session, actor, most=MOST_EVENTS)
    with suppress(NotFound):
        first = known_id(event_id)
    seats.sort(key=lambda one: one.event.id != first)
    return PassesShown(seats, passes_today(session, actor, event_id=first))

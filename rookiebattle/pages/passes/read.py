"""Reads the passes of a member."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from sqlalchemy.orm import Session

from rookiebattle.core.actor import Actor
from rookiebattle.core.errors import NotFound
from rookiebattle.core.values.ids import known_id
from rookiebattle.gate.passes import EventPasses, own_passes, passes_today
from rookiebattle.waivers.models import StandingState
from rookiebattle.waivers.service.standing import ToSign, to_sign

MOST_EVENTS = 10


@dataclass(frozen=True, slots=True)
class PassesShown:
    """The passes for seats, and those of people without a seat at an event of today. `unsigned` are
    the people with a pass for a seat whose waiver is still to be signed for it."""

    seats: Sequence[EventPasses]
    today: Sequence[EventPasses]
    unsigned: Sequence[ToSign] = ()


def show_passes(session: Session, actor: Actor, *, event_id: str) -> PassesShown:
    """The next events' passes; with an id, that event's come first. Another text is no id."""
    first, seats = "", own_passes(session, actor, most=MOST_EVENTS)
    with suppress(NotFound):
        first = known_id(event_id)
    seats.sort(key=lambda one: one.event.id != first)
    today = passes_today(session, actor, event_id=first)
    return PassesShown(seats, today, _unsigned(session, actor, seats))


def _unsigned(session: Session, actor: Actor, seats: Sequence[EventPasses]) -> list[ToSign]:
    signing = (one.holders for one in seats if one.event.needs_waiver)
    holders = {holder.user_id for found in signing for holder in found}
    lacking = (one for one in to_sign(session, actor) if one.standing.lacks)
    return [
        one
        for one in lacking
        if one.user_id in holders and one.standing.state is not StandingState.UNVERIFIED
    ]

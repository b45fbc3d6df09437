"""Settles a seat as both doors do, by the status that somebody chose."""

from typing import Any

from sqlalchemy.orm import Session

from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import writes
from rookiebattle.registrations.schemas import Attendee, HowReceived, Settlement
from rookiebattle.registrations.service import settling
from tests.world import World


@writes
def settle(
    session: Session,
    actor: Actor,
    *,
    event_id: str,
    user_id: str,
    status: Settlement,
    how: HowReceived | None = None,
    is_undo: bool = False,
) -> Attendee:
    if is_undo:
        return settling.undo(session, actor, event_id=event_id, user_id=user_id, before=status)
    if status == "pending":
        return settling.take_back(session, actor, event_id=event_id, user_id=user_id)
    return settling.settle(
        session, actor, event_id=event_id, user_id=user_id, status=status, how=how
    )


def settle_seat(world: World, by: Actor, event_id: str, whose: Actor, status: Any) -> str:
    """Settle in a unit of work of its own; returns how the seat stands then."""
    seat = world.do(settle, by, event_id=event_id, user_id=whose.user_id, status=status)
    return str(seat.payment_status)

"""Reads the event of a gate, and what the reader may do there."""

from dataclasses import dataclass

from sqlalchemy.orm import Session

from rookiebattle.core.actor import Actor
from rookiebattle.core.permissions import Permission
from rookiebattle.events.policy import may_work
from rookiebattle.events.schemas import EventRead
from rookiebattle.events.service import get_event
from rookiebattle.registrations.service import settling
from rookiebattle.waivers.service.gate import TAKES


@dataclass(frozen=True, slots=True)
class GateShown:
    """The event, and the rights of somebody who checks people in there."""

    event: EventRead
    may_add: bool
    may_settle: bool
    may_check_gear: bool
    may_sign: bool


def show_gate(session: Session, actor: Actor, *, event_id: str) -> GateShown:
    """The gate of an event; for its organizer, whoever checks in there, and administrators.

    Raises NotFound and Forbidden.
    """
    at = settling.organized(
        session, actor, event_id=event_id, permission=Permission.ALL_REGISTRATION_CHECK
    )
    return GateShown(
        event=get_event(session, actor, event_id=at.event_id),
        may_add=may_work(actor, at, Permission.ALL_REGISTRATION_CREATE),
        may_settle=may_work(actor, at, Permission.ALL_REGISTRATION_SETTLE),
        may_check_gear=may_work(actor, at, Permission.ALL_GEAR_CREATE),
        may_sign=may_work(actor, at, TAKES),
    )

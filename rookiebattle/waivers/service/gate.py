"""The right to take waivers at the gate of an event."""

from sqlalchemy.orm import Session

from rookiebattle.core.actor import Actor
from rookiebattle.core.errors import Forbidden
from rookiebattle.core.permissions import Permission
from rookiebattle.core.roles import Scope
from rookiebattle.events.policy import may_edit
from rookiebattle.events.schemas import EventRead
from rookiebattle.events.service import get_event

NOT_AT_THE_GATE = "Only the gate, the organizer and the leads of this event take waivers here."
TAKES = Permission.ALL_REGISTRATION_CREATE


def gate_of(session: Session, actor: Actor, *, event_id: str) -> EventRead:
    """The event at whose gate the actor takes waivers. Raises NotFound and Forbidden."""
    actor.require(Permission.OWN_REGISTRATION_CHECK)
    event = get_event(session, actor, event_id=event_id)
    if not may_edit(actor, event) and not actor.may(TAKES, Scope(event.chapter_id, event.id)):
        raise Forbidden(NOT_AT_THE_GATE)
    return event

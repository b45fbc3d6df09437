"""The right to take waivers at the gate of an event."""

from sqlalchemy.orm import Session

from rookiebattle.core.actor import Actor
from rookiebattle.core.errors import Forbidden
from rookiebattle.core.permissions import Permission
from rookiebattle.events.policy import may_work
from rookiebattle.events.schemas import EventRead
from rookiebattle.events.service import get_event

NOT_AT_THE_GATE = "Only the gate, the organizer and the leads of this event take waivers here."
TAKES = Permission.ALL_REGISTRATION_CREATE


def takes_at(actor: Actor, event: EventRead) -> bool:
    """Whether the actor takes waivers there: its gate, organizer, leads, or an administrator."""
    return may_work(actor, event, TAKES)


def gate_of(session: Session, actor: Actor, *, event_id: str) -> EventRead:
    """The event at whose gate the actor takes waivers. Raises NotFound and Forbidden."""
    actor.require(Permission.OWN_REGISTRATION_CHECK)
    event = get_event(session, actor, event_id=event_id)
    if not takes_at(actor, event):
        raise Forbidden(NOT_AT_THE_GATE)
    return event

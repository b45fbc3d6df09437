"""Reads the data of an event's own page, in one unit of work."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy.orm import Session

from rookiebattle.core.actor import Actor
from rookiebattle.events import policy as event_policy
from rookiebattle.registrations import attendance, policy, service
from rookiebattle.registrations.schemas import Attendee, Going, OwnEvent


@dataclass(frozen=True, slots=True)
class EventShown:
    """An event with its people; `attendees` is empty for everybody who may not see the list.

    `lacks_membership` is only true for members: a visitor is asked to log in first.
    """

    event: OwnEvent
    going: Going
    attendees: Sequence[Attendee]
    may_edit: bool
    lacks_membership: bool


def show_event(session: Session, actor: Actor, *, event_id: str) -> EventShown:
    """The data of one event's page. Raises NotFound for an event that may not be seen."""
    event = service.status_of(session, actor, event_id=event_id)
    may_edit = event_policy.may_edit(actor, event)
    return EventShown(
        event=event,
        going=attendance.who_is_going(session, actor, event_id=event_id),
        attendees=attendance.attendees(session, actor, event_id=event_id).items if may_edit else [],
        may_edit=may_edit,
        lacks_membership=actor.is_member
        and not policy.meets_membership(actor, event.requires_membership),
    )

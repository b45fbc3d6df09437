"""Reads the data of an event's own page, in one unit of work."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy.orm import Session

from rookiebattle.core.actor import Actor
from rookiebattle.events import policy as event_policy
from rookiebattle.media import service as gallery
from rookiebattle.media.schemas import Shown
from rookiebattle.registrations import attendance, policy, service
from rookiebattle.registrations.schemas import Attendee, Going, OwnEvent

MOST_MEDIA = 6


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
    media: Sequence[Shown] = ()


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
        media=gallery.media_of_event(session, actor, event_id=event.id, most=MOST_MEDIA),
    )


@dataclass(frozen=True, slots=True)
class EventTold:
    """What the text before scripts tells: it names nobody."""

    event: OwnEvent
    media: Sequence[Shown]


def tell_event(session: Session, actor: Actor, *, event_id: str) -> EventTold:
    """The event and its pictures. Raises NotFound for an event that may not be seen."""
    event = service.status_of(session, actor, event_id=event_id)
    shown = gallery.media_of_event(session, actor, event_id=event.id, most=MOST_MEDIA)
    return EventTold(event, shown)

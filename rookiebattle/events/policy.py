"""Who may see and change an event. Pure."""

from typing import Protocol

from rookiebattle.core.actor import Actor
from rookiebattle.core.permissions import Permission

# Ten weekly practices for two years; without an end, one member could fill everybody's calendar.
MOST_COMING = 1_000


class Seen(Protocol):
    """What seeing an event depends on."""

    @property
    def is_public(self) -> bool: ...


class Owned(Protocol):
    """What changing an event depends on."""

    @property
    def organizer_id(self) -> str: ...


def may_see(actor: Actor, event: Seen) -> bool:
    """Everybody sees public events, members see all."""
    return event.is_public or sees_private(actor)


def sees_private(actor: Actor) -> bool:
    """Members see the events that are not public."""
    return Permission.MEMBER_EVENT_READ in actor.permissions


def may_edit(actor: Actor, event: Owned) -> bool:
    """Its organiser and administrators change and delete an event."""
    return actor.is_admin or (actor.is_member and event.organizer_id == actor.user_id)


def may_add(actor: Actor, adding: int, coming: int) -> bool:
    """Whether so many events more are not too many to come of one organiser."""
    return actor.is_admin or coming + adding <= MOST_COMING

"""Rules about seeing, changing and adding events. Pure."""

from typing import Protocol

from rookiebattle.core.actor import Actor
from rookiebattle.core.permissions import Permission

# Ten weekly practices for two years. Without a limit one member could fill everybody's calendar.
MOST_COMING = 1_000


class Seen(Protocol):
    """The field that decides who sees an event."""

    @property
    def is_public(self) -> bool: ...


class Owned(Protocol):
    """The field that decides who changes an event."""

    @property
    def organizer_id(self) -> str: ...


def may_see(actor: Actor, event: Seen) -> bool:
    """True for a public event, and for every event if the actor is a member."""
    return event.is_public or sees_private(actor)


def sees_private(actor: Actor) -> bool:
    """Whether the actor also sees events that are not public, as members do."""
    return Permission.MEMBER_EVENT_READ in actor.permissions


def may_edit(actor: Actor, event: Owned) -> bool:
    """The organizer and administrators change and remove an event."""
    return actor.is_admin or (actor.is_member and event.organizer_id == actor.user_id)


def may_add(actor: Actor, adding: int, coming: int) -> bool:
    """Whether an organizer with so many `coming` events may add so many more."""
    return actor.is_admin or coming + adding <= MOST_COMING

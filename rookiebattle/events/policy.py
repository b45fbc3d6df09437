"""Rules about seeing, changing and adding events. Pure."""

from datetime import datetime, timedelta
from typing import Protocol

from rookiebattle.core.actor import Actor
from rookiebattle.core.permissions import Permission
from rookiebattle.core.roles import Scope
from rookiebattle.events.models import Waits

OLDEST = timedelta(days=366)
"""Only an administrator adds an event that has been over for longer, such as a club's history."""
MOST_COMING = 1_000
"""Events of one organizer that are not over. Administrators have no limit."""
MOST_HANDED_OVER = 100
"""Coming events that an erased organizer leaves to the club beside those with participants."""
MOST_SERIES_TEXT = 500_000
"""Characters: each event of a series has its own copy of the description."""


class HasVisibility(Protocol):
    """The fields that decide who sees an event."""

    @property
    def is_public(self) -> bool: ...
    @property
    def organizer_id(self) -> str: ...
    @property
    def waits_for(self) -> str | None: ...


class Owned(Protocol):
    """The fields that decide who works at an event."""

    @property
    def id(self) -> str: ...
    @property
    def organizer_id(self) -> str: ...
    @property
    def chapter_id(self) -> str | None: ...


def may_see(actor: Actor, event: HasVisibility) -> bool:
    """True for a public event, and for every event if the actor is a member.

    An event that waits for its chapter is for its organizer and administrators.
    """
    if event.waits_for and not sees_waiting(actor) and event.organizer_id != actor.user_id:
        return False
    return event.is_public or sees_private(actor)


def sees_private(actor: Actor) -> bool:
    """Whether the actor also sees events that are not public, as members do."""
    return Permission.MEMBER_EVENT_READ in actor.permissions


def sees_waiting(actor: Actor) -> bool:
    """Whether the actor sees every event that waits. No lead does: those that wait for
    administrators alone would tell who is under 18."""
    return actor.is_admin


def may_work(actor: Actor, event: Owned, permission: Permission) -> bool:
    """Whether the actor has a permission at an event, after the welcome: by organizing it, by a
    role there, or as an administrator."""
    if Permission.OWN_EVENT_UPDATE not in actor.permissions:
        return False
    is_theirs = event.organizer_id == actor.user_id
    return is_theirs or actor.may(permission, at=Scope(event.chapter_id, event.id))


def may_edit(actor: Actor, event: Owned) -> bool:
    """Whether the actor changes, cancels and removes an event."""
    return may_work(actor, event, Permission.ALL_EVENT_UPDATE)


def needed(*, speaks: bool, is_own_chapter: bool) -> Waits | None:
    """The acceptance that an event in a chapter's name needs; None for one who speaks for it."""
    if speaks:
        return None
    return Waits.CLUB if is_own_chapter else Waits.CHAPTER


def is_history(end: datetime, now: datetime) -> bool:
    """Whether an event that ends then has been over for so long that no member adds it."""
    return end < now - OLDEST


def fits_in_series(characters: int, events: int) -> bool:
    """Whether a text of this length may be repeated in so many events."""
    return characters * events <= MOST_SERIES_TEXT

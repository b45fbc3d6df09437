"""Announces changed and removed events to the pages that show them."""

from collections.abc import Collection
from datetime import UTC, datetime
from functools import partial

from sqlalchemy.orm import Session

from rookiebattle.core import live, metrics
from rookiebattle.core.actor import Actor
from rookiebattle.core.counting import count
from rookiebattle.core.db import on_commit
from rookiebattle.events.policy import sees_private

ROSTER = "roster:"


def stamp_of(changed: datetime) -> str:
    """The version of an event: a page that holds another one reads the event again."""
    return changed.astimezone(UTC).isoformat()


def roster_topic(event_id: str) -> str:
    """The topic of what only the gate sees: check-ins and payments of an event."""
    return f"{ROSTER}{event_id}"


def event_of(topic: str) -> str:
    """The id of the event whose roster this topic is about; empty for any other topic."""
    return topic.removeprefix(ROSTER) if topic.startswith(ROSTER) else ""


def count_freed(session: Session, /, *, registration_id: str) -> None:  # noqa: ARG001  # the hook’s
    """Count a seat that was freed. Subscribed to `seat_freed`."""
    count(session, metrics.SEATS, "freed")


def announce_roster(session: Session, *, event_id: str) -> None:
    """Announce a check-in or a payment, once it is committed."""
    on_commit(session, partial(live.announce, roster_topic(event_id)))


def announce_change(session: Session, *, event_id: str) -> None:
    """Announce a changed event, once the change is committed."""
    on_commit(session, partial(live.announce, event_id))


def announce_removal(session: Session, _actor: Actor, *, event_id: str) -> None:
    """Announce a removed event, once the removal is committed."""
    on_commit(session, partial(live.announce, event_id))


def watch_events(token: str, event_ids: Collection[str], actor: Actor) -> None:
    """Tell a tab what is announced about the events that its page shows to `actor`."""
    live.watch(token, event_ids, may_see_private=sees_private(actor))

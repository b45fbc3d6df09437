"""Tells the pages that are open on an event that it was changed or deleted."""

from collections.abc import Collection
from datetime import UTC, datetime
from functools import partial

from sqlalchemy.orm import Session

from rookiebattle.core import live
from rookiebattle.core.actor import Actor
from rookiebattle.core.db import on_commit
from rookiebattle.events.policy import sees_private


def stamp_of(changed: datetime) -> str:
    """What a page remembers of the event that it shows, to notice that there is a newer one."""
    return changed.astimezone(UTC).isoformat()


def tell_of_change(session: Session, *, event_id: str) -> None:
    """Once it is committed: who looks at the event hears of it."""
    on_commit(session, partial(live.announce, event_id))


def tell_of_deletion(session: Session, _actor: Actor, *, event_id: str) -> None:
    """The same for an event that will not be there any more."""
    on_commit(session, partial(live.announce, event_id))


def watch_events(token: str, event_ids: Collection[str], actor: Actor) -> None:
    """Let a tab hear of the events that its page shows to `actor`."""
    live.watch(token, event_ids, inside=sees_private(actor))

"""Announces changed and removed events to the pages that show them."""

from collections.abc import Collection
from datetime import UTC, datetime
from functools import partial

from sqlalchemy.orm import Session

from rookiebattle.core.actor import Actor
from rookiebattle.core.database.counting import count
from rookiebattle.core.database.db import on_commit
from rookiebattle.core.pushing import live
from rookiebattle.core.telemetry import metrics
from rookiebattle.events.policy import sees_private

ROSTER, OWN = "roster:", "own:"
SEATS = f"{live.LIST}seats:"
"""The beginning of the topic of a member's own seats."""


WAITING = f"{live.LIST}waiting:"
"""The beginning of the topic of an event's waiting list."""
VERDICTS = f"{live.LIST}verdicts:"
"""The beginning of the topic of the verdicts at an event's gate."""


def stamp_of(changed: datetime) -> str:
    """The version of an event: a page that holds another one reads the event again."""
    return changed.astimezone(UTC).isoformat()


def roster_topic(event_id: str) -> str:
    """The topic of what only the gate sees: check-ins and payments of an event."""
    return f"{ROSTER}{event_id}"


def event_of(topic: str) -> str:
    """The id of the event whose roster this topic is about; empty for any other topic."""
    return topic.removeprefix(ROSTER) if topic.startswith(ROSTER) else ""


def own_topic(user_id: str, event_id: str) -> str:
    """The topic of one member's own seat. Only this member's tabs watch it."""
    return f"{OWN}{user_id}:{event_id}"


def own_of(topic: str) -> tuple[str, str] | None:
    """The member and the event whose seat this topic is about; None for any other topic."""
    if not topic.startswith(OWN):
        return None
    user_id, _, event_id = topic.removeprefix(OWN).partition(":")
    return user_id, event_id


def own_seats_topic(user_id: str) -> str:
    """The topic of all seats of one member. Only this member's tabs watch it."""
    return SEATS + user_id


def waiting_topic(event_id: str) -> str:
    """The topic of an event's waiting list: whoever waits reads another number."""
    return WAITING + event_id


def verdicts_topic(event_id: str) -> str:
    """The topic of what an event's gate sees beside seats: waivers, gear, suspensions, and who
    stands at the entrance."""
    return VERDICTS + event_id


def announce_waiting(session: Session, *, event_id: str) -> None:
    """Announce a changed waiting list, once the change is committed."""
    on_commit(session, partial(live.announce, waiting_topic(event_id)))


def count_freed(session: Session, /, *, registration_id: str) -> None:  # noqa: ARG001  # the hook’s
    """Count a seat that was freed. Subscribed to `seat_freed`."""
    count(session, metrics.SEATS, "freed")


def announce_roster(session: Session, *, event_id: str, user_ids: Collection[str] = ()) -> None:
    """Announce check-ins or payments of these members, once they are committed."""
    on_commit(session, partial(live.announce, roster_topic(event_id)))
    for user_id in user_ids:
        on_commit(session, partial(live.announce, own_seats_topic(user_id)))


def announce_seat(session: Session, *, event_id: str, user_id: str) -> None:
    """Announce a seat that was taken or given up, once it is committed."""
    for topic in (event_id, own_topic(user_id, event_id), own_seats_topic(user_id)):
        on_commit(session, partial(live.announce, topic))


def announce_change(session: Session, *, event_id: str) -> None:
    """Announce a changed event, once the change is committed."""
    on_commit(session, partial(live.announce, event_id))


def announce_removal(session: Session, _actor: Actor, *, event_id: str) -> None:
    """Announce a removed event, once the removal is committed."""
    on_commit(session, partial(live.announce, event_id))


def watch_events(token: str, event_ids: Collection[str], actor: Actor) -> None:
    """Tell a tab what is announced about the events that its page shows to `actor`.

    A member's tabs also hear of the member's own seats, which another tab may take.
    """
    shown = [one for one in event_ids if not event_of(one)]
    own = [own_topic(actor.user_id, one) for one in shown] if actor.is_member else []
    live.watch(token, [*event_ids, *own], may_see_private=sees_private(actor))

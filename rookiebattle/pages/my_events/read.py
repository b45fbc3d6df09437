"""Reads the data of My Events, in one unit of work."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy.orm import Session

from rookiebattle.core.actor import Actor
from rookiebattle.core.pagination import MAX_LIMIT, Window
from rookiebattle.registrations import service
from rookiebattle.registrations.schemas import OwnEvent


@dataclass(frozen=True, slots=True)
class MyEventsShown:
    """The events at which the member has or had a seat, and those that the member organizes."""

    upcoming: Sequence[OwnEvent]
    running: Sequence[OwnEvent]
    past: Sequence[OwnEvent]


def show_my_events(session: Session, actor: Actor) -> MyEventsShown:
    """All three lists in full; the page shows a part of each."""
    mine = service.my_summary(session, actor)
    running = service.list_run(session, actor, window=Window(MAX_LIMIT))
    return MyEventsShown(mine.upcoming, running.items, mine.past)

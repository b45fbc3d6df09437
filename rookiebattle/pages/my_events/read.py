"""Reads the data of My Events, in one unit of work."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy.orm import Session

from rookiebattle.core.actor import Actor
from rookiebattle.core.pagination import MAX_LIMIT, Window
from rookiebattle.registrations import agenda, service
from rookiebattle.registrations.agenda import NearEvent, RunEvents
from rookiebattle.registrations.schemas import OwnEvent


@dataclass(frozen=True, slots=True)
class MyEventsShown:
    """The events at which the member has or had a seat, and those that the member organizes.

    `near` are those that run now or begin within a day; the specification files them under `past`.
    """

    near: Sequence[NearEvent]
    upcoming: Sequence[OwnEvent]
    running: RunEvents
    past: Sequence[OwnEvent]


def show_my_events(session: Session, actor: Actor) -> MyEventsShown:
    """All lists in full; the page shows a part of each."""
    mine = service.my_summary(session, actor)
    running = agenda.run_by_me(session, actor, window=Window(MAX_LIMIT))
    return MyEventsShown(agenda.next_up(session, actor), mine.upcoming, running, mine.past)

"""Reads the data of My Events, in one unit of work."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy.orm import Session

from rookiebattle.core.actor import Actor
from rookiebattle.pages.my_events.url import PAGE_SIZE
from rookiebattle.registrations import agenda, service
from rookiebattle.registrations.agenda import NearEvent, RunEvents
from rookiebattle.registrations.schemas import OwnEvent
from rookiebattle.ui.paging import last_page, window_of


@dataclass(frozen=True, slots=True)
class MyEventsShown:
    """The events at which the member has or had a seat, and those that the member organizes.

    `near` are those that run now or begin within a day; the specification files them under `past`.
    `running` is one page of its list, whose number is `running_page`.
    """

    near: Sequence[NearEvent]
    upcoming: Sequence[OwnEvent]
    running: RunEvents
    running_page: int
    past: Sequence[OwnEvent]


def show_my_events(session: Session, actor: Actor, *, running_page: int = 1) -> MyEventsShown:
    """The lists of seats in full, and this page of the events that the member runs.

    After the last page comes the last page once more.
    """
    mine = service.my_summary(session, actor)
    running = agenda.run_by_me(session, actor, window=window_of(running_page, PAGE_SIZE))
    if running.total and not running.items:
        running_page = last_page(PAGE_SIZE, running.total)
        running = agenda.run_by_me(session, actor, window=window_of(running_page, PAGE_SIZE))
    near = agenda.next_up(session, actor)
    return MyEventsShown(near, mine.upcoming, running, running_page, mine.past)

"""The public records of all slices, for the sitemap."""

from dataclasses import dataclass

from sqlalchemy.orm import Session

from rookiebattle.chapters import service as chapters
from rookiebattle.core import clock
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.events import service as events
from rookiebattle.events.schemas import EventFilter

MOST_EVENTS = 10_000
"""A sitemap may name 50,000 addresses; so many events are never planned."""


@dataclass(frozen=True, slots=True)
class PublicRecords:
    """The ids of the chapters and events that have a public page."""

    chapters: list[str]
    events: list[str]


def public_records(session: Session, _actor: Actor) -> PublicRecords:
    """All chapters and the coming public events, whoever the actor is."""
    now = clock.now()
    ahead = events.next_ids(session, VISITOR, after=now, wanted=EventFilter(), count=MOST_EVENTS)
    return PublicRecords([one.id for one in chapters.choices(session, VISITOR)], ahead)

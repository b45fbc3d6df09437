"""The public records of all slices, for the sitemap."""

from dataclasses import dataclass

from sqlalchemy.orm import Session

from rookiebattle.chapters import service as chapters
from rookiebattle.core import clock
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.events import service as events

MOST_EVENTS = 10_000
"""A sitemap may name 50,000 addresses. Of more events, each organizer's next ones are named."""


@dataclass(frozen=True, slots=True)
class PublicRecords:
    """The ids of the chapters and events that have a public page."""

    chapters: list[str]
    events: list[str]


def public_records(session: Session, _actor: Actor) -> PublicRecords:
    """All chapters and the coming public events, whoever the actor is."""
    ahead = events.ids_in_turns(session, VISITOR, after=clock.now(), count=MOST_EVENTS)
    return PublicRecords([one.id for one in chapters.choices(session, VISITOR)], ahead)

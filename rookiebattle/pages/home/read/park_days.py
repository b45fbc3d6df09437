"""The next park days of one chapter or of all, for newcomers."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from rookiebattle.chapters import service as chapters
from rookiebattle.chapters.schemas import ChapterChoice
from rookiebattle.core.actor import Actor
from rookiebattle.events import service as events
from rookiebattle.events.models import EventType
from rookiebattle.events.schemas import EventFilter
from rookiebattle.registrations import service
from rookiebattle.registrations.schemas import OwnEvent

KINDS = (EventType.TRAINING, EventType.DAYBATTLE)
MOST_DAYS = 3


@dataclass(frozen=True, slots=True)
class ParkDays:
    """The next park days. `chapter` is the id of the chosen chapter, empty for all."""

    chapter: str
    days: Sequence[OwnEvent]
    chapters: Sequence[ChapterChoice]


def next_park_days(session: Session, actor: Actor, *, chapter: str, now: datetime) -> ParkDays:
    """Park days for everybody, by start. An unknown chapter is ignored."""
    choices = chapters.choices(session, actor)
    known = chapter if chapter in {choice.id for choice in choices} else ""
    ids = [
        id_
        for kind in KINDS
        for id_ in events.next_ids(
            session, actor, after=now, wanted=_wanted(kind, known), count=MOST_DAYS
        )
    ]
    found = service.list_chosen(session, actor, event_ids=ids)
    days = sorted(found, key=lambda one: (one.start_date, one.id))[:MOST_DAYS]
    return ParkDays(known, days, choices)


def _wanted(kind: EventType, chapter: str) -> EventFilter:
    return EventFilter(chapter_id=chapter or None, event_type=kind, for_everybody=True)

"""The next park days of one chapter or of all, for newcomers."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from rookiebattle.chapters import service as chapters
from rookiebattle.chapters.schemas import ChapterChoice
from rookiebattle.core.actor import Actor
from rookiebattle.events import service as events
from rookiebattle.events.models import EventType
from rookiebattle.events.schemas import EventFilter
from rookiebattle.registrations.schemas import OwnEvent
from rookiebattle.registrations.service import registering

KINDS = (EventType.TRAINING, EventType.DAYBATTLE)
MOST_DAYS = 3
# A park day that is further away is no "next" one for somebody who wants to try.
SOON = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class ParkDays:
    """The next park days and day battles. `chapter` is the chosen chapter's id, empty for all.

    `is_planned` says that there is a park day, `is_soon` that one is near; it may stand behind the
    `days` that are shown.
    """

    chapter: str
    days: Sequence[OwnEvent]
    chapters: Sequence[ChapterChoice]
    is_soon: bool = True
    is_planned: bool = True


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
    found = registering.list_chosen(session, actor, event_ids=ids)
    days = sorted(found, key=lambda one: (one.start_date, one.id))[:MOST_DAYS]
    is_soon = any(_is_park_day_soon(one, now) for one in found)
    is_planned = any(one.event_type == EventType.TRAINING for one in found)
    return ParkDays(known, days, choices, is_soon, is_planned)


def _is_park_day_soon(event: OwnEvent, now: datetime) -> bool:
    return event.event_type == EventType.TRAINING and event.start_date <= now + SOON


def _wanted(kind: EventType, chapter: str) -> EventFilter:
    return EventFilter(chapter_id=chapter or None, event_type=kind, for_everybody=True)

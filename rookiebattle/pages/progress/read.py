"""Reads the data of 'How I got here', in one unit of work."""

from dataclasses import dataclass, field

from sqlalchemy.orm import Session

from rookiebattle.accounts import service as accounts
from rookiebattle.accounts.schemas import UserRead
from rookiebattle.chapters import service as chapters
from rookiebattle.chapters.schemas import ChapterMeeting
from rookiebattle.core.actor import Actor
from rookiebattle.core.pagination import Page, Window
from rookiebattle.events import service as events
from rookiebattle.progression import service as progression
from rookiebattle.progression.schemas import Guide, TimelineEntry
from rookiebattle.registrations.service.attendance import Attendance, own_attendance

MOST_ENTRIES = 20


@dataclass(frozen=True, slots=True)
class TimelineShown:
    """A part of the timeline, and the ids of its events that still have a page."""

    timeline: Page[TimelineEntry]
    linked: frozenset[str]


@dataclass(frozen=True, slots=True)
class ProgressShown:
    """A member with the next steps, the newest part of the timeline, the own chapter, and where the
    member was."""

    member: UserRead
    guide: Guide
    newest: TimelineShown
    chapter: ChapterMeeting | None = None
    attendance: Attendance = field(default_factory=Attendance)


def show_progress(session: Session, actor: Actor) -> ProgressShown:
    member = accounts.current_user(session, actor)
    return ProgressShown(
        member,
        progression.own_guide(session, actor),
        show_timeline(session, actor, after=0),
        chapters.meeting_among(session, actor, chapter_id=member.chapter_id).meeting,
        own_attendance(session, actor),
    )


def show_timeline(session: Session, actor: Actor, *, after: int) -> TimelineShown:
    found = progression.own_timeline(session, actor, window=Window(MOST_ENTRIES, after))
    named = {one.event_id for one in found.items if one.event_id}
    there = events.list_by_ids(session, actor, event_ids=named) if named else []
    return TimelineShown(found, frozenset(one.id for one in there))

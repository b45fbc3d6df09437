"""Reads the data of a chapter's own page, in one unit of work."""

from dataclasses import dataclass

from sqlalchemy.orm import Session

from rookiebattle.chapters import service as chapters
from rookiebattle.chapters.schemas import ChapterRead
from rookiebattle.core.actor import Actor
from rookiebattle.core.pagination import Page, Window
from rookiebattle.events.schemas import EventFilter
from rookiebattle.registrations import service
from rookiebattle.registrations.schemas import OwnEvent

MOST_EVENTS = 5


@dataclass(frozen=True, slots=True)
class ChapterShown:
    """A chapter, with the first of its events that are not over."""

    chapter: ChapterRead
    events: Page[OwnEvent]


def show_chapter(session: Session, actor: Actor, *, chapter_id: str) -> ChapterShown:
    """The data of one chapter's page. Raises NotFound."""
    chapter = chapters.get_chapter(session, actor, chapter_id=chapter_id)
    wanted = EventFilter(chapter_id=chapter.id, window=Window(MOST_EVENTS))
    return ChapterShown(chapter, service.list_with_status(session, actor, wanted=wanted))

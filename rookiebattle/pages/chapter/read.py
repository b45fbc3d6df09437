"""Reads the data of a chapter's own page, in one unit of work."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy.orm import Session

from rookiebattle.chapters import service as chapters
from rookiebattle.chapters.schemas import ChapterRead
from rookiebattle.core.actor import Actor
from rookiebattle.core.pagination import Page, Window
from rookiebattle.events.schemas import EventFilter
from rookiebattle.media import service as gallery
from rookiebattle.media.schemas import Shown
from rookiebattle.registrations.schemas import OwnEvent
from rookiebattle.registrations.service import registering

MOST_EVENTS, MOST_MEDIA = 5, 6


@dataclass(frozen=True, slots=True)
class ChapterShown:
    """A chapter, with the first of its events that are not over, and pictures of its events."""

    chapter: ChapterRead
    events: Page[OwnEvent]
    media: Sequence[Shown] = ()


def show_chapter(session: Session, actor: Actor, *, chapter_id: str) -> ChapterShown:
    """The data of one chapter's page. Raises NotFound."""
    chapter = chapters.get_chapter(session, actor, chapter_id=chapter_id)
    wanted = EventFilter(chapter_id=chapter.id, window=Window(MOST_EVENTS))
    events = registering.list_with_status(session, actor, wanted=wanted)
    shown = gallery.media_of_chapter(session, actor, chapter_id=chapter.id, most=MOST_MEDIA)
    return ChapterShown(chapter, events, shown)

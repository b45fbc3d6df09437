"""Reads the data of a chapter's own page, in one unit of work."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy.orm import Session

from rookiebattle.chapters import service as chapters
from rookiebattle.chapters.schemas import ChapterRead
from rookiebattle.core.actor import Actor
from rookiebattle.core.pagination import Page, Window
from rookiebattle.core.permissions import Permission
from rookiebattle.core.roles import Scope
from rookiebattle.events import hosting
from rookiebattle.events.schemas import EventFilter, EventRead
from rookiebattle.media import service as gallery
from rookiebattle.media.schemas import Shown
from rookiebattle.notifications import service as notifications
from rookiebattle.notifications.schemas import NotificationRead
from rookiebattle.registrations.schemas import OwnEvent
from rookiebattle.registrations.service import questions, registering
from rookiebattle.registrations.service.attendance import Turnout, turnout_of

MOST_EVENTS, MOST_MEDIA = 5, 6


@dataclass(frozen=True, slots=True)
class ChapterShown:
    """A chapter, with the first of its events that are not over, and pictures of its events.

    `waiting` are events that the reader may accept, and `posted_by` their organizers' names. `news`
    is what members of the chapter are told. `turnout` is how many people came lately. `may_edit`:
    the reader may edit the chapter.
    """

    chapter: ChapterRead
    events: Page[OwnEvent]
    media: Sequence[Shown] = ()
    waiting: Sequence[EventRead] = ()
    posted_by: Mapping[str, str] = field(default_factory=dict)
    news: Sequence[NotificationRead] = ()
    turnout: Turnout | None = None
    may_edit: bool = False


def show_chapter(session: Session, actor: Actor, *, chapter_id: str) -> ChapterShown:
    """The data of one chapter's page. Raises NotFound."""
    chapter = chapters.get_chapter(session, actor, chapter_id=chapter_id)
    wanted = EventFilter(chapter_id=chapter.id, window=Window(MOST_EVENTS))
    events = registering.list_with_status(session, actor, wanted=wanted)
    shown = gallery.media_of_chapter(session, actor, chapter_id=chapter.id, most=MOST_MEDIA)
    waiting = _waiting(session, actor, chapter.id)
    names = questions.organizer_names(session, actor, events=waiting)
    news = notifications.chapter_news(session, actor, chapter_id=chapter.id)
    turnout = turnout_of(session, actor, chapter_id=chapter.id, time_zone=chapter.time_zone)
    may_edit = actor.may(Permission.ALL_CHAPTER_UPDATE, at=Scope(chapter.id))
    return ChapterShown(chapter, events, shown, waiting, names, news, turnout, may_edit)


def _waiting(session: Session, actor: Actor, chapter_id: str) -> Sequence[EventRead]:
    if Permission.OWN_EVENT_ACCEPT not in actor.permissions:
        return ()
    return hosting.list_waiting(session, actor, chapter_id=chapter_id)

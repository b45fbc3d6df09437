"""Reads one page of the list of events, in one unit of work."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from sqlalchemy.orm import Session

from rookiebattle.chapters import service as chapters
from rookiebattle.chapters.schemas import ChapterChoice
from rookiebattle.core.actor import Actor
from rookiebattle.core.pagination import Page, Window
from rookiebattle.events import service
from rookiebattle.events.policy import may_edit
from rookiebattle.events.schemas import EventFilter, EventRead


@dataclass(frozen=True, slots=True)
class EventsShown:
    """The events, and the chapters of the filter. `has_others`: there are events that are over.

    `editable` are the ids of those that the reader changes; a marshal only checks people in.
    """

    found: Page[EventRead]
    chapters: Sequence[ChapterChoice]
    has_others: bool
    editable: Collection[str]


def show_events(
    session: Session, actor: Actor, *, wanted: EventFilter, current_only: bool
) -> EventsShown:
    found = service.list_all(session, actor, wanted=wanted, current_only=current_only)
    others = 0
    if current_only and not found.total:
        some = replace(wanted, window=Window(1))
        others = service.list_all(session, actor, wanted=some, current_only=False).total
    editable = {one.id for one in found.items if may_edit(actor, one)}
    return EventsShown(found, chapters.choices(session, actor), others > 0, editable)

"""Reads a page of the chapters, and which of them have an event today, in one unit of work."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from rookiebattle.chapters import service as chapters
from rookiebattle.chapters.schemas import ChapterRead
from rookiebattle.core.actor import Actor
from rookiebattle.core.pagination import Page, Window
from rookiebattle.events import service as events
from rookiebattle.events.schemas import EventFilter, Span
from rookiebattle.events.wording import first_day

A_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class ChaptersShown:
    """A page of the list. `today` has each chapter's next event of today that is not over."""

    found: Page[ChapterRead]
    today: Mapping[str, Span]


def show_chapters(
    session: Session, actor: Actor, *, window: Window, by_state: bool, now: datetime
) -> ChaptersShown:
    """The data of `/chapters`; one statement reads the events of all chapters."""
    found = chapters.list_chapters(session, actor, window=window, by_state=by_state)
    wanted = EventFilter(starts_from=now, to=now + A_DAY)
    today: dict[str, Span] = {}
    for span in events.spans(session, actor, wanted=wanted):
        if span.chapter_id and not span.is_canceled and _begun_by_tonight(span, now):
            today.setdefault(span.chapter_id, span)
    return ChaptersShown(found, today)


def _begun_by_tonight(span: Span, now: datetime) -> bool:
    """Whether an event is on today or earlier, in its own zone."""
    here = now.astimezone(ZoneInfo(span.time_zone)).date()
    return first_day(span.start, span.time_zone) <= here

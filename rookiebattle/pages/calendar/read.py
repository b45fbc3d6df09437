"""Reads the month, the selected day or list, and the next events, in one unit of work."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from sqlalchemy.orm import Session

from rookiebattle.chapters import service as chapters
from rookiebattle.chapters.schemas import ChapterChoice
from rookiebattle.core.actor import Actor
from rookiebattle.events import service as events
from rookiebattle.events.schemas import EventFilter, Span
from rookiebattle.events.when import is_current_or_future
from rookiebattle.pages.calendar.month import first_shown, last_shown, span_of
from rookiebattle.pages.calendar.url import CalendarQuery, month_after
from rookiebattle.registrations import service
from rookiebattle.registrations.schemas import OwnEvent
from rookiebattle.ui.paging import window_of

NEXT_EVENTS = 5
LIST_PAGE = 20
DAY_PAGE = 50
# A day of any zone lies within this distance of the same day in UTC.
ZONES_APART = timedelta(hours=14)


@dataclass(frozen=True, slots=True)
class Agenda:
    """`spans` are all events of the grid; `listed` is a page of the list or selected day."""

    query: CalendarQuery
    spans: Sequence[Span]
    total: int
    listed: Sequence[OwnEvent]
    upcoming: Sequence[OwnEvent]
    chapters: Sequence[ChapterChoice]
    notice: str = ""


def agenda(session: Session, actor: Actor, *, query: CalendarQuery, now: datetime) -> Agenda:
    """All data of the calendar for this query. An unknown chapter is ignored, with a notice."""
    choices = chapters.choices(session, actor)
    query, notice = _known_chapter(query, choices)
    spans = _spans(session, actor, query)
    chosen = _chosen(query, spans)
    if query.is_list:
        chosen = _earlier_last(chosen, now)
    window = window_of(query.page, page_size(query))
    following = events.next_ids(session, actor, after=now, wanted=_wanted(query), count=NEXT_EVENTS)
    shown = [span.id for span in chosen[window.offset : window.offset + window.limit]]
    found = {
        event.id: event
        for event in service.list_chosen(session, actor, event_ids={*shown, *following})
    }
    return Agenda(
        query=query,
        spans=spans,
        total=len(chosen),
        listed=[found[id_] for id_ in shown if id_ in found],
        upcoming=[found[id_] for id_ in following if id_ in found],
        chapters=choices,
        notice=notice,
    )


def page_size(query: CalendarQuery) -> int:
    """The number of events on one page of the list or of a day."""
    return LIST_PAGE if query.is_list else DAY_PAGE


def _known_chapter(
    query: CalendarQuery, choices: Sequence[ChapterChoice]
) -> tuple[CalendarQuery, str]:
    if not query.chapter or query.chapter in {choice.id for choice in choices}:
        return query, ""
    return query.without_chapter(), "That chapter is not one we know, so all are shown."


def _wanted(
    query: CalendarQuery, first: date | None = None, last: date | None = None
) -> EventFilter:
    """The query's filters, over a period that includes these days in every zone."""
    return EventFilter(
        starts_from=_midnight(first) - ZONES_APART if first else None,
        to=_midnight(last + timedelta(days=1)) + ZONES_APART if last else None,
        chapter_id=query.chapter or None,
        event_type=query.event_type or None,
    )


def _spans(session: Session, actor: Actor, query: CalendarQuery) -> list[Span]:
    """The spans of the grid's days, and of the selected day if it is outside of the grid."""
    first, last = first_shown(query.month), last_shown(query.month)
    found = events.spans(session, actor, wanted=_wanted(query, first, last))
    if query.day and not first <= query.day <= last:
        found = [*found, *events.spans(session, actor, wanted=_wanted(query, query.day, query.day))]
    return found


def _chosen(query: CalendarQuery, spans: Sequence[Span]) -> list[Span]:
    """The spans in the list's month or on the selected day, by start, each in its own zone."""
    if query.is_list:
        first, last = query.month, month_after(query.month) - timedelta(days=1)
    elif query.day:
        first = last = query.day
    else:
        return []
    chosen: dict[str, Span] = {}
    for span in spans:
        begins, ends = span_of(span)
        if begins <= last and ends >= first:
            chosen[span.id] = span
    return list(chosen.values())


def _earlier_last(spans: Sequence[Span], now: datetime) -> list[Span]:
    """Spans that are not over first; those that are over behind them, latest first."""
    ahead: list[Span] = []
    over: list[Span] = []
    for span in spans:
        (ahead if is_current_or_future(span.end, now) else over).append(span)
    return ahead + over[::-1]


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)

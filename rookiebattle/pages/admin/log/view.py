"""The audit log as its page shows it, and its query in the address. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import cast
from zoneinfo import ZoneInfo

from rookiebattle import routes
from rookiebattle.console.schemas import LogLine, LogPage, LogSearch, Order
from rookiebattle.console.wording import KINDS, change_words, deed_words
from rookiebattle.events.wording import counted, near_day, time_words
from rookiebattle.progression.wording import undo_all
from rookiebattle.settings import get_settings
from rookiebattle.ui.list_query import NEWEST, Filter, ListFrame, ListQuery, ListShape, frame_of

SHAPE = ListShape(
    routes.ADMIN_LOG,
    sorts=(("newest", NEWEST), ("oldest", "Oldest first")),
    filters=(
        Filter("kind", "Kind", tuple((one, noun.capitalize()) for one, noun in KINDS.items())),
    ),
    typed=("person", "day"),
)


def wanted(query: ListQuery) -> LogSearch:
    return LogSearch(
        thing=query.text,
        person=query.chosen.get("person", ""),
        day=_day(query.chosen.get("day", "")),
        kind=query.chosen.get("kind", ""),
        order=cast("Order", query.sort),  # `read_query` lets only the sorts of the shape through
        window=query.window(SHAPE),
    )


def _day(text: str) -> date | None:
    """A day such as 2026-11-21; anything else counts as not asked."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


MOST_LINES = 2
"""Of more changes the row shows the first alone, and folds the others."""


@dataclass(frozen=True)
class ChangeRow:
    field: str = ""
    words: str = ""


@dataclass(frozen=True)
class LogRow:
    """A line. `more` says how many changes are `folded`, and is empty without any. `undo` is the
    label of the button that undoes its award; empty where none does."""

    id: str = ""
    when: str = ""
    who: str = ""
    deed: str = ""
    thing: str = ""
    changes: list[ChangeRow] = field(default_factory=list)
    more: str = ""
    folded: list[ChangeRow] = field(default_factory=list)
    award_id: str = ""
    undo: str = ""


@dataclass(frozen=True)
class Question:
    """The award that is to be undone, and for how many members; without an id none is asked."""

    award_id: str = ""
    label: str = ""


@dataclass(frozen=True)
class LogView:
    frame: ListFrame = field(default_factory=ListFrame)
    rows: Sequence[LogRow] = ()
    loaded: bool = True


def view_of(query: ListQuery, found: LogPage, now: datetime) -> LogView:
    count = counted(found.total, "change")
    words = f"More than {count}" if found.has_more else count
    frame = frame_of(SHAPE, query, _reach(query, found), count=words, csv=routes.LOG_CSV)
    return LogView(frame, [_row(one, now) for one in found.items])


def _reach(query: ListQuery, found: LogPage) -> int:
    """The total as the pager needs it: behind a full page of a very long log is another one."""
    is_full = found.has_more and len(found.items) == SHAPE.size
    return max(found.total, query.page * SHAPE.size + 1) if is_full else found.total


def _row(one: LogLine, now: datetime) -> LogRow:
    zone = get_settings().org_time_zone
    at = time_words(one.at.astimezone(ZoneInfo(zone)))
    changes = [
        ChangeRow(change.field, change_words(change.before, change.after)) for change in one.changes
    ]
    shown = MOST_LINES if len(changes) <= MOST_LINES else 1
    return LogRow(
        id=one.id,
        when=f"{near_day(one.at, zone, now)}, {at}",
        who=one.who,
        deed=deed_words(one.action),
        thing=one.thing,
        changes=changes[:shown],
        more=counted(len(changes) - shown, "more change") if changes[shown:] else "",
        folded=changes[shown:],
        award_id=one.award_id,
        undo=undo_all(one.awarded) if one.awarded else "",
    )

"""The column values that a new event, a change or a move sets."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import sqlalchemy as sa

from rookiebattle.core.database.db import new_id
from rookiebattle.events import timing
from rookiebattle.events.models import EVERY_WEEKS, Waits
from rookiebattle.events.queries import events
from rookiebattle.events.recurrence import Rule
from rookiebattle.events.schemas import EventFields, EventPatch, EventWrite, EventWritten
from rookiebattle.events.series import Occurrence
from rookiebattle.events.when import later

Columns = dict[str, Any]
_TIMING = frozenset({"start_date", "end_date", "duration_hours", "chapter_id"})


def new_rows(
    values: EventWrite,
    organizer_id: str,
    zone: ZoneInfo,
    now: datetime,
    waits_for: Waits | None = None,
) -> list[Columns]:
    """A row for every occurrence, the series' leader first. Raises Invalid."""
    rule = timing.rule_of(values, zone)
    start = timing.whole_seconds(values.start_date)
    lasts = timing.length(start, values.end_date, values.duration_hours)
    common = {
        **_as_sent(values, frozenset(EventWrite.model_fields)),
        **of_rule(rule),
        "seat_ceiling": values.max_participants,
        "current_participants": 0,
        "organizer_id": organizer_id,
        "waits_for": waits_for,
        "created_at": now,
        "updated_at": now,
    }
    leader = new_id()
    return [
        {
            **common,
            **_span(at, at + lasts),
            "id": new_id() if place else leader,
            "parent_event_id": leader if place else None,
            "series_id": leader if rule else None,
        }
        for place, at in enumerate(timing.starts(start, zone, rule))
    ]


def _as_sent(values: EventWritten, sent: frozenset[str]) -> Columns:
    """The columns of the sent fields, except those about time."""
    columns = {name: getattr(values, name) for name in EventFields.model_fields.keys() & sent}
    if "event_type" in sent:
        columns["event_type"] = values.event_type.value
    if "price" in sent:
        columns["price_cents"] = values.price
    return columns


def of_rule(rule: Rule | None) -> Columns:
    """The columns that say how an event repeats."""
    return {
        "is_recurring": rule is not None,
        "recurrence_pattern": rule.pattern.value if rule else None,
        "recurrence_interval": rule.interval if rule else 1,
        "recurrence_days_of_week": sorted(set(rule.weekdays)) if rule else [],
        "recurrence_end_date": rule.last_day if rule else None,
    }


def _span(start: datetime, end: datetime) -> Columns:
    minutes = round((end - start).total_seconds() / 60)
    end = timing.whole_seconds(end)
    timing.refuse_too_late(end)
    return {"start_at": start, "end_at": end, "duration_minutes": minutes}


def changes(values: EventPatch, reached: Sequence[Occurrence], now: datetime) -> Columns:
    """The columns that get the same value in every event that a change reaches."""
    sent = frozenset(values.model_fields_set)
    last = later(now, than=max(one.updated_at for one in reached))
    return {**_as_sent(values, sent), **_ceiling(values, sent), "updated_at": last}


def _ceiling(values: EventPatch, sent: frozenset[str]) -> Columns:
    """A lower maximum evicts nobody: members who have a seat keep it."""
    if "max_participants" not in sent:
        return {}
    most, taken = values.max_participants, events.c.current_participants
    kept = most if most is None else sa.case((taken > most, taken), else_=most)
    return {"seat_ceiling": kept}


def moves(values: EventPatch) -> bool:
    """Whether a change may move an event."""
    return bool(_TIMING & values.model_fields_set)


def moved(
    reached: Sequence[Occurrence], values: EventPatch, was: ZoneInfo, becomes: ZoneInfo
) -> list[Columns]:
    """The new times of each event, with its id as `which`; the later ones move like the first."""
    first, sent = reached[0], values.start_date
    start = timing.whole_seconds(sent or first.start_at)
    like = timing.move(first.start_at, sent and start, was, becomes)
    starts = [start, *(timing.moved(one.start_at, like) for one in reached[1:])]
    lasts = timing.length(start, values.end_date, values.duration_hours, timedelta())
    return [
        {
            "which": one.id,
            **_span(at, at + (lasts or one.end_at - one.start_at)),
            **(_rhythm(one, like.days) if len(reached) > 1 else _kept_rhythm(one, like)),
        }
        for one, at in zip(reached, starts, strict=True)
    ]


def _kept_rhythm(one: Occurrence, like: timing.Move) -> Columns:
    """The series' own columns when one date moves alone: the weekday of the others stays."""
    days = one.recurrence_days_of_week
    if one.recurrence_pattern in EVERY_WEEKS and like.days and not days:
        days = [one.start_at.astimezone(like.was).isoweekday() % 7]
    return {"recurrence_days_of_week": days}


def _rhythm(one: Occurrence, days: int) -> Columns:
    """The weekdays and the end of a series whose dates move by so many days."""
    weekdays = sorted((day + days) % 7 for day in one.recurrence_days_of_week)
    last = one.recurrence_end_date
    return {
        "recurrence_days_of_week": weekdays,
        "recurrence_end_date": last and last + timedelta(days=days),
    }

"""Turns rows of `queries` into EventRead and Span, or directly into the bytes of the wire."""

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from functools import cache, lru_cache
from typing import Any

import orjson
from pydantic.alias_generators import to_camel

from rookiebattle.core.values.money import as_decimal
from rookiebattle.events.queries import Row
from rookiebattle.events.schemas import MAX_HOURS, MIN_HOURS, EventRead, Span
from rookiebattle.settings import get_settings

_INSTANTS = ("start_date", "end_date", "created_at", "updated_at")
# With these options orjson writes instants as `core.schemas.iso` does.
_DUMP = orjson.OPT_NAIVE_UTC | orjson.OPT_OMIT_MICROSECONDS

price_text = lru_cache(maxsize=1000)(as_decimal)
_wire_name = cache(to_camel)


@lru_cache(maxsize=1000)
def hours_text(minutes: int) -> str | None:
    """'2.50' from 150; None outside of 0.5 to 12 hours: `end_date` then tells the length."""
    hours = minutes / 60
    return f"{hours:.2f}" if MIN_HOURS <= hours <= MAX_HOURS else None


def in_utc(instant: datetime) -> datetime:
    """An instant that was read without our own column type."""
    return instant.replace(tzinfo=UTC) if instant.tzinfo is None else instant.astimezone(UTC)


def read_of(row: Row) -> EventRead:
    return reads_of([row])[0]


def reads_of(rows: Sequence[Row]) -> list[EventRead]:
    return [EventRead.model_validate(_as_read(values)) for values in _by_name(rows, str)]


def _as_read(values: dict[str, Any]) -> dict[str, Any]:
    values["duration_hours"] = hours_text(values["duration_hours"])
    values["price"] = price_text(values["price"])
    values["time_zone"] = values["time_zone"] or get_settings().org_time_zone
    for name in _INSTANTS:
        values[name] = in_utc(values[name])
    if values["canceled_at"]:
        values["canceled_at"] = in_utc(values["canceled_at"])
    return values


def spans_of(rows: Sequence[Row]) -> list[Span]:
    usual = get_settings().org_time_zone
    return [
        Span(
            one["id"],
            in_utc(one["start_date"]),
            in_utc(one["end_date"]),
            one["event_type"],
            one["time_zone"] or usual,
            one["title"],
            one["canceled_at"] is not None,
            one["chapter_id"],
        )
        for one in _by_name(rows, str)
    ]


def as_json(rows: Sequence[Row]) -> bytes:
    """Events as the bytes of the wire: a bare array, written in one call."""
    usual = get_settings().org_time_zone
    wires = [_as_wire(values, usual) for values in _by_name(rows, _wire_name)]
    return orjson.dumps(wires, option=_DUMP)


def _as_wire(values: dict[str, Any], usual: str) -> dict[str, Any]:
    """The three values that orjson would not write as the wire has them. Runs once per event."""
    values["durationHours"] = hours_text(values["durationHours"])
    values["price"] = price_text(values["price"])
    values["timeZone"] = values["timeZone"] or usual
    return values


def _by_name(rows: Sequence[Row], named: Callable[[str], str]) -> Iterator[dict[str, Any]]:
    """The values of each row by column name; `named` turns a column's name into the wanted one."""
    names = [named(name) for name in rows[0]._fields] if rows else []
    return (dict(zip(names, row, strict=True)) for row in rows)

"""Turns rows of `queries.reading` into EventRead, or straight into the bytes of the wire."""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

import orjson
from pydantic.alias_generators import to_camel

from rookiebattle.core.money import as_decimal
from rookiebattle.events.queries import Row
from rookiebattle.events.schemas import MAX_HOURS, MIN_HOURS, EventRead
from rookiebattle.settings import get_settings

_FIELDS = tuple(EventRead.model_fields)
_WIRE = tuple(to_camel(name) for name in _FIELDS)
_INSTANTS = ("start_date", "end_date", "created_at", "updated_at")
# What orjson writes is then what `core.schemas.iso` writes.
_DUMP = orjson.OPT_NAIVE_UTC | orjson.OPT_OMIT_MICROSECONDS

price_text = lru_cache(maxsize=1000)(as_decimal)


@lru_cache(maxsize=1000)
def hours_text(minutes: int) -> str | None:
    """'2.50' from 150; None where only the end says how long it lasts."""
    hours = minutes / 60
    return f"{hours:.2f}" if MIN_HOURS <= hours <= MAX_HOURS else None


def in_utc(instant: datetime) -> datetime:
    """An instant read without our own column type."""
    return instant.replace(tzinfo=UTC) if instant.tzinfo is None else instant.astimezone(UTC)


def fields_of(row: Row) -> dict[str, Any]:
    """The fields of EventRead by name, for it or a schema that extends it."""
    values = dict(zip(_FIELDS, row, strict=False))
    values["duration_hours"] = hours_text(values["duration_hours"])
    values["price"] = price_text(values["price"])
    values["time_zone"] = values["time_zone"] or get_settings().org_time_zone
    for name in _INSTANTS:
        values[name] = in_utc(values[name])
    return values


def read_of(row: Row) -> EventRead:
    """One event as it is read."""
    return EventRead.model_validate(fields_of(row))


def wire_of(row: Row) -> dict[str, Any]:
    """The same under the names of the wire; orjson knows how to write every value."""
    # One of these per event is most of what a list costs beside the database.
    values = dict(zip(_WIRE, row, strict=False))
    values["durationHours"] = hours_text(values["durationHours"])
    values["price"] = price_text(values["price"])
    if values["timeZone"] is None:
        values["timeZone"] = get_settings().org_time_zone
    return values


def as_json(wires: Sequence[dict[str, Any]]) -> bytes:
    """A bare array, written in one go."""
    return orjson.dumps(wires, option=_DUMP)

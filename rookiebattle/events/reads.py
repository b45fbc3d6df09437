"""Turns rows of `queries.reading` into EventRead, or straight into the bytes of the wire."""

from collections.abc import Iterable, Sequence
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
_AT = {name: place for place, name in enumerate(_FIELDS)}
_INSTANTS = tuple(_AT[name] for name in ("start_date", "end_date", "created_at", "updated_at"))
_DURATION, _PRICE, _ZONE = _AT["duration_hours"], _AT["price"], _AT["time_zone"]
# What orjson writes is then what `core.schemas.iso` writes.
_DUMP = orjson.OPT_NAIVE_UTC | orjson.OPT_OMIT_MICROSECONDS

price_text = lru_cache(maxsize=1000)(as_decimal)


@lru_cache(maxsize=1000)
def hours_text(minutes: int) -> str | None:
    """'2.50' from 150; None where only the end says how long it lasts."""
    hours = minutes / 60
    return f"{hours:.2f}" if MIN_HOURS <= hours <= MAX_HOURS else None


def _values(row: Row, default_zone: str) -> list[Any]:
    values = list(row[: len(_FIELDS)])
    values[_DURATION] = hours_text(values[_DURATION])
    values[_PRICE] = price_text(values[_PRICE])
    if values[_ZONE] is None:
        values[_ZONE] = default_zone
    return values


def in_utc(instant: datetime) -> datetime:
    """An instant read without our own column type."""
    return instant.replace(tzinfo=UTC) if instant.tzinfo is None else instant.astimezone(UTC)


def fields_of(row: Row) -> dict[str, Any]:
    """The fields of EventRead by name, for it or a schema that extends it."""
    values = _values(row, get_settings().org_time_zone)
    for place in _INSTANTS:
        values[place] = in_utc(values[place])
    return dict(zip(_FIELDS, values, strict=True))


def read_of(row: Row) -> EventRead:
    """One event as it is read."""
    return EventRead.model_validate(fields_of(row))


def wire_of(row: Row) -> dict[str, Any]:
    """The same under the names of the wire; orjson knows how to write every value."""
    return dict(zip(_WIRE, _values(row, get_settings().org_time_zone), strict=True))


def as_json(wires: Iterable[dict[str, Any]] | Sequence[dict[str, Any]]) -> bytes:
    """A bare array, written in one go."""
    return orjson.dumps(wires if isinstance(wires, list) else list(wires), option=_DUMP)

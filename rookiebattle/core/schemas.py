"""The base of what crosses a door: camelCase on the wire, unknown fields refused."""

from datetime import UTC, datetime
from typing import Annotated
from uuid import UUID

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    PlainSerializer,
)
from pydantic.alias_generators import to_camel


class Wire(BaseModel):
    """A value read from or written to the wire."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        validate_by_name=True,
        validate_by_alias=True,
        serialize_by_alias=True,
        extra="forbid",
        frozen=True,
        allow_inf_nan=False,
    )


def _with_offset(value: datetime) -> datetime:
    if value.tzinfo is None:
        raise ValueError("must carry its offset, such as 2026-03-14T18:00:00-04:00")
    return value.astimezone(UTC)


def _text_only(value: object) -> object:
    if not isinstance(value, str | datetime):
        raise ValueError("must be an ISO 8601 date and time with its offset")
    return value


def iso(value: datetime) -> str:
    """ISO 8601 with offset, seconds precision, in UTC."""
    return value.astimezone(UTC).isoformat(timespec="seconds")


Instant = Annotated[
    datetime,
    BeforeValidator(_text_only),
    AfterValidator(_with_offset),
    PlainSerializer(iso, return_type=str),
]
Id = Annotated[str, BeforeValidator(lambda value: str(UUID(str(value))))]

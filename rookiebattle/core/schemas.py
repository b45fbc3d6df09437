"""The base of values that cross a door: camelCase on the wire, unknown fields refused."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Annotated, Self
from uuid import UUID

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ModelWrapValidatorHandler,
    PlainSerializer,
    ValidationError,
    WithJsonSchema,
    model_validator,
)
from pydantic.alias_generators import to_camel

from rookiebattle.core.pagination import DEFAULT_LIMIT, MAX_LIMIT, MAX_OFFSET, Window
from rookiebattle.core.validation import MANY_MISTAKES, MOST_MISTAKES


class Wire(BaseModel):
    model_config = ConfigDict(
        alias_generator=to_camel,
        validate_by_name=True,
        validate_by_alias=True,
        serialize_by_alias=True,
        extra="forbid",
        frozen=True,
        allow_inf_nan=False,
    )

    @model_validator(mode="wrap")
    @classmethod
    def _with_few_mistakes(cls, values: object, validate: ModelWrapValidatorHandler[Self]) -> Self:
        """Refuse very many mistakes as one: FastAPI copies each, and then each gets a sentence."""
        try:
            return validate(values)
        except ValidationError as wrong:
            if wrong.error_count() > MOST_MISTAKES:
                raise ValueError(MANY_MISTAKES) from None
            raise


class PageQuery(Wire):
    """The query of every list. An empty parameter is no filter."""

    limit: int = Field(default=DEFAULT_LIMIT, ge=1, le=MAX_LIMIT)
    offset: int = Field(default=0, ge=0, le=MAX_OFFSET)

    @model_validator(mode="before")
    @classmethod
    def _without_empty(cls, values: object) -> object:
        if not isinstance(values, Mapping):
            return values
        return {name: value for name, value in values.items() if value != ""}

    def window(self) -> Window:
        return Window(self.limit, self.offset)


FIRST_YEAR, LAST_YEAR = 1900, 2200


def _with_offset(value: datetime) -> datetime:
    if value.tzinfo is None:
        raise ValueError("must carry its offset, such as 2026-03-14T18:00:00-04:00")
    # At the first and last instants of the calendar, another offset or a day more cannot be
    # expressed.
    if not FIRST_YEAR <= value.year <= LAST_YEAR:
        raise ValueError(f"must be between the years {FIRST_YEAR} and {LAST_YEAR}")
    return value.astimezone(UTC)


def _text_only(value: object) -> object:
    """Accept only texts: pydantic would read a number as seconds since 1970."""
    if not isinstance(value, datetime) and not (isinstance(value, str) and "-" in value[1:]):
        raise ValueError("must be an ISO 8601 date and time with its offset")
    return value


def _canonical_id(value: object) -> str:
    try:
        return str(UUID(str(value)))
    except ValueError:
        raise ValueError("is not a valid id") from None


def iso(value: datetime) -> str:
    """ISO 8601 with an offset, in seconds, in UTC."""
    return value.astimezone(UTC).isoformat(timespec="seconds")


Instant = Annotated[
    datetime,
    BeforeValidator(_text_only),
    AfterValidator(_with_offset),
    PlainSerializer(iso, return_type=str),
    WithJsonSchema({"type": "string", "format": "date-time"}),
]
InstantRead = Annotated[
    datetime,
    PlainSerializer(iso, return_type=str),
    WithJsonSchema({"type": "string", "format": "date-time"}, mode="serialization"),
]
"""An instant that we send: it comes from the database and is not validated again."""
Id = Annotated[
    str, BeforeValidator(_canonical_id), WithJsonSchema({"type": "string", "format": "uuid"})
]

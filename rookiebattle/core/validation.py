"""Turns pydantic's errors into sentences that people understand, one for each field."""

import re
from collections.abc import Sequence
from typing import TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from rookiebattle.core.errors import Invalid

Model = TypeVar("Model", bound=BaseModel)
MOST_MISTAKES = 100
"""A form has fewer fields. To tell of thousands takes so long that everybody waits."""
LONGEST_LABEL = 60
"""More of a field's name is cut: names that are no field's may be as long as the body."""
MOST_TOLD = 5
"""So many sentences are read at once."""
NO_BODY = "The body is missing: please send a JSON object"
MANY_MISTAKES = "There are too many mistakes in this to list"

_WORDS = re.compile(r"(?<=[a-z0-9])([A-Z])|_")
_SENTENCES = {
    "missing": "{label} is required",
    "extra_forbidden": "{label} is not a known field",
    "string_too_long": "{label} may have at most {max_length} characters",
    "string_too_short": "{label} is required",
    "too_long": "{label} may have at most {max_length} entries",
    "string_type": "{label} must be text",
    "int_type": "{label} must be a whole number",
    "int_parsing": "{label} must be a whole number",
    "int_from_float": "{label} must be a whole number",
    "float_parsing": "{label} must be a number",
    "decimal_parsing": "{label} must be a number",
    "finite_number": "{label} must be a number",
    "bool_type": "{label} must be true or false",
    "bool_parsing": "{label} must be true or false",
    "greater_than_equal": "{label} must be at least {ge}",
    "greater_than": "{label} must be more than {gt}",
    "less_than_equal": "{label} must be at most {le}",
    "less_than": "{label} must be less than {lt}",
    "literal_error": "{label} must be one of {expected}",
    "enum": "{label} must be one of {expected}",
    "list_type": "{label} must be a list",
    "dict_type": "{label} must be an object",
    "model_attributes_type": "The body must be a JSON object",
    "model_type": "The body must be a JSON object",
    "uuid_parsing": "{label} is not a valid id",
    "json_invalid": "The body is not valid JSON",
}


def _field_of(location: Sequence[int | str]) -> str | None:
    """'maxParticipants' for ('body', 'maxParticipants'); None for the whole."""
    names = (part for part in location if isinstance(part, str))
    return next((name for name in names if name not in ("body", "query", "path")), None)


def label_of(location: Sequence[int | str]) -> str:
    """'Max participants' for ('body', 'maxParticipants')."""
    name = _field_of(location)
    words = "value" if name is None else name[:LONGEST_LABEL]
    return _WORDS.sub(lambda hit: " " + (hit[1] or ""), words).strip().capitalize()


def sentence_of(error: ErrorDetails) -> str:
    if error["type"] == "missing" and tuple(error["loc"]) == ("body",):
        return NO_BODY
    label = label_of(error["loc"])
    if error["type"] == "value_error":
        text = str(error["msg"]).removeprefix("Value error, ")
        return f"{label} {text}" if text[:1].islower() else text
    # Pydantic counts the characters of some texts as if they were entries of a list.
    is_text = error["type"] == "too_long" and isinstance(error["input"], str)
    kind = "string_too_long" if is_text else error["type"]
    template = _SENTENCES.get(kind, "{label} is not valid")
    return template.format(label=label, **error.get("ctx", {}))


def as_invalid(errors: Sequence[ErrorDetails]) -> Invalid:
    """The first sentence for the reader, and every field's own sentence for the form."""
    fields: dict[str, str] = {}
    for error in errors:
        fields.setdefault(_field_of(error["loc"]) or "", sentence_of(error))
    return Invalid(next(iter(fields.values()), ""), fields)


def in_one_text(invalid: Invalid) -> Invalid:
    """The error with the sentences of all fields in one, for a reader who sees no form."""
    told = list(invalid.fields.values())
    if len(told) > MOST_TOLD:
        told[MOST_TOLD - 1 :] = [f"And {len(told) - MOST_TOLD + 1} more mistakes"]
    return Invalid(". ".join(told), invalid.fields)


def invalid_of(error: ValidationError) -> Invalid:
    """As `as_invalid`, for what a model refused. Very many mistakes are told as one."""
    if error.error_count() > MOST_MISTAKES:
        return Invalid(MANY_MISTAKES)
    return as_invalid(error.errors())


def parse(model: type[Model], values: object) -> Model:
    """Validate `values`. Raises Invalid with a sentence for each field."""
    try:
        return model.model_validate(values)
    except ValidationError as invalid:
        raise invalid_of(invalid) from None

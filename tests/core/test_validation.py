"""The sentences of validation, in words that a member understands."""

from typing import Annotated

import pytest
from pydantic import Field, TypeAdapter, ValidationError

from rookiebattle.core.errors import Invalid
from rookiebattle.core.schemas import Wire
from rookiebattle.core.validation import (
    LONGEST_LABEL,
    MANY_MISTAKES,
    MOST_MISTAKES,
    in_one_text,
    label_of,
    parse,
)
from rookiebattle.core.values.text import Line


class Entry(Wire):
    title: str = Field(max_length=5)
    max_participants: int = 0
    reference: Annotated[Line, Field(max_length=5)] | None = None


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({}, "Title is required"),
        ({"title": "too long"}, "Title may have at most 5 characters"),
        ({"title": "a", "maxParticipants": "x"}, "Max participants must be a whole number"),
        ({"title": "a", "colour": "red"}, "Colour is not a known field"),
        ({"title": None}, "Title must be text"),
        ({"title": "a", "reference": "too long"}, "Reference may have at most 5 characters"),
    ],
)
def test_bad_input_is_told_in_a_sentence(values: object, sentence: str) -> None:
    with pytest.raises(Invalid) as refused:
        parse(Entry, values)
    assert refused.value.sentence == sentence


def test_all_mistakes_are_told_in_one_text() -> None:
    with pytest.raises(Invalid) as refused:
        parse(Entry, {"title": "too long", "maxParticipants": "x"})
    assert in_one_text(refused.value).sentence == (
        "Title may have at most 5 characters. Max participants must be a whole number"
    )
    with pytest.raises(Invalid) as refused:
        parse(Entry, dict.fromkeys("bcdefg", 1))
    assert in_one_text(refused.value).sentence == (
        "Title is required. B is not a known field. C is not a known field. "
        "D is not a known field. And 3 more mistakes"
    )


def test_labels_are_words() -> None:
    assert label_of(("body", "recurrenceDaysOfWeek", 3)) == "Recurrence days of week"


def test_an_endless_name_is_cut() -> None:
    """Reading all of it would take long, and the sentence would be as long as the body."""
    with pytest.raises(Invalid) as refused:
        parse(Entry, {"title": "a", "aB" * 100_000: 1})
    label = "A" + " ba" * (LONGEST_LABEL // 2 - 1) + " b"
    assert refused.value.sentence == f"{label} is not a known field"


def test_very_many_mistakes_are_one() -> None:
    """Also for FastAPI, which copies each mistake that a model tells."""
    some: dict[str, object] = {f"k{number}": 1 for number in range(MOST_MISTAKES + 1)}
    with pytest.raises(ValidationError) as refused:
        TypeAdapter(list[Entry]).validate_python([some])
    (mistake,) = refused.value.errors()
    assert (mistake["loc"], mistake["msg"]) == ((0,), f"Value error, {MANY_MISTAKES}")
    with pytest.raises(Invalid) as told:
        parse(Entry, some)
    assert told.value.fields == {"": MANY_MISTAKES}


def test_a_form_may_have_many_mistakes() -> None:
    values = {f"k{number}": 1 for number in range(MOST_MISTAKES - 1)}
    with pytest.raises(Invalid) as told:
        parse(Entry, values)
    assert told.value.fields.keys() == {"title", *values}

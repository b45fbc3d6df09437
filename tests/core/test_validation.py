"""The sentences of validation, in words that a member understands."""

import pytest
from pydantic import Field

from rookiebattle.core.errors import Invalid
from rookiebattle.core.schemas import Wire
from rookiebattle.core.validation import label_of, parse


class Entry(Wire):
    title: str = Field(max_length=5)
    max_participants: int = 0


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({}, "Title is required"),
        ({"title": "too long"}, "Title may have at most 5 characters"),
        ({"title": "a", "maxParticipants": "x"}, "Max participants must be a whole number"),
        ({"title": "a", "colour": "red"}, "Colour is not a known field"),
        ({"title": None}, "Title must be text"),
    ],
)
def test_bad_input_is_told_in_a_sentence(values: object, sentence: str) -> None:
    with pytest.raises(Invalid) as refused:
        parse(Entry, values)
    assert refused.value.sentence == sentence


def test_labels_are_words() -> None:
    assert label_of(("body", "recurrenceDaysOfWeek", 3)) == "Recurrence days of week"

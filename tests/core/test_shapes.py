"""One list of fields in its three shapes: written, changed and read."""

from typing import Annotated

import pytest
from pydantic import AfterValidator, Field, TypeAdapter

from rookiebattle.core.errors import Invalid
from rookiebattle.core.schemas import InstantRead, Wire
from rookiebattle.core.shapes import Patch, Stored
from rookiebattle.core.validation import parse
from rookiebattle.core.values.text import Line, OptionalLine


class Fields(Wire):
    name: Line
    note: OptionalLine = None
    is_open: bool = True
    tags: Annotated[list[str], Field(default_factory=list)]


class FieldsPatch(Fields, Patch):
    pass


class FieldsRead(Fields, Stored):
    at: InstantRead | None


def test_nothing_has_to_be_sent_and_what_was_sent_is_known() -> None:
    assert parse(FieldsPatch, {}).model_fields_set == set()
    assert parse(FieldsPatch, {"note": " "}).model_dump(exclude_unset=True) == {"note": None}


@pytest.mark.parametrize("sent", [{"name": None}, {"name": ""}, {"isOpen": None}, {"tags": None}])
def test_a_change_keeps_the_checks_of_each_field(sent: dict[str, object]) -> None:
    with pytest.raises(Invalid):
        parse(FieldsPatch, sent)


def test_what_is_stored_is_whole_and_not_checked_again() -> None:
    stored = {"name": "", "note": "", "is_open": False, "tags": [], "at": None}
    assert FieldsRead.model_validate(stored).model_dump(by_alias=False) == stored
    with pytest.raises(Invalid, match="Is open is required"):
        parse(FieldsRead, {"name": "x", "note": None, "tags": [], "at": None})


def test_what_is_stored_is_written_to_the_wire_as_before() -> None:
    at = TypeAdapter(InstantRead).validate_python("2026-03-14T18:00:00-04:00")
    read = FieldsRead(name="x", note=None, is_open=True, tags=[], at=at)
    assert read.model_dump()["at"] == "2026-03-14T22:00:00+00:00"


def test_the_list_itself_stays_as_it_was() -> None:
    assert Fields.model_fields["name"].is_required()
    assert [type(one) for one in Fields.model_fields["name"].metadata].count(AfterValidator) == 2
    assert Fields.model_fields["tags"].default_factory is list

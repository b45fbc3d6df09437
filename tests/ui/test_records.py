"""A record's form: its values, and its controls."""

import pytest
import reflex as rx

from rookiebattle.core.errors import Conflict
from rookiebattle.ui.records import RECORD, record_switch, typed


def test_only_the_controls_of_the_form_are_taken() -> None:
    form = {RECORD: "7", "title": "Rules", "field_title": "Rules", "is_admin": True}
    assert typed(form, ("title", "description"), "7") == {"title": "Rules"}


def test_a_switch_is_on_off_or_not_there() -> None:
    flags = ("isPublic", "isActive", "isLoud")
    form = {RECORD: "", "isPublic": "on", "field_isPublic": True, "field_isActive": False}
    assert typed(form, (), "", flags=flags) == {"isPublic": True, "isActive": False}


@pytest.mark.parametrize("form", [{}, {RECORD: "8"}, {RECORD: ""}])
def test_a_form_that_was_opened_for_another_record_is_refused(form: dict[str, str]) -> None:
    with pytest.raises(Conflict, match="open the form again"):
        typed(form, ("title",), "7")


def test_a_switch_has_the_sentence_that_was_refused() -> None:
    errors: rx.Var[dict[str, str]] = rx.Var.create({"isPublic": "Someone changed it"})
    made = str(record_switch("isPublic", "Public", errors, checked=True)).replace("\\", "")
    assert '"aria-describedby":"field-isPublic-error"' in made
    assert '"aria-invalid":' in made
    assert 'id:"field-isPublic-error"' in made
    assert "Someone changed it" in made

"""The form of a chapter."""

from rookiebattle.pages.admin.chapters.parts import chapter_dialogs


def test_a_refused_leader_leads_the_keyboard_to_the_leaders() -> None:
    made = str(chapter_dialogs()).replace("\\", "")
    (leaders,) = (part for part in made.split("jsx(") if part.startswith('"fieldset"'))
    assert '"aria-describedby":"field-leaders-error"' in leaders
    assert "tabIndex:-1" in leaders
    assert "ref:ref_field_leaders" in leaders
    assert 'id:"field-leaders-error"' in made

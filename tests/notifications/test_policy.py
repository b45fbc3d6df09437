"""The recipients of a notification, and the type of one from elsewhere."""

import pytest

from rookiebattle.notifications.policy import kept_chapter, needs_chapter, shown_type


@pytest.mark.parametrize(
    ("target", "chapter", "needed", "kept"),
    [
        ("all", None, False, None),
        ("all", "tampa", False, None),
        ("chapter", "tampa", False, "tampa"),
        ("chapter", None, True, None),
    ],
)
def test_only_what_is_for_a_chapter_has_one(
    target: str, chapter: str | None, needed: bool, kept: str | None
) -> None:
    assert needs_chapter(target, chapter) == needed
    assert kept_chapter(target, chapter) == kept


@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        ("info", "info"),
        ("success", "success"),
        ("warning", "warning"),
        ("error", "error"),
        ("announcement", "other"),
        ("INFO", "other"),
        ("", "other"),
    ],
)
def test_a_type_that_nobody_can_write_is_shown_as_other(stored: str, shown: str) -> None:
    assert shown_type(stored) == shown

"""Chapters in words."""

import pytest

from rookiebattle.chapters import wording
from rookiebattle.chapters.schemas import ChapterChoice


@pytest.mark.parametrize(
    ("count", "words"),
    [(0, "0 members"), (1, "1 member"), (2, "2 members"), (1204, "1,204 members")],
)
def test_members_are_counted_in_the_singular_and_plural(count: int, words: str) -> None:
    assert wording.members_words(count) == words


def test_a_meeting_is_told_as_far_as_it_is_known() -> None:
    assert wording.meeting_words("Saturday", "6:00 PM") == "Saturday, 6:00 PM"
    assert wording.meeting_words("Saturday", None) == "Saturday"
    assert wording.meeting_words(None, None) == ""


def test_a_form_offers_a_chapter_with_its_place() -> None:
    chapter = ChapterChoice("1", "Tampa Bay", "Tampa", "Florida", "America/New_York")
    assert wording.choice_words(chapter) == "Tampa Bay - Tampa, Florida"


def test_an_unknown_status_is_shown_as_it_was_written() -> None:
    assert wording.status_badge("forming") == ("Forming", "info")
    assert wording.status_badge("resting") == ("Resting", "neutral")

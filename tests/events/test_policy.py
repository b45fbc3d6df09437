"""The people who may see and change an event, as a table; what is too old and too long."""

from dataclasses import dataclass
from datetime import timedelta

import pytest

from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.roles import Grant, Role
from rookiebattle.events.policy import (
    MOST_SERIES_TEXT,
    OLDEST,
    fits_in_series,
    is_history,
    may_edit,
    may_see,
)
from rookiebattle.events.recurrence import MOST_OCCURRENCES
from tests.clocks import NOW

ORGANIZER, MEMBER = Actor(user_id="organizer"), Actor(user_id="member")
ADMIN = Actor(user_id="admin", is_admin=True)
LEAD, FOREIGN_LEAD = (
    Actor(user_id="lead", grants=(Grant(Role.LEAD, chapter),)) for chapter in ("north", "south")
)


@dataclass(frozen=True)
class Gathering:
    is_public: bool
    organizer_id: str = "organizer"
    waits_for: str | None = None
    id: str = "gathering"
    chapter_id: str | None = "north"


@pytest.mark.parametrize(
    ("actor", "public", "private", "edit"),
    [
        (VISITOR, True, False, False),
        (MEMBER, True, True, False),
        (ORGANIZER, True, True, True),
        (LEAD, True, True, True),
        (FOREIGN_LEAD, True, True, False),
        (ADMIN, True, True, True),
    ],
)
def test_who_sees_and_who_edits(actor: Actor, public: bool, private: bool, edit: bool) -> None:
    assert may_see(actor, Gathering(is_public=True)) is public
    assert may_see(actor, Gathering(is_public=False)) is private
    assert may_edit(actor, Gathering(is_public=True)) is edit


@pytest.mark.parametrize("is_public", [True, False])
@pytest.mark.parametrize(
    ("actor", "sees"), [(VISITOR, False), (MEMBER, False), (ORGANIZER, True), (ADMIN, True)]
)
def test_what_waits_for_its_chapter_is_for_its_organizer_and_administrators(
    actor: Actor, sees: bool, *, is_public: bool
) -> None:
    assert may_see(actor, Gathering(is_public=is_public, waits_for="chapter")) is sees


def test_a_visitor_organizes_nothing_even_when_nobody_does() -> None:
    assert not may_edit(VISITOR, Gathering(is_public=True, organizer_id=""))


def test_an_event_is_history_a_year_after_its_end() -> None:
    assert timedelta(days=366) == OLDEST
    assert not is_history(NOW - OLDEST, NOW)
    assert is_history(NOW - OLDEST - timedelta(seconds=1), NOW)


def test_the_longest_series_may_repeat_a_long_text_and_one_event_any() -> None:
    assert fits_in_series(MOST_SERIES_TEXT // 2, 2)
    assert not fits_in_series(MOST_SERIES_TEXT // 2 + 1, 2)
    most = MOST_SERIES_TEXT // MOST_OCCURRENCES
    assert most > 4_500
    assert fits_in_series(most, MOST_OCCURRENCES)
    assert not fits_in_series(most + 1, MOST_OCCURRENCES)
    assert fits_in_series(12_000, 1)

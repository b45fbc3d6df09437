"""The people who may see and change an event, as a table."""

from dataclasses import dataclass

import pytest

from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.events.policy import MOST_COMING, may_add, may_edit, may_see

ORGANIZER, MEMBER = Actor(user_id="organizer"), Actor(user_id="member")
ADMIN = Actor(user_id="admin", is_admin=True)


@dataclass(frozen=True)
class Gathering:
    is_public: bool
    organizer_id: str = "organizer"


@pytest.mark.parametrize(
    ("actor", "public", "private", "edit"),
    [
        (VISITOR, True, False, False),
        (MEMBER, True, True, False),
        (ORGANIZER, True, True, True),
        (ADMIN, True, True, True),
    ],
)
def test_who_sees_and_who_edits(actor: Actor, public: bool, private: bool, edit: bool) -> None:
    assert may_see(actor, Gathering(is_public=True)) is public
    assert may_see(actor, Gathering(is_public=False)) is private
    assert may_edit(actor, Gathering(is_public=True)) is edit


def test_a_visitor_organizes_nothing_even_when_nobody_does() -> None:
    assert not may_edit(VISITOR, Gathering(is_public=True, organizer_id=""))


@pytest.mark.parametrize(
    ("actor", "coming", "may"),
    [
        (MEMBER, MOST_COMING - 2, True),
        (MEMBER, MOST_COMING - 1, False),
        (ADMIN, MOST_COMING, True),
    ],
)
def test_one_organizer_fills_no_calendar(actor: Actor, coming: int, may: bool) -> None:
    assert may_add(actor, 2, coming) is may

"""'How I got here': what the next step of each rank and path takes."""

from datetime import UTC, datetime
from typing import Any

import pytest

from rookiebattle.accounts.models import User
from rookiebattle.core.actor import Actor
from rookiebattle.core.errors import Unauthorized
from rookiebattle.progression import service
from rookiebattle.progression.catalogue import PATHS
from rookiebattle.progression.steps import guide_of, next_bead
from tests.world import World

MARCH, APRIL = datetime(2026, 3, 1, tzinfo=UTC), datetime(2026, 4, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("columns", "what", "title", "next_", "missing"),
    [
        ({}, "memberRank", "Recruit", "Initiate", "1 more, 1 gray bead in all"),
        ({"member_rank": 2}, "memberRank", "Warrior 1st Class", "Warrior 2nd Class",
         "1 more, 3 gray beads in all"),
        ({"member_rank": 4}, "memberRank", "Warrior 3rd Class", None,
         "You’ve reached the top rank"),
        ({"admin_rank": 1, "member_rank": 4}, "adminRank", "2IC/General", "Park Lead",
         "2 more, 3 white beads in all"),
        ({"admin_rank": 5}, "adminRank", "Faction 2IC", "Faction Lead",
         "3 more, 8 white beads with gold ring in all"),
        ({"admin_rank": 8}, "adminRank", "Faction Lead", None, "You’ve reached the top rank"),
    ],
)  # fmt: skip
def test_the_next_rank_of_the_ladder_that_is_shown(
    columns: dict[str, Any], what: str, title: str, next_: str | None, missing: str
) -> None:
    step = guide_of(User(**columns), {}).rank
    held = columns.get("admin_rank") or columns.get("member_rank", 0)
    assert (step.value, step.next_value is None) == (held, next_ is None)
    assert (step.what, step.title, step.next, step.missing) == (what, title, next_, missing)


@pytest.mark.parametrize(
    ("path", "title", "next_", "missing"),
    [
        (None, "Not active", "Level 0", "A sensei begins this path with you"),
        ((False, 3), "Not active", "Level 3", "A sensei begins this path with you"),
        ((True, 0), "Level 0", "Level 1", "A sensei awards the next level"),
        ((True, 5), "Level 5", None, "You’ve reached the top level"),
    ],
)
def test_the_next_level_of_a_path(
    path: tuple[bool, int] | None, title: str, next_: str | None, missing: str
) -> None:
    paths = {"bow": {"enabled": path[0], "level": path[1]}} if path else {}
    step = next(
        one
        for one in guide_of(User(warrior_paths=paths), {}).paths
        if one.name == "Path of the Bow"
    )
    assert (step.title, step.next, step.missing) == (title, next_, missing)


@pytest.mark.parametrize(
    ("columns", "nearest"),
    [
        ({}, "1 gray bead for Initiate, or 1 red bead for Service"),
        ({"member_rank": 2, "award_beads": {"red": 1}},
         "1 gray bead for Warrior 2nd Class, or 1 brown bead for Fitness"),
        ({"member_rank": 4, "award_beads": {"red": 2, "brown": 1, "wood": 1, "roleplay": 1}},
         "1 brown bead for Fitness"),
        ({"admin_rank": 1, "member_rank": 1}, "1 red bead for Service"),
    ],
)  # fmt: skip
def test_the_next_bead_is_one_that_anybody_can_work_toward(
    columns: dict[str, Any], nearest: str
) -> None:
    assert next_bead(User(**columns)) == nearest


def test_all_paths_of_the_catalogue_are_there_and_say_since_when() -> None:
    reached = {"warrior_paths.bow.enabled": MARCH, "warrior_paths.bow.level": APRIL}
    member = User(warrior_paths={"bow": {"enabled": True, "level": 1}})
    paths = {one.name: one for one in guide_of(member, reached).paths}
    assert list(paths) == [path.name for path in PATHS]
    assert paths["Path of the Bow"].reached_at == APRIL
    assert paths["Path of the Shield"].reached_at is None
    (begun,) = [
        one
        for one in guide_of(member, {"warrior_paths.bow.enabled": MARCH}).paths
        if one.reached_at is not None
    ]
    assert (begun.name, begun.reached_at) == ("Path of the Bow", MARCH)
    member.warrior_paths = {"bow": {"enabled": False, "level": 1}}
    assert {one.reached_at for one in guide_of(member, reached).paths} == {None}


def test_a_member_reads_the_own_guide(world: World) -> None:
    maya = world.person(member_rank=2)
    assert world.do(service.own_guide, maya).rank.reached_at is not None
    with pytest.raises(Unauthorized):
        world.do(service.own_guide, Actor(user_id="gone"))

"""The list of members as CSV."""

import csv
import io

import pytest

from rookiebattle.accounts import service as accounts
from rookiebattle.core.actor import Actor
from rookiebattle.core.errors import Forbidden
from rookiebattle.members import exporting
from rookiebattle.members.users import UserFilter
from tests.world import World

BOSS = Actor(user_id="boss", is_admin=True)


def exported(world: World, wanted: UserFilter) -> list[dict[str, str]]:
    content = world.do(exporting.export_users, BOSS, wanted=wanted)
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"))))


def test_a_member_is_a_row_in_words(world: World) -> None:
    world.person(
        email="maya@example.org",
        first_name="Maya",
        game_name="=HYPERLINK(1)",
        bio='Says "hi",\ntwice',
        chapter_id=world.chapter("Tampa"),
        admin_rank=3,
        is_samurai=True,
        award_beads={"red": 2, "clear": 1},
        warrior_paths={
            "bow": {"enabled": True, "level": 3},
            "spear": {"enabled": False, "level": 2},
        },
        membership_tier="premium",
        membership_status="active",
    )
    (row,) = exported(world, UserFilter())
    assert row["Email"] == "maya@example.org"
    assert (row["First name"], row["Last name"]) == ("Maya", "")
    assert row["Game name"] == "'=HYPERLINK(1)"
    assert (row["Chapter"], row["Age group"]) == ("Tampa", "18 or older")
    assert (row["Membership tier"], row["Membership status"]) == ("Supporting Member", "Active")
    assert (row["Admin rank"], row["Member rank"]) == ("Park Lead", "Recruit")
    assert (row["Samurai"], row["Administrator"]) == ("yes", "no")
    assert (row["Service beads"], row["Stealth beads"], row["Injury beads"]) == ("2", "1", "0")
    assert (row["Path of the Bow"], row["Path of the Spear"]) == ("3", "")
    assert row["Bio"] == 'Says "hi",\ntwice'


def test_the_file_has_all_who_pass_the_filters_however_many(world: World) -> None:
    for number in range(3):
        world.person(first_name=f"Robin{number}", membership_status="active")
    world.person(first_name="Sam", age_band=None)
    assert len(exported(world, UserFilter())) == 4
    assert len(exported(world, UserFilter(status="active"))) == 3
    (one,) = exported(world, UserFilter(text="robin2"))
    assert one["First name"] == "Robin2"
    assert exported(world, UserFilter(text="!?")) == []
    sam = exported(world, UserFilter(is_welcomed=False))
    assert [row["Age group"] for row in sam] == ["Not welcomed yet"]


def test_chosen_members_alone_are_exported(world: World) -> None:
    ada, gone = world.person(first_name="Ada"), world.person(first_name="Gone")
    world.person(first_name="Maya")
    world.do(accounts.delete_account, gone, confirmation="DELETE")
    ids = [ada.user_id, gone.user_id]
    content = world.do(exporting.export_users, BOSS, wanted=UserFilter(), user_ids=ids)
    rows = list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"))))
    assert [row["First name"] for row in rows] == ["Ada"]


def test_members_do_not_export_each_other(world: World) -> None:
    with pytest.raises(Forbidden):
        world.do(exporting.export_users, world.person(), wanted=UserFilter())

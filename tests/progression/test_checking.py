"""Rows changed behind the ledger's back are found, named with a cure, and set back."""

from typing import Any

from rookiebattle.accounts import service as accounts
from rookiebattle.accounts.models import User
from rookiebattle.core.actor import OPERATOR, Actor
from rookiebattle.progression import service
from rookiebattle.progression.entering import Why, enter
from rookiebattle.progression.ledger import FactChange
from tests.ledgers import entries_of
from tests.world import World


def differences(world: World) -> list[str]:
    return world.run(service.differences)


def behind_its_back(world: World, member: Actor, **columns: Any) -> None:
    with world.database.unit_of_work(write=True) as session:
        user = session.get_one(User, member.user_id)
        for name, value in columns.items():
            setattr(user, name, value)


def look_up(world: World, member: Actor) -> User:
    return world.get(User, member.user_id)


def test_a_sentence_names_the_member_the_fact_and_the_cure(world: World) -> None:
    maya = world.person(first_name="Maya", last_name="Ortiz", award_beads={"red": 2})
    assert differences(world) == []
    behind_its_back(world, maya, award_beads={"red": 3, "blue": 0}, admin_rank=8)
    who = f"Maya Ortiz (user {maya.user_id})"
    cure = "Cure: make restore-progress sets the row to what the ledger says."
    assert differences(world) == [
        f"{who}: Admin rank is Faction Lead in the row, and the ledger says None. {cure}",
        f"{who}: Service bead is 3 in the row, and the ledger says 2. {cure}",
    ]


def test_every_kind_of_fact_is_compared(world: World) -> None:
    maya = world.person()
    changed = {
        "admin_rank": 1,
        "member_rank": 2,
        "is_board_member": True,
        "is_samurai": True,
        "membership_tier": "basic",
        "membership_status": "active",
        "is_admin": True,
        "award_beads": {"wood": 1},
        "warrior_paths": {"bow": {"enabled": True, "level": 2}},
    }
    behind_its_back(world, maya, **changed)
    assert len(differences(world)) == len(changed) + 1  # a path is two facts


def test_the_cure_sets_the_row_back_and_tells_the_log(world: World) -> None:
    maya = world.person(award_beads={"red": 2}, warrior_paths={"bow": {"enabled": True}})
    theo = world.person(member_rank=1)
    behind_its_back(world, maya, award_beads={"red": 3}, warrior_paths={}, is_admin=True)
    (restored,) = world.do(service.restore, OPERATOR)
    assert maya.user_id in restored
    assert differences(world) == []
    row = look_up(world, maya)
    assert (row.award_beads, row.is_admin) == ({"red": 2}, False)
    assert row.warrior_paths == {"bow": {"enabled": True, "level": 0}}
    assert row.version == 1
    assert look_up(world, theo).version == 0
    assert world.actions() == ["progress.restored"]
    assert world.do(service.restore, OPERATOR) == []


def test_an_erased_account_that_got_something_back_is_cured_too(world: World) -> None:
    maya = world.person(award_beads={"red": 2})
    world.do(accounts.delete_account, maya, confirmation="DELETE")
    behind_its_back(world, maya, is_samurai=True)
    assert "Samurai is yes in the row, and the ledger says no" in differences(world)[0]
    world.do(service.restore, OPERATOR)
    assert differences(world) == []


def test_an_entry_that_begins_elsewhere_is_found_and_has_no_cure(world: World) -> None:
    maya = world.person(first_name="Maya", last_name="Ortiz")
    with world.database.unit_of_work(write=True) as session:
        user = session.get_one(User, maya.user_id)
        enter(session, OPERATOR, changed=[(user, [FactChange("admin_rank", 1, 3)])], why=Why())
    (found,) = differences(world)
    assert "entry 1 takes Admin rank from 2IC/General" in found
    assert "the entries before it lead to None" in found
    world.do(service.restore, OPERATOR)
    assert len(world.run(entries_of, maya.user_id)) == 1

"""The ledger in a member's download, and what is left of it after an account is deleted."""

import json
from typing import Any

import pytest
import sqlalchemy as sa

from rookiebattle.accounts import service as accounts
from rookiebattle.accounts.models import User
from rookiebattle.core.actor import Actor
from rookiebattle.core.errors import NotFound
from rookiebattle.core.pagination import Window
from rookiebattle.progression import service
from rookiebattle.progression.models import ProgressEntry, ProgressNote
from rookiebattle.progression.schemas import Award
from rookiebattle.progression.service import AtEvent
from tests.world import World


@pytest.fixture
def ada(world: World) -> Actor:
    return world.person(first_name="Ada", last_name="Holloway", is_admin=True, admin_rank=8)


@pytest.fixture
def maya(world: World) -> Actor:
    return world.person(first_name="Maya", last_name="Ortiz", email="maya@example.org")


def award(world: World, by: Actor, to: Actor, bead: str = "red", **of: Any) -> None:
    values, event = Award.model_validate({"bead": bead, **of}), AtEvent("e1", "Finals")
    world.do(service.award, by, user_ids=[to.user_id], values=values, event=event)


def test_the_download_has_the_timeline_as_the_member_reads_it(
    world: World, ada: Actor, maya: Actor
) -> None:
    award(world, ada, maya, reason="Set up the field")
    award(world, ada, maya, "green", approvedBy=ada.user_id)
    award(world, ada, maya, "purple", incident="A broken wrist", reason="Get well")
    award(world, ada, world.person(), reason="Of somebody else")
    data: Any = world.do(accounts.export_account, maya)
    entries = data["progress_entries"]
    told = [(one["number"], one["what"], one["before"], one["after"]) for one in entries]
    assert sorted(told) == [
        (1, "award_beads.red", 0, 1),
        (2, "award_beads.green", 0, 1),
        (3, "award_beads.purple", 0, 1),
    ]
    assert {one["event_title"] for one in entries} == {"Finals"}
    assert {one["reason"] for one in data["progress_notes"]} == {"Set up the field", "Get well"}
    text = json.dumps(data)
    for hidden in ("wrist", "Of somebody else", ada.user_id):
        assert hidden not in text
    assert "names nobody" in data["howLong"]["progress_entries"]


def test_of_a_deleted_account_numbers_stay_and_texts_go(
    world: World, ada: Actor, maya: Actor
) -> None:
    award(world, ada, maya, "purple", incident="A broken wrist", reason="Get well")
    world.do(accounts.delete_account, maya, confirmation="DELETE")
    with world.database.unit_of_work(write=False) as session:
        assert session.scalars(sa.select(ProgressNote)).all() == []
        kept = session.scalars(sa.select(ProgressEntry).filter_by(user_id=maya.user_id)).all()
        assert {one.act for one in kept} == {"award", "erasure"}
        text = " ".join(str(one.model_dump()) for one in kept)
        row = session.get_one(User, maya.user_id)
        assert row.award_beads == {}
    for personal in ("wrist", "Get well", "Maya", "Ortiz", "maya@example.org"):
        assert personal not in text
    with pytest.raises(NotFound):
        world.do(service.member_timeline, ada, user_id=maya.user_id, window=Window())


def test_what_a_deleted_administrator_awarded_stays_without_a_name(
    world: World, ada: Actor, maya: Actor
) -> None:
    boss = world.person(is_admin=True)
    award(world, ada, maya, "green", approvedBy=ada.user_id)
    world.do(accounts.delete_account, ada, confirmation="DELETE")
    (own,) = world.do(service.own_timeline, maya, window=Window()).items
    assert own.by == "Former member"
    (entry,) = world.do(service.member_timeline, boss, user_id=maya.user_id, window=Window()).items
    assert "Holloway" not in entry.model_dump_json()
    assert entry.words == "Medal of Honor bead: 0 → 1"

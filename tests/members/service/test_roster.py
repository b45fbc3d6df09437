"""The members of a chapter: who may read them, in which order, and with which data."""

from dataclasses import replace
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.dialects import sqlite

from rookiebattle.accounts.models import AgeBand, User
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.errors import NotFound, NotWelcomed, Unauthorized
from rookiebattle.core.pagination import Page, Window
from rookiebattle.members import queries, service
from rookiebattle.members.schemas import ChapterMember
from tests import factories
from tests.members.club import Club

ALL = Window()


def members(club: Club, actor: Actor, window: Window = ALL) -> Page[ChapterMember]:
    with club.database.unit_of_work(write=False) as session:
        return service.list_chapter_members(
            session, actor, chapter_id=club.chapter_id, window=window
        )


def test_a_minor_is_a_game_name_to_everybody(some_club: Club) -> None:
    for actor in (some_club.adult, some_club.minor, some_club.admin):
        found = {one.id: one for one in members(some_club, actor).items}
        young = found[some_club.minor.user_id]
        assert young.game_name == "Newt"
        assert not any(young.model_dump(exclude={"id", "game_name"}).values())
        assert found[some_club.adult.user_id].first_name == "Theo"


def test_a_minor_and_an_adult_who_did_not_choose_cannot_be_told_apart(some_club: Club) -> None:
    """Though the adult has a name, a bio, a plan, a role and beads, and the minor a plan."""
    with some_club.database.unit_of_work(write=True) as session:
        session.get_one(User, some_club.modest.user_id).is_admin = True
        session.get_one(User, some_club.minor.user_id).membership_tier = "premium"
    for actor in (some_club.adult, some_club.modest, some_club.minor, some_club.admin):
        found = {one.id: one for one in members(some_club, actor).items}
        shapes = [
            found[one.user_id].model_dump(exclude={"id", "game_name"})
            for one in (some_club.minor, some_club.modest)
        ]
        assert shapes[0] == shapes[1]
        assert (shapes[0]["membershipTier"], shapes[0]["membershipStatus"]) == (None, None)
        assert found[some_club.modest.user_id].game_name == "Otter"


def test_an_adult_who_chose_it_is_shown_also_without_a_real_name(some_club: Club) -> None:
    with some_club.database.unit_of_work(write=True) as session:
        modest = session.get_one(User, some_club.modest.user_id)
        modest.shows_profile, modest.first_name, modest.last_name = True, None, None
    found = {one.id: one for one in members(some_club, some_club.stranger).items}
    shown = found[some_club.modest.user_id]
    assert (shown.bio, shown.membership_tier, shown.is_board_member) == (
        *("Shield wall.", "premium"),
        True,
    )


@pytest.mark.parametrize("role", ["member", "admin"])
def test_members_are_read_after_the_welcome_only(some_club: Club, role: str) -> None:
    newcomer = replace(some_club.newcomer, is_admin=role == "admin")
    with pytest.raises(NotWelcomed):
        members(some_club, newcomer)


@pytest.mark.parametrize("age", [AgeBand.MINOR, None])
def test_plan_role_and_beads_of_those_who_may_be_minors_are_not_told(
    some_club: Club, age: AgeBand | None
) -> None:
    with some_club.database.unit_of_work(write=True) as session:
        young = session.get_one(User, some_club.minor.user_id)
        young.age_band, young.is_admin, young.member_rank = age, True, 3
        # A choice that only an adult can make: somebody corrected the age afterwards.
        young.shows_profile = True
        young.membership_tier, young.membership_status = "premium", "active"
    found = {one.id: one for one in members(some_club, some_club.admin).items}
    told = found[some_club.minor.user_id].model_dump(exclude={"id", "game_name"})
    assert not any(told.values())


@pytest.mark.each_database
def test_the_order_follows_what_is_shown(some_club: Club) -> None:
    """The order of those who show only the game name tells nothing of their real names."""
    with some_club.database.unit_of_work(write=True) as session:
        for first, last, game, age, shows in (
            ("anna", "Zeller", None, AgeBand.ADULT, True),
            ("Anna", "Birch", None, AgeBand.ADULT, True),
            ("Abel", "Abt", "Owl", AgeBand.ADULT, False),
            ("Abel", "Abt", None, AgeBand.ADULT, False),
            ("Aaron", "Aal", "Wren", AgeBand.MINOR, False),
        ):
            session.add(
                factories.person(
                    first_name=first,
                    last_name=last,
                    game_name=game,
                    age_band=age,
                    shows_profile=shows,
                    chapter_id=some_club.chapter_id,
                )
            )
    found = members(some_club, some_club.stranger)
    shown = [one.last_name or one.game_name for one in found.items]
    assert shown == ["Birch", "Zeller", "Newt", "Otter", "Owl", "Marsh", "Wren", None]
    assert found.total == 8
    page = members(some_club, some_club.stranger, Window(limit=2, offset=5))
    assert ([one.last_name or one.game_name for one in page.items], page.total) == (
        ["Marsh", "Wren"],
        8,
    )


def test_names_with_strokes_stand_among_the_plain_letters(some_club: Club) -> None:
    with some_club.database.unit_of_work(write=True) as session:
        for name in ("Łukasz", "Østen", "Émile", "Zed", "Lz", "Mia"):
            session.add(factories.person(game_name=name, chapter_id=some_club.chapter_id))
    shown = [one.game_name for one in members(some_club, some_club.stranger).items]
    assert shown == ["Émile", "Łukasz", "Lz", "Mia", "Newt", "Østen", "Otter", "Egret", "Zed"]


def test_private_beads_are_not_told_to_others(club: Club) -> None:
    by_reader = {
        actor.user_id: {one.id: one.award_beads for one in members(club, actor).items}
        for actor in (club.adult, club.stranger, club.admin)
    }
    own = by_reader[club.adult.user_id]
    assert own[club.adult.user_id]["clear"] == 7
    assert "clear" not in own[club.minor.user_id]
    assert "purple" not in by_reader[club.stranger.user_id][club.adult.user_id]
    assert by_reader[club.admin.user_id][club.adult.user_id]["purple"] == 3


def test_visitors_see_no_members(club: Club) -> None:
    with pytest.raises(Unauthorized):
        members(club, VISITOR)


@pytest.mark.parametrize("chapter_id", ["junk", "00000000-0000-4000-8000-000000000000"])
def test_a_chapter_that_is_not_there(club: Club, chapter_id: str) -> None:
    with (
        club.database.unit_of_work(write=False) as session,
        pytest.raises(NotFound, match="This chapter doesn’t exist"),
    ):
        service.list_chapter_members(session, club.adult, chapter_id=chapter_id, window=ALL)


def test_a_page_is_read_in_the_order_of_an_index(club: Club) -> None:
    wanted = queries.members_select(club.chapter_id, Window(limit=20))
    with club.database.unit_of_work(write=False) as session:
        plan = session.execute(sa.text("EXPLAIN QUERY PLAN " + _literal(wanted))).all()
    assert "ix_users_listed" in str(plan)
    assert "TEMP B-TREE" not in str(plan)


def _literal(statement: sa.Select[Any]) -> str:
    dialect = sqlite.dialect()
    return str(statement.compile(dialect=dialect, compile_kwargs={"literal_binds": True}))

"""The list of members for administrators: order, filters, search, totals."""

from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa
from sqlmodel import col

from rookiebattle.chapters import service as chapters
from rookiebattle.chapters.models import Chapter
from rookiebattle.core.actor import Actor
from rookiebattle.core.pagination import Window
from rookiebattle.core.roles import EVERYWHERE, Reach
from rookiebattle.core.validation import parse
from rookiebattle.members import administration, finding
from rookiebattle.members.users import UserFilter, UserList, UserOrder, UserPatch, UserQuery
from tests.clocks import NOW
from tests.plans import count_rows, plan_of
from tests.world import World

BOSS = Actor(user_id="boss", is_admin=True)


@pytest.fixture
def people(world: World) -> dict[str, Actor]:
    """Five members by their shown names; the youngest account is Zoë's."""
    tampa = world.chapter("Tampa")
    columns: list[dict[str, Any]] = [
        {"first_name": "Zoë", "last_name": "Übung", "game_name": "Little Fox"},
        {"first_name": "ada", "last_name": "Holloway", "is_admin": True, "chapter_id": tampa},
        {"game_name": "Heron", "membership_status": "active", "chapter_id": tampa},
        {"email": "brook@example.org", "age_band": None},
        {"first_name": "Maya", "membership_tier": "premium", "membership_status": "active"},
    ]
    names = ("Zoë", "Ada", "Heron", "brook", "Maya")
    return {
        name: world.person(**one, created_at=NOW - timedelta(days=day))
        for day, (name, one) in enumerate(zip(names, columns, strict=True))
    }


def found(world: World, **wanted: Any) -> UserList:
    return world.do(administration.list_users, BOSS, wanted=UserFilter(reach=EVERYWHERE, **wanted))


def names(world: World, people: dict[str, Actor], **wanted: Any) -> list[str]:
    by_id = {actor.user_id: name for name, actor in people.items()}
    return [by_id[one.id] for one in found(world, **wanted).items]


def test_the_order_is_by_the_name_that_is_shown(world: World, people: dict[str, Actor]) -> None:
    assert names(world, people) == ["Ada", "brook", "Heron", "Maya", "Zoë"]
    down = names(world, people, order=UserOrder.NAME_DOWN)
    assert down == ["Zoë", "Maya", "Heron", "brook", "Ada"]
    newest = names(world, people, order=UserOrder.NEWEST)
    assert newest == ["Zoë", "Ada", "Heron", "brook", "Maya"]
    assert names(world, people, order=UserOrder.OLDEST) == newest[::-1]


def test_pages_are_cut_and_counted(world: World, people: dict[str, Actor]) -> None:
    window = Window(limit=2, offset=2)
    assert names(world, people, window=window) == ["Heron", "Maya"]
    assert found(world, window=window).total == 5


@pytest.mark.parametrize(
    ("wanted", "who"),
    [
        ({"chapter_id": "tampa"}, ["Ada", "Heron"]),
        ({"chapter_id": "none"}, ["brook", "Maya", "Zoë"]),
        ({"status": "active"}, ["Heron", "Maya"]),
        ({"tier": "premium"}, ["Maya"]),
        ({"is_admin": True}, ["Ada"]),
        ({"is_admin": False, "chapter_id": "tampa"}, ["Heron"]),
        ({"is_welcomed": False}, ["brook"]),
        ({"is_welcomed": True, "status": "inactive"}, ["Ada", "Zoë"]),
    ],
)
def test_filters_go_together_and_are_counted(
    world: World, people: dict[str, Actor], wanted: dict[str, Any], who: list[str]
) -> None:
    if wanted.get("chapter_id") == "tampa":
        wanted = {**wanted, "chapter_id": people["Ada"].chapter_id}
    assert names(world, people, **wanted) == who
    assert found(world, **wanted).total == len(who)
    assert found(world, **wanted, window=Window(limit=1)).total == len(who)


@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("zoe", ["Zoë"]),
        ("ubung", ["Zoë"]),
        ("fox", ["Zoë"]),
        ("zo fo", ["Zoë"]),
        ("zo heron", []),
        ("HER", ["Heron"]),
        ("brook@exam", ["brook"]),
        ("h", ["Ada", "Heron"]),
        ("%", []),
        ("'; DROP", []),
    ],
)
def test_every_typed_word_begins_one_of_their_names(
    world: World, people: dict[str, Actor], text: str, who: list[str]
) -> None:
    result = found(world, text=text)
    assert names(world, people, text=text) == who
    assert (result.total, result.has_more) == (len(who), False)


def test_who_was_never_invited_has_no_unanswered_invitation(
    world: World, people: dict[str, Actor]
) -> None:
    waiting = world.person(age_band=None, invited_at=NOW - timedelta(days=20)).user_id
    assert [one.id for one in found(world, is_unanswered=True).items] == [waiting]
    everybody_else = ["Ada", "brook", "Heron", "Maya", "Zoë"]
    assert names(world, people, is_unanswered=False) == everybody_else
    assert found(world, is_unanswered=True).total == 1
    assert found(world, is_unanswered=False).total == len(everybody_else)


def test_a_search_is_filtered_ordered_and_paged(world: World, people: dict[str, Actor]) -> None:
    assert names(world, people, text="h", is_admin=False) == ["Heron"]
    assert names(world, people, text="h", order=UserOrder.NAME_DOWN) == ["Heron", "Ada"]
    assert names(world, people, text="h", window=Window(1, 1)) == ["Heron"]
    assert found(world, text="h", window=Window(1, 1)).total == 2


def test_who_left_or_is_out_of_reach_is_neither_counted_nor_chosen(
    world: World, people: dict[str, Actor]
) -> None:
    ids = [one.user_id for one in people.values()]
    (tampa,) = world.scalars(sa.select(col(Chapter.id)))
    lead = UserFilter(reach=Reach(chapter_ids=frozenset({tampa})))
    assert len(world.run(finding.by_ids, ids, lead)) == 2
    world.person(membership_status="active", erased_at=NOW)
    assert sum(one["number"] for one in world.run(finding.counts)) == len(people)


def test_totals_follow_every_change(world: World, people: dict[str, Actor]) -> None:
    assert found(world, status="active").total == 2
    values = parse(UserPatch, {"membershipStatus": "active", "chapterId": None})
    world.do(administration.update_user, BOSS, user_id=people["Ada"].user_id, values=values)
    assert found(world, status="active").total == 3
    assert found(world, chapter_id="none").total == 4


def test_totals_follow_a_chapter_that_goes(world: World) -> None:
    """Nobody writes the members then: the database puts them into none."""
    tampa = world.chapter("Tampa")
    world.person(chapter_id=tampa)
    before = found(world, chapter_id="none").total
    world.do(chapters.delete_chapter, BOSS, chapter_id=tampa)
    assert found(world, chapter_id="none").total == before + 1


def test_names_are_found_as_soon_as_they_change(world: World, people: dict[str, Actor]) -> None:
    values = parse(UserPatch, {"firstName": "Willow", "gameName": "Tall Crane"})
    world.do(administration.update_user, BOSS, user_id=people["Zoë"].user_id, values=values)
    assert names(world, people, text="crane") == ["Zoë"]
    assert names(world, people, text="zoe") == []
    assert names(world, people)[-1] == "Zoë"


@pytest.fixture
def crowd(world: World, monkeypatch: pytest.MonkeyPatch) -> list[Actor]:
    """Eight members of one name, where a search finds two and reads few words."""
    for name, value in {"MOST_FOUND": 2, "MOST_READ": 6}.items():
        monkeypatch.setattr(finding, name, value)
    tampa = world.chapter("Tampa")
    return [
        world.person(
            first_name="Robin", last_name=f"Ash{one}", chapter_id=tampa if one == 7 else None
        )
        for one in range(8)
    ]


def test_a_search_for_what_many_are_called_says_so(world: World, crowd: list[Actor]) -> None:
    for text in ("rob", "rob ash"):
        result = found(world, text=text)
        assert (len(result.items), result.total, result.has_more) == (2, 2, True)
    narrow = found(world, text="rob ash3")
    assert [one.id for one in narrow.items] == [crowd[3].user_id]
    assert not narrow.has_more


@pytest.mark.each_database
def test_newcomers_are_listed_in_the_order_of_their_own_index(world: World) -> None:
    for _ in range(30):
        world.person()
    world.person(age_band=None)
    count_rows(world.database)
    wanted = UserFilter(reach=EVERYWHERE, is_welcomed=False)
    steps = str(plan_of(world.database, lambda session: finding.page_of(session, wanted)))
    assert "ix_users_newcomers" in steps
    assert "Sort" not in steps
    assert "TEMP B-TREE" not in steps


@pytest.mark.each_database
def test_two_names_with_one_beginning_are_one_member(
    world: World, people: dict[str, Actor]
) -> None:
    robin = world.person(first_name="Robin", last_name="Robinson", email="robert@example.org")
    for text in ("rob", "rob robi", "robin"):
        result = found(world, text=text)
        assert [one.id for one in result.items] == [robin.user_id]
        assert (result.total, result.has_more) == (1, False)


@pytest.mark.each_database
def test_a_search_of_few_members_begins_with_them(world: World, crowd: list[Actor]) -> None:
    result = found(world, text="rob ash", chapter_id=crowd[7].chapter_id)
    assert [one.id for one in result.items] == [crowd[7].user_id]
    assert not result.has_more


def test_of_common_words_only_the_first_are_read(world: World, crowd: list[Actor]) -> None:
    world.person(first_name="Robina", membership_tier="basic", age_band=None)
    for _ in range(7):
        world.person(first_name="Theo", membership_tier="basic")
    result = found(world, text="robi", tier="basic")
    assert (result.items, result.has_more) == ([], True)
    assert len(found(world, text="robina", tier="basic").items) == 1


def test_the_query_takes_empty_parameters_for_none() -> None:
    empty = {"q": "", "chapterId": " ", "status": "", "tier": "", "isAdmin": "", "sort": ""}
    assert parse(UserQuery, empty).wanted() == UserFilter()
    told = {"q": "ash", "chapterId": "none", "status": "active", "isAdmin": "true", "sort": "-name"}
    wanted = UserFilter("ash", "none", "active", is_admin=True, order=UserOrder.NAME_DOWN)
    assert parse(UserQuery, told).wanted() == wanted

"""Changing one's own profile."""

import uuid
from typing import Any

import pytest
import sqlalchemy as sa

from rookiebattle.accounts.models import User
from rookiebattle.accounts.schemas import UserRead
from rookiebattle.accounts.service import current_user
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.audit import AuditEntry
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import Invalid, Unauthorized
from rookiebattle.core.validation import parse
from rookiebattle.members.schemas import ProfileWrite
from rookiebattle.members.service import update_profile
from tests import factories
from tests.members.club import Maya

FIELDS = ("first_name", "last_name", "game_name", "bio", "chapter_id")


def change(database: Database, actor: Actor, sent: dict[str, Any]) -> UserRead:
    with database.unit_of_work(write=True) as session:
        return update_profile(session, actor, values=parse(ProfileWrite, sent))


def profile(user: object) -> list[Any]:
    return [getattr(user, name) for name in FIELDS]


def stored(database: Database, maya: Maya) -> UserRead:
    with database.unit_of_work(write=False) as session:
        return current_user(session, maya.actor)


def lines(database: Database) -> list[AuditEntry]:
    with database.unit_of_work(write=False) as session:
        return list(session.scalars(sa.select(AuditEntry)))


def test_all_five_fields_are_replaced_and_trimmed(some_database: Database, maya: Maya) -> None:
    sent = {
        "firstName": " May ",
        "lastName": "Ruiz",
        "gameName": "Gale ",
        "bio": " One.\n\nTwo. ",
        "chapterId": f" {maya.other_id} ",
    }
    answer = change(some_database, maya.actor, sent)
    assert profile(answer) == ["May", "Ruiz", "Gale", "One.\n\nTwo.", maya.other_id]
    assert stored(some_database, maya) == answer


@pytest.mark.parametrize("name", ["firstName", "lastName"])
def test_neither_half_of_a_name_makes_a_member_pass_for_the_site(
    name: str, some_database: Database, maya: Maya
) -> None:
    before = stored(some_database, maya)
    names = ("firstName", "lastName", "gameName", "bio", "chapterId")
    wire = dict(zip(names, profile(before), strict=True))
    with pytest.raises(Invalid, match="The site uses this name"):
        change(some_database, maya.actor, {**wire, name: "Administrator"})
    assert stored(some_database, maya) == before


@pytest.mark.parametrize(
    "name",
    [
        "maya@example.org",
        "shop.example",
        "https://shop",
        "@maya",
        "Call 1-800-555-0199",
        "Maya 800–555–0199",
    ],
)
def test_no_game_name_gives_an_address_or_a_telephone_number(
    name: str, some_database: Database, maya: Maya
) -> None:
    with pytest.raises(Invalid, match="without an email address") as refused:
        change(some_database, maya.actor, {"gameName": name})
    assert set(refused.value.fields) == {"gameName"}


@pytest.mark.parametrize("name", ["St. Heron", "Heron 3.5", "Sir Heron, Jr.", "Heron 1066"])
def test_a_game_name_has_dots_and_figures(name: str, some_database: Database, maya: Maya) -> None:
    assert change(some_database, maya.actor, {"gameName": name}).game_name == name


@pytest.mark.parametrize("nothing", ["", "  ", "none", " none ", None])
def test_empty_and_none_mean_null(nothing: str | None, some_database: Database, maya: Maya) -> None:
    names = ("firstName", "lastName", "gameName", "bio", "chapterId")
    change(some_database, maya.actor, dict.fromkeys(names, nothing))
    assert profile(stored(some_database, maya)) == [None] * 5


def test_what_is_absent_becomes_null(some_database: Database, maya: Maya) -> None:
    change(some_database, maya.actor, {"firstName": "May"})
    assert profile(stored(some_database, maya)) == ["May", None, None, None, None]


def test_a_change_is_in_the_audit_log_without_what_was_written(
    some_database: Database, maya: Maya
) -> None:
    kept = {"lastName": "Ortiz", "gameName": "Storm", "chapterId": maya.chapter_id}
    change(some_database, maya.actor, kept | {"firstName": "May", "bio": "Secret."})
    line = lines(some_database)[0]
    assert (line.action, line.subject_id) == ("account.updated", maya.actor.user_id)
    assert (line.actor_id, line.details) == (line.subject_id, {"fields": "first_name, bio"})


def test_saving_the_same_again_writes_nothing(some_database: Database, maya: Maya) -> None:
    first = change(some_database, maya.actor, {"firstName": "May"})
    assert change(some_database, maya.actor, {"firstName": "May"}) == first
    assert len(lines(some_database)) == 1


def test_a_chapter_that_does_not_exist_is_refused_and_changes_nothing(
    some_database: Database, maya: Maya
) -> None:
    before = stored(some_database, maya)
    with pytest.raises(Invalid, match="This chapter doesn’t exist"):
        change(some_database, maya.actor, {"chapterId": str(uuid.uuid4())})
    assert stored(some_database, maya) == before


def test_nobody_else_is_touched(some_database: Database, maya: Maya) -> None:
    with some_database.unit_of_work(write=True) as session:
        session.add(User(email="tess@example.org", first_name="Tess"))
    change(some_database, maya.actor, {"firstName": "May"})
    with some_database.unit_of_work(write=False) as session:
        names = [user.first_name for user in session.scalars(sa.select(User))]
        assert sorted(map(str, names)) == ["May", "Tess"]


def test_a_visitor_has_no_profile(some_database: Database, maya: Maya) -> None:
    with pytest.raises(Unauthorized):
        change(some_database, VISITOR, {"firstName": "May"})


@pytest.mark.parametrize(
    ("field", "most"), [("firstName", 255), ("lastName", 255), ("gameName", 255), ("bio", 2000)]
)
def test_texts_have_a_bound(field: str, most: int) -> None:
    parse(ProfileWrite, {field: f" {'x' * most} "})
    with pytest.raises(Invalid, match=f"at most {most} characters"):
        parse(ProfileWrite, {field: "x" * (most + 1)})


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"gameName": "The Rookie Battle"}, "gameName"),
        ({"gameName": "St\u043erm"}, "gameName"),
        ({"firstName": "Rookie", "lastName": "Battle"}, "firstName"),
        ({"lastName": "\u0410dministrator"}, "firstName"),
    ],
)
def test_nobody_passes_for_the_site_itself(
    some_database: Database, maya: Maya, sent: dict[str, str], field: str
) -> None:
    before = stored(some_database, maya)
    with pytest.raises(Invalid) as refused:
        change(some_database, maya.actor, sent)
    assert set(refused.value.fields) == {field}
    assert stored(some_database, maya) == before


@pytest.mark.parametrize("field", ["gameName", "lastName"])
def test_a_name_of_too_many_letters_is_refused(
    some_database: Database, maya: Maya, field: str
) -> None:
    with pytest.raises(Invalid, match="too many letters"):
        change(some_database, maya.actor, {field: "\ufdfa" * 255})


def test_a_name_from_before_the_rules_stays_until_it_is_changed(
    some_database: Database, maya: Maya
) -> None:
    old = {"firstName": "Rookie", "lastName": "Battle", "gameName": "St\u043erm"}
    with some_database.unit_of_work(write=True) as session:
        user = session.get_one(User, maya.actor.user_id)
        user.first_name, user.last_name, user.game_name = old.values()
    assert change(some_database, maya.actor, old | {"bio": "New."}).bio == "New."


@pytest.mark.parametrize(
    ("name", "is_free"),
    [
        *(
            ("Silver Fox", False),
            ("5ilver F0x", False),
            ("$ilver-Fox", False),
            ("ꜱɪʟᴠᴇʀ ꜰᴏx", False),
        ),
        *(("Ines Holloway", False), ("holloway, ines", False), ("1nes Holl0way", False)),
        *(
            ("Rex", False),
            ("R3x", False),
            ("Rexy", True),
            ("Ines", True),
            ("Silver Foxglove", True),
        ),
        # The name of a member like others: a refusal would tell that she is one.
        *(("Zelda Young", True), ("Young Zelda", True)),
        # The real name of an administrator that is not shown is not told either.
        ("Kim Sand", True),
    ],
)
def test_nobody_passes_for_somebody_who_looks_after_the_club(
    some_database: Database, maya: Maya, name: str, is_free: bool
) -> None:
    with some_database.unit_of_work(write=True) as session:
        for columns in (
            {
                "first_name": "Ines",
                "last_name": "Holloway",
                "is_admin": True,
                "shows_profile": True,
            },
            {"game_name": "Silver Fox", "is_admin": True},
            {"game_name": "Rex", "is_board_member": True},
            {"first_name": "Kim", "last_name": "Sand", "is_admin": True},
            {"first_name": "Zelda", "last_name": "Young", "shows_profile": True},
        ):
            session.add(factories.person(**columns))
    if is_free:
        assert change(some_database, maya.actor, {"gameName": name}).game_name == name
        return
    with pytest.raises(Invalid, match="Another member") as refused:
        change(some_database, maya.actor, {"gameName": name})
    assert set(refused.value.fields) == {"gameName"}


def test_an_administrator_keeps_and_changes_their_own_name(
    some_database: Database, maya: Maya
) -> None:
    with some_database.unit_of_work(write=True) as session:
        session.get_one(User, maya.actor.user_id).is_admin = True
    for name in ("Storm", "5torm", "Maya Ortiz"):
        assert change(some_database, maya.actor, {"gameName": name}).game_name == name

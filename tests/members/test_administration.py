"""Members for administrators: adding, changing, and who was faster."""

from typing import Any

import pytest
import sqlalchemy as sa

from rookiebattle.accounts import service as accounts
from rookiebattle.accounts.models import AgeBand, User
from rookiebattle.accounts.schemas import WarriorPath
from rookiebattle.console import log
from rookiebattle.console.schemas import LogSearch
from rookiebattle.core.actor import Actor
from rookiebattle.core.audit import AuditEntry
from rookiebattle.core.errors import Conflict, Forbidden, Invalid, NotFound, Overtaken, Unauthorized
from rookiebattle.core.pagination import Window
from rookiebattle.core.roles import Grant, Role
from rookiebattle.core.validation import parse
from rookiebattle.integrations.oidc import Claims
from rookiebattle.members import administration, service
from rookiebattle.members.schemas import ProfileWrite
from rookiebattle.members.users import (
    AdminUser,
    ChapterMove,
    UserCreate,
    UserFilter,
    UserPatch,
    UsersPatch,
)
from rookiebattle.progression import service as progression
from rookiebattle.settings import get_settings
from tests.letter_box import received
from tests.world import World

NELL = {"email": "Nell@Example.org", "firstName": "Nell", "lastName": "Ash"}
NOBODY = "11111111-1111-4111-8111-111111111111"


@pytest.fixture
def ada(world: World) -> Actor:
    return world.person(
        email="ada@example.org", first_name="Ada", last_name="Holloway", is_admin=True, issuer="i"
    )


@pytest.fixture
def maya(world: World) -> Actor:
    return world.person(
        email="maya@example.org", first_name="Maya", last_name="Ortiz", issuer="i", subject="maya"
    )


def create(world: World, by: Actor, **fields: Any) -> AdminUser:
    return world.do(administration.create_user, by, values=parse(UserCreate, {**NELL, **fields}))


def change(world: World, by: Actor, member: Actor | AdminUser, **fields: Any) -> AdminUser:
    user_id = member.id if isinstance(member, AdminUser) else member.user_id
    values = parse(UserPatch, fields)
    return world.do(administration.update_user, by, user_id=user_id, values=values)


def read(world: World, by: Actor, member: Actor) -> AdminUser:
    return world.do(administration.get_user, by, user_id=member.user_id)


def lines(world: World, action: str) -> list[AuditEntry]:
    return world.scalars(sa.select(AuditEntry).filter_by(action=action))


def is_sound(world: World) -> bool:
    return world.run(progression.differences) == []


def test_somebody_who_never_signed_in_is_added_and_takes_the_account_over(
    world: World, ada: Actor
) -> None:
    chapter_id = world.chapter("Tampa")
    nell = create(
        world,
        ada,
        chapterId=chapter_id,
        memberRank=2,
        awardBeads={"red": 3},
        membershipTier="basic",
    )
    assert (nell.email, nell.is_claimed, nell.age_band) == ("nell@example.org", False, None)
    assert nell.chapter
    assert (nell.chapter.name, nell.award_beads["red"], nell.award_beads["blue"]) == ("Tampa", 3, 0)
    claims = Claims("i", "nell", "nell@example.org", True, "Nelly", "Ash")
    assert not world.do(accounts.sign_in, Actor(), claims=claims).welcomed
    claimed = world.do(administration.get_user, ada, user_id=nell.id)
    assert claimed.is_claimed
    assert (claimed.first_name, claimed.member_rank) == ("Nell", 2)
    assert is_sound(world)


def test_a_lead_does_not_tell_a_guardians_teenager_from_a_member_without_an_address(
    world: World, ada: Actor
) -> None:
    alike = {"email": None, "first_name": "Nori", "chapter_id": world.chapter()}
    teen = world.person(**alike, age_band=AgeBand.MINOR)
    member = world.person(**alike, issuer="i", subject="nori")
    lead = Actor(user_id="lea", grants=(Grant(Role.LEAD),))

    def told(by: Actor) -> list[dict[str, Any]]:
        found = (read(world, by, one) for one in (teen, member))
        return [one.model_dump(by_alias=False, exclude={"id"}) for one in found]

    child, adult = told(lead)
    assert child == adult
    assert [one["is_claimed"] for one in told(ada)] == [False, True]


@pytest.mark.parametrize(("sent", "invitations"), [({}, 0), ({"invite": True}, 1)])
def test_only_who_asks_for_it_sends_an_invitation(
    world: World, ada: Actor, sent: dict[str, Any], invitations: int
) -> None:
    create(world, ada, **sent)
    assert [one.recipient for one in received()] == ["nell@example.org"] * invitations


@pytest.mark.parametrize(
    ("fields", "field", "sentence"),
    [
        ({"email": "nobody"}, "email", "Invalid email address"),
        ({"email": " "}, "email", "Invalid email address"),
        ({"email": "nöll@example.org"}, "email", "Invalid email address"),
        ({"firstName": " "}, "firstName", "First name is required"),
        ({"lastName": ""}, "lastName", "Last name is required"),
        ({"adminRank": 9}, "adminRank", "Admin rank must be at most 8"),
        ({"memberRank": 5}, "memberRank", "Member rank must be at most 4"),
        ({"memberRank": True}, "memberRank", "Member rank must be a whole number"),
        ({"awardBeads": {"red": -1}}, "awardBeads", "Award beads must be at least 0"),
        ({"awardBeads": {"gold": 1}}, "awardBeads", "Award beads must be one of red, brown,"),
        (
            {"warriorPaths": {"bow": {"level": 6}}},
            "warriorPaths",
            "Warrior paths must be at most 5",
        ),
        ({"warriorPaths": {"bow": {"level": 2}}}, "warriorPaths", "Path of the Bow has a level"),
        ({"adminRank": 1, "memberRank": 1}, "memberRank", "The member rank can be changed only"),
        ({"chapterId": NOBODY}, "chapterId", "This chapter doesn’t exist"),
        ({"email": "maya@example.org"}, "email", "Another account already has this email"),
        ({"email": "MAYA@example.org"}, "email", "Another account already has this email"),
        ({"gameName": "heron"}, "gameName", "Another member already has this game name"),
        ({"isAdmin": True}, "isAdmin", "They have to log in once before"),
        ({"stripeCustomerId": "cus_1"}, "stripeCustomerId", "is not a known field"),
    ],
)
@pytest.mark.each_database
def test_wrong_fields_are_refused_and_nothing_is_written(
    world: World, ada: Actor, maya: Actor, fields: dict[str, Any], field: str, sentence: str
) -> None:
    world.person(game_name="Heron", game_name_key="heron")
    with pytest.raises(Invalid) as refused:
        create(world, ada, **fields)
    assert sentence in refused.value.fields[field]
    assert world.do(administration.list_users, ada, wanted=UserFilter()).total == 3
    assert world.actions() == []


def test_an_administrator_is_added_only_where_the_settings_name_the_address(
    world: World, ada: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ADMIN_EMAILS", "nell@example.org")
    get_settings.cache_clear()
    nell = create(world, ada, isAdmin=True)
    assert nell.is_admin
    with pytest.raises(Invalid, match="They have to log in once before"):
        change(world, ada, nell, email="other@example.org")


def test_only_what_is_sent_changes(world: World, ada: Actor, maya: Actor) -> None:
    world.set(User, maya.user_id, bio="Since 2019.")
    change(
        world, ada, maya, awardBeads={"red": 2, "blue": 1}, warriorPaths={"bow": {"enabled": True}}
    )
    after = change(world, ada, maya, awardBeads={"red": 3}, warriorPaths={"bow": {"level": 2}})
    assert (after.award_beads["red"], after.award_beads["blue"], after.bio) == (3, 1, "Since 2019.")
    assert after.warrior_paths == {"bow": WarriorPath(enabled=True, level=2)}
    assert after.version == 2
    assert is_sound(world)


def test_a_change_of_nothing_is_not_noted(world: World, ada: Actor, maya: Actor) -> None:
    after = change(world, ada, maya, firstName="Maya", adminRank=0, awardBeads={"red": 0})
    assert (after.version, world.actions()) == (0, [])


def test_the_member_rank_is_kept_and_left_alone_below_an_admin_rank(
    world: World, ada: Actor, maya: Actor
) -> None:
    change(world, ada, maya, memberRank=3)
    after = change(world, ada, maya, adminRank=3, memberRank=3)
    assert (after.admin_rank, after.member_rank) == (3, 3)
    with pytest.raises(Invalid, match="only while the admin rank is 0"):
        change(world, ada, maya, memberRank=1)
    after = change(world, ada, maya, adminRank=0, memberRank=1)
    assert (after.admin_rank, after.member_rank) == (0, 1)


def test_a_path_that_is_not_active_keeps_its_level(world: World, ada: Actor, maya: Actor) -> None:
    change(world, ada, maya, warriorPaths={"bow": {"enabled": True, "level": 3}})
    after = change(world, ada, maya, warriorPaths={"bow": {"enabled": False, "level": 3}})
    with pytest.raises(Invalid, match="has a level only while active"):
        change(world, ada, maya, warriorPaths={"bow": {"level": 4}})
    assert after.version == 2


def test_the_last_administrator_stays_one(world: World, ada: Actor, maya: Actor) -> None:
    with pytest.raises(Conflict, match="last administrator") as refused:
        change(world, ada, ada, isAdmin=False)
    assert refused.value.fields == {"isAdmin": refused.value.sentence}
    change(world, ada, maya, isAdmin=True)
    assert not change(world, ada, ada, isAdmin=False).is_admin
    with pytest.raises(Conflict, match="last administrator"):
        change(world, ada, maya, isAdmin=False)
    assert is_sound(world)


def test_undoing_does_not_dismiss_the_last_administrator(
    world: World, ada: Actor, maya: Actor
) -> None:
    change(world, ada, maya, isAdmin=True)
    (entry,) = world.do(progression.own_timeline, maya, window=Window()).items
    change(world, ada, ada, isAdmin=False)
    with pytest.raises(Conflict, match="last administrator"):
        world.do(progression.undo, ada, entry_id=entry.id)


def test_the_second_of_two_is_told_who_changed_what_and_loses_nothing(
    world: World, ada: Actor, maya: Actor
) -> None:
    theo = world.person(first_name="Theo", last_name="Marsh", is_admin=True)
    seen = read(world, ada, maya).version
    change(world, theo, maya, firstName="May", awardBeads={"red": 1}, version=seen)
    with pytest.raises(Overtaken) as refused:
        change(world, ada, maya, firstName="Mia", bio="Hi", awardBeads={"red": 2}, version=seen)
    assert refused.value.sentence == (
        "Theo Marsh changed First name and Service bead in the meantime. "
        "Check the new values, then save again."
    )
    assert refused.value.fields == {
        "firstName": "Theo Marsh changed this to “May” in the meantime",
        "awardBeads.red": "Theo Marsh changed this to “1” in the meantime",
    }
    now = read(world, ada, maya)
    assert (now.first_name, now.bio, now.award_beads["red"]) == ("May", None, 1)
    merged = change(world, ada, maya, bio="Hi", awardBeads={"blue": 1}, version=seen)
    assert (merged.first_name, merged.bio) == ("May", "Hi")
    assert (merged.award_beads["red"], merged.award_beads["blue"]) == (1, 1)
    saved = change(world, ada, maya, firstName="Mia", version=merged.version)
    assert saved.first_name == "Mia"
    assert is_sound(world)


def test_the_same_value_twice_is_no_quarrel(world: World, ada: Actor, maya: Actor) -> None:
    seen = read(world, ada, maya).version
    change(world, ada, maya, memberRank=2, version=seen)
    assert change(world, ada, maya, memberRank=2, version=seen).member_rank == 2


def test_ones_own_other_window_and_the_members_own_change_count_too(
    world: World, ada: Actor, maya: Actor
) -> None:
    change(world, ada, maya, lastName="Moss", version=0)
    profile = ProfileWrite(first_name="May", last_name="Moss")
    world.do(service.update_profile, maya, values=profile)
    with pytest.raises(Overtaken) as refused:
        change(world, ada, maya, firstName="Mia", lastName="Oak", version=0)
    assert refused.value.fields == {
        "lastName": "You changed this to “Moss” in the meantime",
        "firstName": "May Moss changed this to “May” in the meantime",
    }


def test_the_new_values_are_told_in_words(world: World, ada: Actor, maya: Actor) -> None:
    tampa, miami = world.chapter("Tampa"), world.chapter("Miami")
    change(world, ada, maya, bio="Hi", chapterId=tampa)
    theirs = {"bio": "", "chapterId": miami, "membershipTier": "master", "adminRank": 4}
    change(world, ada, maya, **theirs, isSamurai=True)
    mine = {"bio": "Hello", "chapterId": None, "membershipTier": "basic", "adminRank": 0}
    with pytest.raises(Overtaken) as refused:
        change(world, ada, maya, **mine, isSamurai=False, version=1)
    assert refused.value.fields == {
        "bio": "You emptied this in the meantime",
        "chapterId": "You changed this to “Miami” in the meantime",
        "membershipTier": "You changed this to “Sustainer” in the meantime",
        "adminRank": "You changed this to “Park Lead (4)” in the meantime",
        "isSamurai": "You changed this to “yes” in the meantime",
    }


def test_an_award_meanwhile_counts_and_so_does_the_operator(
    world: World, ada: Actor, maya: Actor
) -> None:
    world.do(accounts.make_admin, Actor(), who="maya@example.org")
    with pytest.raises(Overtaken, match="The operator changed Administrator in the meantime"):
        change(world, ada, maya, isAdmin=False, version=0)


def test_a_member_moves_to_a_chapter_and_out_of_it(world: World, ada: Actor, maya: Actor) -> None:
    tampa = world.chapter("Tampa")
    for chapter_id in (tampa, None):
        moved = world.do(
            administration.move_user,
            ada,
            user_id=maya.user_id,
            values=ChapterMove(chapter_id=chapter_id),
        )
        assert moved.chapter_id == chapter_id
    assert [line.details["fields"] for line in lines(world, "account.updated")] == [
        "chapter_id"
    ] * 2


def test_the_log_tells_before_and_after_until_the_account_goes(
    world: World, ada: Actor, maya: Actor
) -> None:
    tampa = world.chapter("Tampa")
    change(world, ada, maya, lastName="Moss", chapterId=tampa, awardBeads={"red": 2})
    wanted = LogSearch(kind="account")
    (line,) = world.do(log.search_log, ada, wanted=wanted).items
    assert {one.field: (one.before, one.after) for one in line.changes} == {
        "Last name": ("Ortiz", "Moss"),
        "Chapter": ("", "Tampa"),
        "Service bead": ("0", "2"),
    }
    world.do(accounts.delete_account, maya, confirmation="DELETE")
    assert world.do(log.search_log, ada, wanted=wanted).items == []


def test_several_are_changed_at_once_or_none(world: World, ada: Actor, maya: Actor) -> None:
    theo, tampa = world.person(membership_status="active"), world.chapter("Tampa")
    sent = {"userIds": [maya.user_id, theo.user_id], "membershipStatus": "active"}
    done = world.do(administration.update_users, ada, values=parse(UsersPatch, sent))
    assert done.changed == 1
    both = {**sent, "chapterId": tampa}
    assert world.do(administration.update_users, ada, values=parse(UsersPatch, both)).changed == 2
    missing = {**both, "userIds": [theo.user_id, NOBODY], "chapterId": None}
    with pytest.raises(NotFound):
        world.do(administration.update_users, ada, values=parse(UsersPatch, missing))
    nowhere = {**both, "chapterId": NOBODY}
    with pytest.raises(Invalid, match="chapter"):
        world.do(administration.update_users, ada, values=parse(UsersPatch, nowhere))
    assert read(world, ada, theo).chapter_id == tampa
    assert is_sound(world)


def test_several_are_changed_and_invited_or_neither(
    world: World, ada: Actor, maya: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    nell = create(world, ada)
    sent = {"userIds": [maya.user_id, nell.id], "membershipStatus": "active", "invite": True}

    def fail(*_: Any, **__: Any) -> int:
        raise Conflict()

    with monkeypatch.context() as patch:
        patch.setattr(accounts, "invite", fail)
        with pytest.raises(Conflict):
            world.do(administration.update_users, ada, values=parse(UsersPatch, sent))
    assert read(world, ada, maya).membership_status == "inactive"
    quiet = parse(UsersPatch, {"userIds": [nell.id], "membershipStatus": "active"})
    assert world.do(administration.update_users, ada, values=quiet).invited == 0
    done = world.do(administration.update_users, ada, values=parse(UsersPatch, sent))
    assert (done.changed, done.invited) == (1, 1)
    assert [one.recipient for one in received()] == ["nell@example.org"]


def test_erased_and_unknown_members_are_not_found(world: World, ada: Actor, maya: Actor) -> None:
    world.do(accounts.delete_account, maya, confirmation="DELETE")
    for user_id in (maya.user_id, NOBODY, "junk"):
        with pytest.raises(NotFound):
            world.do(administration.get_user, ada, user_id=user_id)
        values = parse(UserPatch, {"bio": "Hi"})
        with pytest.raises(NotFound):
            world.do(administration.update_user, ada, user_id=user_id, values=values)


def test_nobody_else_reads_or_writes(world: World, ada: Actor, maya: Actor) -> None:
    for actor, error in ((maya, Forbidden), (Actor(), Unauthorized)):
        with pytest.raises(error):
            world.do(administration.list_users, actor, wanted=UserFilter())
        with pytest.raises(error):
            read(world, actor, maya)
        with pytest.raises(error):
            change(world, actor, maya, bio="Hi")
        with pytest.raises(error):
            create(world, actor)
        sent = {"userIds": [maya.user_id], "chapterId": None}
        with pytest.raises(error):
            world.do(administration.update_users, actor, values=parse(UsersPatch, sent))


@pytest.mark.each_database
def test_an_address_may_be_set_to_what_it_is(world: World, ada: Actor, maya: Actor) -> None:
    assert change(world, ada, maya, email="MAYA@example.org").version == 0
    assert change(world, ada, maya, email="May@example.org").email == "may@example.org"
    with pytest.raises(Invalid, match="Another account already has this email"):
        change(world, ada, maya, email="ada@example.org")

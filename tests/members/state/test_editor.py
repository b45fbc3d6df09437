"""The form of a member: what it opens with and stores, and two administrators at one member."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from rookiebattle.core.actor import Actor
from rookiebattle.members import administration
from rookiebattle.members.components.editor import user_form
from rookiebattle.members.state.editor import INVITED, UserFormState
from rookiebattle.members.users import AdminUser, UserFilter, UserPatch
from rookiebattle.members.wording import FIRST_LOGIN
from tests.letter_box import received
from tests.members.club import kitsune
from tests.tab import Tab, toast, worker_for
from tests.world import World

pytestmark = pytest.mark.anyio
FORM = UserFormState.event_handlers


@pytest.fixture
def ada(world: World) -> Actor:
    return world.person(email="ada@example.org", first_name="Ada", is_admin=True, issuer="i")


@pytest.fixture
def maya(world: World) -> Actor:
    return kitsune(world)


@pytest.fixture
async def tab(ada: Actor) -> AsyncIterator[Tab]:
    async with worker_for(ada) as worker:
        one = worker.tab(cookie=ada.user_id, path="/admin")
        yield one
        assert worker.failures == []


def form_of(tab: Tab) -> dict[str, Any]:
    return tab.of(UserFormState)


async def send(tab: Tab, handler: str, **typed: str) -> None:
    """Send the form as the page does: with all controls, as far as they are not disabled."""
    shown = form_of(tab)
    form = {"recordId": shown["editing"], "reason": "", **shown["draft"], **typed}
    await tab.send(FORM[handler], form=form)


def stored(world: World, ada: Actor, member: Actor) -> AdminUser:
    return world.do(administration.get_user, ada, user_id=member.user_id)


def change(world: World, by: Actor, member: Actor, **fields: Any) -> None:
    values = UserPatch.model_validate(fields)
    world.do(administration.update_user, by, user_id=member.user_id, values=values)


async def test_the_form_opens_with_what_is_stored_and_sends_only_what_differs(
    world: World, ada: Actor, maya: Actor, tab: Tab
) -> None:
    await tab.send(FORM["edit"], user_id=maya.user_id)
    draft = form_of(tab)["draft"]
    assert draft["awardBeads.red"] == "2"
    assert draft["warriorPaths.bow.enabled"] == "on"
    assert (draft["warriorPaths.spear.enabled"], draft["warriorPaths.spear.level"]) == ("", "2")
    assert (draft["bio"], draft["chapterId"]) == ("One\nTwo", "none")
    change(world, ada, maya, firstName="May", awardBeads={"blue": 1})
    await send(tab, "save", **{"awardBeads.red": "3", "reason": "Trial"})
    also = "Also changed in the meantime: Faction Champion bead and First name by You."
    assert toast(tab) == ("User updated", also)
    now = stored(world, ada, maya)
    assert (now.first_name, now.bio, now.award_beads["red"]) == ("May", "One\r\nTwo", 3)
    assert now.award_beads["blue"] == 1
    assert not form_of(tab)["is_open"]


async def test_the_drawing_follows_the_controls(maya: Actor, tab: Tab) -> None:
    await tab.send(FORM["edit"], user_id=maya.user_id)
    assert form_of(tab)["progress"].summary == "Warrior 2nd Class, 2 award beads"
    await send(
        tab,
        "draw",
        **{"adminRank": "8", "isSamurai": "on", "awardBeads.red": "", "awardBeads.wood": "14"},
        **{"warriorPaths.bow.enabled": "", "warriorPaths.spear.enabled": "on"},
    )
    shown = form_of(tab)
    assert shown["progress"].summary == "Faction Lead • Samurai, 14 award beads"
    crests = {one.slug: (one.art, one.alt) for one in shown["crests"]}
    assert crests["bow"] == (0, "Path of the Bow, not active")
    assert crests["spear"] == (2, "Path of the Spear, level 2")
    await tab.send(FORM["close"])
    await send(tab, "draw", adminRank="0")
    assert form_of(tab)["progress"].titles == "Faction Lead • Samurai"


async def test_each_sentence_stands_at_its_control(maya: Actor, tab: Tab) -> None:
    await tab.send(FORM["edit"], user_id=maya.user_id)
    wrong = {"email": "", "firstName": " ", "lastName": "", "profileImageUrl": "x"}
    await send(tab, "save", **wrong, **{"awardBeads.blue": "-1", "beadLevel": "many"})
    shown = form_of(tab)
    assert list(shown["errors"].items()) == [
        ("email", "Invalid email address"),
        ("firstName", "First name is required"),
        ("lastName", "Last name is required"),
        ("profileImageUrl", "Must be a valid URL"),
        ("beadLevel", "Bead level must be a whole number"),
        ("awardBeads.blue", "Award beads must be at least 0"),
    ]
    assert shown["is_open"]
    assert toast(tab) == ("Error", "Invalid email address")
    await send(tab, "save", adminRank="3", memberRank="1")
    assert set(form_of(tab)["errors"]) == {"memberRank"}
    await send(tab, "save", **{"warriorPaths.shield.level": "2"})
    assert set(form_of(tab)["errors"]) == {"warriorPaths.singleHand.enabled"}


async def test_the_last_administrator_is_protected_at_the_field(ada: Actor, tab: Tab) -> None:
    await tab.send(FORM["edit"], user_id=ada.user_id)
    await send(tab, "save", isAdmin="")
    shown = form_of(tab)
    assert shown["errors"]["isAdmin"].startswith("This is the last administrator.")
    assert shown["is_open"]


async def test_somebody_is_added(world: World, ada: Actor, tab: Tab, maya: Actor) -> None:
    await tab.send(FORM["create"])
    typed = {"firstName": "Nell", "lastName": "Ash", "awardBeads.red": "1", "adminRank": "3"}
    await send(tab, "save", **typed, email="maya@example.org")
    assert "Another account already has this email" in form_of(tab)["errors"]["email"]
    await send(tab, "save", **typed, email="nell@example.org")
    assert toast(tab) == ("User added", f"{FIRST_LOGIN} {INVITED}")
    assert [one.recipient for one in received()] == ["nell@example.org"]
    found = world.do(administration.list_users, ada, wanted=UserFilter(text="nell"))
    assert [(one.admin_rank, one.award_beads["red"]) for one in found.items] == [(3, 1)]


async def test_somebody_is_added_without_an_invitation(
    world: World, ada: Actor, tab: Tab, maya: Actor
) -> None:
    await tab.send(FORM["create"])
    assert form_of(tab)["draft"]["invite"] == "on"
    nell = {"firstName": "Nell", "lastName": "Ash", "email": "nell@example.org"}
    await send(tab, "save", **nell, invite="")
    assert toast(tab) == ("User added", FIRST_LOGIN)
    assert received() == []
    await tab.send(FORM["edit"], user_id=maya.user_id)
    assert "invite" not in form_of(tab)["draft"]


async def test_the_second_of_two_keeps_the_own_input_and_saves_what_is_still_wanted(
    world: World, ada: Actor, maya: Actor, tab: Tab
) -> None:
    theo = world.person(first_name="Theo", last_name="Marsh", is_admin=True)
    await tab.send(FORM["edit"], user_id=maya.user_id)
    theirs = {"lastName": "Moss", "membershipTier": "master", "memberRank": 4, "adminRank": 0}
    change(world, theo, maya, **theirs)
    mine = {"lastName": "Oak", "bio": "Mine", "memberRank": "1"}
    await send(tab, "save", **mine)
    shown = form_of(tab)
    assert shown["is_open"]
    assert shown["meanwhile"].startswith(
        "Theo Marsh changed Last name and Member rank in the meantime."
    )
    assert shown["errors"] == {
        "lastName": "Theo Marsh changed this to “Moss” in the meantime",
        "memberRank": "Theo Marsh changed this to “Warrior 3rd Class” in the meantime",
    }
    assert (shown["draft"]["lastName"], shown["draft"]["membershipTier"]) == ("Moss", "master")
    assert stored(world, ada, maya).bio == "One\r\nTwo"
    # The other's rank is taken over, one's own name is still wanted.
    await send(tab, "save", **(mine | {"memberRank": "4"}))
    now = stored(world, ada, maya)
    assert (now.last_name, now.bio, now.membership_tier) == ("Oak", "Mine", "master")
    assert now.member_rank == 4
    assert not form_of(tab)["is_open"]


async def test_the_value_from_before_can_be_wanted_again(
    world: World, ada: Actor, maya: Actor, tab: Tab
) -> None:
    await tab.send(FORM["edit"], user_id=maya.user_id)
    change(world, ada, maya, lastName="Moss")
    await send(tab, "save", lastName="Oak")
    await send(tab, "save", lastName="Ortiz")
    assert stored(world, ada, maya).last_name == "Ortiz"


async def test_a_form_of_another_record_changes_nothing(
    world: World, ada: Actor, maya: Actor, tab: Tab
) -> None:
    await tab.send(FORM["edit"], user_id=ada.user_id)
    await send(tab, "save", recordId=maya.user_id, bio="Typed")
    assert "open the form again" in toast(tab)[1]
    assert stored(world, ada, ada).bio is None


async def test_an_unusual_rank_is_offered_as_it_is_stored(
    world: World, tab: Tab, maya: Actor
) -> None:
    other = world.person(admin_rank=4)
    await tab.send(FORM["edit"], user_id=other.user_id)
    offered = {one.value: one.label for one in form_of(tab)["admin_ranks"]}
    assert list(offered) == ["0", "1", "3", "4", "5", "8"]
    assert (offered["0"], offered["4"]) == ("None", "Park Lead (4)")
    assert offered["8"] == "Faction Lead · 8 white beads with gold ring"
    await tab.send(FORM["edit"], user_id=maya.user_id)
    assert [one.value for one in form_of(tab)["admin_ranks"]] == ["0", "1", "3", "5", "8"]


async def test_somebody_who_is_gone_meanwhile_is_told(tab: Tab) -> None:
    await tab.send(FORM["edit"], user_id="11111111-1111-4111-8111-111111111111")
    assert not form_of(tab)["is_open"]
    assert toast(tab)[0] == "Error"


async def test_the_form_offers_the_chapters_on_every_page(world: World, tab: Tab) -> None:
    tampa = world.chapter("Tampa")
    await tab.send(FORM["create"])
    assert [one.value for one in form_of(tab)["chapters"]] == ["none", tampa]


def test_the_form_offers_an_invitation() -> None:
    assert 'name:"invite"' in str(user_form(refresh=UserFormState.close))

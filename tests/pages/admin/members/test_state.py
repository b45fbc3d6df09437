"""The Users tab: its list, chosen rows, and what it shows after its form."""

from datetime import timedelta
from typing import Any

import pytest

from rookiebattle.accounts import service as accounts
from rookiebattle.console.state import WaitingState
from rookiebattle.core.actor import Actor
from rookiebattle.core.errors import Conflict
from rookiebattle.members.state.editor import UserFormState
from rookiebattle.pages.admin.members.state import ChosenAwardState, UsersState, load
from tests.clocks import NOW
from tests.members.club import kitsune
from tests.tab import Tab, toast
from tests.world import World

pytestmark = pytest.mark.anyio
LIST, FORM = UsersState.event_handlers, UserFormState.event_handlers
PAGE = "/admin", LIST


@pytest.fixture
def ada(world: World) -> Actor:
    return world.person(email="ada@example.org", first_name="Ada", is_admin=True, issuer="i")


@pytest.fixture
def maya(world: World) -> Actor:
    return kitsune(world)


def form_of(tab: Tab) -> dict[str, Any]:
    return tab.of(UserFormState)


def rows(tab: Tab) -> dict[str, Any]:
    return {one.email: one for one in tab.of(UsersState)["rows"]}


async def apply(tab: Tab, form: dict[str, str]) -> None:
    await tab.send(LIST["ask"], form=form)
    await tab.send(LIST["change_chosen"])


async def test_the_address_says_who_is_listed(world: World, ada: Actor, maya: Actor) -> None:
    tampa = world.chapter("Tampa")
    world.person(email="theo@example.org", membership_status="active", chapter_id=tampa)

    async def listed(**params: str) -> list[str]:
        view: Any = await load(ada, params)
        return sorted(one.email for one in view.rows)

    assert await listed(q="kits") == ["maya@example.org"]
    assert await listed(status="active") == ["theo@example.org"]
    assert await listed(chapterId=tampa) == ["theo@example.org"]
    assert await listed(chapterId="none") == ["ada@example.org", "maya@example.org"]
    assert await listed(isAdmin="true") == ["ada@example.org"]
    assert await listed(isAdmin="false", isWelcomed="true", tier="none") == [
        "maya@example.org",
        "theo@example.org",
    ]
    assert await listed(isWelcomed="false") == []
    view: Any = await load(ada, {"q": "maya", "chapterId": "none", "sort": "-createdAt"})
    asked = "?q=maya&chapterId=none&sort=-createdAt"
    assert view.frame.csv == f"/api/admin/users.csv{asked}"


async def test_a_row_shows_names_beads_and_paths(tab: Tab, maya: Actor) -> None:
    await tab.send(LIST["show"])
    row = rows(tab)["maya@example.org"]
    assert (row.name, row.game_name, row.note) == ("Maya Ortiz", "“Kitsune”", "")
    assert row.href == f"/admin/users/{maya.user_id}"
    assert row.progress.titles == "Warrior 2nd Class"
    assert [one.alt for one in row.progress.paths] == ["Path of the Bow, level 3"]


async def test_chosen_players_get_a_chapter_and_a_status(
    world: World, ada: Actor, maya: Actor, tab: Tab
) -> None:
    tampa = world.chapter("Tampa")
    chosen = {f"chosen-{one.user_id}": "on" for one in (ada, maya)}
    picked = {"chapterId": tampa, "membershipStatus": ""}
    await apply(tab, chosen | picked)
    assert toast(tab) == ("2 players changed", "")
    assert tab.of(UsersState)["done"] == 1
    assert {one.chapter for one in rows(tab).values()} == {"Tampa"}
    picked = {"chapterId": "none", "membershipStatus": "active"}
    await apply(tab, chosen | picked)
    assert {(one.chapter, one.status) for one in rows(tab).values()} == {("", "Active")}
    await tab.send(LIST["ask"], form=picked)
    assert toast(tab) == ("Error", "Select at least one player.")
    await tab.send(LIST["ask"], form=chosen)
    assert toast(tab) == (
        "Error",
        "Pick a chapter, a status or an invitation for the selected players.",
    )
    assert tab.of(UsersState)["done"] == 2


async def test_players_are_changed_after_a_question_that_names_them(
    world: World, ada: Actor, maya: Actor, tab: Tab
) -> None:
    tampa = world.chapter("Tampa")
    await tab.send(LIST["show"])
    before = rows(tab)
    picked = {"chapterId": tampa, "membershipStatus": "expired", "invite": "yes"}
    chosen = {f"chosen-{one.user_id}": "on" for one in (ada, maya)}
    await tab.send(LIST["ask"], form=chosen | picked)
    assert tab.of(UsersState)["is_open"]
    asked = tab.of(UsersState)["question"]
    assert (asked.title, asked.act) == ("Change 2 players?", "Change 2 Players")
    assert asked.names == "Ada and Maya Ortiz"
    assert asked.changes == [
        "Chapter: Tampa - Tampa, FL",
        "Status: Expired",
        "Those who never logged in get an invitation by email.",
    ]
    await tab.send(LIST["close"])
    await tab.send(LIST["show"])
    assert rows(tab) == before
    await tab.send(LIST["ask"], form=chosen | {"invite": "yes"})
    assert tab.of(UsersState)["question"].title == "Invite 2 players?"
    await tab.send(LIST["leave"])
    await tab.send(LIST["change_chosen"])
    assert not tab.of(UsersState)["is_open"]


async def test_chosen_players_are_invited_to_log_in(world: World, maya: Actor, tab: Tab) -> None:
    waiting = world.person(age_band=None, email="w@example.org")
    chosen = {f"chosen-{one.user_id}": "on" for one in (maya, waiting)}
    await apply(tab, chosen | {"invite": "yes"})
    assert toast(tab) == ("1 player invited", "")
    picked = {"membershipStatus": "active", "invite": "yes"}
    await apply(tab, chosen | picked)
    assert toast(tab) == ("2 players changed, 0 players invited", "")


async def test_a_change_whose_invitation_fails_is_not_made(
    world: World, maya: Actor, tab: Tab, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any, **__: Any) -> int:
        raise Conflict("Not now.")

    monkeypatch.setattr(accounts, "invite", fail)
    await tab.send(LIST["show"])
    before = rows(tab)["maya@example.org"].status
    picked = {"membershipStatus": "expired", "invite": "yes"}
    await apply(tab, {f"chosen-{maya.user_id}": "on"} | picked)
    assert toast(tab) == ("Error", "Not now.")
    await tab.send(LIST["show"])
    assert rows(tab)["maya@example.org"].status == before != "Expired"


async def test_the_list_follows_its_form(maya: Actor, tab: Tab) -> None:
    """The form runs `refresh` after every attempt."""
    await tab.send(FORM["create"])
    typed = {"firstName": "Nell", "lastName": "Ash", "awardBeads.red": "1", "adminRank": "3"}
    form = form_of(tab)["draft"] | typed | {"email": "nell@example.org", "reason": ""}
    await tab.send(FORM["save"], form={"recordId": "", **form})
    await tab.send(LIST["refresh"])
    assert tab.of(WaitingState)["links"] == []
    row = rows(tab)["nell@example.org"]
    assert (row.note, row.is_claimed) == ("", False)
    assert row.progress.summary == "Park Lead, 1 award bead"


async def test_a_newcomer_is_written_to_by_mail(world: World, ada: Actor) -> None:
    made, lapses_at = NOW - timedelta(days=1), NOW + timedelta(days=30)
    pip = {"age_band": None, "email": "pip@example.org", "created_at": made}
    world.person(**pip, lapses_at=lapses_at)
    world.person(age_band=None, email=None, created_at=made)
    view: Any = await load(ada, {"isWelcomed": "false"})
    waits = {one.email: (one.since, one.write) for one in view.rows}
    assert waits[""] == ("Since Fri, Mar 13.", "")
    since, write = waits["pip@example.org"]
    assert since == "Since Fri, Mar 13. Will be deleted on Mon, Apr 13."
    assert write.startswith("mailto:pip@example.org?subject=Welcome%20to")
    view = await load(ada, {"isWelcomed": "true"})
    assert {(one.since, one.write) for one in view.rows} == {("", "")}


async def test_the_chosen_get_beads_at_an_event_and_once_more_when_it_is_meant(
    world: World, ada: Actor, maya: Actor, tab: Tab
) -> None:
    award, event_id = ChosenAwardState.event_handlers, world.event(title="Duels", start_at=NOW)
    chosen = [ada.user_id, maya.user_id]
    await tab.send(award["open_for_chosen"], user_ids=chosen)
    form = tab.of(ChosenAwardState)
    assert (form["is_open"], form["receivers"]) == (True, "For Ada and Maya Ortiz.")
    assert event_id in {one.value for one in form["events"]}
    values = {"recordId": "", "chosen": " ".join(chosen), "bead": "red", "count": "1"}
    await tab.send(award["save"], form=values | {"eventId": event_id})
    assert toast(tab) == ("Awarded to 2 members", "")
    await tab.send(award["save"], form=values | {"eventId": event_id})
    assert "got this bead at this event" in tab.of(ChosenAwardState)["errors"]["again"]
    await tab.send(award["save"], form=values | {"eventId": event_id, "again": "on"})
    await tab.send(award["undo"], award_id=tab.of(ChosenAwardState)["given"])
    assert rows(tab)["maya@example.org"].progress.award_words == "3 award beads"
    assert tab.of(ChosenAwardState)["done"] == 2


async def test_without_anybody_chosen_no_form_opens(tab: Tab) -> None:
    await tab.send(ChosenAwardState.event_handlers["open_for_chosen"], user_ids=[])
    assert toast(tab) == ("Error", "Select at least one person.")
    assert not tab.of(ChosenAwardState)["is_open"]

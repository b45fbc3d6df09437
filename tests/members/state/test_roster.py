"""The dialog of a chapter's members, over the websocket."""

from dataclasses import replace

import pytest

from rookiebattle.accounts.models import User
from rookiebattle.core.pagination import Page
from rookiebattle.members.schemas import ChapterMember
from rookiebattle.members.state import roster as roster_state
from rookiebattle.members.view import MemberRow, RosterView, roster_of, row_of
from rookiebattle.members.wording import LOG_IN_FOR_ROSTER
from rookiebattle.progression.view import ProgressView
from rookiebattle.ui.paging import Pager
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.typed import page_vars
from tests.members.club import Club, cookie_of
from tests.tab import Worker, toast

pytestmark = pytest.mark.anyio
State = page_vars(roster_state.RosterState)


async def test_the_dialog_opens_at_once_and_then_fills(worker: Worker, club: Club) -> None:
    tab = worker.tab(cookie=cookie_of(club.stranger), path="/chapters")
    updates = await tab.send(State.view, chapter_id=club.chapter_id, name="Tampa Bay")
    ours = [update.delta.get(State.get_full_name(), {}) for update in updates]
    opening, filling = ours[-2:]
    assert opening["is_open_rx_state_"] is True
    assert opening["loading_rx_state_"] is True
    assert [one.name for one in filling["people_rx_state_"]] == ["Newt", "Otter", "Theo Marsh"]
    page = tab.of(State)
    assert page["title"] == "Tampa Bay - Chapter Members"
    assert (page["is_open"], page["loading"], page["pager"]) == (True, False, Pager())


async def test_a_visitor_is_asked_to_log_in(worker: Worker, club: Club) -> None:
    tab = worker.tab(path="/chapters")
    await tab.send(State.view, chapter_id=club.chapter_id, name="Tampa Bay")
    assert toast(tab) == ("Login Required", LOG_IN_FOR_ROSTER)
    assert not tab.of(State).get("is_open")


async def test_before_the_welcome_nobody_sees_members(worker: Worker, club: Club) -> None:
    tab = worker.tab(cookie=cookie_of(club.newcomer), path="/chapters")
    await tab.send(State.view, chapter_id=club.chapter_id, name="Tampa Bay")
    await tab.send(State.turn, page=1)
    assert toast(tab)[0] == "Welcome!"
    assert tab.of(ShellState)["leave_to"] == "/welcome?next=/chapters"
    assert not tab.of(State).get("people")


async def test_the_dialog_does_not_tell_who_is_under_18(worker: Worker, club: Club) -> None:
    tab = worker.tab(cookie=cookie_of(club.stranger), path="/chapters")
    await tab.send(State.view, chapter_id=club.chapter_id, name="Tampa Bay")
    newt, otter, _ = (replace(one, id="", name="", initials="") for one in tab.of(State)["people"])
    assert newt == otter


async def test_a_chapter_that_is_gone_closes_the_dialog_with_a_sentence(
    worker: Worker, club: Club
) -> None:
    tab = worker.tab(cookie=cookie_of(club.adult), path="/chapters")
    await tab.send(State.view, chapter_id="00000000-0000-4000-8000-000000000000", name="Gone")
    assert toast(tab) == ("Error", "This chapter doesn’t exist.")
    assert not tab.of(State)["is_open"]


async def test_many_members_come_page_by_page_and_are_forgotten_at_the_end(
    worker: Worker, club: Club
) -> None:
    with club.database.unit_of_work(write=True) as session:
        session.add_all(User(first_name=f"P{n:02d}", chapter_id=club.chapter_id) for n in range(20))
    tab = worker.tab(cookie=cookie_of(club.adult), path="/chapters")
    await tab.send(State.view, chapter_id=club.chapter_id, name="Tampa Bay")
    assert tab.of(State)["pager"] == Pager("1 – 20 of 23", next_page=2)
    await tab.send(State.turn, page=2)
    page = tab.of(State)
    assert len(page["people"]) == 3
    assert page["pager"] == Pager("21 – 23 of 23", previous_page=1)
    await tab.send(State.close)
    assert (tab.of(State)["is_open"], tab.of(State)["people"]) == (False, [])


@pytest.mark.parametrize("page", [0, -1, "2", None, 10**9])
async def test_a_page_that_is_none_is_refused(worker: Worker, club: Club, page: object) -> None:
    tab = worker.tab(cookie=cookie_of(club.adult), path="/chapters")
    await tab.send(State.view, chapter_id=club.chapter_id, name="Tampa Bay")
    shown = tab.of(State)["people"]
    await tab.send(State.turn, page=page)
    assert toast(tab)[0] == "Error"
    assert tab.of(State)["people"] == shown


def member(**values: object) -> ChapterMember:
    fields: dict[str, object] = {
        "id": "1", "first_name": "Theo", "last_name": "Marsh", "game_name": "Egret", "bio": None,
        "membership_tier": "premium", "membership_status": "active", "is_admin": False,
        "bead_level": 0, "admin_rank": 0, "is_board_member": False, "member_rank": 0,
        "is_samurai": False, "award_beads": {},
    }  # fmt: skip
    return ChapterMember.model_validate(fields | values)


@pytest.mark.parametrize(
    ("values", "name", "game_name"),
    [
        ({}, "Theo Marsh", "“Egret”"),
        ({"last_name": None}, "Theo", "“Egret”"),
        ({"game_name": None}, "Theo Marsh", ""),
        ({"first_name": None, "last_name": None}, "Egret", ""),
        ({"first_name": None, "last_name": None, "game_name": None}, "Member", ""),
    ],
)
def test_everybody_has_one_name(values: dict[str, object], name: str, game_name: str) -> None:
    row = row_of(member(**values))
    assert (row.name, row.game_name) == (name, game_name)


def test_tier_and_status_are_words() -> None:
    row = row_of(member(is_admin=True, bio="Spear first."))
    assert replace(row, progress=ProgressView()) == MemberRow(
        id="1", name="Theo Marsh", game_name="“Egret”", initials="TM", bio="Spear first.",
        tier="Supporting Member", status="Active", tone="success", is_admin=True,
    )  # fmt: skip
    expired = row_of(member(membership_status="expired", membership_tier="none"))
    # Nobody is shown without a plan.
    assert (expired.tier, expired.status, expired.tone) == ("", "", "neutral")


def test_a_row_may_have_the_name_alone() -> None:
    told = member(first_name=None, last_name=None, membership_tier=None, membership_status=None)
    row = row_of(told)
    assert not row.progress.has_beads
    assert replace(row, progress=ProgressView()) == MemberRow(id="1", name="Egret", initials="E")


def test_one_page_says_nothing_of_pages() -> None:
    assert roster_of(Page([], 20), 1) == RosterView()
    assert roster_of(Page([], 1204), 2).pager == Pager("21 – 40 of 1,204", "", "", 1, 3)


def test_beads_are_drawn_from_what_the_reader_may_see() -> None:
    progress = row_of(member(member_rank=2, award_beads={"red": 2, "blue": 0})).progress
    assert progress.has_beads
    assert len(progress.rank.beads) == 2
    assert [one.figure for one in progress.awards.beads] == ["", ""]
    assert progress.award_words == "2 award beads"
    assert not row_of(member()).progress.has_beads

"""R18 for chapters: everything that crosses either door, per role, holds no private data."""

import httpx
import pytest

from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.members.state.roster import RosterState
from rookiebattle.pages.chapter.state import ChapterState
from rookiebattle.pages.chapters.state import ChaptersState
from rookiebattle.ui.first_data import first_values
from tests.members.club import Club, as_, cookie_of
from tests.tab import Worker

pytestmark = pytest.mark.anyio
NEVER = ("adult@example.org", "minor@example.org", "cus_secret", "zelda.png")
HIDDEN = ("Zelda", "Young", "Ridge", "Shield wall", "Otto")
FOR_MEMBERS = ("leader@example.org", "555-0199", "Theo", "Newt", "Otter", "Spear first")


async def over_http(client: httpx.AsyncClient, club: Club, actor: Actor) -> str:
    paths = ("/api/chapters", f"/api/chapters/{club.chapter_id}/members")
    answers = [await client.get(path, headers=as_(actor)) for path in paths]
    pages = ("chapters", f"chapters/{club.chapter_id}")
    first = [await first_values(page, actor, {}) or "" for page in pages]
    return "".join([*(answer.text for answer in answers), *first])


async def over_the_socket(worker: Worker, club: Club, actor: Actor) -> str:
    tab = worker.tab(cookie=cookie_of(actor), path=f"/chapters/{club.chapter_id}")
    frames = [
        *await tab.send(ChaptersState.event_handlers["show"]),
        *await tab.send(ChapterState.event_handlers["show"]),
        *await tab.send(
            RosterState.event_handlers["view"], chapter_id=club.chapter_id, name="Tampa Bay"
        ),
        *await tab.send(RosterState.event_handlers["turn"], page=1),
    ]
    assert len(frames) >= 4
    return repr([frame.delta for frame in frames])


async def everything(client: httpx.AsyncClient, worker: Worker, club: Club, actor: Actor) -> str:
    return await over_http(client, club, actor) + await over_the_socket(worker, club, actor)


@pytest.mark.parametrize("role", ["visitor", "newcomer"])
async def test_nobody_receives_members_before_the_welcome(
    client: httpx.AsyncClient, worker: Worker, club: Club, role: str
) -> None:
    wire = await everything(client, worker, club, getattr(club, role, VISITOR))
    assert "Tampa Bay" in wire
    assert [word for word in (*NEVER, *HIDDEN, *FOR_MEMBERS) if word in wire] == []


@pytest.mark.parametrize("role", ["stranger", "adult", "modest", "minor", "admin"])
async def test_a_member_receives_names_but_no_address_and_no_minors_name(
    client: httpx.AsyncClient, worker: Worker, club: Club, role: str
) -> None:
    wire = await everything(client, worker, club, getattr(club, role))
    assert [word for word in FOR_MEMBERS if word not in wire] == []
    assert [word for word in (*NEVER, *HIDDEN) if word in wire] == []


async def test_stealth_beads_reach_their_owner_and_administrators_only(
    client: httpx.AsyncClient, worker: Worker, club: Club
) -> None:
    seen = {
        role: (await everything(client, worker, club, getattr(club, role))).count('"clear"')
        for role in ("stranger", "adult", "admin")
    }
    assert seen == {"stranger": 0, "adult": 1, "admin": 1}
    told = {
        role: "tealth" in await over_the_socket(worker, club, getattr(club, role))
        for role in ("stranger", "adult", "admin")
    }
    assert told == {"stranger": False, "adult": True, "admin": True}

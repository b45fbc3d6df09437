"""The API of a chapter's members."""

import httpx
import pytest

from rookiebattle.core.actor import VISITOR
from tests.members.club import Club, as_

pytestmark = pytest.mark.anyio
FIELDS = [
    "id", "firstName", "lastName", "gameName", "bio", "membershipTier", "membershipStatus",
    "isAdmin", "beadLevel", "adminRank", "isBoardMember", "memberRank", "isSamurai", "awardBeads",
]  # fmt: skip


async def test_a_member_gets_the_read_model_and_nothing_more(
    client: httpx.AsyncClient, club: Club
) -> None:
    answer = await client.get(f"/api/chapters/{club.chapter_id}/members", headers=as_(club.adult))
    assert answer.status_code == 200
    assert answer.headers["x-total-count"] == "3"
    assert [list(one) for one in answer.json()] == [FIELDS] * 3
    assert [one["gameName"] for one in answer.json()] == ["Newt", "Otter", "Egret"]


async def test_a_long_list_comes_in_pages(client: httpx.AsyncClient, club: Club) -> None:
    path = f"/api/chapters/{club.chapter_id}/members"
    page = await client.get(f"{path}?limit=1&offset=1", headers=as_(club.adult))
    assert [one["gameName"] for one in page.json()] == ["Otter"]
    assert page.headers["x-total-count"] == "3"
    refused = await client.get(f"{path}?limit=501", headers=as_(club.adult))
    assert (refused.status_code, refused.text) == (422, "Limit must be at most 500")


async def test_a_visitor_is_refused_whether_or_not_there_is_such_a_chapter(
    client: httpx.AsyncClient, club: Club
) -> None:
    for chapter_id in (club.chapter_id, "junk"):
        answer = await client.get(f"/api/chapters/{chapter_id}/members", headers=as_(VISITOR))
        assert answer.status_code == 401
        assert "Unauthorized" in answer.text


async def test_before_the_welcome_nobody_reads_members(
    client: httpx.AsyncClient, club: Club
) -> None:
    path = f"/api/chapters/{club.chapter_id}/members"
    answer = await client.get(path, headers=as_(club.newcomer))
    assert answer.status_code == 403
    assert "finish signing up first" in answer.text
    assert "x-total-count" not in answer.headers


async def test_the_answer_does_not_tell_who_is_under_18(
    client: httpx.AsyncClient, club: Club
) -> None:
    path = f"/api/chapters/{club.chapter_id}/members"
    answer = await client.get(path, headers=as_(club.stranger))
    rows = {one.pop("gameName"): one for one in answer.json()}
    assert {**rows["Newt"], "id": ""} == {**rows["Otter"], "id": ""}


async def test_an_unknown_chapter_is_not_found(client: httpx.AsyncClient, club: Club) -> None:
    answer = await client.get("/api/chapters/junk/members", headers=as_(club.adult))
    assert (answer.status_code, answer.text) == (404, "This chapter doesn’t exist.")

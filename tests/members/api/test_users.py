"""`/api/admin/users` over HTTP: headers, the file, and the sentences of refusals."""

from collections.abc import AsyncIterator

import httpx
import pytest

from rookiebattle.core.doors.http import build_api
from rookiebattle.members import finding
from rookiebattle.members.api.users import api as users_api
from rookiebattle.progression.api import api as progression_api
from tests.identities import bind_people
from tests.members.club import Club, as_

pytestmark = pytest.mark.anyio
HOME = "http://localhost:8000"
EVERYBODY = "6"


@pytest.fixture
async def door(club: Club) -> AsyncIterator[httpx.AsyncClient]:
    bind_people(*club.people)
    transport = httpx.ASGITransport(build_api([users_api, progression_api]))
    headers = {"origin": HOME, **as_(club.admin)}
    async with httpx.AsyncClient(transport=transport, base_url=HOME, headers=headers) as client:
        yield client


async def test_the_list_is_counted_and_cut(door: httpx.AsyncClient, club: Club) -> None:
    answer = await door.get("/api/admin/users?limit=1&sort=-name")
    assert answer.headers["x-total-count"] == EVERYBODY
    assert [one["firstName"] for one in answer.json()] == ["Zelda"]
    searched = await door.get("/api/admin/users?q=egret")
    assert [one["id"] for one in searched.json()] == [club.adult.user_id]
    assert "x-has-more" not in searched.headers
    empty = await door.get("/api/admin/users?q=&status=&chapterId=&isAdmin=")
    assert empty.headers["x-total-count"] == EVERYBODY


async def test_a_record_has_everything_but_secrets(door: httpx.AsyncClient, club: Club) -> None:
    record = (await door.get(f"/api/admin/users/{club.adult.user_id}")).json()
    assert record["chapter"] == {"id": club.chapter_id, "name": "Tampa Bay"}
    assert (record["email"], record["ageBand"]) == ("adult@example.org", "adult")
    assert (record["version"], record["isClaimed"]) == (0, False)
    assert record["awardBeads"]["clear"] == 7
    assert "cus_secret" not in str(record)


async def test_more_than_a_search_may_find_is_said(
    door: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finding, "MOST_FOUND", 1)
    answer = await door.get("/api/admin/users?q=example")
    assert (answer.headers["x-total-count"], answer.headers["x-has-more"]) == ("1", "true")


async def test_the_file_is_downloaded(door: httpx.AsyncClient) -> None:
    answer = await door.get("/api/admin/users.csv?q=egret")
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert answer.headers["content-disposition"] == 'attachment; filename="members.csv"'
    assert answer.text.startswith('\ufeff"Email","First name",')
    assert "adult@example.org" in answer.text


async def test_chosen_members_are_downloaded(door: httpx.AsyncClient, club: Club) -> None:
    ids = [club.adult.user_id, club.minor.user_id]
    answer = await door.get("/api/admin/users.csv", params={"ids": ids})
    assert (len(answer.text.splitlines()), "minor@example.org" in answer.text) == (3, True)
    for wrong in ("junk", ids * 51):
        refused = await door.get("/api/admin/users.csv", params={"ids": wrong})
        assert refused.status_code == 422


async def test_who_was_overtaken_reads_by_whom(door: httpx.AsyncClient, club: Club) -> None:
    path = f"/api/admin/users/{club.adult.user_id}"
    first = await door.patch(path, json={"lastName": "Marsh", "bio": "Hi", "version": 0})
    assert (first.status_code, first.json()["version"]) == (200, 1)
    second = await door.patch(path, json={"bio": "Hello", "version": 0})
    assert (second.status_code, second.text) == (
        409,
        "You changed Bio in the meantime. Check the new values, then save again.",
    )
    third = await door.patch(path, json={"firstName": "Ada", "version": 0})
    assert third.json()["alsoChanged"] == "Also changed in the meantime: Bio by You."
    fourth = await door.patch(path, json={"bio": "Hello", "version": third.json()["version"]})
    assert fourth.json()["alsoChanged"] == ""


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({"adminRank": "3"}, "Admin rank must be a whole number"),
        ({"firstName": None}, "First name must be text"),
        ({"issuer": "x"}, "Issuer is not a known field"),
        ({"isAdmin": "yes"}, "Is admin must be true or false"),
    ],
)
async def test_wrong_fields_are_named(
    door: httpx.AsyncClient, club: Club, body: dict[str, object], sentence: str
) -> None:
    answer = await door.patch(f"/api/admin/users/{club.adult.user_id}", json=body)
    assert (answer.status_code, answer.text) == (422, sentence)


async def test_a_timeline_is_counted(door: httpx.AsyncClient, club: Club) -> None:
    answer = await door.get(f"/api/admin/users/{club.adult.user_id}/timeline?limit=1")
    assert answer.headers["x-total-count"] == "5"
    own = await door.get("/api/progress/timeline")
    assert [one["what"] for one in own.json()] == ["isAdmin"]
    guide = (await door.get("/api/progress")).json()
    assert (guide["rank"]["title"], len(guide["paths"])) == ("Recruit", 8)

"""The API of chapters: shapes, order, errors, permissions, and visitors' copies."""

from typing import Any

import httpx
import pytest

from tests.discord_double import ADDRESS, SECRET
from tests.door import as_

pytestmark = pytest.mark.anyio

FIELDS = [
    "id", "name", "city", "state", "location", "address", "latitude", "longitude", "memberCount",
    "status", "contactEmail", "meetingDay", "meetingTime", "practiceInfo", "leadership",
    "description", "createdAt", "updatedAt", "timeZone",
]  # fmt: skip
LEADER = {"title": "Lead", "name": "Ines", "email": "ines@example.org", "phone": "555-0101"}


def body(**values: Any) -> dict[str, Any]:
    return {"name": "Tampa Bay", "city": "Tampa", "state": "FL", "location": "A park", **values}


async def added(client: httpx.AsyncClient, **values: Any) -> dict[str, Any]:
    answer = await client.post("/api/admin/chapters", json=body(**values), headers=as_("admin"))
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


async def test_an_administrator_adds_a_chapter_and_everybody_reads_it(
    client: httpx.AsyncClient,
) -> None:
    made = await added(client, latitude="27.9506", longitude=-82.4572, leadership=[LEADER])
    assert list(made) == FIELDS
    assert (made["latitude"], made["longitude"]) == ("27.95060000", "-82.45720000")
    assert made["leadership"] == [LEADER]
    listed = await client.get("/api/chapters", headers=as_("member"))
    assert listed.json() == [made]
    assert listed.headers["x-total-count"] == "1"
    seen = (await client.get("/api/chapters")).json()
    assert seen == [made | {"leadership": [LEADER | {"email": None, "phone": None}]}]


async def test_changing_and_deleting(client: httpx.AsyncClient) -> None:
    made = await added(client)
    path = f"/api/admin/chapters/{made['id']}"
    changed = await client.patch(path, json={"status": "inactive"}, headers=as_("admin"))
    assert (changed.status_code, changed.json()["status"]) == (200, "inactive")
    assert (await client.delete(path, headers=as_("admin"))).status_code == 204
    again = await client.delete(path, headers=as_("admin"))
    assert (again.status_code, again.text) == (404, "This chapter doesn’t exist.")
    assert (await client.get("/api/chapters")).json() == []


async def test_a_long_list_comes_in_pages(client: httpx.AsyncClient) -> None:
    for name in ("C", "A", "B"):
        await added(client, name=name)
    page = await client.get("/api/chapters?limit=2&offset=1")
    assert [one["name"] for one in page.json()] == ["B", "C"]
    assert page.headers["x-total-count"] == "3"


async def test_visitors_are_answered_from_memory_until_a_chapter_changes(
    client: httpx.AsyncClient,
) -> None:
    made = await added(client)
    first = await client.get("/api/chapters")
    known = {"if-none-match": first.headers["etag"]}
    assert (await client.get("/api/chapters", headers=known)).status_code == 304
    await client.patch(
        f"/api/admin/chapters/{made['id']}", json={"name": "New"}, headers=as_("admin")
    )
    assert (await client.get("/api/chapters", headers=known)).json()[0]["name"] == "New"


async def test_the_memory_of_visitors_never_holds_what_members_see(
    client: httpx.AsyncClient,
) -> None:
    await added(client, leadership=[LEADER])
    for role in ("member", "visitor", "admin", "visitor"):
        seen = (await client.get("/api/chapters", headers=as_(role))).text
        assert ("555-0101" in seen) == (role != "visitor")


@pytest.mark.parametrize(("role", "status"), [("visitor", 401), ("member", 403)])
async def test_others_may_not_write(client: httpx.AsyncClient, role: str, status: int) -> None:
    made = await added(client)
    path, headers = f"/api/admin/chapters/{made['id']}", as_(role)
    answers = (
        await client.post("/api/admin/chapters", json=body(), headers=headers),
        await client.patch(path, json={"name": "Mine"}, headers=headers),
        await client.delete(path, headers=headers),
    )
    assert [one.status_code for one in answers] == [status] * 3
    assert (await client.get("/api/chapters")).json()[0]["name"] == "Tampa Bay"


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        (body(name=" "), "Chapter name is required"),
        (body(name=None), "Chapter name is required"),
        ({"city": "Tampa"}, "Chapter name is required"),
        ({"name": "Tampa Bay"}, "City is required"),
        (body(contactEmail="x@y"), "Invalid email address"),
        (body(longitude=200), "Longitude must be at most 180"),
        (body(createdAt="2026-01-01T00:00:00Z"), "Created at is not a known field"),
        ([], "The body must be a JSON object"),
    ],
)
async def test_bad_input_gets_a_sentence_and_changes_nothing(
    client: httpx.AsyncClient, sent: object, sentence: str
) -> None:
    answer = await client.post("/api/admin/chapters", json=sent, headers=as_("admin"))
    assert (answer.status_code, answer.text.startswith(sentence)) == (422, True), answer.text
    assert (await client.get("/api/chapters")).json() == []


async def test_the_address_of_a_channel_is_written_and_never_read(
    client: httpx.AsyncClient,
) -> None:
    made = await added(client)
    path, address = f"/api/admin/chapters/{made['id']}", ADDRESS.replace(".com", "app.com")
    sent = {"discordWebhook": address}
    answer = await client.patch(path, json=sent, headers=as_("admin"))
    assert answer.json()["hasDiscord"] is True
    assert SECRET not in answer.text
    assert SECRET not in (await client.get("/api/chapters", headers=as_("admin"))).text
    answer = await client.patch(path, json={"discordWebhook": None}, headers=as_("admin"))
    assert answer.json()["hasDiscord"] is False


@pytest.mark.parametrize(
    "address",
    [
        ADDRESS.replace("https", "http"),
        ADDRESS.replace("discord.com", "discord.com.example.org"),
        ADDRESS.replace("discord.com", "me@discord.com"),
        ADDRESS.replace("discord.com", "discord.com:444"),
        ADDRESS.replace("/123", "/../123"),
        f"{ADDRESS}/slack",
        f"{ADDRESS}?thread_id=1",
        "http://127.0.0.1/api/webhooks/1/a",
        "",
    ],
)
async def test_no_other_address_is_taken(client: httpx.AsyncClient, address: str) -> None:
    made = await added(client)
    path, sent = f"/api/admin/chapters/{made['id']}", {"discordWebhook": address}
    answer = await client.patch(path, json=sent, headers=as_("admin"))
    assert answer.status_code == 422
    assert SECRET not in answer.text

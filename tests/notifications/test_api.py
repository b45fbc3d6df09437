"""The routes of notifications: shapes, statuses and sentences."""

from typing import Any

import httpx
import pytest

from rookiebattle.core.database.db import new_id
from tests.door import as_
from tests.notifications.club import Club, Tell

pytestmark = pytest.mark.anyio
ADMIN = "/api/admin/notifications"
FIELDS = [
    *("id", "title", "message", "type", "targetType", "chapterId", "expiresAt", "isActive"),
    "createdAt",
]
RECORD = [*FIELDS, "createdBy", "emailedAt"]


def body(**values: Any) -> dict[str, Any]:
    return {"title": "Park change", "message": "Meet at the south pavilion.", **values}


async def test_an_administrator_adds_changes_and_deletes_one(
    client: httpx.AsyncClient, club: Club
) -> None:
    sent = body(
        type="warning",
        targetType="chapter",
        chapterId=club.tampa,
        expiresAt="2036-03-14T23:59:59-04:00",
        isActive=True,
    )
    created = await client.post(ADMIN, json=sent, headers=as_("admin"))
    assert created.status_code == 201, created.text
    one = created.json()
    assert list(one) == [*RECORD, "emails"]
    assert one | sent | {"expiresAt": "2036-03-15T03:59:59+00:00"} == one
    told = await client.get("/api/notifications", headers=as_("tess"))
    assert told.headers["x-total-count"] == "1"
    assert told.json() == [{name: one[name] for name in FIELDS}]
    assert told.headers["cache-control"] == "private, no-store"
    assert (await client.get("/api/notifications", headers=as_("miles"))).json() == []
    path = f"{ADMIN}/{one['id']}"
    changed = await client.patch(path, json={"expiresAt": None}, headers=as_("admin"))
    assert (changed.status_code, changed.json()) == (200, one | {"expiresAt": None})
    gone = await client.delete(path, headers=as_("admin"))
    assert (gone.status_code, gone.content) == (204, b"")
    assert (await client.get(ADMIN, headers=as_("admin"))).json() == []


async def test_only_administrators_read_who_wrote_it(
    client: httpx.AsyncClient, tell: Tell, club: Club
) -> None:
    tell()
    for role in ("tess", "admin"):
        (told,) = (await client.get("/api/notifications", headers=as_(role))).json()
        assert list(told) == FIELDS
    (one,) = (await client.get(ADMIN, headers=as_("admin"))).json()
    assert one["createdBy"] == club.admin.user_id


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        (body(title=""), "Title is required"),
        (body(title="   "), "Title is required"),
        ({"message": "Hello"}, "Title is required"),
        (body(message=" \n "), "Message is required"),
        ({"title": "Hello"}, "Message is required"),
        (body(title="x" * 256), "Title may have at most 255 characters"),
        (body(message="x" * 10_001), "Message may have at most 10000 characters"),
        (body(type="other"), "Type must be one of"),
        (body(type=None), "Type must be one of"),
        (body(targetType="everybody"), "Target type must be one of"),
        (body(targetType="chapter"), "Chapter is required"),
        (body(targetType="chapter", chapterId=None), "Chapter is required"),
        (body(targetType="chapter", chapterId="junk"), "Chapter id is not a valid id"),
        (body(targetType="chapter", chapterId=new_id()), "This chapter doesn’t exist"),
        (body(expiresAt="2026-03-14T12:00:00"), "Expires at must carry its offset"),
        (body(expiresAt="tomorrow"), "Expires at must be an ISO 8601 date and time"),
        (body(expiresAt=""), "Expires at must be an ISO 8601 date and time"),
        (body(isActive="yes"), "Is active must be true or false"),
        (body(createdBy="me"), "Created by is not a known field"),
    ],
)
async def test_what_is_not_valid_is_named_in_a_sentence(
    client: httpx.AsyncClient, sent: dict[str, Any], sentence: str
) -> None:
    answer = await client.post(ADMIN, json=sent, headers=as_("admin"))
    assert (answer.status_code, answer.text.startswith(sentence)) == (422, True), answer.text
    assert (await client.get(ADMIN, headers=as_("admin"))).json() == []


@pytest.mark.parametrize("role", ["visitor", "tess"])
async def test_nobody_else_reads_or_writes_all(
    client: httpx.AsyncClient, tell: Tell, role: str
) -> None:
    path, status = f"{ADMIN}/{tell().id}", 401 if role == "visitor" else 403
    for method, where in (("GET", ADMIN), ("POST", ADMIN), ("PATCH", path), ("DELETE", path)):
        sent = body() if method in ("POST", "PATCH") else None
        answer = await client.request(method, where, json=sent, headers=as_(role))
        assert answer.status_code == status
    assert (await client.get("/api/notifications")).status_code == 401


async def test_the_lists_are_paged(client: httpx.AsyncClient, tell: Tell) -> None:
    for number in range(3):
        tell(f"Number {number}")
    for path, role in ((ADMIN, "admin"), ("/api/notifications", "nora")):
        page = await client.get(f"{path}?limit=2&offset=1", headers=as_(role))
        assert ([one["title"] for one in page.json()], page.headers["x-total-count"]) == (
            ["Number 1", "Number 0"],
            "3",
        )
        assert (await client.get(f"{path}?limit=501", headers=as_(role))).status_code == 422

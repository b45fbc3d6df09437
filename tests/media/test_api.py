"""The API of media: shapes, errors, permissions, and visitors' copies."""

from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from rookiebattle.core.database.db import Database, new_id
from rookiebattle.events.models import Event
from tests import factories
from tests.door import as_
from tests.media.gallery import VIDEO, Add, Club

pytestmark = pytest.mark.anyio
PATH = "/api/media"
FIELDS = [
    "id", "title", "description", "altText", "mediaType", "category", "tags", "fileUrl",
    "thumbnailUrl", "fileName", "fileSize", "mimeType", "youtubeUrl", "isPublic", "isPinned",
    "orderPosition", "viewCount", "eventId", "createdAt", "updatedAt",
]  # fmt: skip


def body(**values: Any) -> dict[str, Any]:
    return {"title": "Shield wall", "fileUrl": VIDEO, **values}


async def test_an_administrator_adds_changes_pins_sorts_and_deletes(
    client: httpx.AsyncClient, club: Club
) -> None:
    admin = as_("admin")
    sent = body(
        description="All of it.", category="events", tags=["Park"], mediaType="video",
        fileName="YouTube Video: rookieDemo1", fileSize=0, mimeType="video/youtube", isPublic=True,
    )  # fmt: skip
    created = await client.post(PATH, json=sent, headers=admin)
    assert created.status_code == 201, created.text
    one = created.json()
    assert list(one) == [*FIELDS, "uploadedBy"]
    assert {name: one[name] for name in sent} == sent
    # Readers do not see who uploaded an item.
    assert one.pop("uploadedBy") == club.admin.user_id
    other = (await client.post(PATH, json=body(title="Other"), headers=admin)).json()
    listed = await client.get(PATH)
    assert [each["title"] for each in listed.json()] == ["Other", "Shield wall"]
    assert (listed.json()[1], listed.headers["x-total-count"]) == (one, "2")
    order = {"mediaIds": [one["id"], other["id"]]}
    moved = await client.put(f"{PATH}/reorder", json=order, headers=admin)
    assert (moved.status_code, moved.content) == (204, b"")
    assert [each["title"] for each in (await client.get(PATH)).json()] == ["Shield wall", "Other"]
    pin = await client.post(f"{PATH}/{other['id']}/pin", json={"isPinned": True}, headers=admin)
    assert (pin.status_code, pin.json()["isPinned"]) == (200, True)
    assert [each["title"] for each in (await client.get(PATH)).json()] == ["Other", "Shield wall"]
    changed = await client.patch(f"{PATH}/{one['id']}", json={"title": "Wall"}, headers=admin)
    assert (changed.json()["title"], changed.json()["description"]) == ("Wall", "All of it.")
    gone = await client.delete(f"{PATH}/{one['id']}", headers=admin)
    assert (gone.status_code, gone.content) == (204, b"")
    assert len((await client.get(PATH)).json()) == 1


async def test_private_items_are_for_members(client: httpx.AsyncClient, add: Add) -> None:
    add("Secret", is_public=False)
    assert (await client.get(PATH)).json() == []
    (seen,) = (await client.get(PATH, headers=as_("member"))).json()
    assert seen["title"] == "Secret"
    # An answer for a member must not be kept for the next visitor.
    assert (await client.get(PATH)).json() == []


async def test_a_visitors_copy_ends_when_the_event_of_an_item_becomes_private(
    client: httpx.AsyncClient, add: Add, club: Club, database: Database
) -> None:
    event = factories.event(organizer_id=club.organizer.user_id)
    with database.unit_of_work(write=True) as session:
        session.add(event)
    add(event_id=event.id)
    assert [one["eventId"] for one in (await client.get(PATH)).json()] == [event.id]
    with database.unit_of_work(write=True) as session:
        is_its = sa.column("id") == event.id
        session.execute(sa.update(Event).where(is_its).values(is_public=False))
    assert [one["eventId"] for one in (await client.get(PATH)).json()] == [None]
    (seen,) = (await client.get(PATH, headers=as_("member"))).json()
    assert seen["eventId"] == event.id


async def test_type_category_and_tag_filter_the_list(client: httpx.AsyncClient, add: Add) -> None:
    add("Drill", category="training", tags=["Élan"])
    add("Feast", category="events")
    for query, found in {
        "category=training": ["Drill"],
        "mediaType=video&category=events": ["Feast"],
        "mediaType=photo": [],
        "tag=elan": ["Drill"],
        "category=&mediaType=&tag=": ["Feast", "Drill"],
        "limit=1&offset=1": ["Drill"],
    }.items():
        answer = await client.get(f"{PATH}?{query}")
        assert [one["title"] for one in answer.json()] == found, query


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        (body(title=" "), "Title is required"),
        (body(title="x" * 256), "Title may have at most 255 characters"),
        (body(fileUrl=""), "Please upload a file first"),
        (body(fileUrl="https://example.org/a.png"), "Please enter a valid YouTube URL"),
        (body(fileUrl="javascript:alert(1)"), "Please enter a valid YouTube URL"),
        (body(fileUrl=f"/objects/{new_id()}"), "You didn’t upload this file"),
        (body(fileUrl="/objects/../etc/passwd"), "This file doesn’t exist"),
        ({"title": "A"}, "File url is required"),
        (body(category="duel"), "Category must be one of"),
        (body(mediaType="sound"), "Media type must be one of"),
        (body(tags="Park"), "Tags must be a list"),
        (body(tags=["x" * 51]), "Tags may have at most 50 characters each"),
        (body(tags=[str(n) for n in range(21)]), "Tags may have at most 20 entries"),
        (body(tags=["one"] * 201), "Tags may have at most 20 entries"),
        (body(isPublic="yes"), "Is public must be true or false"),
        (body(eventId="x"), "Event id is not a valid id"),
        (body(eventId=new_id()), "That event isn’t there anymore"),
        (body(uploadedBy="me"), "Uploaded by is not a known field"),
        (body(orderPosition=1), "Order position is not a known field"),
    ],
)
async def test_what_is_not_valid_is_named_in_a_sentence(
    client: httpx.AsyncClient, sent: dict[str, Any], sentence: str
) -> None:
    answer = await client.post(PATH, json=sent, headers=as_("admin"))
    assert answer.status_code == 422, answer.text
    assert answer.text.startswith(sentence)
    assert (await client.get(PATH)).json() == []


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ({"mediaIds": []}, 422),
        ({"mediaIds": ["x"]}, 422),
        ({"mediaIds": [new_id()]}, 404),
        ({"mediaIds": [new_id()] * 2}, 422),
        ({}, 422),
    ],
)
async def test_a_wrong_order_changes_nothing(
    client: httpx.AsyncClient, sent: dict[str, Any], status: int
) -> None:
    answer = await client.put(f"{PATH}/reorder", json=sent, headers=as_("admin"))
    assert answer.status_code == status


@pytest.mark.parametrize(("role", "status"), [("visitor", 401), ("member", 403)])
async def test_nobody_else_writes(
    client: httpx.AsyncClient, add: Add, role: str, status: int
) -> None:
    one = f"{PATH}/{add().id}"
    for method, path, sent in (
        ("POST", PATH, body()),
        ("PATCH", one, {"title": "A"}),
        ("DELETE", one, None),
        ("POST", f"{one}/pin", {"isPinned": True}),
        ("PUT", f"{PATH}/reorder", {"mediaIds": [new_id()]}),
    ):
        answer = await client.request(method, path, json=sent, headers=as_(role))
        assert answer.status_code == status
        assert ("Unauthorized" in answer.text) == (status == 401)


@pytest.mark.parametrize("query", ["category=duel", "mediaType=x", "limit=0", "limit=501", "x=1"])
async def test_a_query_that_nobody_knows_is_refused(client: httpx.AsyncClient, query: str) -> None:
    assert (await client.get(f"{PATH}?{query}")).status_code == 422

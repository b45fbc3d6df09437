"""The API of resources: shapes, errors, permissions, and visitors' copies."""

from typing import Any

import httpx
import pytest

from tests.door import as_
from tests.resources.library import URL, Add, Club

pytestmark = pytest.mark.anyio
FIELDS = [
    "id", "title", "description", "keywords", "category", "externalUrl", "isPublic",
    "createdAt", "updatedAt",
]  # fmt: skip


def body(**values: Any) -> dict[str, Any]:
    return {"title": "Core Rules", "externalUrl": URL, **values}


async def test_an_administrator_adds_changes_and_deletes_a_resource(
    client: httpx.AsyncClient, club: Club
) -> None:
    sent = body(description="All of it.", category="rules", isPublic=False)
    created = await client.post("/api/resources", json=sent, headers=as_("admin"))
    assert created.status_code == 201, created.text
    one = created.json()
    assert list(one) == [*FIELDS, "createdBy"]
    assert {name: one[name] for name in sent} == sent
    # Readers do not see who added a resource.
    assert one.pop("createdBy") == club.admin.user_id
    listed = await client.get("/api/resources", headers=as_("member"))
    assert (listed.json(), listed.headers["x-total-count"]) == ([one], "1")
    path = f"/api/resources/{one['id']}"
    changed = await client.put(path, json=body(title="Rules"), headers=as_("admin"))
    assert changed.status_code == 200
    assert (changed.json()["title"], changed.json()["description"]) == ("Rules", None)
    gone = await client.delete(path, headers=as_("admin"))
    assert (gone.status_code, gone.content) == (204, b"")
    assert (await client.get("/api/resources", headers=as_("member"))).json() == []


async def test_visitors_get_the_card_of_a_private_resource_without_its_address(
    client: httpx.AsyncClient, add: Add
) -> None:
    add("Secret", description="For us.", is_public=False)
    (one,) = (await client.get("/api/resources")).json()
    assert (one["title"], one["externalUrl"], one["isPublic"]) == ("Secret", None, False)
    (seen,) = (await client.get("/api/resources", headers=as_("member"))).json()
    assert seen["externalUrl"] == URL
    # An answer for a member must not be kept for the next visitor.
    assert (await client.get("/api/resources")).json() == [one]


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        (body(title=""), "Title is required"),
        (body(title="  "), "Title is required"),
        (body(title="x" * 256), "Title may have at most 255 characters"),
        (body(title=7), "Title must be text"),
        ({"externalUrl": URL}, "Title is required"),
        ({"title": "Rules"}, "External url is required"),
        (body(externalUrl=""), "Must be a valid URL"),
        (body(externalUrl="javascript:alert(1)"), "Must be a valid URL"),
        (body(externalUrl="docs.example.org"), "Must be a valid URL"),
        (body(category="duel"), "Category must be one of"),
        (body(category=None), "Category must be one of"),
        (body(isPublic="yes"), "Is public must be true or false"),
        (body(description="x" * 10_001), "Description may have at most 10000 characters"),
        (body(createdBy="me"), "Created by is not a known field"),
        (body(id="x"), "Id is not a known field"),
    ],
)
async def test_what_is_not_valid_is_named_in_a_sentence(
    client: httpx.AsyncClient, add: Add, sent: dict[str, Any], sentence: str
) -> None:
    one = add("Kept")
    for method, path in (("POST", ""), ("PUT", f"/{one.id}")):
        answer = await client.request(
            method, f"/api/resources{path}", json=sent, headers=as_("admin")
        )
        assert answer.status_code == 422, answer.text
        assert answer.text.startswith(sentence)
        assert answer.headers["content-type"].startswith("text/plain")
    (kept,) = (await client.get("/api/resources")).json()
    assert kept["title"] == "Kept"


@pytest.mark.parametrize(("role", "status"), [("visitor", 401), ("member", 403)])
async def test_nobody_else_writes(
    client: httpx.AsyncClient, add: Add, role: str, status: int
) -> None:
    path = f"/api/resources/{add().id}"
    for method, where in (("POST", "/api/resources"), ("PUT", path), ("DELETE", path)):
        sent = None if method == "DELETE" else body()
        answer = await client.request(method, where, json=sent, headers=as_(role))
        assert answer.status_code == status
        assert ("Unauthorized" in answer.text) == (status == 401)


@pytest.mark.parametrize("query", ["category=duel", "limit=0", "limit=501", "offset=-1", "x=1"])
async def test_a_query_that_means_nothing_is_refused(client: httpx.AsyncClient, query: str) -> None:
    assert (await client.get(f"/api/resources?{query}")).status_code == 422


async def test_the_list_is_narrowed_and_paged(client: httpx.AsyncClient, add: Add) -> None:
    for number in range(3):
        add(f"Form {number}", category="forms")
    add("Rules", category="rules")
    everything = await client.get("/api/resources?category=all")
    assert (await client.get("/api/resources?category=")).json() == everything.json()
    assert everything.headers["x-total-count"] == "4"
    page = await client.get("/api/resources?category=forms&limit=2&offset=1")
    assert [one["title"] for one in page.json()] == ["Form 1", "Form 2"]
    assert page.headers["x-total-count"] == "3"


async def test_an_unchanged_list_is_not_sent_again_and_a_changed_one_is(
    client: httpx.AsyncClient, add: Add
) -> None:
    add("First")
    tag = (await client.get("/api/resources")).headers["etag"]
    again = await client.get("/api/resources", headers={"if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")
    add("Second")
    anew = await client.get("/api/resources", headers={"if-none-match": tag})
    assert (anew.status_code, len(anew.json())) == (200, 2)

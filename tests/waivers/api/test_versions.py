"""The API of waivers: its shapes, its errors, and visitors' copies."""

import csv
from collections.abc import AsyncIterator
from io import StringIO
from typing import Any

import httpx
import pytest

from rookiebattle.waivers import notice
from rookiebattle.waivers.api.lacking import api as lacking_api
from rookiebattle.waivers.api.versions import api as versions_api
from tests.club import Club
from tests.door import as_, opened_door

pytestmark = pytest.mark.anyio
VERSIONS = "/api/admin/waivers/versions"
ADULT = {"form": "adult", "text": "I play.", "validMonths": 12}


@pytest.fixture
async def client(club: Club, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[httpx.AsyncClient]:
    apis = (versions_api, lacking_api)
    async with opened_door(club.actor, *apis, monkeypatch=monkeypatch) as one:
        one.headers.update(as_("admin"))
        yield one


async def added(client: httpx.AsyncClient, **values: Any) -> dict[str, Any]:
    answer = await client.post(VERSIONS, json=ADULT | values)
    assert answer.status_code == 201, answer.text
    one: dict[str, Any] = answer.json()
    return one


async def test_a_draft_is_published_and_everybody_reads_it(client: httpx.AsyncClient) -> None:
    # The visitor's copy of before must not be shown any longer.
    visitor = as_("visitor") | {"cookie": ""}
    assert (await client.get("/api/waivers", headers=visitor)).json() == []
    one = await added(client)
    fields = "id form number state text sha256 validMonths createdAt publishedAt"
    assert [*one] == fields.split()
    assert (one["number"], one["state"], one["publishedAt"]) == (None, "draft", None)
    path = f"{VERSIONS}/{one['id']}"
    changed = await client.patch(path, json={"validMonths": 6})
    assert (changed.json()["validMonths"], changed.json()["text"]) == (6, "I play.")
    published = await client.post(f"{path}/publish")
    assert (published.status_code, published.json()["number"]) == (200, 1)
    (shown,) = (await client.get("/api/waivers", headers=visitor)).json()
    assert [*shown] == ["form", "version", "text", "html", "sha256", "validMonths", "publishedAt"]
    assert (shown["html"], shown["validMonths"]) == ("<p>I play.</p>\n", 6)
    for method, where in (("PATCH", path), ("POST", f"{path}/publish"), ("DELETE", path)):
        body = {"text": "No."} if method == "PATCH" else None
        assert (await client.request(method, where, json=body)).status_code == 409, method
    other = await added(client, form="minor")
    listed = (await client.get(VERSIONS, params={"form": "minor"})).json()
    assert [one["id"] for one in listed] == [other["id"]]
    assert len((await client.get(VERSIONS)).json()) == 2
    assert (await client.delete(f"{VERSIONS}/{other['id']}")).status_code == 204


async def test_a_form_for_minors_without_its_notice_is_refused_with_the_reason(
    client: httpx.AsyncClient,
) -> None:
    one = await added(client, form="minor")
    answer = await client.post(f"{VERSIONS}/{one['id']}/publish")
    assert (answer.status_code, answer.text) == (422, notice.MISSING)


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"form": "parent"}, "Form must be one of"),
        ({"text": " "}, "Text is required"),
        ({"text": "x" * 30_001}, "Text may have at most 30000 characters"),
        ({"validMonths": 0}, "Valid months must be at least 1"),
        ({"validMonths": 121}, "Valid months must be at most 120"),
        ({"validMonths": "6"}, "Valid months must be"),
        ({"number": 7}, "Number is not a known field"),
    ],
)
async def test_what_is_not_valid_is_named_in_a_sentence(
    client: httpx.AsyncClient, sent: dict[str, Any], sentence: str
) -> None:
    answer = await client.post(VERSIONS, json=ADULT | sent)
    assert (answer.status_code, sentence in answer.text) == (422, True), answer.text


async def test_who_has_none_is_a_list_and_a_file(client: httpx.AsyncClient) -> None:
    one = await added(client)
    await client.post(f"{VERSIONS}/{one['id']}/publish")
    found = await client.get("/api/admin/waivers", params={"state": "missing", "limit": 1})
    (shown,) = found.json()
    told = "userId name chapterId chapter form state version signedAt endsAt"
    assert ([*shown], found.headers["x-total-count"]) == (told.split(), "3")
    assert (shown["form"], shown["state"], shown["endsAt"]) == ("adult", "missing", None)
    assert (await client.get("/api/admin/waivers", params={"state": "?"})).status_code == 422
    file = await client.get("/api/admin/waivers.csv", params={"state": "", "chapterId": ""})
    rows = list(csv.reader(StringIO(file.content.decode("utf-8-sig"))))
    assert rows[0] == ["Name", "Chapter", "Waiver", "Status", "Version", "Signed", "Ends"]
    assert [row[2:4] for row in rows[1:]] == [["Adult Waiver", "No waiver"]] * 3

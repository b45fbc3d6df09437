"""The upload helper: the shapes that Uppy's client reads and writes, with files in a folder."""

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from rookiebattle import reactions
from rookiebattle.core.database.db import Database
from rookiebattle.integrations.storage.protocol import SMALLEST_PART
from rookiebattle.settings import get_settings
from rookiebattle.uploads import policy, sweeping
from rookiebattle.uploads.api.companion import api as companion_api
from rookiebattle.uploads.api.content import api as content_api
from rookiebattle.uploads.api.files import api as files_api
from tests.club import Club
from tests.door import as_, opened_door
from tests.uploads.movies import mp4
from tests.uploads.samples import claim, picture

pytestmark = pytest.mark.anyio
ADMIN = as_("admin")
PARTS = "/api/uploads/s3/multipart"
MB = 1024 * 1024
FORM = "multipart/form-data; boundary=x"
JSON = {"content-type": "application/json"}


ROUTERS = (files_api, content_api, companion_api)


@pytest.fixture
async def client(club: Club, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[httpx.AsyncClient]:
    monkeypatch.setattr(policy, "MOST_IN_PARTS", 50 * MB)
    reactions.connect()
    async with opened_door(club.actor, *ROUTERS, monkeypatch=monkeypatch) as one:
        yield one


async def begun(client: httpx.AsyncClient) -> dict[str, str]:
    told = {"filename": "Battle.mp4", "type": "video/mp4", "metadata": {"name": "Battle.mp4"}}
    answer = await client.post(PARTS, json=told, headers=ADMIN)
    assert answer.status_code == 200, answer.text
    found: dict[str, str] = answer.json()
    assert sorted(found) == ["bucket", "key", "uploadId"]
    return found


def path(upload: dict[str, str], more: str = "", **query: str) -> str:
    asked = httpx.QueryParams({"key": upload["key"], **query})
    return f"{PARTS}/{upload['uploadId']}{more}?{asked}"


async def send_part(
    client: httpx.AsyncClient, upload: dict[str, str], number: int, content: bytes
) -> httpx.Response:
    signed = await client.get(path(upload, f"/{number}"), headers=ADMIN)
    assert sorted(signed.json()) == ["expires", "url"], signed.text
    return await client.put(signed.json()["url"], content=content)


async def complete(
    client: httpx.AsyncClient, upload: dict[str, str], tags: dict[int, str]
) -> httpx.Response:
    parts = [{"PartNumber": number, "ETag": tag} for number, tag in tags.items()]
    return await client.post(path(upload, "/complete"), json={"parts": parts}, headers=ADMIN)


async def test_a_file_is_sent_in_parts_completed_and_claimed(client: httpx.AsyncClient) -> None:
    content, upload = mp4(size=5 * MB + 99), await begun(client)
    assert (await client.get(path(upload), headers=ADMIN)).json() == []
    tags = {}
    for number, part in ((1, content[: 5 * MB]), (2, content[5 * MB :])):
        tags[number] = (await send_part(client, upload, number, part)).headers["etag"]
    listed = (await client.get(path(upload), headers=ADMIN)).json()
    assert listed == [
        {"PartNumber": 1, "ETag": tags[1], "Size": 5 * MB},
        {"PartNumber": 2, "ETag": tags[2], "Size": 99},
    ]
    # The client sends tags without their quotes.
    bare = {number: tag.strip('"') for number, tag in tags.items()}
    whole = await complete(client, upload, bare)
    assert whole.status_code == 200, whole.text
    assert whole.json() == {
        "location": whole.json()["location"],
        "key": upload["key"],
        "bucket": upload["bucket"],
    }
    again = await complete(client, upload, bare)
    assert (again.status_code, again.json()["error"]) == (409, "This upload is already complete.")
    claimed = await claim(client, whole.json()["location"])
    assert claimed.status_code == 200, claimed.text
    told = claimed.json()
    assert (told["mimeType"], told["fileSize"], told["fileName"]) == (
        "video/mp4",
        len(content),
        "Battle.mp4",
    )


async def test_several_addresses_are_signed_at_once(client: httpx.AsyncClient) -> None:
    upload = await begun(client)
    signed = await client.get(path(upload, "/batch", partNumbers="1,2,10000"), headers=ADMIN)
    urls = signed.json()["presignedUrls"]
    assert sorted(urls) == ["1", "10000", "2"]
    assert (await client.put(urls["2"], content=b"second")).status_code == 200


@pytest.mark.parametrize("number", ["0", "10001", "-1", "1.0", "x", "٣", "00000001", "%31%2c2"])
async def test_a_part_has_a_number_from_1_to_10000(number: str, client: httpx.AsyncClient) -> None:
    upload = await begun(client)
    answer = await client.get(path(upload, f"/{number}"), headers=ADMIN)
    assert answer.status_code in (404, 422), answer.text
    asked = path(upload, "/batch", partNumbers=f"1,{number}")
    assert (await client.get(asked, headers=ADMIN)).status_code == 422


async def test_a_file_is_given_up_any_number_of_times(client: httpx.AsyncClient) -> None:
    upload = await begun(client)
    await send_part(client, upload, 1, b"part")
    for _ in range(2):
        gone = await client.delete(path(upload), headers=ADMIN)
        assert (gone.status_code, gone.json()) == (200, {})
        sweeping.delete_some()
    assert (await client.get(path(upload), headers=ADMIN)).status_code == 404
    parts = get_settings().data_dir / "uploads" / ".parts"
    assert [*parts.iterdir()] == []


async def test_a_file_that_grows_too_large_is_refused_part_by_part(
    client: httpx.AsyncClient,
) -> None:
    upload, most = await begun(client), 50
    for number in range(1, most // 5 + 1):
        assert (await send_part(client, upload, number, bytes(5 * MB))).status_code == 200
    refused = await send_part(client, upload, 11, b"x")
    assert (refused.status_code, refused.text) == (413, "A file can be at most 50 MB.")


async def test_errors_are_json_with_the_sentence_twice(client: httpx.AsyncClient) -> None:
    upload = await begun(client)
    bad: list[tuple[int, Any]] = [
        (401, await client.get(path(upload))),
        (403, await client.get(path(upload), headers=as_("member"))),
        (404, await client.get(path({**upload, "key": "incoming/other"}), headers=ADMIN)),
        (404, await client.get(f"{PARTS}/nothing?key=x", headers=ADMIN)),
        (404, await client.get("/api/uploads/s3/sts", headers=ADMIN)),
        (415, await client.post(PARTS, json={"type": "text/html"}, headers=ADMIN)),
        (415, await client.get("/api/uploads/s3/params?type=text/html", headers=ADMIN)),
        (422, await client.post(PARTS, json={}, headers=ADMIN)),
        (400, await client.post(PARTS, content=b"{", headers={**ADMIN, **JSON})),
        (422, await complete(client, upload, {1: "none"})),
    ]
    for status, answer in bad:
        assert answer.status_code == status, answer.text
        told = answer.json()
        assert told == {"error": told["error"], "message": told["error"]}
        assert told["error"].endswith((".", "required"))
    assert "Unauthorized" in bad[0][1].json()["message"]


async def test_a_file_is_sent_with_a_form_and_claimed(client: httpx.AsyncClient) -> None:
    content = picture()
    asked = {"filename": "park.jpg", "type": "image/jpeg", "metadata[name]": "park.jpg"}
    offered = await client.get("/api/uploads/s3/params", params=asked, headers=ADMIN)
    told = offered.json()
    assert (told["method"], sorted(told)) == ("POST", ["expires", "fields", "method", "url"])
    sent = await client.post(told["url"], data=told["fields"], files={"file": content})
    assert sent.status_code == 201, sent.text
    location = f"{told['url']}/{told['fields']['key']}"
    assert sent.headers["location"] == location
    again = await client.post(told["url"], data=told["fields"], files={"file": content})
    assert again.status_code == 409
    assert (await claim(client, location, role="member")).status_code == 403
    claimed = await claim(client, location)
    assert claimed.status_code == 200, claimed.text
    assert (claimed.json()["mimeType"], claimed.json()["width"]) == ("image/jpeg", 800)


async def test_a_form_of_somebody_else_is_not_claimed(
    client: httpx.AsyncClient, club: Club, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = {"filename": "park.jpg", "type": "image/jpeg"}
    told = (await client.get("/api/uploads/s3/params", params=asked, headers=ADMIN)).json()
    await client.post(told["url"], data=told["fields"], files={"file": picture()})
    location = f"{told['url']}/{told['fields']['key']}"
    object.__setattr__(club.organizer, "is_admin", True)
    assert (await claim(client, location, role="organizer")).status_code == 404


@pytest.mark.parametrize(
    ("content", "content_type"),
    [
        (b"no form", "text/plain"),
        (b"no form", "multipart/form-data"),
        (b"no form", FORM),
        (b"--x\r\n\r\n--x--", FORM),
        (b'--x\r\ncontent-disposition: form-data; name="file"\r\n\r\ncut', FORM),
        (b'--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n' + bytes(5000), FORM),
        (b"no form", "multipart/form-data" + ";" * 300 + "boundary=x"),
    ],
)
async def test_a_form_that_is_none_is_refused(
    content: bytes, content_type: str, client: httpx.AsyncClient
) -> None:
    sent = await client.post(
        "/api/objects/content", content=content, headers={"content-type": content_type}
    )
    assert sent.status_code in (400, 403, 422), sent.text


async def test_a_stranger_is_not_listened_to_for_long(client: httpx.AsyncClient) -> None:
    """The form's fields prove that the file is awaited, and the file comes after them."""
    taken, chunk, many = list[bytes](), bytes(16 * 1024), 1000

    async def arriving() -> AsyncIterator[bytes]:
        yield b'--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n'
        for _ in range(many):
            taken.append(chunk)
            yield chunk

    headers = {"content-type": FORM, "content-length": str(many * len(chunk))}
    sent = await client.post("/api/objects/content", content=arriving(), headers=headers)
    assert sent.status_code == 400, sent.text
    assert len(taken) <= 5


async def test_a_fast_network_sends_all_parts_of_the_largest_file(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The stock client signs and sends six parts at once, and gives up when it is refused."""
    most = policy.MOST_IN_PARTS // SMALLEST_PART
    async with opened_door(club.actor, *ROUTERS, monkeypatch=monkeypatch, per_second=2) as client:
        upload = await begun(client)
        for number in range(1, most + 1):
            signed = await client.get(path(upload, f"/{number}"), headers=ADMIN)
            assert signed.status_code == 200, (number, signed.text)
            sent = await client.put(signed.json()["url"], content=b"part", headers=ADMIN)
            assert sent.status_code == 200, (number, sent.text)
        batch = await client.get(path(upload, "/batch", partNumbers="1,2"), headers=ADMIN)
        assert batch.status_code == 200

"""Sending, claiming and showing files over HTTP, with files in a folder."""

import io
from pathlib import Path
from typing import Any

import httpx
import pytest
from PIL import Image

from rookiebattle.core.database.db import Database
from rookiebattle.integrations.storage.chosen import storage
from rookiebattle.integrations.storage.local import LocalStorage
from rookiebattle.integrations.storage.protocol import StorageFull
from rookiebattle.settings import get_settings
from rookiebattle.uploads import service, sweeping
from rookiebattle.uploads.schemas import MOST_BYTES, StoredFile
from rookiebattle.uploads.wording import CLAIMED_BEFORE, WRONG_TYPE
from tests.club import Club
from tests.door import ORIGIN, as_
from tests.uploads.movies import mp4
from tests.uploads.samples import begin, claim, picture, put, uploaded

pytestmark = pytest.mark.anyio


def attached(
    database: Database, club: Club, object_path: str, *, is_public: bool = True
) -> StoredFile:
    with database.unit_of_work(write=True) as session:
        return service.attach(session, club.admin, object_path=object_path, is_public=is_public)


def stored_files() -> list[str]:
    folder = get_settings().data_dir / "uploads"
    return sorted(str(one.relative_to(folder)) for one in folder.rglob("*") if one.is_file())


async def test_a_picture_is_sent_claimed_attached_and_shown(
    client: httpx.AsyncClient, club: Club, database: Database
) -> None:
    told = await uploaded(client, picture())
    path = told["objectPath"]
    assert told == {
        "objectPath": path,
        "fileName": "park.jpg",
        "mimeType": "image/jpeg",
        "fileSize": told["fileSize"],
        "width": 800,
        "height": 600,
    }
    stored = attached(database, club, path)
    assert [width for width, _ in stored.renditions] == [320, 640]
    assert stored.placeholder.startswith("data:image/webp;base64,")
    assert len(stored.placeholder) < 300
    shown = await client.get(path)
    assert shown.status_code == 200
    assert shown.headers["content-type"] == "image/jpeg"
    assert shown.headers["cache-control"] == "public, max-age=86400"
    assert shown.headers["content-disposition"] == "inline; filename*=UTF-8''park.jpg"
    assert Image.open(io.BytesIO(shown.content)).size == (800, 600)
    smaller = await client.get(stored.renditions[0][1])
    assert smaller.headers["content-type"] == "image/webp"
    assert Image.open(io.BytesIO(smaller.content)).size == (320, 240)
    # Nothing is left of the file as it was sent.
    assert [name.partition("/")[0] for name in stored_files()] == ["private"] * 3


async def test_a_private_file_is_shown_to_members_and_by_signed_address(
    client: httpx.AsyncClient, club: Club, database: Database
) -> None:
    path = (await uploaded(client, picture()))["objectPath"]
    assert (await client.get(path, headers=as_("member"))).status_code == 404
    assert (await client.get(path, headers=as_("admin"))).status_code == 200
    attached(database, club, path, is_public=False)
    assert (await client.get(path)).status_code == 404
    shown = await client.get(path, headers=as_("member"))
    assert (shown.status_code, shown.headers["cache-control"]) == (200, "private, no-store")


async def test_a_released_file_is_gone_after_the_sweep(
    client: httpx.AsyncClient, club: Club, database: Database
) -> None:
    path = (await uploaded(client, picture()))["objectPath"]
    attached(database, club, path)
    with database.unit_of_work(write=True) as session:
        service.release(session, object_path=path)
    assert (await client.get(path)).status_code == 404
    assert sweeping.delete_some()
    assert not sweeping.delete_some()
    assert stored_files() == []


async def test_an_address_takes_one_file_of_its_size_and_type(client: httpx.AsyncClient) -> None:
    content = picture()
    url = await begin(client, content)
    assert (await put(client, url, content + b"x")).status_code == 403
    assert (await put(client, url, content, **{"content-type": "image/png"})).status_code == 403
    assert (await put(client, url.replace("size=", "size=1"), content)).status_code == 403
    assert (await put(client, url, content)).status_code == 200
    assert (await put(client, url, content)).status_code == 409
    # Also after the claim, when the file as it was sent is gone.
    assert (await claim(client, url)).status_code == 200
    assert (await put(client, url, content)).status_code == 409
    assert not any(name.startswith("incoming") for name in stored_files())


@pytest.mark.parametrize("told", [{}, {"json": {}}, {"json": {"mimeType": "image/png"}}])
async def test_a_file_that_is_known_later_is_told_about_when_it_is_claimed(
    told: dict[str, Any], client: httpx.AsyncClient
) -> None:
    begun = await client.post("/api/objects/upload", headers={**ORIGIN, **as_("admin")}, **told)
    assert begun.status_code == 200, begun.text
    url = begun.json()["uploadURL"]
    assert (await put(client, url, b"x" * (MOST_BYTES + 1))).status_code == 413
    content = picture("PNG")
    assert (await put(client, url, content, **{"content-type": "image/png"})).status_code == 200
    assert (await put(client, url, content, **{"content-type": "image/png"})).status_code == 409
    claimed = await claim(client, url, file_name="camp.jpeg")
    assert claimed.status_code == 200, claimed.text
    assert (claimed.json()["fileName"], claimed.json()["mimeType"]) == ("camp.png", "image/png")


async def test_a_file_of_any_type_is_refused_when_it_is_claimed(client: httpx.AsyncClient) -> None:
    begun = await client.post("/api/objects/upload", headers={**ORIGIN, **as_("admin")})
    url = begun.json()["uploadURL"]
    assert (await put(client, url, b"<svg/>")).status_code == 200
    refused = await claim(client, url)
    assert (refused.status_code, refused.text) == (415, WRONG_TYPE)


async def test_only_the_sender_claims_a_file(client: httpx.AsyncClient, club: Club) -> None:
    content = picture()
    url = await begin(client, content)
    assert (await claim(client, url)).status_code == 404  # not sent yet
    await put(client, url, content)
    assert (await claim(client, "https://elsewhere.example.org/file")).status_code == 404
    assert (await claim(client, url, role="member")).status_code == 403
    first = await claim(client, url.partition("?")[0])
    assert first.status_code == 200
    again = await claim(client, url)
    assert (again.status_code, again.text) == (409, CLAIMED_BEFORE)


async def test_a_claim_whose_answer_was_lost_is_repeated(client: httpx.AsyncClient) -> None:
    content = picture()
    url = await begin(client, content)
    await put(client, url, content)
    first = await claim(client, url)
    again = await claim(client, url, is_repeated=True)
    assert (again.status_code, again.json()) == (200, first.json())


async def test_what_is_no_picture_is_refused_and_deleted(client: httpx.AsyncClient) -> None:
    content = b"<html><script>alert(1)</script></html>"
    url = await begin(client, content)
    await put(client, url, content)
    answer = await claim(client, url)
    assert (answer.status_code, answer.text[:13]) == (415, "We can’t show")
    sweeping.delete_some()
    assert stored_files() == []
    assert Path(get_settings().data_dir, "uploads").is_dir()


async def test_a_storage_that_is_full_is_told_and_the_claim_works_later(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = picture()
    url = await begin(client, content)
    await put(client, url, content)

    def full(*_arguments: object) -> None:
        raise StorageFull

    with monkeypatch.context() as patch:
        patch.setattr(LocalStorage, "put", full)
        failed = await claim(client, url)
    assert (failed.status_code, failed.text) == (503, StorageFull.default)
    assert [name.partition("/")[0] for name in stored_files()] == ["incoming"]
    assert (await claim(client, url)).status_code == 200


async def test_a_disk_that_is_almost_full_takes_no_file(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = picture()
    url = await begin(client, content)
    with monkeypatch.context() as patch:
        patch.setattr("rookiebattle.integrations.storage.local.RESERVED", 2**62)
        refused = await put(client, url, content)
    assert (refused.status_code, refused.text) == (503, StorageFull.default)
    assert stored_files() == []
    assert (await put(client, url, content)).status_code == 200


async def test_a_video_is_served_in_ranges(
    client: httpx.AsyncClient, club: Club, database: Database
) -> None:
    path = (await uploaded(client, mp4(size=5000), "video/mp4"))["objectPath"]
    attached(database, club, path)
    whole = await client.get(path)
    assert (whole.status_code, len(whole.content)) == (200, 5000)
    assert (whole.headers["content-type"], whole.headers["accept-ranges"]) == ("video/mp4", "bytes")
    part = await client.get(path, headers={"range": "bytes=4-7"})
    assert (part.status_code, part.content) == (206, b"ftyp")
    assert part.headers["content-range"] == "bytes 4-7/5000"
    assert (await client.get(path, headers={"range": "bytes=9000-"})).status_code == 416


async def test_a_file_whose_content_is_gone_is_not_found(
    client: httpx.AsyncClient, club: Club, database: Database
) -> None:
    path = (await uploaded(client, picture()))["objectPath"]
    attached(database, club, path)
    storage().remove(f"private/{path.rpartition('/')[2]}/")
    assert (await client.get(path)).status_code == 404
    assert (await client.get(f"{path}/320")).status_code == 404

"""The same way through a bucket: files go there, are claimed, and are read there."""

from urllib.parse import urlsplit

import httpx
import pytest

from rookiebattle.core.database.db import Database
from rookiebattle.integrations.storage.chosen import storage
from rookiebattle.integrations.storage.protocol import StorageDown
from rookiebattle.integrations.storage.s3 import S3Storage
from rookiebattle.settings import get_settings
from rookiebattle.uploads import queries, service, sweeping, view
from rookiebattle.uploads.schemas import StoredFile
from tests.club import Club
from tests.door import as_
from tests.servers.programs import LOOPBACK, free_port
from tests.servers.storages import BUCKET, StorageServer
from tests.uploads.movies import mp4
from tests.uploads.samples import begin, claim, picture

pytestmark = pytest.mark.anyio


async def stored_in_bucket(
    client: httpx.AsyncClient,
    club: Club,
    database: Database,
    content: bytes,
    mime_type: str = "image/jpeg",
    *,
    is_public: bool = True,
) -> StoredFile:
    url = await begin(client, content, mime_type)
    async with httpx.AsyncClient(trust_env=False) as browser:
        sent = await browser.put(url, content=content, headers={"content-type": mime_type})
    assert sent.status_code == 200, sent.text
    claimed = await claim(client, url)
    assert claimed.status_code == 200, claimed.text
    path = claimed.json()["objectPath"]
    with database.unit_of_work(write=True) as session:
        return service.attach(session, club.admin, object_path=path, is_public=is_public)


@pytest.fixture(params=["moto", "rclone"])
def server(request: pytest.FixtureRequest) -> StorageServer:
    found: StorageServer = request.getfixturevalue(f"{request.param}_server")
    return found


async def test_a_picture_goes_to_the_bucket_and_is_read_there(
    server: StorageServer,
    client: httpx.AsyncClient,
    club: Club,
    database: Database,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    server.choose(monkeypatch)
    stored = await stored_in_bucket(client, club, database, picture())
    assert storage().find(f"incoming/{stored.id}") is None
    shown = await client.get(stored.object_path)
    assert shown.status_code == 302
    assert shown.headers["cache-control"] == "public, max-age=1800"
    async with httpx.AsyncClient(trust_env=False) as browser:
        whole = await browser.get(shown.headers["location"])
        copy = await browser.get((await client.get(stored.renditions[0][1])).headers["location"])
    assert (whole.status_code, copy.status_code) == (200, 200)
    assert (whole.content[:3], copy.content[8:12]) == (b"\xff\xd8\xff", b"WEBP")
    with database.unit_of_work(write=True) as session:
        service.release(session, object_path=stored.object_path)
    assert sweeping.delete_some()
    assert [*storage().below(f"private/{stored.id}/")] == []


async def test_a_private_video_is_read_at_an_address_that_expires(
    server: StorageServer,
    client: httpx.AsyncClient,
    club: Club,
    database: Database,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    server.choose(monkeypatch)
    content = mp4(size=9000)
    stored = await stored_in_bucket(client, club, database, content, "video/mp4", is_public=False)
    assert (await client.get(stored.object_path)).status_code == 404
    shown = await client.get(stored.object_path, headers=as_("member"))
    assert (shown.status_code, shown.headers["cache-control"]) == (302, "private, no-store")
    assert "X-Amz-Expires=3600" in shown.headers["location"]
    signed = await client.get(view.address_of(stored))
    assert signed.status_code == 302
    with database.unit_of_work(write=True) as session:
        queries.change(session, stored.id, is_sealed=True)
    sealed = await client.get(view.address_of(stored))
    assert "X-Amz-Expires=300" in sealed.headers["location"]
    async with httpx.AsyncClient(trust_env=False) as browser:
        part = await browser.get(signed.headers["location"], headers={"range": "bytes=4-7"})
    assert part.content == b"ftyp"


async def test_with_a_public_address_only_public_files_lie_open(
    moto_server: StorageServer,
    client: httpx.AsyncClient,
    club: Club,
    database: Database,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    address = f"{moto_server.url}/{BUCKET}"
    moto_server.choose(monkeypatch, S3_PUBLIC_URL=address)
    moto_server.open_public_files()
    stored = await stored_in_bucket(client, club, database, picture())
    assert view.address_of(stored) == stored.object_path
    assert sweeping.move_some()
    with database.unit_of_work(write=True) as session:
        (moved,) = service.stored_files(session, object_paths=[stored.object_path]).values()
    drawn = view.picture(moved)
    assert drawn.src == f"{address}/public/{stored.id}/w640"
    async with httpx.AsyncClient(trust_env=False) as browser:
        copy = await browser.get(drawn.src)
    assert copy.headers["content-type"] == "image/webp"
    assert copy.headers["cache-control"] == "public, max-age=86400"
    assert copy.headers["content-disposition"] == "inline; filename*=UTF-8''park.webp"
    redirected = await client.get(stored.object_path)
    assert urlsplit(redirected.headers["location"]).path == f"/{BUCKET}/public/{stored.id}/file"
    with database.unit_of_work(write=True) as session:
        service.set_visibility(session, object_path=stored.object_path, is_public=False)
    assert sweeping.move_some()
    assert [*storage().below("public/")] == []


async def test_a_bucket_that_is_down_is_told_and_the_claim_works_later(
    moto_server: StorageServer, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    moto_server.choose(monkeypatch)
    content = picture()
    url = await begin(client, content)
    async with httpx.AsyncClient(trust_env=False) as browser:
        await browser.put(url, content=content, headers={"content-type": "image/jpeg"})
    with monkeypatch.context() as patch:
        patch.setenv("S3_ENDPOINT_URL", f"http://{LOOPBACK}:{free_port()}")
        get_settings.cache_clear()
        # The address still belongs to the bucket, but nobody answers there.
        patch.setattr(S3Storage, "address", lambda _self, _key: url.partition("?")[0])
        failed = await claim(client, url)
    get_settings.cache_clear()
    assert (failed.status_code, failed.text) == (503, StorageDown.default)
    assert (await claim(client, url)).status_code == 200

"""Nobody else reaches a file that an administrator sends, not even another administrator."""

import asyncio
import time
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

import httpx
import pytest

from rookiebattle import reactions
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import Database
from rookiebattle.integrations.storage.chosen import storage
from rookiebattle.media import service as media
from rookiebattle.media.api import api as media_api
from rookiebattle.media.schemas import MediaWrite
from rookiebattle.settings import get_settings
from rookiebattle.uploads import examining, policy, sweeping
from rookiebattle.uploads.api.companion import api as companion_api
from rookiebattle.uploads.api.content import api as content_api
from rookiebattle.uploads.api.files import api as files_api
from rookiebattle.uploads.schemas import Awaited, Examined
from tests.club import Club
from tests.door import ORIGIN, as_, opened_door
from tests.uploads.samples import begin, claim, picture, put, uploaded

pytestmark = pytest.mark.anyio
PARTS = "/api/uploads/s3/multipart"


@pytest.fixture
async def client(club: Club, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[httpx.AsyncClient]:
    rival = replace(club.member, is_admin=True)

    def actor(role: str) -> Actor:
        return rival if role == "rival" else club.actor(role)

    reactions.connect()
    routers = (files_api, content_api, companion_api, media_api)
    async with opened_door(actor, *routers, monkeypatch=monkeypatch) as one:
        yield one


async def begun_in_parts(client: httpx.AsyncClient) -> dict[str, str]:
    told = {"filename": "a.mp4", "type": "video/mp4", "metadata": {}}
    answer = await client.post(PARTS, json=told, headers=as_("admin"))
    found: dict[str, str] = answer.json()
    return found


@pytest.mark.parametrize("role", ["rival", "admin"])
async def test_only_the_sender_reaches_a_file_that_is_sent_in_parts(
    role: str, client: httpx.AsyncClient
) -> None:
    upload = await begun_in_parts(client)
    path, key = f"{PARTS}/{upload['uploadId']}", urlencode({"key": upload["key"]})
    part = {"PartNumber": 1, "ETag": "x"}
    acts: tuple[tuple[str, str, Any, int], ...] = (
        ("GET", f"{path}?{key}", None, 200),
        ("GET", f"{path}/1?{key}", None, 200),
        ("GET", f"{path}/batch?{key}&partNumbers=1", None, 200),
        ("POST", f"{path}/complete?{key}", {"parts": [part]}, 422),
        ("DELETE", f"{path}?{key}", None, 200),
    )
    for method, address, body, status in acts:
        answer = await client.request(method, address, json=body, headers=as_(role))
        if role == "rival" and method == "DELETE":
            # Giving up is idempotent, so it is answered, and nothing is given up.
            assert answer.status_code in (200, 404)
            still = await client.get(f"{path}?{key}", headers=as_("admin"))
            assert still.status_code == 200
            continue
        assert answer.status_code == (404 if role == "rival" else status), (address, answer.text)


async def test_only_the_sender_claims_sees_and_uses_a_file(client: httpx.AsyncClient) -> None:
    content = picture(size=(64, 48))
    url = await begin(client, content)
    await put(client, url, content)
    assert (await claim(client, url, role="rival")).status_code == 404
    path = (await claim(client, url)).json()["objectPath"]
    assert (await claim(client, url, role="rival")).status_code == 404
    assert (await client.get(path, headers=as_("rival"))).status_code == 404
    told = {"title": "Mine now", "fileUrl": path}
    used = await client.post("/api/media", json=told, headers={**ORIGIN, **as_("rival")})
    assert used.status_code == 422
    own = await client.post("/api/media", json=told, headers={**ORIGIN, **as_("admin")})
    assert own.status_code == 201, own.text


async def test_a_private_file_is_not_reached_by_guessing(
    client: httpx.AsyncClient, club: Club, database: Database
) -> None:
    path = (await uploaded(client, picture()))["objectPath"]
    values = MediaWrite.model_validate({"title": "a", "fileUrl": path, "isPublic": False})
    with database.unit_of_work(write=True) as session:
        made = media.create_media(session, club.admin, values=values)
    id_, later = path.rpartition("/")[2], int(time.time()) + 600
    right = policy.viewing_signature(id_, later)
    wrong: tuple[Mapping[str, str], ...] = (
        {},
        {"expires": str(later)},
        {"expires": str(later + 1), "signature": right},
        {"expires": str(later), "signature": right[:-1]},
        {"expires": str(later), "signature": right.upper()},
        {"expires": "١٢٣", "signature": right},
        {"expires": "-1", "signature": policy.viewing_signature(id_, -1)},
        {"expires": "1", "signature": policy.viewing_signature(id_, 1)},
    )
    for query in wrong:
        for address in (path, f"{path}/320"):
            assert (await client.get(address, params=query)).status_code == 404, query
    for other in (f"{path}/", f"{path}/file", f"{path}/w320", f"{path}/0320", f"/objects//{id_}"):
        assert (await client.get(other)).status_code == 404, other
    signed = {"expires": str(later), "signature": right}
    assert (await client.get(path, params=signed)).status_code == 200
    with database.unit_of_work(write=True) as session:
        media.delete_media(session, club.admin, media_id=made.id)
    assert (await client.get(path, params=signed)).status_code == 404


async def test_a_file_that_is_claimed_many_times_at_once_is_stored_once(
    client: httpx.AsyncClient, club: Club, database: Database
) -> None:
    content = picture(size=(64, 48))
    url = await begin(client, content)
    await put(client, url, content)
    answers = await asyncio.gather(*(claim(client, url) for _ in range(6)))
    assert {one.status_code for one in answers} <= {200, 404, 409}, [one.text for one in answers]
    (path,) = {one.json()["objectPath"] for one in answers if one.status_code == 200}
    told = {"title": "Once", "fileUrl": path}
    headers = {**ORIGIN, **as_("admin")}
    posts = (client.post("/api/media", json=told, headers=headers) for _ in range(6))
    used = await asyncio.gather(*posts)
    assert sorted(one.status_code for one in used) == [201, *[422] * 5]
    assert (await client.get(path)).status_code == 200


async def test_a_sweep_during_a_claim_leaves_no_file(
    client: httpx.AsyncClient, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = picture(size=(64, 48))
    url = await begin(client, content)
    await put(client, url, content)
    examine = sweeping_meanwhile(database, monkeypatch)
    answer = await claim(client, url)
    assert (answer.status_code, examine) == (404, ["swept"])
    with clock.at(clock.now() + 3 * policy.UNUSED_FOR):
        sweeping.delete_orphans()
    folder = get_settings().data_dir / "uploads"
    assert [one for one in folder.rglob("*") if one.is_file()] == []


def sweeping_meanwhile(database: Database, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Let the files of a day ago be swept while a picture is drawn."""
    done, examine = list[str](), examining.examine

    def late(awaited: Awaited) -> Examined:
        examined = examine(awaited)
        with clock.at(clock.now() + 2 * policy.UNUSED_FOR):
            with database.unit_of_work(write=True) as session:
                sweeping.release_unused(session)
            sweeping.delete_some()
        # A slow worker stores the picture after that.
        store_late(awaited)
        done.append("swept")
        return examined

    def store_late(awaited: Awaited) -> None:
        source = get_settings().data_dir / "late"
        source.write_bytes(b"late")
        labels = policy.labels("a", "image/jpeg", policy.PRIVATE)
        storage().put(policy.whole_key(policy.PRIVATE, awaited.id), source, labels)

    monkeypatch.setattr(examining, "examine", late)
    return done

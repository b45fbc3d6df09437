"""R14: of 120 hostile files, names, addresses and claims, nothing harmful is stored or served."""

import io
from collections.abc import AsyncIterator, Iterator
from typing import Any

import httpx
import pytest
from PIL import Image

from rookiebattle import reactions
from rookiebattle.core.database.db import Database
from rookiebattle.settings import get_settings
from rookiebattle.uploads import service, sweeping
from rookiebattle.uploads.api.content import api as content_api
from rookiebattle.uploads.api.files import api as files_api
from rookiebattle.uploads.kinds import TYPES
from rookiebattle.uploads.schemas import MOST_BYTES
from tests.club import Club
from tests.door import HOME, ORIGIN, as_, opened_door
from tests.uploads.samples import begin, claim, picture, put
from tests.walls.hostile_files import MARK, Hostile, hostile_files

pytestmark = pytest.mark.anyio
FILES = hostile_files()
WANTED = 120
OTHER_TYPES = (
    *(
        "text/html",
        "image/svg+xml",
        "application/pdf",
        "image/*",
        "IMAGE/JPEG",
        "video/x-ms-wmv",
    ),
    *(
        "image/jpeg; charset=utf-8",
        "image/x-icon",
        "text/javascript",
        "application/x-php",
        "a" * 256,
    ),
)
SIZES: tuple[Any, ...] = (0, -1, MOST_BYTES + 1, 10**30, "many", 1.5, True, [1], {"$gt": 0})
NAMES = (
    *(
        "../../etc/passwd",
        "..\\..\\boot.ini",
        "a\0.jpg",
        "<script>.png",
        ".htaccess",
        "a.php.jpg",
    ),
    *('"; filename="evil.html', "a\r\nSet-Cookie: b=c.jpg", "\u202egpj.exe", "x" * 900, "", "…/…"),
)
ADDRESSES = (
    *("file:///etc/passwd", "http://169.254.169.254/latest/meta-data", "//elsewhere.example.org/a"),
    *("http://localhost:8000/objects/x", "javascript:alert(1)", "http://[", "\0", "incoming/../x"),
    f"{HOME}/api/objects/content/private/00000000-0000-4000-8000-000000000000",
    f"{HOME}/api/objects/content/incoming/00000000-0000-4000-8000-000000000000",
    f"{HOME}/api/objects/content/incoming/%2e%2e%2fprivate",
)
TAMPERED = {
    "another key": ("incoming/", "incoming/0"),
    "a longer life": ("expires=", "expires=9"),
    "a larger file": ("size=", "size=9"),
    "any size": ("size=", "size=-"),
    "another type": ("type=image%2Fjpeg", "type=text%2Fhtml"),
    "no type": ("type=image%2Fjpeg", "type="),
    "a part": ("part=0", "part=1"),
    "a form": ("&part=", "&upload=form&part="),
    "no signature": ("signature=", "sign="),
    "a letter for a digit": ("signature=", "signature=%C3%BC"),
    "an empty signature": ("signature=", "signature=&sign="),
    "a folder of its own": ("/incoming/", "/private/"),
    "a way upwards": ("/incoming/", "/incoming/../private/"),
}


def test_there_are_enough_of_them() -> None:
    others = (OTHER_TYPES, SIZES, NAMES, ADDRESSES, TAMPERED)
    assert len(FILES) + sum(map(len, others)) >= WANTED


@pytest.fixture
async def client(club: Club, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[httpx.AsyncClient]:
    reactions.connect()
    async with opened_door(club.actor, files_api, content_api, monkeypatch=monkeypatch) as one:
        yield one


def stored() -> Iterator[bytes]:
    """The content of every stored file, after the sweep."""
    while sweeping.delete_some():
        pass
    for file in (get_settings().data_dir / "uploads").rglob("*"):
        if file.is_file():
            yield file.read_bytes()


@pytest.mark.parametrize("hostile", FILES, ids=lambda one: one.what)
async def test_a_hostile_file_is_refused_or_cleaned(
    hostile: Hostile, client: httpx.AsyncClient, club: Club, database: Database
) -> None:
    url = await begin(client, hostile.content, hostile.mime_type)
    sent = await put(client, url, hostile.content, **{"content-type": hostile.mime_type})
    assert sent.status_code == 200, sent.text
    answer = await claim(client, url)
    if not hostile.is_cleaned:
        assert answer.status_code in (415, 422), answer.text
        assert [*stored()] == []
        return
    assert answer.status_code == 200, answer.text
    path = answer.json()["objectPath"]
    with database.unit_of_work(write=True) as session:
        service.attach(session, club.admin, object_path=path, is_public=True)
    shown = await client.get(path)
    assert shown.headers["content-type"] in TYPES
    if shown.headers["content-type"].startswith("image/"):
        drawn = Image.open(io.BytesIO(shown.content))
        passengers = {name: drawn.info.get(name) for name in ("icc_profile", "xmp")}
        assert (dict(drawn.getexif()), passengers) == ({}, {"icc_profile": None, "xmp": None})
    files = [*stored()]
    assert files
    assert not any(MARK in content for content in files)


@pytest.mark.parametrize(("field", "values"), [("mimeType", OTHER_TYPES), ("size", SIZES)])
async def test_other_types_and_sizes_are_not_announced(
    field: str, values: tuple[Any, ...], client: httpx.AsyncClient
) -> None:
    for value in values:
        told = {"fileName": "park.jpg", "mimeType": "image/jpeg", "size": 10, field: value}
        answer = await client.post("/api/objects/upload", json=told, headers=as_("admin"))
        assert answer.status_code in (413, 415, 422), told
    assert [*stored()] == []


@pytest.mark.parametrize("what", TAMPERED)
async def test_a_tampered_address_takes_nothing(what: str, client: httpx.AsyncClient) -> None:
    content = picture(size=(64, 48))
    url = await begin(client, content)
    before, after = TAMPERED[what]
    assert before in url
    answer = await put(client, url.replace(before, after, 1), content)
    assert answer.status_code in (403, 404, 422), answer.text
    assert [*stored()] == []


@pytest.mark.parametrize("url", ADDRESSES)
async def test_no_other_address_is_claimed_or_opened(url: str, client: httpx.AsyncClient) -> None:
    answer = await claim(client, url)
    assert answer.status_code in (404, 422), answer.text


async def test_files_of_others_are_not_claimed(client: httpx.AsyncClient, club: Club) -> None:
    content = picture(size=(64, 48))
    url = await begin(client, content)
    await put(client, url, content)
    for role in ("member", "organizer", "visitor"):
        answer = await claim(client, url, role=role)
        assert answer.status_code in (401, 403), role


@pytest.mark.parametrize("name", NAMES, ids=range(len(NAMES)))
async def test_a_name_becomes_harmless(
    name: str, client: httpx.AsyncClient, club: Club, database: Database
) -> None:
    content = picture(size=(64, 48))
    told = {"fileName": name, "mimeType": "image/jpeg", "size": len(content)}
    begun = await client.post("/api/objects/upload", json=told, headers=as_("admin"))
    url = begun.json()["uploadURL"]
    await put(client, url, content)
    claimed = (await claim(client, url)).json()
    shown = await client.get(claimed["objectPath"], headers=as_("admin"))
    disposition = shown.headers["content-disposition"]
    assert disposition.startswith("inline; filename*=UTF-8''")
    assert disposition.endswith(".jpg")
    assert not set('";\\/<>\r\n\0 ') & set(disposition.partition("''")[2])
    assert "set-cookie" not in shown.headers
    assert claimed["fileName"].endswith(".jpg")
    assert not set('\\/<>"\r\n\0\u202e') & set(claimed["fileName"])


async def test_a_body_without_its_length_is_refused(client: httpx.AsyncClient) -> None:
    content = picture(size=(64, 48))
    url = await begin(client, content)

    async def pieces() -> AsyncIterator[bytes]:
        yield content

    sent = await client.put(url, content=pieces(), headers={"content-type": "image/jpeg", **ORIGIN})
    assert sent.status_code == 400
    assert [*stored()] == []

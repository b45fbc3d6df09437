"""The contract of a storage, kept by the folder, by moto (meaning) and by rclone (signatures)."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest

from rookiebattle.core.database.db import new_id
from rookiebattle.core.errors import AppError, NotFound
from rookiebattle.integrations.storage.local import LocalStorage
from rookiebattle.integrations.storage.protocol import (
    SMALLEST_PART,
    FileHeaders,
    Limits,
    Part,
    WrongParts,
)
from tests.integrations.storage.stores import Store

pytestmark = pytest.mark.anyio
LABELS = FileHeaders("image/png", "inline; filename*=UTF-8''a.png", "private, no-store")
CONTENT = b"\x89PNG content"


def key_of(folder: str = "incoming") -> str:
    return f"{folder}/{new_id()}"


def stored(store: Store, tmp_path: Path, key: str, content: bytes = CONTENT) -> str:
    file = tmp_path / "source"
    file.write_bytes(content)
    store.storage.put(key, file, LABELS)
    return key


async def send(store: Store, url: str, content: bytes, mime_type: str = "") -> httpx.Response:
    headers = {"content-type": mime_type} if mime_type else {}
    return await store.client.put(url, content=content, headers=headers)


async def test_a_stored_file_is_found_read_copied_and_removed(store: Store, tmp_path: Path) -> None:
    key, storage = f"private/{new_id()}/file", store.storage
    assert storage.find(key) is None
    stored(store, tmp_path, key)
    found = storage.find(key)
    assert found is not None
    assert (found.key, found.size) == (key, len(CONTENT))
    assert abs(found.modified_at - datetime.now(UTC)) < timedelta(minutes=1)
    assert storage.read(key, start=1, length=3) == b"PNG"
    assert storage.read(key, start=0, length=4096) == CONTENT
    storage.fetch(key, tmp_path / "fetched")
    assert (tmp_path / "fetched").read_bytes() == CONTENT
    new_key = key.replace("private", "public")
    storage.copy(key, new_key, LABELS)
    assert [one.key for one in storage.below("public/")] == [new_key]
    assert storage.read(new_key, start=0, length=4) == CONTENT[:4]
    for folder in (key.rpartition("/")[0], new_key.rpartition("/")[0]):
        storage.remove(f"{folder}/")
        storage.remove(f"{folder}/")
    assert (storage.find(key), [*storage.below("public/")]) == (None, [])
    with pytest.raises(NotFound):
        storage.fetch(key, tmp_path / "nothing")


async def test_a_file_is_replaced(store: Store, tmp_path: Path) -> None:
    key = stored(store, tmp_path, key_of("private"))
    stored(store, tmp_path, key, b"other")
    assert store.storage.read(key, start=0, length=99) == b"other"
    store.storage.remove(key)
    assert store.storage.find(key) is None


async def test_a_signed_address_takes_exactly_what_it_was_made_for(store: Store) -> None:
    key = key_of()
    url = store.storage.put_address(key, Limits("image/png", len(CONTENT), 60))
    assert url.partition("?")[0] == store.storage.address(key)
    if store.checks_signatures:
        refused = [
            await send(store, url, CONTENT + b"x", "image/png"),
            await send(store, url, CONTENT[1:], "image/png"),
            await send(store, url, CONTENT, "text/html"),
            await send(store, url.partition("?")[0], CONTENT, "image/png"),
            await send(store, url.replace(key, key_of()), CONTENT, "image/png"),
            await send(store, url[:-1] + ("0" if url[-1] != "0" else "1"), CONTENT, "image/png"),
        ]
        assert [one.status_code for one in refused if one.status_code not in (400, 403, 422)] == []
        assert store.storage.find(key) is None
    assert (await send(store, url, CONTENT, "image/png")).status_code == 200
    assert store.storage.read(key, start=0, length=99) == CONTENT


@pytest.mark.parametrize("mime_type", ["", "image/png", "video/mp4"])
async def test_an_address_without_limits_takes_a_file_of_any_type_and_size(
    store: Store, mime_type: str
) -> None:
    key = key_of()
    url = store.storage.put_address(key, Limits("", None, 60))
    assert (await send(store, url, CONTENT, mime_type)).status_code == 200
    assert store.storage.read(key, start=0, length=4096) == CONTENT


async def test_an_address_expires(store: Store) -> None:
    key = key_of()
    url = store.storage.put_address(key, Limits("image/png", len(CONTENT), -5))
    if store.checks_signatures:
        assert (await send(store, url, CONTENT, "image/png")).status_code in (400, 403)
        assert store.storage.find(key) is None


async def test_a_large_file_is_sent_in_parts_and_goes_on(store: Store) -> None:
    key, storage = key_of(), store.storage
    upload = storage.begin_parts(key, mime_type="video/mp4")
    assert storage.parts(key, upload) == []
    first, last = bytes(SMALLEST_PART), b"the end"
    tags = {}
    for number, content in ((2, last), (1, first)):
        url = storage.part_address(key, upload, number, seconds=60)
        answer = await send(store, url, content)
        assert answer.status_code == 200, answer.text
        tags[number] = answer.headers["etag"].strip('"')
    parts = storage.parts(key, upload)
    assert parts == [Part(1, tags[1], len(first)), Part(2, tags[2], len(last))]
    assert (key, upload) in [(one, id_) for one, id_, _ in storage.open_parts()]
    storage.join_parts(key, upload, parts)
    assert storage.read(key, start=SMALLEST_PART - 1, length=99) == b"\0the end"
    with pytest.raises(NotFound):
        storage.parts(key, upload)


@pytest.mark.parametrize("store", ["local", "moto"], indirect=True)  # rclone forgets the file
async def test_parts_with_other_tags_are_refused(store: Store) -> None:
    key, storage = key_of(), store.storage
    upload = storage.begin_parts(key, mime_type="video/mp4")
    await send(store, storage.part_address(key, upload, 1, seconds=60), b"here")
    with pytest.raises(WrongParts):
        storage.join_parts(key, upload, [Part(1, "0" * 32, 0)])
    assert len(storage.parts(key, upload)) == 1


@pytest.mark.parametrize("store", ["local", "moto"], indirect=True)  # rclone takes a part once
async def test_a_part_may_be_sent_again(store: Store) -> None:
    key, storage = key_of(), store.storage
    upload = storage.begin_parts(key, mime_type="video/mp4")
    for content in (b"lost on its way", b"here"):
        url = storage.part_address(key, upload, 1, seconds=60)
        assert (await send(store, url, content)).status_code == 200
    (part,) = storage.parts(key, upload)
    assert part.size == len(b"here")
    storage.join_parts(key, upload, [part])
    assert storage.read(key, start=0, length=99) == b"here"


async def test_a_file_is_given_up_with_its_parts(store: Store) -> None:
    key, storage = key_of(), store.storage
    upload = storage.begin_parts(key, mime_type="video/mp4")
    await send(store, storage.part_address(key, upload, 1, seconds=60), b"here")
    storage.drop_parts(key, upload)
    storage.drop_parts(key, upload)
    with pytest.raises(NotFound):
        storage.parts(key, upload)
    assert storage.find(key) is None


@pytest.mark.parametrize("store", ["local", "moto"], indirect=True)  # rclone has no smallest part
async def test_small_parts_are_refused(store: Store) -> None:
    key, storage = key_of(), store.storage
    upload = storage.begin_parts(key, mime_type="video/mp4")
    for number in (1, 2):
        await send(store, storage.part_address(key, upload, number, seconds=60), b"small")
    with pytest.raises(WrongParts):
        storage.join_parts(key, upload, storage.parts(key, upload))


@pytest.mark.parametrize("store", ["local", "moto"], indirect=True)  # rclone takes no forms
async def test_a_form_takes_a_file_up_to_its_limit(store: Store) -> None:
    key = key_of()
    form = store.storage.form(key, Limits("image/png", 20, 60))
    assert form.fields["key"] == key
    if store.checks_signatures:
        for fields, content in (
            (form.fields, bytes(21)),
            ({**form.fields, "key": key_of()}, CONTENT),
            ({**form.fields, "Content-Type": "text/html"}, CONTENT),
        ):
            refused = await store.client.post(form.url, data=fields, files={"file": content})
            assert refused.status_code in (400, 403, 413), refused.text
        assert store.storage.find(key) is None
    sent = await store.client.post(form.url, data=dict(form.fields), files={"file": CONTENT})
    assert sent.status_code == 201, sent.text
    assert store.storage.read(key, start=0, length=99) == CONTENT
    assert f"{form.url}/{key}" == store.storage.address(key)


async def test_a_signed_address_serves_a_file(store: Store, tmp_path: Path) -> None:
    key = stored(store, tmp_path, key_of("private"))
    url = store.storage.get_address(key, seconds=60, caching="private, no-store")
    if store.kind == "local":
        assert url == ""  # the site serves these itself
        return
    answer = await store.client.get(url)
    assert (answer.status_code, answer.content) == (200, CONTENT)
    part = await store.client.get(url, headers={"range": "bytes=1-3"})
    assert part.content == b"PNG"


@pytest.mark.parametrize("key", ["../secret", "incoming/../../etc/passwd", "/etc/passwd", "a//b"])
def test_no_key_leads_out_of_the_folder(key: str, tmp_path: Path) -> None:
    with pytest.raises(AppError):
        LocalStorage(tmp_path).find(key)

"""A bucket that is down, slow or full is told in a sentence, and soon."""

import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from botocore.exceptions import ClientError

from rookiebattle.core.errors import AppError, NotFound
from rookiebattle.integrations.storage import s3
from rookiebattle.integrations.storage.chosen import local_storage, storage
from rookiebattle.integrations.storage.protocol import (
    AlreadyThere,
    FileHeaders,
    Limits,
    StorageDown,
    StorageFull,
    WrongParts,
)
from rookiebattle.integrations.storage.s3 import S3Storage, told
from rookiebattle.settings import get_settings
from tests.servers.programs import LOOPBACK, free_port
from tests.servers.storages import BUCKET, KEY, REGION, SECRET

LABELS = FileHeaders("image/png", "inline", "no-store")


@pytest.fixture
def silent() -> Iterator[int]:
    """The port of a server that accepts connections and never answers."""
    listening = socket.create_server((LOOPBACK, 0))
    yield listening.getsockname()[1]
    listening.close()


def bucket_at(address: str, monkeypatch: pytest.MonkeyPatch, public_url: str = "") -> S3Storage:
    for name, value in (
        ("S3_BUCKET", BUCKET),
        ("S3_ENDPOINT_URL", address),
        ("S3_PUBLIC_URL", public_url),
        ("AWS_ACCESS_KEY_ID", KEY),
        ("AWS_SECRET_ACCESS_KEY", SECRET),
        ("AWS_REGION", REGION),
    ):
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(s3, "READ_SECONDS", 0.2)
    monkeypatch.setattr(s3, "ATTEMPTS", 1)
    get_settings.cache_clear()
    chosen = storage()
    assert isinstance(chosen, S3Storage)
    assert local_storage() is None
    return chosen


def every_question(one: S3Storage, tmp_path: Path) -> Iterator[Callable[[], object]]:
    file = tmp_path / "file"
    file.write_bytes(b"content")
    yield lambda: one.find("a")
    yield lambda: [*one.below("a")]
    yield lambda: one.read("a", start=0, length=1)
    yield lambda: one.fetch("a", tmp_path / "fetched")
    yield lambda: one.put("a", file, LABELS)
    yield lambda: one.remove("a")
    yield lambda: one.begin_parts("a", mime_type="video/mp4")
    yield lambda: one.parts("a", "b")
    yield lambda: one.drop_parts("a", "b")
    yield lambda: [*one.open_parts()]


def test_a_bucket_that_is_down_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = bucket_at(f"http://{LOOPBACK}:{free_port()}", monkeypatch)
    for ask in every_question(one, tmp_path):
        with pytest.raises(StorageDown, match="can’t reach"):
            ask()
    # Signing needs no answer, so pages are drawn all the same.
    assert one.put_address("a", Limits("image/png", 1, 60)).startswith("http://127.0.0.1")


def test_a_bucket_that_never_answers_is_told_soon(
    silent: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = bucket_at(f"http://{LOOPBACK}:{silent}", monkeypatch)
    for ask in every_question(one, tmp_path):
        with pytest.raises(StorageDown):
            ask()


@pytest.mark.parametrize(
    ("code", "error"),
    [
        ("NoSuchKey", NotFound),
        ("NoSuchUpload", NotFound),
        ("QuotaExceeded", StorageFull),
        ("507", StorageFull),
        ("EntityTooSmall", WrongParts),
        ("PreconditionFailed", AlreadyThere),
        ("AccessDenied", StorageDown),
        ("SlowDown", StorageDown),
    ],
)
def test_every_refusal_has_its_sentence(code: str, error: type[AppError]) -> None:
    with pytest.raises(error), told():
        raise ClientError({"Error": {"Code": code}}, "PutObject")


def test_amazons_addresses_are_those_that_pages_may_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    one = bucket_at("", monkeypatch, public_url="https://files.example.org/")
    assert get_settings().storage_origins == (
        "https://club.s3.amazonaws.com",
        "https://club.s3.us-east-1.amazonaws.com",
        "https://files.example.org",
    )
    assert one.address("incoming/a").startswith(get_settings().storage_origins)
    form = one.form("incoming/a", Limits("image/png", 9, 60))
    assert form.url.startswith(get_settings().storage_origins)
    assert one.public_address("public/a/file") == "https://files.example.org/public/a/file"
    assert SECRET in get_settings().secrets

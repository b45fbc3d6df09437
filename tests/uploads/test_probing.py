"""The probe of the storage ends with words, and leaves nothing behind."""

import pytest
from botocore.exceptions import ClientError

from rookiebattle.core.errors import NotFound
from rookiebattle.core.jobs.jobs import JobFailed
from rookiebattle.integrations.storage.chosen import storage
from rookiebattle.integrations.storage.local import LocalStorage
from rookiebattle.integrations.storage.protocol import StorageDown
from rookiebattle.uploads.probing import PROBED, probe, probe_storage
from tests.servers.storages import StorageServer

pytestmark = pytest.mark.anyio


async def test_the_folder_is_probed() -> None:
    assert await probe_storage() == PROBED
    assert [*storage().below("incoming/")] == []


async def test_a_bucket_is_probed(
    rclone_server: StorageServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    rclone_server.choose(monkeypatch)
    assert await probe_storage() == PROBED
    assert [*storage().below("incoming/")] == []


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"S3_BUCKET": "of-nobody"}, "storing a file failed: NoSuchBucket"),
        ({"AWS_SECRET_ACCESS_KEY": "wrong"}, "storing a file failed: SignatureDoesNotMatch"),
        (
            {"S3_ENDPOINT_URL": "http://127.0.0.1:9"},
            "storing a file failed: EndpointConnectionError",
        ),
    ],
    ids=["bucket", "key", "address"],
)
def test_a_wrong_bucket_is_named(
    settings: dict[str, str],
    words: str,
    rclone_server: StorageServer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rclone_server.choose(monkeypatch, **settings)
    with pytest.raises(JobFailed) as failed:
        probe()
    assert str(failed.value) == words


def test_the_step_that_fails_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    refused = ClientError({"Error": {"Code": "AccessDenied"}}, "DeleteObject")

    def remove(_self: LocalStorage, _key: str) -> None:
        raise StorageDown() from refused

    monkeypatch.setattr(LocalStorage, "remove", remove)
    with pytest.raises(JobFailed, match="deleting a file failed: AccessDenied"):
        probe()
    monkeypatch.setattr(LocalStorage, "remove", lambda _self, _key: None)
    with pytest.raises(JobFailed, match="still there"):
        probe()
    monkeypatch.setattr(LocalStorage, "read", lambda *_args, **_kwargs: b"other")
    with pytest.raises(JobFailed, match="another content"):
        probe()


def test_an_error_without_a_cause_is_named_by_its_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    def read(*_args: object, **_kwargs: object) -> bytes:
        raise NotFound()

    monkeypatch.setattr(LocalStorage, "read", read)
    with pytest.raises(JobFailed, match="reading a file failed: NotFound"):
        probe()

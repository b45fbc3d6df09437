"""The storage that the settings choose: S3 with a bucket, otherwise a folder."""

from functools import lru_cache

from rookiebattle.integrations.storage.local import LocalStorage
from rookiebattle.integrations.storage.protocol import Storage
from rookiebattle.settings import Settings, get_settings


def storage() -> Storage:
    return _of(get_settings())


def local_storage() -> LocalStorage | None:
    """The storage of this process if it is a folder; S3 needs no help to receive and serve."""
    chosen = storage()
    return chosen if isinstance(chosen, LocalStorage) else None


@lru_cache(maxsize=1)
def _of(settings: Settings) -> Storage:
    if settings.s3_bucket:
        # boto3 takes half a second to import, so only sites with a bucket do.
        from rookiebattle.integrations.storage.s3 import S3Storage

        return S3Storage(settings)
    return LocalStorage(settings.data_dir / "uploads")

"""The storage that the settings choose: S3 with a bucket, otherwise a folder."""

from functools import lru_cache

from rookiebattle.integrations.storage.local import LocalStorage
from rookiebattle.integrations.storage.protocol import Storage
from rookiebattle.settings import Settings, get_settings


def storage() -> Storage:
    """The storage of this process."""
    return _of(get_settings())


def local_storage() -> LocalStorage | None:
    """The storage of this process if it is a folder; S3 needs no help to receive and serve."""
    chosen = storage()
    return chosen if isinstance(chosen, LocalStorage) else None


@lru_cache(maxsize=1)
def _of(settings: Settings) -> Storage:
    return LocalStorage(settings.data_dir / "objects")

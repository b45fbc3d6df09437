"""The data folder of a running site: held by one server at a time, and closed to other users."""

import fcntl
import os
import stat
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from rookiebattle.manage.console import CannotContinue
from rookiebattle.settings import Settings

SQLITE = "sqlite:///"


def hold(settings: Settings) -> tuple[int, ...]:
    """Make the data folder and lock it, until this process and its heirs have ended.

    Servers without Redis do not tell each other what changed, so only one may use the folder.
    Returns the descriptors of the locks: a child that inherits them holds the locks too. The
    kernel frees them when the last of these processes ends, however it ends.
    """
    how = fcntl.LOCK_SH if settings.redis_url else fcntl.LOCK_EX
    try:
        settings.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptors = tuple(os.open(path, flags, 0o600) for path, flags in _locks(settings))
    except OSError as failed:
        raise CannotContinue(
            f"{failed.filename} cannot be opened or made ({failed.strerror}). Free some space, "
            "make it yours, or choose another folder with DATA_DIR."
        ) from failed
    with ExitStack() as given_up:
        for descriptor in descriptors:
            given_up.callback(os.close, descriptor)
        for descriptor in descriptors:
            _lock(descriptor, how, settings.data_dir)
        given_up.pop_all()
    return descriptors


@contextmanager
def held_alone(settings: Settings) -> Iterator[None]:
    """Hold the data folder against every server, also those that share data through Redis."""
    descriptors = hold(settings.model_copy(update={"redis_url": ""}))
    try:
        yield
    finally:
        for descriptor in descriptors:
            os.close(descriptor)


def _locks(settings: Settings) -> list[tuple[Path, int]]:
    """Each file to lock and the flags to open it: the folder, and one beside an SQLite elsewhere.

    The SQLite file itself must not be locked: on some systems that locks SQLite out.
    """
    found = [(settings.data_dir, os.O_RDONLY)]
    file = Path(settings.database_url.removeprefix(SQLITE))
    if settings.database_url.startswith(SQLITE) and file.parent != settings.data_dir:
        found.append((file.with_name(f"{file.name}.lock"), os.O_RDONLY | os.O_CREAT))
    return found


def _lock(descriptor: int, how: int, folder: Path) -> None:
    try:
        fcntl.flock(descriptor, how | fcntl.LOCK_NB)
    except BlockingIOError:
        raise CannotContinue(
            f"A site is already running on the data in {folder}. Stop it first, or give this one "
            "data of its own with DATA_DIR. Servers share data only through Redis (REDIS_URL)."
        ) from None
    except OSError as failed:
        print(
            f"· The data in {folder} cannot be locked ({failed.strerror}). "
            "Never start two servers on it.",
            flush=True,
        )


def warn_if_open(settings: Settings) -> None:
    """Tell the operator when other users of this machine may look into the data folder."""
    mode = stat.S_IMODE(settings.data_dir.stat().st_mode)
    if mode & (stat.S_IRWXG | stat.S_IRWXO):
        print(
            f"· Other users of this machine can look into the folder {settings.data_dir}. "
            f"To close it: chmod 700 {settings.data_dir}",
            flush=True,
        )

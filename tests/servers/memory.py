"""Where data of tests lies that claim nothing about a disk: in this machine's memory."""

import os
import shutil
from functools import cache
from pathlib import Path

SHARED_MEMORY = Path("/dev/shm")  # noqa: S108  # only folders made by tempfile and pytest, private
ENOUGH_BYTES = 4_000_000_000


@cache
def memory_folder() -> Path | None:
    """The folder, where this machine has one with room, in which programs may also be started."""
    if (
        not os.access(SHARED_MEMORY, os.W_OK)
        or shutil.disk_usage(SHARED_MEMORY).free < ENOUGH_BYTES
    ):
        return None
    runs_nothing = os.statvfs(SHARED_MEMORY).f_flag & os.ST_NOEXEC
    return None if runs_nothing else SHARED_MEMORY

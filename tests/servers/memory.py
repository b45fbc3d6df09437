"""A folder in memory, for the data of tests that do not depend on a disk."""

import os
import shutil
from functools import cache
from pathlib import Path

SHARED_MEMORY = Path("/dev/shm")  # noqa: S108  # only private folders, made by tempfile and pytest
ENOUGH_BYTES = 4_000_000_000


@cache
def memory_folder() -> Path | None:
    """The folder, if there is one with enough room from which programs may be started."""
    if (
        not os.access(SHARED_MEMORY, os.W_OK)
        or shutil.disk_usage(SHARED_MEMORY).free < ENOUGH_BYTES
    ):
        return None
    runs_nothing = os.statvfs(SHARED_MEMORY).f_flag & os.ST_NOEXEC
    return None if runs_nothing else SHARED_MEMORY

"""The probe of the storage: a small file is stored, read and deleted, once a day and when asked."""

from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from anyio import to_thread

from rookiebattle.core.database.db import new_id
from rookiebattle.core.errors import AppError
from rookiebattle.core.jobs.jobs import Job, JobFailed
from rookiebattle.core.jobs.jobs_table import STORAGE
from rookiebattle.integrations.storage.chosen import storage
from rookiebattle.integrations.storage.protocol import FileHeaders, reason_of
from rookiebattle.uploads import policy

CONTENT = b"Rookie Battle stores, reads and deletes this file to see whether it can."
OTHER_CONTENT = "another content was read than was stored"
STILL_THERE = "the file is still there after it was deleted"
PROBED = "stored, read and deleted a file"


def probe() -> None:
    """Raises JobFailed with the step that failed, and why, without any address or key."""
    # A probe that breaks off leaves a file, which is deleted there with others of no upload.
    key, step = policy.incoming(new_id()), "storing"
    try:
        with TemporaryDirectory() as folder:
            file = Path(folder, "probe")
            file.write_bytes(CONTENT)
            storage().put(key, file, FileHeaders("text/plain", "attachment", policy.FOR_NOBODY))
        step = "reading"
        if storage().read(key, start=0, length=len(CONTENT)) != CONTENT:
            raise JobFailed(OTHER_CONTENT)
        step = "deleting"
        storage().remove(key)
        step = "looking for"
        if storage().find(key) is not None:
            raise JobFailed(STILL_THERE)
    except AppError as failed:
        raise JobFailed(f"{step} a file failed: {reason_of(failed)}") from failed


async def probe_storage() -> str:
    """The probe as a job."""
    await to_thread.run_sync(probe)
    return PROBED


PROBING = Job(STORAGE, timedelta(days=1), probe_storage)

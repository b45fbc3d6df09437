"""Keeps the storage as the table says: deletes, publishes, hides, removes what nothing uses."""

import logging
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta

from anyio import to_thread
from sqlalchemy.orm import Session

from rookiebattle.core import clock
from rookiebattle.core.database.db import get_database
from rookiebattle.core.errors import AppError, NotFound, Unavailable
from rookiebattle.core.jobs.jobs import Job, Queue
from rookiebattle.core.jobs.queues import Standing
from rookiebattle.core.wakeup import FILES
from rookiebattle.integrations.storage.chosen import local_storage, storage
from rookiebattle.integrations.storage.protocol import FoundFile
from rookiebattle.uploads import policy, queries
from rookiebattle.uploads.queries import Row

LOOK_AGAIN_SECONDS = 60.0
ORPHANS_EVERY = timedelta(hours=6)
AT_ONCE, MOST_FAILURES = 50, 3
INCOMING = "incoming/"
"""A file that was sent lies there under its id; a stored one has a folder for itself."""
OPEN = f"{policy.PUBLIC}/"
FOLDERS = (INCOMING, f"{policy.PRIVATE}/", OPEN)
log = logging.getLogger(__name__)


class _Files(Queue):
    did = "deleted or moved"

    def standings(self, session: Session) -> list[Standing]:
        moves = bool(storage().public_address("file"))
        return [Standing("files", queries.count_waiting(session, with_misplaced=moves))]


QUEUE = _Files("files", FILES)


async def keep_storage() -> None:
    """Delete and move stored files until canceled. Several workers may do so without harm."""
    await QUEUE.keep_looking(_work_off, LOOK_AGAIN_SECONDS)


async def _work_off() -> bool:
    return await to_thread.run_sync(delete_some) or await to_thread.run_sync(move_some)


def delete_some() -> bool:
    """Delete some files that were released, and note it; False when none was deleted.

    After a crash between the two the files are deleted again, which is harmless.
    """
    with get_database().unit_of_work(write=False) as session:
        rows = queries.released(session, AT_ONCE)
    deleted = _each(rows, _delete, "deleted")
    if deleted:
        with get_database().unit_of_work(write=True) as session:
            queries.mark_deleted(session, [row.id for row in deleted])
    return bool(deleted)


def _each(rows: Sequence[Row], work: Callable[[Row], None], done: str) -> list[Row]:
    """Those rows for which the work was done. A file that fails is named, and stops no other.

    After some failures the storage is probably down, so the rest waits.
    """
    worked, failures = [], 0
    for row in rows:
        if failures == MOST_FAILURES:
            break
        try:
            work(row)
        except AppError as failed:
            failures += 1
            reason = type(failed).__name__
            log.warning("the file of upload %s could not be %s: %s", row.id, done, reason)
        else:
            worked.append(row)
    return worked


def _delete(row: Row) -> None:
    for place in (policy.PRIVATE, policy.PUBLIC):
        storage().remove(policy.folder_of(place, row.id))
    if row.parts_id:
        storage().drop_parts(policy.incoming(row.id), row.parts_id)
    storage().remove(policy.incoming(row.id))


def move_some() -> bool:
    """Copy some files to where everybody may read them, or remove them there; False for none.

    Only a storage with a public address has such a place. The file itself always stays in the
    private one: several workers may publish and hide it at once, and none can lose it.
    """
    if not storage().public_address("file"):
        return False
    with get_database().unit_of_work(write=False) as session:
        rows = queries.misplaced(session, AT_ONCE)
    return bool(_each(rows, _move, "moved"))


def _move(row: Row) -> None:
    try:
        (_publish if row.is_public else _hide)(row)
    except NotFound:
        # Another worker may have moved the file, or the item may be gone.
        with get_database().unit_of_work(write=False) as session:
            if queries.is_misplaced(session, row.id):
                raise


def _publish(row: Row) -> None:
    wanted = _keys_of(row, policy.PUBLIC)
    for key in wanted:
        _copy(row, key, policy.PRIVATE, policy.PUBLIC)
    with get_database().unit_of_work(write=True) as session:
        is_noted = queries.note_published(session, row.id)
    if not is_noted:
        # Somebody has hidden or deleted the item meanwhile.
        storage().remove(policy.folder_of(policy.PUBLIC, row.id))
    elif not all(map(storage().find, wanted)):
        # Another worker was still hiding the file, and has removed these copies.
        _note_hidden(row)


def _hide(row: Row) -> None:
    for key in _keys_of(row, policy.PRIVATE):
        if storage().find(key) is None:
            # An earlier version kept a public file in the public place alone.
            _copy(row, key, policy.PUBLIC, policy.PRIVATE)
    # Removed before it is noted, so that a storage that fails is asked again.
    storage().remove(policy.folder_of(policy.PUBLIC, row.id))
    _note_hidden(row)


def _copy(row: Row, key: str, from_place: str, place: str) -> None:
    mime_type = _keys_of(row, place)[key]
    labels = policy.labels(row.file_name, mime_type, place)
    storage().copy(key.replace(place, from_place, 1), key, labels)


def _note_hidden(row: Row) -> None:
    """Note that the public place has nothing of the file, whatever the item wants by now.

    A file that is to be public is misplaced then, and published again.
    """
    with get_database().unit_of_work(write=True) as session:
        queries.note_hidden(session, row.id)


def _keys_of(row: Row, place: str) -> dict[str, str]:
    """The keys of a file and of its copies, with their types."""
    copies = {policy.copy_key(place, row.id, width): "image/webp" for width in row.copies}
    return {policy.whole_key(place, row.id): row.mime_type, **copies}


async def remove_orphans() -> str:
    """Delete stored files that belong to no upload; returns how many there were."""
    return f"{await to_thread.run_sync(delete_orphans)} found"


REMOVING_ORPHANS = Job("orphans", ORPHANS_EVERY, remove_orphans)


def delete_orphans() -> int:
    """Delete stored files that belong to no upload: a crash may leave some. Returns how many."""
    before, found = clock.now() - policy.UNUSED_FOR, 0
    for id_, prefix in _orphans(before):
        found += 1
        log.warning("a stored file of no upload is deleted: %s%s", prefix, id_)
        try:
            storage().remove(policy.incoming(id_) if prefix == INCOMING else f"{prefix}{id_}/")
        except AppError as failed:
            log.warning("it could not be deleted: %s", type(failed).__name__)
    for key, parts_id, began in storage().open_parts():
        if began < before and not _known({key.rpartition("/")[2]}, INCOMING):
            storage().drop_parts(key, parts_id)
    if local := local_storage():
        local.forget_drafts()
    return found


def _orphans(before: datetime) -> Iterator[tuple[str, str]]:
    for prefix in FOLDERS:
        old: set[str] = set()
        for found in storage().below(prefix):
            if found.modified_at < before:
                old.add(_id_in(found))
        for id_ in sorted(old - _known(old, prefix)):
            yield id_, prefix


def _id_in(found: FoundFile) -> str:
    return found.key.split("/")[1]


def _known(ids: set[str], prefix: str) -> set[str]:
    """Those whose files belong there.

    A file that was sent is of no use once it was claimed, and neither is a public copy of a file
    that is hidden: a crash may leave both.
    """
    with get_database().unit_of_work(write=False) as session:
        if prefix == OPEN:
            return queries.published_ids(session, ids)
        return queries.known_ids(session, ids, awaited=prefix == INCOMING)


def release_unused(session: Session) -> None:
    """Release what was sent and is not used by any item after a day; called every hour."""
    before = clock.now() - policy.UNUSED_FOR
    queries.release_unused(session, before)
    queries.forget_deleted(session, before)


def lost_files(session: Session) -> list[str]:
    """Sentences about uploads whose files are missing, and about files of no upload."""
    try:
        stored = {found.key: found for prefix in FOLDERS for found in storage().below(prefix)}
    except (Unavailable, NotFound):
        return ["the file storage cannot be reached"]
    rows = queries.kept(session)
    wanted = {key: row.id for row in rows for key in _keys_of(row, row.place)}
    missing = {id_ for key, id_ in wanted.items() if key not in stored}
    before = clock.now() - 2 * policy.UNUSED_FOR
    old = {_id_in(one) for one in stored.values() if one.modified_at < before}
    extra = old - queries.known_ids(session, old, awaited=False)
    copies = {_id_in(one) for key, one in stored.items() if key.startswith(OPEN)} & old
    exposed = copies - extra - queries.published_ids(session, copies)
    return [
        *(f"the file of upload {id_} is missing" for id_ in sorted(missing)),
        *(f"a file is stored for {id_}, which is no upload" for id_ in sorted(extra)),
        *(f"anyone can read the hidden file of upload {id_}" for id_ in sorted(exposed)),
    ]

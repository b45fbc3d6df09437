"""Claims: a file that was sent is examined, drawn anew if it is a picture, and stored for good."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from anyio import to_thread

from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.work import Threads, run
from rookiebattle.core.errors import Invalid, NotFound, TooLarge, Unavailable, UnsupportedType
from rookiebattle.integrations.pictures import drawing
from rookiebattle.integrations.storage.chosen import storage
from rookiebattle.uploads import beginning, policy, service
from rookiebattle.uploads.kinds import HEAD_BYTES, TYPES, is_picture, type_of
from rookiebattle.uploads.models import PRIVATE
from rookiebattle.uploads.schemas import MOST_BYTES, Awaited, Examined, FileClaim, FileClaimed
from rookiebattle.uploads.videos import clean
from rookiebattle.uploads.wording import NOT_ARRIVED, WRONG_TYPE, too_large

Draw = Callable[[Path, Path], drawing.DrawnPicture]
_drawing = Threads("examining", 1)
"""Drawing takes a core for seconds and much memory, so others wait for it."""


async def claim(actor: Actor, *, values: FileClaim) -> FileClaimed:
    """Store the file that the actor sent to this address; a repeated claim gets the same answer.

    A file that cannot be stored is deleted at once.
    """
    if isinstance(claimed := await _find(actor, values), FileClaimed):
        return claimed
    async with _drawing.here():
        try:
            return await _claim(actor, values)
        except NotFound:
            # The same claim was sent to another worker, which was done first.
            if isinstance(claimed := await _find(actor, values), FileClaimed):
                return claimed
            raise


async def _find(actor: Actor, values: FileClaim) -> Awaited | FileClaimed:
    return await run(
        service.find_awaited, actor, file_url=values.file_url, is_repeated=values.is_repeated
    )


async def _claim(actor: Actor, values: FileClaim) -> FileClaimed:
    # An earlier claim of the same file may have ended while this one waited for its turn.
    awaited = await _find(actor, values)
    if isinstance(awaited, FileClaimed):
        return awaited
    awaited = replace(awaited, file_name=values.file_name or awaited.file_name)
    if not awaited.is_known:
        await _note(actor, awaited)
    try:
        examined = await to_thread.run_sync(partial(examine, awaited))
    except (Invalid, TooLarge, UnsupportedType):
        await run(service.refuse, actor, upload_id=awaited.id)
        raise
    claimed = await run(
        service.finish, actor, upload_id=awaited.id, examined=examined, file_name=awaited.file_name
    )
    # Files that a failure leaves are swept.
    with suppress(Unavailable):
        await to_thread.run_sync(storage().remove, awaited.key)
    return claimed


async def _note(actor: Actor, awaited: Awaited) -> None:
    """Write the row of a file that was sent with a form. Its type is not known before it is read.

    Raises NotFound when nothing has arrived, and TooManyRequests when it is too much for a day.
    """
    found = await to_thread.run_sync(storage().find, awaited.key)
    if found is None:
        raise NotFound(NOT_ARRIVED)
    await run(
        beginning.promise,
        actor,
        upload_id=awaited.id,
        file_name=awaited.file_name,
        mime_type=TYPES[0],
        size=found.size,
    )


def examine(awaited: Awaited, draw: Draw = drawing.draw) -> Examined:
    """Look into the file and store it for good. Raises UnsupportedType, TooLarge or Invalid."""
    found = storage().find(awaited.key)
    if found is None:
        raise NotFound(NOT_ARRIVED)
    # Most wrong files are refused before they are fetched.
    _kind_of(found.size, storage().read(awaited.key, start=0, length=HEAD_BYTES))
    try:
        with TemporaryDirectory() as folder:
            return replace(_examine_copy(awaited, Path(folder), draw), sent=found.size)
    except OSError as failed:
        # The folder for temporary files is full, or cannot be written.
        raise Unavailable() from failed


def _examine_copy(awaited: Awaited, folder: Path, draw: Draw) -> Examined:
    """Fetch the file and store it for good. The copy decides: the address may take another file."""
    source = folder / "source"
    storage().fetch(awaited.key, source)
    with source.open("rb") as copy:
        mime_type = _kind_of(source.stat().st_size, copy.read(HEAD_BYTES))
    if is_picture(mime_type):
        return _store_picture(awaited, source, draw)
    clean(source, mime_type)
    _store(awaited, source, mime_type)
    return Examined(mime_type, source.stat().st_size)


def _kind_of(size: int, head: bytes) -> str:
    """The type of a file of this size that begins so. Raises TooLarge or UnsupportedType."""
    if size > MOST_BYTES:
        raise TooLarge(too_large(MOST_BYTES))
    mime_type = type_of(head)
    if mime_type is None:
        raise UnsupportedType(WRONG_TYPE)
    return mime_type


def _store_picture(awaited: Awaited, source: Path, draw: Draw) -> Examined:
    made = source.with_name("made")
    made.mkdir()
    drawn = draw(source, made)
    for width in drawn.copies:
        key = policy.copy_key(PRIVATE, awaited.id, width)
        labels = policy.labels(awaited.file_name, "image/webp", PRIVATE)
        storage().put(key, made / f"w{width}", labels)
    _store(awaited, made / "file", drawn.mime_type)
    return Examined(
        drawn.mime_type,
        (made / "file").stat().st_size,
        drawn.width,
        drawn.height,
        drawn.placeholder,
        tuple(drawn.copies),
    )


def _store(awaited: Awaited, file: Path, mime_type: str) -> None:
    key = policy.whole_key(PRIVATE, awaited.id)
    storage().put(key, file, policy.labels(awaited.file_name, mime_type, PRIVATE))

"""Verbs of the upload helper: large files in parts, and files that are sent with a form.

The storage is asked outside of transactions, so a slow one never holds up other writers.
"""

from functools import partial

from sqlalchemy.orm import Session

from rookiebattle.core.actor import Actor
from rookiebattle.core.audit import DAY, record
from rookiebattle.core.database.db import writes
from rookiebattle.core.doors.work import Threads, run
from rookiebattle.core.errors import (
    AppError,
    Conflict,
    Forbidden,
    NotFound,
    TooLarge,
    UnsupportedType,
)
from rookiebattle.core.limits import Limiter
from rookiebattle.core.permissions import Permission
from rookiebattle.core.values.ids import known_id
from rookiebattle.integrations.storage.chosen import storage
from rookiebattle.integrations.storage.protocol import AlreadyThere, Form, Limits, Part
from rookiebattle.settings import get_settings
from rookiebattle.uploads import beginning, policy, queries, service
from rookiebattle.uploads.kinds import TYPES
from rookiebattle.uploads.models import UploadState
from rookiebattle.uploads.schemas import PartOfFile, PartsBegin, PartsBegun, PartsWhole
from rookiebattle.uploads.wording import COMPLETED, NOT_YOURS, WRONG_TYPE, too_large

AT_ONCE = 16
_forms = Limiter(rate=100, seconds=DAY.total_seconds(), name="forms")
"""Nothing else counts the files that are sent with forms and never claimed."""
_asking = Threads("storage", AT_ONCE)
"""Questions to the storage have threads of their own, because it may be slow."""


async def begin(actor: Actor, *, values: PartsBegin) -> PartsBegun:
    """Begin a file that is sent in parts."""
    upload_id = await run(
        beginning.promise, actor, file_name=values.filename, mime_type=values.type, size=0
    )
    key = policy.incoming(upload_id)
    try:
        parts_id = await _asking.run(partial(storage().begin_parts, key, mime_type=values.type))
    except AppError:
        # A file that nobody can send must not count among those of the day.
        await run(service.refuse, actor, upload_id=upload_id)
        raise
    await run(_note_begun, actor, upload_id=upload_id, parts_id=parts_id)
    return PartsBegun(key=key, upload_id=upload_id, bucket=_bucket())


def _bucket() -> str:
    return get_settings().s3_bucket or "local"


@writes
def _note_begun(session: Session, actor: Actor, *, upload_id: str, parts_id: str) -> None:
    service.own(session, actor, upload_id=upload_id, lock=True)
    queries.change(session, upload_id, parts_id=parts_id)


def find_open(session: Session, actor: Actor, *, upload_id: str, key: str) -> str:
    """The storage's id of a file that is sent in parts. Raises NotFound, Conflict when it is
    complete."""
    actor.require_reach(Permission.ALL_UPLOAD_CREATE)
    row = service.own(session, actor, upload_id=known_id(upload_id, NOT_YOURS))
    if key != policy.incoming(row.id):
        raise NotFound(NOT_YOURS)
    if row.state != UploadState.BEGUN or (row.parts_id is None and row.size):
        raise Conflict(COMPLETED)
    if row.parts_id is None:
        raise NotFound(NOT_YOURS)
    return str(row.parts_id)


async def addresses(
    actor: Actor, *, upload_id: str, key: str, numbers: tuple[int, ...]
) -> dict[int, str]:
    """A signed address for each of these parts."""
    parts_id = await run(find_open, actor, upload_id=upload_id, key=key)

    def sign() -> dict[int, str]:
        seconds = policy.SENT_WITHIN
        return {
            number: storage().part_address(key, parts_id, number, seconds=seconds)
            for number in numbers
        }

    return await _asking.run(sign)


async def arrived(actor: Actor, *, upload_id: str, key: str) -> list[PartOfFile]:
    """The parts that have arrived, so that a client goes on where it was interrupted."""
    parts_id = await run(find_open, actor, upload_id=upload_id, key=key)
    found = await _asking.run(partial(storage().parts, key, parts_id))
    return [
        PartOfFile(part_number=part.number, tag=f'"{part.tag}"', size=part.size) for part in found
    ]


async def complete(
    actor: Actor, *, upload_id: str, key: str, parts: list[PartOfFile]
) -> PartsWhole:
    """Make the file out of its parts. A file that is too large is deleted."""
    parts_id = await run(find_open, actor, upload_id=upload_id, key=key)
    wanted = [Part(part.part_number, part.tag.strip('"'), 0) for part in parts]
    size = await _asking.run(partial(_join, key, parts_id, wanted))
    if size > policy.MOST_IN_PARTS:
        await run(service.refuse, actor, upload_id=upload_id)
        raise TooLarge(too_large(policy.MOST_IN_PARTS))
    await run(_note_complete, actor, upload_id=upload_id, size=size)
    return PartsWhole(location=storage().address(key), key=key, bucket=_bucket())


def _join(key: str, parts_id: str, parts: list[Part]) -> int:
    """Returns the size. After a crash the file may have been joined before."""
    try:
        storage().join_parts(key, parts_id, parts)
    except (NotFound, AlreadyThere):
        if storage().find(key) is None:
            raise
        storage().drop_parts(key, parts_id)
    found = storage().find(key)
    if found is None:
        raise NotFound(NOT_YOURS)
    return found.size


@writes
def _note_complete(session: Session, actor: Actor, *, upload_id: str, size: int) -> None:
    row = service.own(session, actor, upload_id=upload_id, lock=True)
    if row.parts_id is not None:
        queries.change(session, row.id, parts_id=None, size=size)
        record(session, actor, beginning.COMPLETED, row.id, bytes=size)


@writes
def abort(session: Session, actor: Actor, *, upload_id: str, key: str) -> None:
    """Give up a file. Doing so again changes nothing. Raises NotFound for files of others."""
    actor.require_reach(Permission.ALL_UPLOAD_CREATE)
    row = queries.by_id(session, known_id(upload_id, NOT_YOURS), lock=True)
    if row is None or row.user_id != actor.user_id or key != policy.incoming(row.id):
        raise NotFound(NOT_YOURS)
    if row.state == UploadState.BEGUN:
        service.let_go(session, row.id)


async def offer_form(actor: Actor, *, mime_type: str) -> Form:
    """A form with which a file of any size up to the limit is sent at once.

    It is asked for with GET, so it writes nothing: the row is written when the file is claimed. The
    id shows whose file it is.
    """
    actor.require_reach(Permission.ALL_UPLOAD_CREATE)
    if beginning.is_stranger(actor):
        # A file of a form counts only when it is claimed, so a stranger could fill the storage.
        raise Forbidden()
    if mime_type not in TYPES:
        raise UnsupportedType(WRONG_TYPE)
    _forms.take(actor.user_id)
    limits = Limits(mime_type, policy.MOST_IN_PARTS, policy.SENT_WITHIN)
    key = policy.incoming(policy.id_for(actor.user_id))
    return await _asking.run(partial(storage().form, key, limits))

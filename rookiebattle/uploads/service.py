"""Verbs of uploads: beginning, claiming, attaching to an item, showing, releasing."""

from collections.abc import Collection
from urllib.parse import urlsplit

from sqlalchemy.orm import Session

from rookiebattle import routes
from rookiebattle.core.actor import Actor
from rookiebattle.core.audit import record
from rookiebattle.core.database.db import on_commit, writes
from rookiebattle.core.errors import Conflict, Invalid, NotFound, TooLarge
from rookiebattle.core.permissions import Permission
from rookiebattle.core.values.ids import known_id
from rookiebattle.core.wakeup import FILES
from rookiebattle.integrations.storage.chosen import storage
from rookiebattle.integrations.storage.protocol import AlreadyThere, Limits
from rookiebattle.uploads import policy, queries
from rookiebattle.uploads.beginning import COMPLETED, promise
from rookiebattle.uploads.kinds import TYPES, is_picture
from rookiebattle.uploads.models import GONE, UploadState
from rookiebattle.uploads.queries import Row
from rookiebattle.uploads.schemas import (
    MOST_BYTES,
    Awaited,
    Examined,
    FileClaimed,
    StoredFile,
    UploadBegun,
    UploadWrite,
)
from rookiebattle.uploads.view import address_of
from rookiebattle.uploads.wording import (
    CLAIMED_BEFORE,
    MISSING,
    NO_PICTURE,
    NOT_ARRIVED,
    NOT_YOURS,
    USED,
    too_large,
)

CLAIMED = "upload.claimed"


@writes
def begin(session: Session, actor: Actor, *, values: UploadWrite) -> UploadBegun:
    """Promise to take a file of at most 50 MB; returns the address to which it is sent.

    A type and a size that are not known yet are found when the file is claimed.
    """
    actor.require_reach(Permission.ALL_UPLOAD_CREATE)
    if values.size and values.size > MOST_BYTES:
        raise TooLarge(too_large(MOST_BYTES))
    id_ = promise(
        session,
        actor,
        file_name=values.file_name,
        mime_type=values.mime_type or TYPES[0],
        size=values.size or 0,
        most=MOST_BYTES,
    )
    limits = Limits(values.mime_type or "", values.size, policy.SENT_WITHIN)
    return UploadBegun(upload_url=storage().put_address(policy.incoming(id_), limits))


def find_awaited(
    session: Session, actor: Actor, *, file_url: str, is_repeated: bool = False
) -> Awaited | FileClaimed:
    """The upload that an address belongs to: to be examined, or claimed already.

    Raises NotFound for addresses of others, and Conflict for a file that was claimed, unless the
    claim is repeated and no item uses the file.
    """
    actor.require_reach(Permission.ALL_UPLOAD_CREATE)
    id_ = _id_in(file_url)
    if policy.is_id_for(actor.user_id, id_) and queries.by_id(session, id_) is None:
        return Awaited(id_, policy.incoming(id_), "", is_known=False)
    row = own(session, actor, upload_id=id_)
    if row.state == UploadState.BEGUN and row.parts_id is None:
        return Awaited(row.id, policy.incoming(row.id), row.file_name)
    if row.state == UploadState.BEGUN:
        raise NotFound(NOT_ARRIVED)
    if row.state == UploadState.CLAIMED and is_repeated:
        return _claimed(queries.stored_file(row))
    raise Conflict(CLAIMED_BEFORE if row.state == UploadState.CLAIMED else USED)


def _id_in(file_url: str) -> str:
    """The id in an address of our storage. The address itself is never opened."""
    try:
        asked = urlsplit(file_url)
        bare = asked._replace(query="", fragment="").geturl()
    except ValueError:
        raise NotFound(NOT_YOURS) from None
    id_ = known_id(asked.path.rpartition("/")[2], NOT_YOURS)
    address = storage().address(policy.incoming(id_))
    if bare not in (address, urlsplit(address).path):
        raise NotFound(NOT_YOURS)
    return id_


def own(session: Session, actor: Actor, *, upload_id: str, lock: bool = False) -> Row:
    """The row of an upload of the actor that is not released. Raises NotFound."""
    row = queries.by_id(session, upload_id, lock=lock)
    if row is None or row.user_id != actor.user_id or row.state in GONE:
        raise NotFound(NOT_YOURS)
    return row


def _claimed(stored: StoredFile) -> FileClaimed:
    return FileClaimed(
        object_path=stored.object_path,
        file_name=stored.file_name,
        mime_type=stored.mime_type,
        file_size=stored.size,
        width=stored.width,
        height=stored.height,
    )


def check_awaited(session: Session, _actor: Actor, *, key: str) -> None:
    """Let the folder take a file only while its upload waits for it. Raises Conflict.

    Its address is signed, so nobody has to be signed in. A file that is sent
    with a form gets its row when it is claimed.
    """
    row = queries.by_id(session, key.rpartition("/")[2])
    if row is not None and row.state != UploadState.BEGUN:
        raise AlreadyThere()


@writes
def finish(
    session: Session, actor: Actor, *, upload_id: str, examined: Examined, file_name: str = ""
) -> FileClaimed:
    """Note what the file is, and its name if that was not told before. It waits a day for an item
    that uses it."""
    row = own(session, actor, upload_id=upload_id, lock=True)
    if row.state == UploadState.ATTACHED:
        raise Conflict(USED)
    queries.change(
        session,
        row.id,
        state=UploadState.CLAIMED,
        file_name=policy.kept_name(file_name or row.file_name, examined.mime_type),
        mime_type=examined.mime_type,
        size=examined.size,
        width=examined.width,
        height=examined.height,
        placeholder=examined.placeholder,
        copies=list(examined.copies),
        parts_id=None,
    )
    if not row.size:
        record(session, actor, COMPLETED, row.id, bytes=examined.sent)
    record(session, actor, CLAIMED, row.id)
    return _claimed(queries.stored_file(own(session, actor, upload_id=row.id)))


@writes
def refuse(session: Session, actor: Actor, *, upload_id: str) -> None:
    """Let go of a file that cannot be stored."""
    row = own(session, actor, upload_id=upload_id, lock=True)
    if row.state == UploadState.BEGUN:
        let_go(session, row.id)


def attach(session: Session, actor: Actor, *, object_path: str, is_public: bool) -> StoredFile:
    """Bind a claimed file of the actor to the item that the caller is about to add.

    Raises NotFound for files of others and unknown ones, and Conflict for one that is in use.
    """
    row = own(session, actor, upload_id=_id_of(object_path), lock=True)
    if row.state == UploadState.BEGUN:
        raise NotFound(NOT_YOURS)
    if row.state != UploadState.CLAIMED:
        raise Conflict(USED)
    queries.change(session, row.id, state=UploadState.ATTACHED, is_public=is_public)
    on_commit(session, FILES.notify)
    return _existing(session, row.id)


def seal(session: Session, actor: Actor, *, object_path: str) -> None:
    """Keep a picture of the actor from everybody but who gets a signed address of it.

    Subscribed to `photo_taken`. Raises Invalid for a video.
    """
    stored = attach(session, actor, object_path=object_path, is_public=False)
    if not is_picture(stored.mime_type):
        raise Invalid(NO_PICTURE)
    queries.change(session, stored.id, is_sealed=True)


def add_addresses(
    session: Session, _actor: Actor, *, photos: Collection[str], found: dict[str, str]
) -> None:
    """Add the signed addresses of sealed pictures. Subscribed to `photos_asked`."""
    files = stored_files(session, object_paths=photos)
    found.update({path: address_of(stored) for path, stored in files.items()})


def release_each(session: Session, _actor: Actor, *, photos: Collection[str]) -> None:
    """Let these pictures be deleted. Subscribed to `photos_dropped`."""
    for stored in stored_files(session, object_paths=photos).values():
        let_go(session, stored.id)


def find_claimed(session: Session, actor: Actor, *, object_path: str) -> StoredFile:
    """A file of the actor that waits for its item. Raises NotFound for every other."""
    row = queries.by_id(session, _id_of(object_path))
    if row is None or row.user_id != actor.user_id or row.state != UploadState.CLAIMED:
        raise NotFound(NOT_YOURS)
    return queries.stored_file(row)


def _id_of(object_path: str) -> str:
    id_ = known_id(object_path.rpartition("/")[2], MISSING)
    if object_path != routes.stored_object(id_):
        raise NotFound(MISSING)
    return id_


def _existing(session: Session, upload_id: str) -> StoredFile:
    found = queries.by_ids(session, [upload_id])
    if not found:
        raise NotFound(MISSING)
    return queries.stored_file(found[0])


def set_visibility(session: Session, *, object_path: str, is_public: bool) -> StoredFile:
    """Show an item's file to everybody, or to members alone. Raises NotFound."""
    was = _existing(session, _id_of(object_path))
    if was.is_public != is_public:
        queries.change(session, was.id, is_public=is_public)
        on_commit(session, FILES.notify)
    return _existing(session, was.id)


def release(session: Session, *, object_path: str) -> None:
    """Let the file of a deleted item be deleted once the transaction is committed."""
    let_go(session, _existing(session, _id_of(object_path)).id)


def let_go(session: Session, upload_id: str) -> None:
    """Let the stored file be deleted once the transaction is committed."""
    queries.change(session, upload_id, state=UploadState.RELEASED)
    on_commit(session, FILES.notify)


def stored_files(session: Session, *, object_paths: Collection[str]) -> dict[str, StoredFile]:
    """The stored files of items, by their paths; other paths are left out."""
    prefix = f"{routes.OBJECTS}/"
    ids = [path.removeprefix(prefix) for path in object_paths if path.startswith(prefix)]
    files = [queries.stored_file(row) for row in queries.by_ids(session, ids)]
    return {one.object_path: one for one in files}


def find_shown(
    session: Session, actor: Actor, *, upload_id: str, expires: str, signature: str
) -> StoredFile:
    """A file that the actor may see, or whose address is signed. Raises NotFound."""
    row = queries.by_id(session, known_id(upload_id, MISSING))
    if row is None:
        raise NotFound(MISSING)
    is_signed = row.state == UploadState.ATTACHED and policy.is_signed(row.id, expires, signature)
    if is_signed or policy.may_see(
        actor,
        state=row.state,
        is_public=row.is_public,
        is_sealed=row.is_sealed,
        owner_id=row.user_id,
    ):
        return queries.stored_file(row)
    raise NotFound(MISSING)

"""Selects and updates of uploads."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import SQLModel

from rookiebattle import routes
from rookiebattle.core import clock
from rookiebattle.uploads.models import PRIVATE, PUBLIC, Upload, UploadState
from rookiebattle.uploads.schemas import StoredFile

uploads = SQLModel.metadata.tables[str(Upload.__tablename__)]
Row = sa.Row[Any]


def by_id(session: Session, upload_id: str, *, lock: bool = False) -> Row | None:
    wanted = sa.select(uploads).where(uploads.c.id == upload_id)
    return session.execute(wanted.with_for_update() if lock else wanted).first()


def by_ids(session: Session, ids: Collection[str]) -> list[Row]:
    """The rows of these uploads that belong to an item."""
    wanted = sa.select(uploads).where(uploads.c.id.in_(ids))
    return list(session.execute(wanted.where(uploads.c.state == UploadState.ATTACHED)))


def add(session: Session, **columns: object) -> None:
    session.execute(sa.insert(uploads).values(**columns))


def change(session: Session, upload_id: str, **columns: object) -> None:
    changed = sa.update(uploads).where(uploads.c.id == upload_id)
    session.execute(changed.values(changed_at=clock.now(), **columns))


def released(session: Session, most: int) -> list[Row]:
    """Some uploads whose stored files are to be deleted.

    They come in no order, so that files that cannot be deleted never keep the others waiting.
    """
    wanted = sa.select(uploads).where(uploads.c.state == UploadState.RELEASED)
    return list(session.execute(wanted.order_by(sa.func.random()).limit(most)))


def count_waiting(session: Session, *, with_misplaced: bool) -> int:
    """How many files are to be deleted; with those that are to be moved."""
    waits = uploads.c.state == UploadState.RELEASED
    waits = waits | _is_misplaced if with_misplaced else waits
    wanted = sa.select(sa.func.count()).select_from(uploads).where(waits)
    return session.scalar(wanted) or 0


def mark_deleted(session: Session, ids: Collection[str]) -> None:
    """Note that the stored files of these uploads are gone."""
    changed = sa.update(uploads).where(uploads.c.id.in_(ids))
    session.execute(changed.values(state=UploadState.DELETED, changed_at=clock.now()))


def forget_deleted(session: Session, before: datetime) -> None:
    """Delete the rows of files that were deleted before then."""
    old = (uploads.c.state == UploadState.DELETED) & (uploads.c.changed_at < before)
    session.execute(sa.delete(uploads).where(old))


def most_of_unknown_size(session: Session, user_id: str, *, whole: int, in_parts: int) -> int:
    """The most bytes that this person's begun files of unknown sizes may have together."""
    waits = (uploads.c.state == UploadState.BEGUN) & (uploads.c.size == 0)
    most = sa.case((uploads.c.parts_id.is_(None), whole), else_=in_parts)
    wanted = sa.select(sa.func.sum(most)).where(uploads.c.user_id == user_id, waits)
    return int(session.scalar(wanted) or 0)


def known_ids(session: Session, ids: Collection[str], *, awaited: bool) -> set[str]:
    """Those of these ids that belong to an upload whose file is awaited, or may be stored."""
    is_awaited = uploads.c.state == UploadState.BEGUN
    is_kept = is_awaited if awaited else uploads.c.state != UploadState.DELETED
    wanted = sa.select(uploads.c.id).where(uploads.c.id.in_(ids), is_kept)
    return set(session.scalars(wanted))


def published_ids(session: Session, ids: Collection[str]) -> set[str]:
    """Those of these ids whose files are, or should be, where everybody may read them."""
    is_open = uploads.c.is_public | (uploads.c.place == PUBLIC)
    is_kept = uploads.c.state != UploadState.DELETED
    wanted = sa.select(uploads.c.id).where(uploads.c.id.in_(ids), is_open, is_kept)
    return set(session.scalars(wanted))


_is_misplaced = (uploads.c.state == UploadState.ATTACHED) & (
    (uploads.c.place == PUBLIC) != uploads.c.is_public
)


def misplaced(session: Session, most: int) -> list[Row]:
    """Some uploads of items whose files are not where their visibility wants them, unordered."""
    wanted = sa.select(uploads).where(_is_misplaced)
    return list(session.execute(wanted.order_by(sa.func.random()).limit(most)))


def is_misplaced(session: Session, upload_id: str) -> bool:
    """Whether the files of this upload are still not where its visibility wants them."""
    wanted = sa.select(uploads.c.id).where(uploads.c.id == upload_id, _is_misplaced)
    return session.scalar(wanted) is not None


def note_published(session: Session, upload_id: str) -> bool:
    """Note that everybody may read the files; False when the upload is not public anymore."""
    is_wanted = (uploads.c.state == UploadState.ATTACHED) & uploads.c.is_public
    changed = sa.update(uploads).where(uploads.c.id == upload_id, is_wanted).values(place=PUBLIC)
    return bool(session.execute(changed.returning(uploads.c.id)).first())


def note_hidden(session: Session, upload_id: str) -> None:
    """Note that the public place has nothing of the files."""
    changed = sa.update(uploads).where(uploads.c.id == upload_id)
    session.execute(changed.values(place=PRIVATE))


def kept(session: Session) -> list[Row]:
    """Uploads whose files are stored for good."""
    states = (UploadState.CLAIMED, UploadState.ATTACHED)
    return list(session.execute(sa.select(uploads).where(uploads.c.state.in_(states))))


def release_unused(session: Session, before: datetime) -> None:
    """Release what nobody claimed or attached since then."""
    unused = uploads.c.state.in_((UploadState.BEGUN, UploadState.CLAIMED))
    old = sa.update(uploads).where(unused, uploads.c.changed_at < before)
    session.execute(old.values(state=UploadState.RELEASED, changed_at=clock.now()))


def stored_file(row: Row) -> StoredFile:
    """A row as other slices see it."""
    return StoredFile(
        id=row.id,
        object_path=routes.stored_object(row.id),
        file_name=row.file_name,
        mime_type=row.mime_type,
        size=row.size,
        is_public=row.is_public,
        width=row.width,
        height=row.height,
        placeholder=row.placeholder or "",
        renditions=tuple((width, routes.stored_copy(row.id, width)) for width in row.copies),
        place=row.place,
        is_sealed=row.is_sealed,
    )

"""Selects and updates of uploads."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import SQLModel

from rookiebattle import routes
from rookiebattle.core import clock
from rookiebattle.uploads.models import Upload, UploadState
from rookiebattle.uploads.schemas import StoredFile

uploads = SQLModel.metadata.tables[str(Upload.__tablename__)]
Row = sa.Row[Any]


def by_id(session: Session, upload_id: str, *, lock: bool = False) -> Row | None:
    """The row of an upload, or None."""
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
    """Uploads whose stored files are to be deleted, the oldest first."""
    wanted = sa.select(uploads).where(uploads.c.state == UploadState.RELEASED)
    return list(session.execute(wanted.order_by(uploads.c.changed_at).limit(most)))


def forget(session: Session, ids: Collection[str]) -> None:
    """Delete rows whose stored files are gone."""
    is_released = uploads.c.state == UploadState.RELEASED
    session.execute(sa.delete(uploads).where(uploads.c.id.in_(ids), is_released))


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
    )

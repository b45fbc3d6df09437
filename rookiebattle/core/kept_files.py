"""Files that an administrator sent to be imported: kept for an hour, for that person alone.

The pages of a dry run and the import read the same file, on whichever worker they run.
"""

import zlib
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import cast

import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import Field, SQLModel

from rookiebattle.core import clock, privacy
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import UtcDateTime, new_id
from rookiebattle.core.errors import NotFound
from rookiebattle.core.schemas import InstantRead, Wire
from rookiebattle.core.values.ids import known_id
from rookiebattle.core.values.text import clipped, made_visible

KEPT = timedelta(hours=1)
MOST_BYTES, LONGEST_NAME = 5_000_000, 100
CHANGED_MEANWHILE = (
    "Something has changed since you looked at this list, so nothing was imported. Please look at "
    "it again."
)
NOTHING = "There is nothing to import in this file."
GONE = "This file is not kept anymore. Please choose it again."


class KeptFile(SQLModel, table=True):
    """A file as it was sent, packed. Each person has one of each kind."""

    __tablename__ = "kept_files"
    __table_args__ = (sa.UniqueConstraint("user_id", "kind"),)

    id: str = Field(default_factory=new_id, primary_key=True, max_length=36)
    user_id: str = Field(foreign_key="users.id", ondelete="CASCADE", max_length=36)
    kind: str = Field(max_length=20)
    name: str = Field(max_length=LONGEST_NAME)
    packed: bytes
    created_at: datetime = Field(sa_type=UtcDateTime, index=True)


# A file of members holds data of others than the person who sent it.
privacy.label(
    KeptFile,
    kept="until it was imported, an hour at most",
    of="user_id",
    goes=True,
    owner="id kind name created_at",
    nobody="user_id packed",
)
files = cast(sa.Table, KeptFile.__table__)  # type: ignore[attr-defined]  # SQLModel adds it


class KeptRead(Wire):
    """A file that waits to be imported."""

    id: str
    name: str
    expires_at: InstantRead


@dataclass(frozen=True, slots=True)
class Kept:
    """A kept file and its content."""

    id: str
    name: str
    content: bytes
    created_at: datetime

    @property
    def read(self) -> KeptRead:
        return KeptRead(id=self.id, name=self.name, expires_at=self.created_at + KEPT)


def packed(content: bytes) -> bytes:
    """The content as the table keeps it. Packing takes a moment, so it is done before writing."""
    return zlib.compress(content, level=3)


def keep(session: Session, actor: Actor, *, kind: str, name: str, packed: bytes) -> str:
    """Keep a file in place of the actor's previous one of this kind; returns its id."""
    own = (files.c.user_id == actor.user_id, files.c.kind == kind)
    session.execute(sa.delete(files).where(*own))
    shown = clipped(made_visible(name), LONGEST_NAME) or "file"
    row = {"id": new_id(), "user_id": actor.user_id, "kind": kind, "name": shown}
    session.execute(sa.insert(files).values(**row, packed=packed, created_at=clock.now()))
    return row["id"]


def read(session: Session, actor: Actor, *, kind: str, file_id: str) -> Kept:
    """A file that the actor sent within the hour. Raises NotFound."""
    wanted = sa.select(files.c.id, files.c.name, files.c.packed, files.c.created_at).where(
        files.c.id == known_id(file_id, GONE),
        files.c.user_id == actor.user_id,
        files.c.kind == kind,
        files.c.created_at > clock.now() - KEPT,
    )
    row = session.execute(wanted).first()
    if row is None:
        raise NotFound(GONE)
    return Kept(row.id, row.name, zlib.decompress(row.packed), row.created_at)


def take(session: Session, actor: Actor, *, kind: str, file_id: str) -> None:
    """Delete a file that is being imported, so that nobody imports it twice. Raises NotFound."""
    own = (files.c.user_id == actor.user_id, files.c.kind == kind)
    gone = session.execute(
        sa.delete(files).where(files.c.id == known_id(file_id, GONE), *own).returning(files.c.id)
    )
    if gone.first() is None:
        raise NotFound(GONE)


def forget_old(session: Session) -> None:
    """Delete the files that are older than an hour."""
    session.execute(sa.delete(files).where(files.c.created_at <= clock.now() - KEPT))

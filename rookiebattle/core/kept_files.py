"""The steps of every import: a file is examined, kept for an hour, shown in a dry run, taken once.

The pages of a dry run and the import read the same file, on whichever worker they run.
"""

import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Annotated, Any, Generic, Protocol, TypeVar, cast

import pydantic
import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import Field, SQLModel

from rookiebattle.core import clock, privacy
from rookiebattle.core.actor import Actor
from rookiebattle.core.changes import Change, record_change
from rookiebattle.core.database.db import UtcDateTime, new_id, writes
from rookiebattle.core.errors import Conflict, NotFound
from rookiebattle.core.expiring import Expiring
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import InstantRead, PageQuery, Wire
from rookiebattle.core.values.ids import known_id
from rookiebattle.core.values.text import blank_as_none, clipped, folded, made_visible

KEPT, COPY_SECONDS = timedelta(hours=1), 300.0
MOST_BYTES, LONGEST_NAME = 5_000_000, 100
CHANGED_MEANWHILE = (
    "Something has changed since you looked at this list, so nothing was imported. Please look at "
    "it again."
)
NOTHING = "There’s nothing to import in this file."
GONE = "We don’t have this file anymore. Please choose it again."


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
    about="Files to Import: lists of members or events that an administrator is about to import.",
    kept="until it was imported, an hour at most",
    of="user_id",
    goes=True,
    owner="id kind name created_at",
    nobody="user_id packed",
)
files = cast(sa.Table, KeptFile.__table__)  # type: ignore[attr-defined]  # SQLModel adds it
Content = TypeVar("Content")
Outcome = TypeVar("Outcome", bound=StrEnum)


class KeptRead(Wire):
    """A file that waits to be imported."""

    id: str
    name: str
    expires_at: InstantRead


class RowsQuery(PageQuery, Generic[Outcome]):
    """The query of a dry run; without a verdict all rows are listed, in the order of the file."""

    verdict: Annotated[Outcome | None, pydantic.BeforeValidator(blank_as_none)] = None
    q: Annotated[
        Annotated[str, pydantic.Field(max_length=200)] | None,
        pydantic.BeforeValidator(blank_as_none),
    ] = None


class DryRow(Protocol):
    """A row of a file with what becomes of it, and the words by which it is found."""

    @property
    def verdict(self) -> StrEnum: ...
    @property
    def words(self) -> str: ...


Row = TypeVar("Row", bound=DryRow)


@dataclass(frozen=True)
class FileKind(Generic[Content]):
    """A kind of file that is imported.

    `read` raises Invalid or TooLarge for a file that cannot be read as a whole. The pages of a dry
    run read the same file again and again, so `copies` holds it for five minutes.
    """

    name: str
    permission: Permission
    read: Callable[[bytes], Content]
    copies: Expiring[str, Content] = field(default_factory=lambda: Expiring(2))


def examine(_session: Session, actor: Actor, *, kind: FileKind[Any], content: bytes) -> bytes:
    """The file as the table keeps it, after a first look. Raises what `kind.read` raises.

    Reading and packing take a moment, so they are done before the transaction that writes.
    """
    actor.require(kind.permission)
    kind.read(content)
    return zlib.compress(content, level=3)


@writes
def keep(
    session: Session, actor: Actor, *, kind: FileKind[Any], name: str, packed: bytes
) -> KeptRead:
    """Keep an examined file for an hour, in place of the actor's previous one of this kind."""
    actor.require(kind.permission)
    own = (files.c.user_id == actor.user_id, files.c.kind == kind.name)
    session.execute(sa.delete(files).where(*own))
    file_id, now = new_id(), clock.now()
    shown = clipped(made_visible(name), LONGEST_NAME) or "file"
    row = {"id": file_id, "user_id": actor.user_id, "kind": kind.name, "name": shown}
    session.execute(sa.insert(files).values(**row, packed=packed, created_at=now))
    return KeptRead(id=file_id, name=shown, expires_at=now + KEPT)


def opened(
    session: Session, actor: Actor, kind: FileKind[Content], file_id: str
) -> tuple[KeptRead, Content]:
    """A file that the actor sent within the hour, and what it says. Raises NotFound."""
    actor.require(kind.permission)
    wanted = sa.select(files.c.id, files.c.name, files.c.packed, files.c.created_at).where(
        files.c.id == known_id(file_id, GONE),
        files.c.user_id == actor.user_id,
        files.c.kind == kind.name,
        files.c.created_at > clock.now() - KEPT,
    )
    row = session.execute(wanted).first()
    if row is None:
        raise NotFound(GONE)
    content = kind.copies.find(row.id)
    if content is None:
        content = kind.read(zlib.decompress(row.packed))
        kind.copies.keep(row.id, content, COPY_SECONDS)
    return KeptRead(id=row.id, name=row.name, expires_at=row.created_at + KEPT), content


def asked(rows: Iterable[Row], query: RowsQuery[Any]) -> list[Row]:
    """The rows of a dry run that a query asks for; its window is not used."""
    wanted = folded(query.q or "").split()
    of_verdict = (row for row in rows if query.verdict in (None, row.verdict))
    return [row for row in of_verdict if all(word in folded(row.words) for word in wanted)]


def confirm(numbers: tuple[int, ...], seen: tuple[int, ...]) -> None:
    """Refuse an import that would do something else than its caller saw, or nothing."""
    if numbers != seen:
        raise Conflict(CHANGED_MEANWHILE)
    if not any(numbers):
        raise Conflict(NOTHING)


def take(session: Session, actor: Actor, kind: FileKind[Any], file_id: str) -> None:
    """Delete a file that is being imported, so that nobody imports it twice. Raises NotFound."""
    actor.require(kind.permission)
    own = (files.c.user_id == actor.user_id, files.c.kind == kind.name)
    gone = session.execute(
        sa.delete(files).where(files.c.id == known_id(file_id, GONE), *own).returning(files.c.id)
    )
    if gone.first() is None:
        raise NotFound(GONE)


def record(
    session: Session,
    actor: Actor,
    action: str,
    file: KeptRead,
    told: Mapping[str, str],
    details: Mapping[str, int],
) -> None:
    """One line of the audit log tells of the whole import."""
    changes = [Change(field=name, after=words) for name, words in told.items() if words]
    record_change(
        session, actor, action, file.id, thing=file.name, changes=changes, details=details
    )


def forget_old(session: Session) -> None:
    """Delete the files that are older than an hour."""
    session.execute(sa.delete(files).where(files.c.created_at <= clock.now() - KEPT))

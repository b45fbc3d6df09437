"""The audit log: the actor and the record of every change, in its transaction. The same act on
the same day is one line with a count, so repetition does not fill the log. The database refuses
to change or delete what a line says (docs/decisions/0023-the-audit-log.md)."""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from hashlib import blake2b
from typing import Any, NamedTuple, cast
from uuid import UUID

import orjson
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session
from sqlmodel import Field, SQLModel

from rookiebattle.core import clock, privacy
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import TypedJson, UtcDateTime, new_id

Detail = str | int | bool | None
Details = dict[str, Detail]
DAY = timedelta(days=1)


class AuditEntry(SQLModel, table=True):
    """One line of the log. `actor_id` is kept as text: the line outlives the account.

    `times` says how often the actor did exactly this on the day (UTC) of `at`, and `last_at` when
    for the last time; NULL when it happened once.
    """

    __tablename__ = "audit_log"
    __table_args__ = (sa.Index("ix_audit_log_actor_id_at", "actor_id", "at"),)

    id: str = Field(default_factory=new_id, primary_key=True, max_length=36)
    at: datetime = Field(sa_type=UtcDateTime, index=True)
    actor_id: str = Field(max_length=36)
    action: str = Field(max_length=100)
    subject_id: str = Field(max_length=36, index=True)
    details: Details = Field(
        default_factory=dict, sa_column=sa.Column(TypedJson(Details), nullable=False)
    )
    times: int = 1
    last_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


class AuditPardon(SQLModel, table=True):
    """A person whose lines may be deleted. It exists only inside the transaction that does so."""

    __tablename__ = "audit_pardons"

    user_id: str = Field(primary_key=True, max_length=36)


class PastAct(NamedTuple):
    """An act of an actor, how often it was done, and its details, the same each time."""

    action: str
    times: int
    details: Details


# `details` may name other people. `actor_id` may be an administrator whom the member need not know.
privacy.label(
    AuditEntry,
    about="The Log: who did what and when, by ids. It lets administrators find out how something "
    "came about.",
    kept="for good: who did what, by ids that name nobody once the account is deleted",
    of="actor_id subject_id",
    owner="id at action subject_id times last_at",
    admin="actor_id details",
)

privacy.label(
    AuditPardon,
    about="Permission to Delete from the Log: the log takes none back otherwise.",
    kept="for a moment, while the lines about a child are deleted",
    nobody="user_id",
)

pardons = cast(sa.Table, AuditPardon.__table__)  # type: ignore[attr-defined]  # see log
log = cast(sa.Table, AuditEntry.__table__)  # type: ignore[attr-defined]  # SQLModel adds __table__


def _noting(dialect: Any) -> sa.Insert:
    new = dialect.insert(log)
    again = {"times": log.c.times + 1, "last_at": new.excluded.at}
    return cast(sa.Insert, new.on_conflict_do_update(index_elements=["id"], set_=again))


_NOTE = {dialect.dialect.name: _noting(dialect) for dialect in (postgresql, sqlite)}


def record(
    session: Session, actor: Actor, action: str, subject_id: str, **details: str | int | bool | None
) -> None:
    """Add a line, or count an equal act of the same day in the line that it already has.

    `action` is `resource.verb` in the past tense, such as `event.created`.
    """
    record_each(session, actor, action, {subject_id: details})


def record_each(
    session: Session, actor: Actor, action: str, subjects: Mapping[str, Details]
) -> None:
    if not subjects:
        return
    now = clock.now()
    acts = [
        {"actor_id": actor.user_id, "action": action, "subject_id": id_, "details": details}
        for id_, details in subjects.items()
    ]
    lines = [{"id": _id_of(at=now, **act), "at": now, **act} for act in acts]
    # Every write runs this statement, so it is built once and bypasses the ORM.
    connection = session.connection()
    connection.execute(_NOTE[connection.dialect.name], lines)


def _id_of(*, at: datetime, **act: object) -> str:
    """The same id for the same act on the same day."""
    told = orjson.dumps({**act, "day": at.date()}, option=orjson.OPT_SORT_KEYS)
    return str(UUID(bytes=blake2b(told, digest_size=16).digest()))


def acts_of(
    session: Session, actor_ids: Collection[str], *, actions: Collection[str], since: datetime
) -> list[PastAct]:
    """The acts of these actors since then, of these actions only.

    A line whose last act is later than `since` counts in full, because the instants of the acts
    before it are lost. Lines with the same details are added up.
    """
    # Thousands of lines have few different details, so the database adds up their text.
    told = sa.cast(log.c.details, sa.Text)
    wanted = (
        sa.select(log.c.action, sa.func.sum(log.c.times), told)
        .where(log.c.actor_id.in_(actor_ids), log.c.action.in_(actions))
        # A line holds acts of one day. This condition is the one that the index serves.
        .where(log.c.at > since - DAY)
        .where(clock.is_since(sa.func.coalesce(log.c.last_at, log.c.at), since))
        .group_by(log.c.action, told)
    )
    return [
        PastAct(action, int(times), orjson.loads(details))
        for action, times, details in session.execute(wanted)
    ]


def times_of(
    session: Session, actor: Actor, action: str, subject_id: str, *, since: datetime
) -> int:
    """How often the actor did this to the subject since then. Lines count as in `acts_of`."""
    wanted = sa.select(sa.func.coalesce(sa.func.sum(log.c.times), 0)).where(
        log.c.subject_id == subject_id,
        log.c.action == action,
        log.c.actor_id == actor.user_id,
        sa.func.coalesce(log.c.last_at, log.c.at) > since,
    )
    return int(session.scalar(wanted) or 0)


def forget(session: Session, user_id: str) -> None:
    """Delete the lines by or about this person, because nothing may be kept about a child.

    For other accounts the lines stay. Once the account is erased, they name nobody. The database
    lets a line go only while the person has a pardon, which no other transaction ever sees.
    """
    session.execute(sa.insert(pardons).values(user_id=user_id))
    words = SQLModel.metadata.tables["audit_words"]
    of_them = (words.c.actor_id == user_id) | (words.c.user_id == user_id)
    lines = privacy.labeled()[AuditEntry.__tablename__]
    theirs = sa.select(log.c.id).where(lines.rows_of(user_id))
    session.execute(sa.delete(words).where(of_them | words.c.line_id.in_(theirs)))
    session.execute(sa.delete(log).where(lines.rows_of(user_id)))
    session.execute(sa.delete(pardons).where(pardons.c.user_id == user_id))

"""The audit log: the actor and the record of every change, written in its transaction."""

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import Field, SQLModel

from rookiebattle.core import clock, privacy
from rookiebattle.core.actor import Actor
from rookiebattle.core.db import TypedJson, UtcDateTime, new_id

Details = dict[str, str | int | bool | None]


class AuditEntry(SQLModel, table=True):
    """One line of the log. `actor_id` is kept as text: the line outlives the account."""

    __tablename__ = "audit_log"

    id: str = Field(default_factory=new_id, primary_key=True, max_length=36)
    at: datetime = Field(sa_type=UtcDateTime, index=True)
    actor_id: str = Field(max_length=36, index=True)
    action: str = Field(max_length=100)
    subject_id: str = Field(max_length=36, index=True)
    details: Details = Field(
        default_factory=dict, sa_column=sa.Column(TypedJson(Details), nullable=False)
    )


# `details` may name other people. `actor_id` may be an administrator whom the member need not know.
privacy.label(
    AuditEntry,
    kept="for good: who did what, by ids that name nobody once the account is deleted",
    of="actor_id subject_id",
    owner="id at action subject_id",
    admin="actor_id details",
)

_INSERT = sa.insert(AuditEntry.__table__)  # type: ignore[attr-defined]  # SQLModel adds __table__


def record(
    session: Session,
    actor: Actor,
    action: str,
    subject_id: str,
    **details: str | int | bool | None,
) -> None:
    """Add a line. `action` is `resource.verb` in the past tense, such as `event.created`."""
    line = {
        "id": new_id(),
        "at": clock.now(),
        "actor_id": actor.user_id,
        "action": action,
        "subject_id": subject_id,
        "details": details,
    }
    # This runs in every write, so it is one statement, built once, that bypasses the ORM.
    session.connection().execute(_INSERT, line)


def forget(session: Session, user_id: str) -> None:
    """Delete the lines by or about this person, because nothing may be kept about a child.

    For other accounts the lines stay. Once the account is erased, they name nobody.
    """
    lines = privacy.labeled()[AuditEntry.__tablename__]
    session.execute(sa.delete(lines.table).where(lines.rows_of(user_id)))

"""The words of the audit log: what an administrator reads about a change, before and after."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Any, NamedTuple, cast

import sqlalchemy as sa
from pydantic import BaseModel
from sqlalchemy.orm import Session
from sqlmodel import Field, SQLModel

from rookiebattle.core import clock, privacy
from rookiebattle.core.actor import Actor
from rookiebattle.core.audit import Detail, log
from rookiebattle.core.database.db import TypedJson, UtcDateTime, new_id
from rookiebattle.core.values.text import clipped, folded

LONGEST_WORDS, LONGEST_THING = 300, 255


class Change(BaseModel):
    """A field before and after, in words. Both are empty when the value is a secret."""

    field: str
    before: str = ""
    after: str = ""


class AuditWords(SQLModel, table=True):
    """The words of an administrative line: the thing, by its name then, and the changes.

    `sought` is the name as the search folds it. With `user_id` the words are about a member and go
    with the account; the line itself stays.
    """

    __tablename__ = "audit_words"
    __table_args__ = (
        sa.Index("ix_audit_words_at_line_id", "at", "line_id"),
        sa.Index("ix_audit_words_kind_at", "kind", "at"),
        sa.Index("ix_audit_words_actor_id_at", "actor_id", "at"),
    )

    line_id: str = Field(primary_key=True, foreign_key="audit_log.id", max_length=36)
    at: datetime = Field(sa_type=UtcDateTime)
    actor_id: str = Field(max_length=36)
    action: str = Field(max_length=100)
    kind: str = Field(max_length=50)
    thing: str = Field(max_length=LONGEST_THING)
    sought: str = Field(max_length=LONGEST_THING)
    changes: list[Change] = Field(
        default_factory=list, sa_column=sa.Column(TypedJson(list[Change]), nullable=False)
    )
    user_id: str | None = Field(default=None, index=True, max_length=36)


privacy.label(
    AuditWords,
    about="Words of the Log: what a change in the console was about, such as the old and the new "
    "text.",
    kept="for good, if they are not about a member",
    of="user_id",
    goes=True,
    owner="line_id at action kind thing changes user_id",
    admin="actor_id sought",
)

words = cast(sa.Table, AuditWords.__table__)  # type: ignore[attr-defined]  # SQLModel adds it


class Unsaid(str):
    """A value whose change is noted without the value, such as a private address."""

    __slots__ = ()


class Act(NamedTuple):
    """A line of the audit log in words, as `record_change` takes it."""

    subject_id: str
    thing: str
    changes: Sequence[Change] = ()
    member_id: str | None = None
    details: Mapping[str, Detail] = MappingProxyType({})


def record_change(
    session: Session,
    actor: Actor,
    action: str,
    subject_id: str,
    *,
    thing: str,
    changes: Sequence[Change] = (),
    member_id: str | None = None,
    details: Mapping[str, Detail] | None = None,
) -> None:
    """Add a line to the audit log that administrators read. Every change has a line of its own.

    `thing` names what was changed, as people call it. `member_id` is the member whom the words are
    about: they are deleted with the account.
    """
    act = Act(subject_id, thing, changes, member_id, details or {})
    record_changes(session, actor, action, [act])


def record_changes(session: Session, actor: Actor, action: str, acts: Sequence[Act]) -> None:
    """As `record_change`, for many acts of one kind, with two statements."""
    if not acts:
        return
    both = {"at": clock.now(), "actor_id": actor.user_id, "action": action}
    lines, told = list[dict[str, Any]](), list[dict[str, Any]]()
    for act in acts:
        line_id, name = new_id(), clipped(" ".join(act.thing.split()), LONGEST_THING)
        of_line = {"subject_id": act.subject_id, "details": dict(act.details), "times": 1}
        lines.append({"id": line_id, **both, **of_line})
        told.append(
            {
                "line_id": line_id,
                **both,
                "kind": action.partition(".")[0],
                "thing": name,
                "sought": folded(name)[:LONGEST_THING],
                "changes": list(act.changes),
                "user_id": act.member_id,
            }
        )
    session.connection().execute(sa.insert(log), lines)
    session.connection().execute(sa.insert(words), told)


def differences(before: Mapping[str, str], after: Mapping[str, str]) -> list[Change]:
    """The differences of two versions of a thing, each a mapping of labels to texts.

    A new thing has nothing before, a deleted one nothing after.
    """
    every = {**before, **after}
    return [
        _change(label, before.get(label, ""), after.get(label, ""))
        for label in every
        if before.get(label, "") != after.get(label, "")
    ]


def _change(label: str, before: str, after: str) -> Change:
    if isinstance(before, Unsaid) or isinstance(after, Unsaid):
        return Change(field=label)
    return Change(
        field=label, before=clipped(before, LONGEST_WORDS), after=clipped(after, LONGEST_WORDS)
    )

"""Notes each change of a member's row, so that a later writer is told what changed meanwhile."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import partial

from sqlalchemy.orm import Session

from rookiebattle.accounts import queries
from rookiebattle.accounts.models import User
from rookiebattle.accounts.naming import known_name
from rookiebattle.core import audit, clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.changes import Change, record_change
from rookiebattle.core.database.db import on_commit
from rookiebattle.core.doors.identity import drop_user


@dataclass(frozen=True, slots=True)
class FieldRevision:
    """A field that somebody changed. `by` is the name that administrators read."""

    field: str
    actor_id: str
    by: str


def revise(
    session: Session,
    actor: Actor,
    *,
    user: User,
    action: str,
    fields: Collection[str],
    changes: Sequence[Change] = (),
    details: audit.Details | None = None,
) -> None:
    """Note what was changed: the row's next version, its fields, and an audit line naming them.

    The caller has changed the row and holds its lock. `changes` tells administrators
    in words what somebody else changed; a change by the members themselves has no words.
    """
    user.version += 1
    user.updated_at = clock.now()
    session.flush()
    queries.note_revision(
        session, user.id, version=user.version, fields=fields, actor_id=actor.user_id
    )
    told: audit.Details = {"fields": ", ".join(fields), **(details or {})}
    if actor.user_id == user.id:
        audit.record(session, actor, action, user.id, **told)
    else:
        record_change(
            session,
            actor,
            action,
            user.id,
            thing=known_name(user),
            changes=changes,
            member_id=user.id,
            details=told,
        )
    on_commit(session, partial(drop_user, user.id))


def revised_since(session: Session, *, user_id: str, version: int) -> dict[str, FieldRevision]:
    """The fields that were changed after a version, each with who changed it last."""
    return {
        row.field: FieldRevision(row.field, row.actor_id, known_name(row) if row.known else "")
        for row in queries.revisions(session, user_id, after=version)
    }

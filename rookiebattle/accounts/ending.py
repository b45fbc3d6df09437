"""Verbs that end sessions: this one, all of one's own, all of a member's by an administrator.

A change of somebody's rights ends none, and lets their open pages begin anew."""

from functools import partial

from sqlalchemy.orm import Session

from rookiebattle.accounts import queries
from rookiebattle.accounts.models import User
from rookiebattle.accounts.naming import known_name
from rookiebattle.accounts.wording import NO_MEMBER
from rookiebattle.core import audit
from rookiebattle.core.actor import Actor
from rookiebattle.core.changes import Change, record_change
from rookiebattle.core.database.db import on_commit, writes
from rookiebattle.core.doors.identity import drop_session, drop_user
from rookiebattle.core.errors import NotFound
from rookiebattle.core.permissions import Permission
from rookiebattle.core.values.ids import known_id


@writes
def end_session(session: Session, actor: Actor) -> None:
    """Log the actor's browser out, at once and on every worker."""
    if end_key(session, actor.session_key):
        audit.record(session, actor, "session.ended", actor.user_id)


@writes
def end_all_sessions(session: Session, actor: Actor) -> int:
    """End all sessions of the actor, including this one; returns how many there were."""
    actor.require(Permission.OWN_ACCOUNT_UPDATE)
    return end_all(session, actor, user_id=actor.user_id)


@writes
def revoke_sessions(session: Session, actor: Actor, *, user_id: str) -> int:
    """Log a member out everywhere and return from how many browsers; administrators only.

    Raises NotFound.
    """
    actor.require(Permission.ALL_ACCOUNT_UPDATE)
    user = session.get(User, known_id(user_id, NO_MEMBER))
    if user is None or user.erased_at:
        raise NotFound(NO_MEMBER)
    ended = _end_each(session, user.id)
    record_change(
        session,
        actor,
        "account.logged_out",
        user.id,
        thing=known_name(user),
        changes=[Change(field="Browsers", before=f"{ended:,}", after="0")] if ended else [],
        member_id=user.id,
        details={"sessions": ended},
    )
    return ended


def end_all(session: Session, actor: Actor, *, user_id: str) -> int:
    """End all sessions of a member, with an audit line; returns how many there were."""
    ended = _end_each(session, user_id)
    audit.record(session, actor, "session.revoked", user_id, sessions=ended)
    return ended


def _end_each(session: Session, user_id: str) -> int:
    keys = queries.keys_of(session, user_id)
    for key in keys:
        end_key(session, key)
    return len(keys)


def end_key(session: Session, key: str) -> bool:
    """End the session of a key; False when there is none."""
    on_commit(session, partial(drop_session, key))
    return queries.end(session, key)


def renew_sessions(session: Session, *, user_id: str) -> None:
    """Read a member's rights again, and let their open pages begin anew, once it is committed.

    The sessions stay. Their sockets are closed on every worker, and the pages connect again.
    """
    on_commit(session, partial(drop_user, user_id))
    for key in queries.keys_of(session, user_id):
        on_commit(session, partial(drop_session, key))

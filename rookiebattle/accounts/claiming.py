"""Gives a new sign-in an account that was made for its owner by a guardian."""

from functools import partial

import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import col

from rookiebattle.accounts import queries
from rookiebattle.accounts.ending import end_key
from rookiebattle.accounts.leaving import leave_nothing_of
from rookiebattle.accounts.models import LoginSession
from rookiebattle.accounts.policy import is_untouched
from rookiebattle.accounts.revising import revise
from rookiebattle.accounts.wording import HAS_ACCOUNT
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import on_commit
from rookiebattle.core.doors.identity import drop_session
from rookiebattle.core.errors import Conflict, NotFound, Unauthorized


def take_over(session: Session, actor: Actor, *, user_id: str) -> None:
    """Let the actor's sign-in lead to the account `user_id` from now on.

    The actor's own account, which is new and empty, goes without a trace; the browser stays logged
    in. Raises Conflict for an account that is in use.
    """
    former = queries.locked(session, actor.user_id)
    if former is None:
        raise Unauthorized()
    if not is_untouched(former):
        raise Conflict(HAS_ACCOUNT)
    identity = {
        name: getattr(former, name) for name in ("issuer", "subject", "email", "login_email")
    }
    for key in set(queries.keys_of(session, former.id)) - {actor.session_key}:
        end_key(session, key)
    own = sa.update(LoginSession).where(col(LoginSession.sid) == actor.session_key)
    session.execute(own.values(user_id=user_id))
    on_commit(session, partial(drop_session, actor.session_key))
    leave_nothing_of(session, actor, user=former)
    session.flush()
    user = queries.locked(session, user_id)
    # A verified address may have claimed the account since its link was read.
    if user is None or user.issuer is not None or user.erased_at is not None:
        raise NotFound()
    user.sqlmodel_update({**identity, "lapses_at": None})
    claimed = Actor(user_id=user.id)
    revise(session, claimed, user=user, action="account.claimed", fields=["email"])

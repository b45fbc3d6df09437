"""Verbs that erase an account: its owner's, a child's, or one that lapsed."""

from functools import partial

import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import col

from rookiebattle.accounts import queries
from rookiebattle.accounts.hooks import account_erasing, account_forgetting
from rookiebattle.accounts.models import User
from rookiebattle.accounts.policy import LAST_ADMIN, confirms_deletion, is_welcomed, may_lose_admin
from rookiebattle.core import audit, clock, privacy
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import on_commit, writes
from rookiebattle.core.doors.identity import drop_session
from rookiebattle.core.errors import Conflict, Invalid, NotFound, Unauthorized
from rookiebattle.core.mail import outbox
from rookiebattle.core.permissions import Permission

AT_ONCE = 50
NOT_SURE = "Please confirm that you’re under 13, and we’ll delete the account."
WELCOMED = "You’ve already finished signing up. You can delete your account on Your Account."
NOT_CONFIRMED = "Please type your game name or the word DELETE."


@writes
def delete_account(session: Session, actor: Actor, *, confirmation: str) -> None:
    """Erase the actor's own account. Its row stays as 'Former member', without a way to sign in.

    Raises Invalid without the confirmation and Conflict for the last administrator.
    """
    actor.require(Permission.OWN_ACCOUNT_DELETE)
    user = _locked_without_sessions(session, actor)
    if not confirms_deletion(confirmation, game_name=user.game_name):
        raise Invalid(NOT_CONFIRMED, {"confirmation": NOT_CONFIRMED})
    _erase(session, actor, user)
    audit.record(session, actor, "account.deleted", user.id)


@writes
def erase_member(session: Session, actor: Actor, *, who: str) -> None:
    """Erase a member who asked for it in another way, such as by mail. For the command line.

    `who` is an email, an id or a game name. Raises NotFound for an unknown one, and Conflict for
    the last administrator.
    """
    user = _locked_without_sessions(session, _owner_of(session, who))
    _erase(session, actor, user)
    audit.record(session, actor, "account.deleted", user.id)


@writes
def erase_child(session: Session, actor: Actor, *, who: str) -> None:
    """Erase a member who turned out to be under 13, as the welcome would have. Raises as above."""
    user = _locked_without_sessions(session, _owner_of(session, who))
    leave_nothing_of(session, actor, user=user)
    audit.record(session, Actor(), "account.refused", "")


def erase_dependent(session: Session, actor: Actor, *, user_id: str) -> None:
    """Erase an account to which nobody signs in, with the account of its last guardian."""
    if user := queries.locked(session, user_id):
        _erase(session, actor, user)
        audit.record(session, actor, "account.deleted", user.id)


def _owner_of(session: Session, who: str) -> Actor:
    found = queries.meant(session, who, lock=False)
    if found is None:
        raise NotFound()
    return Actor(user_id=found.id, is_admin=found.is_admin)


@writes
def turn_child_away(session: Session, actor: Actor, *, confirmed: bool) -> None:
    """Delete the account of somebody under 13 and all data about them.

    A row that other rows need (of an account made for the person, claimed at the first sign-in)
    stays without any data. Raises Invalid without the confirmation, and Conflict for a member.
    """
    actor.require(Permission.OWN_ACCOUNT_WELCOME)
    if not confirmed:
        raise Invalid(NOT_SURE, {"confirmed": NOT_SURE})
    user = _locked_without_sessions(session, actor)
    if is_welcomed(user.age_band):
        raise Conflict(WELCOMED)
    leave_nothing_of(session, actor, user=user)
    # The audit line says that a child was refused, and names nobody.
    audit.record(session, Actor(), "account.refused", "")


def forget_unfinished(session: Session) -> None:
    """Delete some of the accounts that lapsed; called every hour.

    The age of these people is unknown, and the site keeps nothing about a child.
    """
    now = clock.now()
    for user_id in queries.unfinished(session, now, limit=AT_ONCE):
        user = queries.locked(session, user_id)
        # The row is locked and read again: its owner may have come back since the list was made.
        if user and queries.unfinished(session, now, only=user_id):
            leave_nothing_of(session, Actor(user_id=user_id), user=user)
            audit.record(session, Actor(), "account.lapsed", "")


def _locked_without_sessions(session: Session, actor: Actor) -> User:
    """The actor's row, locked, without sessions.

    Sessions end first. A write with one of them finishes before; none begins afterwards.
    """
    for key in queries.keys_of(session, actor.user_id):
        queries.end(session, key)
        on_commit(session, partial(drop_session, key))
    administrators = queries.administrators(session) if actor.is_admin else 0
    user = queries.locked(session, actor.user_id)
    if user is None:
        raise Unauthorized()
    if not may_lose_admin(user, administrators=administrators):
        raise Conflict(LAST_ADMIN)
    return user


def leave_nothing_of(session: Session, actor: Actor, *, user: User) -> None:
    """Delete everything about the person. Rows that others need stay, without a name."""
    _erase(session, actor, user, leaves_nothing=True)
    audit.forget(session, user.id)
    queries.delete_user(session, user.id)


def _erase(session: Session, actor: Actor, user: User, *, leaves_nothing: bool = False) -> None:
    account_erasing.fire(session, actor, user_id=user.id)
    if leaves_nothing:
        account_forgetting.fire(session, actor, user_id=user.id)
    session.flush()
    if user.email:
        outbox.forget_address(session, user.email)
    # The row is marked first, because the database lets what was written about a member go only
    # once the account is erased.
    now = clock.now()
    gone = sa.update(User).where(col(User.id) == user.id).values(erased_at=now, updated_at=now)
    session.execute(gone)
    privacy.erase(session, user.id)

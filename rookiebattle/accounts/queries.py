"""Selects and guarded writes of users and sessions."""

from collections.abc import Collection, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session
from sqlmodel import SQLModel, col

from rookiebattle.accounts.models import LoginSession, RoleGrant, User, UserRevision
from rookiebattle.accounts.naming import name_key
from rookiebattle.core import clock
from rookiebattle.core.roles import Grant, Reach, Role
from rookiebattle.core.values.addresses import folded_address, folded_column
from rookiebattle.core.values.ids import canonical_id


class SignedIn(NamedTuple):
    """A live session with the columns of its member that the doors need."""

    user_id: str
    first_name: str | None
    email: str | None
    profile_image_url: str | None
    membership_tier: str
    membership_status: str
    chapter_id: str | None
    is_admin: bool
    age_band: str | None
    holds_roles: bool
    has_family: bool
    started: datetime
    ends: datetime


_SIGNED_IN = (
    sa.select(
        col(User.id),
        *(col(getattr(User, name)) for name in SignedIn._fields[1:-2]),
        *(col(LoginSession.created_at), col(LoginSession.expire)),
    )
    .join_from(LoginSession, User, col(User.id) == col(LoginSession.user_id))
    .where(col(LoginSession.sid) == sa.bindparam("key"))
    .where(col(LoginSession.expire) > sa.bindparam("now"))
    .where(col(User.erased_at).is_(None))
)
_SIGNED_IN_LOCKED = _SIGNED_IN.with_for_update(key_share=True, of=LoginSession)


def signed_in(session: Session, key: str, now: datetime) -> SignedIn | None:
    """The live session stored under `key`, with its member."""
    # The query bypasses the ORM for speed: every event, request and write runs it.
    row = session.connection().execute(_SIGNED_IN, {"key": key, "now": now}).first()
    return SignedIn._make(row) if row else None


def signed_in_to_write(session: Session, key: str, now: datetime) -> SignedIn | None:
    """As `signed_in`, with the session locked: it ends no sooner than this write."""
    row = session.connection().execute(_SIGNED_IN_LOCKED, {"key": key, "now": now}).first()
    return SignedIn._make(row) if row else None


def grants_of(session: Session, user_id: str, now: datetime) -> tuple[Grant, ...]:
    held = sa.select(col(RoleGrant.role), col(RoleGrant.chapter_id), col(RoleGrant.event_id)).where(
        col(RoleGrant.user_id) == user_id, *holding(now)
    )
    rows = session.connection().execute(held.order_by(col(RoleGrant.id)))
    return tuple(Grant(Role(role), chapter or None, event or None) for role, chapter, event in rows)


def holding(now: datetime) -> tuple[sa.ColumnElement[bool], ...]:
    """The conditions under which a grant holds at this instant."""
    return (
        col(RoleGrant.ended_at).is_(None),
        col(RoleGrant.starts_at) <= now,
        sa.or_(col(RoleGrant.ends_at).is_(None), col(RoleGrant.ends_at) > now),
    )


def prolong(session: Session, key: str, until: datetime) -> None:
    """Move the end of a session forward. A session that was ended meanwhile stays ended."""
    session.execute(
        sa.update(LoginSession)
        .where(col(LoginSession.sid) == key, col(LoginSession.expire) < until)
        .values(expire=until)
    )


def end(session: Session, key: str) -> bool:
    """Delete a session; False when there was none."""
    found = session.execute(
        sa.delete(LoginSession).where(col(LoginSession.sid) == key).returning(col(LoginSession.sid))
    )
    return found.first() is not None


def keys_of(session: Session, user_id: str) -> list[str]:
    """The keys of all sessions of a member, the newest first."""
    wanted = sa.select(col(LoginSession.sid)).where(col(LoginSession.user_id) == user_id)
    newest_first = wanted.order_by(col(LoginSession.created_at).desc(), col(LoginSession.sid))
    return list(session.scalars(newest_first))


def forget_expired(session: Session, now: datetime) -> None:
    session.execute(sa.delete(LoginSession).where(col(LoginSession.expire) <= now))


def id_of_identity(session: Session, issuer: str, subject: str) -> str | None:
    """The id of the member who signs in as this subject of this provider, without a lock."""
    return session.scalars(
        sa.select(col(User.id)).where(col(User.issuer) == issuer, col(User.subject) == subject)
    ).first()


def identity_of(session: Session, user_id: str) -> tuple[str, str] | None:
    """The provider and subject by which a member signs in; None before the welcome."""
    wanted = sa.select(col(User.issuer), col(User.subject)).where(
        col(User.id) == user_id, col(User.age_band).is_not(None)
    )
    issuer, subject = session.execute(wanted).first() or (None, None)
    return (issuer, subject) if issuer and subject else None


def by_identity(session: Session, issuer: str, subject: str) -> User | None:
    """The member who signs in as this subject of this provider; locked if possible."""
    return session.scalars(
        sa.select(User)
        .where(col(User.issuer) == issuer, col(User.subject) == subject)
        .with_for_update()
    ).first()


def locked(session: Session, user_id: str) -> User | None:
    """A member's current row, locked until the transaction ends."""
    return session.get(User, user_id, with_for_update=True, populate_existing=True)


def caretaker(session: Session, without: str) -> str | None:
    """The longest-standing administrator other than `without`.

    The row stays locked until the transaction ends, so the role cannot be taken away meanwhile; an
    erasure that is under way is waited for.
    """
    wanted = sa.select(col(User.id)).where(col(User.is_admin).is_(True), col(User.id) != without)
    longest = wanted.order_by(col(User.created_at), col(User.id)).limit(1)
    return session.scalars(longest.with_for_update(key_share=True)).first()


def leading(session: Session, without: str) -> Sequence[User]:
    """The administrators and board members, except one member."""
    leads = col(User.is_admin).is_(True) | col(User.is_board_member).is_(True)
    return session.scalars(sa.select(User).where(leads, col(User.id) != without)).all()


def administrator_count(session: Session) -> int:
    counted = sa.select(sa.func.count()).select_from(User).where(col(User.is_admin).is_(True))
    return session.execute(counted).scalar_one()


def delete_user(session: Session, user_id: str) -> None:
    """Delete the row, unless a row that must stay still refers to it."""
    with suppress(IntegrityError), session.begin_nested():
        session.execute(sa.delete(User).where(col(User.id) == user_id))


def unfinished(
    session: Session, now: datetime, *, only: str | None = None, limit: int = 1
) -> list[str]:
    """Accounts that lapsed: nobody finished their welcome in time.

    An account without `lapses_at`, or with a live session, is never in the list, nor is one that a
    gate made: it lapses otherwise.
    """
    in_use = sa.exists().where(
        col(LoginSession.user_id) == col(User.id), col(LoginSession.expire) > now
    )
    wanted = sa.select(col(User.id)).where(
        col(User.lapses_at) <= now,
        col(User.issuer).is_not(None),
        col(User.age_band).is_(None),
        col(User.is_admin).is_(False),
        ~in_use,
    )
    if only:
        wanted = wanted.where(col(User.id) == only)
    return list(session.scalars(wanted.order_by(col(User.lapses_at)).limit(limit)))


def taken_names(session: Session, keys: Collection[str]) -> set[str]:
    key = col(User.game_name_key)
    return {one for one in session.scalars(sa.select(key).where(key.in_(list(keys)))) if one}


def by_email(session: Session, email: str, *, lock: bool = True) -> User | None:
    """The member whose email is this folded one; locked if possible and wanted."""
    wanted = sa.select(User).where(folded_column(col(User.email)) == email)
    return session.scalars(wanted.with_for_update() if lock else wanted).first()


def meant(session: Session, who: str, *, lock: bool = True) -> User | None:
    """The member whom an operator names: by email, by id or by game name; locked as above.

    A text with an @ is an email only: anybody may choose somebody's address as a game name.
    """
    if "@" in who:
        return by_email(session, folded_address(who), lock=lock)
    for one in (col(User.id) == canonical_id(who), col(User.game_name_key) == name_key(who)):
        wanted = sa.select(User).where(one, col(User.erased_at).is_(None))
        if user := session.scalars(wanted.with_for_update() if lock else wanted).first():
            return user
    return None


def administrators(session: Session, *, without: Collection[str] = ()) -> int:
    """Lock the rows of all administrators, where the database can, and count the others of them.

    They are locked in the order of their ids, so that two transactions cannot wait for each other.
    """
    wanted = sa.select(col(User.id)).where(col(User.is_admin).is_(True)).order_by(col(User.id))
    return len({*session.scalars(wanted.with_for_update())} - {*without})


_BEFORE_WELCOME = (col(User.age_band).is_(None), col(User.erased_at).is_(None))


def lapses(session: Session, user_ids: Collection[str], reach: Reach) -> dict[str, datetime]:
    """When those of these accounts go that nobody's welcome has kept, by their ids."""
    columns = sa.select(col(User.id), col(User.lapses_at)).where(reach.within(col(User.chapter_id)))
    wanted = columns.where(col(User.id).in_(user_ids), col(User.lapses_at).is_not(None))
    return {id_: at for id_, at in session.execute(wanted) if at}


def is_unanswered(invited_before: datetime) -> sa.ColumnElement[bool]:
    """The condition of an account that was invited before this time and that nobody has used."""
    return sa.and_(
        *_BEFORE_WELCOME,
        col(User.issuer).is_(None),
        # Without this, the opposite of the condition is NULL for everybody who was never invited.
        col(User.invited_at).is_not(None),
        col(User.invited_at) <= invited_before,
    )


def awaits_login(session: Session, user_id: str) -> bool:
    """Whether nobody has logged in to an account that is there."""
    wanted = sa.select(col(User.id)).where(
        *_BEFORE_WELCOME, col(User.id) == user_id, col(User.issuer).is_(None)
    )
    return session.scalar(wanted) is not None


def unanswered_count(session: Session, invited_before: datetime) -> int:
    counted = sa.select(sa.func.count()).select_from(User).where(is_unanswered(invited_before))
    return session.execute(counted).scalar_one()


def uninvited(session: Session, user_ids: Collection[str], *, since: datetime) -> Sequence[User]:
    """Those of these accounts, locked, that have an address, nobody's login, and no invitation
    since then."""
    wanted = sa.select(User).where(
        *_BEFORE_WELCOME,
        col(User.id).in_(user_ids),
        col(User.issuer).is_(None),
        col(User.email).is_not(None),
        sa.or_(col(User.invited_at).is_(None), ~clock.is_since(col(User.invited_at), since)),
    )
    return session.scalars(wanted.order_by(col(User.id)).with_for_update()).all()


_revisions = SQLModel.metadata.tables[str(UserRevision.__tablename__)]
_actors = SQLModel.metadata.tables[str(User.__tablename__)].alias("actors")
_NAMES = ("first_name", "last_name", "game_name", "email")


def note_revision(
    session: Session, user_id: str, *, version: int, fields: Collection[str], actor_id: str
) -> None:
    """Note the version that changed these fields, and forget the ones that did before."""
    same = {"user_id": user_id, "version": version, "actor_id": actor_id}
    before = (_revisions.c.user_id == user_id, _revisions.c.field.in_(fields))
    session.execute(sa.delete(_revisions).where(*before))
    session.execute(sa.insert(_revisions), [{**same, "field": field} for field in fields])


def revisions(session: Session, user_id: str, *, after: int) -> Sequence[sa.Row[Any]]:
    """The fields that were changed after a version, with the names of who did, if they have any."""
    named = (_actors.c[name] for name in _NAMES)
    columns = (_revisions.c.field, _revisions.c.actor_id, _actors.c.id.is_not(None).label("known"))
    changed = sa.select(*columns, *named).outerjoin(_actors, _actors.c.id == _revisions.c.actor_id)
    since = changed.where(_revisions.c.user_id == user_id, _revisions.c.version > after)
    return session.execute(since).all()

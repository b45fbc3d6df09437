"""Selects and guarded writes of the roles that people hold."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import SQLModel, col

from rookiebattle.accounts.models import RoleGrant, User
from rookiebattle.accounts.naming import name_key
from rookiebattle.chapters.models import Chapter
from rookiebattle.core.database.db import NO_KEY_UPDATE
from rookiebattle.core.pagination import Page, Window
from rookiebattle.core.permissions import Permission
from rookiebattle.core.roles import MAY, Reach, Scope
from rookiebattle.events.models import Event
from rookiebattle.events.when import is_before_notice

Row = sa.Row[Any]
grants, users, chapters, events = (
    SQLModel.metadata.tables[str(one.__tablename__)] for one in (RoleGrant, User, Chapter, Event)
)
CHECKS = Permission.ALL_REGISTRATION_CHECK
_COLUMNS: list[sa.ColumnElement[Any]] = [
    *grants.c,
    *(users.c[name] for name in ("first_name", "last_name", "game_name", "email")),
    *(users.c[name] for name in ("age_band", "shows_profile", "erased_at")),
    *(events.c.title, events.c.organizer_id, events.c.chapter_id.label("event_chapter_id")),
    chapters.c.name.label("chapter_name"),
]
_NAMED = (
    sa.select(*_COLUMNS)
    .join_from(grants, users, users.c.id == grants.c.user_id)
    .outerjoin(events, events.c.id == grants.c.event_id)
    .outerjoin(chapters, chapters.c.id == grants.c.chapter_id)
)
_CHAPTER = sa.func.coalesce(sa.func.nullif(grants.c.chapter_id, ""), events.c.chapter_id)
"""The chapter of a role: its own, or that of its event."""


def is_current(now: datetime) -> sa.ColumnElement[bool]:
    """The condition of a role that holds or will hold."""
    is_before_its_end = grants.c.ends_at.is_(None) | (grants.c.ends_at > now)
    return grants.c.ended_at.is_(None) & is_before_its_end


def is_known_to(user_id: str, reach: Reach) -> sa.ColumnElement[bool]:
    """The condition of a role that somebody may read of: their own, one in reach, and one at an
    event that they organize."""
    is_own = (grants.c.user_id == user_id) | (events.c.organizer_id == user_id)
    return is_own | reach.within(_CHAPTER, grants.c.event_id)


def listed(session: Session, *conditions: sa.ColumnElement[bool], window: Window) -> Page[Row]:
    """The roles for which all of this is so, the newest first."""
    found = _NAMED.where(*conditions)
    total = session.scalar(found.with_only_columns(sa.func.count(), maintain_column_froms=True))
    newest_first = found.order_by(grants.c.starts_at.desc(), grants.c.id)
    rows = session.execute(newest_first.limit(window.limit).offset(window.offset)).all()
    return Page(rows, total or 0)


def one(session: Session, grant_id: str) -> Row | None:
    return session.execute(_NAMED.where(grants.c.id == grant_id)).first()


def held_events(session: Session, user_id: str, now: datetime) -> Sequence[Row]:
    """The events that are not over and at which a member has a role, the next one first: a role at
    the event, or one in its chapter that checks people in, from the day before on."""
    columns: list[sa.ColumnElement[Any]] = [
        *(events.c.id.label("event_id"), grants.c.role, users.c.age_band, chapters.c.time_zone),
        *(events.c.title, events.c.start_at, events.c.end_at),
    ]
    in_chapter = sa.and_(
        *(grants.c.chapter_id == events.c.chapter_id, grants.c.starts_at <= now),
        grants.c.role.in_(role for role, may in MAY.items() if CHECKS in may),
        sa.not_(is_before_notice(events.c.start_at, now)),
        # The organizer finds it among the events that they run.
        *(events.c.organizer_id != user_id, events.c.canceled_at.is_(None)),
    )
    wanted = (
        sa.select(*columns)
        .join_from(grants, users, users.c.id == grants.c.user_id)
        .join(events, (events.c.id == grants.c.event_id) | in_chapter)
        .outerjoin(chapters, chapters.c.id == events.c.chapter_id)
        .where(grants.c.user_id == user_id, is_current(now), events.c.end_at > now)
    )
    return session.execute(wanted.order_by(events.c.start_at, grants.c.id)).all()


def hold_place(session: Session, at: Scope) -> bool:
    """Whether the chapter or event is there; it stays until the transaction ends."""
    table, id_ = (events, at.event_id) if at.event_id else (chapters, at.chapter_id)
    if id_ is None:
        return True
    wanted = sa.select(table.c.id).where(table.c.id == id_)
    return session.scalar(wanted.with_for_update(read=True, key_share=True)) is not None


def hold(session: Session, user_id: str) -> User | None:
    """A member's current row, locked until the transaction ends; None for an erased account.

    Roles of a member are given and taken away under this lock, or `holds_roles` could say what is
    no longer so.
    """
    user = session.get(User, user_id, with_for_update=NO_KEY_UPDATE, populate_existing=True)
    return user if user and user.erased_at is None else None


def held_since(session: Session, user_id: str, since: datetime) -> Sequence[Row]:
    """The roles of a member that hold, or held at some time since then."""
    ended = sa.func.coalesce(grants.c.ended_at, grants.c.ends_at)
    wanted = sa.select(grants).where(grants.c.user_id == user_id)
    return session.execute(wanted.where(ended.is_(None) | (ended > since))).all()


def end_lapsed(session: Session, user_id: str, now: datetime) -> None:
    """Note the end of this member's roles whose time is over. Until then they count as held."""
    is_lapsed = grants.c.ended_at.is_(None) & (grants.c.ends_at <= now)
    lapsed = sa.update(grants).where(grants.c.user_id == user_id, is_lapsed)
    session.execute(lapsed.values(ended_at=grants.c.ends_at))


def is_held(session: Session, grant: RoleGrant) -> bool:
    """Whether the member has an open role that is the same in the same place."""
    same = (grants.c[name] == getattr(grant, name) for name in ("role", "chapter_id", "event_id"))
    of_member = (grants.c.user_id == grant.user_id, grants.c.ended_at.is_(None))
    return session.scalar(sa.select(grants.c.id).where(*of_member, *same)) is not None


def end(session: Session, grant_id: str, now: datetime) -> bool:
    """Note the end of a role; False when it had ended."""
    is_open = (grants.c.id == grant_id) & grants.c.ended_at.is_(None)
    ended = sa.update(grants).where(is_open).values(ended_at=now).returning(grants.c.id)
    return session.execute(ended).first() is not None


def holds_any(session: Session, user_id: str) -> bool:
    wanted = sa.select(grants.c.id).where(grants.c.user_id == user_id, grants.c.ended_at.is_(None))
    return session.scalar(wanted.limit(1)) is not None


def open_at(session: Session, *, chapter_id: str = "", event_id: str = "") -> Sequence[Row]:
    """The roles in a chapter or at an event that have not ended, by member, so that everybody
    locks members in the same order."""
    here = grants.c.event_id == event_id if event_id else grants.c.chapter_id == chapter_id
    wanted = _NAMED.where(here, grants.c.ended_at.is_(None))
    return session.execute(wanted.order_by(grants.c.user_id, grants.c.id)).all()


def forget_giver(session: Session, user_id: str) -> None:
    """Note no longer that this person gave roles."""
    session.execute(sa.update(grants).where(grants.c.given_by == user_id).values(given_by=""))


def by_game_name(session: Session, text: str) -> User | None:
    """The member with exactly this game name."""
    wanted = sa.select(User).where(col(User.game_name_key) == name_key(text))
    return session.scalars(wanted.where(col(User.erased_at).is_(None))).first()

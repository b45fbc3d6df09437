"""Statements about the ledger: plain columns, because entries are only inserted and read."""

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any, NamedTuple, cast

import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.accounts.models import User
from rookiebattle.core.database.db import in_parts
from rookiebattle.core.pagination import Window
from rookiebattle.core.roles import Reach
from rookiebattle.progression.ledger import COLUMNS
from rookiebattle.progression.models import Act, ProgressEntry, ProgressNote

entries = cast(sa.Table, ProgressEntry.__table__)  # type: ignore[attr-defined]  # SQLModel adds __table__
notes = cast(sa.Table, ProgressNote.__table__)  # type: ignore[attr-defined]  # see entries
users = cast(sa.Table, User.__table__)  # type: ignore[attr-defined]  # see entries

Row = sa.Row[Any]


def last_numbers(session: Session, user_ids: Collection[str]) -> dict[str, int]:
    """The number of each member's last entry; members without entries are left out."""
    wanted = sa.select(entries.c.user_id, sa.func.max(entries.c.number).label("last"))
    rows = session.execute(
        wanted.where(entries.c.user_id.in_(user_ids)).group_by(entries.c.user_id)
    )
    return {row.user_id: row.last for row in rows}


def insert(session: Session, new: Sequence[dict[str, Any]], told: Sequence[dict[str, Any]]) -> None:
    if new:
        session.execute(sa.insert(entries), new)
    if told:
        session.execute(sa.insert(notes), told)


def locked(session: Session, user_ids: Collection[str]) -> list[User]:
    """The current rows of members whose accounts exist, locked in the order of their ids."""
    wanted = sa.select(User).where(users.c.id.in_(user_ids), users.c.erased_at.is_(None))
    in_order = wanted.order_by(users.c.id).with_for_update(key_share=True)
    return list(session.scalars(in_order.execution_options(populate_existing=True)))


def locked_even_erased(session: Session, user_id: str) -> User:
    wanted = sa.select(User).where(users.c.id == user_id).with_for_update(key_share=True)
    return session.scalars(wanted.execution_options(populate_existing=True)).one()


def all_entries(session: Session) -> Iterator[tuple[str, Sequence[Row]]]:
    """The entries of each member in order, one member after the other."""
    wanted: sa.Select[Any] = sa.select(
        entries.c.user_id, entries.c.what, entries.c.before, entries.c.after
    )
    in_order = wanted.order_by(entries.c.user_id, entries.c.number)
    rows = in_parts(session, in_order)
    for user_id, found in groupby(rows, key=lambda row: row.user_id):
        yield user_id, [*found]


def all_columns(session: Session) -> Iterator[Row]:
    """The names of every member, and the columns that follow from the ledger."""
    wanted = sa.select(users.c.id, *(users.c[name] for name in (*_NAMES, *sorted(COLUMNS))))
    yield from in_parts(session, wanted)


_actors, _approvers = users.alias("actors"), users.alias("approvers")
_NAMES = ("game_name", "first_name", "last_name", "email", "age_band", "shows_profile", "erased_at")


def _named(people: sa.FromClause, prefix: str) -> list[sa.ColumnElement[Any]]:
    return [people.c[name].label(f"{prefix}_{name}") for name in _NAMES]


_TOLD: sa.Select[Any] = (
    sa.select(
        *entries.c,
        notes.c.reason,
        notes.c.incident,
        *_named(_actors, "actor"),
        *_named(_approvers, "approver"),
    )
    .select_from(entries)
    .outerjoin(notes, notes.c.entry_id == entries.c.id)
    .outerjoin(_actors, _actors.c.id == entries.c.actor_id)
    .outerjoin(_approvers, _approvers.c.id == entries.c.approved_by)
)


class Person(NamedTuple):
    """The names of somebody who made or approved an entry; all null for the site itself."""

    game_name: str | None
    first_name: str | None
    last_name: str | None
    email: str | None
    age_band: str | None
    shows_profile: bool
    erased_at: datetime | None


def person(row: Row, prefix: str) -> Person:
    """One of the people of an entry: 'actor' or 'approver'."""
    return Person(*(getattr(row, f"{prefix}_{name}") for name in _NAMES))


def timeline(session: Session, user_id: str, window: Window) -> Sequence[Row]:
    """A page of a member's entries, newest first."""
    newest = _TOLD.where(entries.c.user_id == user_id).order_by(entries.c.number.desc())
    return session.execute(newest.limit(window.limit).offset(window.offset)).all()


_undoing = entries.alias("undoing")
# An undoing is known by its act. `undoes IS NULL` would lead SQLite to the index of that column,
# and so to nearly every entry of all members.
_HOLDS = sa.and_(
    entries.c.act.not_in((Act.OPENING.value, Act.UNDO.value)),
    ~sa.exists().where(_undoing.c.undoes == entries.c.id),
)
LATEST = (
    _TOLD.where(entries.c.user_id == sa.bindparam("user_id"), _HOLDS)
    .order_by(entries.c.number.desc())
    .limit(sa.bindparam("most"))
)


def latest(session: Session, user_id: str, most: int) -> Sequence[Row]:
    """A member's newest entries, without openings and without what was undone."""
    return session.execute(LATEST, {"user_id": user_id, "most": most}).all()


def ranked(session: Session, most: int) -> Sequence[Row]:
    """The members who have an admin rank, by name."""
    names = (users.c[name] for name in _NAMES)
    wanted = sa.select(users.c.id, users.c.admin_rank, *names)
    having = wanted.where(users.c.admin_rank > 0, users.c.erased_at.is_(None))
    return session.execute(having.order_by(users.c.sort_name, users.c.id).limit(most)).all()


def rank_of(session: Session, user_id: str) -> int:
    """A member's admin rank; 0 when there is no such account."""
    return session.scalar(sa.select(users.c.admin_rank).where(users.c.id == user_id)) or 0


def entry(session: Session, entry_id: str) -> Row | None:
    return session.execute(_TOLD.where(entries.c.id == entry_id)).first()


def undoing(session: Session, entry_id: str) -> Row:
    found: Row = session.execute(_TOLD.where(entries.c.undoes == entry_id)).one()
    return found


def undone(session: Session, entry_ids: Collection[str]) -> set[str]:
    """Those of these entries that another entry undoes."""
    # A query of its own: SQLite joins the table to itself without the index.
    wanted = sa.select(entries.c.undoes).where(entries.c.undoes.in_(entry_ids))
    return set(session.scalars(wanted))


def awarded_before(
    session: Session, user_ids: Collection[str], what: str, event_id: str
) -> set[str]:
    """Those of these members who got this bead at this event, and still have it."""
    theirs = (entries.c.user_id.in_(user_ids), entries.c.event_id == event_id)
    awarded = (entries.c.act == Act.AWARD.value, entries.c.what == what)
    wanted = sa.select(entries.c.user_id).where(*theirs, *awarded, _HOLDS)
    return set(session.scalars(wanted))


def of_award(session: Session, award_id: str) -> Sequence[Row]:
    """The entries of an award that were not undone."""
    wanted: sa.Select[Any] = sa.select(*entries.c).where(entries.c.award_id == award_id, _HOLDS)
    return session.execute(wanted.order_by(entries.c.user_id)).all()


def award_sizes(session: Session, award_ids: Collection[str]) -> dict[str, int]:
    """Award id → the number of its entries that were not undone; awards without one are missing."""
    having = sa.select(entries.c.award_id, sa.func.count()).where(
        entries.c.award_id.in_(award_ids), _HOLDS
    )
    rows = session.execute(having.group_by(entries.c.award_id))
    return {row[0]: int(row[1]) for row in rows}


def reached(session: Session, user_id: str) -> dict[str, datetime]:
    """When each fact of a member was changed last."""
    wanted = sa.select(entries.c.what, sa.func.max(entries.c.at).label("at"))
    rows = session.execute(wanted.where(entries.c.user_id == user_id).group_by(entries.c.what))
    return {row.what: row.at for row in rows}


def exists(session: Session, user_id: str, reach: Reach) -> bool:
    """Whether there is an account with this id in reach that is not erased."""
    wanted = sa.select(users.c.id).where(users.c.id == user_id, users.c.erased_at.is_(None))
    wanted = wanted.where(reach.within(users.c.chapter_id))
    return session.execute(wanted).first() is not None

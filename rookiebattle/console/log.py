"""Reading the audit log: the administrative lines, by person, thing and day."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime, time, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import SQLModel

from rookiebattle.accounts.naming import FORMER_MEMBER, name_kept
from rookiebattle.console.schemas import LogLine, LogPage, LogSearch
from rookiebattle.console.wording import THE_SITE
from rookiebattle.core.actor import Actor
from rookiebattle.core.audit import log
from rookiebattle.core.changes import words
from rookiebattle.core.pagination import Window
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import FIRST_YEAR, LAST_YEAR
from rookiebattle.core.values.text import folded
from rookiebattle.members import administration
from rookiebattle.members.users import UserFilter
from rookiebattle.progression import service as progression
from rookiebattle.settings import get_settings

MOST_COUNTED = 1_000
"""Longer lists say 'more than': to count all lines of many years would take longer than to read."""
MOST_PEOPLE = 100
AWARDED = "progress.awarded"
_ORDERS = {
    "newest": (words.c.at.desc(), words.c.line_id.desc()),
    "oldest": (words.c.at, words.c.line_id),
}
users = SQLModel.metadata.tables["users"]


def search_log(session: Session, actor: Actor, *, wanted: LogSearch) -> LogPage:
    """The administrative lines, newest first unless asked otherwise; administrators only."""
    actor.require(Permission.ALL_AUDIT_READ)
    having = _asked(session, actor, wanted)
    if having is None:
        return LogPage([], 0)
    window, query = wanted.window, sa.select(words).where(*having).order_by(*_ORDERS[wanted.order])
    rows = session.execute(query.limit(window.limit).offset(window.offset)).all()
    counted = sa.select(words.c.line_id).where(*having).limit(MOST_COUNTED + 1).subquery()
    total = session.scalar(sa.select(sa.func.count()).select_from(counted)) or 0
    names = _names(session, {row.actor_id for row in rows})
    lines = _with_awards(session, actor, [_line(row, names) for row in rows])
    return LogPage(lines, min(total, MOST_COUNTED), has_more=total > MOST_COUNTED)


def _with_awards(session: Session, actor: Actor, lines: Sequence[LogLine]) -> list[LogLine]:
    """The lines, those of awards with what is still to be undone of each, at its first line."""
    ids = [one.id for one in lines if one.action == AWARDED]
    if not ids:
        return list(lines)
    told = session.execute(sa.select(log.c.id, log.c.details).where(log.c.id.in_(ids)))
    awards = {row.id: str(row.details.get("award", "")) for row in told}
    sizes = progression.award_sizes(session, actor, award_ids=set(awards.values()) - {""})
    found = []
    for one in lines:
        award_id = awards.get(one.id, "")
        found.append(replace(one, award_id=award_id, awarded=sizes.pop(award_id, 0)))
    return found


def _asked(
    session: Session, actor: Actor, wanted: LogSearch
) -> list[sa.ColumnElement[bool]] | None:
    """The conditions; None when nobody of that name is known, or the calendar ends at that day."""
    having = [
        words.c.sought.contains(word, autoescape=True) for word in folded(wanted.thing).split()
    ]
    if wanted.kind:
        having.append(words.c.kind == wanted.kind)
    if wanted.day:
        if not FIRST_YEAR <= wanted.day.year <= LAST_YEAR:
            return None
        start = datetime.combine(wanted.day, time(), get_settings().org_zone)
        having += [words.c.at >= start, words.c.at < start + timedelta(days=1)]
    if wanted.person:
        people = _people(session, actor, wanted.person)
        if not people:
            return None
        having.append(words.c.actor_id.in_(people) | words.c.user_id.in_(people))
    return having


def _people(session: Session, actor: Actor, name: str) -> list[str]:
    """The ids of the members whom the list of members finds by this name or address."""
    wanted = UserFilter(text=name, window=Window(MOST_PEOPLE))
    return [one.id for one in administration.list_users(session, actor, wanted=wanted).items]


def _names(session: Session, ids: Collection[str]) -> dict[str, str]:
    shown = ("game_name", "first_name", "last_name", "email", "erased_at")
    wanted = sa.select(users.c.id, *(users.c[name] for name in shown)).where(users.c.id.in_(ids))
    rows = session.execute(wanted)
    return {row.id: name_kept(row) for row in rows}


def _line(row: sa.Row[Any], names: dict[str, str]) -> LogLine:
    return LogLine(
        id=row.line_id,
        at=row.at,
        who=names.get(row.actor_id, FORMER_MEMBER) if row.actor_id else THE_SITE,
        action=row.action,
        kind=row.kind,
        thing=row.thing,
        changes=row.changes,
    )

"""Statements of gear checks and incidents."""

from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session, aliased
from sqlmodel import SQLModel, col

from rookiebattle.accounts.models import User
from rookiebattle.core.pagination import Page, Window
from rookiebattle.gear.models import GearCheck, Incident

checks = SQLModel.metadata.tables[str(GearCheck.__tablename__)]
_noting = aliased(User)
_CHANGED = ("passed", "note", "checked_by", "checked_at")


def _put(dialect: Any) -> sa.Insert:
    new = dialect.insert(checks)
    changed = {name: new.excluded[name] for name in _CHANGED}
    put: sa.Insert = new.on_conflict_do_update(
        index_elements=["event_id", "user_id", "item"], set_=changed
    ).returning(checks.c.id)
    return put


_PUT = {dialect.dialect.name: _put(dialect) for dialect in (postgresql, sqlite)}


def put_check(session: Session, values: Mapping[str, object]) -> str:
    """Note a check, in the place of the last one of the same item; returns the id of its row."""
    put = _PUT[session.get_bind().dialect.name]
    return str(session.connection().execute(put, values).scalar_one())


def checks_at(session: Session, event_id: str) -> Sequence[GearCheck]:
    wanted = sa.select(GearCheck).where(col(GearCheck.event_id) == event_id)
    return session.scalars(wanted.order_by(col(GearCheck.user_id), col(GearCheck.item))).all()


# Each registration runs this statement, and building a select takes longer than running it.
_SUSPENSIONS = (
    sa.select(col(Incident.user_id), sa.func.max(col(Incident.suspended_until)).label("until"))
    .where(col(Incident.user_id).in_(sa.bindparam("members", expanding=True)))
    .where(col(Incident.suspended_until) > sa.bindparam("today"))
    .group_by(col(Incident.user_id))
)


def suspensions(session: Session, user_ids: Collection[str], today: date) -> dict[str, date]:
    among = {"members": list(user_ids), "today": today}
    return {row.user_id: row.until for row in session.execute(_SUSPENSIONS, among)}


def incident(session: Session, event_id: str, incident_id: str) -> Incident | None:
    """One incident of an event, locked."""
    wanted = sa.select(Incident).filter_by(id=incident_id, event_id=event_id)
    return session.scalar(wanted.with_for_update())


def incidents(session: Session, event_id: str, window: Window) -> Page[Any]:
    """The incidents of an event with whom they are about and who noted them, the newest first."""
    of_event = col(Incident.event_id) == event_id
    total = session.scalar(sa.select(sa.func.count()).select_from(Incident).where(of_event))
    wanted = (
        sa.select(Incident, User, _noting)
        .outerjoin(User, col(User.id) == col(Incident.user_id))
        .outerjoin(_noting, col(_noting.id) == col(Incident.noted_by))
        .where(of_event)
        .order_by(col(Incident.noted_at).desc(), col(Incident.id))
    )
    rows = session.execute(wanted.limit(window.limit).offset(window.offset)).all()
    return Page(rows, total or 0)


def forget_before(session: Session, before: datetime) -> None:
    session.execute(sa.delete(Incident).where(col(Incident.noted_at) < before))

"""Reports of events: a few per person and day. Administrators read them and note it."""

from datetime import timedelta

import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import SQLModel, col

from rookiebattle.accounts.models import User
from rookiebattle.accounts.naming import listed_name
from rookiebattle.core import audit, clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.changes import record_change
from rookiebattle.core.database import turns
from rookiebattle.core.database.db import writes
from rookiebattle.core.errors import NotWelcomed, TooManyRequests
from rookiebattle.core.limits import Limiter
from rookiebattle.core.permissions import Permission
from rookiebattle.events import service
from rookiebattle.events.hooks import event_reported
from rookiebattle.events.models import REPORTS_KEPT, EventReport
from rookiebattle.events.schemas import ReportRead, ReportWrite
from rookiebattle.events.wording import ENOUGH_REPORTS, MANY_REPORTS

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
MOST_A_DAY = 5
"""Reports of one member in a day."""
MOST_FROM_ADDRESS = 3
"""Reports from one network address in an hour."""
MOST_OF_VISITORS = 30
"""Reports of all visitors in an hour: each is a letter to the club."""
_addresses = Limiter(MOST_FROM_ADDRESS, HOUR.total_seconds(), name="event reports")
reports = SQLModel.metadata.tables[str(EventReport.__tablename__)]
_IS_OPEN = reports.c.handled_at.is_(None)


@writes
def report_event(
    session: Session, actor: Actor, *, event_id: str, values: ReportWrite, address: str = ""
) -> None:
    """Tell the club that an event should not be there; the same words again are one report.

    For everybody who sees the event; members only after the welcome. Raises NotFound, NotWelcomed
    and TooManyRequests. `address` is the visitor's network address.
    """
    if actor.is_member and not actor.is_welcomed:
        raise NotWelcomed()
    event = service.get_event(session, actor, event_id=event_id)
    reporter = actor.user_id or None
    turns.take_turn(session, f"report:{actor.user_id or 'visitors'}")
    same = (reports.c.event_id == event.id) & (reports.c.reason == values.reason)
    if _count(session, same & (reports.c.user_id.is_not_distinct_from(reporter))):
        return
    _refuse_many(session, reporter, address)
    made = EventReport(
        event_id=event.id, user_id=reporter, reason=values.reason, reported_at=clock.now()
    )
    session.add(made)
    session.flush()
    audit.record(session, actor, "event.reported", event.id)
    event_reported.fire(session, actor, report_id=made.id)


def _refuse_many(session: Session, reporter: str | None, address: str) -> None:
    own = reports.c.user_id.is_not_distinct_from(reporter)
    since = clock.now() - (DAY if reporter else HOUR)
    lately = _count(session, own & (reports.c.reported_at > since))
    if reporter and lately >= MOST_A_DAY:
        raise TooManyRequests(int(DAY.total_seconds()), ENOUGH_REPORTS)
    if not reporter and address:
        _addresses.take_address(address)
    if not reporter and lately >= MOST_OF_VISITORS:
        raise TooManyRequests(int(HOUR.total_seconds()), MANY_REPORTS)


def _count(session: Session, which: sa.ColumnElement[bool]) -> int:
    return session.scalar(sa.select(sa.func.count()).select_from(reports).where(which)) or 0


def list_reports(session: Session, actor: Actor, *, event_id: str) -> list[ReportRead]:
    """The reports of an event that wait, oldest first; administrators only. Raises NotFound."""
    actor.require(Permission.ALL_REPORT_READ)
    event = service.get_event(session, actor, event_id=event_id)
    wanted = (
        sa.select(EventReport, User)
        .outerjoin(User, col(User.id) == col(EventReport.user_id))
        .where(col(EventReport.event_id) == event.id, _IS_OPEN)
        .order_by(col(EventReport.reported_at), col(EventReport.id))
    )
    return [
        ReportRead(
            id=one.id,
            event_id=one.event_id,
            reason=one.reason,
            reported_at=one.reported_at,
            by=listed_name(user) if user else None,
        )
        for one, user in session.execute(wanted)
    ]


def count_reported(session: Session, actor: Actor) -> tuple[int, str]:
    """The number of events with reports that wait, and the first; administrators only."""
    actor.require(Permission.ALL_REPORT_READ)
    wanted = sa.select(reports.c.event_id).where(_IS_OPEN).order_by(reports.c.reported_at)
    found = list(dict.fromkeys(session.scalars(wanted)))
    return len(found), next(iter(found), "")


@writes
def handle_reports(session: Session, actor: Actor, *, event_id: str) -> None:
    """Note that all reports of an event were looked at; administrators only. Raises NotFound."""
    actor.require(Permission.ALL_REPORT_UPDATE)
    event = service.get_event(session, actor, event_id=event_id)
    of_it = sa.update(reports).where(reports.c.event_id == event.id, _IS_OPEN)
    handled = session.execute(of_it.values(handled_at=clock.now()).returning(reports.c.id)).all()
    if handled:
        record_change(session, actor, "event.reports_handled", event.id, thing=event.title)


def forget_old(session: Session) -> None:
    """Delete reports that are a year old; called every hour."""
    old = sa.delete(reports).where(reports.c.reported_at < clock.now() - REPORTS_KEPT)
    session.execute(old)

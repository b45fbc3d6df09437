"""Statements about late check-ins, people at the entrance, and accounts that a gate made."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session
from sqlmodel import SQLModel, col

from rookiebattle.accounts.models import User
from rookiebattle.events.models import Event
from rookiebattle.gate.models import LateCheckIn, WantsIn
from rookiebattle.guardians.models import Guardianship
from rookiebattle.registrations.models import Registration

_seats = SQLModel.metadata.tables[str(Registration.__tablename__)].c
late = SQLModel.metadata.tables[str(LateCheckIn.__tablename__)]
_KEEP = {
    one.dialect.name: one.insert(late).on_conflict_do_nothing() for one in (postgresql, sqlite)
}


class Answer(NamedTuple):
    """A row of `LateCheckIn`: a queue has five hundred of them, and making objects takes longer
    than noting who is there."""

    event_id: str
    client_id: str
    user_id: str | None
    sent_by: str | None
    at: datetime
    received_at: datetime
    outcome: str
    checked_in_at: datetime | None
    text: str


_ANSWERS = sa.select(*(late.c[name] for name in Answer._fields))


def answers(session: Session, event_id: str, client_ids: Collection[str]) -> dict[str, Answer]:
    """The answers that these check-ins got before, by the id that the device made."""
    wanted = _ANSWERS.where(late.c.event_id == event_id, late.c.client_id.in_(list(client_ids)))
    return {one.client_id: Answer(*one) for one in session.execute(wanted)}


def keep_answers(session: Session, answers: Sequence[Answer]) -> None:
    """Keep new answers. An answer that another device got to the same id meanwhile stays."""
    if answers:
        rows = [one._asdict() for one in answers]
        session.connection().execute(_KEEP[session.get_bind().dialect.name], rows)


def refused(session: Session, event_id: str, most: int) -> Sequence[LateCheckIn]:
    """The latest check-ins that were refused, the newest first."""
    wanted = sa.select(LateCheckIn).where(
        col(LateCheckIn.event_id) == event_id, col(LateCheckIn.outcome) == "refused"
    )
    newest_first = (col(LateCheckIn.received_at).desc(), col(LateCheckIn.client_id))
    return session.scalars(wanted.order_by(*newest_first).limit(most)).all()


def count_refused(session: Session, event_id: str, sent_by: str) -> int:
    """How many check-ins of one sender were refused at an event."""
    return count_sent(session, event_id, sent_by, late.c.outcome == "refused")


def count_sent(
    session: Session, event_id: str, sent_by: str, *conditions: sa.ColumnElement[bool]
) -> int:
    """How many check-ins of one sender at an event are kept with their answers."""
    counted = sa.select(sa.func.count()).select_from(late)
    mine = (late.c.event_id == event_id, late.c.sent_by == sent_by)
    return session.execute(counted.where(*mine, *conditions)).scalar_one()


def wanting(session: Session, event_id: str) -> Sequence[WantsIn]:
    """Those who scanned the poster and were not checked in since, the first one first."""
    is_in = sa.select(_seats.id).where(
        _seats.event_id == col(WantsIn.event_id),
        _seats.user_id == col(WantsIn.user_id),
        *(_seats.cancelled_at.is_(None), _seats.checked_in_at.is_not(None)),
    )
    wanted = sa.select(WantsIn).where(col(WantsIn.event_id) == event_id, sa.not_(is_in.exists()))
    return session.scalars(wanted.order_by(col(WantsIn.at), col(WantsIn.user_id))).all()


def unclaimed(session: Session, now: datetime, limit: int) -> Sequence[str]:
    """Accounts that a gate made and nobody took over, whose time is over."""
    made = col(User.issuer).is_(None), col(User.erased_at).is_(None)
    wanted = sa.select(col(User.id)).where(col(User.lapses_at) <= now, *made)
    return session.scalars(wanted.order_by(col(User.lapses_at)).limit(limit)).all()


def last_start(session: Session, user_id: str) -> datetime | None:
    """The start of the last event at which somebody, or one of their minors, has a seat."""
    minors = sa.select(col(Guardianship.minor_id)).where(
        col(Guardianship.guardian_id) == user_id, col(Guardianship.ended_at).is_(None)
    )
    own = _seats.user_id.in_(minors) | (_seats.user_id == user_id)
    starts = sa.select(sa.func.max(col(Event.start_at))).join(
        Registration, col(Registration.event_id) == col(Event.id)
    )
    return session.scalar(starts.where(own, _seats.cancelled_at.is_(None)))


def forget_before(session: Session, before: datetime) -> None:
    session.execute(sa.delete(late).where(late.c.received_at < before))

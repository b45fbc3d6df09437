"""Statements about questions to organizers."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import SQLModel

from rookiebattle.core import clock
from rookiebattle.core.pagination import Window
from rookiebattle.core.values.addresses import folded_column
from rookiebattle.registrations.models import Question
from rookiebattle.registrations.queries.seats import events

questions = SQLModel.metadata.tables[str(Question.__tablename__)]


def same(session: Session, asked: Question, since: datetime) -> bool:
    """Whether the same person asked the same about the same event since then."""
    names = ("event_id", "user_id", "email", "question", "is_suspicious")
    alike = (getattr(Question, name) for name in names)
    wanted = sa.select(questions.c.id).where(
        clock.is_since(questions.c.asked_at, since),
        *(column.is_not_distinct_from(getattr(asked, column.key)) for column in alike),
    )
    return session.execute(wanted.limit(1)).first() is not None


def count_asked(
    session: Session,
    user_id: str | None,
    since: datetime,
    *,
    organizer_id: str = "",
    is_suspicious: bool = False,
) -> int:
    """The questions of a member, or of all visitors, since then; in all or to one organizer.

    Suspicious ones and others are counted apart.
    """
    wanted = sa.select(sa.func.count()).select_from(questions)
    if organizer_id:
        wanted = wanted.join(events, events.c.id == questions.c.event_id)
        wanted = wanted.where(events.c.organizer_id == organizer_id)
    of_them = questions.c.user_id.is_not_distinct_from(user_id)
    lately = clock.is_since(questions.c.asked_at, since)
    apart = questions.c.is_suspicious.is_(is_suspicious)
    return session.execute(wanted.where(of_them, lately, apart)).scalar_one()


def count_answers(session: Session, email: str, organizer_id: str, since: datetime) -> int:
    """The answers to this typed address about this organizer's events since then."""
    wanted = sa.select(sa.func.count()).select_from(
        questions.join(events, events.c.id == questions.c.event_id)
    )
    answered = questions.c.email == email, clock.is_since(questions.c.answered_at, since)
    of_organizer = events.c.organizer_id == organizer_id
    return session.execute(wanted.where(*answered, of_organizer)).scalar_one()


def of_event(
    session: Session, event_id: str, window: Window, *, all_: bool
) -> tuple[list[Question], int]:
    """A part of an event's questions, those that wait first, and how many there are.

    Without `all_` suspicious ones are left out.
    """
    wanted = [questions.c.event_id == event_id]
    if not all_:
        wanted.append(questions.c.is_suspicious.is_(False))
    mine = sa.select(Question).where(*wanted)
    oldest_first = (questions.c.answered_at.is_not(None), questions.c.asked_at, questions.c.id)
    page = mine.order_by(*oldest_first).limit(window.limit).offset(window.offset)
    total = sa.select(sa.func.count()).select_from(questions).where(*wanted)
    return list(session.scalars(page)), session.execute(total).scalar_one()


def waiting(session: Session, organizer_id: str, most: int) -> Sequence[sa.Row[Any]]:
    """Id, title and number of questions of an organizer's events where some wait, by start."""
    shown = events.c.id, events.c.title
    wanted = (
        sa.select(*shown, sa.func.count().label("number"))
        .select_from(questions.join(events, events.c.id == questions.c.event_id))
        .where(
            events.c.organizer_id == organizer_id,
            questions.c.answered_at.is_(None),
            questions.c.is_suspicious.is_(False),
        )
        .group_by(*shown, events.c.start_at)
        .order_by(events.c.start_at, events.c.id)
    )
    return session.execute(wanted.limit(most)).all()


def suspicious(session: Session) -> tuple[int, str]:
    """How many suspicious questions there are, and the id of the event of the oldest."""
    kept = questions.c.is_suspicious & questions.c.event_id.is_not(None)
    number = session.scalar(sa.select(sa.func.count()).select_from(questions).where(kept)) or 0
    oldest = sa.select(questions.c.event_id).where(kept)
    in_order = oldest.order_by(questions.c.asked_at, questions.c.id).limit(1)
    return number, session.scalar(in_order) or ""


def answered_by(session: Session, user_id: str) -> list[str]:
    theirs = sa.select(questions.c.id).where(questions.c.answered_by == user_id)
    return list(session.scalars(theirs))


def forget(session: Session, *, before: datetime | None = None, email: str = "") -> None:
    """Delete questions that are older, or those of a visitor with this folded address."""
    if before:
        session.execute(sa.delete(questions).where(questions.c.asked_at < before))
    if email:
        session.execute(sa.delete(questions).where(folded_column(questions.c.email) == email))


def forget_answers(session: Session, user_id: str) -> None:
    """Forget what this member answered, and that it was this member."""
    given = sa.update(questions).where(questions.c.answered_by == user_id)
    session.execute(given.values(answered_by=None, answer=""))

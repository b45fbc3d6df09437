"""Selects of messages."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session
from sqlmodel import col

from rookiebattle.accounts.models import User
from rookiebattle.core.pagination import Page, Window
from rookiebattle.messages.models import Message
from rookiebattle.registrations.schemas import Audience

_NEWEST_FIRST = (col(Message.sent_at).desc(), col(Message.id))
# Each event's page runs this statement, and building a select takes longer than running it.
_ANY = sa.select(col(Message.id)).where(col(Message.event_id) == sa.bindparam("event")).limit(1)


def of_event(
    session: Session,
    event_id: str,
    canceled_at: datetime | None,
    *,
    also_unpaid: bool,
    window: Window,
) -> Page[Any]:
    """The messages of an event with their senders, the newest first."""
    holds = sa.not_(col(Message.with_cancellation))
    if canceled_at is not None:
        holds |= col(Message.sent_at) >= canceled_at
    shown = [col(Message.event_id) == event_id, holds]
    if not also_unpaid:
        shown.append(col(Message.to) != Audience.UNPAID)
    total = session.scalar(sa.select(sa.func.count()).select_from(Message).where(*shown))
    wanted = sa.select(Message, User).join(User, col(User.id) == col(Message.sent_by))
    newest = wanted.where(*shown).order_by(*_NEWEST_FIRST)
    rows = session.execute(newest.limit(window.limit).offset(window.offset)).all()
    return Page(rows, total or 0)


def has_any(session: Session, event_id: str) -> bool:
    """Whether something was said about an event. Of most events nothing was."""
    return session.connection().execute(_ANY, {"event": event_id}).first() is not None


def sent_since(session: Session, event_id: str, since: datetime) -> int:
    """How many messages about an event were sent since then."""
    lately = (col(Message.event_id) == event_id, col(Message.sent_at) > since)
    return session.scalar(sa.select(sa.func.count()).select_from(Message).where(*lately)) or 0


def unfinished(session: Session) -> Message | None:
    """The oldest message of which letters are still to be promised, locked."""
    waits = sa.select(Message).where(col(Message.promised_until).is_not(None))
    oldest = waits.order_by(col(Message.sent_at)).limit(1)
    return session.scalar(oldest.with_for_update(skip_locked=True))


def of_canceled(session: Session, event_ids: Sequence[str]) -> Sequence[Message]:
    """The messages of these events that letters of a cancellation carry, the oldest first."""
    carried = sa.select(Message).where(
        col(Message.event_id).in_(event_ids), col(Message.with_cancellation)
    )
    return session.scalars(carried.order_by(col(Message.sent_at))).all()

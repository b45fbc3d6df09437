"""Taking a seat in a bare transaction: the product's six statements and nothing else."""

import threading
import uuid
from contextlib import AbstractContextManager, nullcontext
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

INSTANT = sa.DateTime(timezone=True)
meta = sa.MetaData()
sessions = sa.Table(
    "sessions",
    meta,
    *(sa.Column("sid", sa.String), sa.Column("user_id", sa.String)),
    *(sa.Column("created_at", INSTANT), sa.Column("expire", INSTANT)),
)
users = sa.Table(
    "users",
    meta,
    *(sa.Column(name, sa.String) for name in ("id", "first_name", "email", "profile_image_url")),
    *(sa.Column(name, sa.String) for name in ("membership_tier", "membership_status")),
    *(sa.Column("chapter_id", sa.String), sa.Column("is_admin", sa.Boolean)),
)
events = sa.Table(
    "events",
    meta,
    *(sa.Column("id", sa.String), sa.Column("organizer_id", sa.String)),
    *(sa.Column("start_at", INSTANT), sa.Column("price_cents", sa.Integer)),
    *(sa.Column("is_public", sa.Boolean), sa.Column("requires_membership", sa.Boolean)),
    *(sa.Column("current_participants", sa.Integer), sa.Column("max_participants", sa.Integer)),
)
seats = sa.Table(
    "event_registrations",
    meta,
    *(sa.Column(name, sa.String) for name in ("id", "event_id", "user_id", "payment_status")),
    *(sa.Column("registration_date", INSTANT), sa.Column("cancelled_at", INSTANT)),
    *(sa.Column("payment_amount_cents", sa.Integer), sa.Column("notes", sa.String)),
)
audit = sa.Table(
    "audit_log",
    meta,
    *(sa.Column("id", sa.String), sa.Column("at", INSTANT), sa.Column("actor_id", sa.String)),
    *(sa.Column("action", sa.String), sa.Column("subject_id", sa.String)),
    sa.Column("details", sa.JSON),
)
letters = sa.Table(
    "outbox",
    meta,
    *(sa.Column(name, sa.String) for name in ("id", "message_id", "kind", "user_id", "about")),
    *(sa.Column(name, sa.String) for name in ("recipient", "reply_to", "subject", "body", "html")),
    *(sa.Column(name, sa.String) for name in ("unsubscribe", "dedupe_key", "state")),
    *(sa.Column(name, sa.JSON) for name in ("known", "attachments")),
    *(sa.Column(name, INSTANT) for name in ("due_at", "turn_at", "created_at")),
    *(sa.Column("attempts", sa.Integer), sa.Column("last_error", sa.String)),
)
u, e, s = users.c, events.c, seats.c

SIGNED_IN = (
    sa.select(
        *(u.id, u.first_name, u.email, u.profile_image_url, u.membership_tier),
        *(u.membership_status, u.chapter_id, u.is_admin),
        *(sessions.c.created_at, sessions.c.expire),
    )
    .join_from(sessions, users, u.id == sessions.c.user_id)
    .where(sessions.c.sid == sa.bindparam("key"), sessions.c.expire > sa.bindparam("now"))
)
BOOKING = (
    sa.select(
        *(e.id, e.start_at, e.is_public, e.organizer_id, e.requires_membership),
        *(e.current_participants, e.max_participants, e.price_cents),
        *(s.id, s.registration_date, s.payment_status, s.payment_amount_cents),
        *(s.notes, s.cancelled_at),
    )
    .select_from(
        events.outerjoin(seats, (s.event_id == e.id) & (s.user_id == sa.bindparam("user")))
    )
    .where(e.id == sa.bindparam("event"))
)
TAKE = (
    sa.update(events)
    .where(e.id == sa.bindparam("event"), e.current_participants < e.max_participants)
    .values(current_participants=e.current_participants + 1)
)
LOG = sa.insert(audit)


def _adding(table: sa.Table) -> dict[str, sa.Insert]:
    """The statement that adds a row which is not there yet, by dialect."""
    return {
        dialect.dialect.name: dialect.insert(table).on_conflict_do_nothing()
        for dialect in (postgresql, sqlite)
    }


ADD, PROMISE = _adding(seats), _adding(letters)


class BareRegistering:
    """Has an engine of its own, which is as durable as the product's."""

    def __init__(self, url: str) -> None:
        self.is_sqlite = url.startswith("sqlite")
        url = url.replace("postgresql://", "postgresql+psycopg://")
        self.engine = sa.create_engine(url, pool_size=20, max_overflow=0)
        # Without this lock SQLite's writers sleep and try again, which is much slower.
        self._turn: AbstractContextManager[Any] = (
            threading.Lock() if self.is_sqlite else nullcontext()
        )
        if self.is_sqlite:
            sa.event.listen(self.engine, "connect", _tune)
            sa.event.listen(self.engine, "begin", _begin)

    def register(self, session_key: str, user_id: str, event_id: str) -> bool:
        """Take a seat; returns whether one was free."""
        with self._turn, self.engine.connect() as connection, connection.begin() as transaction:
            now, id_ = datetime.now(UTC), str(uuid.uuid4())
            connection.execute(SIGNED_IN, {"key": session_key, "now": now}).one()
            of = connection.execute(BOOKING, {"event": event_id, "user": user_id}).one()
            if of[5] >= of[6]:
                return False
            dialect = self.engine.dialect.name
            connection.execute(ADD[dialect], _row(id_, event_id, user_id, now))
            connection.execute(LOG, _entry(id_, event_id, user_id, now))
            connection.execute(PROMISE[dialect], _letter(id_, event_id, user_id, now))
            if connection.execute(TAKE, {"event": event_id}).rowcount == 1:
                return True
            transaction.rollback()
            return False


def _row(id_: str, event_id: str, user_id: str, now: datetime) -> dict[str, Any]:
    return {
        "id": id_,
        "event_id": event_id,
        "user_id": user_id,
        "registration_date": now,
        "payment_status": "not_required",
        "payment_amount_cents": 0,
    }


def _entry(id_: str, event_id: str, user_id: str, now: datetime) -> dict[str, Any]:
    return {
        "id": str(uuid.uuid4()),
        "at": now,
        "actor_id": user_id,
        "action": "registration.registered",
        "subject_id": id_,
        "details": {"event_id": event_id},
    }


def _letter(registration: str, event_id: str, user_id: str, now: datetime) -> dict[str, Any]:
    id_ = str(uuid.uuid4())
    unwritten = ("recipient", "reply_to", "subject", "body", "html", "unsubscribe", "last_error")
    return {
        "id": id_,
        "message_id": f"<{id_}@example.org>",
        "kind": "registration.confirmed",
        "user_id": user_id,
        "about": event_id,
        "dedupe_key": f"registration.confirmed:{registration}",
        "state": "waiting",
        "attempts": 0,
        **dict.fromkeys(unwritten, ""),
        "known": {},
        "attachments": [],
        **dict.fromkeys(("due_at", "turn_at", "created_at"), now),
    }


def _tune(connection: Any, _entry: object) -> None:
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "foreign_keys=ON", "synchronous=FULL", "cache_size=-16000"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: sa.Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")

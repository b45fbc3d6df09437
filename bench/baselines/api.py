"""`GET /api/events` from Starlette, SQLAlchemy Core and orjson alone, or from bytes made before.

The SQL and the bytes are the product's. Identity, permission, limits and caches are left out.
"""

import os
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any

import orjson
import sqlalchemy as sa
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

LONGEST = timedelta(days=14)
OPTIONS = orjson.OPT_NAIVE_UTC | orjson.OPT_OMIT_MICROSECONDS
HOURS = {minutes: f"{minutes / 60:.2f}" for minutes in range(30, 721)}

TYPED: dict[str, Any] = {
    **dict.fromkeys(
        (
            *("is_public", "requires_membership", "is_refundable", "is_recurring"),
            *("needs_waiver", "needs_gear_check"),
        ),
        sa.Boolean(),
    ),
    **dict.fromkeys(
        ("start_at", "end_at", "canceled_at", "created_at", "updated_at"),
        sa.DateTime(timezone=True),
    ),
    "recurrence_days_of_week": sa.JSON(),
    "recurrence_end_date": sa.Date(),
}
PLAIN = (
    *("id", "title", "description", "event_type", "location", "address", "chapter_id"),
    *("max_participants", "current_participants", "price_cents", "duration_minutes"),
    *("organizer_id", "recurrence_pattern", "recurrence_interval", "parent_event_id"),
    *("cancel_reason", "waits_for"),
)
events = sa.table(
    "events",
    *(sa.column(name) for name in PLAIN),
    *(sa.column(name, kind) for name, kind in TYPED.items()),
)
chapters = sa.table("chapters", sa.column("id"), sa.column("name"), sa.column("time_zone"))
e, c = events.c, chapters.c
WANTED = (
    e.is_public,
    e.waits_for.is_(None),
    e.start_at > sa.bindparam("long_before"),
    e.end_at >= sa.bindparam("since"),
    e.start_at < sa.bindparam("to"),
)
# The value of each field of an event. BENCH_FIELDS has their names in the product's order.
COLUMNS: dict[str, sa.ColumnElement[Any]] = {
    "id": e.id,
    "title": e.title,
    "description": e.description,
    "eventType": e.event_type,
    "startDate": e.start_at,
    "endDate": e.end_at,
    "durationHours": e.duration_minutes,
    "location": e.location,
    "address": e.address,
    "maxParticipants": e.max_participants,
    "currentParticipants": e.current_participants,
    "price": e.price_cents,
    "isPublic": e.is_public,
    "requiresMembership": e.requires_membership,
    "isRefundable": e.is_refundable,
    "needsWaiver": e.needs_waiver,
    "needsGearCheck": e.needs_gear_check,
    "chapterId": e.chapter_id,
    "chapterName": c.name,
    "organizerId": e.organizer_id,
    "isRecurring": e.is_recurring,
    "recurrencePattern": e.recurrence_pattern,
    "recurrenceInterval": e.recurrence_interval,
    "recurrenceDaysOfWeek": e.recurrence_days_of_week,
    "recurrenceEndDate": e.recurrence_end_date,
    "parentEventId": e.parent_event_id,
    "canceledAt": e.canceled_at,
    "cancelReason": e.cancel_reason,
    "waitsFor": e.waits_for,
    "createdAt": e.created_at,
    "updatedAt": e.updated_at,
    "timeZone": c.time_zone,
}
COUNT = sa.select(sa.func.count(), sa.func.min(e.end_at)).where(*WANTED)


def make() -> ASGIApp:
    fields = os.environ["BENCH_FIELDS"].split(",")
    return Starlette(routes=[Route("/api/events", _listing(engine_for_reading(), fields))])


def _selected(fields: Sequence[str]) -> sa.Select[Any]:
    """The select, built once like the product's. Equal bytes need the fields in the same order."""
    return (
        sa.select(*(COLUMNS[name] for name in fields))
        .select_from(events.outerjoin(chapters, e.chapter_id == c.id))
        .where(*WANTED)
        .order_by(e.start_at, e.id)
        .limit(sa.bindparam("limit"))
    )


def engine_for_reading() -> sa.Engine:
    """An engine like the product's: WAL and a cache on SQLite, and a pool of the same size."""
    url = os.environ["BENCH_DATABASE_URL"].replace("postgresql://", "postgresql+psycopg://")
    engine = sa.create_engine(url, pool_size=20, max_overflow=0, json_deserializer=orjson.loads)
    if url.startswith("sqlite"):
        sa.event.listen(engine, "connect", _tune)
    return engine


def _tune(connection: Any, _entry: object) -> None:
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "cache_size=-16000"):
        connection.execute(f"PRAGMA {pragma}")


def _listing(engine: sa.Engine, fields: Sequence[str]) -> Any:
    selected, wire = _selected(fields), _wire(fields)

    def answer(request: Request) -> Response:
        asked = request.query_params
        since, to = datetime.fromisoformat(asked["from"]), datetime.fromisoformat(asked["to"])
        values = {"since": since, "to": to, "long_before": since - LONGEST, "limit": 200}
        with engine.connect() as connection:
            rows = connection.execute(selected, values).all()
            total, _first_end = connection.execute(COUNT, values).one()
        body = orjson.dumps([wire(row) for row in rows], option=OPTIONS)
        headers = {"x-total-count": str(total)}
        return Response(body, media_type="application/json", headers=headers)

    return answer


def _wire(fields: Sequence[str]) -> Callable[[Any], dict[str, Any]]:
    hours, price = fields.index("durationHours"), fields.index("price")

    def wire(row: Any) -> dict[str, Any]:
        values = list(row)
        values[hours] = HOURS.get(values[hours])
        values[price] = f"{values[price] // 100}.{values[price] % 100:02d}"
        return dict(zip(fields, values, strict=True))

    return wire


def make_precomputed() -> ASGIApp:
    """An application that sends the bytes in BENCH_BODY, or 304 to a client with their ETag."""
    with open(os.environ["BENCH_BODY"], "rb") as file:  # noqa: PTH123  # read once
        body = file.read()
    etag = b'"made-before"'
    headers = [
        (b"content-type", b"application/json"),
        (b"etag", etag),
        (b"cache-control", b"no-cache"),
        (b"x-total-count", b"200"),
    ]
    whole = {"type": "http.response.start", "status": 200}
    whole["headers"] = [*headers, (b"content-length", str(len(body)).encode())]
    unchanged = {"type": "http.response.start", "status": 304, "headers": headers}

    async def app(scope: Scope, _receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        if any(name == b"if-none-match" and value == etag for name, value in scope["headers"]):
            await send(unchanged)
            await send({"type": "http.response.body", "body": b""})
            return
        await send(whole)
        await send({"type": "http.response.body", "body": body})

    return app

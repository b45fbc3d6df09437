"""`GET /api/events` from Starlette, SQLAlchemy Core and orjson alone, or from bytes made before.

The same SQL, the same bytes. No identity, permission, validation, limit, error text or cache.
"""

import os
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
WIRE = (
    *("id", "title", "description", "location", "address", "maxParticipants", "isPublic"),
    *("requiresMembership", "chapterId", "eventType", "startDate", "endDate", "durationHours"),
    *("currentParticipants", "price", "chapterName", "organizerId", "isRecurring"),
    *("recurrencePattern", "recurrenceInterval", "recurrenceDaysOfWeek", "recurrenceEndDate"),
    *("parentEventId", "createdAt", "updatedAt", "timeZone"),
)
HOURS_AT, PRICE_AT = WIRE.index("durationHours"), WIRE.index("price")
OPTIONS = orjson.OPT_NAIVE_UTC | orjson.OPT_OMIT_MICROSECONDS
HOURS = {minutes: f"{minutes / 60:.2f}" for minutes in range(30, 721)}

TYPED: dict[str, Any] = {
    **dict.fromkeys(("is_public", "requires_membership", "is_recurring"), sa.Boolean()),
    **dict.fromkeys(("start_at", "end_at", "created_at", "updated_at"), sa.DateTime(timezone=True)),
    "recurrence_days_of_week": sa.JSON(),
    "recurrence_end_date": sa.Date(),
}
PLAIN = (
    *("id", "title", "description", "event_type", "location", "address", "chapter_id"),
    *("max_participants", "current_participants", "price_cents", "duration_minutes"),
    *("organizer_id", "recurrence_pattern", "recurrence_interval", "parent_event_id"),
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
    e.start_at > sa.bindparam("long_before"),
    e.end_at >= sa.bindparam("since"),
    e.start_at < sa.bindparam("to"),
)
LIST = (
    sa.select(
        *(e.id, e.title, e.description, e.location, e.address, e.max_participants, e.is_public),
        *(e.requires_membership, e.chapter_id, e.event_type, e.start_at, e.end_at),
        *(e.duration_minutes, e.current_participants, e.price_cents, c.name, e.organizer_id),
        *(e.is_recurring, e.recurrence_pattern, e.recurrence_interval, e.recurrence_days_of_week),
        *(e.recurrence_end_date, e.parent_event_id, e.created_at, e.updated_at, c.time_zone),
    )
    .select_from(events.outerjoin(chapters, e.chapter_id == c.id))
    .where(*WANTED)
    .order_by(e.start_at, e.id)
    .limit(sa.bindparam("limit"))
)
COUNT = sa.select(sa.func.count(), sa.func.min(e.end_at)).where(*WANTED)


def make() -> ASGIApp:
    return Starlette(routes=[Route("/api/events", _listing(engine_for_reading()))])


def engine_for_reading() -> sa.Engine:
    """As the product opens its own: WAL and a cache on SQLite, a pool that is large enough."""
    url = os.environ["BENCH_DATABASE_URL"].replace("postgresql://", "postgresql+psycopg://")
    engine = sa.create_engine(url, pool_size=20, max_overflow=0, json_deserializer=orjson.loads)
    if url.startswith("sqlite"):
        sa.event.listen(engine, "connect", _tune)
    return engine


def _tune(connection: Any, _entry: object) -> None:
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "cache_size=-16000"):
        connection.execute(f"PRAGMA {pragma}")


def _listing(engine: sa.Engine) -> Any:
    def answer(request: Request) -> Response:
        asked = request.query_params
        since, to = datetime.fromisoformat(asked["from"]), datetime.fromisoformat(asked["to"])
        values = {"since": since, "to": to, "long_before": since - LONGEST, "limit": 200}
        with engine.connect() as connection:
            rows = connection.execute(LIST, values).all()
            total, _first_end = connection.execute(COUNT, values).one()
        body = orjson.dumps([_wire(row) for row in rows], option=OPTIONS)
        headers = {"x-total-count": str(total)}
        return Response(body, media_type="application/json", headers=headers)

    return answer


def _wire(row: Any) -> dict[str, Any]:
    values = list(row)
    values[HOURS_AT] = HOURS.get(values[HOURS_AT])
    values[PRICE_AT] = f"{values[PRICE_AT] // 100}.{values[PRICE_AT] % 100:02d}"
    return dict(zip(WIRE, values, strict=True))


def make_precomputed() -> ASGIApp:
    """The bytes in BENCH_BODY, and 304 to whoever names their ETag."""
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

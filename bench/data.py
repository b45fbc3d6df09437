"""Rows to measure on, written in bulk: members, sessions, events, registrations."""

import base64
import hashlib
import random
import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta

import sqlalchemy as sa

from bench import gallery, library
from bench.app import (
    SESSION_COOKIE,
    Database,
    PracticeInfo,
    clock,
    metadata,
    signed,
    sort_key,
    words_of,
)

CHAPTERS = 15
HOUR = timedelta(hours=1)
NEAR = 200  # the number of events in the months around now, whatever the total
PAST, FUTURE = timedelta(days=60), timedelta(days=180)
KINDS = ("training", "tournament", "workshop", "social", "daybattle")
EACH = 20  # the entries of each member who has a ledger, whatever the total
ADMINISTRATOR = -1  # the number of the one administrator, who is none of the members
NAMESPACE = uuid.UUID("6f1d0f0e-6a55-4b1b-9d58-0f2f7b0f3f10")


@dataclass(frozen=True, slots=True)
class Size:
    """The number of rows of each kind. The first member has `own` registrations in every size."""

    events: int = 200
    members: int = 200
    own: int = 20
    resources: int = 200
    media: int = 200
    entries: int = 200
    payments: int = 200  # all of them the first member's
    seats: int | None = None
    hot: int = 0  # this many empty events with `seats` seats, for registering


def key(kind: str, number: int) -> str:
    """The id of the n-th row of a kind; the same in every run."""
    return str(uuid.uuid5(NAMESPACE, f"{kind} {number}"))


def session_id(member: int) -> str:
    """The session id of the n-th member: 256 bits and a signature, like the product's."""
    bits = hashlib.sha256(f"session {member}".encode()).digest()
    return signed(base64.urlsafe_b64encode(bits).decode().rstrip("="))


def cookie(member: int) -> dict[str, str]:
    """The Cookie header of the n-th member."""
    return {"Cookie": f"{SESSION_COOKIE}={session_id(member)}"}


def fill(url: str, size: Size) -> None:
    """Write all rows in one transaction."""
    database, now = Database(url), clock.now().replace(microsecond=0)
    with database.unit_of_work(write=True) as session:
        for name, rows in _tables(size, now).items():
            table = metadata.tables[name]
            for start in range(0, len(rows), 5000):
                session.execute(sa.insert(table), rows[start : start + 5000])
        session.execute(sa.text("ANALYZE"))
    database.dispose()


def _tables(size: Size, now: datetime) -> dict[str, list[dict[str, object]]]:
    chance = random.Random(1)
    return {
        "chapters": [_chapter(number) for number in range(CHAPTERS)],
        "users": [_member(number, size) for number in (*range(size.members), ADMINISTRATOR)],
        "user_words": [
            word for number in range(size.members) for word in _words(_member(number, size))
        ],
        "sessions": [_session(number, now) for number in (*range(size.members), ADMINISTRATOR)],
        "progress_entries": [
            entry
            for number in (*range(size.entries // EACH), ADMINISTRATOR)
            for entry in _entries(number, now)
        ],
        "events": [
            *(_event(number, size, now, chance) for number in range(size.events)),
            *(_hot(number, size, now) for number in range(size.hot)),
        ],
        "event_registrations": _registrations(size),
        "payments": [_payment(number, now) for number in range(1, size.payments + 1)],
        **library.tables(size.resources, key("member", 0)),
        **gallery.tables(
            size.media, key("member", 0), [key("event", number) for number in range(size.events)]
        ),
    }


def _chapter(number: int) -> dict[str, object]:
    return {
        "id": key("chapter", number),
        "name": f"Chapter {number:02d}",
        "city": "Tampa",
        "state": "FL",
        "location": "Tampa, FL",
        "time_zone": "America/Chicago" if number < 2 else "America/New_York",
        "practice_info": PracticeInfo(),
        "leadership": [],
    }


def _member(number: int, size: Size) -> dict[str, object]:
    is_admin = number == ADMINISTRATOR
    has_ledger = number < size.entries // EACH and not is_admin
    return {
        "id": key("member", number),
        "is_admin": is_admin,
        "sort_name": sort_key(f"First{number} Last{number}"),
        "listed_key": sort_key(f"First{number} Last{number}"),
        "email": f"member{number}@example.org",
        "first_name": f"First{number}",
        "last_name": f"Last{number}",
        "game_name": f"Name {number}",
        "age_band": "adult",
        "shows_profile": True,
        "award_beads": {"red": EACH} if has_ledger else {},
        "warrior_paths": {},
        "membership_tier": "basic",
        "membership_status": "active",
        "chapter_id": key("chapter", number % CHAPTERS),
    }


def _words(member: dict[str, object]) -> list[dict[str, object]]:
    names = ("first_name", "last_name", "game_name", "email")
    found = words_of(*(str(member[name]) for name in names))
    return [{"user_id": member["id"], "word": word} for word in found]


def _entries(number: int, now: datetime) -> list[dict[str, object]]:
    """The ledger of one member: one red bead after the other, or the administrator's role."""
    same = {"user_id": key("member", number), "actor_id": key("member", ADMINISTRATOR), "at": now}
    facts: list[tuple[str, object, object]] = [
        ("award_beads.red", one, one + 1) for one in range(EACH)
    ]
    if number == ADMINISTRATOR:
        facts = [("is_admin", False, True)]
    return [
        {
            **same,
            "id": key(f"entry {number}", one),
            "number": one,
            "act": "award",
            "what": what,
            "before": before,
            "after": after,
        }
        for one, (what, before, after) in enumerate(facts, 1)
    ]


def _payment(number: int, now: datetime) -> dict[str, object]:
    return {
        "id": key("payment", number),
        "user_id": key("member", 0),
        "number": number,
        "payment_type": "donation",
        "method": "hand",
        "status": "completed",
        "amount_cents": 2500,
        "received_cents": 2500,
        "refunded_cents": 0,
        "disputed_cents": 0,
        "currency": "USD",
        "description": "Donation",
        "version": 0,
        "paid_at": now,
        "created_at": now,
        "updated_at": now,
    }


def _session(number: int, now: datetime) -> dict[str, object]:
    return {
        "sid": hashlib.sha256(session_id(number).encode()).hexdigest(),
        "user_id": key("member", number),
        "sess": {},
        "created_at": now,
        "expire": now + timedelta(days=14),
    }


def _event(number: int, size: Size, now: datetime, chance: random.Random) -> dict[str, object]:
    start = _start(number, now, chance)
    return {
        **_event_basics(number, start, now),
        "id": key("event", number),
        "title": f"Park day {number} at the lake",
        "max_participants": 40 if number % 3 else None,
        "current_participants": 1 if _is_own(number, size) else 0,
        "seat_ceiling": 40 if number % 3 else None,
    }


def _start(number: int, now: datetime, chance: random.Random) -> datetime:
    """The start of an event: the first NEAR around now, the others in years before and after.

    The density is the same everywhere.
    """
    span = PAST + FUTURE
    if number < NEAR:
        return now - PAST + span * (number + chance.random()) / NEAR
    rest = number - NEAR
    away = span * (rest // 2 + 1 + chance.random()) / NEAR
    return now - PAST - away if rest % 2 else now + FUTURE + away


def _event_basics(number: int, start: datetime, now: datetime) -> dict[str, object]:
    return {
        "description": "Bring water, garb and a weapon that passed its safety check. " * 3,
        "event_type": KINDS[number % len(KINDS)],
        "start_at": start,
        "end_at": start + timedelta(hours=2),
        "location": "Al Lopez Park",
        "address": "4810 N Himes Ave, Tampa, FL 33614",
        "price_cents": 1000 if number % 4 == 0 else 0,
        "chapter_id": key("chapter", number % CHAPTERS),
        "organizer_id": key("member", number % 10),
        "recurrence_days_of_week": [],
        "created_at": now,
        "updated_at": now,
    }


def _hot(number: int, size: Size, now: datetime) -> dict[str, object]:
    return {
        **_event_basics(1, now + timedelta(days=30), now),
        "id": key("hot", number),
        "title": f"Hot event {number}",
        "max_participants": size.seats,
        "current_participants": 0,
        "seat_ceiling": size.seats,
    }


def _is_own(number: int, size: Size) -> bool:
    return number < NEAR and number % (NEAR // size.own) == 0 if size.own else False


def _registrations(size: Size) -> list[dict[str, object]]:
    return [
        {
            "id": key("registration", number),
            "event_id": key("event", number),
            "user_id": key("member", 0),
            "payment_status": "not_required",
            "payment_amount_cents": 0,
        }
        for number in range(min(size.events, NEAR))
        if _is_own(number, size)
    ]

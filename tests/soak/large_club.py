"""The rows of a large club, for tables as they were in the first revision that had them."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from tests.soak.scale import scaled

ROWS = scaled(50_000, 1_000)
"""In each table."""
NOW = datetime(2026, 3, 14, 16, tzinfo=UTC)
VIDEO = "https://www.youtube.com/watch?v=rookieDemo1"
# The ledger that a migration opens for a member has fewer entries.
AFTER_THE_OPENING = 100
Row = dict[str, Any]
Make = Callable[[int], Row]


def person(number: int) -> Row:
    """Three of four have signed in; one of ten shares a name with others."""
    name = f"Heron {number if number % 10 else number // 100}"
    has_signed_in = number % 4 != 0
    return {
        "id": f"person-{number}",
        "issuer": "https://login.example.org" if has_signed_in else None,
        "subject": f"subject-{number}" if has_signed_in else None,
        "email": f"person{number}@example.org",
        "first_name": "Maya" if number % 3 else None,
        "game_name": name if has_signed_in else None,
        "admin_rank": (0, 0, 0, 1, 3)[number % 5],
        "award_beads": {"blue": number % 7, "white": number % 3},
        "warrior_paths": {},
        "membership_tier": "none",
        "membership_status": "inactive",
        "created_at": NOW - timedelta(minutes=number),
        "updated_at": NOW,
    }


def event(number: int) -> Row:
    start = NOW + timedelta(hours=number - ROWS // 2)
    return {
        "id": f"event-{number}",
        "title": f"Park Day {number}",
        "event_type": "training",
        "start_at": start,
        "end_at": start + timedelta(hours=2),
        "duration_minutes": 120,
        "organizer_id": f"person-{number}",
        "is_public": number % 9 > 0,
        "recurrence_interval": 1,
        "recurrence_days_of_week": [],
        "created_at": NOW,
        "updated_at": NOW,
    }


def seat(number: int) -> Row:
    """One event of five has five seats, the others none."""
    return {
        "id": f"seat-{number}",
        "event_id": f"event-{number // 5 * 5}",
        "user_id": f"person-{number}",
        "registration_date": NOW,
        "payment_status": "not_required",
    }


def ledger_entry(number: int) -> Row:
    return {
        "id": f"entry-{number}",
        "user_id": f"person-{number}",
        "number": AFTER_THE_OPENING,
        "at": NOW,
        "actor_id": "person-0",
        "act": "award",
        "what": "award_beads.blue",
        "before": f"{number % 7}",
        "after": f"{number % 7 + 1}",
    }


def item(number: int) -> Row:
    return {
        "id": f"item-{number}",
        "title": f"Shield wall {number}",
        "media_type": "video",
        "category": "events",
        "tags": ["shields"],
        "file_url": VIDEO,
        "file_name": "YouTube Video: rookieDemo1",
        "is_public": number % 9 > 0,
        "order_position": number,
        "place": number,
        "event_id": f"event-{number}" if number % 3 else None,
        "uploaded_by": f"person-{number}",
        "created_at": NOW,
        "updated_at": NOW,
    }


def tag(number: int) -> Row:
    return {"media_id": f"item-{number}", "tag": "shields", "place": number}


def payment(number: int) -> Row:
    return {
        "id": f"payment-{number}",
        "user_id": f"person-{number}",
        "number": 1,
        "payment_type": "donation",
        "method": "card",
        "status": "completed",
        "amount_cents": 2500,
        "received_cents": 2500,
        "currency": "USD",
        "description": "Donation",
        "paid_at": NOW,
        "created_at": NOW,
        "updated_at": NOW,
    }


def receipt(number: int) -> Row:
    return {
        "id": f"receipt-{number}",
        "payment_id": f"payment-{number}",
        "number": 1,
        "at": NOW,
        "what": "received",
        "cents": 2500,
    }


TABLES: dict[str, dict[str, Make]] = {
    "0001": {"users": person, "events": event, "event_registrations": seat},
    "0015": {"progress_entries": ledger_entry},
    "0025": {"media": item, "media_tags": tag},
    "0026": {"payments": payment, "payment_entries": receipt},
}
"""The larger tables with the makers of their rows, by the revision that brought them."""

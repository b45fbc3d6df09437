"""The live seat counts of a page: one var, which the server pushes when somebody registers."""

from collections.abc import Collection, Mapping

import reflex as rx
from anyio import to_thread
from reflex.app import App
from reflex_base.constants.state import FIELD_MARKER

from rookiebattle.core import live
from rookiebattle.core.db import get_database
from rookiebattle.registrations import service


class LiveSeats(rx.State):
    """Event id → seats taken, for events whose count changed since the page was loaded."""

    seats: rx.Field[dict[str, int]] = rx.field(default_factory=dict)


def seats_delta(seats: Mapping[str, object]) -> dict[str, dict[str, object]]:
    """The var as Reflex sends it."""
    return {LiveSeats.get_full_name(): {f"seats{FIELD_MARKER}": dict(seats)}}


async def push_seats(app: App) -> None:
    """Keep the counts on open pages up to date; a task for the life of a worker."""
    await live.push_changes(app, _read, seats_delta)


async def _read(event_ids: Collection[str]) -> dict[str, int]:
    return await to_thread.run_sync(_taken, event_ids)


def _taken(event_ids: Collection[str]) -> dict[str, int]:
    with get_database().unit_of_work(write=False) as session:
        seats = service.seats_of(session, event_ids=event_ids)
    return {event_id: one.taken for event_id, one in seats.items()}

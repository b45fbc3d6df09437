"""Registering and unregistering, as the handlers of every page with seats do them."""

from collections.abc import Sequence
from dataclasses import dataclass

from reflex.state import BaseState

from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.registrations import service
from rookiebattle.registrations.view import EventCard
from rookiebattle.ui.state import Refused, attempt

LOG_IN = "Please log in to register for events"


@dataclass(frozen=True)
class Unregistered:
    """The seat that was given up last and whose row is gone; without an id there is none."""

    event_id: str = ""
    title: str = ""
    when: str = ""


async def register_at(state: BaseState, event_id: str) -> bool:
    """Register, and show a toast about how it ended. Returns whether it worked."""
    registering = run(service.register, current_actor(), event_id=event_id)
    result = await attempt(state, registering, done="Successfully registered for event!")
    return not isinstance(result, Refused)


async def unregister_from(state: BaseState, event_id: str) -> bool:
    """Unregister, and show a toast about how it ended. Returns whether it worked."""
    done, failed = "Successfully unregistered from event", "Failed to unregister"
    unregistering = run(service.unregister, current_actor(), event_id=event_id)
    return not isinstance(await attempt(state, unregistering, done=done, failed=failed), Refused)


async def unregister_row(
    state: BaseState, event_id: str, shown: Sequence[EventCard]
) -> Unregistered | None:
    """Unregister from an event whose row then disappears.

    Returns the seat to offer again; None if it did not work.
    """
    rows = (Unregistered(one.id, one.title, one.when) for one in shown if one.id == event_id)
    row = next(rows, Unregistered())
    return row if await unregister_from(state, event_id) else None

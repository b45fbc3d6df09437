"""What the handlers of every page with seats do: take one or give it back, and say how it went."""

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
class SeatLeft:
    """The seat given back last on a page where its row is gone; without an id there is none."""

    event_id: str = ""
    title: str = ""
    when: str = ""


async def take_seat(state: BaseState, event_id: str) -> bool:
    """Whether it worked; what stood against it has been told."""
    taking = run(service.register, current_actor(), event_id=event_id)
    result = await attempt(state, taking, done="Successfully registered for event!")
    return not isinstance(result, Refused)


async def give_seat_back(state: BaseState, event_id: str) -> bool:
    """Whether it worked; what stood against it has been told."""
    done, failed = "Successfully unregistered from event", "Failed to unregister"
    giving = run(service.unregister, current_actor(), event_id=event_id)
    return not isinstance(await attempt(state, giving, done=done, failed=failed), Refused)


async def leave_seat(
    state: BaseState, event_id: str, shown: Sequence[EventCard]
) -> SeatLeft | None:
    """Give a seat back whose row goes with it; what to say about it, if it worked."""
    rows = (SeatLeft(one.id, one.title, one.when) for one in shown if one.id == event_id)
    left = next(rows, SeatLeft())
    return left if await give_seat_back(state, event_id) else None

"""What the handlers of every page with seats do: take one or give it back, and say how it went."""

from collections.abc import Sequence
from dataclasses import dataclass

from reflex.state import BaseState

from rookiebattle.core.edge.websocket import perform
from rookiebattle.registrations import service
from rookiebattle.registrations.views import EventCard
from rookiebattle.ui.state import telling

LOG_IN = "Please log in to register for events"


@dataclass(frozen=True)
class SeatLeft:
    """The seat given back last on a page where its row is gone; without an id there is none."""

    event_id: str = ""
    title: str = ""


async def take_seat(state: BaseState, event_id: str) -> bool:
    """Whether it worked; what stood against it has been told."""
    worked = False
    async with telling(state, done="Successfully registered for event!"):
        await perform(state, service.register, event_id=event_id)
        worked = True
    return worked  # noqa: RET504 - `telling` ends the error


async def give_seat_back(state: BaseState, event_id: str) -> bool:
    """Whether it worked; what stood against it has been told."""
    worked = False
    done, failed = "Successfully unregistered from event", "Failed to unregister"
    async with telling(state, done=done, failed=failed):
        await perform(state, service.unregister, event_id=event_id)
        worked = True
    return worked  # noqa: RET504 - `telling` ends the error


def seat_left(event_id: str, shown: Sequence[EventCard]) -> SeatLeft:
    """What to say about a seat of which the page still shows the row."""
    return next((SeatLeft(one.id, one.title) for one in shown if one.id == event_id), SeatLeft())

"""What the handlers of every page with seats do: take one or give it back, and say how it went."""

from reflex.state import BaseState

from rookiebattle.core.edge.websocket import perform
from rookiebattle.registrations import service
from rookiebattle.ui.state import telling

LOG_IN = "Please log in to register for events"


async def take_seat(state: BaseState, event_id: str) -> None:
    async with telling(state, done="Successfully registered for event!"):
        await perform(state, service.register, event_id=event_id)


async def give_seat_back(state: BaseState, event_id: str) -> None:
    done, failed = "Successfully unregistered from event", "Failed to unregister"
    async with telling(state, done=done, failed=failed):
        await perform(state, service.unregister, event_id=event_id)

"""Registering and unregistering, as the handlers of every page with seats do them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from reflex.state import BaseState

from rookiebattle import routes
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.validation import parse
from rookiebattle.events.wording import counted
from rookiebattle.registrations.policy import cents_owed, owed_by
from rookiebattle.registrations.schemas import DateRefused, SeriesRegistered, SeriesWrite
from rookiebattle.registrations.service import agenda, people, registering, series, waiting
from rookiebattle.registrations.view import EventCard
from rookiebattle.registrations.wording import (
    ALREADY_UNREGISTERED,
    JOINED,
    REFUND_IS_COMING,
    REGISTERED,
    SEAT_IS_OPEN,
    THEIR_SEAT_IS_OPEN,
    UNREGISTERED,
    also_going,
    by_reason,
    dates_given_up,
    number_words,
    registered_words,
)
from rookiebattle.ui.state import Refused, ShellState, attempt, toast


@dataclass(frozen=True)
class Unregistered:
    """The seat that was given up last and whose row is gone; without an id there is none."""

    event_id: str = ""
    title: str = ""
    when: str = ""


async def register_at(state: BaseState, event_id: str) -> bool:
    """Register, and show a toast about how it ended. Returns whether it worked.

    A seat that is held until it is paid leads to its checkout. Another event at the same time is
    named, and no reason to refuse: a member may well visit both.
    """
    call = run(registering.register, current_actor(), event_id=event_id)
    result = await attempt(state, call)
    if isinstance(result, Refused):
        return False
    owed = cents_owed(result.payment_status, result.payment_amount)
    also = await run(agenda.also_then, current_actor(), event_id=event_id)
    due = "" if result.hold_expires_at else registered_words(owed)
    await toast(state, REGISTERED, " ".join(filter(None, (due, also_going(also)))))
    if result.hold_expires_at is not None:
        shell = await state.get_state(ShellState)
        shell.leave_to = routes.checkout("payment", event=event_id)
    return True


async def register_people_at(state: BaseState, event_id: str, people_ids: Sequence[str]) -> bool:
    """Register these people, and show a toast about how it ended. Returns whether it worked."""
    verb, actor = registering.register_party, current_actor()
    result = await attempt(state, run(verb, actor, event_id=event_id, people_ids=people_ids))
    if isinstance(result, Refused):
        return False
    if any(one.hold_expires_at for one in result):
        await toast(state, REGISTERED)
        shell = await state.get_state(ShellState)
        shell.leave_to = routes.checkout("payment", event=event_id)
        return True
    await toast(state, REGISTERED, registered_words(owed_by(result)))
    return True


async def join_at(state: BaseState, event_id: str, people_ids: Sequence[str] | None = None) -> None:
    """Join the waiting list, and show a toast about how it ended."""
    verb, actor = waiting.join, current_actor()
    result = await attempt(state, run(verb, actor, event_id=event_id, people_ids=people_ids))
    if not isinstance(result, Refused):
        await toast(state, JOINED, number_words(result.position))


async def unregister_person_from(state: BaseState, event_id: str, user_id: str) -> None:
    """Give up the seat of one of the member's people, and show a toast about how it ended."""
    unregistering = run(registering.unregister, current_actor(), event_id=event_id, user_id=user_id)
    is_refunded = await attempt(state, unregistering, failed="Failed to unregister")
    if not isinstance(is_refunded, Refused):
        one = await run(people.person, current_actor(), user_id=user_id)
        is_open = THEIR_SEAT_IS_OPEN.format(one.first_name)
        await toast(state, UNREGISTERED, REFUND_IS_COMING if is_refunded else is_open)


async def unregister_from(state: BaseState, event_id: str) -> bool:
    """Unregister, and show a toast about how it ended. Returns whether the seat is given up.

    The toast offers to take the seat again; the page listens with `on_undo`. A refunded seat would
    have to be paid once more. A member who has unregistered already, maybe in another tab, wanted
    just that: it is no failure.
    """
    is_refunded = await attempt(state, _unregister(event_id), failed="Failed to unregister")
    if isinstance(is_refunded, Refused):
        return False
    if is_refunded is None:
        await toast(state, ALREADY_UNREGISTERED, tone="info")
    elif is_refunded:
        await toast(state, UNREGISTERED, REFUND_IS_COMING)
    else:
        await toast(state, UNREGISTERED, SEAT_IS_OPEN, undo=event_id)
    return True


async def _unregister(event_id: str) -> bool | None:
    """Whether a card is refunded for the seat; None for a member who had none."""
    try:
        return await run(registering.unregister, current_actor(), event_id=event_id)
    except registering.NotRegistered:
        return None


async def register_for_dates(state: BaseState, event_id: str, until: str) -> None:
    """Register for several dates of a series; the toast names those that took nobody, and why."""
    done = await attempt(state, _register_until(event_id, until))
    if isinstance(done, Refused):
        return
    first = done.registered[0]
    paying = registered_words(cents_owed(first.payment_status, first.payment_amount))
    left_out = by_reason(_days(done.refused))
    await toast(
        state, f"Registered for {counted(len(done.registered), 'date')}", left_out or paying
    )


async def unregister_from_dates(state: BaseState, event_id: str) -> None:
    """Unregister from a series; the toast names the dates at which the seat stays."""
    unregistering = run(series.unregister_from_series, current_actor(), event_id=event_id)
    done = await attempt(state, unregistering, failed="Failed to unregister")
    if not isinstance(done, Refused):
        await toast(state, dates_given_up(len(done.unregistered)), by_reason(_days(done.kept)))


async def _register_until(event_id: str, until: str) -> SeriesRegistered:
    values = parse(SeriesWrite, {"until": until})
    return await run(series.register_until, current_actor(), event_id=event_id, until=values.until)


def _days(refused: Iterable[DateRefused]) -> list[tuple[str, str]]:
    return [(one.reason, one.day) for one in refused]


async def unregister_row(
    state: BaseState, event_id: str, shown: Sequence[EventCard]
) -> Unregistered | None:
    """Unregister from an event whose row then disappears.

    Returns the seat to offer again; None if it did not work.
    """
    rows = (Unregistered(one.id, one.title, one.when) for one in shown if one.id == event_id)
    row = next(rows, Unregistered())
    return row if await unregister_from(state, event_id) else None

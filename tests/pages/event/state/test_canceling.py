"""The question before an event is canceled, over the websocket."""

from datetime import timedelta

import pytest
import sqlalchemy as sa

from rookiebattle.core.actor import Actor
from rookiebattle.events import canceling
from rookiebattle.events.models import Event
from rookiebattle.events.schemas import Affected, CancelWrite, MoneyBack, Reach, Scope
from rookiebattle.events.wording import NEEDS_REASON
from rookiebattle.messages.models import Message
from rookiebattle.pages.event.state.canceling import CancelState
from rookiebattle.ui.records import RECORD
from rookiebattle.ui.state import ShellState
from tests.clocks import NOW
from tests.tab import toast, worker_for
from tests.world import World

pytestmark = pytest.mark.anyio
ASK, CANCEL, CHOOSE, REINSTATE = (
    CancelState.event_handlers[name] for name in ("ask", "cancel", "choose_scope", "reinstate")
)


async def test_a_reason_that_is_too_long_stands_beside_its_field_without_a_toast(
    world: World,
) -> None:
    organizer = world.person()
    event_id = world.event(organizer)
    async with worker_for(organizer) as worker:
        tab = worker.tab(cookie=organizer.user_id, path=f"/events/{event_id}")
        await tab.send(ASK, event_id=event_id)
        updates = await tab.send(CANCEL, form={RECORD: event_id, "reason": "x" * 256})
        assert list(tab.of(CancelState)["errors"]) == ["reason"]
        assert "field_reason" in repr(updates), "the keyboard is led to the field"
        assert toast(tab) == ("", "")


@pytest.mark.parametrize("reason", ["", "   "])
async def test_an_event_is_not_canceled_without_a_word_why(world: World, reason: str) -> None:
    organizer = world.person()
    event_id = world.event(organizer)
    async with worker_for(organizer) as worker:
        tab = worker.tab(cookie=organizer.user_id, path=f"/events/{event_id}")
        await tab.send(ASK, event_id=event_id)
        updates = await tab.send(CANCEL, form={RECORD: event_id, "reason": reason})
        assert tab.of(CancelState)["errors"] == {"reason": NEEDS_REASON}
        assert "field_reason" in repr(updates), "the keyboard is led to the field"
        assert canceled(world, event_id) == [False]
        assert toast(tab) == ("", "")


async def test_the_question_is_about_the_chosen_dates(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A later date that cards have paid for, where no refund can be ordered, is no obstacle yet."""
    organizer = world.person()
    first, later = Affected(1, 2, Reach(2)), Affected(9, 12, obstacle="Cards are off")

    def affected(*_who: object, scope: Scope, **_which: object) -> Affected:
        return first if scope is Scope.THIS else later

    event_id = world.event(organizer, is_recurring=True, recurrence_pattern="weekly")
    monkeypatch.setattr(canceling, "affected", affected)
    async with worker_for(organizer) as worker:
        tab = worker.tab(cookie=organizer.user_id, path=f"/events/{event_id}")
        await tab.send(ASK, event_id=event_id)
        assert tab.of(CancelState)["question"].startswith("We’ll email 2 people.")
        await tab.send(CHOOSE, scope="following")
        assert tab.of(CancelState)["question"] == "Cards are off"
        await tab.send(ASK, event_id=event_id)
        assert tab.of(CancelState)["scope"] == "this"
        assert tab.of(CancelState)["question"].startswith("We’ll email 2 people.")


async def test_an_organizer_reads_no_sums_and_takes_back_no_refund(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    organizer = world.person()
    event_id, guest = world.event(organizer), world.person()
    world.seat(event_id, guest)
    back = MoneyBack(people=1, card_cents=15_00)
    monkeypatch.setattr(canceling, "affected", lambda *_who, **_which: Affected(1, 1, back=back))
    async with worker_for(organizer) as worker:
        tab = worker.tab(cookie=organizer.user_id, path=f"/events/{event_id}")
        await tab.send(ASK, event_id=event_id)
        assert tab.of(CancelState)["money"].startswith("1 person paid. Card payments will be")
        await tab.send(CANCEL, form={RECORD: event_id, "reason": "Rain", "text": "Next week."})
        told = tab.of(ShellState)["toast"]
        assert ("$" in told.text, told.undo) == (False, "")
    assert [one.to for one in world.scalars(sa.select(Message))] == ["registered"]


def weekly(world: World, organizer: Actor) -> tuple[str, str]:
    """Two dates of one series."""
    shared = {"is_recurring": True, "recurrence_pattern": "weekly"}
    first = world.event(organizer, **shared)
    again = {"parent_event_id": first, "series_id": first}
    return first, world.event(organizer, start_at=NOW + timedelta(days=17), **shared, **again)


def canceled(world: World, *event_ids: str) -> list[bool]:
    with world.database.unit_of_work(write=False) as session:
        found = [session.get_one(Event, event_id) for event_id in event_ids]
        return [one.canceled_at is not None for one in found]


async def test_undo_brings_back_as_many_dates_as_were_canceled(world: World) -> None:
    """The question may be open again, about one date, while the toast still offers 'Undo'."""
    organizer = world.person()
    first, second = weekly(world, organizer)
    async with worker_for(organizer) as worker:
        tab = worker.tab(cookie=organizer.user_id, path=f"/events/{first}")
        await tab.send(ASK, event_id=first)
        await tab.send(CHOOSE, scope="following")
        await tab.send(CANCEL, form={RECORD: first, "reason": "Rain"})
        assert canceled(world, first, second) == [True, True]
        await tab.send(CHOOSE, scope="this")
        await tab.send(REINSTATE, event_id=first)
        assert canceled(world, first, second) == [False, False]
        # A series that was canceled elsewhere comes back date by date.
        others, scope, why = weekly(world, organizer), Scope.FOLLOWING, CancelWrite(reason="Rain")
        verb = canceling.cancel_event
        world.do(verb, organizer, event_id=others[0], values=why, scope=scope)
        await tab.send(REINSTATE, event_id=others[0])
        assert canceled(world, *others) == [False, True]

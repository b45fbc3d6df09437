"""The question before an event is canceled, over the websocket."""

import pytest

from rookiebattle.events import canceling
from rookiebattle.events.schemas import Affected, Scope
from rookiebattle.pages.event.state.canceling import CancelState
from rookiebattle.ui.records import RECORD
from tests.tab import toast, worker_for
from tests.world import World

pytestmark = pytest.mark.anyio
ASK, CANCEL, CHOOSE = (
    CancelState.event_handlers[name] for name in ("ask", "cancel", "choose_scope")
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


async def test_the_question_is_about_the_chosen_dates(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A later date that cards have paid for, where no refund can be ordered, is no obstacle yet."""
    organizer = world.person()
    first, later = Affected(1, 2), Affected(9, 12, obstacle="Cards are off")

    def affected(*_who: object, scope: Scope, **_which: object) -> Affected:
        return first if scope is Scope.THIS else later

    event_id = world.event(organizer, is_recurring=True, recurrence_pattern="weekly")
    monkeypatch.setattr(canceling, "affected", affected)
    async with worker_for(organizer) as worker:
        tab = worker.tab(cookie=organizer.user_id, path=f"/events/{event_id}")
        await tab.send(ASK, event_id=event_id)
        assert tab.of(CancelState)["question"].startswith("2 people have seats")
        await tab.send(CHOOSE, scope="following")
        assert tab.of(CancelState)["question"] == "Cards are off"
        await tab.send(CHOOSE, scope="this")
        assert tab.of(CancelState)["question"].startswith("2 people have seats")

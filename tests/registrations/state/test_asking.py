"""The form that asks an event's organizer a question, over the websocket."""

from datetime import timedelta

import pytest
import sqlalchemy as sa

from rookiebattle.core import clock
from rookiebattle.registrations.models import Question
from rookiebattle.registrations.state.asking import DONE, DONE_TEXT, AskState
from rookiebattle.registrations.wording import IS_LONG_OVER
from rookiebattle.ui.forms import TRAP
from rookiebattle.ui.records import RENEWED
from tests.tab import toast, worker_for
from tests.world import World

pytestmark = pytest.mark.anyio
OPEN, SEND = (AskState.event_handlers[name] for name in ("open", "send"))


async def test_mistakes_stand_beside_their_fields_without_a_toast(world: World) -> None:
    event_id = world.event(title="Castle Day")
    async with worker_for() as worker:
        tab = worker.tab(path=f"/events/{event_id}")
        await tab.send(OPEN, event_id=event_id, title="Castle Day")
        await tab.send(
            SEND, form={"recordId": event_id, "name": "Pat", "email": "nobody", "question": " "}
        )
        assert tab.of(AskState)["errors"] == {
            "email": "Invalid email address",
            "question": "Question is required",
        }
        assert toast(tab) == ("", "")


async def test_a_mistake_in_a_field_that_the_form_lacks_is_told_in_a_toast(world: World) -> None:
    event_id = world.event(title="Castle Day")
    async with worker_for() as worker:
        tab = worker.tab(path=f"/events/{event_id}")
        await tab.send(OPEN, event_id=event_id, title="Castle Day")
        await tab.send(SEND, form={"recordId": event_id, "name": "Pat", "email": "pat@example.org"})
        assert toast(tab) == ("Error", "Question is required")


async def test_a_question_goes_to_nobody_else_than_its_form_says(world: World) -> None:
    first, second = world.event(title="Castle Day"), world.event(title="Harbor Day")
    async with worker_for() as worker:
        tab = worker.tab(path=f"/events/{second}")
        await tab.send(OPEN, event_id=second, title="Harbor Day")
        form = {"recordId": first, "name": "Pat", "email": "pat@example.org", "question": "Why?"}
        await tab.send(SEND, form=form)
        assert toast(tab) == ("Error", RENEWED)


async def test_the_form_tells_that_an_event_is_long_over(world: World) -> None:
    start = clock.now() - timedelta(days=40)
    event_id = world.event(start_at=start, end_at=start + timedelta(hours=1))
    async with worker_for() as worker:
        tab = worker.tab(path=f"/events/{event_id}")
        await tab.send(OPEN, event_id=event_id, title="Castle Day")
        form = {"recordId": event_id, "name": "Pat", "email": "pat@example.org", "question": "Why?"}
        await tab.send(SEND, form=form)
        assert toast(tab)[1] == IS_LONG_OVER


async def test_a_question_in_the_trap_is_kept_apart(world: World) -> None:
    event_id = world.event(title="Castle Day")
    async with worker_for() as worker:
        tab = worker.tab(path=f"/events/{event_id}")
        await tab.send(OPEN, event_id=event_id, title="Castle Day")
        who = {"name": "Pat", "email": "pat@example.org", "question": "Why?"}
        await tab.send(SEND, form={"recordId": event_id, **who, TRAP: "https://pat.example"})
        assert toast(tab) == (DONE, DONE_TEXT)
    (kept,) = world.scalars(sa.select(Question))
    assert (kept.question, kept.is_suspicious) == ("Why?", True)

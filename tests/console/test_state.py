"""The strip of what waits, and the dialogs in which it is done."""

from dataclasses import replace
from datetime import timedelta

import pytest

from rookiebattle.console.state import WaitingState
from rookiebattle.core.actor import Actor
from rookiebattle.core.mail import claims, outbox, outbox_table
from rookiebattle.core.mail.outbox import Letter
from rookiebattle.ui.state import ShellState
from tests.clocks import NOW
from tests.tab import Tab, worker_for
from tests.world import World

pytestmark = pytest.mark.anyio
HANDLERS = WaitingState.event_handlers


async def opened(tab: Tab) -> dict[str, object]:
    await tab.send(HANDLERS["count"])
    return tab.of(WaitingState)


async def test_an_administrator_sees_the_numbers(world: World, ada: Actor) -> None:
    world.person(age_band=None)
    async with worker_for(ada) as worker:
        strip = await opened(worker.tab(cookie=ada.user_id, path="/admin"))
    assert strip["accounts"] == "1 account not welcomed"
    assert (strip["seats"], strip["letters"], strip["requests"]) == ("", "", "")
    assert strip["counted"]


async def test_nobody_else_gets_a_number(world: World) -> None:
    world.person(age_band=None)
    member = world.person()
    async with worker_for(member) as worker:
        for cookie in (member.user_id, ""):
            strip = await opened(worker.tab(cookie=cookie, path="/admin"))
            assert {name: value for name, value in strip.items() if value} == {"loaded": True}


async def test_a_seat_is_paid_in_the_dialog(world: World, ada: Actor) -> None:
    storm = world.person(game_name="Storm")
    event_id = world.event(title="Duels", start_at=NOW)
    world.seat(event_id, storm, payment_status="pending", payment_amount_cents=1000)
    async with worker_for(ada) as worker:
        tab = worker.tab(cookie=ada.user_id, path="/admin")
        await opened(tab)
        await tab.send(HANDLERS["show_seats"])
        shown = tab.of(WaitingState)
        assert shown["opened"] == "seats"
        (row,) = shown["seat_rows"]
        assert (row.name, row.amount) == ("Storm", "$10.00")
        paid = {"event_id": event_id, "user_id": storm.user_id, "status": "completed"}
        await tab.send(HANDLERS["settle"], **paid)
        assert tab.of(ShellState)["toast"].title == "Marked as paid"
        shown = tab.of(WaitingState)
        assert (shown["seat_rows"], shown["seats"]) == ([], "")
    assert [one.payment_status for one in world.rows(event_id)] == ["completed"]


async def test_a_newcomer_is_written_to_by_mail(world: World, ada: Actor) -> None:
    lapses_at = NOW + timedelta(days=30)
    world.person(age_band=None, email="pip@example.org", first_name="Pip", lapses_at=lapses_at)
    async with worker_for(ada) as worker:
        tab = worker.tab(cookie=ada.user_id, path="/admin")
        await tab.send(HANDLERS["show_accounts"])
        (row,) = tab.of(WaitingState)["newcomer_rows"]
    assert row.email == "pip@example.org"
    assert row.write.startswith("mailto:pip@example.org?subject=Welcome%20to")
    assert "Pip" not in repr(row)
    assert row.since.endswith("Will be deleted on Mon, Apr 13.")


@pytest.mark.parametrize(
    ("handler", "state"),
    [("send_again", outbox_table.WAITING), ("set_aside", outbox_table.WITHDRAWN)],
)
@pytest.mark.each_database
async def test_a_letter_is_sent_again_or_set_aside(
    world: World, ada: Actor, handler: str, state: str
) -> None:
    with world.database.unit_of_work(write=True) as session:
        outbox.put(session, Letter(to="m@example.org", subject="Hello", text="W", kind="test"))
        (claimed,) = claims.claim(session, 1)
        claims.give_up(session, claimed, "550")
    async with worker_for(ada) as worker:
        tab = worker.tab(cookie=ada.user_id, path="/admin")
        await tab.send(HANDLERS["show_letters"])
        (row,) = tab.of(WaitingState)["letter_rows"]
        assert (row.subject, row.recipient, row.why) == ("Hello", "m@example.org", "550")
        await tab.send(HANDLERS[handler], letter_id=row.id)
        assert tab.of(WaitingState)["letter_rows"] == []
    with world.database.unit_of_work(write=False) as session:
        (stored,) = session.scalars(
            outbox_table.letters.select().with_only_columns(outbox_table.letters.c.state)
        )
    assert stored == state


async def test_a_member_opens_no_dialog(world: World) -> None:
    member = replace(world.person(), is_admin=False)
    async with worker_for(member) as worker:
        tab = worker.tab(cookie=member.user_id, path="/admin")
        for handler in ("show_seats", "show_accounts", "show_letters"):
            await tab.send(HANDLERS[handler])
            assert tab.of(ShellState)["toast"].text == "You may not do this."
            assert not tab.of(WaitingState).get("opened")

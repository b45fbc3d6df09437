"""The strip of what waits, and the dialog with the emails that failed."""

from dataclasses import replace
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from rookiebattle.console.state import PaletteState, WaitingState
from rookiebattle.core.actor import Actor
from rookiebattle.core.mail import claims, outbox, outbox_table
from rookiebattle.core.mail.failed import MAYBE_SENT
from rookiebattle.core.mail.outbox import Letter
from rookiebattle.core.roles import Grant, Role
from rookiebattle.pages.admin.members import state as users
from rookiebattle.pages.admin.roster.state import gate
from rookiebattle.ui.state import ShellState
from tests.clocks import NOW
from tests.console.mishaps import failed_letter
from tests.tab import Tab, worker_for
from tests.world import World

pytestmark = pytest.mark.anyio
UNANSWERED: dict[str, Any] = {"age_band": None, "invited_at": NOW - timedelta(days=15)}
HANDLERS = WaitingState.event_handlers


async def opened(tab: Tab) -> dict[str, Any]:
    await tab.send(HANDLERS["count"])
    return tab.of(WaitingState)


async def test_an_administrator_sees_the_numbers(world: World, ada: Actor) -> None:
    world.person(**UNANSWERED)
    world.person(age_band=None)
    async with worker_for(ada) as worker:
        strip = await opened(worker.tab(cookie=ada.user_id, path="/admin"))
    assert [one.words for one in strip["links"]] == ["1 unused invitation"]
    assert strip["letters"] == ""
    assert strip["counted"]


@pytest.mark.parametrize(
    ("role", "leads_to"),
    [(Role.TREASURER, "/admin/payments"), (Role.MEDIA, "/media"), (Role.LEAD, "")],
)
async def test_the_console_leads_to_the_tab_of_a_role(
    role: Role, leads_to: str, world: World
) -> None:
    holder = replace(world.person(), grants=(Grant(role),))
    async with worker_for(holder) as worker:
        tab = worker.tab(cookie=holder.user_id, path="/admin")
        updates = await tab.send(HANDLERS["count"])
        assert tab.of(WaitingState)["links"] == []
    redirects = [str(event) for update in updates for event in update.events]
    assert len(redirects) == bool(leads_to)
    assert leads_to in "".join(redirects)


async def test_nobody_else_gets_a_number(world: World) -> None:
    world.person(age_band=None)
    member = world.person()
    async with worker_for(member) as worker:
        for cookie in (member.user_id, ""):
            strip = await opened(worker.tab(cookie=cookie, path="/admin"))
            assert {name: value for name, value in strip.items() if value} == {"loaded": True}


async def test_the_strip_leads_to_lists_that_show_what_waits(world: World, ada: Actor) -> None:
    storm, pip = world.person(game_name="Storm"), world.person(**UNANSWERED, game_name="Pip")
    event_id = world.event(title="Duels", start_at=NOW)
    world.seat(event_id, storm, payment_status="pending", payment_amount_cents=1000)
    world.seat(event_id, pip, payment_status="completed", payment_amount_cents=1000)
    async with worker_for(ada) as worker:
        strip = await opened(worker.tab(cookie=ada.user_id, path="/admin"))
    addresses = {one.words: urlsplit(one.href) for one in strip["links"]}
    seats, accounts = (addresses[words] for words in addresses)
    assert list(addresses) == ["1 unpaid seat this week", "1 unused invitation"]
    assert seats.path == f"/admin/events/{event_id}"
    owing: Any = await gate.load(ada, dict(parse_qsl(seats.query), id=event_id))
    assert [one.name for one in owing.rows] == ["Storm"]
    assert accounts.path == "/admin"
    newcomers: Any = await users.load(ada, dict(parse_qsl(accounts.query)))
    assert [one.name for one in newcomers.rows] == ["Pip"]


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
    (stored,) = world.scalars(
        outbox_table.letters.select().with_only_columns(outbox_table.letters.c.state)
    )
    assert stored == state


async def test_all_letters_of_a_restored_backup_are_set_aside(world: World, ada: Actor) -> None:
    failed_letter(world)
    for _ in range(2):
        failed_letter(world, MAYBE_SENT)
    async with worker_for(ada) as worker:
        tab = worker.tab(cookie=ada.user_id, path="/admin")
        await tab.send(HANDLERS["show_letters"])
        assert tab.of(WaitingState)["restored"].startswith("2 emails were waiting in a backup")
        await tab.send(HANDLERS["set_all_aside"])
        shown = tab.of(WaitingState)
        assert (shown["restored"], len(shown["letter_rows"])) == ("", 1)
        assert shown["letters"] == "1 email failed"


async def test_a_member_reads_no_letters(world: World) -> None:
    member = replace(world.person(), is_admin=False)
    async with worker_for(member) as worker:
        tab = worker.tab(cookie=member.user_id, path="/admin")
        await tab.send(HANDLERS["show_letters"])
        assert tab.of(ShellState)["toast"].text == "You don’t have permission to do that."
        assert not tab.of(WaitingState).get("is_open")


async def test_the_palette_answers_what_was_asked(world: World, ada: Actor) -> None:
    mira = world.person(first_name="Mira", last_name="Ash", email="mira@example.org")
    event_id = world.event(title="Ash Duels")
    async with worker_for(ada) as worker:
        tab = worker.tab(cookie=ada.user_id, path="/admin")
        await tab.send(PaletteState.event_handlers["find"], text="ash")
        palette = tab.of(PaletteState)
    assert palette["asked"] == "ash"
    member, event = palette["found"]
    assert (member.hint, member.href) == ("mira@example.org", f"/admin/users/{mira.user_id}")
    assert event.href == f"/admin/events/{event_id}"

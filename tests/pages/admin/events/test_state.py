"""The Events tab: what its address asks for, its texts, and the form that stays on the tab."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from rookiebattle.core.actor import Actor
from rookiebattle.core.roles import Grant, Role
from rookiebattle.events.state import EventFormState
from rookiebattle.pages.admin.events.state import AdminEventsState, load
from rookiebattle.pages.admin.events.view import SHAPE, toggled
from rookiebattle.ui.list_query import read_query
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.typed import page_vars
from tests.clocks import NOW
from tests.tab import Tab
from tests.world import World

pytestmark = pytest.mark.anyio
PAGE = "/admin/events", AdminEventsState.event_handlers
FORM = page_vars(EventFormState)
LATEST = "/admin/events?past=shown&sort=-start"


async def titles(ada: Actor, **query: str) -> list[str]:
    view: Any = await load(ada, query)
    return [one.title for one in view.rows]


async def test_the_address_says_what_is_listed(world: World, ada: Actor) -> None:
    chapter = world.chapter("Tampa")
    world.event(title="Duels", location="Fort De Soto", event_type="tournament")
    world.event(title="Archery", address="Sotogrande", start_at=NOW + timedelta(days=1))
    world.event(title="Zen 100%", chapter_id=chapter, start_at=NOW + timedelta(days=20))
    world.event(title="Winter", start_at=NOW - timedelta(days=90))
    assert await titles(ada) == ["Archery", "Duels", "Zen 100%"]
    assert await titles(ada, q="soto") == ["Archery", "Duels"]
    assert await titles(ada, q="soto FORT") == ["Duels"]
    assert await titles(ada, q="0%") == ["Zen 100%"]
    assert await titles(ada, q="_") == []
    assert await titles(ada, type="tournament") == ["Duels"]
    assert await titles(ada, chapter=chapter) == ["Zen 100%"]
    assert await titles(ada, chapter="junk") == []
    assert await titles(ada, sort="-start") == ["Zen 100%", "Duels", "Archery"]
    assert await titles(ada, sort="title", past="shown") == [
        *("Archery", "Duels", "Winter", "Zen 100%")
    ]
    assert await titles(ada, past="junk", sort="junk") == ["Archery", "Duels", "Zen 100%"]


async def test_past_events_are_a_press_away(world: World, ada: Actor) -> None:
    world.event(title="Winter", start_at=NOW - timedelta(days=90))
    view: Any = await load(ada, {})
    assert (view.head.title, view.head.toggle) == ("Current & Future Events", "View Past Events")
    assert view.head.nothing == "No current or future events"
    assert view.head.other == LATEST
    view = await load(ada, {"past": "shown", "sort": "-start", "q": "win"})
    assert (view.head.title, view.head.toggle) == ("All Events", "Hide Past Events")
    assert view.head.other == "/admin/events?q=win"
    assert view.frame.csv == "/api/admin/events.csv?q=win&past=shown&sort=-start"
    assert view.frame.widened == "/admin/events?past=shown&sort=-start"
    assert view.rows[0].is_over
    view = await load(ada, {"sort": "title"})
    assert view.head.other == "/admin/events?past=shown&sort=title"


async def test_a_marshal_is_offered_no_change_of_an_event(world: World, ada: Actor) -> None:
    event_id = world.event()
    marshal = replace(world.person(), grants=(Grant(Role.MARSHAL),))
    for reader, may_edit in ((ada, True), (marshal, False)):
        view: Any = await load(reader, {})
        assert [(one.id, one.may_edit) for one in view.rows] == [(event_id, may_edit)]


def test_past_events_open_behind_those_that_are_ahead() -> None:
    """Of a club with a year of planned events, the last Saturday stood on the sixth page."""
    soonest = read_query(SHAPE, {})
    assert toggled(soonest, 24) == LATEST
    assert toggled(soonest, 138) == f"{LATEST}&page=6"
    assert toggled(read_query(SHAPE, {"sort": "title"}), 138) == (
        "/admin/events?past=shown&sort=title"
    )


async def test_without_any_event_there_is_none(ada: Actor) -> None:
    view: Any = await load(ada, {})
    assert (view.head.nothing, view.frame.widened) == ("No events found", "")
    view = await load(ada, {"past": "shown"})
    assert (view.head.nothing, view.frame.widened) == ("No events found", "")


async def test_the_question_before_deleting_names_the_registrations(world: World, tab: Tab) -> None:
    event_id = world.event(title="Duels")
    world.seat(event_id, world.person())
    await tab.send(FORM.ask_about, event_id=event_id)
    shown = tab.of(EventFormState)
    assert (shown["is_asking"], shown["is_open"]) == (True, False)
    assert "1 person will lose their seat. 1 can’t be reached: " in shown["question"]
    await tab.send(FORM.remove)
    assert tab.of(ShellState)["toast"].title == "Event deleted successfully!"
    await tab.send(page_vars(AdminEventsState).refresh)
    assert tab.of(AdminEventsState)["rows"] == []


async def test_a_paid_seat_stands_in_the_way(world: World, tab: Tab) -> None:
    event_id = world.event(title="Duels", price_cents=1000)
    world.seat(event_id, world.person(), payment_status="completed", payment_amount_cents=1000)
    await tab.send(FORM.ask_about, event_id=event_id)
    await tab.send(FORM.remove)
    assert "1 registration is paid" in tab.of(ShellState)["toast"].text
    assert world.rows(event_id)


async def test_a_new_event_leaves_the_administrator_on_the_tab(tab: Tab) -> None:
    await tab.send(FORM.create)
    draft = tab.of(EventFormState)["draft"]
    form = {**draft, "title": "Night Drill", "eventDate": "2026-05-01", "eventId": ""}
    updates = await tab.send(FORM.save, form=form)
    assert tab.of(ShellState)["toast"].title == "Event created successfully!"
    assert [event.name for update in updates for event in update.events] == []

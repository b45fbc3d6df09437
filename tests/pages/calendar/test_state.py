"""The calendar page over the websocket, without a server."""

import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import pytest

from rookiebattle.core.actor import VISITOR
from rookiebattle.events.wording import unbroken
from rookiebattle.pages.calendar import state as calendar_state
from rookiebattle.pages.calendar.page import calendar
from rookiebattle.ui.first_data import first_values
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.typed import page_vars
from tests.clocks import NOW
from tests.identities import anybody
from tests.tab import Tab, Worker, toast, worker_of
from tests.world import World

pytestmark = pytest.mark.anyio
CalendarState = page_vars(calendar_state.CalendarState)


@pytest.fixture
async def worker(world: World) -> AsyncIterator[Worker]:
    async with worker_of(anybody) as running:
        yield running


async def opened(worker: Worker, path: str = "/events", cookie: str = "") -> Tab:
    tab = worker.tab(cookie=cookie, path=path)
    await tab.send(CalendarState.load)
    return tab


def test_the_page_can_be_built() -> None:
    assert calendar().render()


async def test_the_page_shows_month_legend_and_what_is_next(worker: Worker, world: World) -> None:
    world.event(title="Park day", start_at=NOW + timedelta(days=1), max_participants=20)
    page = (await opened(worker)).of(CalendarState)
    assert (page["frame"].title, page["frame"].next) == ("March 2026", "/events?month=2026-04")
    assert len(page["weeks"]) == 5
    (card,) = page["upcoming"]
    assert (card.title, card.when) == ("Park day", unbroken("Tomorrow, 8:00 AM – 10:00 AM ET"))
    assert (card.taken, card.maximum, card.price) == (0, 20, "Free")
    assert page["type_links"]["social"] == "/events?month=2026-03&type=social"


async def test_the_url_chooses_the_month_the_day_and_the_view(worker: Worker, world: World) -> None:
    world.event(title="In May", start_at=NOW.replace(month=5, day=2))
    day = (await opened(worker, "/events?day=2026-05-02")).of(CalendarState)
    assert (day["frame"].title, day["frame"].day, day["frame"].count) == (
        "May 2026",
        "Saturday, May 2",
        "1 event",
    )
    listed = (await opened(worker, "/events?view=list")).of(CalendarState)
    (day,) = listed["days"]
    assert (day.label, [card.title for card in day.cards]) == ("Saturday, May 2", ["In May"])
    assert (listed["weeks"], listed["listed"]) == ([], [])


async def test_the_list_is_grouped_by_day_and_leads_to_what_is_over(
    worker: Worker, world: World
) -> None:
    for hours in (-1, 2, 24):
        world.event(title=f"{hours}", start_at=NOW + timedelta(hours=hours))
    world.event(title="Camp", start_at=NOW - timedelta(days=2), end_at=NOW + timedelta(days=1))
    page = (await opened(worker, "/events?view=list")).of(CalendarState)
    assert [(day.label, [card.title for card in day.cards]) for day in page["days"]] == [
        ("Today · Saturday, March 14", ["Camp", "-1", "2"]),
        ("Tomorrow · Sunday, March 15", ["24"]),
    ]
    assert page["days"][0].cards[0].time == "all day"
    other = page["frame"].other
    assert (other.words, other.href) == ("Earlier", "/events?view=list&past=shown")


async def test_a_day_of_one_chapter_without_events_says_where_the_next_are(
    worker: Worker, world: World
) -> None:
    tampa = world.chapter("Tidewall Dojo", city="Tampa")
    world.event(start_at=NOW + timedelta(days=21), chapter_id=tampa)
    world.event(start_at=NOW + timedelta(days=14))
    path = f"/events?day=2026-03-28&chapter={tampa}"
    page = (await opened(worker, path)).of(CalendarState)
    frame = page["frame"]
    assert frame.nearby.words == "Next in Tampa: Sat, Apr 4"
    assert frame.nearby.href == f"/events?month=2026-04&day=2026-04-04&chapter={tampa}"
    assert frame.elsewhere.words == "1 other event that day"
    assert "Tidewall Dojo · Tampa" in [one.label for one in page["chapters"]]
    assert frame.feed.address.endswith(f"/cal/chapters/{tampa}.ics")
    assert frame.feed.google.startswith("https://calendar.google.com/calendar/r?cid=webcal")


async def test_a_day_without_events_names_the_nearest_chapter_and_this_weekend(
    worker: Worker, world: World
) -> None:
    tampa = world.chapter("Tidewall Dojo", city="Tampa", latitude=27.9506, longitude=-82.4572)
    pier = world.chapter("Pier", city="St. Petersburg", latitude=27.7676, longitude=-82.6403)
    saturday = datetime(2026, 3, 21, 20, tzinfo=UTC)
    world.event(start_at=saturday + timedelta(days=1), chapter_id=tampa)
    world.event(start_at=saturday, chapter_id=pier)
    # NOW is a Saturday, so the weekend a week later is not this one.
    path = f"/events?day=2026-03-20&chapter={tampa}"
    frame = (await opened(worker, path)).of(CalendarState)["frame"]
    assert frame.neighbor.words == "Nearest: St. Petersburg, 17 miles, Sat, Mar 21"
    assert frame.neighbor.href == f"/events?month=2026-03&day=2026-03-21&chapter={pier}"
    world.event(start_at=NOW + timedelta(days=1), chapter_id=pier)
    world.event(start_at=NOW + timedelta(days=1, hours=1), chapter_id=tampa)
    path = f"/events?day=2026-03-14&chapter={tampa}"
    frame = (await opened(worker, path)).of(CalendarState)["frame"]
    assert frame.nearby.words == "Next in Tampa this weekend: Sun, Mar 15"


async def test_junk_in_the_url_shows_this_month_and_a_sentence(worker: Worker) -> None:
    page = (await opened(worker, "/events?month=13&type=duel&page=x")).of(CalendarState)
    assert page["frame"].title == "March 2026"
    assert page["frame"].notice == (
        "We don’t know that month, so here’s this one. "
        "We don’t know that filter, so here’s everything."
    )


async def test_registering_takes_a_seat_and_the_page_shows_it(worker: Worker, world: World) -> None:
    event_id = world.event(price_cents=1000)
    tab = await opened(worker, cookie=world.person().user_id)
    await tab.send(CalendarState.register, event_id=event_id)
    said = "Pay $10.00 at the gate."
    assert toast(tab) == ("Successfully registered for event!", said)
    (card,) = tab.of(CalendarState)["upcoming"]
    assert (card.is_registered, card.taken) == (True, 1)
    assert card.registered == "Registered ✓ – pay $10.00 at the gate"
    assert world.counter(event_id) == 1


async def test_a_full_event_says_so_and_the_page_is_read_again(
    worker: Worker, world: World
) -> None:
    event_id = world.event(max_participants=1, seat_ceiling=1, current_participants=1)
    tab = await opened(worker, cookie=world.person().user_id)
    await tab.send(CalendarState.register, event_id=event_id)
    assert toast(tab) == ("Error", "Event is full")
    assert world.counter(event_id) == 1


async def test_a_visitor_is_asked_to_log_in_and_leaves(worker: Worker, world: World) -> None:
    event_id = world.event()
    tab = await opened(worker, "/events?month=2026-03")
    await tab.send(CalendarState.register, event_id=event_id)
    assert toast(tab) == ("Login Required", "Please log in to register for events")
    assert tab.of(ShellState)["leave_to"].startswith("/api/login?next=/events")
    assert world.counter(event_id) == 0


@pytest.mark.parametrize("event_id", ["", "junk", 7, None, {"id": 1}])
async def test_an_id_that_is_none_is_refused_with_a_sentence(
    worker: Worker, world: World, event_id: object
) -> None:
    tab = await opened(worker, cookie=world.person().user_id)
    await tab.send(CalendarState.register, event_id=event_id)
    assert toast(tab)[0] == "Error"


async def test_choosing_a_chapter_is_a_navigation_that_keeps_the_rest(worker: Worker) -> None:
    tab = await opened(worker, "/events?month=2026-04&view=list&type=social")
    updates = await tab.send(CalendarState.choose_chapter, chapter_id="c1")
    (event,) = [event for update in updates for event in update.events]
    assert "/events?day=2026-04-01&view=list&chapter=c1&type=social" in str(event.payload)


async def test_the_first_data_is_what_the_socket_would_send(worker: Worker, world: World) -> None:
    world.event(title="Park day")
    body = json.loads(await first_values("events", VISITOR, {}) or "{}")
    page = body[CalendarState.get_full_name()]
    assert page["loaded_rx_state_"] is True
    assert [card["title"] for card in page["shown_rx_state_"]["upcoming"]] == ["Park day"]

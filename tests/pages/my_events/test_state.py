"""My Events and the dashboard's next few events, through the real gate and the real verbs."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from types import MappingProxyType
from typing import Any

import pytest
import sqlalchemy as sa

from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.pushing import live
from rookiebattle.pages.my_events.state import MyEventsState, load
from rookiebattle.pages.my_events.url import PAGE_SIZE, SEATS_PER_PAGE
from rookiebattle.pages.my_events.view.lists import MyEventsView
from rookiebattle.registrations.announcements import own_seats_topic
from rookiebattle.registrations.models import Registration
from rookiebattle.registrations.service import registering, waiting
from rookiebattle.registrations.state.seats import Unregistered
from rookiebattle.registrations.wording import WISHED
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.views import Loaded
from tests import factories
from tests.clocks import NOW
from tests.tab import worker_for
from tests.world import World

pytestmark = pytest.mark.anyio
DAY = timedelta(days=1)


def seats(world: World, member: Actor, *starts: timedelta) -> list[str]:
    """Give the member a seat at one event for each of these distances from now."""
    ids = [world.event(title=f"Event {number}") for number in range(len(starts))]
    for event_id, away in zip(ids, starts, strict=True):
        world.do(registering.register, member, event_id=event_id)
        world.change(event_id, start_at=NOW + away, end_at=NOW + away + timedelta(hours=2))
    return ids


async def opened(member: Actor, params: Mapping[str, str] = MappingProxyType({})) -> MyEventsView:
    view = await load(member, params)
    assert isinstance(view, MyEventsView)
    return view


def titles(cards: Any) -> list[str]:
    return [card.title for card in cards]


async def test_upcoming_come_soonest_first_and_past_newest_first(world: World) -> None:
    member = world.person()
    seats(world, member, 9 * DAY, 2 * DAY, -2 * DAY, -9 * DAY, DAY)
    page = await opened(member)
    assert titles(page.upcoming) == ["Event 1", "Event 0"]
    assert titles(page.past) == ["Event 4", "Event 2", "Event 3"]


async def test_what_is_filed_under_past_but_is_not_over_says_so(world: World) -> None:
    member = world.person()
    seats(world, member, DAY, -timedelta(hours=1), -2 * DAY)
    page = await opened(member)
    assert [card.badge for card in page.past] == ["Starting soon", "Happening now", ""]


async def test_what_is_near_stands_above_the_lists_too(world: World) -> None:
    member = world.person()
    seats(world, member, DAY, -timedelta(hours=1), 3 * DAY)
    page = await opened(member)
    assert [one.card.title for one in page.near] == ["Event 1", "Event 0"]
    assert titles(page.past) == ["Event 0", "Event 1"]


async def test_upcoming_and_past_events_name_their_towns_as_the_calendar_does(world: World) -> None:
    ocala, _ = world.chapter("Ocala"), world.chapter("Athens", state="Georgia")
    member = world.person()
    for event_id in seats(world, member, 5 * DAY, -5 * DAY):
        world.change(event_id, location="A Park", address=None, chapter_id=ocala)
    page = await opened(member)
    assert [one.town for one in (*page.upcoming, *page.past)] == ["Ocala, FL", "Ocala, FL"]


async def test_a_long_list_is_paged_and_the_other_list_keeps_its_page(world: World) -> None:
    member = world.person()
    seats(world, member, *(-number * DAY for number in range(1, SEATS_PER_PAGE + 3)))
    page = await opened(member, {"past": "2", "upcoming": "1"})
    assert len(page.past) == 2
    assert page.past_pager.words == "11 – 12 of 12"
    assert page.past_pager.previous == "/my-events?upcoming=1&past=1"
    assert page.past_pager.next == ""
    assert page.upcoming_pager.words == ""


@pytest.mark.parametrize("number", ["0", "-1", "999999", "1000000000000", "two", "²", ""])
async def test_a_page_that_does_not_exist_is_the_nearest_one(world: World, number: str) -> None:
    member = world.person()
    seats(world, member, -DAY)
    page = await opened(member, {"past": number})
    assert titles(page.past) == ["Event 0"]


async def test_a_visitor_gets_nothing_but_the_end_of_loading() -> None:
    assert await load(VISITOR, {}) == Loaded()


def next_of(world: World, member: Actor) -> tuple[list[str], int]:
    found = world.do(registering.my_next, member, most=3)
    return [event.title for event in found.items], found.total


async def test_the_next_three_come_soonest_first_and_all_are_counted(world: World) -> None:
    member = world.person()
    seats(world, member, 5 * DAY, 4 * DAY, 3 * DAY, 2 * DAY)
    assert next_of(world, member) == (["Event 3", "Event 2", "Event 1"], 4)


async def test_what_begins_within_a_day_or_is_past_is_only_counted(world: World) -> None:
    member = world.person()
    seats(world, member, DAY, -DAY, DAY + timedelta(seconds=1))
    assert next_of(world, member) == (["Event 2"], 3)


async def test_a_seat_given_back_is_not_counted(world: World) -> None:
    member = world.person()
    (event_id,) = seats(world, member, 5 * DAY)
    world.do(registering.unregister, member, event_id=event_id)
    assert next_of(world, member) == ([], 0)


async def test_what_one_organizes_and_is_not_over_is_a_list_of_its_own(world: World) -> None:
    leader, other = world.person(), world.person()
    for away, title in ((5, "Later"), (2, "Sooner"), (-3, "Over")):
        world.event(leader, title=title, start_at=NOW + away * DAY, is_public=title != "Later")
    world.event(other, title="Somebody else's")
    page = await opened(leader)
    assert [one.card.title for one in page.running] == ["Sooner", "Later"]
    assert (page.upcoming, page.past) == ([], [])
    assert [tab.label for tab in page.tabs] == ["Going", "Running", "Past"]
    assert [tab.href for tab in page.tabs][1:] == [
        "/my-events?show=running",
        "/my-events?show=past",
    ]
    nothing = await opened(world.person())
    assert (nothing.running, nothing.tabs) == ([], [])


async def test_a_long_list_of_what_one_organizes_is_paged(world: World) -> None:
    leader = world.person()
    for number in range(PAGE_SIZE + 2):
        world.event(leader, title=f"Number {number}")
    page = await opened(leader, {"running": "2", "show": "running"})
    assert (len(page.running), page.tab) == (2, "running")
    assert page.running_pager.previous == "/my-events?show=running&running=1"
    assert (await opened(leader, {"show": "everything"})).tab == "going"
    assert page.running_pager.words == "21 – 22 of 22"
    beyond = await opened(leader, {"running": "9", "show": "running"})
    assert (len(beyond.running), beyond.running_pager.words) == (2, "21 – 22 of 22")


async def test_a_series_is_one_row_that_leads_to_its_dates(world: World) -> None:
    leader, park = world.person(), world.chapter("Tidewall")
    first = world.event(leader, title="Drill", start_at=NOW - 7 * DAY, end_at=NOW - 6 * DAY)
    of_it = {"parent_event_id": first, "chapter_id": park, "location": "Sand Key Park"}
    later = [
        world.event(leader, title="Drill", start_at=NOW + number * DAY, **of_it)
        for number in range(3, PAGE_SIZE + 5)
    ]
    world.change(later[0], canceled_at=NOW)
    world.event(world.person(), title="Handed over", start_at=NOW + 2 * DAY, **of_it)
    world.event(leader, title="Castle Day", start_at=NOW + 5 * DAY, location=None)
    page = await opened(leader, {"show": "running"})
    assert [(one.card.id, one.card.title) for one in page.running] == [
        (later[1], "Drill"),
        (page.running[1].card.id, "Castle Day"),
    ]
    assert [one.where for one in page.running] == ["Tidewall · Sand Key Park", ""]
    drill, castle = page.running
    assert (drill.dates, castle.dates, page.running_pager.words) == ("22 dates", "", "")
    assert drill.dates_href == f"/my-events?show=running&series={first}"
    dates = await opened(leader, {"show": "running", "series": first, "running": "2"})
    assert (dates.series, [one.card.id for one in dates.running]) == ("Drill", later[PAGE_SIZE:])
    assert dates.running_pager.previous.endswith(f"series={first}&running=1")
    assert [one.dates for one in dates.running] == ["", ""]


@pytest.mark.parametrize("series", ["junk", "00000000-0000-4000-8000-000000000000", "a\x00b"])
async def test_a_series_that_is_not_there_shows_every_event(world: World, series: str) -> None:
    leader = world.person()
    world.event(leader, title="Castle Day")
    page = await opened(leader, {"show": "running", "series": series})
    assert (page.series, [one.card.title for one in page.running]) == ("", ["Castle Day"])


async def test_unregistering_takes_the_event_off_the_list(world: World) -> None:
    member = world.person()
    (event_id,) = seats(world, member, 5 * DAY)
    async with worker_for(member) as worker:
        tab = worker.tab(cookie=member.user_id, path="/my-events")
        await tab.send(MyEventsState.event_handlers["show"])
        assert titles(tab.of(MyEventsState)["upcoming"]) == ["Event 0"]
        await tab.send(MyEventsState.event_handlers["unregister"], event_id=event_id)
        assert tab.of(ShellState)["toast"].title == "Successfully unregistered from event"
        assert tab.of(MyEventsState)["upcoming"] == []
    assert world.held(event_id) == 0


async def test_a_seat_given_back_can_be_taken_again_from_the_list(world: World) -> None:
    member = world.person()
    (event_id,) = seats(world, member, 5 * DAY)
    async with worker_for(member) as worker:
        tab = worker.tab(cookie=member.user_id, path="/my-events")
        await tab.send(MyEventsState.event_handlers["show"])
        when = tab.of(MyEventsState)["upcoming"][0].when
        await tab.send(MyEventsState.event_handlers["unregister"], event_id=event_id)
        assert tab.of(MyEventsState)["unregistered"] == Unregistered(event_id, "Event 0", when)
        await tab.send(MyEventsState.event_handlers["register"], event_id=event_id)
        assert tab.of(MyEventsState)["unregistered"] == Unregistered()
        assert titles(tab.of(MyEventsState)["upcoming"]) == ["Event 0"]
        await tab.send(MyEventsState.event_handlers["unregister"], event_id=event_id)
        await tab.send(MyEventsState.event_handlers["show"])
        assert tab.of(MyEventsState)["unregistered"] == Unregistered()


async def test_a_seat_that_somebody_else_has_taken_meanwhile_is_said_to_be_gone(
    world: World,
) -> None:
    member, faster = world.person(), world.person()
    event_id = world.event(title="Small", max_participants=1, seat_ceiling=1)
    world.do(registering.register, member, event_id=event_id)
    async with worker_for(member) as worker:
        tab = worker.tab(cookie=member.user_id, path="/my-events")
        await tab.send(MyEventsState.event_handlers["show"])
        await tab.send(MyEventsState.event_handlers["unregister"], event_id=event_id)
        world.do(registering.register, faster, event_id=event_id)
        await tab.send(MyEventsState.event_handlers["register"], event_id=event_id)
        assert tab.of(ShellState)["toast"].text == "Event is full"
        left = tab.of(MyEventsState)["unregistered"]
        assert (left.event_id, left.title) == (event_id, "Small")
    assert world.held(event_id) == 1


async def test_a_refusal_says_why_and_the_list_stays(world: World) -> None:
    member = world.person()
    (event_id,) = seats(world, member, DAY)
    async with worker_for(member) as worker:
        tab = worker.tab(cookie=member.user_id, path="/my-events")
        await tab.send(MyEventsState.event_handlers["unregister"], event_id=event_id)
        toast = tab.of(ShellState)["toast"]
        assert (toast.title, toast.tone) == ("Failed to unregister", "error")
        assert "24 hours" in toast.text
        assert titles(tab.of(MyEventsState)["past"]) == ["Event 0"]
    assert world.held(event_id) == 1


def weekly(world: World, number: int, **columns: Any) -> list[str]:
    """That many dates of a series every Saturday; the first begins in five days."""
    leader, ids = world.person(), list[str]()
    for week in range(number):
        start = NOW + 5 * DAY + week * 7 * DAY
        parent = {"parent_event_id": ids[0]} if ids else {"is_recurring": True}
        times = {"start_at": start, "end_at": start + timedelta(hours=2)}
        rule = {"recurrence_pattern": "weekly", "recurrence_days_of_week": [6]}
        ids.append(
            world.event(leader, **{"title": "Park Day", **rule, **parent, **times, **columns})
        )
    return ids


async def test_the_seats_of_a_series_are_one_row_in_each_list(world: World) -> None:
    member, ids = world.person(), weekly(world, 4)
    for event_id in ids:
        world.do(registering.register, member, event_id=event_id)
    (other,) = seats(world, member, 3 * DAY)
    world.change(other, canceled_at=NOW)
    page = await opened(member)
    # A canceled event comes last.
    assert titles(page.upcoming) == ["Park Day", "Event 0"]
    row = page.upcoming[0]
    assert row.dates == "Every Saturday\u00a0· 4\u00a0seats\u00a0· next Thu, Mar 19"
    assert row.dates_href == f"/my-events?series={ids[0]}"
    warning = "You’ll give up 4 seats, through Thu, Apr 9. Others can take them."
    assert row.series_warning == warning
    for number, event_id in enumerate(ids[:2]):
        start = NOW - (number + 1) * 7 * DAY
        world.change(event_id, start_at=start, end_at=start + timedelta(hours=2))
    page = await opened(member)
    assert [one.dates for one in page.past] == [
        "Every Saturday\u00a0· 2\u00a0dates\u00a0· last Sat, Mar 7"
    ]
    assert page.past[0].series_warning == ""


async def test_the_page_of_a_series_offers_its_dates_and_names_the_full_ones(world: World) -> None:
    member, ids = world.person(), weekly(world, 6, max_participants=1)
    world.do(registering.register, world.person(), event_id=ids[1])
    world.do(registering.register, member, event_id=ids[0])
    # Any date of the series leads to it.
    page = await opened(member, {"series": ids[3]})
    assert [card.id for card in page.upcoming] == ids
    shown = page.dates
    assert (shown.id, shown.title, shown.label) == (ids[0], "Park Day", "Every Saturday until")
    assert [one.label for one in shown.until][:2] == ["Thu, Apr 2 (1 date)", "Thu, Apr 9 (2 dates)"]
    assert (shown.until[0].value, shown.chosen) == ("2026-04-02", "2026-04-23")
    assert (shown.note, shown.seats) == ("Event is full: Thu, Mar 26.", "1 seat")
    for unknown in ({"series": "junk"}, {"series": ids[3], "show": "past"}):
        assert (await opened(member, unknown)).dates.title == ""


async def test_a_member_reads_whom_they_help_what_they_ran_and_what_is_asked(world: World) -> None:
    leader, came = world.person(), world.person()
    start = datetime(2026, 3, 2, 3, tzinfo=UTC)
    ran = world.event(leader, title="Camp", start_at=start, end_at=start + 2 * DAY)
    world.seat(ran, came, checked_in_at=start)
    world.seat(ran, world.person())
    world.event(leader, title="Nobody’s", start_at=start + 3 * DAY)
    page = await opened(leader, {"show": "past"})
    # In the evening there it is the next day in London.
    assert [(one.title, one.day, one.came) for one in page.ran] == [
        ("Nobody’s", "Wed, Mar 4", "Nobody registered"),
        ("Camp", "Sun, Mar 1", "1 of 2 came"),
    ]
    assert (page.ran[1].href, len(page.tabs)) == (f"/admin/events/{ran}", 3)
    ahead = world.event(leader, title="Duels")
    world.add(factories.question(event_id=ahead))
    world.add(factories.grant(user_id=leader.user_id, event_id=world.event(title="Fair")))
    page = await opened(leader)
    asked = ("Duels", "1 question", f"/admin/events/{ahead}#questions")
    assert [(one.title, one.words, one.href) for one in page.asked] == [asked]
    assert [one.title for one in page.helping] == ["Fair"]


async def test_a_date_that_goes_on_is_a_row_of_its_own(world: World) -> None:
    mother, ids = world.person(), weekly(world, 3)
    rowan = world.minor_of(mother)
    for event_id in ids:
        world.seat(event_id, mother)
    for event_id, began in ((ids[1], NOW - timedelta(hours=1)), (ids[2], NOW - 7 * DAY)):
        world.change(event_id, start_at=began, end_at=began + timedelta(hours=2))
    assert [one.dates for one in (await opened(mother)).past] == ["", ""]
    # One event is no series, whoever asks for it as one.
    single = world.event(title="Alone")
    world.seat(single, mother)
    assert len((await opened(mother, {"series": single})).upcoming) == 2
    async with worker_for(mother) as worker:
        tab = worker.tab(cookie=mother.user_id, path="/my-events")
        await tab.send(MyEventsState.event_handlers["show"])
        for one in (mother, rowan):
            topic = own_seats_topic(one.user_id)
            assert live._subscriptions.subscribers([topic]) == [tab.token]


async def test_what_was_paid_and_what_stays_is_said_before_a_series_is_given_up(
    world: World,
) -> None:
    member, ids = world.person(), weekly(world, 3)
    for event_id in ids:
        world.do(registering.register, member, event_id=event_id)
    near = {"start_at": NOW + timedelta(hours=3), "end_at": NOW + timedelta(hours=5)}
    world.change(ids[0], **near)
    with world.database.unit_of_work(write=True) as session:
        paid = {"payment_status": "completed", "payment_amount_cents": 1000}
        paid |= {"overpaid_cents": 200}
        session.execute(sa.update(Registration).filter_by(event_id=ids[1]).values(paid))
        owed = {"payment_status": "pending", "payment_amount_cents": 1000}
        session.execute(sa.update(Registration).filter_by(event_id=ids[2]).values(owed))
    seats(world, member, timedelta(hours=4))
    warning = (await opened(member)).upcoming[0].series_warning
    assert warning.startswith("You’ll give up 2 seats, through Thu, Apr 2.")
    assert "$12.00" in warning
    assert "You’ll get" not in warning
    assert warning.endswith("Your seat on Sat, Mar 14 stays: it starts within 24 hours.")
    world.change(ids[1], is_refundable=True)
    page = await opened(member, {"series": ids[1]})
    assert page.dates.series_warning == (await opened(member)).upcoming[0].series_warning != warning
    assert page.dates.seats == "2 seats"


async def test_several_dates_are_taken_and_given_up_with_one_press(world: World) -> None:
    member, ids = world.person(), weekly(world, 3, max_participants=1)
    world.do(registering.register, world.person(), event_id=ids[1])
    async with worker_for(member) as worker:
        tab = worker.tab(cookie=member.user_id, path=f"/my-events?series={ids[0]}")
        await tab.send(MyEventsState.event_handlers["show"])
        form = {"recordId": ids[0], "until": "2026-04-02"}
        await tab.send(MyEventsState.event_handlers["register_until"], form=form)
        said = tab.of(ShellState)["toast"]
        assert (said.title, said.text) == ("Registered for 2 dates", "Event is full: Thu, Mar 26.")
        assert [world.held(one) for one in ids] == [1, 1, 1]
        await tab.send(MyEventsState.event_handlers["unregister_series"], event_id=ids[2])
        assert tab.of(ShellState)["toast"].title == "Unregistered from 2 dates"
        assert [world.held(one) for one in ids] == [0, 1, 0]


async def test_hundreds_of_seats_are_read_with_the_queries_of_ten(world: World) -> None:
    member = world.person()
    with world.database.unit_of_work(write=True) as session:
        made = [
            factories.event(organizer_id=member.user_id, start_at=NOW + (n + 2) * DAY / 2)
            for n in range(200)
        ]
        session.add_all(made)
        session.flush()
        rows = [factories.registration(event_id=one.id, user_id=member.user_id) for one in made]
        session.add_all(rows)
    asked: list[str] = []

    def note(*told: Any) -> None:
        asked.append(told[2])

    sa.event.listen(world.database.engine, "before_cursor_execute", note)
    page = await opened(member)
    sa.event.remove(world.database.engine, "before_cursor_execute", note)
    assert (len(page.upcoming), page.upcoming_pager.words) == (10, "1 – 10 of 199")
    assert len(asked) <= 20


async def test_a_seat_that_was_paid_leads_to_its_receipt(world: World) -> None:
    member = world.person()
    coming, over, free = seats(world, member, 9 * DAY, -9 * DAY, 5 * DAY)
    for event_id in (coming, over):
        world.change(event_id, price_cents=15_00)
    ids = [
        world.add(factories.payment(user_id=member.user_id, number=number, event_id=event_id))
        for number, event_id in enumerate((coming, over, over), start=1)
    ]
    page = await opened(member)
    leads = {one.id: one.receipt for one in (*page.upcoming, *page.past)}
    all_of_them = "/membership#payments"
    assert leads == {coming: f"/receipts/{ids[0]}", over: all_of_them, free: ""}


async def test_the_list_that_somebody_waits_on_names_their_people(world: World) -> None:
    mother, full = world.person(), world.event(title="Castle Day", max_participants=2)
    for one in world.people(2):
        world.seat(full, one)
    rowan = world.minor_of(mother)
    people = [mother.user_id, rowan.user_id]
    for coming, words in (
        (people[:1], "Number 1 in Line, for you"),
        (people[1:], "Number 1 in Line, for Rowan"),
        (people, "Number 1 in Line, for you and Rowan"),
    ):
        world.do(waiting.join, mother, event_id=full, people_ids=coming)
        (row,) = (await opened(mother)).waiting
        assert row.words == words
        world.do(waiting.leave_own, mother, event_id=full)
    world.wish(mother, full)
    assert (await opened(mother)).waiting[0].words == WISHED

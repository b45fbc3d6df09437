"""The dashboard's data: read in one piece, equal by both ways, and nobody else's."""

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from rookiebattle import routes
from rookiebattle.accounts.models import User
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import Unauthorized, Unavailable
from rookiebattle.core.pagination import Window
from rookiebattle.core.pushing import live
from rookiebattle.core.roles import Grant, Role
from rookiebattle.pages.home.read import MOST_NOTICES, show_dashboard, show_people
from rookiebattle.pages.home.state import NOTICES, DashboardState, load_dashboard
from rookiebattle.pages.home.view import DashboardView
from rookiebattle.payments.models import PerkEntry
from rookiebattle.progression import service as progression
from rookiebattle.registrations.announcements import own_seats_topic
from rookiebattle.registrations.models import Registration
from rookiebattle.registrations.schemas import AwardWrite
from rookiebattle.registrations.service import awards
from rookiebattle.registrations.service import registering as registrations
from rookiebattle.registrations.state.seats import Unregistered
from rookiebattle.ui.first_data import first_values
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.views import Loaded
from rookiebattle.waivers.models import Form
from tests import factories
from tests.clocks import NOW
from tests.statements import statements_of
from tests.stripe_double.keys import take_cards
from tests.tab import worker_for
from tests.world import World

pytestmark = pytest.mark.anyio
DAY = timedelta(days=1)


def seats(world: World, member: Actor, *starts: timedelta) -> list[str]:
    ids = [world.event(title=f"Event {number}") for number in range(len(starts))]
    for event_id, away in zip(ids, starts, strict=True):
        world.do(registrations.register, member, event_id=event_id)
        world.change(event_id, start_at=NOW + away, end_at=NOW + away + timedelta(hours=2))
    return ids


def old_member(world: World, **columns: Any) -> Actor:
    """A member who joined before anything that these tests tell."""
    return world.person(**{"created_at": NOW - 99 * DAY, **columns})


def tell(world: World, title: str, **columns: Any) -> None:
    world.notification(**{"title": title, "created_at": NOW - DAY, **columns})


async def opened(member: Actor) -> DashboardView:
    view = await load_dashboard(member, {})
    assert isinstance(view, DashboardView)
    return view


def titles(cards: Any) -> list[str]:
    return [one.title for one in cards]


@pytest.fixture
def asked(each_database: Database) -> Iterator[list[str]]:
    with statements_of(each_database) as statements:
        yield statements


async def test_everything_comes_in_one_answer(world: World) -> None:
    chapter_id = world.chapter()
    member = old_member(world, first_name="Maya", chapter_id=chapter_id)
    seats(world, member, 5 * DAY, 4 * DAY, 3 * DAY, 2 * DAY, -DAY)
    tell(world, "Everybody")
    tell(world, "Tampa", target_type="chapter", chapter_id=chapter_id)
    tell(world, "Elsewhere", target_type="chapter", chapter_id=world.chapter("Miami"))
    shown = await opened(member)
    assert titles(shown.cards) == ["Event 3", "Event 2", "Event 1"]
    assert (shown.has_any, shown.has_more) == (True, True)
    assert sorted(titles(shown.notices)) == ["Everybody", "Tampa"]
    assert (shown.member.name, shown.member.chapter) == ("Maya", "Tampa")


async def test_the_first_park_day_is_the_next_seat_until_the_check_in(world: World) -> None:
    theo = world.person(game_name="Theo")
    member = world.person()
    assert (await opened(member)).first_day.seat == ""
    event_id = world.event(theo, title="Castle Day", start_at=NOW + 2 * DAY)
    world.do(registrations.register, member, event_id=event_id)
    day = (await opened(member)).first_day
    assert (day.seat, day.href) == ("Castle Day, Mon, Mar 16", f"/events/{event_id}")
    assert day.asks_for == "Ask for Theo when you arrive."
    later = world.event(title="Later", start_at=NOW + 3 * DAY)
    world.do(registrations.register, member, event_id=later)
    world.change(event_id, start_at=NOW + timedelta(hours=5))
    page = await opened(member)
    assert page.first_day.seat == "Castle Day, Sat, Mar 14"
    assert titles(page.passes) == ["Castle Day"]
    world.write(sa.update(Registration).values(checked_in_at=NOW))
    assert (await opened(member)).first_day.waiver == ""


async def test_nobody_is_welcomed_back_before_the_welcome(world: World) -> None:
    newcomer = world.person(first_name="Robin", age_band=None)
    assert (await opened(newcomer)).member.greeting == "Welcome, Robin!"
    maya = old_member(world, first_name="Maya")
    assert (await opened(maya)).member.greeting == "Welcome back, Maya!"
    first = await load_dashboard(maya, {routes.AFTER_WELCOME: "yes"})
    assert isinstance(first, DashboardView)
    assert first.member.greeting == "Welcome, Maya!"


async def test_the_events_name_their_towns(world: World) -> None:
    ocala, athens = world.chapter("Ocala"), world.chapter("Athens", state="Georgia")
    member = old_member(world, chapter_id=ocala)
    for days, chapter, address in ((2, ocala, None), (3, athens, "1 Oak St, Athens, GA")):
        (event_id,) = seats(world, member, days * DAY)
        world.change(event_id, location="A Park", address=address, chapter_id=chapter)
    assert [one.town for one in (await opened(member)).cards] == ["Ocala, FL", "Athens, GA"]


async def test_the_towns_of_other_chapters_are_known_to_a_member_without_one(world: World) -> None:
    athens = world.chapter("Athens", state="Georgia")
    member = old_member(world)
    (event_id,) = seats(world, member, 2 * DAY)
    world.change(event_id, location="A Park", chapter_id=athens)
    assert [one.town for one in (await opened(member)).cards] == ["Athens"]


async def test_a_series_that_one_runs_is_one_row(world: World) -> None:
    leader = old_member(world)
    first = world.event(leader, title="Drill", start_at=NOW + 2 * DAY)
    for number in range(3, 12):
        world.event(leader, title="Drill", start_at=NOW + number * DAY, parent_event_id=first)
    for title, days in (("Castle Day", 20), ("Feast", 30)):
        world.event(leader, title=title, start_at=NOW + days * DAY)
    shown = await opened(leader)
    assert [one.card.title for one in shown.run] == ["Drill", "Castle Day", "Feast"]
    assert ([one.dates for one in shown.run], shown.runs_more) == (["10 dates", "", ""], False)
    world.event(leader, title="Fair", start_at=NOW + 40 * DAY)
    assert (await opened(leader)).runs_more


async def test_an_event_that_is_canceled_is_told_with_its_day_and_reason(world: World) -> None:
    member = old_member(world, membership_tier="master", membership_status="active")
    west = world.chapter("Pensacola", time_zone="America/Chicago")
    (event_id,) = seats(world, member, 5 * DAY)
    night = datetime(2026, 3, 20, 4, 30, tzinfo=UTC)
    off = {"canceled_at": NOW, "cancel_reason": "Storm.", "chapter_id": west}
    world.change(event_id, start_at=night, end_at=night + timedelta(hours=2), **off)
    tokens: dict[str, Any] = {
        "what": "granted",
        "kind": "token",
        "lot_id": "t",
        "source": "in_1",
        "amount": 1,
    }
    expires = NOW + 99 * DAY
    token = PerkEntry(id="t", user_id=member.user_id, number=1, expires_at=expires, **tokens)
    world.add(token)
    shown = await opened(member)
    (told,) = shown.notices
    assert told.message == "Event 0 on Thu, Mar 19 has been canceled. Storm."
    assert shown.member.perks.startswith("1 park-day token")


def test_an_administrator_has_no_first_park_day_ahead(world: World) -> None:
    assert world.do(show_dashboard, world.person(is_admin=True)).first_day is None


async def test_a_waiver_that_is_signed_is_no_notification(world: World) -> None:
    member = world.person()
    version = world.add(factories.waiver_version())
    world.add(factories.waiver_version(Form.MINOR))
    mother = old_member(world)
    rowan = world.minor_of(mother)
    asked = {one.href: one.title for one in (await opened(mother)).notices}
    assert [
        ("Rowan" in asked[href]) for href in map(routes.sign_for, (mother.user_id, rowan.user_id))
    ] == [False, True]
    assert [one.word for one in (await opened(member)).notices] == ["Waiver"]
    world.add(factories.waiver_signature(version_id=version, user_id=member.user_id))
    assert (await opened(member)).notices == []


async def test_a_seat_that_is_lost_unless_it_is_paid_stands_first(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_cards(monkeypatch)
    member = old_member(world)
    seats(world, member, 2 * DAY, 3 * DAY, 4 * DAY)
    far = world.event(title="Old Fort", start_at=NOW + 40 * DAY, price_cents=45_00)
    owed: dict[str, Any] = {"payment_status": "pending", "payment_amount_cents": 45_00}
    world.seat(far, member, hold_expires_at=NOW + timedelta(minutes=20), **owed)
    lost = world.event(title="Lost", start_at=NOW + 41 * DAY, price_cents=45_00)
    world.seat(lost, member, hold_expires_at=NOW - timedelta(minutes=1), **owed)
    gate = world.event(title="Gate", start_at=NOW + 42 * DAY, price_cents=45_00)
    world.seat(gate, member, **owed)
    tell(world, "News")
    held, news = (await opened(member)).notices
    assert (held.title, held.act, held.href) == (
        "Old Fort",
        "Pay $45.00",
        routes.checkout("payment", event=far),
    )
    assert held.message.startswith("Held for you until ")
    assert (news.title, news.href) == ("News", "")


async def test_a_marshal_is_led_to_the_gate_on_the_day(world: World) -> None:
    chapter = world.chapter()
    member = replace(old_member(world), grants=(Grant(Role.MARSHAL, chapter),))
    held = {"role": "marshal", "chapter_id": chapter, "starts_at": NOW - DAY}
    world.add(factories.grant(user_id=member.user_id, **held))
    soon: dict[str, Any] = {"chapter_id": chapter, "start_at": NOW + timedelta(hours=2)}
    event_id = world.event(title="Park day", **soon)
    world.event(chapter_id=chapter, start_at=NOW + 2 * DAY)
    # A treasurer checks nobody in, and the role of a minor waits.
    book = {"role": "treasurer", "event_id": world.event(start_at=soon["start_at"])}
    world.add(factories.grant(user_id=member.user_id, **book))
    minor = replace(old_member(world, age_band="minor"), grants=member.grants)
    world.add(factories.grant(user_id=minor.user_id, **held))
    assert (await opened(minor)).notices == []
    (first,) = (await opened(member)).notices
    assert (first.title, first.word, first.href) == (
        *("Park day", "Marshal", f"/events/{event_id}/gate"),
    )


async def test_much_asks_the_database_no_more_than_little(world: World, asked: list[str]) -> None:
    member = old_member(world, chapter_id=world.chapter())
    seats(world, member, 2 * DAY)
    tell(world, "First")

    def questions(show: Any = show_dashboard, actor: Actor = member) -> int:
        asked.clear()
        world.do(show, actor)
        return len([one for one in asked if one.lstrip().upper().startswith("SELECT")])

    few = questions()
    seats(world, member, *(number * DAY for number in range(3, 40)))
    for number in range(MOST_NOTICES + 5):
        tell(world, f"Number {number}")
    # One asks whether a waiver is in force, three for the member's people: events, passes, waivers.
    assert few <= questions() <= few + 1 <= 15  # one more counts the events that are not shown
    shown = await opened(member)
    assert (len(shown.cards), len(shown.notices)) == (3, MOST_NOTICES)
    # Only a reader who has people is asked about them.
    alone = replace(member, has_family=False)
    assert questions(actor=alone) < questions()
    assert questions(show_people, alone) == 1 < questions(show_people)


async def test_older_messages_are_added_until_there_are_no_more(world: World) -> None:
    member = old_member(world)
    for number in range(2 * MOST_NOTICES + 3):
        tell(world, f"Number {number}", created_at=NOW - number * DAY)
    async with worker_for(member) as worker:
        tab = worker.tab(cookie=member.user_id)
        await tab.send(DashboardState.event_handlers["show"])
        lengths = []
        while tab.of(DashboardState)["has_older"]:
            lengths.append(len(tab.of(DashboardState)["notices"]))
            await tab.send(DashboardState.event_handlers["show_older"])
        shown = titles(tab.of(DashboardState)["notices"])
    assert lengths == [MOST_NOTICES, 2 * MOST_NOTICES]
    assert shown == [f"Number {number}" for number in range(2 * MOST_NOTICES + 3)]


async def test_news_hide_no_warning_and_a_warning_hides_nothing_urgent(world: World) -> None:
    member = old_member(world)
    types = ["error", "warning", "error", "warning", *["success"] * MOST_NOTICES, "info"]
    for age, type_ in enumerate(reversed(types)):
        tell(world, f"{type_}, {age} days old", created_at=NOW - age * DAY, type=type_)
    days = MOST_NOTICES
    first = [
        *(f"error, {age} days old" for age in (days + 2, days + 4)),
        *(f"warning, {age} days old" for age in (days + 1, days + 3)),
        *("info, 0 days old", "success, 1 days old"),
    ]
    assert titles((await opened(member)).notices)[:6] == first
    async with worker_for(member) as worker:
        tab = worker.tab(cookie=member.user_id)
        for name in ("show", "show_older"):
            await tab.send(DashboardState.event_handlers[name])
        shown = titles(tab.of(DashboardState)["notices"])
    assert shown == [*first, *(f"success, {age} days old" for age in range(2, days + 1))]


async def test_a_newcomer_is_not_greeted_with_old_news(world: World) -> None:
    tell(world, "Last year’s feast", created_at=NOW - 99 * DAY)
    tell(world, "The spears break", created_at=NOW - 99 * DAY, type="error")
    newcomer = world.person(created_at=NOW - DAY)
    assert titles((await opened(newcomer)).notices) == ["The spears break"]
    assert len((await opened(old_member(world))).notices) == 2


async def test_a_seat_given_back_leaves_the_older_messages(world: World) -> None:
    member = old_member(world)
    (event_id,) = seats(world, member, 5 * DAY)
    for number in range(MOST_NOTICES + 3):
        tell(world, f"Number {number}", created_at=NOW - number * DAY)
    async with worker_for(member) as worker:
        tab = worker.tab(cookie=member.user_id)
        for name in ("show", "show_older"):
            await tab.send(DashboardState.event_handlers[name])
        for name in ("unregister", "register"):
            await tab.send(DashboardState.event_handlers[name], event_id=event_id)
            assert len(tab.of(DashboardState)["notices"]) == MOST_NOTICES + 3
            assert not tab.of(DashboardState)["has_older"]
            assert len(tab.of(DashboardState)["cards"]) == (name == "register")


async def test_a_warning_goes_with_its_seat_and_comes_with_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_cards(monkeypatch)
    member = old_member(world)
    tell(world, "News")
    event_id = world.event(title="Old Fort", start_at=NOW + 40 * DAY, price_cents=45_00)
    world.do(registrations.register, member, event_id=event_id)
    async with worker_for(member) as worker:
        tab = worker.tab(cookie=member.user_id)
        await tab.send(DashboardState.event_handlers["show"])
        assert titles(tab.of(DashboardState)["notices"]) == ["Old Fort", "News"]
        await tab.send(DashboardState.event_handlers["unregister"], event_id=event_id)
        assert titles(tab.of(DashboardState)["notices"]) == ["News"]
        world.do(registrations.register, member, event_id=event_id)
        await tab.send(DashboardState.event_handlers["follow"])
        assert titles(tab.of(DashboardState)["notices"]) == ["Old Fort", "News"]


async def test_the_newest_progress_that_holds_is_recent_activity(world: World) -> None:
    member = world.person(award_beads={"wood": 1})
    ada = world.person(is_admin=True)
    assert (await opened(member)).activity == []  # what the ledger began with is not recent
    event_id = world.event(title="Duels")
    for count in (1, 2, 3, 4):
        values = AwardWrite(bead="red", count=count, event_id=event_id, again=True)
        world.do(awards.award, ada, user_id=member.user_id, values=values)
    found = world.do(progression.own_timeline, member, window=Window())
    world.do(progression.undo, ada, entry_id=found.items[1].id)
    shown = (await opened(member)).activity
    assert [(one.entry.title, one.entry.event, one.day) for one in shown] == [
        ("4 Service beads", "Duels", "March 14"),
        ("2 Service beads", "Duels", "March 14"),
        ("1 Service bead", "Duels", "March 14"),
    ]


async def test_recent_activity_is_one_question(world: World, asked: list[str]) -> None:
    member, ada = world.person(), world.person(is_admin=True)
    for _ in range(5):
        world.do(awards.award, ada, user_id=member.user_id, values=AwardWrite(bead="red", count=2))
    asked.clear()
    assert len(world.do(progression.own_latest, member, most=3)) == 3
    assert len([one for one in asked if "progress_entries" in one]) == 1
    assert len([one for one in asked if one.lstrip().startswith("SELECT")]) == 1


async def test_visitors_have_no_dashboard(world: World) -> None:
    assert await load_dashboard(VISITOR, {}) == Loaded()
    with pytest.raises(Unauthorized):
        world.do(show_dashboard, VISITOR)


async def test_what_comes_with_the_page_is_what_the_socket_sends(world: World) -> None:
    member = world.person(first_name="Maya")
    seats(world, member, 5 * DAY)
    async with worker_for(member) as worker:
        tab = worker.tab(cookie=member.user_id)
        await tab.send(DashboardState.event_handlers["show"])
        sent = tab.of(DashboardState)
        assert titles(sent["cards"]) == ["Event 0"]
        first = json.loads(await first_values("home", member, {}) or "{}")
        values = first[DashboardState.get_full_name()]
        assert {name.removesuffix("_rx_state_") for name in values} <= {*sent, "failed"}
        assert values["loaded_rx_state_"] is True
        assert first[ShellState.get_full_name()]["signed_in_rx_state_"] is True


async def test_giving_a_seat_back_takes_the_event_off_the_card(world: World) -> None:
    member = world.person()
    (event_id,) = seats(world, member, 5 * DAY)
    async with worker_for(member) as worker:
        tab = worker.tab(cookie=member.user_id)
        await tab.send(DashboardState.event_handlers["show"])
        await tab.send(DashboardState.event_handlers["unregister"], event_id=event_id)
        assert tab.of(ShellState)["toast"].title == "Successfully unregistered from event"
        assert tab.of(DashboardState)["cards"] == []
        assert not tab.of(DashboardState)["has_any"]
        assert world.held(event_id) == 0
        assert tab.of(DashboardState)["unregistered"].event_id == event_id
        await tab.send(DashboardState.event_handlers["register"], event_id=event_id)
        assert tab.of(DashboardState)["unregistered"] == Unregistered()
        for topic in (NOTICES, own_seats_topic(member.user_id)):
            assert tab.token in live._subscriptions.subscribers([topic])


async def test_a_dashboard_that_cannot_be_read_says_so_and_can_be_asked_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    member = world.person(first_name="Maya")
    real = DashboardState._load

    async def broken(_actor: Actor, _params: object) -> DashboardView:
        raise Unavailable

    async with worker_for(member) as worker:
        tab = worker.tab(cookie=member.user_id)
        monkeypatch.setattr(DashboardState, "_load", broken)
        await tab.send(DashboardState.event_handlers["show"])
        assert tab.of(DashboardState)["failed"]
        assert "can’t save or load right now" in tab.of(ShellState)["toast"].text
        monkeypatch.setattr(DashboardState, "_load", real)
        await tab.send(DashboardState.event_handlers["show"])
        assert not tab.of(DashboardState)["failed"]
        assert tab.of(DashboardState)["member"].name == "Maya"
        # A failed reload keeps the shown data.
        monkeypatch.setattr(DashboardState, "_load", broken)
        await tab.send(DashboardState.event_handlers["show"])
        assert not tab.of(DashboardState)["failed"]


async def test_nobody_elses_data_is_in_the_answer(world: World) -> None:
    member = world.person(first_name="Maya", email="maya@example.org")
    world.add(User(first_name="Secret", email="secret@example.org", bio="Secret."))
    assert "secret" not in (await first_values("home", member, {}) or "").lower()

"""The news for open pages when somebody else changes or deletes an event."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from functools import partial
from types import SimpleNamespace
from typing import Any, cast

import pytest
from reflex.state import StateUpdate

from rookiebattle.accounts import service as accounts
from rookiebattle.accounts.models import User
from rookiebattle.core.actor import Actor
from rookiebattle.core.pushing import live
from rookiebattle.core.validation import parse
from rookiebattle.events import service as events
from rookiebattle.events.schemas import EventPatch
from rookiebattle.guardians.models import Guardianship
from rookiebattle.pages.admin.roster.state.gate import GateState
from rookiebattle.pages.event.state.event import CHANGED, WITHDRAWN, EventState
from rookiebattle.pages.home.state import DashboardState, PeopleState
from rookiebattle.pages.my_events.state import MyEventsState
from rookiebattle.progression.entering import Why, enter
from rookiebattle.progression.ledger import FactChange
from rookiebattle.registrations.announcements import own_topic, verdicts_topic
from rookiebattle.registrations.schemas import GONE
from rookiebattle.registrations.service import check_ins, registering, roster
from rookiebattle.registrations.state.live import OWN_SEATS, LiveSeats, news_delta, push_seats
from rookiebattle.ui.state import ShellState
from rookiebattle.waivers.models import Form
from rookiebattle.waivers.schemas.versions import VersionWrite
from rookiebattle.waivers.service import versions
from tests.clocks import NOW
from tests.settled import settle, settle_seat
from tests.tab import worker_for
from tests.world import World

pytestmark = pytest.mark.anyio


@pytest.fixture
def announced(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The ids of the announced events, in order."""
    ids: list[str] = []
    monkeypatch.setattr(live, "announce", ids.append)
    return ids


def rename(world: World, by: Actor, event_id: str, title: str) -> None:
    world.do(events.update_event, by, event_id=event_id, values=parse(EventPatch, {"title": title}))


def now(world: World, *event_ids: str) -> dict[str, Any]:
    """The pushed vars, by name."""
    found = world.run(registering.seats_of, event_ids=event_ids)
    delta = news_delta({event_id: found.get(event_id, GONE) for event_id in event_ids})
    values = delta[LiveSeats.get_full_name()]
    return {name.removesuffix("_rx_state_"): value for name, value in values.items()}


def test_a_verdict_is_news_at_the_gates_that_may_be_open_and_have_a_seat(
    world: World, announced: list[str]
) -> None:
    maya, hour = world.person(), timedelta(hours=1)
    soon, running = (world.event(start_at=NOW + hours * hour) for hours in (23, -1))
    later = world.event(start_at=NOW + 25 * hour)
    over = world.event(start_at=NOW - 3 * hour, end_at=NOW - hour)
    canceled, given_up = (world.event(start_at=NOW, canceled_at=at) for at in (NOW, None))
    for event_id in (soon, running, later, over, canceled):
        world.seat(event_id, maya)
    world.seat(given_up, maya, cancelled_at=NOW)
    with world.database.unit_of_work(write=True) as session:
        roster.announce_person(session, user_id=maya.user_id)
        assert announced == []
    assert sorted(announced) == sorted(map(verdicts_topic, (soon, running)))


def test_another_plan_and_another_waiver_are_news_at_open_gates(
    world: World, announced: list[str]
) -> None:
    ada, maya, theo = world.person(is_admin=True), world.person(), world.person()
    event_id, beside = world.event(start_at=NOW), world.event(start_at=NOW)
    world.seat(event_id, maya)
    world.seat(beside, theo)
    with world.database.unit_of_work(write=True) as session:
        changed = [
            (
                session.get_one(User, maya.user_id),
                [FactChange("membership_tier", "none", "premium")],
            )
        ]
        enter(session, ada, changed=changed, why=Why())
    assert set(announced) & {verdicts_topic(event_id), verdicts_topic(beside)} == {
        verdicts_topic(event_id)
    }
    announced.clear()
    draft = world.do(
        versions.create_version, ada, values=VersionWrite(form=Form.ADULT, text="I play.")
    )
    assert announced == []
    world.do(versions.publish_version, ada, version_id=draft.id)
    assert sorted(announced) == sorted(map(verdicts_topic, (event_id, beside)))


def test_a_minors_page_hears_of_the_seat_that_a_guardian_gives_up(
    world: World, announced: list[str]
) -> None:
    mother, event_id = world.person(), world.event()
    rowan = world.minor_of(mother).user_id
    world.do(registering.register_party, mother, event_id=event_id, people_ids=[rowan])
    announced.clear()
    world.do(registering.unregister, mother, event_id=event_id, user_id=rowan)
    assert own_topic(rowan, event_id) in announced


def test_changes_and_deletions_are_announced_once_they_are_kept(
    world: World, announced: list[str]
) -> None:
    organizer = world.person()
    event_id = world.event(organizer)
    rename(world, organizer, event_id, "Spear Class")
    assert announced == [event_id]
    with pytest.raises(Exception, match="Only the organizer"):
        rename(world, world.person(), event_id, "Stolen")
    world.do(events.remove_event, organizer, event_id=event_id)
    assert announced == [event_id] * 2


def test_who_looks_at_an_event_hears_that_somebody_else_runs_it(
    world: World, announced: list[str]
) -> None:
    theo = world.person()
    world.person(is_admin=True)
    event_id = world.event(theo)
    before = now(world, event_id)["stamps"]
    world.do(accounts.delete_account, theo, confirmation="DELETE")
    assert announced == [event_id]
    assert now(world, event_id)["stamps"] != before


def test_a_member_hears_of_every_change_of_their_own_seats(
    world: World, announced: list[str]
) -> None:
    theo, maya = world.person(), world.person()
    event_id = world.event(theo, price_cents=5_00)
    verbs: list[Callable[[], object]] = [
        lambda: world.do(registering.register, maya, event_id=event_id),
        lambda: settle_seat(world, theo, event_id, maya, "completed"),
        lambda: settle_seat(world, theo, event_id, maya, "refunded"),
        lambda: world.do(registering.unregister, maya, event_id=event_id),
    ]
    for verb in verbs:
        announced.clear()
        verb()
        assert announced.count(f"list:seats:{maya.user_id}") == 1
        assert f"list:seats:{theo.user_id}" not in announced


@pytest.mark.parametrize(
    ("path", "state"), [("/my-events", MyEventsState), ("/", DashboardState)], ids=["mine", "home"]
)
async def test_pages_of_own_seats_follow_them_and_no_others(
    world: World, path: str, state: type[MyEventsState | DashboardState]
) -> None:
    maya, theo = world.person(), world.person()
    event_id = world.event(title="Spear Class")
    async with worker_for(maya) as worker:
        tab = worker.tab(cookie=maya.user_id, path=path)
        await tab.send(state.event_handlers["show"])
        async with pushing(tab.token) as sockets:
            world.do(registering.register, theo, event_id=event_id)
            world.do(registering.register, maya, event_id=event_id)
            await until(
                lambda: any("list:seats:" in one["stamps"] for one in sockets.heard[tab.token])
            )
        # Nobody’s page watches the seats of somebody else.
        assert not live._subscriptions.announce(f"list:seats:{theo.user_id}")
        assert "Spear Class" not in repr(tab.of(state))
        await tab.send(state.event_handlers["follow"])
        assert "Spear Class" in repr(tab.of(state))


def test_a_seat_is_no_change_of_the_event(world: World) -> None:
    organizer = world.person()
    event_id = world.event(organizer)
    before = now(world, event_id, "nothing")
    assert before["seats"] == {event_id: 0}
    assert before["stamps"]["nothing"] == GONE
    world.do(registering.register, world.person(), event_id=event_id)
    after = now(world, event_id, "nothing")
    assert (after["seats"], after["stamps"]) == ({event_id: 1}, before["stamps"])
    rename(world, organizer, event_id, "Spear Class")
    assert now(world, event_id)["stamps"] != after["stamps"]


async def test_a_page_follows_what_others_do_with_its_event(world: World) -> None:
    organizer = world.person()
    event_id = world.event(organizer, title="Spear Class")
    async with worker_for() as worker:
        tab = worker.tab(path=f"/events/{event_id}")
        follow = EventState.event_handlers["follow"]
        await tab.send(follow)
        await tab.send(EventState.event_handlers["show"])
        shown = tab.of(EventState)
        assert shown["more"].stamp == now(world, event_id)["stamps"][event_id]
        await tab.send(follow)
        assert tab.of(ShellState)["toast"].title == ""
        rename(world, organizer, event_id, "Shield Class")
        await tab.send(follow)
        assert tab.of(EventState)["card"].title == "Shield Class"
        assert tab.of(ShellState)["toast"].title == CHANGED
        world.do(events.remove_event, organizer, event_id=event_id)
        await tab.send(follow)
        assert tab.of(EventState)["missing"]
        assert tab.of(ShellState)["toast"].title == WITHDRAWN
        assert "Shield Class" not in repr(tab.of(EventState))


class Sockets:
    """Takes the place of Reflex's sockets and keeps the news that each tab gets."""

    def __init__(self, *tokens: str) -> None:
        self.token_to_sid = {token: f"sid-{token}" for token in tokens}
        self.sid_to_token = {f"sid-{token}": token for token in tokens}
        self.heard: dict[str, list[dict[str, Any]]] = {token: [] for token in tokens}

    async def emit_update(self, update: StateUpdate, token: str) -> None:
        values = update.delta[LiveSeats.get_full_name()]
        self.heard[token].append({n.removesuffix("_rx_state_"): v for n, v in values.items()})


@asynccontextmanager
async def pushing(*tokens: str) -> AsyncIterator[Sockets]:
    sockets = Sockets(*tokens)
    app = cast("Any", SimpleNamespace(event_namespace=sockets))
    task = asyncio.create_task(push_seats(app))
    yield sockets
    task.cancel()
    await asyncio.wait([task])


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(30):
        while not condition():
            await asyncio.sleep(0.005)


def counts(heard: list[dict[str, Any]], seats: dict[str, int]) -> bool:
    return bool(heard) and heard[-1]["seats"] == seats


def has_more(heard: list[dict[str, Any]], than: int) -> bool:
    return len(heard) > than


def hide(world: World, by: Actor, event_id: str) -> None:
    values = parse(EventPatch, {"isPublic": False})
    world.do(events.update_event, by, event_id=event_id, values=values)


@pytest.fixture
def own_subscriptions(monkeypatch: pytest.MonkeyPatch) -> live.Subscriptions:
    subscriptions = live.Subscriptions()
    monkeypatch.setattr(live, "_subscriptions", subscriptions)
    monkeypatch.setattr(live, "BETWEEN_PUSHES", 0.01)
    return subscriptions


async def test_an_event_that_becomes_private_is_gone_for_visitors_and_heard_by_members(
    world: World, own_subscriptions: live.Subscriptions
) -> None:
    organizer, maya = world.person(), world.person()
    event_id = world.event(organizer)
    async with worker_for(maya) as worker:
        visitor = worker.tab(path=f"/events/{event_id}")
        member = worker.tab(path=f"/events/{event_id}", cookie=maya.user_id)
        for tab in (visitor, member):
            await tab.send(EventState.event_handlers["show"])
        async with pushing(visitor.token, member.token) as sockets:
            inside, outside = sockets.heard[member.token], sockets.heard[visitor.token]
            hide(world, organizer, event_id)
            await until(lambda: inside and outside)
            world.do(registering.register, world.person(), event_id=event_id)
            await until(lambda: inside[-1]["seats"] == {event_id: 1})
    assert outside == [{"seats": {}, "own": {}, "stamps": {event_id: GONE}}]
    assert all(one["stamps"][event_id] != GONE for one in inside)


async def test_only_the_members_own_tabs_hear_of_the_own_seat(
    world: World, own_subscriptions: live.Subscriptions
) -> None:
    maya, otto = world.person(), world.person()
    event_id = world.event()
    async with worker_for(maya, otto) as worker:
        mine = worker.tab(path=f"/events/{event_id}", cookie=maya.user_id)
        other = worker.tab(path=f"/events/{event_id}", cookie=otto.user_id)
        visitor = worker.tab(path=f"/events/{event_id}")
        for tab in (mine, other, visitor):
            await tab.send(EventState.event_handlers["show"])
        async with pushing(mine.token, other.token, visitor.token) as sockets:
            heard = sockets.heard[mine.token]
            world.do(registering.register, maya, event_id=event_id)
            await until(lambda: heard and heard[-1]["own"])
            assert heard[-1]["own"][event_id].startswith("yes ")
            world.do(registering.unregister, maya, event_id=event_id)
            await until(lambda: heard[-1]["own"][event_id].startswith("no "))
            for tab in (other, visitor):
                told = sockets.heard[tab.token]
                await until(partial(counts, told, {event_id: 0}))
                assert [one["own"] for one in told if one["own"]] == []


def tells_of_people(told: list[dict[str, Any]]) -> bool:
    return any(OWN_SEATS in one["stamps"] for one in told)


async def test_a_guardians_pages_hear_of_a_minors_seat(
    world: World, own_subscriptions: live.Subscriptions
) -> None:
    mother, rowan, other = world.person(), world.person(age_band="minor"), world.person()
    world.add(Guardianship(minor_id=rowan.user_id, guardian_id=mother.user_id))
    event_id = world.event()
    async with worker_for(mother, other) as worker:
        tabs = []
        for path, show in (
            (f"/events/{event_id}", EventState.event_handlers["show"]),
            ("/", PeopleState.event_handlers["show"]),
            ("/my-events", MyEventsState.event_handlers["show"]),
        ):
            for actor in (mother, other):
                tabs.append(worker.tab(path=path, cookie=actor.user_id))
                await tabs[-1].send(show)
        async with pushing(*(tab.token for tab in tabs)) as sockets:
            world.do(registering.register, rowan, event_id=event_id)
            for mothers, others in zip(tabs[::2], tabs[1::2], strict=True):
                await until(partial(tells_of_people, sockets.heard[mothers.token]))
                assert not tells_of_people(sockets.heard[others.token])


async def test_an_open_roster_hears_what_another_phone_does_at_the_gate(
    world: World, own_subscriptions: live.Subscriptions
) -> None:
    ada, maya = world.person(is_admin=True), world.person()
    event_id = world.event(price_cents=1000, start_at=NOW + timedelta(hours=3), is_public=False)
    world.seat(event_id, maya, payment_status="pending", payment_amount_cents=1000)
    seat: dict[str, Any] = {"event_id": event_id, "user_id": maya.user_id}
    async with worker_for(ada) as worker:
        tab = worker.tab(path=f"/admin/events/{event_id}", cookie=ada.user_id)
        await tab.send(GateState.event_handlers["show"])
        async with pushing(tab.token) as sockets:
            heard = sockets.heard[tab.token]
            acts: tuple[Callable[[], object], ...] = (
                lambda: world.do(check_ins.check_in, ada, **seat),
                lambda: world.do(settle, ada, **seat, status="completed"),
                lambda: world.do(check_ins.undo_check_in, ada, **seat),
            )
            for act in acts:
                shown = tab.of(GateState)
                news, topic = len(heard), shown["event"].topic
                act()
                await until(partial(has_more, heard, news))
                assert heard[-1]["stamps"][topic] != shown["numbers"].stamp
                await tab.send(GateState.event_handlers["follow"])
                assert tab.of(GateState)["numbers"].stamp == heard[-1]["stamps"][topic]
            world.do(check_ins.add_walk_in, ada, event_id=event_id, user_id=world.person().user_id)
            await until(lambda: heard[-1]["seats"].get(event_id) == 2)


async def test_a_page_whose_event_is_gone_or_hidden_stops_listening(
    world: World, own_subscriptions: live.Subscriptions
) -> None:
    organizer = world.person()
    event_id = world.event(organizer)
    async with worker_for() as worker:
        tab = worker.tab(path=f"/events/{event_id}")
        await tab.send(EventState.event_handlers["show"])
        assert own_subscriptions.subscribers([event_id]) == [tab.token]
        hide(world, organizer, event_id)
        await tab.send(EventState.event_handlers["follow"])
        assert tab.of(EventState)["missing"]
    assert own_subscriptions.subscribers([event_id]) == []

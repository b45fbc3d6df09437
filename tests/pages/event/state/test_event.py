"""The state of an event's page, through the real gate and the real verbs."""

from datetime import timedelta
from types import ModuleType
from typing import Any

import pytest

from rookiebattle.chapters.models import Leader
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.errors import NotFound, Unavailable
from rookiebattle.core.pushing import live
from rookiebattle.events import canceling
from rookiebattle.events.schemas import CancelWrite
from rookiebattle.messages.service import topic_of
from rookiebattle.pages.chapter import state as chapter_state
from rookiebattle.pages.chapter.state import ChapterState
from rookiebattle.pages.event.state import event as event_state
from rookiebattle.pages.event.state.event import EventState, load
from rookiebattle.pages.event.state.report import ReportState
from rookiebattle.pages.event.view import EventView
from rookiebattle.payments import service as payments
from rookiebattle.payments.schemas import PaymentWrite
from rookiebattle.registrations.announcements import own_seats_topic, waiting_topic
from rookiebattle.registrations.service import registering
from rookiebattle.ui.records import RECORD
from rookiebattle.ui.state import ShellState
from tests.clocks import NOW
from tests.identities import bind_people
from tests.stripe_double.keys import double_for, take_cards
from tests.tab import opened, toast, worker_for
from tests.world import World

pytestmark = pytest.mark.anyio


async def test_a_visitor_sees_the_number_and_no_names(world: World) -> None:
    member = world.person(first_name="Amara", last_name="Wells", shows_profile=True)
    event_id = world.event(max_participants=5)
    world.do(registering.register, member, event_id=event_id)
    async with worker_for(member) as worker:
        tab = worker.tab(path=f"/events/{event_id}")
        await tab.send(EventState.event_handlers["show"])
        page = tab.of(EventState)
        assert (page["card"].taken, page["card"].maximum) == (1, 5)
        assert page["going"].names == []
        assert "Amara" not in repr(tab.vars)


async def test_a_member_going_elsewhere_at_this_time_is_told_and_registers(world: World) -> None:
    member = world.person()
    world.do(registering.register, member, event_id=world.event(title="Castle Day"))
    event_id, also = world.event(), "You’re already going to Castle Day at this time."
    async with worker_for(member) as worker:
        tab = worker.tab(cookie=member.user_id, path=f"/events/{event_id}")
        await tab.send(EventState.event_handlers["show"])
        assert tab.of(EventState)["more"].also == also
        await tab.send(EventState.event_handlers["register"], event_id=event_id)
        assert toast(tab) == ("Successfully registered for event!", f"See you there! {also}")
        assert tab.of(EventState)["card"].is_registered


async def test_a_member_registers_and_unregisters_on_the_page(world: World) -> None:
    member = world.person(first_name="Amara", last_name="Wells", shows_profile=True)
    event_id = world.event(max_participants=5)
    async with worker_for(member) as worker:
        tab = worker.tab(cookie=member.user_id, path=f"/events/{event_id}")
        await tab.send(EventState.event_handlers["show"])
        await tab.send(EventState.event_handlers["register"], event_id=event_id)
        assert toast(tab) == ("Successfully registered for event!", "See you there!")
        assert tab.of(EventState)["card"].is_registered
        assert tab.of(EventState)["going"].names == ["Amara W."]
        await tab.send(EventState.event_handlers["unregister"], event_id=event_id)
        assert toast(tab) == ("Successfully unregistered from event", "Your seat is open again.")
        assert not tab.of(EventState)["card"].is_registered
    assert world.counter(event_id) == 0


async def test_a_seat_of_ones_people_is_given_up_by_name(world: World) -> None:
    mother, event_id = world.person(has_family=True), world.event()
    rowan = world.minor_of(mother)
    world.seat(event_id, rowan)
    async with worker_for(mother) as worker:
        tab = worker.tab(cookie=mother.user_id, path=f"/events/{event_id}")
        given = {"event_id": event_id, "user_id": rowan.user_id}
        await tab.send(EventState.event_handlers["unregister_person"], **given)
        told = ("Successfully unregistered from event", "Rowan’s seat is open again.")
        assert toast(tab) == told


async def test_a_visitor_is_asked_to_log_in_before_registering(world: World) -> None:
    event_id = world.event()
    async with worker_for() as worker:
        tab = worker.tab(path=f"/events/{event_id}")
        await tab.send(EventState.event_handlers["register"], event_id=event_id)
        assert toast(tab) == ("Login Required", "Please log in to register for events")
        assert tab.of(ShellState)["leave_to"] == f"/api/login?next=/events/{event_id}%23register"
    assert world.counter(event_id) == 0


async def test_the_last_seat_taken_by_somebody_else_is_shown_with_the_refusal(world: World) -> None:
    quick, slow = world.people(2)
    event_id = world.event(max_participants=1)
    async with worker_for(quick, slow) as worker:
        tab = worker.tab(cookie=slow.user_id, path=f"/events/{event_id}")
        await tab.send(EventState.event_handlers["show"])
        world.do(registering.register, quick, event_id=event_id)
        await tab.send(EventState.event_handlers["register"], event_id=event_id)
        assert toast(tab) == ("Error", "Event is full")
        assert tab.of(EventState)["card"].taken == 1


async def test_a_member_who_did_not_pay_in_time_reads_when_to_register_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_cards(monkeypatch)
    member, event_id = world.person(), world.event(price_cents=10_00)
    ended = NOW - timedelta(minutes=10)
    unpaid = {"payment_amount_cents": 10_00, "unpaid_holds": 1, "hold_expires_at": ended}
    world.seat(event_id, member, cancelled_at=ended, **unpaid)
    async with worker_for(member) as worker:
        tab = worker.tab(cookie=member.user_id, path=f"/events/{event_id}")
        await tab.send(EventState.event_handlers["register"], event_id=event_id)
        told, sentence = toast(tab)
        assert told == "Error"
        assert sentence.endswith("register again starting 8:20 AM ET.")
        await tab.send(EventState.event_handlers["show"])
        more = tab.of(EventState)["more"]
        assert more.pause == sentence
        assert more.turns_at == (NOW + timedelta(minutes=20)).isoformat()


async def test_unregistering_within_a_day_fails_with_the_reason(world: World) -> None:
    member = world.person()
    event_id = world.event(start_at=NOW + timedelta(hours=23))
    world.do(registering.register, member, event_id=event_id)
    async with worker_for(member) as worker:
        tab = worker.tab(cookie=member.user_id, path=f"/events/{event_id}")
        await tab.send(EventState.event_handlers["unregister"], event_id=event_id)
        assert toast(tab)[0] == "Failed to unregister"
        assert tab.of(EventState)["card"].is_registered
        assert tab.of(EventState)["more"].stays


@pytest.mark.parametrize("is_public", [True, False])
async def test_an_unknown_and_a_hidden_event_look_the_same(world: World, is_public: bool) -> None:
    event_id = world.event(is_public=is_public)
    unknown = "00000000-0000-4000-8000-000000000000"
    async with worker_for() as worker:
        tab = worker.tab(path=f"/events/{unknown if is_public else event_id}")
        await tab.send(EventState.event_handlers["show"])
        page = tab.of(EventState)
        assert page["missing"]
        assert page["loaded"]
        assert "Park day" not in repr(tab.vars)


async def test_leaving_for_a_missing_event_leaves_nothing_of_the_last_one(world: World) -> None:
    event_id = world.event()
    async with worker_for() as worker:
        tab = worker.tab(path=f"/events/{event_id}")
        await tab.send(EventState.event_handlers["show"])
        tab.path = "/events/gone"
        await tab.send(EventState.event_handlers["show"])
        assert tab.of(EventState)["card"].title == ""


async def test_a_deleted_event_leads_back_to_the_calendar(world: World) -> None:
    organizer = world.person()
    event_id = world.event(organizer)
    async with worker_for(organizer) as worker:
        tab = worker.tab(cookie=organizer.user_id, path=f"/events/{event_id}")
        await tab.send(EventState.event_handlers["show"])
        assert tab.of(EventState)["more"].may_edit
        world.remove(event_id)
        updates = await tab.send(EventState.event_handlers["refresh"])
        assert "/events" in repr([event.payload for one in updates for event in one.events])


async def test_only_the_organizer_of_a_coming_event_is_led_to_its_roster(world: World) -> None:
    organizer, admin = world.person(), world.person(is_admin=True)
    event_id = world.event(organizer, max_participants=12)
    assert (await load_as(organizer, event_id)).more.leads
    for other in (admin, world.person(), VISITOR):
        assert not (await load_as(other, event_id)).more.leads
    world.change(event_id, canceled_at=NOW)
    assert not (await load_as(organizer, event_id)).more.leads
    world.change(event_id, canceled_at=None, start_at=NOW + timedelta(hours=3))
    more = (await load_as(organizer, event_id)).more
    assert (more.leads, more.checks_in) == (False, True)


async def test_the_organizer_sees_what_is_owed(world: World) -> None:
    organizer, guest = world.person(), world.person(game_name="Kitsune")
    event_id = world.event(organizer, price_cents=1000)
    world.do(registering.register, guest, event_id=event_id)
    async with worker_for(organizer) as worker:
        tab = worker.tab(cookie=organizer.user_id, path=f"/events/{event_id}")
        await tab.send(EventState.event_handlers["show"])
        (row,) = tab.of(EventState)["attendees"]
        assert (row.name, row.status, row.amount) == ("Kitsune", "Due", "$10.00")


async def test_members_do_not_get_the_organizers_list(world: World) -> None:
    member = world.person()
    event_id = world.event()
    world.do(registering.register, member, event_id=event_id)
    assert (await load(member, {"id": event_id})).attendees == []


async def test_the_first_data_refuses_what_may_not_be_seen(world: World) -> None:
    with pytest.raises(NotFound):
        await load(VISITOR, {"id": world.event(is_public=False)})


@pytest.mark.parametrize("page", [event_state, chapter_state])
async def test_what_could_not_be_read_is_said_until_it_is(
    world: World, monkeypatch: pytest.MonkeyPatch, page: ModuleType
) -> None:
    chapter_id = world.chapter()
    event_id = world.event(chapter_id=chapter_id)
    is_event, real = page is event_state, page.load
    state = EventState if is_event else ChapterState

    async def broken(_actor: object, _query: object) -> dict[str, object]:
        raise Unavailable

    async with worker_for() as worker:
        tab = worker.tab(path=f"/events/{event_id}" if is_event else f"/chapters/{chapter_id}")
        monkeypatch.setattr(page, "load", broken)
        await tab.send(state.event_handlers["show"])
        assert (tab.of(state)["failed"], tab.of(state)["loaded"]) == (True, False)
        monkeypatch.setattr(page, "load", real)
        await tab.send(state.event_handlers["show"])
        assert (tab.of(state)["failed"], tab.of(state)["loaded"]) == (False, True)
        # A failed reload keeps the shown data.
        monkeypatch.setattr(page, "load", broken)
        await tab.send(state.event_handlers["show"])
        assert (tab.of(state)["failed"], tab.of(state)["loaded"]) == (False, True)


async def test_coming_back_from_the_checkout_the_seat_is_paid_once_it_is_verified(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    member, event_id = world.person(), world.event(price_cents=15_00)
    with double_for(monkeypatch) as double:
        world.do(registering.register, member, event_id=event_id)
        async with worker_for(member) as worker:
            started = await payments.start_event_payment(member, event_id=event_id)
            path = f"/events/{event_id}?success=true"
            tab = worker.tab(cookie=member.user_id, path=f"{path}&payment={started.payment_id}")
            await tab.send(EventState.event_handlers["show"])
            # The service says that no card has paid the seat: it is on hold, and nothing more.
            assert tab.of(EventState)["returned"].state == ""
            assert tab.of(EventState)["more"].ticket.startswith("Held for you until")
            double.faults.order("down", "GET /v1", times=1_000)
            await tab.send(EventState.event_handlers["show"])
            assert tab.of(EventState)["returned"].state == "waiting"
            double.faults.clear()
            double.pay(started.client_secret)
            await tab.send(EventState.event_handlers["look_again"])
            assert toast(tab) == ("Payment Successful", "Your seat is paid.")
            shown = tab.of(EventState)["more"]
            assert (shown.ticket, shown.seat) == ("You’re in!", "Your seat is paid.")
            tab.path = f"/events/{event_id}"
            await tab.send(EventState.event_handlers["show"])
            assert tab.of(EventState)["returned"].state == "", "a later visit is about no payment"


async def test_a_seat_that_is_held_counts_as_held_for_others(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    member, other, event_id = *world.people(2), world.event(price_cents=15_00, max_participants=3)
    take_cards(monkeypatch)
    world.do(registering.register, member, event_id=event_id)
    seen = await load_as(other, event_id)
    assert (seen.card.taken, seen.more.held) == (1, "1 of them is on hold until it’s paid.")
    assert (await load_as(member, event_id)).more.held == ""


async def test_only_beginners_read_what_is_free_for_them(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_cards(monkeypatch)
    beginner, regular = world.people(2)
    began = NOW - timedelta(days=3)
    world.seat(world.event(start_at=began, end_at=began + timedelta(hours=2)), regular)
    event_id = world.event(price_cents=10_00)
    for who, is_first in ((VISITOR, True), (beginner, True), (regular, False)):
        assert bool((await load_as(who, event_id)).more.new_here) is is_first
    assert not (await load_as(beginner, world.event())).more.new_here
    # A seat costs what it cost when it was taken: also one that only the gate takes money for.
    world.do(registering.register, beginner, event_id=event_id)
    assert (await load_as(beginner, event_id)).more.cash
    cheap = world.event(price_cents=40)
    assert not (await load_as(beginner, cheap)).more.cash


async def test_who_runs_an_event_reads_neither_what_beginners_nor_what_payers_need(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_cards(monkeypatch)
    organizer, admin, beginner = world.person(), world.person(is_admin=True), world.person()
    event_id = world.event(organizer, price_cents=10_00)
    told = {who: (await load_as(who, event_id)).more for who in (organizer, admin, beginner)}
    assert [bool(more.new_here) for more in told.values()] == [False, False, True]
    # An administrator who is not the organizer may ask the organizer.
    assert [bool(more.cash) for more in told.values()] == [False, True, True]


async def test_who_lacks_the_membership_is_not_told_how_to_pay(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_cards(monkeypatch)
    member = world.person()
    event_id = world.event(price_cents=10_00, requires_membership=True)
    for who, is_told in ((member, False), (VISITOR, True)):
        assert bool((await load_as(who, event_id)).more.cash) is is_told
    # The seat of a member whose membership has ended meanwhile is still to be paid.
    owed = {"payment_status": "pending", "payment_amount_cents": 10_00}
    world.seat(event_id, member, hold_expires_at=NOW + timedelta(minutes=20), **owed)
    assert (await load_as(member, event_id)).more.cash


async def test_a_latecomer_registers_with_the_code_that_the_organizer_reads(world: World) -> None:
    organizer, maya = world.person(), world.person()
    times: dict[str, Any] = {
        "start_at": NOW - timedelta(hours=1),
        "end_at": NOW + timedelta(hours=1),
    }
    event_id = world.event(organizer, price_cents=10_00, **times)
    code = (await load_as(organizer, event_id)).more.code
    for reader, read in ((VISITOR, ""), (maya, ""), (organizer, code)):
        more = (await load_as(reader, event_id)).more
        assert (more.code, more.late) == (read, "Register · $10.00 at the gate")
    async with worker_for(maya) as worker:
        tab = worker.tab(cookie=maya.user_id, path=f"/events/{event_id}")
        await tab.send(EventState.event_handlers["show"])
        enter = EventState.event_handlers["register_at_gate"]
        for typed, said in (("", "Code is required"), ("CCC CCC", "not this event’s code")):
            await tab.send(enter, form={"recordId": event_id, "code": typed})
            assert said in tab.of(EventState)["wrong_code"]
            assert not tab.of(EventState)["card"].is_registered
        await tab.send(EventState.event_handlers["show"])
        assert tab.of(EventState)["wrong_code"] == "", "a page that is opened anew says nothing"
        await tab.send(enter, form={"recordId": event_id, "code": code.lower()})
        told = "Pay $10.00 at the gate, and let the organizer check you in."
        assert toast(tab) == ("Successfully registered for event!", told)
        page = tab.of(EventState)
        assert (page["card"].is_registered, page["is_new"], page["more"].late) == (True, True, "")
        assert page["wrong_code"] == ""
        assert code not in repr(tab.vars)
    assert world.counter(event_id) == 1


async def test_a_code_that_comes_too_late_shows_how_the_event_stands(world: World) -> None:
    maya = world.person()
    times: dict[str, Any] = {
        "start_at": NOW - timedelta(hours=1),
        "end_at": NOW + timedelta(hours=1),
    }
    event_id = world.event(**times)
    async with worker_for(maya) as worker:
        tab = worker.tab(cookie=maya.user_id, path=f"/events/{event_id}")
        await tab.send(EventState.event_handlers["show"])
        assert tab.of(EventState)["more"].late
        world.change(event_id, canceled_at=NOW)
        enter = EventState.event_handlers["register_at_gate"]
        await tab.send(enter, form={"recordId": event_id, "code": "CCC CCC"})
        assert toast(tab) == ("Error", "This event has been canceled")
        assert (tab.of(EventState)["more"].late, tab.of(EventState)["is_new"]) == ("", False)


async def test_an_open_page_hears_of_what_it_shows_until_it_is_gone(world: World) -> None:
    mother = world.person()
    rowan, event_id = world.minor_of(mother), world.event(max_participants=3)
    topics = [event_id, own_seats_topic(rowan.user_id), waiting_topic(event_id), topic_of(event_id)]
    watching = live._subscriptions.subscribers
    show, wish = (EventState.event_handlers[name] for name in ("show", "wish"))
    async with opened(mother, f"/events/{event_id}", show) as tab:
        assert [watching([one]) for one in topics] == [[tab.token]] * 4
        world.change(event_id, current_participants=3)
        await tab.send(wish, event_id=event_id)
        assert world.wishes(mother, event_id)
        world.remove(event_id)
        await tab.send(show)
        assert watching([event_id]) == []


async def load_as(actor: Actor, event_id: str) -> EventView:
    bind_people(actor)
    return await load(actor, {"id": event_id})


async def test_an_event_confirms_no_other_payment(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    member = world.person()
    with double_for(monkeypatch) as double:
        async with worker_for(member) as worker:
            gift = await payments.start_payment(member, values=PaymentWrite(amount=9_00))
            double.pay(gift.client_secret)
            for event_id in ("gone", world.event()):
                path = f"/events/{event_id}?success=true&payment={gift.payment_id}"
                tab = worker.tab(cookie=member.user_id, path=path)
                await tab.send(EventState.event_handlers["show"])
                assert tab.of(EventState)["returned"].state == "", event_id


async def test_an_open_page_says_what_has_become_of_its_event(world: World) -> None:
    olga, mira = world.person(), world.person()
    event_id = world.event(olga)
    rain = CancelWrite(reason="Lightning is forecast.")
    async with worker_for(mira) as worker:
        tab = worker.tab(cookie=mira.user_id, path=f"/events/{event_id}")
        await tab.send(EventState.event_handlers["show"])
        world.do(canceling.cancel_event, olga, event_id=event_id, values=rain)
        await tab.send(EventState.event_handlers["follow"])
        assert toast(tab) == ("Canceled: Lightning is forecast.", "")
        world.do(canceling.reinstate_event, olga, event_id=event_id)
        await tab.send(EventState.event_handlers["follow"])
        assert toast(tab) == ("This event is on again", "")


@pytest.mark.parametrize("act", ["accept", "decline"])
async def test_an_administrator_judges_with_one_press_and_reads_reports(
    world: World, act: str
) -> None:
    olga, ada = world.person(), world.person(is_admin=True)
    event_id = world.event(olga, chapter_id=world.chapter("Tampa"), waits_for="chapter")
    async with worker_for(ada, olga) as worker:
        own = worker.tab(cookie=olga.user_id, path=f"/events/{event_id}")
        await own.send(EventState.event_handlers["show"])
        more = own.of(EventState)["more"]
        assert (more.waits.partition(".")[0], more.may_accept) == ("Waiting for Tampa", False)
        form = {RECORD: event_id, "reason": "This is not ours."}
        await own.send(ReportState.event_handlers["open"], event_id=event_id)
        await own.send(ReportState.event_handlers["send"], form={**form, "reason": ""})
        assert list(own.of(ReportState)["errors"]) == ["reason"]
        await own.send(ReportState.event_handlers["send"], form=form)
        assert toast(own) == ("Thank you", "The club will look at this event.")
        tab = worker.tab(cookie=ada.user_id, path=f"/events/{event_id}")
        await tab.send(EventState.event_handlers["show"])
        more = tab.of(EventState)["more"]
        assert ([one.reason for one in more.reports], more.may_accept) == (
            ["This is not ours."],
            True,
        )
        await tab.send(EventState.event_handlers["handle_reports"], event_id=event_id)
        await tab.send(EventState.event_handlers[act], event_id=event_id)
        more = tab.of(EventState)["more"]
        assert (more.reports, more.may_accept) == ([], False)
        assert bool(more.waits) is (act == "decline")


@pytest.mark.parametrize("age", ["minor", "adult"])
async def test_a_minors_ticket_says_first_that_a_parent_signs(world: World, age: str) -> None:
    sparrow = world.person(age_band=age)
    event_id = world.event()
    shown = await load(sparrow, {"id": event_id})
    assert shown.more.waiver == "", "without a seat nobody is told"
    world.do(registering.register, sparrow, event_id=event_id)
    shown = await load(sparrow, {"id": event_id})
    assert bool(shown.more.waiver) is (age == "minor")
    world.change(event_id, start_at=NOW - timedelta(days=2), end_at=NOW - timedelta(days=1))
    assert (await load(sparrow, {"id": event_id})).more.waiver == ""


async def test_a_past_event_of_a_series_leads_to_the_next_date(world: World) -> None:
    past: dict[str, Any] = {"start_at": NOW - timedelta(days=2), "end_at": NOW - timedelta(days=1)}
    first = world.event(is_recurring=True, recurrence_pattern="weekly", **past)
    later = world.event(parent_event_id=first, series_id=first)
    assert (await load(VISITOR, {"id": first})).more.next_href == f"/events/{later}"


async def test_a_lead_accepts_on_the_chapters_page(world: World) -> None:
    leads = [Leader(name="Lea", email="lead@example.org")]
    tampa = world.chapter("Tampa", leadership=leads)
    lead = world.person(email="lead@example.org")
    theo = world.person(game_name="Theo")
    ids = [world.event(theo, chapter_id=tampa, waits_for="chapter") for _ in range(2)]
    async with worker_for(lead, theo) as worker:
        tab = worker.tab(cookie=lead.user_id, path=f"/chapters/{tampa}")
        await tab.send(ChapterState.event_handlers["show"])
        assert [one.by for one in tab.of(ChapterState)["waiting"]] == ["Posted by Theo"] * 2
        await tab.send(ChapterState.event_handlers["accept"], event_id=ids[0])
        await tab.send(ChapterState.event_handlers["decline"], event_id=ids[1])
        shown = tab.of(ChapterState)
        assert ([one.id for one in shown["events"]], shown["waiting"]) == ([ids[0]], [])
        other = worker.tab(cookie=theo.user_id, path=f"/chapters/{tampa}")
        await other.send(ChapterState.event_handlers["show"])
        assert other.of(ChapterState)["waiting"] == []

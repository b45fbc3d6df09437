"""The roster's page: who may open it, check-ins, payments, and the news of other phones."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa
from sqlmodel import col

from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.pushing import live
from rookiebattle.core.roles import Grant, Role
from rookiebattle.events.schemas import EventPatch
from rookiebattle.events.service import change_event
from rookiebattle.pages.admin.roster.state.award import AwardState
from rookiebattle.pages.admin.roster.state.gate import GateState, load
from rookiebattle.pages.admin.roster.url import SHAPE
from rookiebattle.pages.admin.roster.view.roster import view_of
from rookiebattle.payments.models import Payment
from rookiebattle.registrations.models import Registration
from rookiebattle.registrations.schemas import GateCodeWrite, RosterSearch
from rookiebattle.registrations.service import check_ins, latecomers, registering, roster
from rookiebattle.registrations.wording import (
    CODE_COMES,
    CODE_WENT,
    OWN_SEAT,
    TELL_CODE,
    seats_words,
)
from rookiebattle.ui.list_query import read_query
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.typed import page_vars
from rookiebattle.ui.views import Loaded
from tests import factories
from tests.clocks import NOW, StillClock
from tests.tab import Tab, toast, worker_for
from tests.world import World

pytestmark = pytest.mark.anyio
GATE = page_vars(GateState)
SOON = NOW + timedelta(hours=3)


@pytest.fixture
def ada(world: World) -> Actor:
    return world.person(is_admin=True, first_name="Ada", last_name="Long")


@pytest.fixture
def event_id(world: World) -> str:
    return world.event(title="Duels", start_at=SOON, price_cents=1000, max_participants=2)


@pytest.fixture
def maya(world: World, event_id: str) -> Actor:
    maya = world.person(first_name="Maya", last_name="Ash", game_name="Storm")
    world.seat(event_id, maya, payment_status="pending", payment_amount_cents=1000)
    return maya


@pytest.fixture
async def tab(ada: Actor, maya: Actor, event_id: str) -> AsyncIterator[Tab]:
    async with worker_for(ada, maya) as worker:
        one = worker.tab(cookie=ada.user_id, path=f"/admin/events/{event_id}")
        await one.send(GATE.show)
        yield one
        assert worker.failures == []


def payments_of(world: World) -> list[Payment]:
    return world.scalars(sa.select(Payment).order_by(col(Payment.number)))


def shown(tab: Tab) -> dict[str, Any]:
    return tab.of(GateState)


async def test_the_address_says_what_is_shown(world: World, ada: Actor, event_id: str) -> None:
    for name, status in (("Maya", "pending"), ("Ben", "not_required")):
        price = 1000 if status == "pending" else 0
        columns = {"payment_status": status, "payment_amount_cents": price}
        world.seat(event_id, world.person(first_name=name), **columns)
    view: Any = await load(ada, {"id": event_id, "shown": "owing"})
    assert [one.name for one in view.rows] == ["Maya"]
    assert view.frame.csv == f"/api/events/{event_id}/roster.csv?shown=owing"
    assert view.paper == f"/admin/events/{event_id}?shown=owing&print=yes"
    assert (view.numbers.there_words, view.numbers.money) == (
        "0 of 2 checked in",
        "0 of 1 paid, $0.00 of $10.00",
    )
    (note,) = view.notes
    assert note.startswith("The event is full: 2 of 2 seats taken. A walk-in still gets a seat")
    view = await load(ada, {"id": event_id, "print": "yes", "q": "b"})
    assert (view.is_paper, view.screen) == (True, f"/admin/events/{event_id}?q=b")


async def test_the_own_seat_is_settled_by_somebody_else(
    world: World, ada: Actor, event_id: str
) -> None:
    unpaid = {"payment_status": "pending", "payment_amount_cents": 1000}
    world.seat(event_id, ada, **unpaid, hold_expires_at=NOW + timedelta(minutes=5))
    view: Any = await load(ada, {"id": event_id})
    assert (view.rows[0].owes, view.rows[0].about) == (True, "")
    assert view.rows[0].may_keep
    world.person(is_admin=True)
    view = await load(ada, {"id": event_id})
    assert (view.rows[0].owes, view.rows[0].about) == (False, OWN_SEAT)
    assert (view.rows[0].status, view.rows[0].may_keep) == ("Due", False)


async def test_whoever_settles_nothing_reads_nothing_of_a_plan(world: World) -> None:
    """Vars of a page are read without its words, too."""
    event_id = world.event(start_at=SOON, price_cents=1000)
    for status in ("not_required", "waived", "credit", "completed"):
        maya, cents = world.person(), 0 if status == "not_required" else 1000
        seat = world.seat(event_id, maya, payment_status=status, payment_amount_cents=cents)
        if status == "completed":
            paid: dict[str, Any] = {"payment_type": "event", "event_id": event_id}
            paid |= {"method": "hand", "registration_id": seat}
            world.add(factories.payment(user_id=maya.user_id, **paid))
    marshal = Actor(user_id=world.person().user_id, grants=(Grant(Role.MARSHAL, None, event_id),))
    view: Any = await load(marshal, {"id": event_id})
    assert {replace(one, user_id="") for one in view.rows} == {replace(view.rows[0], user_id="")}
    assert len(view.rows) == 4


@pytest.mark.parametrize(
    ("taken", "maximum", "words"),
    [
        (2, None, "No seat limit"),
        (0, 1, "0 of 1 seat taken"),
        (1200, 2000, "1,200 of 2,000 seats taken"),
        (2, 1, "2 registered, 1 seat"),
        (22, 20, "22 registered, 20 seats"),
    ],
)
def test_seats_above_a_lowered_limit_are_not_of_it(
    taken: int, maximum: int | None, words: str
) -> None:
    assert seats_words(taken, maximum) == words


async def test_a_canceled_event_takes_nobody_and_no_money(
    world: World, ada: Actor, maya: Actor, event_id: str
) -> None:
    world.change(event_id, canceled_at=NOW, cancel_reason="Lightning")
    view: Any = await load(ada, {"id": event_id})
    assert (view.rights.may_check, view.rights.closed) == (False, "Canceled: Lightning")
    assert (view.numbers.is_owing, [one.owes for one in view.rows]) == (False, [False])
    assert [(one.status, one.amount) for one in view.rows] == [("Nothing due", "")]


async def test_paper_has_lines_for_walk_ins_while_people_may_come(
    world: World, ada: Actor, event_id: str
) -> None:
    async def has_lines() -> bool:
        view: Any = await load(ada, {"id": event_id, "print": "yes"})
        return bool(view.rights.expects_walk_ins)

    assert await has_lines()
    world.change(event_id, start_at=NOW - timedelta(hours=1), end_at=NOW + timedelta(hours=1))
    assert await has_lines()
    world.change(event_id, canceled_at=NOW)
    assert not await has_lines()
    over = {"start_at": NOW - timedelta(hours=3), "end_at": NOW - timedelta(hours=1)}
    world.change(event_id, canceled_at=None, **over)
    assert not await has_lines()


async def test_the_roster_tells_the_code_or_what_people_without_a_seat_do(
    world: World, ada: Actor, event_id: str
) -> None:
    jonah = world.person()
    hour = timedelta(hours=1)
    world.change(event_id, organizer_id=jonah.user_id)
    cases = [(-1, 1, True, TELL_CODE, TELL_CODE), (1, 2, False, CODE_COMES, "")]
    cases += [(-2, -1, False, CODE_WENT, ""), (48, 49, False, "", "")]
    for start, end, has_code, organizers, administrators in cases:
        world.change(event_id, start_at=NOW + start * hour, end_at=NOW + end * hour)
        for who, words in ((jonah, organizers), (ada, administrators)):
            view: Any = await load(who, {"id": event_id})
            assert (view.rights.code != "", view.rights.unseated) == (has_code, words)
    world.change(event_id, start_at=NOW - hour, end_at=NOW + hour, canceled_at=NOW)
    view = await load(jonah, {"id": event_id})
    assert (view.rights.code, view.rights.unseated) == ("", "")


async def test_a_latecomer_appears_on_the_open_roster(
    world: World, ada: Actor, event_id: str, tab: Tab
) -> None:
    late = world.person(first_name="Theo", last_name="Ash")
    world.change(event_id, start_at=NOW - timedelta(hours=1), end_at=NOW + timedelta(hours=1))
    await tab.send(GATE.follow)
    values = GateCodeWrite(code=shown(tab)["rights"].code)
    world.do(latecomers.register_at_gate, late, event_id=event_id, values=values)
    await tab.send(GATE.follow)
    assert [(one.name, one.is_there) for one in shown(tab)["rows"]] == [
        ("Maya Ash", False),
        ("Theo Ash", False),
    ]


async def test_nothing_is_shown_to_others(world: World, maya: Actor, event_id: str) -> None:
    for other in (VISITOR, maya, world.person(is_admin=True, age_band=None)):
        assert await load(other, {"id": event_id}) == Loaded()
    view: Any = await load(maya, {"id": "junk"})
    assert (view.missing, view.may_open, view.rows) == (True, False, ())


async def test_whoever_loses_the_event_loses_the_roster(world: World, event_id: str) -> None:
    jonah = world.person()
    world.change(event_id, organizer_id=jonah.user_id)
    world.seat(event_id, world.person(game_name="Owl"))
    async with worker_for(jonah) as worker:
        tab = worker.tab(cookie=jonah.user_id, path=f"/admin/events/{event_id}")
        await tab.send(GATE.show)
        assert [one.name for one in shown(tab)["rows"]] == ["Owl"]
        world.change(event_id, organizer_id=world.person().user_id)
        await tab.send(GATE.follow)
        assert (shown(tab)["may_open"], shown(tab)["rows"]) == (False, ())
        assert tab.token not in live._subscriptions.subscribers([f"roster:{event_id}"])


async def test_a_member_is_checked_in_and_out(maya: Actor, event_id: str, tab: Tab) -> None:
    user = {"event_id": event_id, "user_id": maya.user_id}
    await tab.send(GATE.mark, **user, is_there=True)
    assert tab.of(ShellState)["toast"].title == "Maya Ash is checked in"
    (row,) = shown(tab)["rows"]
    assert (row.is_there, row.known_as, row.at) == (True, "“Storm”", "8:00 AM")
    assert row.since == "8:00 AM, by Ada Long"
    assert shown(tab)["numbers"].there_words == "1 of 1 checked in"
    await tab.send(GATE.mark, **user, is_there=False)
    assert tab.of(ShellState)["toast"].title == "Maya Ash isn’t checked in"
    assert not shown(tab)["rows"][0].is_there


async def test_the_toast_takes_back_that_a_check_in_was_undone(
    world: World, maya: Actor, event_id: str, tab: Tab, still_clock: StillClock
) -> None:
    user = {"event_id": event_id, "user_id": maya.user_id}
    await tab.send(GATE.mark, **user, is_there=True)
    still_clock.now = NOW + timedelta(minutes=133)
    await tab.send(GATE.mark, **user, is_there=False)
    undone = shown(tab)["unmarked"]
    assert tab.of(ShellState)["toast"].undo == undone.key != ""
    await tab.send(GATE.mark_again, event_id=undone.event_id, user_id=undone.user_id)
    assert tab.of(ShellState)["toast"].title == "Maya Ash is checked in"
    assert shown(tab)["rows"][0].since == "8:00 AM, by Ada Long"
    # A check-in that was taken back after that is not brought back by the same toast.
    await tab.send(GATE.mark, **user, is_there=True)
    world.do(check_ins.undo_check_in, world.person(is_admin=True), **user)
    await tab.send(GATE.mark_again, event_id=undone.event_id, user_id=undone.user_id)
    assert shown(tab)["rows"][0].since == "10:13 AM, by Ada Long"
    # Somebody who is checked in again by the button has just come.
    await tab.send(GATE.mark, **user, is_there=False)
    await tab.send(GATE.mark, **user, is_there=True)
    assert shown(tab)["rows"][0].since == "10:13 AM, by Ada Long"


async def test_a_row_keeps_its_place_until_somebody_asks_for_another_list(
    world: World, maya: Actor, event_id: str, tab: Tab
) -> None:
    world.seat(event_id, world.person(first_name="Zoe"))
    await tab.send(GATE.show)
    assert (shown(tab)["usual"], shown(tab)["frame"].count) == ("expected", "2 not there yet")
    await tab.send(GATE.mark, event_id=event_id, user_id=maya.user_id, is_there=True)
    await tab.send(GATE.follow)
    assert [(one.name, one.is_there) for one in shown(tab)["rows"]] == [
        ("Maya Ash", True),
        ("Zoe", False),
    ]
    assert shown(tab)["frame"].count == "1 not there yet"
    await tab.send(GATE.show)
    assert [one.name for one in shown(tab)["rows"]] == ["Zoe"]
    zoe = shown(tab)["rows"][0].user_id
    await tab.send(GATE.mark, event_id=event_id, user_id=zoe, is_there=True)
    await tab.send(GATE.show)
    assert (shown(tab)["rows"], shown(tab)["all_here"]) == ([], "Everyone is here")
    assert shown(tab)["everyone"] == f"/admin/events/{event_id}?shown=all"


async def test_a_row_opens_and_closes_and_the_toast_undoes_a_check_in(
    maya: Actor, event_id: str, tab: Tab
) -> None:
    user = {"event_id": event_id, "user_id": maya.user_id}
    await tab.send(GATE.press, **user, is_there=False)
    marked = shown(tab)["marked"]
    assert tab.of(ShellState)["toast"].undo == marked.key != ""
    await tab.send(GATE.press, **user, is_there=True)
    assert shown(tab)["opened"].since == "8:00 AM, by Ada Long"
    await tab.send(GATE.follow)
    assert shown(tab)["opened"].name == "Maya Ash"
    await tab.send(GATE.mark, event_id=marked.event_id, user_id=marked.user_id, is_there=False)
    assert (shown(tab)["opened"].user_id, shown(tab)["rows"][0].is_there) == ("", False)
    for uses in (True, False):
        await tab.send(GATE.open_row, user_id=maya.user_id)
        await tab.send(GATE.use_perk, **user, uses=uses)
        assert shown(tab)["opened"].user_id == ""
    await tab.send(GATE.open_row, user_id=maya.user_id)
    await tab.send(page_vars(AwardState).open_for_one, **user)
    assert shown(tab)["opened"].user_id == ""
    assert tab.of(AwardState)["receivers"] == "For Maya Ash."


def test_the_number_of_people_is_that_of_seats_and_a_camp_has_one_check_in(world: World) -> None:
    ada, maya, gone = world.person(is_admin=True), world.person(), world.person()
    event_id = world.event(start_at=SOON, end_at=SOON + timedelta(days=1))
    world.seat(event_id, maya)
    world.seat(event_id, gone, payment_status="completed", cancelled_at=NOW)
    found = world.do(roster.read_roster, ada, event_id=event_id, wanted=RosterSearch())
    view = view_of(read_query(SHAPE, {"shown": "all"}), found, NOW)
    camp = "One check-in counts for all days."
    assert view.frame.count == f"1 person, 1 canceled · {camp}"
    assert (view.event.when[:5], view.event.date[:11]) == ("Today", "Sat, Mar 14")


async def test_only_the_last_undone_check_in_comes_back(
    world: World, maya: Actor, event_id: str, tab: Tab, still_clock: StillClock
) -> None:
    ben = world.person(first_name="Ben")
    world.seat(event_id, ben)
    for one in (maya, ben):
        await tab.send(GATE.mark, event_id=event_id, user_id=one.user_id, is_there=True)
    still_clock.now = NOW + timedelta(minutes=133)
    for one in (maya, ben):
        await tab.send(GATE.mark, event_id=event_id, user_id=one.user_id, is_there=False)
    await tab.send(GATE.mark_again, event_id=event_id, user_id=maya.user_id)
    (since,) = [one.since for one in shown(tab)["rows"] if one.is_there]
    assert since.startswith("10:13 AM")


async def test_a_seat_is_settled(maya: Actor, event_id: str, tab: Tab) -> None:
    user = {"event_id": event_id, "user_id": maya.user_id}
    await tab.send(GATE.settle, **user, status="completed")
    (row,) = shown(tab)["rows"]
    assert (row.status, row.owes, row.paid) == ("Paid", False, True)
    numbers = shown(tab)["numbers"]
    assert (numbers.money, numbers.is_owing) == ("1 of 1 paid, $10.00 of $10.00", False)
    settled = shown(tab)["settled"]
    assert tab.of(ShellState)["toast"].undo == settled.key != ""
    await tab.send(GATE.settle, **user, status=settled.before)
    (row,) = shown(tab)["rows"]
    assert (row.status, row.owes, row.may_correct) == ("Due", True, False)


async def test_a_check_is_recorded_in_a_form_and_one_tap_is_cash(
    world: World, maya: Actor, event_id: str, tab: Tab
) -> None:
    user = {"event_id": event_id, "user_id": maya.user_id}
    await tab.send(GATE.ask_payment, **user)
    paying = shown(tab)["paying"]
    assert (paying.name, paying.amount, paying.today) == ("Maya Ash", "$10.00", "2026-03-14")
    form = {"recordId": maya.user_id, "means": "check", "receivedOn": "2026-03-10"}
    await tab.send(GATE.record_payment, form=form | {"reference": "1" * 41})
    assert (set(shown(tab)["errors"]), shown(tab)["rows"][0].owes) == ({"reference"}, True)
    await tab.send(GATE.record_payment, form=form | {"reference": " 1042 "})
    assert (shown(tab)["paying"].user_id, shown(tab)["rows"][0].paid) == ("", True)
    settled = shown(tab)["settled"]
    await tab.send(GATE.undo, **user, status=settled.before)
    assert shown(tab)["rows"][0].owes
    await tab.send(GATE.settle, **user, status="completed")
    # Nobody was told of the payment that was taken back, so it is the same one, as it is now.
    assert [(one.means, one.reference) for one in payments_of(world)] == [("cash", None)]


async def test_a_refund_that_is_undone_leaves_the_payment(
    world: World, maya: Actor, event_id: str, tab: Tab
) -> None:
    user = {"event_id": event_id, "user_id": maya.user_id}
    await tab.send(GATE.settle, **user, status="completed")
    await tab.send(GATE.settle, **user, status="refunded")
    await tab.send(GATE.undo, **user, status=shown(tab)["settled"].before)
    assert shown(tab)["rows"][0].status == "Paid"
    (paid,) = payments_of(world)
    assert paid.status == "completed"


async def test_what_was_paid_too_much_is_named_and_goes_back_after_the_question(
    world: World, ada: Actor, maya: Actor, event_id: str, tab: Tab
) -> None:
    user = {"event_id": event_id, "user_id": maya.user_id}
    await tab.send(GATE.settle, **user, status="completed")
    values = EventPatch.model_validate({"price": "7.00"})
    world.do(change_event, ada, event_id=event_id, values=values)
    await tab.send(GATE.show)
    (row,), numbers = shown(tab)["rows"], shown(tab)["numbers"]
    assert (row.status, row.amount, row.over_words) == ("Paid", "$7.00", "$3.00 refund due")
    assert numbers.over == "$3.00 refund due to 1 person, because the price went down"
    await tab.send(GATE.ask_over, user_id=maya.user_id)
    assert (shown(tab)["refunding"].over, shown(tab)["refunds_over"]) == ("$3.00", True)
    await tab.send(GATE.refund_over, **user)
    (row,), numbers = shown(tab)["rows"], shown(tab)["numbers"]
    assert (row.status, row.over, row.paid, numbers.over) == ("Paid", "", True, "")
    (paid,) = payments_of(world)
    assert (paid.status, paid.refunded_cents) == ("completed", 300)


async def test_money_is_given_back_only_after_the_question(
    maya: Actor, event_id: str, tab: Tab
) -> None:
    user = {"event_id": event_id, "user_id": maya.user_id}
    await tab.send(GATE.settle, **user, status="completed")
    await tab.send(GATE.ask_refund, user_id=maya.user_id)
    assert shown(tab)["refunding"].amount == "$10.00"
    await tab.send(GATE.keep)
    assert shown(tab)["refunding"].user_id == ""
    assert shown(tab)["rows"][0].paid
    await tab.send(GATE.ask_refund, user_id=maya.user_id)
    await tab.send(GATE.settle, **user, status="refunded")
    assert shown(tab)["refunding"].user_id == ""
    assert shown(tab)["rows"][0].status == "Refunded"


async def test_a_waived_seat_is_due_after_all(maya: Actor, event_id: str, tab: Tab) -> None:
    user = {"event_id": event_id, "user_id": maya.user_id}
    await tab.send(GATE.settle, **user, status="waived")
    (row,) = shown(tab)["rows"]
    assert (row.owes, row.paid, row.may_correct) == (False, False, True)
    await tab.send(GATE.settle, **user, status="pending")
    (row,) = shown(tab)["rows"]
    assert (row.status, row.owes) == ("Due", True)


async def test_before_check_in_opens_the_page_says_so(
    world: World, tab: Tab, event_id: str
) -> None:
    world.change(event_id, start_at=NOW + timedelta(days=3), end_at=NOW + timedelta(days=4))
    await tab.send(GATE.follow)
    rights = shown(tab)["rights"]
    assert (rights.may_check, rights.may_add) == (False, True)
    assert rights.closed == "Check-in opens 24 hours before the event starts."


async def test_the_tab_is_told_of_the_event_and_of_its_roster(tab: Tab, event_id: str) -> None:
    watched = live._subscriptions.subscribers
    assert tab.token in watched([event_id])
    assert tab.token in watched([f"roster:{event_id}"])


async def test_a_seat_that_waits_for_a_card_is_kept_for_the_gate(
    world: World, tab: Tab, maya: Actor, event_id: str
) -> None:
    with world.database.unit_of_work(write=True) as session:
        row = session.get_one(Registration, world.rows(event_id)[0].id)
        row.hold_expires_at = NOW + timedelta(minutes=20)
    await tab.send(GATE.show)
    (row_before,) = shown(tab)["rows"]
    assert (row_before.may_keep, row_before.status) == (True, "Due")
    await tab.send(GATE.settle, event_id=event_id, user_id=maya.user_id, status="pending")
    assert toast(tab) == ("Seat kept, due at the gate", "Maya Ash")
    (row_after,) = shown(tab)["rows"]
    assert (row_after.may_keep, row_after.owes) == (False, True)
    assert world.rows(event_id)[0].hold_expires_at is None


async def test_an_undo_says_what_became_of_the_hold(
    world: World, tab: Tab, maya: Actor, event_id: str, still_clock: StillClock
) -> None:
    with world.database.unit_of_work(write=True) as session:
        row = session.get_one(Registration, world.rows(event_id)[0].id)
        row.hold_expires_at = NOW + timedelta(minutes=20)
    user = {"event_id": event_id, "user_id": maya.user_id}
    waits = "The seat is waiting for a card payment again."
    stays = "The seat stays and is due at the gate."
    for minutes, told in ((0, waits), (30, stays)):
        await tab.send(GATE.settle, **user, status="completed")
        await tab.send(GATE.mark, **user, is_there=True)
        still_clock.now = NOW + timedelta(minutes=minutes)
        await tab.send(GATE.undo, **user, status="pending")
        assert toast(tab)[0] == "Due again"
        await tab.send(GATE.mark, **user, is_there=False)
        assert toast(tab) == ("Maya Ash isn’t checked in", told)
        assert shown(tab)["rows"][0].may_keep is (told == waits)


async def test_money_for_a_seat_that_was_given_up_is_open_and_added_up(
    world: World, tab: Tab, event_id: str
) -> None:
    ben = world.person(first_name="Ben")
    world.do(registering.register, ben, event_id=event_id)
    await tab.send(GATE.show)
    await tab.send(GATE.settle, event_id=event_id, user_id=ben.user_id, status="completed")
    world.change(event_id, start_at=NOW + timedelta(days=9), end_at=NOW + timedelta(days=10))
    world.do(registering.unregister, ben, event_id=event_id)
    await tab.send(GATE.show)
    gone = shown(tab)["rows"][-1]
    assert gone.name == "Ben (canceled)"
    assert (gone.status, gone.tone, gone.way) == ("Refund due", "warning", "Cash")
    assert shown(tab)["numbers"].left == "$10.00 refund due to 1 person who canceled"
    await tab.send(GATE.settle, event_id=event_id, user_id=ben.user_id, status="refunded")
    assert shown(tab)["numbers"].left == ""


async def test_an_organizer_sees_no_paid_sum_until_money_is_to_be_handed_back(
    world: World, maya: Actor
) -> None:
    olga = world.person()
    event_id = world.event(olga, start_at=SOON, price_cents=1000)
    world.seat(event_id, maya, payment_status="pending", payment_amount_cents=500)
    async with worker_for(olga, maya) as worker:
        tab = worker.tab(cookie=olga.user_id, path=f"/admin/events/{event_id}")
        await tab.send(GATE.show)
        assert shown(tab)["numbers"].money == "1 of 1 to pay, $5.00 due"
        assert shown(tab)["rows"][0].amount == "$5.00"
        seat = {"event_id": event_id, "user_id": maya.user_id}
        await tab.send(GATE.settle, **seat, status="completed")
        assert "$5" not in repr(shown(tab))
        assert shown(tab)["numbers"].money == "0 of 1 to pay, $0.00 due"
        (row,) = shown(tab)["rows"]
        assert (row.status, row.way, row.paid) == ("Nothing due", "", True)
        await tab.send(GATE.ask_refund, user_id=maya.user_id)
        asked = shown(tab)["refunding"]
        assert (asked.amount, asked.way) == ("$5.00", "Cash")
        await tab.send(GATE.keep)
        assert "$5" not in repr(shown(tab))
        world.change(event_id, canceled_at=NOW, cancel_reason="Lightning")
        await tab.send(GATE.show)
        (row,) = shown(tab)["rows"]
        assert (row.status, row.amount) == ("Refund in person", "$5.00")
        assert shown(tab)["numbers"].money == "Refund due to 1 person"
        assert worker.failures == []

"""The data of the page of an event."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy.sql.selectable import Select

from rookiebattle.core.actor import Actor
from rookiebattle.core.roles import Grant, Role
from rookiebattle.pages.event.read import EventShown, show_event
from rookiebattle.pages.event.view import view_of
from rookiebattle.registrations.service import waiting
from rookiebattle.waivers.models import Form
from tests import factories
from tests.clocks import NOW
from tests.world import World

pytestmark = pytest.mark.usefixtures("still_clock")


def shown(world: World, actor: Actor, event_id: str) -> EventShown:
    return world.do(show_event, actor, event_id=event_id)


def test_a_canceled_event_has_no_news_of_its_chapter(world: World) -> None:
    tampa = world.chapter()
    maya, event_id = world.person(chapter_id=tampa), world.event(chapter_id=tampa)
    to_tampa = {"target_type": "chapter", "chapter_id": tampa}
    for title, hours in (("Early", -1), ("Rain", 1)):
        # News that still holds at the start concerns the event.
        until = NOW + timedelta(days=10, hours=hours)
        world.notification(title=title, expires_at=until, **to_tampa)
    assert [one.title for one in shown(world, maya, event_id).news] == ["Rain"]
    world.change(event_id, canceled_at=NOW)
    assert shown(world, maya, event_id).news == ()


def test_a_chapters_news_reach_whoever_comes_to_its_event(world: World) -> None:
    tampa = world.chapter()
    event_id, other_id = (world.event(chapter_id=tampa) for _ in range(2))
    world.notification(title="South pavilion", target_type="chapter", chapter_id=tampa)
    mother, guest, stranger = world.person(), world.person(), world.person()
    world.seat(event_id, world.minor_of(mother))
    world.seat(event_id, guest)
    mother = replace(mother, has_family=True)
    for one, news in ((mother, 1), (guest, 1), (stranger, 0)):
        assert len(shown(world, one, event_id).news) == news
        assert shown(world, one, other_id).news == []


def test_waivers_are_asked_of_those_with_a_seat_there(world: World) -> None:
    for form in Form:
        world.add(factories.waiver_version(form=form))
    mother, event_id = world.person(), world.event(needs_waiver=True)
    rowan, _sam = world.minor_of(mother), world.minor_of(mother, "Sam")
    assert shown(world, mother, event_id).to_sign == []
    world.seat(event_id, rowan)
    world.seat(world.event(needs_waiver=True), mother)
    assert [one.user_id for one in shown(world, mother, event_id).to_sign] == [rowan.user_id]
    assert shown(world, rowan, event_id).has_guardian
    world.seat(event_id, mother)
    assert not shown(world, mother, event_id).has_guardian
    over = {"start_at": NOW - timedelta(days=2), "end_at": NOW - timedelta(days=1)}
    for columns in ({"needs_waiver": False}, {"canceled_at": NOW}, over):
        world.change(event_id, **{"needs_waiver": True, "canceled_at": None} | columns)
        assert shown(world, mother, event_id).to_sign == ()


@pytest.mark.parametrize("columns", [{"canceled_at": NOW}, {"start_at": NOW}])
def test_nobody_waits_for_what_has_begun_or_is_canceled(
    world: World, columns: dict[str, Any]
) -> None:
    maya, event_id = world.person(), world.event(max_participants=1, current_participants=1)
    world.do(waiting.join, maya, event_id=event_id)
    assert shown(world, maya, event_id).waiting
    world.change(event_id, **columns)
    assert shown(world, maya, event_id).waiting is None


def test_whoever_helps_at_the_gate_checks_in_and_reads_no_list(world: World) -> None:
    olga = world.person()
    event_id = world.event(olga)
    world.seat(event_id, world.person())
    helper = replace(world.person(), grants=(Grant(Role.GATE, event_id=event_id),))
    page = shown(world, helper, event_id)
    assert (page.may_check, page.may_edit, page.attendees) == (True, False, [])
    # An organizer who has not finished the welcome acts as nobody.
    assert not shown(world, replace(olga, is_welcomed=False), event_id).leads


@pytest.mark.parametrize("seat", [{"payment_amount_cents": 10_00}, {"overpaid_cents": 10_00}])
def test_what_was_paid_is_told_also_once_the_event_is_free(
    world: World, seat: dict[str, Any]
) -> None:
    maya, event_id = world.person(), world.event()
    seat_id = world.seat(event_id, maya, payment_status="completed", **seat)
    its: dict[str, Any] = {"payment_type": "event", "registration_id": seat_id, "cents": 10_00}
    payment_id = world.add(factories.payment(user_id=maya.user_id, event_id=event_id, **its))
    money = shown(world, maya, event_id).money
    assert money is not None
    assert money.paid_cents == 10_00
    page = view_of(shown(world, maya, event_id), NOW)
    assert page.more.receipt == f"/receipts/{payment_id}"


def test_only_whoever_pays_there_reads_what_is_free_for_beginners(world: World) -> None:
    cheap = world.event(price_cents=3_00)
    beginner, lead = world.person(), world.person()
    payers = {
        beginner: True,
        replace(beginner, is_supporter=True): False,
        replace(lead, grants=(Grant(Role.LEAD),)): False,
    }
    assert {who: shown(world, who, cheap).told.is_first for who in payers} == payers
    assert [shown(world, who, cheap).price_cents for who in payers] == [3_00, 0, 3_00]


def test_nobody_is_told_of_another_event_once_it_is_over(world: World) -> None:
    maya, here = world.person(), world.event()
    there = world.event(title="Castle Day")
    world.seat(there, maya)
    assert shown(world, maya, here).also_then == "Castle Day"
    for event_id in (here, there):
        world.change(event_id, start_at=NOW - timedelta(days=2), end_at=NOW - timedelta(days=1))
    assert shown(world, maya, here).also_then == ""


def test_a_seat_is_paid_by_whoever_has_it_also_without_a_membership(world: World) -> None:
    maya, event_id = world.person(), world.event(price_cents=10_00, requires_membership=True)
    assert not shown(world, maya, event_id).told.may_pay
    world.seat(event_id, maya)
    assert shown(world, maya, event_id).told.may_pay


@pytest.mark.parametrize("why", ["full", "canceled", ""])
def test_a_later_date_is_offered_where_nobody_is_taken(world: World, why: str) -> None:
    maya = world.person()
    series: dict[str, Any] = {"is_recurring": True, "recurrence_pattern": "weekly"}
    first = world.event(max_participants=1, **series)
    start = NOW + timedelta(days=17)
    its: dict[str, Any] = {"start_at": start, "end_at": start + timedelta(hours=2)}
    later = world.event(parent_event_id=first, recurrence_pattern="weekly", **its)
    if why == "full":
        world.seat(first, world.person())
    elif why:
        world.change(first, canceled_at=NOW)
    next_date = shown(world, maya, first).told.next_date
    assert (next_date.id if next_date else None) == (later if why else None)


def test_showing_an_event_again_builds_no_select(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Building one takes longer than running it, and each visitor of the page would wait for it."""
    tampa = world.chapter()
    leads, maya = (replace(world.person(chapter_id=tampa), has_family=False) for _ in range(2))
    priced = world.event(leads, chapter_id=tampa, price_cents=10_00, needs_waiver=True)
    world.seat(priced, leads)
    visits = [(leads, priced), (maya, world.event(chapter_id=tampa, max_participants=5))]
    for member, event_id in visits:
        shown(world, member, event_id)
    monkeypatch.setattr(Select, "__init__", lambda *_parts: pytest.fail("A select was built"))
    for member, event_id in visits:
        shown(world, member, event_id)

"""The data of the page of an event."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy.sql.selectable import Select

from rookiebattle.core.actor import Actor
from rookiebattle.pages.event.read import EventShown, show_event
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
    world.notification(title="Rain", target_type="chapter", chapter_id=tampa)
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


def test_a_seat_is_paid_by_whoever_has_it_also_without_a_membership(world: World) -> None:
    maya, event_id = world.person(), world.event(price_cents=10_00, requires_membership=True)
    assert not shown(world, maya, event_id).told.may_pay
    world.seat(event_id, maya)
    assert shown(world, maya, event_id).told.may_pay


@pytest.mark.parametrize("is_full", [True, False])
def test_a_later_date_is_offered_where_nobody_is_taken(world: World, *, is_full: bool) -> None:
    maya = world.person()
    series: dict[str, Any] = {"is_recurring": True, "recurrence_pattern": "weekly"}
    first = world.event(max_participants=1, **series)
    start = NOW + timedelta(days=17)
    its: dict[str, Any] = {"start_at": start, "end_at": start + timedelta(hours=2)}
    later = world.event(parent_event_id=first, recurrence_pattern="weekly", **its)
    if is_full:
        world.seat(first, world.person())
    next_date = shown(world, maya, first).told.next_date
    assert (next_date.id if next_date else None) == (later if is_full else None)


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

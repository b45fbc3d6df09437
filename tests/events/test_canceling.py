"""Canceling an event, and taking that back."""

from datetime import timedelta
from typing import cast

import httpx
import pytest
from icalendar import Calendar

from rookiebattle.core.actor import Actor
from rookiebattle.core.errors import Conflict, Forbidden, Invalid, NotFound, TooManyRequests
from rookiebattle.core.validation import parse
from rookiebattle.events import canceling, service
from rookiebattle.events.hooks import (
    cancellation_weighed,
    event_canceling,
    event_changed,
    event_removing,
    events_canceled,
    events_revised,
    letters_weighed,
    removal_weighed,
)
from rookiebattle.events.schemas import CancelWrite, EventPatch, MoneyBack, Revision, Scope
from rookiebattle.registrations.queries import seats
from rookiebattle.registrations.service import registering as registrations
from tests.clocks import NOW, StillClock
from tests.events.club import Allow
from tests.hooks import also, heard
from tests.world import World

RAIN = CancelWrite(reason="Lightning is forecast.")
WEEK = timedelta(days=7)


def cancel(world: World, actor: Actor, event_id: str, scope: Scope = Scope.THIS) -> None:
    world.do(canceling.cancel_event, actor, event_id=event_id, values=RAIN, scope=scope)


def canceled(world: World, *event_ids: str) -> list[bool]:
    with world.database.unit_of_work(write=False) as session:
        return [
            service.get_event(session, Actor(), event_id=id_).canceled_at is not None
            for id_ in event_ids
        ]


def series(world: World, organizer: Actor) -> list[str]:
    first = world.event(organizer, is_recurring=True)
    later = [
        world.event(
            organizer,
            is_recurring=True,
            parent_event_id=first,
            start_at=NOW + timedelta(days=10) + number * WEEK,
        )
        for number in (1, 2)
    ]
    return [first, *later]


def test_a_canceled_event_keeps_its_page_and_its_seats_and_takes_nobody(world: World) -> None:
    organizer, guest, late = world.people(3)
    event_id = world.event(organizer)
    world.do(registrations.register, guest, event_id=event_id)
    cancel(world, organizer, event_id)
    event = world.do(registrations.status_of, guest, event_id=event_id)
    assert (event.canceled_at, event.cancel_reason) == (NOW, "Lightning is forecast.")
    assert event.is_registered
    assert event.updated_at > NOW, "two changes of one moment differ"
    assert world.counter(event_id) == 1
    with pytest.raises(Conflict, match="has been canceled"):
        world.do(registrations.register, late, event_id=event_id)
    assert "event.canceled" in world.actions()


def test_a_seat_is_not_taken_while_the_event_is_canceled(world: World) -> None:
    """The last statement of registering refuses too: the event may be canceled meanwhile."""
    organizer = world.person()
    event_id = world.event(organizer)
    cancel(world, organizer, event_id)
    assert not world.run(seats.take_seat, event_id)
    assert world.counter(event_id) == 0


def test_canceling_again_keeps_the_first_time(world: World, still_clock: StillClock) -> None:
    organizer = world.person()
    event_id = world.event(organizer)
    cancel(world, organizer, event_id)
    still_clock.now = NOW + timedelta(hours=1)
    with heard(events_canceled) as told:
        cancel(world, organizer, event_id)
    assert told == []
    assert world.do(service.get_event, organizer, event_id=event_id).canceled_at == NOW


def test_the_rest_of_a_series_is_canceled_and_comes_back_together(
    world: World, still_clock: StillClock
) -> None:
    organizer = world.person()
    ids = series(world, organizer)
    cancel(world, organizer, ids[2])
    still_clock.now = NOW + timedelta(minutes=5)
    with heard(event_changed) as changed, heard(event_canceling) as lost:
        cancel(world, organizer, ids[0], Scope.FOLLOWING)
    assert [[one["event_id"] for one in told] for told in (changed, lost)] == [ids[:2]] * 2
    assert canceled(world, *ids) == [True, True, True]
    world.do(canceling.reinstate_event, organizer, event_id=ids[0], scope=Scope.FOLLOWING)
    assert canceled(world, *ids) == [False, False, True]
    assert "event.reinstated" in world.actions()


def test_others_weigh_and_hear_of_every_date(world: World) -> None:
    organizer, scope = world.person(), Scope.FOLLOWING
    ids = series(world, organizer)
    world.seat(ids[0], world.person())
    titled = parse(EventPatch, {"title": "New"})
    with heard(events_revised) as revised:
        world.do(service.update_event, organizer, event_id=ids[1], values=titled)
    assert revised == [], "nobody has a seat there"
    with (
        heard(cancellation_weighed) as back,
        heard(removal_weighed) as obstacles,
        heard(letters_weighed) as letters,
        heard(event_removing) as gone,
    ):
        for verb in (canceling.affected, service.affected):
            world.do(verb, organizer, event_id=ids[0], scope=scope)
        world.do(service.remove_event, organizer, event_id=ids[0], scope=scope)
    assert [one["event_ids"] for one in (*back, *obstacles)] == [ids] * 2
    assert [one["is_kept"] for one in letters] == [True, False]
    assert [one["event_id"] for one in gone] == ids


def test_dates_that_come_back_count_each(world: World, allow: Allow) -> None:
    allow(events=5)
    organizer = world.person()
    ids = series(world, organizer)
    cancel(world, organizer, ids[0], Scope.FOLLOWING)
    scope = Scope.FOLLOWING
    with pytest.raises(TooManyRequests):
        world.do(canceling.reinstate_event, organizer, event_id=ids[0], scope=scope)
    world.do(canceling.reinstate_event, organizer, event_id=ids[0])


def test_who_had_been_told_before_is_not_counted_again(world: World) -> None:
    organizer = world.person()
    ids = series(world, organizer)
    for id_ in ids:
        world.seat(id_, world.person())
    with heard(events_canceled) as told:
        cancel(world, organizer, ids[2])
    (revision,) = cast(list[Revision], told[0]["revisions"])
    assert (revision.before.canceled_at, revision.after.canceled_at) == (None, NOW)
    scope = Scope.FOLLOWING
    reached = world.do(canceling.affected, organizer, event_id=ids[0], scope=scope)
    assert (reached.events, reached.registrations) == (2, 2)


def test_only_the_organizer_and_administrators_cancel(world: World) -> None:
    event_id = world.event()
    with pytest.raises(Forbidden):
        cancel(world, world.person(), event_id)
    with pytest.raises(NotFound):
        cancel(world, world.person(), "00000000-0000-4000-8000-000000000000")
    cancel(world, world.person(is_admin=True), event_id)
    assert canceled(world, event_id) == [True]


def test_an_event_that_is_over_is_neither_canceled_nor_on_again(world: World) -> None:
    organizer = world.person()
    event_id = world.event(organizer, start_at=NOW - timedelta(days=1))
    with pytest.raises(Conflict, match="This event is over"):
        cancel(world, organizer, event_id)
    world.change(event_id, canceled_at=NOW - timedelta(days=2))
    with pytest.raises(Conflict, match="This event is over"):
        world.do(canceling.reinstate_event, organizer, event_id=event_id)


def test_a_seat_that_was_paid_by_hand_is_no_obstacle_and_stays_to_be_handed_back(
    world: World,
) -> None:
    organizer, guest = world.people(2)
    event_id = world.event(organizer, price_cents=1000)
    world.seat(event_id, guest, payment_status="completed", payment_amount_cents=1000)
    weighed = world.do(canceling.affected, organizer, event_id=event_id, scope=Scope.THIS)
    assert (weighed.obstacle, weighed.back) == ("", MoneyBack(1, 0, 1000))
    cancel(world, organizer, event_id)
    assert [one.payment_status for one in world.rows(event_id)] == ["completed"]
    with pytest.raises(Conflict, match="Refund or waive it first"):
        world.do(service.remove_event, organizer, event_id=event_id)


def explain(
    world: World, actor: Actor, event_id: str, reason: str, scope: Scope = Scope.THIS
) -> None:
    values = CancelWrite(reason=reason)
    verb = canceling.explain_cancellation
    world.do(verb, actor, event_id=event_id, values=values, scope=scope)


def reasons(world: World, *event_ids: str) -> list[str | None]:
    with world.database.unit_of_work(write=False) as session:
        return [
            service.get_event(session, Actor(), event_id=id_).cancel_reason for id_ in event_ids
        ]


def test_a_reason_is_said_later_and_tells_nobody_twice(
    world: World, still_clock: StillClock
) -> None:
    organizer, admin = world.person(), world.person(is_admin=True)
    event_id = world.event(organizer)
    world.seat(event_id, world.person())
    world.do(canceling.cancel_event, organizer, event_id=event_id, values=CancelWrite())
    still_clock.now = NOW + timedelta(days=30)
    with heard(events_canceled) as told:
        for _ in range(2):
            explain(world, organizer, event_id, "The park is closed.")
        explain(world, admin, event_id, "The park is flooded.")
    assert told == []
    event = world.do(service.get_event, organizer, event_id=event_id)
    assert (event.canceled_at, event.cancel_reason) == (NOW, "The park is flooded.")
    assert world.actions().count("event.updated") == 2


def test_dates_that_were_canceled_together_get_the_same_reason(
    world: World, still_clock: StillClock
) -> None:
    organizer = world.person()
    ids = series(world, organizer)
    cancel(world, organizer, ids[2])
    still_clock.now = NOW + timedelta(minutes=5)
    cancel(world, organizer, ids[0], Scope.FOLLOWING)
    with heard(event_changed) as told:
        explain(world, organizer, ids[0], "Flood.", Scope.FOLLOWING)
    assert [one["event_id"] for one in told] == ids[:2]
    assert reasons(world, *ids) == ["Flood.", "Flood.", "Lightning is forecast."]
    explain(world, organizer, ids[0], "Fire.")
    assert reasons(world, *ids) == ["Fire.", "Flood.", "Lightning is forecast."]


def test_only_a_canceled_event_of_ones_own_gets_a_reason(world: World) -> None:
    organizer = world.person()
    event_id = world.event(organizer)
    with pytest.raises(Conflict, match="isn’t canceled anymore"):
        explain(world, organizer, event_id, "Flood.")
    cancel(world, organizer, event_id)
    with pytest.raises(Forbidden):
        explain(world, world.person(), event_id, "Flood.")
    with pytest.raises(NotFound):
        explain(world, organizer, "junk", "Flood.")


def test_canceling_again_with_another_reason_says_it_anew(
    world: World, still_clock: StillClock
) -> None:
    organizer = world.person()
    ids = series(world, organizer)
    world.seat(ids[0], world.person())
    cancel(world, organizer, ids[0])
    still_clock.now = NOW + timedelta(days=30)
    values = CancelWrite(reason="The park is closed.")
    with heard(events_canceled) as told:
        world.do(canceling.cancel_event, organizer, event_id=ids[0], values=values)
        world.do(canceling.cancel_event, organizer, event_id=ids[0], values=CancelWrite())
    assert told == []
    assert reasons(world, *ids) == ["The park is closed.", None, None]
    assert canceled(world, *ids) == [True, False, False]
    with pytest.raises(Conflict, match="This event is over"):
        cancel(world, organizer, ids[0], Scope.FOLLOWING)
    assert reasons(world, ids[0]) == ["The park is closed."]


def test_the_reason_and_the_other_fields_change_together_or_not_at_all(world: World) -> None:
    organizer = world.person()
    event_id = world.event(organizer)
    cancel(world, organizer, event_id)
    verb, why = canceling.change_canceled_event, CancelWrite(reason="Flood.")
    long_ago = parse(EventPatch, {"startDate": NOW - timedelta(days=4000)})
    with pytest.raises(Invalid):
        world.do(verb, organizer, event_id=event_id, values=long_ago, why=why)
    assert reasons(world, event_id) == ["Lightning is forecast."]
    titled = parse(EventPatch, {"title": "Floods"})
    world.do(verb, organizer, event_id=event_id, values=titled, why=why)
    event = world.do(service.get_event, organizer, event_id=event_id)
    assert (event.title, event.cancel_reason) == ("Floods", "Flood.")
    ids, scope = series(world, organizer), Scope.FOLLOWING
    cancel(world, organizer, ids[0], scope)
    world.do(verb, organizer, event_id=ids[0], values=titled, why=why, scope=scope)
    assert reasons(world, *ids) == ["Flood."] * 3


def test_a_refusal_of_a_subscriber_keeps_the_event_on(world: World) -> None:
    organizer = world.person()
    event_id = world.event(organizer)

    def refuse(*_args: object, **_values: object) -> None:
        raise Conflict("Not now.")

    with also(event_canceling, refuse), pytest.raises(Conflict, match="Not now"):
        cancel(world, organizer, event_id)
    assert canceled(world, event_id) == [False]


@pytest.mark.anyio
async def test_feeds_strike_a_canceled_event_out(client: httpx.AsyncClient, world: World) -> None:
    organizer = world.person()
    event_id = world.event(organizer)
    before = await client.get(f"/cal/{event_id}.ics")
    (was,) = Calendar.from_ical(before.content).walk("VEVENT")
    assert was["status"] == "CONFIRMED"
    cancel(world, organizer, event_id)
    for path in (f"/cal/{event_id}.ics", "/cal/public.ics"):
        feed = await client.get(path)
        (entry,) = Calendar.from_ical(feed.content).walk("VEVENT")
        assert entry["status"] == "CANCELLED"
        assert "Canceled: Lightning is forecast." in str(entry["description"])
    listed = (await client.get("/api/events")).json()
    assert [one["cancelReason"] for one in listed] == ["Lightning is forecast."]

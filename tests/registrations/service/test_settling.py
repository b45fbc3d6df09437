"""The people of an event, what they owe, and the seats of a deleted event."""

from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from rookiebattle.accounts.service import delete_account
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.changes import AuditWords, Change
from rookiebattle.core.errors import AppError, Conflict, Forbidden, NotFound, Unauthorized
from rookiebattle.core.pagination import Window
from rookiebattle.events.service import remove_event
from rookiebattle.registrations.models import PaymentStatus, Registration
from rookiebattle.registrations.queries import seats
from rookiebattle.registrations.schemas import Settlement
from rookiebattle.registrations.service import registering, roster, settling
from tests.clocks import NOW, StillClock
from tests.settled import settle_seat as settle
from tests.world import World


def going(world: World, event_id: str, *people: Actor) -> None:
    for one in people:
        world.do(registering.register, one, event_id=event_id)


def test_the_organizer_of_another_event_settles_nothing_here(world: World) -> None:
    jonah, maya = world.person(), world.person()
    world.event(jonah)
    event_id = world.event(price_cents=1000)
    going(world, event_id, maya)
    with pytest.raises(Forbidden):
        settle(world, jonah, event_id, maya, "completed")


def test_a_minors_real_name_is_shown_to_nobody(world: World) -> None:
    jonah = world.person()
    event_id = world.event(jonah)
    going(world, event_id, world.person(first_name="Kim", last_name="Park", age_band="minor"))
    (one,) = world.do(roster.attendees, jonah, event_id=event_id).items
    assert one.name == "Member"


def test_who_left_without_paying_is_no_longer_listed(world: World) -> None:
    jonah, maya, ben = world.person(), world.person(), world.person()
    event_id = world.event(jonah, price_cents=1000)
    going(world, event_id, maya, ben)
    settle(world, jonah, event_id, maya, "completed")
    for one in (maya, ben):
        world.do(registering.unregister, one, event_id=event_id)
    (listed,) = world.do(roster.attendees, jonah, event_id=event_id).items
    assert (listed.user_id, listed.is_cancelled) == (maya.user_id, True)
    assert settle(world, jonah, event_id, maya, "refunded") == "refunded"
    assert world.do(roster.attendees, jonah, event_id=event_id).items == []


@pytest.mark.parametrize("status", ["completed", "waived", "credit"])
def test_the_organizer_records_how_a_seat_was_paid(world: World, status: Settlement) -> None:
    jonah, maya = world.person(), world.person()
    event_id = world.event(jonah, price_cents=1000)
    going(world, event_id, maya)
    for _ in range(2):
        assert settle(world, jonah, event_id, maya, status) == status
    assert world.do(registering.status_of, maya, event_id=event_id).payment_status == status
    assert world.actions().count("registration.settled") == 1


@pytest.mark.parametrize(
    ("price", "before", "status", "sentence"),
    [
        (0, None, "completed", "Nothing’s owed for this registration"),
        (1000, None, "refunded", "There’s nothing to refund: nothing was paid"),
        (1000, "waived", "refunded", "There’s nothing to refund: nothing was paid"),
    ],
)
def test_what_is_not_owed_or_not_paid_is_not_settled(
    world: World, price: int, before: Settlement | None, status: Settlement, sentence: str
) -> None:
    jonah, maya = world.person(), world.person()
    event_id = world.event(jonah, price_cents=price)
    going(world, event_id, maya)
    if before:
        settle(world, jonah, event_id, maya, before)
    with pytest.raises(Conflict, match=sentence):
        settle(world, jonah, event_id, maya, status)


@pytest.mark.parametrize("status", ["completed", "credit"])
def test_nobody_pays_for_a_canceled_event(world: World, status: Settlement) -> None:
    jonah, maya = world.person(), world.person()
    event_id = world.event(jonah, price_cents=1000)
    going(world, event_id, maya)
    world.change(event_id, canceled_at=NOW)
    with pytest.raises(Conflict, match="has been canceled"):
        settle(world, jonah, event_id, maya, status)
    assert settle(world, jonah, event_id, maya, "waived") == "waived"


@pytest.mark.parametrize("status", ["completed", "waived", "credit"])
def test_a_wrong_mark_is_taken_back(world: World, status: Settlement) -> None:
    jonah, maya = world.person(), world.person()
    event_id = world.event(jonah, price_cents=1000)
    going(world, event_id, maya)
    settle(world, jonah, event_id, maya, status)
    assert settle(world, jonah, event_id, maya, "pending") == "pending"
    seat = world.do(registering.status_of, maya, event_id=event_id)
    assert (seat.is_registered, seat.payment_status) == (True, "pending")
    assert settle(world, jonah, event_id, maya, "completed") == "completed"
    world.do(registering.unregister, maya, event_id=event_id)
    with pytest.raises(NotFound):
        settle(world, jonah, event_id, maya, "pending")


def test_an_administrators_settlement_is_told_in_words_until_the_member_leaves(
    world: World,
) -> None:
    def told() -> list[AuditWords]:
        return world.scalars(sa.select(AuditWords))

    jonah, maya = world.person(), world.person(game_name="Storm Crow")
    ada = world.person(is_admin=True)
    event_id = world.event(jonah, price_cents=1000, title="Night Drill")
    going(world, event_id, maya)
    settle(world, jonah, event_id, maya, "waived")
    assert told() == []
    settle(world, ada, event_id, maya, "completed")
    (one,) = told()
    assert (one.actor_id, one.thing) == (ada.user_id, "Storm Crow at Night Drill")
    assert one.changes == [Change(field="Payment", before="Waived", after="Paid")]
    assert world.actions().count("registration.settled") == 2
    world.do(delete_account, maya, confirmation="Storm Crow")
    assert told() == []
    assert world.actions().count("registration.settled") == 2


@pytest.mark.parametrize("leaves", [True, False])
def test_who_is_not_registered_owes_nothing(world: World, leaves: bool) -> None:
    jonah, maya = world.person(), world.person()
    event_id = world.event(jonah, price_cents=1000)
    if leaves:
        going(world, event_id, maya)
        world.do(registering.unregister, maya, event_id=event_id)
    with pytest.raises(NotFound, match="This member isn’t registered"):
        settle(world, jonah, event_id, maya, "completed")


def delete_is_refused(world: World, by: Actor, event_id: str, error: type[AppError]) -> str:
    with pytest.raises(error) as refusal:
        world.do(remove_event, by, event_id=event_id)
    return refusal.value.sentence


def test_an_event_with_paid_seats_is_deleted_once_they_are_refunded(world: World) -> None:
    jonah, maya, ben = world.person(), world.person(), world.person()
    event_id = world.event(jonah, price_cents=1000)
    going(world, event_id, maya, ben)
    settle(world, jonah, event_id, maya, "completed")
    settle(world, jonah, event_id, ben, "credit")
    assert delete_is_refused(world, jonah, event_id, Conflict) == (
        "2 registrations are paid. Refund or waive them first."
    )
    settle(world, jonah, event_id, ben, "waived")
    assert delete_is_refused(world, jonah, event_id, Conflict) == (
        "1 registration is paid. Refund or waive it first."
    )
    assert world.held(event_id) == 2
    settle(world, jonah, event_id, maya, "refunded")
    world.do(remove_event, jonah, event_id=event_id)
    assert world.rows(event_id) == []
    assert world.actions().count("registration.removed") == 2
    with pytest.raises(NotFound):
        world.do(registering.register, maya, event_id=event_id)
    assert world.do(registering.list_mine, maya, window=Window()).items == []


def test_who_left_a_paid_seat_still_stands_in_the_way_of_deleting(world: World) -> None:
    jonah, maya = world.person(), world.person()
    event_id = world.event(jonah, price_cents=1000)
    going(world, event_id, maya)
    settle(world, jonah, event_id, maya, "completed")
    world.do(registering.unregister, maya, event_id=event_id)
    assert "1 registration is paid" in delete_is_refused(world, jonah, event_id, Conflict)


def test_unpaid_seats_of_the_last_and_the_next_week_wait(world: World) -> None:
    admin, maya = world.person(is_admin=True), world.person()
    owed = {"payment_status": "pending", "payment_amount_cents": 1000}
    events = {days: world.event(start_at=NOW + timedelta(days=days)) for days in (8, 6, -6, -8)}
    for event_id in events.values():
        world.seat(event_id, maya, **owed)
    # Money that was not paid at an event that is over may never come, so it comes last.
    assert world.do(settling.count_unpaid, admin) == (2, events[6])


def test_nothing_is_owed_for_a_canceled_event(world: World) -> None:
    admin, start = world.person(is_admin=True), NOW + timedelta(days=1)
    event_id = world.event(start_at=start, canceled_at=NOW)
    world.seat(event_id, world.person(), payment_status="pending", payment_amount_cents=1000)
    assert world.do(settling.count_unpaid, admin) == (0, "")


def test_only_seats_that_are_held_and_owed_wait(world: World) -> None:
    admin, event_id = world.person(is_admin=True), world.event(start_at=NOW + timedelta(days=1))
    for status, cents, more in (
        ("completed", 1000, {}),
        ("waived", 1000, {}),
        ("pending", 0, {}),
        ("pending", 1000, {"cancelled_at": NOW}),
    ):
        columns = {"payment_status": status, "payment_amount_cents": cents, **more}
        world.seat(event_id, world.person(), **columns)
    assert world.do(settling.count_unpaid, admin) == (0, "")


def held_seat(world: World, organizer: Actor, maya: Actor) -> str:
    """The event at which somebody has a seat that waits for a card for twenty more minutes."""
    event_id = world.event(organizer, price_cents=1000, max_participants=1)
    owed = {"payment_status": "pending", "payment_amount_cents": 1000}
    world.seat(event_id, maya, hold_expires_at=NOW + timedelta(minutes=20), **owed)
    return event_id


def test_a_seat_that_waits_for_a_card_is_kept_until_its_hold_ends(
    world: World, still_clock: StillClock
) -> None:
    jonah, maya = world.person(), world.person()
    kept, lost = (held_seat(world, jonah, maya) for _ in range(2))
    still_clock.now += timedelta(minutes=20, seconds=-1)
    assert settle(world, jonah, kept, maya, "pending") == "pending"
    assert world.rows(kept)[0].hold_expires_at is None
    still_clock.now += timedelta(seconds=1)
    with pytest.raises(Conflict, match="paid for in time"):
        settle(world, jonah, lost, maya, "pending")
    assert world.rows(lost)[0].hold_expires_at is not None


def test_a_canceled_event_keeps_its_holds(world: World, still_clock: StillClock) -> None:
    jonah, maya = world.person(), world.person()
    event_id = held_seat(world, jonah, maya)
    world.change(event_id, canceled_at=still_clock.now)
    with pytest.raises(Conflict, match="has been canceled"):
        settle(world, jonah, event_id, maya, "pending")
    assert world.rows(event_id)[0].hold_expires_at is not None


def test_keeping_a_seat_for_the_gate_counts_as_settling_it(
    world: World, still_clock: StillClock
) -> None:
    jonah, maya = world.person(), world.person()
    event_id = held_seat(world, jonah, maya)
    turns: tuple[Settlement, ...] = ("pending", *("waived", "pending") * 5, "waived")
    for status in turns:
        settle(world, jonah, event_id, maya, status)
    with world.database.unit_of_work(write=True) as session:
        row = session.get_one(Registration, world.rows(event_id)[0].id)
        row.payment_status = PaymentStatus.PENDING
        row.hold_expires_at = still_clock.now + timedelta(minutes=20)
    with pytest.raises(Conflict, match="several times today"):
        settle(world, jonah, event_id, maya, "pending")


def test_only_administrators_see_who_owes(world: World) -> None:
    for actor, error in ((world.person(), Forbidden), (VISITOR, Unauthorized)):
        with pytest.raises(error):
            world.do(settling.count_unpaid, actor)


def test_an_organizer_settles_a_seat_a_few_times_a_day_and_administrators_as_often_as_needed(
    world: World, still_clock: StillClock
) -> None:
    organizer, maya, admin = world.person(), world.person(), world.person(is_admin=True)
    event_id = world.event(organizer, price_cents=1000)
    going(world, event_id, maya)
    turns: tuple[Settlement, ...] = ("waived", "pending", "completed")
    for status in turns * 4:
        settle(world, organizer, event_id, maya, status)
    with pytest.raises(Conflict, match="several times today"):
        settle(world, organizer, event_id, maya, "pending")
    # Money that went back is always noted.
    assert settle(world, organizer, event_id, maya, "refunded") == "refunded"
    assert settle(world, admin, event_id, maya, "pending") == "pending"
    still_clock.now += timedelta(days=1)
    assert settle(world, organizer, event_id, maya, "completed") == "completed"


def test_only_a_seat_that_is_due_is_kept_for_the_gate(world: World) -> None:
    jonah, maya = world.person(), world.person()
    event_id = held_seat(world, jonah, maya)
    settle(world, jonah, event_id, maya, "waived")
    with pytest.raises(Conflict, match="just changed"):
        world.do(settling.keep_for_gate, jonah, event_id=event_id, user_id=maya.user_id)
    assert settle(world, jonah, event_id, maya, "pending") == "pending"
    for _ in range(2):
        world.do(settling.keep_for_gate, jonah, event_id=event_id, user_id=maya.user_id)
    assert world.rows(event_id)[0].hold_expires_at is None


def test_an_undo_that_comes_twice_leaves_the_seat_held(world: World) -> None:
    jonah, maya = world.person(), world.person()
    event_id = held_seat(world, jonah, maya)
    settle(world, jonah, event_id, maya, "waived")
    undone: dict[str, Any] = {"event_id": event_id, "user_id": maya.user_id, "before": "pending"}
    for _ in range(2):
        assert world.do(settling.undo, jonah, **undone).payment_status == "pending"
    assert world.rows(event_id)[0].hold_expires_at is not None


def test_an_event_is_locked_before_its_seat_is_looked_at(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In this order everywhere: nobody cancels the event, or waits for the seat, in between."""
    organizer, maya, steps = world.person(), world.person(), list[str]()
    event_id = world.event(organizer, price_cents=10_00)
    world.do(registering.register, maya, event_id=event_id)

    def note(name: str) -> None:
        real = getattr(seats, name)

        def noted(*asked: Any) -> Any:
            steps.append(name)
            return real(*asked)

        monkeypatch.setattr(seats, name, noted)

    for name in ("lock_event", "participant"):
        note(name)
    acts: list[tuple[Any, dict[str, str]]] = [
        (settling.keep_for_gate, {}),
        (settling.settle, {"status": "completed"}),
        (settling.take_back, {}),
        (settling.undo, {"before": "completed"}),
    ]
    for verb, how in acts:
        steps.clear()
        world.do(verb, organizer, event_id=event_id, user_id=maya.user_id, **how)
        assert steps[:2] == ["lock_event", "participant"]

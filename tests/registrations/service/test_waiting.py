"""The waiting list: parties join, freed seats are given, and places are moved and left."""

from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from rookiebattle.accounts import leaving
from rookiebattle.accounts.models import User
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.errors import AppError, Conflict, Forbidden, Invalid, NotFound
from rookiebattle.core.permissions import Permission
from rookiebattle.core.validation import parse
from rookiebattle.events import canceling
from rookiebattle.events import service as events
from rookiebattle.events.schemas import CancelWrite, EventPatch
from rookiebattle.events.wording import HAS_STARTED
from rookiebattle.guardians import service as guardians
from rookiebattle.guardians.models import Guardianship
from rookiebattle.registrations import policy, wording
from rookiebattle.registrations.letters import openings
from rookiebattle.registrations.models import PaymentStatus
from rookiebattle.registrations.queries import waiting as queries
from rookiebattle.registrations.schemas import MoveWrite, WaitingRead
from rookiebattle.registrations.service import check_ins, holds, registering, waiting
from tests.clocks import NOW, StillClock
from tests.letter_box import Received, received
from tests.stripe_double.keys import take_cards
from tests.world import World

HALF_DAY = timedelta(hours=12)


def full(world: World, seats: int = 1, **columns: Any) -> tuple[str, list[Actor], Actor]:
    """A full event, the holders of its seats, and its organizer."""
    organizer = world.person()
    event_id = world.event(organizer, title="Castle Day", max_participants=seats, **columns)
    holders = world.people(seats)
    for one in holders:
        world.seat(event_id, one, payment_status=PaymentStatus.COMPLETED)
    return event_id, holders, organizer


def join(world: World, by: Actor, event_id: str, *coming: Actor) -> WaitingRead:
    ids = [one.user_id for one in coming] or None
    return world.do(waiting.join, by, event_id=event_id, people_ids=ids)


def leave(world: World, *holders: Actor, event_id: str) -> None:
    for one in holders:
        world.do(registering.unregister, one, event_id=event_id)


def seated(world: World, event_id: str, *who: Actor) -> list[bool]:
    held = {row.user_id for row in world.rows(event_id) if row.cancelled_at is None}
    assert world.counter(event_id) == len(held)
    return [one.user_id in held for one in who]


def position(world: World, who: Actor, event_id: str) -> int | None:
    found = world.do(waiting.own_party, who, event_id=event_id)
    return found.position if found else None


def patch(world: World, organizer: Actor, event_id: str, **values: Any) -> None:
    patched = EventPatch.model_validate(values)
    world.do(events.update_event, organizer, event_id=event_id, values=patched)


def letters(about: str) -> list[Received]:
    return [one for one in received() if one.subject.startswith(about)]


@pytest.fixture
def mother(world: World) -> Actor:
    return world.person(first_name="Ana", email="ana@example.org")


def test_a_freed_seat_of_a_free_event_is_theirs_at_once(world: World) -> None:
    event_id, (holder,), _ = full(world)
    maya, theo = world.person(email="maya@example.org"), world.person()
    assert join(world, maya, event_id).position == 1
    assert join(world, theo, event_id).position == 2
    leave(world, holder, event_id=event_id)
    assert seated(world, event_id, maya, theo) == [True, False]
    assert position(world, maya, event_id) is None
    assert position(world, theo, event_id) == 1
    (letter,) = received()
    assert (letter.recipient, letter.subject[:9]) == ("maya@example.org", "You’re in")
    assert "Give it back by Mon, Mar 23, 8:00 AM" in " ".join(letter.body.split())
    leave(world, maya, event_id=event_id)
    assert seated(world, event_id, theo) == [True]


def test_a_party_that_does_not_fit_is_passed_over_and_keeps_its_place(
    world: World, mother: Actor
) -> None:
    event_id, holders, _ = full(world, 3)
    rowan, sam, theo = world.minor_of(mother), world.minor_of(mother, "Sam"), world.person()
    party = join(world, mother, event_id, mother, rowan, sam)
    assert [one.name for one in party.people]
    assert len(party.people) == 3
    join(world, theo, event_id)
    leave(world, holders[0], event_id=event_id)
    assert seated(world, event_id, mother, theo) == [False, True]
    assert position(world, mother, event_id) == 1
    leave(world, holders[1], event_id=event_id)
    assert world.counter(event_id) == 2
    with pytest.raises(Conflict):
        join(world, world.person(), event_id)
    leave(world, holders[2], theo, event_id=event_id)
    assert seated(world, event_id, mother, rowan, sam) == [True, True, True]
    (letter,) = letters("You’re in")
    assert all(name in letter.body for name in ("You, ", "Rowan", "Sam", " have a seat"))


def test_ones_own_list_has_parties_also_where_one_has_a_seat_or_one_is_free(
    world: World, mother: Actor
) -> None:
    event_id, holders, _ = full(world, 2)
    rowan, sam = world.minor_of(mother), world.minor_of(mother, "Sam")
    join(world, mother, event_id, rowan, sam)
    assert join(world, mother, event_id).position == 2
    leave(world, holders[0], event_id=event_id)
    (waits,) = world.do(registering.my_waiting, mother)
    assert (waits.id, waits.is_registered, waits.waits_at) == (event_id, True, 1)
    leave(world, mother, event_id=event_id)
    (waits,) = world.do(registering.my_waiting, mother)
    assert (waits.is_registered, waits.waits_at) == (False, 1)


def test_somebody_of_a_party_may_take_a_seat_alone_and_the_rest_may_fit(
    world: World, mother: Actor
) -> None:
    event_id, holders, _ = full(world, 2)
    rowan, sam = world.minor_of(mother), world.minor_of(mother, "Sam")
    with pytest.raises(Conflict, match="2 seats"):
        join(world, mother, event_id, mother, rowan, sam)
    join(world, mother, event_id, mother, rowan)
    leave(world, holders[0], event_id=event_id)
    world.do(registering.register, mother, event_id=event_id)
    assert seated(world, event_id, mother, rowan) == [True, False]
    assert position(world, mother, event_id) == 1
    leave(world, holders[1], event_id=event_id)
    assert seated(world, event_id, rowan) == [True]


def test_a_letter_about_several_held_seats_names_the_first_end(world: World, mother: Actor) -> None:
    event_id = world.event()
    owed: dict[str, Any] = {"payment_status": "pending", "payment_amount_cents": 10_00}
    for hours, who in ((2, mother), (1, world.minor_of(mother))):
        world.seat(event_id, who, hold_expires_at=NOW + timedelta(hours=hours), **owed)
    letter = world.run(openings.half_over, mother.user_id, event_id)
    assert letter
    assert "Pay by Sat, Mar 14, 9:00 AM" in " ".join(letter.text.split())


def test_a_paid_seat_is_offered_for_a_day_then_goes_to_the_next(
    world: World, still_clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_cards(monkeypatch)
    event_id, (holder,), _ = full(world, price_cents=10_00)
    maya, theo = world.person(email="maya@example.org"), world.person(email="theo@example.org")
    join(world, maya, event_id)
    join(world, theo, event_id)
    leave(world, holder, event_id=event_id)
    offered = world.do(waiting.read_own, maya, event_id=event_id)
    assert offered.position is None
    assert offered.offer
    assert offered.offer.ends_at == NOW + timedelta(days=1)
    world.do(holds.shorten_endless, VISITOR)
    world.do(holds.end_one, VISITOR, event_id=event_id)
    assert world.do(waiting.read_own, maya, event_id=event_id).offer == offered.offer
    assert "Pay by Sun,\nMar 15, 8:00 AM ET" in letters("Your turn")[0].body
    still_clock.now = NOW + HALF_DAY
    assert [one.recipient for one in letters("Please pay soon")] == ["maya@example.org"]
    still_clock.now = NOW + timedelta(days=1)
    world.do(holds.end_one, VISITOR, event_id=event_id)
    assert seated(world, event_id, maya, theo) == [False, True]
    with pytest.raises(NotFound):
        world.do(waiting.read_own, maya, event_id=event_id)
    assert letters("Your turn")[-1].recipient == "theo@example.org"


def test_a_letter_about_an_offer_keeps_the_names_as_they_are(
    world: World, mother: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_cards(monkeypatch)
    event_id, holders, _ = full(world, 2, price_cents=10_00)
    join(world, mother, event_id, mother, world.minor_of(mother, "Young"))
    leave(world, *holders, event_id=event_id)
    assert "for you and Young." in " ".join(letters("Your turn")[0].body.split())


def test_an_offer_that_is_paid_or_given_up_is_over(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_cards(monkeypatch)
    event_id, holders, organizer = full(world, 2, price_cents=10_00)
    maya, theo, olga = world.people(3)
    for one in (maya, theo, olga):
        join(world, one, event_id)
    leave(world, *holders, event_id=event_id)
    party = world.do(waiting.read_own, theo, event_id=event_id)
    with pytest.raises(Conflict, match="held for them"):
        world.do(waiting.leave, organizer, event_id=event_id, party_id=party.id)
    (row,) = (one for one in world.rows(event_id) if one.user_id == maya.user_id)
    with world.database.unit_of_work(write=True) as session:
        told: dict[str, Any] = {"event_id": event_id, "cents": 10_00}
        told["registration_id"] = row.id
        assert holds.take_payment(session, **told)
    world.do(waiting.leave, theo, event_id=event_id, party_id=party.id)
    assert seated(world, event_id, maya, theo, olga) == [True, False, True]
    assert world.do(waiting.own_party, maya, event_id=event_id) is None
    # The letters about what was paid or given up are no longer true.
    assert letters("Please pay soon") == []


def test_leaving_an_offer_keeps_the_seat_of_the_party_that_is_paid(
    world: World, mother: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_cards(monkeypatch)
    event_id, holders, _ = full(world, 2, price_cents=10_00)
    rowan = world.minor_of(mother)
    party = join(world, mother, event_id, mother, rowan)
    leave(world, *holders, event_id=event_id)
    (row,) = (one for one in world.rows(event_id) if one.user_id == rowan.user_id)
    with world.database.unit_of_work(write=True) as session:
        holds.take_payment(session, event_id=event_id, registration_id=row.id, cents=10_00)
    world.do(waiting.leave, mother, event_id=event_id, party_id=party.id)
    assert seated(world, event_id, mother, rowan) == [False, True]


def test_every_guardian_hears_of_the_seat_of_a_minor(world: World, mother: Actor) -> None:
    event_id, (holder,), _ = full(world)
    rowan, father = world.minor_of(mother), world.person(email="lee@example.org")
    world.add(Guardianship(minor_id=rowan.user_id, guardian_id=father.user_id))
    join(world, mother, event_id, rowan)
    leave(world, holder, event_id=event_id)
    assert {one.recipient for one in received()} == {"ana@example.org", "lee@example.org"}


def test_an_offer_ends_two_hours_before_the_start_or_after_half_an_hour(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_cards(monkeypatch)
    for hours, ends in ((20, 18), (2, 0.5)):
        start = NOW + timedelta(hours=hours)
        event_id, _, organizer = full(world, price_cents=10_00, start_at=start)
        maya = world.person()
        join(world, maya, event_id)
        patch(world, organizer, event_id, maxParticipants=2)
        offer = world.do(waiting.read_own, maya, event_id=event_id).offer
        assert offer
        assert offer.ends_at == NOW + timedelta(hours=ends)


def test_nothing_is_offered_after_the_start(world: World, still_clock: StillClock) -> None:
    event_id, _, organizer = full(world, start_at=NOW + timedelta(hours=1))
    maya = world.person()
    join(world, maya, event_id)
    still_clock.now += timedelta(hours=1)
    patch(world, organizer, event_id, maxParticipants=2)
    assert seated(world, event_id, maya) == [False]
    with pytest.raises(Conflict, match=HAS_STARTED):
        join(world, world.person(), event_id)


def test_ten_more_seats_go_down_the_list(world: World) -> None:
    event_id, _, organizer = full(world)
    people = world.people(12)
    for one in people:
        join(world, one, event_id)
    patch(world, organizer, event_id, maxParticipants=11)
    assert seated(world, event_id, *people) == [True] * 10 + [False] * 2
    patch(world, organizer, event_id, maxParticipants=None)
    assert seated(world, event_id, *people) == [True] * 12


def test_a_canceled_event_gives_nothing_until_it_is_on_again(world: World) -> None:
    event_id, (holder,), organizer = full(world)
    maya = world.person()
    join(world, maya, event_id)
    world.do(canceling.cancel_event, organizer, event_id=event_id, values=CancelWrite())
    leave(world, holder, event_id=event_id)
    assert seated(world, event_id, maya) == [False]
    with world.database.unit_of_work(write=False) as session:
        assert queries.events_with_room(session, NOW, 9) == []
    world.do(canceling.reinstate_event, organizer, event_id=event_id)
    assert seated(world, event_id, maya) == [True]


def test_a_newcomer_does_not_pass_whoever_waits(
    world: World, still_clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_cards(monkeypatch)
    event_id = world.event(max_participants=1, price_cents=10_00)
    holder, maya, newcomer = world.people(3)
    world.do(registering.register, holder, event_id=event_id)
    join(world, maya, event_id)
    still_clock.now += timedelta(minutes=31)
    with pytest.raises(Conflict, match=wording.FULL):
        world.do(registering.register, newcomer, event_id=event_id)
    # The refusal undoes what it has found out: the task does it again.
    world.do(holds.end_one, VISITOR, event_id=event_id)
    assert seated(world, event_id, holder, maya, newcomer) == [False, True, False]


def test_whoever_may_register_again_is_found_by_the_task(world: World) -> None:
    organizer = world.person()
    member = world.person(membership_tier="basic", membership_status="active")
    event_id = world.event(organizer, max_participants=1, requires_membership=True)
    world.seat(event_id, world.person())
    join(world, member, event_id)
    _change_plan(world, member, "canceled")
    patch(world, organizer, event_id, maxParticipants=2)
    assert seated(world, event_id, member) == [False]
    assert world.do(holds._with_room, VISITOR) == [event_id]
    _change_plan(world, member, "active")
    world.do(holds.end_one, VISITOR, event_id=event_id)
    assert seated(world, event_id, member) == [True]
    assert world.do(holds._with_room, VISITOR) == []


def _change_plan(world: World, who: Actor, status: str) -> None:
    world.set(User, who.user_id, membership_status=status)


def test_whoever_is_seated_at_the_gate_waits_no_longer(world: World) -> None:
    event_id, _, organizer = full(world, start_at=NOW + timedelta(hours=3))
    maya, boss = world.person(), world.person(is_admin=True)
    join(world, maya, event_id)
    world.do(check_ins.add_walk_in, boss, event_id=event_id, user_id=maya.user_id)
    assert world.counter(event_id) == 2
    assert world.do(waiting.list_waiting, organizer, event_id=event_id) == []


def test_an_erased_account_leaves_and_its_people_keep_the_place(
    world: World, mother: Actor
) -> None:
    event_id, (holder, _), organizer = full(world, 2)
    rowan = world.minor_of(mother)
    other = world.person(first_name="Pat")
    world.add(Guardianship(minor_id=rowan.user_id, guardian_id=other.user_id, began_at=NOW))
    join(world, mother, event_id, mother, rowan)
    join(world, world.person(), event_id)
    leave(world, holder, event_id=event_id)
    assert world.counter(event_id) == 2
    patch(world, organizer, event_id, maxParticipants=3)
    world.do(leaving.delete_account, mother, confirmation="DELETE")
    assert seated(world, event_id, mother, rowan) == [False, True]


def test_a_connection_that_ends_lets_a_minor_wait_alone(world: World, mother: Actor) -> None:
    event_id, holders, _ = full(world, 2)
    rowan, theo = world.minor_of(mother, issuer="https://id.example.org"), world.person()
    join(world, mother, event_id, mother, rowan)
    join(world, theo, event_id)
    world.do(guardians.end_dependent, mother, user_id=rowan.user_id)
    found = [position(world, one, event_id) for one in (mother, rowan, theo)]
    assert {*found[:2]} == {1, 2}
    assert found[2] == 3
    leave(world, *holders, event_id=event_id)
    assert seated(world, event_id, mother, rowan, theo) == [True, True, False]


def test_one_of_a_party_may_leave_it(world: World, mother: Actor) -> None:
    event_id, holders, _ = full(world, 3)
    rowan, sam = world.minor_of(mother), world.minor_of(mother, "Sam")
    party = join(world, mother, event_id, mother, rowan, sam)
    told = {"event_id": event_id, "party_id": party.id}
    with pytest.raises(NotFound):
        world.do(waiting.leave, world.person(), **told)
    with pytest.raises(NotFound):
        world.do(waiting.leave, mother, **told, user_id=holders[0].user_id)
    leave(world, holders[0], event_id=event_id)
    world.do(waiting.leave, mother, **told, user_id=sam.user_id)
    world.do(waiting.leave, rowan, **told)
    assert seated(world, event_id, mother, rowan, sam) == [True, False, False]
    assert world.do(waiting.leave_own, mother, event_id=event_id)
    with pytest.raises(NotFound):
        world.do(waiting.leave, mother, **told)


def test_the_answer_is_about_the_party_that_joined(world: World, mother: Actor) -> None:
    event_id, _, _ = full(world, 2)
    rowan, sam = world.minor_of(mother), world.minor_of(mother, "Sam")
    first, second = (join(world, mother, event_id, one) for one in (rowan, sam))
    assert [one.position for one in (first, second)] == [1, 2]
    assert [one.user_id for one in second.people] == [sam.user_id]


def test_a_wish_becomes_a_place_and_no_place_a_wish(world: World) -> None:
    event_id, (holder,), organizer = full(world)
    maya = world.person()
    world.wish(maya, event_id)
    world.wish(maya, event_id)
    (wish,) = world.do(waiting.list_waiting, organizer, event_id=event_id)
    assert (wish.position, wish.wants_seats) == (None, False)
    with pytest.raises(Conflict, match="no place in line"):
        world.do(waiting.move, organizer, event_id=event_id, party_id=wish.id, values=to(1))
    assert world.do(registering.status_of, maya, event_id=event_id).waits_at == 0
    # A wish is no place before those who wait for a seat.
    theo = world.person()
    assert join(world, theo, event_id).position == position(world, theo, event_id) == 1
    world.do(waiting.leave_own, theo, event_id=event_id)
    assert join(world, maya, event_id).position == 1
    with pytest.raises(Conflict, match=wording.WAITS_ALREADY):
        world.wish(maya, event_id)
    leave(world, holder, event_id=event_id)
    assert seated(world, event_id, maya) == [True]


def to(place: int) -> MoveWrite:
    return parse(MoveWrite, {"position": place, "reason": "Drove two hours"})


def test_a_long_list_is_read_with_the_queries_of_a_short_one(world: World) -> None:
    event_id, _, organizer = full(world)
    numbers, asked = list[int](), list[str]()

    def note(*told: Any) -> None:
        asked.append(told[2])

    for _ in range(2):
        for one in world.people(3):
            join(world, one, event_id)
        asked.clear()
        sa.event.listen(world.database.engine, "before_cursor_execute", note)
        world.do(waiting.list_waiting, organizer, event_id=event_id)
        sa.event.remove(world.database.engine, "before_cursor_execute", note)
        numbers.append(len(asked))
    assert numbers[0] == numbers[1] > 0


def test_an_organizer_moves_and_removes_with_a_reason_in_the_log(world: World) -> None:
    event_id, (holder,), organizer = full(world)
    maya, theo, olga = world.people(3)
    parties = [join(world, one, event_id) for one in (maya, theo, olga)]
    told = {"event_id": event_id, "party_id": parties[2].id}
    assert world.do(waiting.move, organizer, **told, values=to(1)).position == 1
    assert [position(world, one, event_id) for one in (olga, maya, theo)] == [1, 2, 3]
    assert world.do(waiting.move, organizer, **told, values=to(99)).position == 3
    with pytest.raises(Forbidden):
        world.do(waiting.move, maya, **told, values=to(1))
    world.do(waiting.leave, organizer, event_id=event_id, party_id=parties[0].id)
    assert [position(world, one, event_id) for one in (maya, theo, olga)] == [None, 1, 2]
    assert {"waiting.moved", "waiting.removed", "waiting.joined"} <= {*world.actions()}
    leave(world, holder, event_id=event_id)
    assert seated(world, event_id, theo) == [True]
    with pytest.raises(Forbidden):
        world.do(waiting.list_waiting, maya, event_id=event_id)


def test_an_organizer_reads_who_asked_and_for_how_many(world: World, mother: Actor) -> None:
    event_id, _, organizer = full(world, 3)
    rowan, sam = world.minor_of(mother), world.minor_of(mother, "Sam")
    join(world, mother, event_id, rowan, sam)

    def names(reader: Actor) -> tuple[int, list[str]]:
        (one,) = world.do(waiting.list_waiting, reader, event_id=event_id)
        return one.size, [person.user_id for person in one.people]

    # All but one of a party are minors: their names would tell it.
    assert names(organizer) == (2, [mother.user_id])
    assert names(world.person(is_admin=True)) == (2, sorted([rowan.user_id, sam.user_id]))


def test_an_offered_party_has_no_place_to_move(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_cards(monkeypatch)
    event_id, (holder,), organizer = full(world, price_cents=10_00)
    maya = world.person()
    party = join(world, maya, event_id)
    leave(world, holder, event_id=event_id)
    with pytest.raises(Conflict, match="held for them"):
        world.do(waiting.move, organizer, event_id=event_id, party_id=party.id, values=to(1))
    assert world.do(waiting.runs_list, organizer, event_id=event_id)
    theo = world.person()
    join(world, theo, event_id)
    assert world.run(waiting.who_waits, event_id=event_id) == [theo.user_id]


def test_a_payment_after_its_offer_gets_a_free_seat_or_goes_back(
    world: World, still_clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_cards(monkeypatch)
    for somebody_waits in (True, False):
        still_clock.now = NOW
        event_id, (holder,), _ = full(world, price_cents=10_00)
        maya, theo = world.people(2)
        for one in (maya, theo) if somebody_waits else (maya,):
            join(world, one, event_id)
        leave(world, holder, event_id=event_id)
        still_clock.now += timedelta(days=1)
        world.do(holds.end_one, VISITOR, event_id=event_id)
        (row,) = (one for one in world.rows(event_id) if one.user_id == maya.user_id)
        with world.database.unit_of_work(write=True) as session:
            told: dict[str, Any] = {"event_id": event_id, "cents": 10_00}
            told["registration_id"] = row.id
            is_taken = holds.take_payment(session, **told)
        assert is_taken is not somebody_waits
        assert seated(world, event_id, maya, theo) == [not somebody_waits, somebody_waits]


def test_a_late_payment_that_gets_the_lost_seat_back_ends_the_waiting(
    world: World, still_clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_cards(monkeypatch)
    event_id, (maya, theo) = world.event(max_participants=1, price_cents=10_00), world.people(2)
    lost = world.do(registering.register, maya, event_id=event_id)
    still_clock.now += policy.HOLD
    world.do(registering.register, theo, event_id=event_id)
    join(world, maya, event_id)
    # Maya's pause keeps the seat from her that Theo frees.
    leave(world, theo, event_id=event_id)
    told: dict[str, Any] = {"event_id": event_id, "registration_id": lost.id}
    assert world.run(holds.take_payment, cents=10_00, **told)
    assert seated(world, event_id, maya) == [True]
    assert position(world, maya, event_id) is None


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (NotFound, wording.NOT_YOURS),
        (Invalid, wording.TWICE),
        (Conflict, "Rowan already has a seat"),
        (Forbidden, f"Rowan: {wording.NEEDS_MEMBERSHIP}"),
        (Conflict, "enough seats are open"),
        (Conflict, wording.WAITS_ALREADY),
    ],
)
def test_nobody_joins_who_may_not(
    world: World, mother: Actor, error: type[AppError], sentence: str
) -> None:
    event_id, _, organizer = full(world, 2)
    rowan, coming = world.minor_of(mother), [mother]
    match sentence:
        case wording.NOT_YOURS:
            coming.append(world.person())
        case wording.TWICE:
            coming.append(mother)
        case wording.WAITS_ALREADY:
            join(world, rowan, event_id)
            coming.append(rowan)
        case _:
            coming.append(rowan)
    if "already has" in sentence:
        patch(world, organizer, event_id, maxParticipants=3)
        world.seat(event_id, rowan)
    if wording.NEEDS_MEMBERSHIP in sentence:
        patch(world, organizer, event_id, requiresMembership=True)
        coming = [rowan]
    if "enough" in sentence:
        patch(world, organizer, event_id, maxParticipants=4)
    with pytest.raises(error) as refused:
        join(world, mother, event_id, *coming)
    found = refused.value
    assert sentence in found.sentence + str(getattr(found, "fields", ""))


def test_a_visitor_waits_nowhere(world: World) -> None:
    event_id, _, _ = full(world)
    assert world.do(waiting.own_party, VISITOR, event_id=event_id) is None
    assert Permission.OWN_REGISTRATION_CREATE not in VISITOR.permissions

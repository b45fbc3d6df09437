"""The poster at the entrance: who checks in by it, and who waits for the gate."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
import sqlalchemy as sa

from rookiebattle.accounts.models import AgeBand
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import Forbidden, NotFound, TooManyRequests, Unauthorized
from rookiebattle.core.pushing import live
from rookiebattle.core.roles import Grant, Role
from rookiebattle.gate.models import WantsIn
from rookiebattle.gate.service import entrance, people
from rookiebattle.gate.service.entrance import AtEntrance, Entrance
from rookiebattle.guardians.models import Guardianship
from rookiebattle.registrations.announcements import verdicts_topic
from rookiebattle.registrations.schemas import Arrived
from rookiebattle.registrations.service import check_ins
from rookiebattle.waivers.models import Form
from tests import factories
from tests.clocks import StillClock
from tests.world import World

START = datetime(2026, 3, 14, 18, tzinfo=UTC)
NOW, END = START - timedelta(minutes=30), START + timedelta(hours=3)


@pytest.fixture
def world(some_database: Database, still_clock: StillClock) -> World:
    still_clock.now = NOW
    return World(some_database)


@pytest.fixture
def olive(world: World) -> Actor:
    return world.person(game_name="Olive")


def park_day(world: World, olive: Actor, **columns: object) -> str:
    return world.event(
        olive, **{"start_at": START, "end_at": END, "needs_waiver": False, **columns}
    )


def code_of(world: World, olive: Actor, event_id: str) -> str:
    path: str = world.do(entrance.read_poster, olive, event_id=event_id).path
    return path.rsplit("/", 1)[1]


def come(world: World, who: Actor, event_id: str, code: str, *ids: str) -> Entrance:
    found: Entrance = world.do(entrance.come_in, who, event_id=event_id, code=code, people_ids=ids)
    return found


def alone(found: Entrance) -> AtEntrance:
    (one,) = found.people
    return one


def test_who_is_green_is_in_and_again_is_the_same(world: World, olive: Actor) -> None:
    ana, event_id = world.person(), park_day(world, olive)
    world.seat(event_id, ana)
    # This event asks for no waiver.
    world.add(factories.waiver_version(Form.ADULT))
    code = code_of(world, olive, event_id)
    before = world.do(entrance.read_entrance, ana, event_id=event_id, code=code)
    assert (alone(before).has_seat, alone(before).missing, before.price) == (True, [], "")
    found = come(world, ana, event_id, code)
    assert (alone(found).checked_in_at, found.to_sign) == (NOW, [])
    assert alone(come(world, ana, event_id, code)).checked_in_at == NOW
    assert world.do(people.read_gate, olive, event_id=event_id).wants_in == []


@pytest.mark.parametrize("has_started", [False, True])
def test_who_has_no_seat_is_registered_first(
    world: World, olive: Actor, still_clock: StillClock, *, has_started: bool
) -> None:
    ana, event_id = world.person(), park_day(world, olive)
    still_clock.now = START + timedelta(hours=1) if has_started else NOW
    code = code_of(world, olive, event_id)
    assert alone(come(world, ana, event_id, code)).checked_in_at == still_clock.now
    assert world.counter(event_id) == 1


@pytest.mark.parametrize("has_started", [False, True])
def test_who_cannot_come_in_stands_in_the_gates_list_until_somebody_sees_them(
    world: World, olive: Actor, still_clock: StillClock, *, has_started: bool
) -> None:
    ana, event_id = world.person(game_name="Ana"), park_day(world, olive, max_participants=1)
    world.seat(event_id, world.person())
    still_clock.now = START + timedelta(hours=1) if has_started else NOW
    code = code_of(world, olive, event_id)
    assert "full" in alone(come(world, ana, event_id, code)).missing[0]
    (waits,) = world.do(people.read_gate, olive, event_id=event_id).wants_in
    assert (waits.user_id, waits.name, waits.at) == (ana.user_id, "Ana", still_clock.now)
    assert "full" in waits.text
    come(world, ana, event_id, code)
    assert len(world.do(people.read_gate, olive, event_id=event_id).wants_in) == 1
    admin = world.person(is_admin=True)
    world.do(check_ins.add_walk_in, admin, event_id=event_id, user_id=ana.user_id)
    assert world.do(people.read_gate, olive, event_id=event_id).wants_in == []


def test_a_fee_is_told_at_the_gate(world: World, olive: Actor) -> None:
    ana, event_id = world.person(), park_day(world, olive, price_cents=10_00)
    code = code_of(world, olive, event_id)
    found = come(world, ana, event_id, code)
    assert (found.price, alone(found).checked_in_at) == ("$10.00", None)
    assert world.do(people.read_gate, olive, event_id=event_id).wants_in[0].text


def test_nothing_is_kept_of_somebody_who_is_in_and_still_owes(world: World, olive: Actor) -> None:
    ana, event_id = world.person(), park_day(world, olive, price_cents=10_00)
    due = {"payment_status": "pending", "payment_amount_cents": 10_00}
    world.seat(event_id, ana, checked_in_at=NOW, **due)
    assert alone(come(world, ana, event_id, code_of(world, olive, event_id))).checked_in_at == NOW
    assert world.scalars(sa.select(WantsIn)) == []


def test_whoever_is_refused_at_the_last_moment_waits_for_the_gate(
    world: World, olive: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, event_id = world.person(), park_day(world, olive)
    code = code_of(world, olive, event_id)
    refused = {ana.user_id: Arrived(None, refusal="Gone by now")}
    monkeypatch.setattr(check_ins, "let_in", lambda *_args, **_asked: refused)
    heard: list[str] = []
    monkeypatch.setattr(live, "announce", heard.append)
    assert alone(come(world, ana, event_id, code)).missing == ["Gone by now"]
    assert [one.text for one in world.scalars(sa.select(WantsIn))] == ["Gone by now"]
    assert verdicts_topic(event_id) in heard


def test_a_mother_checks_her_people_in_and_nobody_else(world: World, olive: Actor) -> None:
    mother, event_id = world.person(), park_day(world, olive)
    teen = world.person(first_name="Rowan", age_band=AgeBand.MINOR)
    world.add(Guardianship(guardian_id=mother.user_id, minor_id=teen.user_id))
    stranger, code = world.person(), code_of(world, olive, event_id)
    world.seat(event_id, stranger)
    found = come(world, mother, event_id, code, teen.user_id, stranger.user_id)
    came = {one.name: one.checked_in_at for one in found.people}
    assert came == {"": None, "Rowan": NOW}
    shown = world.do(people.read_gate, olive, event_id=event_id)
    assert shown.counts.checked_in == 1
    # The name of a guardian would tell the gate who is a minor.
    (checked,) = (one for one in shown.people if one.checked_in_at)
    assert checked.checked_in_by == teen.user_id


def test_the_reason_at_the_gate_tells_no_guardian(world: World, olive: Actor) -> None:
    mother, event_id = world.person(), park_day(world, olive, requires_membership=True)
    teen = world.person(first_name="Rowan", age_band=AgeBand.MINOR)
    world.add(Guardianship(guardian_id=mother.user_id, minor_id=teen.user_id))
    code = code_of(world, olive, event_id)
    for who in (mother, teen):
        come(world, mother, event_id, code, who.user_id)
    first, second = world.do(people.read_gate, olive, event_id=event_id).wants_in
    assert first.text == second.text


def test_a_family_gets_no_more_seats_than_are_free_after_the_start(
    world: World, olive: Actor, still_clock: StillClock
) -> None:
    mother, event_id = world.person(), park_day(world, olive, max_participants=1)
    teen = world.minor_of(mother)
    still_clock.now = START + timedelta(hours=1)
    code = code_of(world, olive, event_id)
    found = come(world, mother, event_id, code, mother.user_id, teen.user_id)
    assert [one.checked_in_at is not None for one in found.people] == [True, False]
    assert world.counter(event_id) == 1


def test_a_minor_is_treated_as_an_adult_so_nobody_learns_an_age(world: World, olive: Actor) -> None:
    adult, minor = world.person(), world.person(age_band=AgeBand.MINOR)
    event_id = park_day(world, olive)
    code = code_of(world, olive, event_id)
    came = [alone(come(world, who, event_id, code)).checked_in_at for who in (adult, minor)]
    assert came == [NOW, NOW]
    dear = park_day(world, olive, price_cents=10_00)
    code = code_of(world, olive, dear)
    for who in (adult, minor):
        come(world, who, dear, code)
    texts = {one.text for one in world.do(people.read_gate, olive, event_id=dear).wants_in}
    assert len(texts) == 1


def test_the_code_counts_for_its_event_on_its_day_until_it_is_renewed(
    world: World, olive: Actor, still_clock: StillClock
) -> None:
    ana, event_id, other = world.person(), park_day(world, olive), park_day(world, olive)
    code = code_of(world, olive, event_id)

    def refuses(at: datetime, on: str = event_id) -> bool:
        still_clock.now = at
        try:
            world.do(entrance.read_entrance, ana, event_id=on, code=code)
        except NotFound:
            return True
        return False

    assert not refuses(NOW)
    assert refuses(NOW, other)
    assert refuses(START - timedelta(days=1))
    assert refuses(END)
    assert refuses(NOW, "unknown")
    world.change(event_id, canceled_at=NOW)
    assert refuses(NOW)
    world.change(event_id, canceled_at=None)
    world.do(entrance.renew_poster, olive, event_id=event_id)
    assert refuses(NOW)
    renewed = code_of(world, olive, event_id)
    world.do(entrance.renew_poster, olive, event_id=event_id)
    assert len({code, renewed, code_of(world, olive, event_id)}) == 3


def test_a_visitor_learns_of_the_event_what_visitors_see(world: World, olive: Actor) -> None:
    hidden = park_day(world, olive, is_public=False)
    code = code_of(world, olive, hidden)
    read = entrance.read_entrance
    assert world.do(read, VISITOR, event_id=hidden, code=code) == Entrance(None, [])
    assert Entrance(None, []).price == ""
    shown = park_day(world, olive, title="Park Day")
    found = world.do(read, VISITOR, event_id=shown, code=code_of(world, olive, shown))
    assert found.event is not None
    assert (found.event.title, found.people) == ("Park Day", [])
    with pytest.raises(Unauthorized):
        come(world, VISITOR, shown, code)


def test_the_poster_is_for_those_who_check_in(world: World, olive: Actor) -> None:
    event_id = park_day(world, olive)
    treasurer = replace(world.person(), grants=(Grant(Role.TREASURER, None, event_id),))
    for verb in (entrance.read_poster, entrance.renew_poster):
        for other in (world.person(), treasurer):
            with pytest.raises(Forbidden):
                world.do(verb, other, event_id=event_id)


def test_one_who_tries_on_and_on_is_sent_to_the_gate(world: World, olive: Actor) -> None:
    ana, event_id = world.person(), park_day(world, olive)
    for _ in range(20):
        with pytest.raises(NotFound):
            come(world, ana, event_id, "wrong")
    with pytest.raises(TooManyRequests):
        come(world, ana, event_id, "wrong")


def test_who_waited_is_forgotten_after_two_days(
    world: World, olive: Actor, still_clock: StillClock
) -> None:
    ana, event_id = world.person(), park_day(world, olive)
    with world.database.unit_of_work(write=True) as session:
        session.add(WantsIn(event_id=event_id, user_id=ana.user_id, text="Fee due", at=NOW))
    for later, kept in ((timedelta(hours=47), 1), (timedelta(hours=48), 0)):
        still_clock.now = NOW + later
        with world.database.unit_of_work(write=True) as session:
            entrance.forget_old(session)
            assert len(session.query(WantsIn).all()) == kept

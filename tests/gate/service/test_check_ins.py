"""Check-ins that a device kept: outcomes, order, instants, refusals."""

from dataclasses import replace
from datetime import timedelta

import pytest
import sqlalchemy as sa

from rookiebattle.accounts.models import AgeBand
from rookiebattle.core.errors import Forbidden, NotFound
from rookiebattle.core.roles import Role
from rookiebattle.gate.models import LateCheckIn
from rookiebattle.gate.schemas import CheckInRead
from rookiebattle.gate.service import check_ins
from rookiebattle.gate.wording import HELP_ENDED, HELPS_ONLY, NAMES_NOBODY, NOT_OF_THIS_EVENT
from rookiebattle.registrations.models import PaymentStatus
from rookiebattle.registrations.service import check_ins as today
from rookiebattle.registrations.wording import (
    GAVE_UP,
    IS_CANCELED,
    NO_SEAT,
    OWN_SEAT_ON_HOLD,
    WAS_MOVED,
)
from tests import factories
from tests.clocks import NOW
from tests.gate.park import TEN, Gate, holding

MINUTE = timedelta(minutes=1)


def outcomes(answers: list[CheckInRead]) -> list[tuple[str, str]]:
    return [(one.outcome, one.text) for one in answers]


def test_a_queue_is_taken_in_its_order_and_one_bad_item_stops_nothing(gate: Gate) -> None:
    stranger = gate.world.person()
    sent = (
        gate.late(gate.ana),
        gate.late(stranger),
        {"userId": "no id at all", "at": TEN.isoformat()},
        {"pass": gate.token(gate.ben), "at": (TEN + MINUTE).isoformat()},
        {"pass": "forged", "at": TEN.isoformat()},
        {"at": TEN.isoformat()},
        gate.late(gate.ana, TEN + 2 * MINUTE),
    )
    answers = gate.replay(*sent)
    assert [one.client_id for one in answers] == [f"c{number}" for number in range(7)]
    assert outcomes(answers) == [
        ("checked_in", ""),
        ("refused", NO_SEAT),
        ("refused", NO_SEAT),
        ("checked_in", ""),
        ("refused", NOT_OF_THIS_EVENT),
        ("refused", NAMES_NOBODY),
        ("already", "In since 7:00 AM"),
    ]
    assert answers[3].checked_in_at == TEN + MINUTE
    assert answers[6].checked_in_at == TEN
    assert (gate.seat(gate.ana).checked_in_at, gate.seat(gate.ana).checked_in_by) == (
        TEN,
        gate.gus.user_id,
    )
    assert gate.world.actions().count("registration.checked_in") == 2


def test_the_same_id_is_the_same_answer_again(gate: Gate) -> None:
    first = gate.replay(gate.late(gate.ana), gate.late(gate.olga))
    gate.world.do(today.undo_check_in, gate.gus, event_id=gate.event_id, user_id=gate.ana.user_id)
    assert gate.replay(gate.late(gate.ana), gate.late(gate.olga)) == first
    assert gate.seat(gate.ana).checked_in_at is None
    twice = gate.replay(gate.late(gate.ben, clientId="same"), gate.late(gate.ana, clientId="same"))
    assert [one.outcome for one in twice] == ["checked_in", "checked_in"]
    assert gate.seat(gate.ana).checked_in_at is None


def test_of_two_gates_the_first_instant_wins(gate: Gate) -> None:
    other = holding(gate.world.person(game_name="Lea"), Role.LEAD, gate.event_id)
    gate.replay(gate.late(gate.ana, TEN + MINUTE, clientId="a"))
    told = gate.replay(gate.late(gate.ana, TEN, clientId="b"), by=other)
    assert outcomes(told) == [("already", "In since 7:00 AM")]
    seat = gate.seat(gate.ana)
    assert (seat.checked_in_at, seat.checked_in_by) == (TEN, other.user_id)
    assert gate.world.actions().count("registration.checked_in") == 1


def test_wrong_clocks_are_made_right_and_told(gate: Gate) -> None:
    answers = gate.replay(
        gate.late(gate.ana, NOW + timedelta(hours=1)),
        gate.late(gate.ben, NOW - timedelta(days=2)),
        gate.late(gate.tim, NOW + timedelta(seconds=30)),
    )
    assert [one.checked_in_at for one in answers] == [NOW, NOW - timedelta(hours=8), NOW]
    assert [one.text for one in answers] == [
        "The device’s clock was ahead, so this is noted at 8:00 AM",
        "The device’s clock was behind, so this is noted at 12:00 AM",
        "",
    ]


def test_seats_given_up_and_canceled_and_moved_events_are_refused(gate: Gate) -> None:
    with gate.world.database.unit_of_work(write=True) as session:
        seat = session.merge(gate.seat(gate.ana))
        seat.cancelled_at = TEN
    assert outcomes(gate.replay(gate.late(gate.ana))) == [("refused", GAVE_UP)]
    gate.world.change(gate.event_id, canceled_at=TEN + MINUTE)
    before, after = gate.replay(
        gate.late(gate.ben, clientId="before"), gate.late(gate.tim, NOW, clientId="after")
    )
    assert (before.outcome, after.text) == ("checked_in", IS_CANCELED)
    later = {"start_at": NOW + timedelta(days=3), "end_at": NOW + timedelta(days=3, hours=1)}
    gate.world.change(gate.event_id, canceled_at=None, **later)
    assert outcomes(gate.replay(gate.late(gate.tim, clientId="moved"))) == [("refused", WAS_MOVED)]


def test_nobody_keeps_their_own_held_seat_unpaid(gate: Gate) -> None:
    held = {"payment_status": PaymentStatus.PENDING, "payment_amount_cents": 1000}
    gate.world.seat(gate.event_id, gate.gus, **held, hold_expires_at=NOW + MINUTE)
    assert outcomes(gate.replay(gate.late(gate.gus))) == [("refused", OWN_SEAT_ON_HOLD)]


def test_what_is_missing_is_told_beside_the_check_in(gate: Gate) -> None:
    owing = {"payment_status": PaymentStatus.PENDING, "payment_amount_cents": 1500}
    cleo = gate.world.person(game_name="Cleo")
    gate.world.seat(gate.event_id, cleo, **owing)
    assert outcomes(gate.replay(gate.late(cleo))) == [
        ("checked_in", "Please look again: Fee due: $15.00")
    ]


def test_the_queue_of_an_ended_role_is_refused_and_shown(gate: Gate) -> None:
    former = gate.world.person(game_name="Hal")
    at = {"event_id": gate.event_id, "starts_at": TEN, "ended_at": NOW - MINUTE}
    gate.world.add(factories.grant(user_id=former.user_id, **at))
    answers = gate.replay(gate.late(gate.ana), gate.late(gate.ben), by=former)
    assert outcomes(answers) == [("refused", HELP_ENDED)] * 2
    assert gate.seat(gate.ana).checked_in_at is None
    told = gate.read(gate.olga).not_taken
    assert [(one.name, one.sent_by_name, one.text) for one in told] == [
        ("Ana", "Hal", HELP_ENDED),
        ("Ben", "Hal", HELP_ENDED),
    ]
    again = [gate.late(gate.ana, clientId=f"x{number}") for number in range(500)]
    gate.replay(*again, by=former)
    with pytest.raises(Forbidden, match="anymore"):
        gate.replay(gate.late(gate.ana, clientId="more"), by=former)


def test_strangers_and_roles_of_long_ago_are_refused(gate: Gate) -> None:
    former = gate.world.person()
    ended = {"starts_at": NOW - timedelta(days=90), "ended_at": NOW - timedelta(days=31)}
    ended["ends_at"] = NOW - timedelta(days=1)
    gate.world.add(factories.grant(user_id=former.user_id, event_id=gate.event_id, **ended))
    # Roles of yesterday: one at another event, and one that never checked anybody in.
    elsewhere, treasurer = gate.world.people(2)
    lately, other_id = {"starts_at": TEN, "ended_at": NOW - MINUTE}, gate.world.event(gate.olga)
    money = {"role": Role.TREASURER.value, "event_id": gate.event_id}
    gate.world.add(factories.grant(user_id=elsewhere.user_id, event_id=other_id, **lately))
    gate.world.add(factories.grant(user_id=treasurer.user_id, **money, **lately))
    for actor in (former, gate.ana, elsewhere, treasurer):
        with pytest.raises(Forbidden, match=HELPS_ONLY[:20]):
            gate.replay(gate.late(gate.ana), by=actor)
    gate.world.change(gate.event_id, is_public=False)
    with pytest.raises(NotFound):
        gate.replay(gate.late(gate.ana), by=replace(former, user_id="", is_welcomed=False))


def test_one_who_sends_on_and_on_fills_no_table(
    gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check_ins, "MOST_KEPT", 2)
    for name in "abc":
        gate.replay({"at": TEN.isoformat(), "clientId": name}, {"at": TEN.isoformat()})
    sent = gate.late(gate.ana, clientId="d")
    assert outcomes(gate.replay(sent)) == outcomes(gate.replay(sent)) == [("checked_in", "")]
    assert outcomes(gate.replay(gate.late(gate.ana, clientId="e")))[0][0] == "already"
    kept = {one.client_id for one in gate.world.scalars(sa.select(LateCheckIn))}
    assert kept == {"a", "c1", "d"}


def test_answers_are_kept_for_thirty_days(gate: Gate) -> None:
    gate.replay(gate.late(gate.olga))
    for days, kept in ((29, 1), (31, 0)):
        gate.clock.now = NOW + timedelta(days=days)
        gate.world.run(check_ins.forget_old)
        assert len(gate.read().not_taken) == kept


def test_minors_get_the_answers_of_adults(gate: Gate) -> None:
    ann, minor = (
        gate.world.person(game_name=name, age_band=band)
        for name, band in (("Ann", AgeBand.ADULT), ("Min", AgeBand.MINOR))
    )
    answers = gate.replay(gate.late(ann), gate.late(minor))
    assert len(set(outcomes(answers))) == 1

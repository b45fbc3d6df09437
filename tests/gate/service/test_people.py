"""The people at the gate, each with their verdict, as the reader may know it."""

from datetime import date, timedelta
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.orm import Session

from rookiebattle.accounts.models import MembershipStatus, Tier, User
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.errors import Forbidden
from rookiebattle.core.fingerprints import digest_of
from rookiebattle.core.roles import Role
from rookiebattle.events.service import get_event
from rookiebattle.gate.service import people
from rookiebattle.gear import service as gear
from rookiebattle.guardians.models import Guardianship
from rookiebattle.registrations.models import PaymentStatus
from rookiebattle.waivers.models import Form
from tests import factories
from tests.clocks import NOW
from tests.gate.park import Gate, holding

GREEN: tuple[str, list[str]] = ("green", [])


def admin_of(gate: Gate) -> Actor:
    return gate.world.person(is_admin=True, game_name="Ada")


def publish(gate: Gate) -> dict[Form, str]:
    return {form: gate.world.add(factories.waiver_version(form)) for form in Form}


def note_paper(gate: Gate, version_id: str, whose: Actor) -> None:
    paper = factories.waiver_signature(
        version_id=version_id, user_id=whose.user_id, typed_name=None
    )
    gate.world.add(paper)


def test_the_gate_lists_its_people_with_counts(gate: Gate) -> None:
    gate.replay(gate.late(gate.ben))
    shown = gate.read()
    assert shown.as_of == NOW
    assert (shown.counts.registered, shown.counts.checked_in) == (3, 1)
    assert [one.name for one in shown.people] == ["Ana", "Ben", "Tim"]
    ben = shown.people[1]
    assert ben.registration_id == gate.seat(gate.ben).id
    assert (ben.checked_in_by, ben.checked_in_by_name) == (gate.gus.user_id, "Gus")
    assert ben.checked_in_at == NOW - timedelta(hours=1)
    assert ben.pass_hash == digest_of(gate.token(gate.ben))
    assert gate.verdicts() == dict.fromkeys(("Ana", "Ben", "Tim"), GREEN)


@pytest.mark.parametrize("role", [Role.LEAD, Role.SECOND, Role.GATE, Role.MARSHAL])
def test_roles_that_check_in_read_the_gate(gate: Gate, role: Role) -> None:
    helper = holding(gate.world.person(), role, gate.event_id)
    assert gate.read(helper).people
    assert gate.read(gate.olga).people


@pytest.mark.parametrize("role", [Role.TREASURER, Role.MEDIA])
def test_other_roles_and_members_do_not(gate: Gate, role: Role) -> None:
    for actor in (holding(gate.world.person(), role, gate.event_id), gate.ana, VISITOR):
        with pytest.raises(Forbidden):
            gate.read(actor)


def test_waivers_color_the_cards(gate: Gate) -> None:
    versions = publish(gate)
    signed = {"version_id": versions[Form.ADULT], "user_id": gate.ana.user_id}
    gate.world.add(factories.waiver_signature(**signed))
    note_paper(gate, versions[Form.ADULT], gate.ben)
    assert gate.verdicts() == {
        "Ana": GREEN,
        "Ben": ("yellow", ["waiver_unverified"]),
        "Tim": ("red", ["waiver_missing"]),
    }
    gate.world.change(gate.event_id, needs_waiver=False)
    assert gate.verdicts()["Tim"] == GREEN


def test_only_administrators_read_that_a_guardian_is_missing(gate: Gate) -> None:
    publish(gate)
    admin = admin_of(gate)
    lead = holding(gate.world.person(), Role.LEAD, None)
    assert gate.verdicts(lead)["Tim"] == ("red", ["waiver_missing"])
    both: dict[str, Any] = {"minor_id": gate.tim.user_id, "guardian_id": gate.ana.user_id}
    gate.world.add(Guardianship(**both, ended_at=NOW))
    assert gate.verdicts(admin)["Tim"] == ("red", ["guardian_missing", "waiver_missing"])
    assert gate.verdicts(admin)["Ana"] == ("red", ["waiver_missing"])
    gate.world.add(Guardianship(**both))
    assert gate.verdicts(admin)["Tim"] == ("red", ["waiver_missing"])


def test_a_paper_of_the_wrong_form_tells_the_gate_no_age(gate: Gate) -> None:
    versions = publish(gate)
    note_paper(gate, versions[Form.ADULT], gate.tim)
    assert gate.verdicts()["Tim"] == ("yellow", ["waiver_unverified"])
    assert gate.verdicts(admin_of(gate))["Tim"][0] == "red"


def test_fees_plans_gear_suspensions_and_ages(gate: Gate, monkeypatch: pytest.MonkeyPatch) -> None:
    gate.world.change(gate.event_id, requires_membership=True, needs_gear_check=True)
    with gate.world.database.unit_of_work(write=True) as session:
        ana = session.get_one(User, gate.ana.user_id)
        ana.membership_tier, ana.membership_status = Tier.BASIC, MembershipStatus.ACTIVE
        session.get_one(User, gate.tim.user_id).birth_date = date(2014, 1, 1)
    owing = {"payment_status": PaymentStatus.PENDING, "payment_amount_cents": 1500}
    cleo = gate.world.person(game_name="Cleo")
    gate.world.seat(gate.event_id, cleo, **owing)
    found = {gate.ana.user_id: {"weapon": True}, gate.ben.user_id: {"weapon": True, "armor": False}}
    until = {gate.ben.user_id: date(2026, 12, 1)}
    monkeypatch.setattr(gear, "gear_of", lambda _session, _event_id: found)
    monkeypatch.setattr(gear, "suspensions", lambda _session, _ids: until)
    assert gate.verdicts() == {
        "Ana": GREEN,
        "Ben": ("red", ["suspended", "membership_needed", "gear_unchecked"]),
        "Cleo": ("red", ["membership_needed", "fee_due", "gear_unchecked"]),
        "Tim": ("red", ["under_13", "membership_needed", "gear_unchecked"]),
    }
    texts = [why.text for one in gate.read().people for why in one.reasons]
    assert "Fee due: $15.00" in texts
    assert "Suspended until Dec 1, 2026" in texts


def test_somebody_without_a_seat_is_judged_by_id(gate: Gate) -> None:
    def judge(session: Session, actor: Actor, *, user_id: str) -> str:
        event = get_event(session, actor, event_id=gate.event_id)
        ids = [user_id]
        found = people.verdicts_of(session, actor, event=event, user_ids=ids)
        return found[user_id].reasons[0].code.value

    assert gate.world.do(judge, gate.gus, user_id=gate.olga.user_id) == "not_registered"


def test_the_roster_is_read_with_a_bounded_number_of_statements(gate: Gate) -> None:
    publish(gate)
    gate.world.change(gate.event_id, needs_gear_check=True)

    def statements() -> int:
        seen: list[str] = []

        def note(*args: object) -> None:
            seen.append(str(args[2]))

        engine = gate.world.database.engine
        sa.event.listen(engine, "before_cursor_execute", note)
        gate.read()
        sa.event.remove(engine, "before_cursor_execute", note)
        return len(seen)

    few = statements()
    for one in gate.world.people(40):
        gate.world.seat(gate.event_id, one)
    assert statements() == few <= 16

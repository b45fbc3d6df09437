"""Walk-ins: accounts, seats, waivers and cash, all or none."""

from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from rookiebattle.accounts.models import AgeBand, User
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.errors import AppError, Conflict, Forbidden, Invalid, NotFound
from rookiebattle.core.mail.outbox_table import OutboxLetter
from rookiebattle.core.roles import Role
from rookiebattle.core.validation import parse
from rookiebattle.gate.schemas import GateWalkIn, WalkedIn
from rookiebattle.gate.service import walk_ins
from rookiebattle.guardians import dependents
from rookiebattle.guardians import service as guardians
from rookiebattle.payments.models import Payment
from rookiebattle.registrations.wording import NEEDS_MEMBERSHIP, TOO_YOUNG
from rookiebattle.waivers.models import Form, WaiverSignature
from tests import factories
from tests.clocks import NOW
from tests.gate.park import Gate, holding

YEAR = timedelta(days=365)
NELL: dict[str, Any] = {"name": "Nell Ash", "ageGroup": "adult"}
NORI: dict[str, Any] = {"name": "Nori Ash", "ageGroup": "minor", "guardianName": "Pat Ash"}


def walk_in(gate: Gate, by: Actor | None = None, **sent: Any) -> WalkedIn:
    values = parse(GateWalkIn, sent)
    return gate.world.do(walk_ins.walk_in, by or gate.gus, event_id=gate.event_id, values=values)


def all_of(gate: Gate, model: Any) -> list[Any]:
    return gate.world.scalars(sa.select(model))


def user(gate: Gate, user_id: str) -> User:
    found: User = next(one for one in all_of(gate, User) if one.id == user_id)
    return found


def token_of(url: str | None) -> str:
    return (url or "").rpartition("/")[2]


def test_an_adult_walks_in_and_claims_the_account(gate: Gate) -> None:
    made = walk_in(gate, **NELL, email="nell@example.org")
    assert (made.verdict, made.checked_in_at, made.sign_url) == ("green", NOW, None)
    nell = user(gate, made.user_id)
    assert (nell.first_name, nell.last_name, nell.game_name) == ("Nell", "Ash", "Nell")
    assert (nell.age_band, nell.email, nell.issuer) == (None, None, None)
    assert gate.verdicts()["Nell"] == ("green", [])
    letter = next(one for one in all_of(gate, OutboxLetter) if one.kind == "gate.claim")
    assert letter.recipient == "nell@example.org"
    assert made.claim_url
    assert made.claim_url in letter.body
    claimed = gate.world.do(dependents.claimed_by, VISITOR, token=token_of(made.claim_url))
    assert claimed == ("Nell", False)
    lapses = {"age_band": None, "lapses_at": NOW + timedelta(days=1)}
    fresh = gate.world.person(issuer="i", subject="s", **lapses)
    gate.world.do(dependents.claim, fresh, token=token_of(made.claim_url))
    nell = user(gate, made.user_id)
    assert (nell.subject, nell.lapses_at) == ("s", None)
    assert "registration.walked_in" in gate.world.actions()


def test_no_name_advertises_in_the_letter_to_a_stranger(gate: Gate) -> None:
    walk_in(gate, name="Buy www.swords.example", ageGroup="adult", email="nell@example.org")
    letter = next(one for one in all_of(gate, OutboxLetter) if one.kind == "gate.claim")
    assert "swords.example" not in letter.body + letter.html


def test_a_minor_comes_with_a_guardian_who_claims(gate: Gate) -> None:
    made = walk_in(gate, **NORI, email="pat@example.org")
    letter = next(one for one in all_of(gate, OutboxLetter) if one.kind == "gate.claim")
    assert "Pat Ash" in letter.body
    assert "Nori" not in letter.body
    nori = user(gate, made.user_id)
    assert nori.age_band == AgeBand.MINOR
    (pat,) = gate.world.run(guardians.guardians_of, nori.id)
    assert (pat.first_name, pat.age_band) == ("Pat", AgeBand.ADULT)
    assert gate.world.do(dependents.claimed_by, VISITOR, token=token_of(made.claim_url)) == (
        "Pat",
        False,
    )
    assert gate.world.counter(gate.event_id) == 4


def test_two_of_one_name_are_told_apart(gate: Gate) -> None:
    names = [user(gate, walk_in(gate, **NELL).user_id).game_name for _ in range(2)]
    assert names == ["Nell", "Nell 2"]
    odd = walk_in(gate, name="a@b.example Ash", ageGroup="adult")
    assert user(gate, odd.user_id).game_name is None


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"ageGroup": "adult"}, "name"),
        ({"name": "Nell"}, "ageGroup"),
        ({"name": "Nori", "ageGroup": "minor"}, "guardianName"),
        ({"name": "Administrator", "ageGroup": "adult"}, "name"),
        ({**NORI, "guardianName": "Administrator"}, "guardianName"),
        ({**NELL, "paid": "15.00"}, "paid"),
    ],
)
def test_what_is_missing_is_asked_for_and_nothing_is_kept(
    gate: Gate, sent: dict[str, Any], field: str
) -> None:
    before = len(all_of(gate, User))
    with pytest.raises(Invalid) as refused:
        walk_in(gate, **sent)
    assert list(refused.value.fields) == [field]
    assert len(all_of(gate, User)) == before
    assert gate.world.counter(gate.event_id) == 3


def test_children_are_refused_and_not_kept(gate: Gate) -> None:
    before = len(all_of(gate, User))
    with pytest.raises(Forbidden, match=TOO_YOUNG[:20]):
        walk_in(gate, **{**NORI, "ageGroup": "under13"})
    assert len(all_of(gate, User)) == before


def test_cash_stands_in_the_books_with_who_took_it(gate: Gate) -> None:
    gate.world.change(gate.event_id, price_cents=1500)
    with pytest.raises(Invalid, match=r"\$15\.00"):
        walk_in(gate, **NELL, paid="10.00")
    assert walk_in(gate, **NELL, paid="15.00").verdict == "green"
    (payment,) = all_of(gate, Payment)
    assert (payment.amount_cents, payment.recorded_by) == (1500, gate.gus.user_id)
    owing = walk_in(gate, **NELL)
    assert (owing.verdict, owing.reasons[0].text) == ("yellow", "Fee due: $15.00")
    assert owing.checked_in_at == NOW


def test_waivers_on_paper_on_this_device_and_none(gate: Gate) -> None:
    assert walk_in(gate, **NELL, waiver="paper").verdict == "green"
    versions = {form: gate.world.add(factories.waiver_version(form)) for form in Form}
    minor = walk_in(gate, **NORI, waiver="paper")
    assert (minor.verdict, minor.checked_in_at) == ("yellow", NOW)
    # Of an adult no guardian is kept, whatever was typed before.
    walk_in(gate, **NELL, guardianName="Pat Oak")
    assert not [one for one in all_of(gate, User) if one.last_name == "Oak"]
    (paper,) = all_of(gate, WaiverSignature)
    assert (paper.version_id, paper.noted_by) == (versions[Form.MINOR], gate.gus.user_id)
    device = walk_in(gate, **NELL, waiver="device")
    assert (device.verdict, device.checked_in_at) == ("red", None)
    assert device.sign_url
    assert "/sign?device=" in device.sign_url
    assert "back=" in device.sign_url
    assert walk_in(gate, **NELL).reasons[0].code == "waiver_missing"


def test_a_gate_person_seats_a_member_only_by_their_pass(gate: Gate) -> None:
    zoe = gate.world.person(game_name="Zoe")
    with pytest.raises(NotFound):
        walk_in(gate, userId=zoe.user_id)
    for wrong in ("forged", gate.token(zoe, event_id="another")):
        with pytest.raises(NotFound, match="pass"):
            walk_in(gate, None, **{"pass": wrong})
    made = walk_in(gate, None, **{"pass": gate.token(zoe)})
    assert (made.user_id, made.claim_url, made.checked_in_at) == (zoe.user_id, None, NOW)
    again = walk_in(gate, None, **{"pass": gate.token(zoe)})
    assert again.registration_id == made.registration_id
    ada = gate.world.person(is_admin=True)
    yan = gate.world.person(game_name="Yan")
    assert walk_in(gate, ada, userId=yan.user_id).checked_in_at == NOW
    assert gate.world.actions().count("registration.walked_in") == 2


@pytest.mark.parametrize("role", [Role.MARSHAL, Role.TREASURER, None])
def test_nobody_else_adds_people(gate: Gate, role: Role | None) -> None:
    actor = gate.world.person()
    with pytest.raises(AppError) as refused:
        walk_in(gate, holding(actor, role, gate.event_id) if role else actor, **NELL)
    assert refused.value.status == 403


def test_a_member_without_the_plan_gets_no_seat(gate: Gate) -> None:
    gate.world.change(gate.event_id, requires_membership=True)
    with pytest.raises(Forbidden, match=NEEDS_MEMBERSHIP):
        walk_in(gate, **NELL)
    assert not [one for one in all_of(gate, User) if one.first_name == "Nell"]


def test_who_adds_many_asks_a_lead(gate: Gate, monkeypatch: pytest.MonkeyPatch) -> None:
    """A role in a chapter lets somebody add more than the organizer of an event adds."""
    monkeypatch.setattr(walk_ins, "MOST_NEW", 3)
    monkeypatch.setattr(walk_ins, "MOST_OF_STRANGERS", 2)
    # The organizer, and the gate, whose role reaches no further than the event.
    for one in (gate.olga, gate.gus):
        walk_in(gate, one, **NORI)
        with pytest.raises(Conflict, match="added 2 people today"):
            walk_in(gate, one, **NELL)
    lead = holding(gate.olga, Role.LEAD, None, gate.chapter_id)
    assert walk_in(gate, lead, **NELL)
    with pytest.raises(Conflict, match="added 3 people today"):
        walk_in(gate, lead, **NELL)
    admin = gate.world.person(is_admin=True)
    for _ in range(4):
        assert walk_in(gate, admin, **NELL)
    gate.clock.now = NOW + timedelta(days=1, hours=1)
    gate.world.change(gate.event_id, end_at=NOW + timedelta(days=3))
    assert walk_in(gate, gate.olga, **NELL)


def forget(gate: Gate, later: timedelta) -> None:
    gate.clock.now = NOW + later
    gate.world.run(walk_ins.forget_unclaimed)


def test_an_account_that_nobody_took_over_goes_a_year_after_its_last_event(gate: Gate) -> None:
    nell, nori = walk_in(gate, **NELL), walk_in(gate, **NORI)
    came = gate.read().counts.checked_in
    month = timedelta(days=30)
    later = gate.world.event(gate.olga, start_at=NOW + month, end_at=NOW + month + YEAR)
    gate.world.seat(later, Actor(user_id=nori.user_id))
    gate.world.seat(later, Actor(user_id=nell.user_id), cancelled_at=NOW)
    forget(gate, YEAR - timedelta(minutes=1))
    assert user(gate, nell.user_id).erased_at is None
    forget(gate, YEAR)
    gone, stays = user(gate, nell.user_id), user(gate, nori.user_id)
    assert (gone.first_name, gone.game_name) == (None, None)
    assert stays.first_name == "Nori"
    assert NOW + month + YEAR in {one.lapses_at for one in all_of(gate, User)}
    assert gate.read().counts.checked_in == came
    # The guardian came to no event, and stays for the minor's sake.
    assert [one.last_name for one in all_of(gate, User) if one.last_name == "Ash"] == ["Ash"] * 2
    forget(gate, month + YEAR - timedelta(minutes=1))
    assert user(gate, nori.user_id).first_name == "Nori"
    forget(gate, month + YEAR)
    assert not [one for one in all_of(gate, User) if one.last_name == "Ash"]

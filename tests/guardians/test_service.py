"""Connections: their end on both sides, and what becomes of people whose guardian is erased."""

from datetime import timedelta
from typing import Any

import pytest

from rookiebattle.accounts import leaving
from rookiebattle.accounts import service as accounts
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.errors import Conflict, Forbidden, NotFound, Unauthorized
from rookiebattle.guardians import dependents, invitations, service
from rookiebattle.guardians.hooks import standings_asked
from rookiebattle.guardians.schemas import StandingRead
from rookiebattle.guardians.wording import LAST_GUARDIAN
from tests.clocks import NOW
from tests.guardians.family import Family
from tests.hooks import also


def test_waivers_say_what_somebody_has_signed(family: Family) -> None:
    mother = family.person()
    added = family.add_teen(mother)
    signed = StandingRead(form="minor", state="signed", version=2, signed_at=NOW, ends_at=NOW)

    def tell(*_args: object, user_ids: list[str], found: dict[str, StandingRead]) -> None:
        found.update(dict.fromkeys(user_ids, signed))

    with also(standings_asked, tell):
        (one,) = family.do(service.list_dependents, mother)
    assert (one.user_id, one.waiver) == (added.user_id, signed)


def test_the_last_guardian_of_somebody_who_cannot_log_in_stays(
    family: Family, monkeypatch: pytest.MonkeyPatch
) -> None:
    mother = family.person()
    added = family.add_teen(mother)
    with pytest.raises(Conflict, match=LAST_GUARDIAN):
        family.do(service.end_dependent, mother, user_id=added.user_id)
    father = family.person(first_name="Lee")
    dropped: list[str] = []
    monkeypatch.setattr(service, "drop_user", dropped.append)
    with family.database.unit_of_work(write=True) as session:
        person = service.locked(session, added.user_id)
        service.connect(session, father, guardian_id=father.user_id, person=person)
    # Their open pages know at once that they have people.
    assert dropped == [father.user_id, added.user_id]
    (shared,) = family.do(service.list_dependents, mother)
    token = family.token_to(mother, added.user_id)
    family.do(service.end_dependent, mother, user_id=added.user_id)
    with pytest.raises(NotFound):
        family.do(dependents.claimed_by, VISITOR, token=token)
    assert family.connected() == {(father.user_id, added.user_id)}
    # A connection that has ended is no other guardian.
    (alone,) = family.do(service.list_dependents, father)
    assert (shared.may_end, alone.may_end) == (True, False)
    with pytest.raises(NotFound):
        family.do(service.end_dependent, mother, user_id=added.user_id)


def test_both_sides_end_a_connection_and_may_begin_another(family: Family) -> None:
    minor, mother = family.minor(), family.person(first_name="Pat", last_name="Vale")
    for ending in ("guardian", "minor"):
        family.do(invitations.accept, mother, token=family.invite(minor, f"{ending}@example.org"))
        (one,) = family.do(service.list_guardians, minor)
        assert (one.user_id, one.name, one.kept_at) == (mother.user_id, "Pat Vale", None)
        with family.database.unit_of_work(write=False) as session:
            assert service.is_guardian(session, mother.user_id, minor.user_id)
            (guardian,) = service.guardians_of(session, minor.user_id)
            assert guardian.id == mother.user_id
        if ending == "guardian":
            family.do(service.end_dependent, mother, user_id=minor.user_id)
        else:
            family.do(service.end_guardian, minor, user_id=mother.user_id)
        assert family.connected() == set()
    for stranger in (mother.user_id, family.person().user_id, "no id"):
        with pytest.raises(NotFound):
            family.do(service.end_guardian, minor, user_id=stranger)


def test_an_account_without_a_sign_in_goes_with_its_last_guardian(family: Family) -> None:
    mother, father = family.person(game_name="Pat"), family.person(first_name="Lee")
    alone = family.add_teen(mother)
    shared = family.add_teen(mother, gameName="Oak")
    minor = family.minor()
    family.do(invitations.accept, mother, token=family.invite(minor))
    with family.database.unit_of_work(write=True) as session:
        person = service.locked(session, shared.user_id)
        service.connect(session, father, guardian_id=father.user_id, person=person)
    seat = family.seat(event_id := family.event(), family.actor(alone.user_id))
    family.do(leaving.delete_account, mother, confirmation="Pat")
    gone, kept, own = (family.user(one) for one in (alone.user_id, shared.user_id, minor.user_id))
    assert gone
    assert gone.erased_at
    assert (gone.first_name, gone.game_name, gone.birth_date) == (None, None, None)
    assert kept
    assert own
    assert kept.erased_at is None
    assert own.erased_at is None
    assert family.connected() == {(father.user_id, shared.user_id)}
    assert [one.id for one in family.rows(event_id) if one.cancelled_at] == [seat]
    ended = {"registration.unregistered", "account.deleted"}
    by = [one.actor_id for one in family.audit_lines() if one.action in ended]
    assert by == [mother.user_id] * 3


def test_a_download_has_the_connections_and_no_token(family: Family) -> None:
    mother = family.person()
    added = family.add_teen(mother)
    family.token_to(mother, added.user_id)
    mine: Any = family.do(accounts.export_account, mother)
    (tie,), (link,) = mine["guardianships"], mine["claim_links"]
    assert tie["minor_id"] == added.user_id
    assert "token_digest" not in link
    assert mine["users"][0]["birth_date"] is None
    theirs: Any = family.do(accounts.export_account, family.actor(added.user_id))
    assert theirs["users"][0]["birth_date"] == "2011-05-04"


def test_adults_of_age_choose_to_keep_sharing(family: Family) -> None:
    minor, mother = family.minor(), family.person(first_name="Pat")
    family.do(invitations.accept, mother, token=family.invite(minor))
    with pytest.raises(Forbidden):
        family.do(service.keep_sharing, minor, user_id=mother.user_id)
    with family.database.unit_of_work(write=True) as session:
        accounts.become_adult(session, minor, user_id=minor.user_id)
        assert not service.is_guardian(session, mother.user_id, minor.user_id)
    assert family.do(service.list_dependents, mother) == []
    assert family.do(service.list_household, minor) == []
    for _again in range(2):
        kept = family.do(service.keep_sharing, minor, user_id=mother.user_id)
        assert kept.kept_at == NOW
    assert family.run(service.guardians_of, minor.user_id) == []
    assert [one.user_id for one in family.do(service.list_household, mother)] == [minor.user_id]
    assert [one.user_id for one in family.do(service.list_household, minor)] == [mother.user_id]
    with pytest.raises(NotFound):
        family.do(service.keep_sharing, minor, user_id=family.person().user_id)


def test_nobody_acts_with_an_account_that_is_gone(family: Family) -> None:
    gone = family.person(erased_at=NOW - timedelta(days=1))
    with pytest.raises(Forbidden):
        family.add_teen(gone)
    with pytest.raises(NotFound):
        family.do(service.end_guardian, gone, user_id=gone.user_id)
    with pytest.raises(Unauthorized):
        family.add_teen(Actor(user_id="00000000-0000-4000-8000-000000000000"))

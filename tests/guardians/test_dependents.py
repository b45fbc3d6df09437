"""Accounts without a sign-in: a guardian adds them, and the teenager claims them."""

from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from rookiebattle.accounts import service as accounts
from rookiebattle.accounts.claiming import take_over
from rookiebattle.accounts.models import AgeBand, User
from rookiebattle.accounts.renaming import NAME_RESERVED, NAME_TAKEN
from rookiebattle.accounts.wording import HAS_ACCOUNT
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.errors import Conflict, Forbidden, Invalid, NotFound, Unauthorized
from rookiebattle.core.validation import parse
from rookiebattle.guardians import dependents, service
from rookiebattle.guardians.models import ClaimLink, Guardianship
from rookiebattle.guardians.newcomers import add_newcomer
from rookiebattle.guardians.schemas import DependentWrite, StandingRead
from rookiebattle.guardians.wording import NO_LINK, NOT_A_TEEN, TOO_YOUNG
from rookiebattle.integrations.oidc import Claims
from tests.clocks import NOW, StillClock
from tests.guardians.family import BORN, TEEN, Family


def test_a_guardian_adds_a_teenager_whom_nobody_else_can_log_in_as(family: Family) -> None:
    tampa = family.chapter()
    mother = family.person(first_name="Pat", chapter_id=tampa)
    added = family.add_teen(mother, lastName="Vale")
    assert (added.first_name, added.last_name, added.game_name) == ("Nori", "Vale", "Small Storm")
    assert (added.birth_date, added.is_minor, added.can_log_in) == (BORN, True, False)
    assert added.waiver == StandingRead(form="minor", state="missing")
    assert family.connected() == {(mother.user_id, added.user_id)}
    assert family.do(service.list_dependents, mother) == [added]
    assert family.do(service.list_dependents, family.person()) == []
    kept = family.user(added.user_id)
    assert kept
    assert (kept.issuer, kept.email, kept.age_band) == (None, None, AgeBand.MINOR)
    assert kept.chapter_id == tampa


@pytest.mark.parametrize(
    ("years", "days", "problem"),
    [(13, 1, TOO_YOUNG), (5, 0, TOO_YOUNG), (18, 0, NOT_A_TEEN), (40, 0, NOT_A_TEEN)],
)
def test_nothing_is_kept_of_other_ages(
    years: int, days: int, problem: str, family: Family, caplog: pytest.LogCaptureFixture
) -> None:
    mother = family.person()
    born = NOW.date().replace(year=NOW.year - years) + timedelta(days=days)
    with pytest.raises(Invalid) as refused:
        family.add_teen(mother, birthDate=f"{born}")
    assert refused.value.fields == {"birthDate": problem}
    assert family.connected() == set()
    assert family.actions() == []
    assert "Nori" not in caplog.text
    assert f"{born}" not in caplog.text


@pytest.mark.parametrize("born", [1273190400, "2011-05-04T00:00:00", "May 4", None, True])
def test_a_birth_date_is_a_day(born: Any) -> None:
    with pytest.raises(Invalid) as refused:
        parse(DependentWrite, TEEN | {"birthDate": born})
    assert {*refused.value.fields} == {"birthDate"}


def test_no_birth_date_is_asked_for_in_plain_words() -> None:
    with pytest.raises(Invalid) as refused:
        parse(DependentWrite, TEEN | {"birthDate": ""})
    assert refused.value.fields == {"birthDate": "Birth date is required"}


def test_names_are_refused_as_everywhere(family: Family) -> None:
    mother = family.person()
    family.add_teen(mother)
    for changed, problem in (
        ({"gameName": "small  STORM"}, NAME_TAKEN),
        ({"gameName": "The Admin"}, NAME_RESERVED),
        ({"firstName": "Administrator", "gameName": "Oak"}, NAME_RESERVED),
    ):
        with pytest.raises(Invalid, match=problem):
            family.add_teen(mother, **changed)
    assert len(family.connected()) == 1


def test_only_adults_add_teenagers_and_not_without_end(
    family: Family, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(Forbidden):
        family.add_teen(family.minor())
    monkeypatch.setattr(dependents, "MOST_PEOPLE", 1)
    mother = family.person()
    family.add_teen(mother)
    with pytest.raises(Conflict, match="the most"):
        family.add_teen(mother, gameName="Oak")
    family.write(sa.update(Guardianship).values(ended_at=NOW))
    family.add_teen(mother, gameName="Oak")


def test_a_teenager_takes_over_the_account_with_a_new_sign_in(family: Family) -> None:
    mother = family.person()
    added = family.add_teen(mother)
    token = family.token_to(mother, added.user_id)
    assert family.do(dependents.claimed_by, VISITOR, token=token) == ("Small Storm", True)
    address = "newcomer@example.org"
    newcomer = family.newcomer(lapses_at=NOW + timedelta(days=30), login_email=address)
    for _browser in range(2):
        family.cookie_of(newcomer)
    key = family.sessions_of(newcomer.user_id)[0]
    own = family.do(dependents.claim, family.actor(newcomer.user_id, key), token=token)
    assert (own.id, own.game_name, own.email) == (added.user_id, "Small Storm", address)
    assert family.get(User, own.id).login_email == address
    assert family.user(newcomer.user_id) is None
    assert family.sessions_of(added.user_id) == [key]
    assert family.connected() == {(mother.user_id, added.user_id)}
    assert [one.can_log_in for one in family.do(service.list_dependents, mother)] == [True]
    claims = Claims("https://id.example.org", "newcomer")
    assert family.do(accounts.sign_in, VISITOR, claims=claims).welcomed
    with pytest.raises(NotFound, match=NO_LINK):
        family.do(dependents.claim, family.newcomer("late"), token=token)
    with pytest.raises(Conflict, match="by themselves"):
        family.token_to(mother, added.user_id)


@pytest.mark.parametrize("who", ["member", "added by an administrator", "administrator"])
def test_an_account_in_use_takes_over_nothing(who: str, family: Family) -> None:
    mother = family.person()
    added = family.add_teen(mother)
    token = family.token_to(mother, added.user_id)
    soon = NOW + timedelta(days=30)
    if who == "member":
        actor = family.minor(lapses_at=soon)
    elif who == "administrator":
        actor = family.newcomer(is_admin=True, lapses_at=soon)
    else:
        actor = family.newcomer()
    with pytest.raises(Conflict, match=HAS_ACCOUNT):
        family.do(dependents.claim, actor, token=token)
    # The link still works.
    assert family.do(dependents.claimed_by, VISITOR, token=token)


def test_a_link_ends_after_seven_days_with_a_new_one_and_with_the_connection(
    family: Family, still_clock: StillClock
) -> None:
    mother = family.person()
    added = family.add_teen(mother)
    first = family.token_to(mother, added.user_id)
    second = family.token_to(mother, added.user_id)
    with pytest.raises(NotFound):
        family.do(dependents.claimed_by, VISITOR, token=first)
    still_clock.now = NOW + timedelta(days=7)
    with pytest.raises(NotFound):
        family.do(dependents.claimed_by, VISITOR, token=second)
    with family.database.unit_of_work(write=True) as session:
        dependents.forget_old(session)
        assert session.query(ClaimLink).count() == 0
    third = family.token_to(mother, added.user_id)
    family.do(service.end_guardian, family.actor(added.user_id), user_id=mother.user_id)
    with pytest.raises(NotFound):
        family.do(dependents.claimed_by, VISITOR, token=third)
    with pytest.raises(NotFound):
        family.token_to(family.person(), added.user_id)


def test_a_verified_address_claims_no_dependents_account(family: Family) -> None:
    added = family.add_teen(family.person())
    family.set(User, added.user_id, email="nori@example.org")
    claims = Claims("https://id.example.org", "nori", "nori@example.org", email_verified=True)
    with pytest.raises(Forbidden):
        family.do(accounts.sign_in, VISITOR, claims=claims)


def test_no_link_leads_to_an_account_that_somebody_logs_in_to(family: Family) -> None:
    """A gate has seen the link of whom it added. The address that an administrator enters claims
    the account, and the link must not take it from its owner."""
    gate = family.person()
    with family.database.unit_of_work(write=True) as session:
        added = add_newcomer(session, gate, name="Bob Reed")
        session.get_one(User, added.user_id).email = "bob@example.org"
    claims = Claims("https://id.example.org", "bob", "bob@example.org", email_verified=True)
    family.do(accounts.sign_in, VISITOR, claims=claims)
    thief = family.newcomer("thief", lapses_at=NOW + timedelta(days=30))
    token = added.url.rpartition("/")[2]
    for verb, actor in ((dependents.claimed_by, VISITOR), (dependents.claim, thief)):
        with pytest.raises(NotFound, match=NO_LINK):
            family.do(verb, actor, token=token)
    # The same where the link was read before, and for an account that was erased since.
    gone = family.person(erased_at=NOW).user_id
    for user_id in (added.user_id, gone):
        with pytest.raises(NotFound), family.database.unit_of_work(write=True) as session:
            take_over(session, thief, user_id=user_id)
    owner = family.user(added.user_id)
    assert owner
    assert (owner.subject, owner.email) == ("bob", "bob@example.org")


def test_a_link_of_an_account_that_goes_meanwhile_leads_nowhere(family: Family) -> None:
    nobody = "00000000-0000-4000-8000-000000000000"
    newcomer = family.newcomer(lapses_at=NOW + timedelta(days=30))
    with family.database.unit_of_work(write=True) as session, pytest.raises(Unauthorized):
        take_over(session, Actor(user_id=nobody), user_id=newcomer.user_id)
    with pytest.raises(NotFound), family.database.unit_of_work(write=True) as session:
        take_over(session, newcomer, user_id=nobody)

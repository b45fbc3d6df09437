"""The section of Your Account about guardians: a minor's, an adult's of before, a household."""

import pytest

from rookiebattle.accounts import service as accounts
from rookiebattle.accounts.models import AgeBand
from rookiebattle.core.actor import VISITOR
from rookiebattle.core.database.db import Database
from rookiebattle.guardians import invitations
from rookiebattle.guardians.wording import TOO_YOUNG
from rookiebattle.pages.account.read import show_account
from rookiebattle.pages.account.state import FamilyState, load_family
from rookiebattle.pages.account.view import GOES_ALONG, FamilyView, account_view
from rookiebattle.ui.typed import page_vars
from tests.clocks import StillClock
from tests.guardians.family import Family
from tests.tab import worker_for

pytestmark = pytest.mark.anyio
State = page_vars(FamilyState)


@pytest.fixture
def family(database: Database, still_clock: StillClock) -> Family:
    return Family(database)


async def test_adults_without_people_and_visitors_see_no_section(family: Family) -> None:
    assert await load_family(VISITOR, {}) == FamilyView()
    assert not (await load_family(family.person(), {})).is_shown


async def test_a_minor_invites_withdraws_and_ends(family: Family) -> None:
    minor = family.person(age_band=AgeBand.MINOR)
    async with worker_for(minor) as worker:
        tab = worker.tab(cookie=minor.user_id, path="/account")
        await tab.send(State.show)
        shown = await load_family(minor, {})
        assert (shown.is_shown, shown.is_minor, shown.asks_birth) == (True, True, True)
        form = {"email": "pat@example.org", "birthDate": "2020-05-04"}
        await tab.send(State.invite, form=form)
        assert tab.of(FamilyState)["errors"] == {"birthDate": TOO_YOUNG}
        await tab.send(State.invite, form=form | {"birthDate": "2011-05-04"})
        assert (tab.of(FamilyState)["errors"], tab.of(FamilyState)["sent"]) == ({}, 1)
        shown = await load_family(minor, {})
        (waiting,) = shown.invited
        assert waiting.about == "Invited. The link works until Mar 28, 2026."
        assert not shown.asks_birth
        await tab.send(State.withdraw, invitation_id=waiting.id)
        mother = family.person(first_name="Pat")
        family.do(invitations.accept, mother, token=family.invite(minor, "b@example.org"))
        (guardian,) = (await load_family(minor, {})).people
        assert (guardian.name, guardian.asks) == ("Pat", False)
        await tab.send(State.end, user_id=mother.user_id)
        assert (await load_family(minor, {})).people == []


async def test_somebody_of_age_keeps_sharing(family: Family) -> None:
    minor, mother = family.minor(), family.person(first_name="Pat")
    family.do(invitations.accept, mother, token=family.invite(minor))
    family.run(accounts.become_adult, minor, user_id=minor.user_id)
    async with worker_for(minor) as worker:
        tab = worker.tab(cookie=minor.user_id, path="/account")
        (asked,) = (await load_family(minor, {})).people
        assert (asked.about, asked.asks) == ("Your guardian until you turned 18", True)
        await tab.send(State.keep, user_id=mother.user_id)
        (kept,) = (await load_family(minor, {})).people
        assert (kept.about, kept.asks) == ("One household since Mar 14, 2026", False)


async def test_a_guardian_invites_another_adult_and_ends_it(family: Family) -> None:
    mother, father = family.person(game_name="Pat"), family.person(first_name="Lee")
    family.add_teen(mother)
    async with worker_for(mother) as worker:
        tab = worker.tab(cookie=mother.user_id, path="/account")
        await tab.send(State.show)
        await tab.send(State.invite, form={"email": "lee@example.org"})
        family.do(invitations.accept, father, token=family.letter_token("lee@example.org"))
        await tab.send(State.show)
        shown = await load_family(mother, {})
        assert [one.name for one in shown.people] == ["Lee"]
        assert not shown.may_invite
        await tab.send(State.end, user_id=father.user_id)
        assert (await load_family(mother, {})).may_invite
    leaving = account_view(family.do(show_account, mother))
    assert GOES_ALONG.format("Small Storm") in leaving.consequences

"""The SQL and the policy say the same of each case, on both databases."""

from datetime import date, timedelta
from typing import Any

import pytest

from rookiebattle.accounts.models import AgeBand, User
from rookiebattle.core.database.db import Database
from rookiebattle.core.roles import EVERYWHERE
from rookiebattle.waivers import queries
from rookiebattle.waivers.models import Form, VersionState
from rookiebattle.waivers.policy import Signed, form_of, standing_of
from rookiebattle.waivers.schemas.lacking import LackingSearch
from tests import factories
from tests.waivers.cases import CASES, NOW
from tests.world import World

LEAP = date(2028, 2, 29)
AGES: list[tuple[str | None, date | None]] = [
    (None, None),
    (AgeBand.ADULT, None),
    (AgeBand.MINOR, None),
    (AgeBand.MINOR, date(2008, 11, 28)),
    (AgeBand.ADULT, date(2008, 11, 29)),
    (None, date(2010, 2, 28)),
    (None, date(2010, 3, 1)),
    (None, date(2008, 2, 29)),
]


def put(world: World, signatures: tuple[Signed, ...], form: Form, user: User) -> str:
    """A member with these signatures. Waivers on paper were typed by nobody."""
    user_id = world.add(user)
    for one in signatures:
        columns: dict[str, Any] = {"signed_at": one.signed_at, "ends_at": one.ends_at}
        columns |= {} if one.is_verified else {"typed_name": None}
        version_id = f"{form}{one.version}"
        world.add(factories.waiver_signature(version_id=version_id, user_id=user_id, **columns))
    return user_id


def versions(world: World) -> None:
    for form in Form:
        old = VersionState.REPLACED
        world.add(factories.waiver_version(form, 1, "Old.", id=f"{form}1", state=old))
        world.add(factories.waiver_version(form, 2, "New.", id=f"{form}2"))


@pytest.mark.each_database
def test_the_sql_says_what_the_policy_says(some_database: Database) -> None:
    world = World(some_database)
    versions(world)
    people = {
        name: put(world, case[0], Form.ADULT, factories.person()) for name, case in CASES.items()
    }
    # A signature as a minor says nothing about the adult.
    people["of the other form"] = put(world, CASES["in force"][0], Form.MINOR, factories.person())
    people["refused"] = world.add(factories.person())
    refused = {"typed_name": None, "refused_because": "No name."}
    of_refused: dict[str, Any] = {"version_id": "adult2", "user_id": people["refused"], **refused}
    world.add(factories.waiver_signature(**of_refused))
    with some_database.unit_of_work(write=False) as session:
        asked = (LackingSearch(), (), EVERYWHERE, NOW, NOW.date())
        found = {row.id: row for row in queries.people(session, *asked)}
        counted = queries.counts(session, *asked)
    for name, user_id in people.items():
        signatures = CASES[name][0] if name in CASES else ()
        wanted = standing_of(Form.ADULT, 2, signatures, NOW)
        lack = "ending" if wanted.ends_soon(NOW) else wanted.state.value
        row = found.get(user_id)
        if lack == "signed":
            assert row is None, name
            continue
        assert row is not None, name
        told = (row.form, row.lack, row.version, row.signed_at, row.ends_at)
        assert told == (Form.ADULT, lack, wanted.version, wanted.signed_at, wanted.ends_at), name
    assert sum(counted.values()) == len(people)
    assert sum(counted.values()) - counted["signed"] == len(found)


@pytest.mark.each_database
@pytest.mark.parametrize("today", [NOW.date(), LEAP, LEAP + timedelta(days=1)])
def test_the_sql_asks_for_the_same_form(some_database: Database, today: date) -> None:
    world = World(some_database)
    versions(world)
    people = {
        world.add(factories.person(age_band=band, birth_date=born)): form_of(band, born, today)
        for band, born in AGES
    }
    with some_database.unit_of_work(write=False) as session:
        rows = queries.people(session, LackingSearch(), (), EVERYWHERE, NOW, today)
    assert {row.id: row.form for row in rows} == people


@pytest.mark.parametrize("form", Form)
def test_nobody_lacks_a_form_without_a_version(some_database: Database, form: Form) -> None:
    world = World(some_database)
    ages = {one: world.add(factories.person(age_band=one)) for one in AgeBand}
    world.add(factories.waiver_version(form))
    with some_database.unit_of_work(write=False) as session:
        asked = (LackingSearch(), (), EVERYWHERE, NOW, NOW.date())
        assert [row.id for row in queries.people(session, *asked)] == [ages[AgeBand(form)]]
        assert queries.counts(session, *asked) == {"missing": 1}

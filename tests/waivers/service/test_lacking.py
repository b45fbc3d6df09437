"""The list of those without a waiver: who sees whom, its filters, its pages and its cost."""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import pytest
from sqlalchemy import event

from rookiebattle.accounts.models import AgeBand
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import Forbidden, Unauthorized
from rookiebattle.core.pagination import Window
from rookiebattle.core.roles import Grant, Role
from rookiebattle.waivers.schemas.lacking import LackingPage, LackingSearch
from rookiebattle.waivers.service.lacking import search_lacking
from tests import factories
from tests.clocks import NOW, StillClock
from tests.world import World

ADMIN = Actor(user_id="ada", is_admin=True)


@pytest.fixture
def here(some_database: Database, still_clock: StillClock) -> World:
    """North has Ana and Bea, who signed; south has Cid. The adult waiver is in force."""
    world = World(some_database)
    world.add(factories.waiver_version(id="one"))
    chapters = {name: world.chapter(name, id=name) for name in ("north", "south")}
    people = {"Ana": "north", "Bea": "north", "Cid": "south"}
    for name, chapter in people.items():
        columns = {"id": name, "sort_name": name.lower(), "chapter_id": chapters[chapter]}
        world.add(factories.person(first_name=name, **columns))
    world.add(factories.waiver_signature(version_id="one", user_id="Bea"))
    world.add(factories.person(id="gone", erased_at=NOW))
    return world


def search(here: World, actor: Actor = ADMIN, **wanted: Any) -> LackingPage:
    return here.do(search_lacking, actor, wanted=LackingSearch(**wanted))


def names(here: World, actor: Actor = ADMIN, **wanted: Any) -> list[str]:
    found = search(here, actor, **wanted)
    assert len(found.items) == found.total or wanted.get("window")
    return [one.name for one in found.items]


def test_it_shows_who_lacks_something_and_counts_all(here: World) -> None:
    found = search(here)
    assert [(one.name, one.state, one.chapter) for one in found.items] == [
        ("Ana", "missing", "north"),
        ("Cid", "missing", "south"),
    ]
    assert (found.total, found.counts) == (2, {"missing": 2, "signed": 1})


@pytest.mark.parametrize(
    ("wanted", "shown"),
    [
        ({"state": "missing"}, ["Ana", "Cid"]),
        ({"state": "expired"}, []),
        ({"chapter_id": "north"}, ["Ana"]),
        ({"text": "ci"}, ["Cid"]),
        ({"text": "…"}, []),
        ({"window": Window(1, 1)}, ["Cid"]),
    ],
)
def test_it_is_narrowed(here: World, wanted: dict[str, Any], shown: list[str]) -> None:
    assert names(here, **wanted) == shown


@pytest.mark.parametrize(
    ("grant", "shown", "counted"),
    [
        (Grant(Role.LEAD), ["Ana", "Cid"], 3),
        (Grant(Role.LEAD, "north"), ["Ana"], 2),
        (Grant(Role.SECOND, "south"), ["Cid"], 1),
        (Grant(Role.LEAD, None, "practice"), [], 0),
    ],
)
def test_leads_see_their_chapter_alone(
    here: World, grant: Grant, shown: list[str], counted: int
) -> None:
    lead = Actor(user_id="lea", grants=(grant,))
    found = search(here, lead)
    assert ([one.name for one in found.items], sum(found.counts.values())) == (shown, counted)
    assert names(here, lead, chapter_id="south") == [one for one in shown if one == "Cid"]


def test_a_lead_reads_nothing_that_tells_a_minor_from_an_adult(here: World) -> None:
    here.add(factories.waiver_version(id="two", form="minor"))
    teen = {"age_band": AgeBand.MINOR, "birth_date": date(2010, 1, 1)}
    here.add(factories.person(id="Dan", sort_name="dan", chapter_id="north", **teen))
    for form in ("one", "two"):
        # The form of the other one was replaced since.
        days = 300 if form == "one" else 340
        is_soon = {"ends_at": NOW + timedelta(days=9), "signed_at": NOW - timedelta(days=days)}
        who = "Ana" if form == "one" else "Dan"
        here.add(factories.waiver_signature(version_id=form, user_id=who, **is_soon))

    def told(actor: Actor) -> list[dict[str, Any]]:
        found = search(here, actor, state="ending").items
        return [one.model_dump(exclude={"user_id", "name"}) for one in found]

    adult, minor = told(Actor(user_id="lea", grants=(Grant(Role.LEAD),)))
    assert adult == minor
    assert [one["form"] for one in told(ADMIN)] == ["adult", "minor"]


def test_nobody_else_sees_it(here: World) -> None:
    for grants in ((), (Grant(Role.GATE),), (Grant(Role.TREASURER),)):
        with pytest.raises(Forbidden):
            search(here, Actor(user_id="maya", grants=grants))
    with pytest.raises(Unauthorized):
        search(here, VISITOR)


@pytest.fixture
def asked(database: Database) -> Iterator[list[tuple[str, Any]]]:
    """Every statement that reaches the database, with its values."""
    statements: list[tuple[str, Any]] = []

    def note(_conn: object, _cursor: object, statement: str, values: Any, *_more: object) -> None:
        statements.append((statement, values))

    event.listen(database.engine, "before_cursor_execute", note)
    yield statements
    event.remove(database.engine, "before_cursor_execute", note)


@pytest.mark.parametrize("chapter_id", [None, "north"])
def test_a_page_reads_the_names_in_order(
    database: Database, asked: list[tuple[str, Any]], chapter_id: str | None
) -> None:
    """However many members there are: the signatures of each are one range of an index."""
    world = World(database)
    world.add(factories.waiver_version())
    world.add(factories.chapter("north", id="north"))
    world.add(factories.person(chapter_id="north"))
    asked.clear()
    search(world, chapter_id=chapter_id)
    with database.unit_of_work(write=False) as session:
        statement, values = next(one for one in reversed(asked) if "LIMIT" in one[0])
        rows = session.connection().exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)
        plan = " | ".join(str(row[3]) for row in rows)
    assert "ix_waiver_signatures_user_id_ends_at (user_id=?)" in plan, plan
    assert "SCAN users USING INDEX" in plan or "SEARCH users USING INDEX" in plan, plan
    # The only sorting is that of one person's signatures.
    assert plan.count("FOR ORDER BY") == 1, plan

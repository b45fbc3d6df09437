"""The import of members: the dry run, what it writes, and what it refuses as a whole."""

import json
from typing import Any

import pytest
import sqlalchemy as sa

from rookiebattle.accounts import adding
from rookiebattle.accounts.finding import lost_words
from rookiebattle.accounts.models import User
from rookiebattle.accounts.naming import name_key
from rookiebattle.core import kept_files
from rookiebattle.core.actor import Actor
from rookiebattle.core.changes import AuditWords
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import Conflict, Forbidden, Invalid, NotFound
from rookiebattle.core.pagination import Window
from rookiebattle.members import exporting, importing
from rookiebattle.members.imports import (
    Existing,
    Imported,
    ImportQuery,
    ImportWrite,
    MembersImport,
    Verdict,
)
from rookiebattle.members.reading import NO_ADDRESS
from rookiebattle.members.users import UserFilter
from rookiebattle.progression import entering
from rookiebattle.progression.service import differences, own_timeline
from tests.clocks import NOW, StillClock
from tests.world import World

HEAD = "Email,First name,Last name,Chapter,Tier,Status"
UPDATING = ImportQuery(existing=Existing.UPDATE)


@pytest.fixture
def world(some_database: Database, still_clock: StillClock) -> World:
    return World(some_database)


@pytest.fixture
def ada(world: World) -> Actor:
    return world.person(is_admin=True, email="ada@example.org")


def keep(world: World, actor: Actor, *lines: str, name: str = "members.csv") -> str:
    content = "\n".join(lines).encode()
    packed = world.do(kept_files.examine, actor, kind=importing.KIND, content=content)
    return world.do(kept_files.keep, actor, kind=importing.KIND, name=name, packed=packed).id


def check(
    world: World, actor: Actor, file_id: str, query: ImportQuery | None = None
) -> MembersImport:
    return world.do(importing.check_members, actor, file_id=file_id, query=query or ImportQuery())[
        0
    ]


def bring(world: World, actor: Actor, file_id: str, query: ImportQuery | None = None) -> Imported:
    seen = check(world, actor, file_id, query)
    values = ImportWrite(
        existing=(query or ImportQuery()).existing, new=seen.totals.new, changed=seen.totals.changed
    )
    plan = world.do(importing.plan_members, actor, file_id=file_id, values=values)
    return world.do(importing.import_members, actor, plan=plan)


def verdicts(found: MembersImport) -> dict[str, str]:
    return {
        one.email: ". ".join(of.sentence for of in one.problems)
        or ", ".join(one.changes)
        or one.verdict.value
        for one in found.rows
    }


def member(world: World, email: str) -> Any:
    with world.database.unit_of_work(write=False) as session:
        return session.scalars(sa.select(User).where(User.email == email)).one()  # type: ignore[arg-type]  # a column


def count(world: World) -> int:
    with world.database.unit_of_work(write=False) as session:
        return session.scalar(sa.select(sa.func.count()).select_from(User)) or 0


def test_an_import_waits_for_the_chapters_that_are_meant(world: World, ada: Actor) -> None:
    tampa = world.chapter("Tidewall Dojo", city="Tampa")
    file_id = keep(
        world,
        ada,
        "Email,First name,Last name,Chapter",
        "ana@example.org,Ana,Ash,Tampa",
        "bo@example.org,Bo,Ash,TAMPA",
        "cy@example.org,Cy,Ash,Bay Dojo",
    )
    first, second = check(world, ada, file_id).unknown_chapters
    assert (first.name, first.rows, first.likely) == ("Tampa", 2, [tampa])
    assert (second.name, second.rows) == ("Bay Dojo", 1)
    chosen = {"tampa": tampa, "bay dojo": "nonsense"}
    values = ImportWrite(new=3, chapters=chosen)
    with pytest.raises(Invalid, match="There is no chapter “Bay Dojo”"):
        world.do(importing.plan_members, ada, file_id=file_id, values=values)
    query = ImportQuery(chapters=json.dumps({"Tampa": tampa, "Bay Dojo": "none"}))
    answered = [one.answer for one in check(world, ada, file_id, query).unknown_chapters]
    assert answered == [tampa, "none"]
    values = ImportWrite(new=3, chapters={**chosen, "bay dojo": "none"})
    plan = world.do(importing.plan_members, ada, file_id=file_id, values=values)
    world.do(importing.import_members, ada, plan=plan)
    found = [member(world, f"{name}@example.org").chapter_id for name in ("ana", "bo", "cy")]
    assert found == [tampa, tampa, None]


def test_the_dry_run_says_what_is_wrong_with_each_row(world: World, ada: Actor) -> None:
    world.chapter("Tampa")
    world.person(email="here@example.org", game_name="Storm", game_name_key=name_key("Storm"))
    before = count(world)
    file_id = keep(
        world,
        ada,
        f"{HEAD},Game name,Shoe size",
        "new@example.org,Nell,Ash,Tampa,Sustainer,Active,Heron,9",
        "HERE@example.org,Maya,Ortiz,,,,,",
        "nonsense,Bo,Lee,,,,,",
        "new@example.org,Nell,Again,,,,,",
        "far@example.org,Fay,Rey,Miami,Gold,,,",
        "bare@example.org,,,,,,,",
        "same@example.org,Sam,Ito,,,,STORM,",
        "twin@example.org,Tia,Win,,,,heron,",
        ",No,Address,,,,,",
    )
    found = check(world, ada, file_id)
    assert verdicts(found) == {
        "new@example.org": "Row 2 has the same email address",
        "here@example.org": "here",
        "nonsense": "Invalid email address",
        "far@example.org": (
            "Membership tier “Gold” isn’t one we know. Use one of: No plan, Community Member, "
            "Supporting Member, Sustainer"
        ),
        "bare@example.org": "First name is required. Last name is required",
        "same@example.org": "Another member already has this game name",
        "twin@example.org": "Row 2 has the same game name, or one that looks like it",
        "": NO_ADDRESS,
    }
    assert found.rows[0].verdict is Verdict.NEW
    assert found.totals.model_dump() == {"new": 1, "changed": 0, "here": 1, "problem": 7}
    assert found.ignored == ["Shoe size"]
    assert [of.field for of in found.rows[4].problems] == ["Membership tier"]
    (asked,) = found.unknown_chapters
    assert (asked.name, asked.rows, asked.likely, asked.answer) == ("Miami", 1, [], None)
    assert (found.encoding, found.separator) == ("Unicode", "commas")
    assert count(world) == before


def test_nobody_is_imported_under_the_name_of_somebody_who_looks_after_the_club(
    world: World, ada: Actor
) -> None:
    world.person(game_name="Falcon", game_name_key=name_key("Falcon"), is_board_member=True)
    file_id = keep(
        world,
        ada,
        f"{HEAD},Game name",
        "one@example.org,Nell,Ash,,,,F4lcon",
        "two@example.org,Fay,Rey,,,,Falcons",
    )
    assert verdicts(check(world, ada, file_id)) == {
        "one@example.org": "Another member already has this game name",
        "two@example.org": "new",
    }


def test_good_rows_become_members_whom_their_first_sign_in_claims(world: World, ada: Actor) -> None:
    tampa = world.chapter("Tampa")
    file_id = keep(
        world,
        ada,
        f"{HEAD},Service beads,Path of the Bow,Member rank,Samurai,Game name,Bio",
        "Nell@Example.org,Nell,Ash, tampa ,Sustainer,Active,3,2,Initiate,yes,Heron,Hi",
        "plain@example.org,Pia,Lane,,,,,,,,,",
        "bad,Bo,Lee,,,,,,,,,",
    )
    assert bring(world, ada, file_id) == Imported(added=2, changed=0)
    nell = member(world, "nell@example.org")
    assert (nell.first_name, nell.game_name, nell.chapter_id) == ("Nell", "Heron", tampa)
    assert (nell.membership_tier, nell.membership_status) == ("master", "active")
    assert (nell.award_beads, nell.warrior_paths["bow"]["level"]) == ({"red": 3}, 2)
    assert (nell.member_rank, nell.is_samurai, nell.issuer) == (1, True, None)
    assert member(world, "plain@example.org").warrior_paths == {}
    with world.database.unit_of_work(write=False) as session:
        assert differences(session) == []
        assert lost_words(session) == []
        (line,) = session.scalars(sa.select(AuditWords)).all()
    assert (line.action, line.thing) == ("account.imported", "members.csv")
    assert [(one.field, one.after) for one in line.changes] == [
        ("Members added", "2"),
        ("Members changed", "0"),
    ]


def test_members_do_not_read_the_name_of_the_file_in_their_history(
    world: World, ada: Actor
) -> None:
    maya = world.person(email="maya@example.org", first_name="Maya", last_name="Ortiz")
    rows = ("new@example.org,Nell,Ash,,Sustainer,", "maya@example.org,,,,Sustainer,")
    bring(world, ada, keep(world, ada, HEAD, *rows), UPDATING)
    for member_id in (maya.user_id, member(world, "new@example.org").id):
        own = world.do(own_timeline, Actor(user_id=member_id), window=Window())
        assert [one.reason for one in own.items] == [importing.IMPORTED]
        assert "members.csv" not in repr(own)


def test_members_who_are_here_change_only_if_asked(world: World, ada: Actor) -> None:
    tampa = world.chapter("Tampa")
    world.person(
        email="maya@example.org", first_name="Maya", last_name="Ortiz", membership_tier="basic"
    )
    world.person(email="same@example.org", first_name="Sam", last_name="Ito")
    rows = [
        "Email,Last name,Chapter,Tier,Status,Game name,Service beads",
        "maya@example.org,Diaz,Tampa,,Active,Not Taken,9",
        "same@example.org,Ito,,,,,",
    ]
    file_id = keep(world, ada, *rows)
    assert verdicts(check(world, ada, file_id)) == {
        "maya@example.org": "here",
        "same@example.org": "here",
    }
    found = check(world, ada, file_id, UPDATING)
    assert verdicts(found) == {
        "maya@example.org": "Last name, Chapter, Membership status",
        "same@example.org": "here",
    }
    assert bring(world, ada, file_id, UPDATING) == Imported(added=0, changed=1)
    maya = member(world, "maya@example.org")
    assert (maya.first_name, maya.last_name, maya.chapter_id) == ("Maya", "Diaz", tampa)
    assert (maya.membership_tier, maya.membership_status) == ("basic", "active")
    assert (maya.game_name, maya.award_beads) == (None, {})
    assert world.run(differences) == []


def test_new_members_alone_are_invited(world: World, ada: Actor) -> None:
    world.person(email="maya@example.org", first_name="Maya", issuer=None, age_band=None)
    file_id = keep(world, ada, HEAD, "maya@example.org,Maya,Diaz", "nell@example.org,Nell,Ash")
    values = ImportWrite(existing=UPDATING.existing, new=1, changed=1, invite=True)
    plan = world.do(importing.plan_members, ada, file_id=file_id, values=values)
    world.do(importing.import_members, ada, plan=plan)
    assert len(plan.invited) == 1
    asked = {one: member(world, f"{one}@example.org").invited_at for one in ("maya", "nell")}
    assert asked == {"maya": None, "nell": NOW}


@pytest.mark.each_database
def test_nothing_is_written_when_something_changed_meanwhile(world: World, ada: Actor) -> None:
    file_id = keep(world, ada, HEAD, "one@example.org,One,Ash", "two@example.org,Two,Ash")
    values = ImportWrite(new=2)
    plan = world.do(importing.plan_members, ada, file_id=file_id, values=values)
    world.person(email="two@example.org")
    before = count(world)
    with pytest.raises(Conflict, match="Something has changed"):
        world.do(importing.import_members, ada, plan=plan)
    with pytest.raises(Conflict, match="Something has changed"):
        world.do(importing.plan_members, ada, file_id=file_id, values=values)
    assert count(world) == before
    assert bring(world, ada, file_id) == Imported(added=1, changed=0)


def test_a_file_is_imported_once(world: World, ada: Actor) -> None:
    file_id = keep(world, ada, HEAD, "one@example.org,One,Ash")
    values = ImportWrite(new=1)
    plan = world.do(importing.plan_members, ada, file_id=file_id, values=values)
    world.do(importing.import_members, ada, plan=plan)
    with pytest.raises(NotFound, match="choose it again"):
        world.do(importing.import_members, ada, plan=plan)
    with pytest.raises(NotFound, match="choose it again"):
        check(world, ada, file_id)
    again = keep(world, ada, HEAD, "one@example.org,One,Ash")
    with pytest.raises(Conflict, match="nothing to import"):
        bring(world, ada, again)


def test_a_file_is_its_senders_for_an_hour(
    world: World, ada: Actor, still_clock: StillClock
) -> None:
    file_id = keep(world, ada, HEAD, "one@example.org,One,Ash")
    boss = world.person(is_admin=True)
    plan = world.do(importing.plan_members, ada, file_id=file_id, values=ImportWrite(new=1))
    with pytest.raises(NotFound):
        check(world, boss, file_id)
    with pytest.raises(NotFound):
        world.do(importing.import_members, boss, plan=plan)
    with pytest.raises(Forbidden):
        check(world, world.person(), file_id)
    still_clock.now += kept_files.KEPT
    with pytest.raises(NotFound):
        check(world, ada, file_id)
    other = keep(world, ada, HEAD, "two@example.org,Two,Ash")
    assert keep(world, ada, HEAD, "three@example.org,Tre,Ash") != other
    with pytest.raises(NotFound):
        check(world, ada, other)


def test_an_exported_file_is_imported_again(world: World, ada: Actor) -> None:
    tampa = world.chapter("Tampa")
    told = {
        "first_name": "Nell",
        "last_name": "Ash",
        "game_name": "=Heron",
        "bio": 'Says "hi",\ntwice',
        "chapter_id": tampa,
        "admin_rank": 3,
        "member_rank": 2,
        "is_board_member": True,
        "award_beads": {"red": 2, "lightBlue": 1},
        "warrior_paths": {"bow": {"enabled": True, "level": 3}},
        "membership_tier": "premium",
        "membership_status": "expired",
    }
    world.person(email="nell@example.org", **told)
    exported = world.do(exporting.export_users, ada, wanted=UserFilter())
    moved = exported.replace(b"nell@example.org", b"moved@example.org")
    moved = moved.replace(b"'=Heron", b"'=Egret")
    file_id = keep(world, ada, moved.decode(), name="all.csv")
    found = check(world, ada, file_id, ImportQuery(verdict=Verdict.NEW))
    assert [one.email for one in found.rows] == ["moved@example.org"]
    assert found.ignored == ["Age group", "Administrator", "Member since"]
    bring(world, ada, file_id)
    row = member(world, "moved@example.org")
    kept = {name: getattr(row, name) for name in told}
    assert kept == told | {"game_name": "=Egret"}


def test_the_rows_are_found_and_downloaded(world: World, ada: Actor) -> None:
    people = [f"p{number}@example.org,Robin,Ash{number}" for number in range(30)]
    file_id = keep(world, ada, HEAD, *people, "=bad,Robin,Wrong")
    asked = ImportQuery(verdict=Verdict.NEW, q="robin ash2", limit=5)
    found, total = world.do(importing.check_members, ada, file_id=file_id, query=asked)
    assert (total, len(found.rows), found.totals.new) == (11, 5, 30)
    wrong = ImportQuery(verdict=Verdict.PROBLEM)
    content = world.do(importing.export_check, ada, file_id=file_id, query=wrong)
    assert content.decode("utf-8-sig").splitlines() == [
        '"Row","Email","Name","Result","Details"',
        '32,"\'=bad","Robin Wrong","Problem","Invalid email address"',
    ]


def test_unreadable_files_are_refused_at_once(world: World, ada: Actor) -> None:
    for lines in (["Name,Phone", "Maya,555-0101"], ["Email,Name", '"open,Maya']):
        with pytest.raises(Invalid):
            keep(world, ada, *lines)
    with pytest.raises(Forbidden):
        keep(world, world.person(), HEAD, "one@example.org,One,Ash")


def test_nothing_is_computed_while_other_writers_wait(
    world: World, ada: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Thousands of rows take seconds to compute, and SQLite has one writer at a time."""
    world.person(email="here@example.org", last_name="Ito")
    people = (
        f"p{number}@example.org,Robin{number},Ash,,Sustainer,Active,Hero {number}"
        for number in range(600)
    )
    file_id = keep(world, ada, f"{HEAD},Game name", *people, "here@example.org,Sam,Ito,,,,")
    values = ImportWrite(new=600, changed=1, existing=Existing.UPDATE)
    plan = world.do(importing.plan_members, ada, file_id=file_id, values=values)

    def refuse(*_arguments: object, **_named: object) -> None:
        raise AssertionError("this could have been done before the transaction")

    for module, name in (
        *((importing, name) for name in ("judge", "read_roll", "new_id")),
        *((module, "made_ready") for module in (adding, entering)),
    ):
        monkeypatch.setattr(module, name, refuse)
    done = world.do(importing.import_members, ada, plan=plan)
    assert done == Imported(added=600, changed=1)
    assert count(world) == 602
    with world.database.unit_of_work(write=False) as session:
        assert differences(session) == []
        assert lost_words(session) == []

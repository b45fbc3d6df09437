"""Awarding and undoing: authority, what a bead needs, and what is refused."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from rookiebattle.accounts.models import User
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import Conflict, Forbidden, Invalid, NotFound, Unauthorized
from rookiebattle.core.pagination import Window
from rookiebattle.progression import ledger, service
from rookiebattle.progression.schemas import MOST_BEADS, AdminEntry, Award
from rookiebattle.progression.service import AtEvent
from rookiebattle.settings import get_settings
from tests.clocks import NOW
from tests.ledgers import entries_of
from tests.world import World

FINALS = AtEvent("e1", "Finals")


@pytest.fixture
def ada(world: World) -> Actor:
    return world.person(first_name="Ada", last_name="Holloway", is_admin=True)


@pytest.fixture
def maya(world: World) -> Actor:
    return world.person(first_name="Maya", last_name="Ortiz")


def award(
    world: World,
    by: Actor,
    to: Actor,
    bead: str = "red",
    *,
    event: AtEvent | None = None,
    **of: Any,
) -> int:
    values = Award(bead=bead, **of)
    given = world.do(service.award, by, user_ids=[to.user_id], values=values, event=event)
    return given.awarded


def beads(world: World, member: Actor) -> dict[str, int]:
    return world.get(User, member.user_id).award_beads


def timeline(world: World, member: Actor) -> list[AdminEntry]:
    boss = Actor(user_id="boss", is_admin=True)
    found = world.do(service.member_timeline, boss, user_id=member.user_id, window=Window())
    return list(found.items)


def undo(world: World, by: Actor, entry: AdminEntry) -> AdminEntry:
    return world.do(service.undo, by, entry_id=entry.id)


def sound(world: World) -> bool:
    return world.run(service.differences) == []


def test_an_award_is_a_bead_more_and_an_entry(world: World, ada: Actor, maya: Actor) -> None:
    assert award(world, ada, maya, count=2, reason="Set up the field", event=FINALS) == 1
    assert beads(world, maya) == {"red": 2}
    (entry,) = timeline(world, maya)
    assert entry.words == "Service bead: 0 → 2"
    assert (entry.what, entry.label, entry.by) == ("awardBeads.red", "Service bead", "Ada Holloway")
    assert (entry.reason, entry.event_title, entry.may_undo) == ("Set up the field", "Finals", True)
    (line,) = world.audit_lines()
    assert (line.action, "award" in line.details) == ("progress.awarded", True)
    assert sound(world)


@pytest.mark.each_database
def test_several_members_get_it_or_none(world: World, ada: Actor, maya: Actor) -> None:
    theo, gone = world.person(), world.person()
    with world.database.unit_of_work(write=True) as session:
        user = session.get_one(User, gone.user_id)
        user.erased_at = user.created_at
    values = Award(bead="red")
    for missing in ("11111111-1111-4111-8111-111111111111", gone.user_id):
        ids = [maya.user_id, missing, theo.user_id]
        with pytest.raises(NotFound):
            world.do(service.award, ada, user_ids=ids, values=values)
    assert (beads(world, maya), beads(world, theo)) == ({}, {})
    given = world.do(service.award, ada, user_ids=[maya.user_id, theo.user_id], values=values)
    assert given.awarded == 2
    assert (beads(world, maya), beads(world, theo)) == ({"red": 1}, {"red": 1})


@pytest.mark.parametrize("bead", ["blue", "lightBlue", "clearBlue"])
def test_a_champion_was_one_at_an_event(world: World, ada: Actor, maya: Actor, bead: str) -> None:
    with pytest.raises(Invalid) as refused:
        award(world, ada, maya, bead)
    assert "Champion names the event" in refused.value.fields["eventId"]
    assert award(world, ada, maya, bead, event=FINALS) == 1


def test_an_injury_is_told_to_administrators_only(world: World, ada: Actor, maya: Actor) -> None:
    with pytest.raises(Invalid) as refused:
        award(world, ada, maya, "purple", reason="Sorry!")
    assert refused.value.fields == {"incident": "Injury needs a note about what happened"}
    award(world, ada, maya, "purple", reason="Get well", incident="A broken wrist")
    assert [one.incident for one in timeline(world, maya)] == ["A broken wrist"]
    (own,) = world.do(service.own_timeline, maya, window=Window()).items
    assert own.reason == "Get well"
    assert "wrist" not in own.model_dump_json()


@pytest.mark.parametrize(
    ("bead", "rank", "approver", "may"),
    [
        ("red", 0, None, True),
        ("black", 0, None, False),
        ("black", 1, None, False),
        ("black", 3, None, True),
        ("black", 5, None, False),
        ("black", 8, None, True),
        ("black", 0, 8, False),
        ("green", 0, None, False),
        ("green", 1, None, True),
        ("green", 5, None, True),
        ("green", 0, 1, True),
        ("green", 0, 3, True),
        ("green", 0, 0, False),
    ],
)
def test_high_honors_take_a_lead(
    world: World, maya: Actor, bead: str, rank: int, approver: int | None, may: bool
) -> None:
    boss = world.person(is_admin=True, admin_rank=rank)
    of: dict[str, Any] = (
        {} if approver is None else {"approved_by": world.person(admin_rank=approver).user_id}
    )
    if may:
        assert award(world, boss, maya, bead, **of) == 1
        assert [one.approved_by for one in timeline(world, maya)] == [of.get("approved_by")]
    else:
        with pytest.raises(Forbidden, match="Lead"):
            award(world, boss, maya, bead, **of)
        assert beads(world, maya) == {}


def test_an_approver_has_an_account(world: World, ada: Actor, maya: Actor) -> None:
    nobody = "11111111-1111-4111-8111-111111111111"
    with pytest.raises(Invalid) as refused:
        award(world, ada, maya, "green", approved_by=nobody)
    assert "approvedBy" in refused.value.fields


def test_a_former_member_approves_nothing(world: World, maya: Actor) -> None:
    boss, gone = world.person(is_admin=True, admin_rank=5), world.person(admin_rank=5)
    world.set(User, gone.user_id, erased_at=NOW)
    with pytest.raises(Invalid) as refused:
        award(world, boss, maya, "green", approved_by=gone.user_id)
    assert "approvedBy" in refused.value.fields
    assert beads(world, maya) == {}


def test_only_administrators_award_and_undo(world: World, ada: Actor, maya: Actor) -> None:
    award(world, ada, maya)
    (entry,) = timeline(world, maya)
    for actor, error in ((maya, Forbidden), (Actor(), Unauthorized)):
        with pytest.raises(error):
            award(world, actor, maya)
        with pytest.raises(error):
            undo(world, actor, entry)
        with pytest.raises(error):
            world.do(service.member_timeline, actor, user_id=maya.user_id, window=Window())
    with pytest.raises(Unauthorized):
        world.do(service.own_timeline, Actor(), window=Window())


def test_undoing_writes_the_opposite_once(world: World, ada: Actor, maya: Actor) -> None:
    award(world, ada, maya, count=2, event=FINALS)
    award(world, ada, maya)
    first = timeline(world, maya)[-1]
    opposite = undo(world, ada, first)
    assert (opposite.before, opposite.after, opposite.undoes) == (3, 1, first.id)
    assert (opposite.act, opposite.event_title) == ("undo", "Finals")
    assert beads(world, maya) == {"red": 1}
    with pytest.raises(Conflict, match="already undone"):
        undo(world, ada, first)
    assert [one.is_undone for one in timeline(world, maya)] == [False, False, True]
    assert undo(world, ada, opposite).after == 3
    assert sound(world)


def test_what_was_undone_is_none_of_the_latest(world: World, ada: Actor, maya: Actor) -> None:
    award(world, ada, maya)
    (entry,) = timeline(world, maya)
    assert [one.id for one in world.do(service.own_latest, maya, most=3)] == [entry.id]
    undo(world, ada, entry)
    assert world.do(service.own_latest, maya, most=3) == []


def test_undoing_never_leads_below_zero(world: World, ada: Actor, maya: Actor) -> None:
    award(world, ada, maya, count=2)
    (first,) = timeline(world, maya)
    undo(world, ada, first)
    redone = undo(world, ada, timeline(world, maya)[0])
    undo(world, ada, redone)
    assert beads(world, maya) == {}
    award(world, ada, maya)
    two_more = timeline(world, maya)[-2]
    with pytest.raises(Conflict, match="already undone"):
        undo(world, ada, two_more)


def test_what_was_taken_away_since_is_not_taken_twice(
    world: World, ada: Actor, maya: Actor
) -> None:
    award(world, ada, maya, count=2)
    with world.database.unit_of_work(write=True) as session:
        user = session.get_one(User, maya.user_id)
        service.close(session, ada, user_id=user.id)
    with pytest.raises(Conflict, match="fewer beads now"):
        undo(world, ada, timeline(world, maya)[-1])


def test_nobody_gets_more_beads_than_the_form_of_a_member_takes(world: World, ada: Actor) -> None:
    maya = world.person(award_beads={"red": MOST_BEADS - 100})
    award(world, ada, maya, count=100)
    with pytest.raises(Conflict, match="at most 1,000,000"):
        award(world, ada, maya)
    (given,) = (one for one in timeline(world, maya) if one.may_undo)
    taken = undo(world, ada, given)
    award(world, ada, maya, count=1)
    with pytest.raises(Conflict, match="at most 1,000,000"):
        undo(world, ada, taken)
    assert beads(world, maya) == {"red": MOST_BEADS - 99}


@pytest.mark.each_database
def test_undoing_makes_no_administrator_of_an_account_that_nobody_signs_in_to(
    world: World, ada: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its owner could not take it over, so nobody ever could."""
    theo = world.person(email="theo@example.org", is_admin=True)
    world.run(service.set_admin, ada, user_id=theo.user_id, is_admin=False, reason=None)
    dismissed = timeline(world, theo)[0]
    with pytest.raises(Conflict, match="They have to log in once before"):
        undo(world, ada, dismissed)
    monkeypatch.setenv("ADMIN_EMAILS", "theo@example.org")
    get_settings.cache_clear()
    assert undo(world, ada, dismissed).after is True


def test_undoing_takes_the_role_from_no_last_administrator(world: World) -> None:
    theo = world.person(issuer="i", subject="theo")
    world.run(service.set_admin, Actor(), user_id=theo.user_id, is_admin=True, reason=None)
    boss, appointed = replace(theo, is_admin=True), timeline(world, theo)[0]
    with pytest.raises(Conflict, match="last administrator"):
        undo(world, boss, appointed)
    world.person(is_admin=True)
    assert undo(world, boss, appointed).after is False


def test_openings_and_unknown_entries_are_not_undone(world: World, ada: Actor) -> None:
    maya = world.person(award_beads={"red": 1})
    (opening,) = timeline(world, maya)
    assert not opening.may_undo
    with pytest.raises(Conflict, match="entries that someone made"):
        undo(world, ada, opening)
    for id_ in ("junk", maya.user_id):
        with pytest.raises(NotFound):
            world.do(service.undo, ada, entry_id=id_)


def test_nothing_of_an_erased_account_is_undone(world: World, ada: Actor, maya: Actor) -> None:
    award(world, ada, maya)
    (entry,) = timeline(world, maya)
    with world.database.unit_of_work(write=True) as session:
        user = session.get_one(User, maya.user_id)
        user.erased_at = user.created_at
    with pytest.raises(NotFound):
        undo(world, ada, entry)
    with pytest.raises(NotFound):
        timeline(world, maya)


def test_a_long_timeline_comes_in_pages_newest_first(world: World, ada: Actor, maya: Actor) -> None:
    for count in (1, 2, 3):
        award(world, ada, maya, count=count)
    page = world.do(service.own_timeline, maya, window=Window(limit=2, offset=1))
    assert [(one.number, one.after) for one in page.items] == [(2, 3), (1, 1)]
    assert page.total == 3


def test_members_read_game_names_and_administrators_real_ones(world: World, maya: Actor) -> None:
    boss = world.person(is_admin=True, first_name="Ada", last_name="Holloway", game_name="Heron")
    award(world, boss, maya)
    (own,) = world.do(service.own_timeline, maya, window=Window()).items
    assert own.by == "Heron"
    assert [one.by for one in timeline(world, maya)] == ["Ada Holloway"]


STEPS = some.lists(
    some.tuples(some.sampled_from(("award", "undo")), some.integers(0, 9)), max_size=12
)


@settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(STEPS)
def test_whatever_is_awarded_and_undone_the_row_is_what_the_ledger_says(
    database: Database, steps: list[tuple[str, int]]
) -> None:
    world = World(database)
    ada, maya = world.person(is_admin=True), world.person()
    for act, number in steps:
        told = timeline(world, maya)
        if act == "award":
            award(world, ada, maya, ("red", "wood")[number % 2], count=number // 2 + 1)
        elif told:
            try:
                undo(world, ada, told[number % len(told)])
            except Conflict:
                continue
        held = beads(world, maya)
        assert all(count > 0 for count in held.values())
        replayed = ledger.replay(world.run(entries_of, maya.user_id))
        assert replayed == {f"award_beads.{color}": count for color, count in held.items()}
    assert sound(world)


def test_leads_and_seconds_may_approve(world: World) -> None:
    ada = world.person(is_admin=True, first_name="Ada")
    for name, rank in (("Zoe", 3), ("Kai", 1), ("Bo", 0)):
        world.person(first_name=name, admin_rank=rank)
    world.person(first_name="Former", admin_rank=2, erased_at=NOW)
    found = world.do(service.award_choices, ada)
    assert [(one.name, one.title) for one in found.approvers] == [
        ("Kai", "2IC/General"),
        ("Zoe", "Park Lead"),
    ]
    assert "red" in found.alone
    assert {"black", "green"}.isdisjoint(found.alone)
    with pytest.raises(Forbidden):
        world.do(service.award_choices, world.person())

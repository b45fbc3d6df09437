"""After any sequence of setting, awarding, undoing and erasing, the row is what the ledger says."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as some

from rookiebattle.accounts import service as accounts
from rookiebattle.accounts.models import User
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import Conflict, Invalid, NotFound, Unauthorized
from rookiebattle.core.pagination import Window
from rookiebattle.progression import ledger, service
from rookiebattle.progression.ledger import Facts
from rookiebattle.progression.schemas import Award, ProgressFields
from rookiebattle.progression.service import AtEvent
from tests.ledgers import entries_of
from tests.world import World

REFUSALS = (Conflict, Invalid, NotFound, Unauthorized)
"""Acts that a rule refuses. The last two come after the account is erased."""
COLORS = ("red", "blue")
"""Few facts with few values, so that the steps of a sequence meet one another."""
_BOW = some.fixed_dictionaries(
    {}, optional={"enabled": some.booleans(), "level": some.integers(0, 2)}
)
RANKS = some.fixed_dictionaries(
    {"adminRank": some.integers(0, 1), "memberRank": some.integers(0, 2)}
)
ONE_RANK = some.fixed_dictionaries({"memberRank": some.integers(0, 2)})
BEADS = some.fixed_dictionaries(
    {"awardBeads": some.fixed_dictionaries({color: some.integers(0, 2) for color in COLORS})}
)
PATHS = some.fixed_dictionaries({"warriorPaths": some.fixed_dictionaries({"bow": _BOW})})
SWITCHES = some.fixed_dictionaries(
    {},
    optional={
        "isBoardMember": some.booleans(),
        "isSamurai": some.booleans(),
        "isAdmin": some.booleans(),
        "membershipTier": some.sampled_from(("none", "basic")),
        "membershipStatus": some.sampled_from(("inactive", "active")),
    },
)
FIELDS = some.one_of(RANKS, ONE_RANK, BEADS, PATHS, SWITCHES)
AWARDS = some.tuples(some.sampled_from(COLORS), some.integers(1, 2))
STEPS = some.lists(
    some.one_of(
        some.tuples(some.just("set"), FIELDS),
        some.tuples(some.just("award"), AWARDS),
        some.tuples(some.just("undo"), some.integers(0, 5)),
        some.tuples(some.just("undo"), some.integers(0, 5)),
    ),
    min_size=4,
    max_size=14,
)
ENDS = some.booleans()
"""Whether the account is erased in the end, and the last steps are tried again after it."""


@dataclass
class Story:
    """One member, and the administrator (a Faction Lead) who changes them."""

    world: World
    lead: Actor
    member: Actor

    def set(self, fields: dict[str, Any]) -> None:
        wanted = ProgressFields.model_validate(fields)
        with self.world.database.unit_of_work(write=True) as session:
            held = service.hold(session, user_ids=[self.member.user_id], wanted=wanted)
            service.set_progress(session, self.lead, members=held, wanted=wanted)

    def award(self, what: tuple[str, int]) -> None:
        values = Award(bead=what[0], count=what[1], incident="A fall")
        ids, event = [self.member.user_id], AtEvent("e1", "Finals")
        self.world.do(service.award, self.lead, user_ids=ids, values=values, event=event)

    def undo(self, number: int) -> None:
        """Undo an entry: it is refused, or leads to the value, exactly as the timeline says."""
        told = self.timeline()
        if not told:
            return
        before, entry = self.facts(), told[number % len(told)]
        expected = value_without(entry, told)
        try:
            undone = self.world.do(service.undo, self.lead, entry_id=entry.id)
        except Conflict:
            assert expected is REFUSED
            raise
        assert (undone.after, undone.undoes) == (expected, entry.id)
        what = [one.what for one in self.entries()][-1]
        assert {**self.facts(), what: None} == {**before, what: None}

    def erase(self, _nothing: None) -> None:
        self.world.do(accounts.delete_account, self.member, confirmation="DELETE")

    def timeline(self) -> list[Any]:
        member = Actor(user_id=self.member.user_id)
        return list(self.world.do(service.own_timeline, member, window=Window()).items)

    def entries(self) -> list[Any]:
        return self.world.run(entries_of, self.member.user_id)

    def row(self) -> User:
        return self.world.get(User, self.member.user_id)

    def facts(self) -> Facts:
        return ledger.facts_of(self.row())


REFUSED = "refused"


def value_without(entry: Any, told: list[Any]) -> Any:
    """The value of an entry's fact once the entry is undone, from the timeline (newest first).

    Nobody decided openings and erasures, and nothing is undone twice. A count loses what the entry
    added, if there is as much. Any other fact must still be what the entry made of it.
    """
    now = next(one.after for one in told if one.what == entry.what)
    if entry.act in {"opening", "erasure"} or any(one.undoes == entry.id for one in told):
        return REFUSED
    if entry.what.startswith("awardBeads."):
        rest = now - (entry.after - entry.before)
        return rest if rest >= 0 else REFUSED
    return entry.before if now == entry.after else REFUSED


def keeps_its_promises(story: Story, before: Facts, act: str) -> None:
    """The facts that hold after each step."""
    row, facts = story.row(), story.facts()
    assert ledger.replay(story.entries()) == facts
    assert ledger.gaps(story.entries()) == []
    assert [one.number for one in story.entries()] == [*range(1, len(story.entries()) + 1)]
    assert all(count > 0 for count in row.award_beads.values())
    assert 0 <= row.admin_rank <= 8
    assert 0 <= row.member_rank <= 4
    assert all(0 <= one.get("level", 0) <= 5 for one in row.warrior_paths.values())
    if act == "set" and facts.get("admin_rank"):
        # An admin rank hides the member rank: nobody may change it then.
        assert facts.get("member_rank") == before.get("member_rank")
    if row.erased_at:
        assert facts == {}


def play(database: Database, steps: list[tuple[str, Any]], *, is_erased: bool) -> None:
    world = World(database)
    lead = world.person(is_admin=True, admin_rank=8)
    # Only an account that somebody signs in to can become an administrator's again.
    member = world.person(email=None, issuer="i", subject=uuid4().hex)
    story = Story(world, lead, member)
    acts: dict[str, Callable[[Any], None]] = {
        "set": story.set,
        "award": story.award,
        "undo": story.undo,
        "erase": story.erase,
    }
    erasing: list[tuple[str, Any]] = [("erase", None), *steps[-3:]] if is_erased else []
    for act, what in [*steps, *erasing]:
        before, length = story.facts(), len(story.entries())
        try:
            acts[act](what)
        except REFUSALS:
            assert (story.facts(), len(story.entries())) == (before, length)
        keeps_its_promises(story, before, act)
    with database.unit_of_work(write=False, streams=True) as session:
        assert service.differences(session) == []


OVERTAKEN = [
    ("set", {"memberRank": 1}),
    ("set", {"memberRank": 2}),
    ("undo", 1),
    ("award", ("red", 2)),
    ("set", {"awardBeads": {"red": 1}}),
    ("undo", 1),
]
"""A rank that was changed again, and beads of which some were taken away: neither is undone."""
CALM = settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@CALM
@given(STEPS, ENDS)
@example(OVERTAKEN, False)
def test_the_row_is_what_the_ledger_says_on_sqlite(
    database: Database, steps: list[tuple[str, Any]], is_erased: bool
) -> None:
    play(database, steps, is_erased=is_erased)


@pytest.mark.whole
@CALM
@given(STEPS, ENDS)
@example(OVERTAKEN, False)
def test_the_row_is_what_the_ledger_says_on_postgresql(
    postgres_database: Database, steps: list[tuple[str, Any]], is_erased: bool
) -> None:
    play(postgres_database, steps, is_erased=is_erased)


@CALM
@given(FIELDS, FIELDS)
def test_undoing_newest_first_restores_what_was(
    database: Database, first: dict[str, Any], second: dict[str, Any]
) -> None:
    world = World(database)
    lead = world.person(is_admin=True, admin_rank=8)
    # Nobody gets an administrator's role back without a way to sign in.
    story = Story(world, lead, world.person(issuer="i", subject=uuid4().hex))
    try:
        story.set(first)
        before, length = story.facts(), len(story.entries())
        story.set(second)
    except Invalid:
        return
    for entry in story.timeline()[: len(story.entries()) - length]:
        world.do(service.undo, lead, entry_id=entry.id)
    assert story.facts() == before

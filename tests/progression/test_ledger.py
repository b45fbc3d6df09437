"""The pure ledger: replaying, undoing, and counts that never go below zero."""

from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as some

from rookiebattle.accounts.models import MembershipStatus, Tier, User
from rookiebattle.progression import ledger
from rookiebattle.progression.catalogue import AWARDS, PATHS
from rookiebattle.progression.ledger import COLUMNS, FactChange, Facts

COUNTS = some.integers(0, 30)
PATH = some.fixed_dictionaries({"enabled": some.booleans(), "level": some.integers(0, 5)})
PROGRESS = some.builds(
    User,
    admin_rank=some.integers(0, 8),
    member_rank=some.integers(0, 4),
    is_board_member=some.booleans(),
    is_samurai=some.booleans(),
    membership_tier=some.sampled_from(Tier),
    membership_status=some.sampled_from(MembershipStatus),
    is_admin=some.booleans(),
    award_beads=some.dictionaries(some.sampled_from([one.key for one in AWARDS]), COUNTS),
    warrior_paths=some.dictionaries(some.sampled_from([one.key for one in PATHS]), PATH),
)


class Entry(NamedTuple):
    """An entry as replaying reads it."""

    what: str
    before: Any
    after: Any


def entries_through(*states: User) -> list[FactChange]:
    """The entries of a member who had this progress, one after the other."""
    facts: Facts = {}
    entries: list[FactChange] = []
    for state in states:
        after = ledger.facts_of(state)
        entries += ledger.changes(facts, after)
        facts = after
    return entries


@given(PROGRESS)
def test_the_columns_say_what_the_facts_say(member: User) -> None:
    facts = ledger.facts_of(member)
    columns = ledger.columns_of(facts)
    assert columns.keys() == COLUMNS
    assert ledger.facts_of(User(**columns)) == facts


@given(some.lists(PROGRESS, min_size=1, max_size=5))
def test_replaying_leads_to_the_last_state(states: list[User]) -> None:
    entries = entries_through(*states)
    assert ledger.replay(entries) == ledger.facts_of(states[-1])
    assert ledger.gaps(entries) == []


@given(PROGRESS, PROGRESS)
def test_undoing_everything_restores_what_was(before: User, after: User) -> None:
    facts = ledger.facts_of(after)
    for entry in entries_through(before, after)[len(entries_through(before)) :]:
        undone = ledger.opposite(entry, facts.get(entry.what, ledger.default_of(entry.what)))
        assert undone
        facts = ledger.applied(facts, [undone])
    assert facts == ledger.facts_of(before)


@given(COUNTS, COUNTS, COUNTS)
def test_undoing_never_leads_below_zero(before: int, after: int, now: int) -> None:
    undone = ledger.opposite(FactChange("award_beads.red", before, after), now)
    if undone is None:
        assert now + before - after < 0
    else:
        assert (undone.before, undone.after) == (now, now + before - after)
        assert int(undone.after) >= 0


@given(PROGRESS)
def test_what_changed_since_is_not_undone_but_for_counts(member: User) -> None:
    for what, now in ledger.facts_of(member).items():
        other = FactChange(what, ledger.default_of(what), _another(now))
        is_possible = ledger.opposite(other, now) is not None
        assert is_possible == (ledger.is_count(what) and int(now) >= int(other.after))


def _another(value: int | bool | str) -> int | bool | str:
    if isinstance(value, bool):
        return not value
    return value + 1 if isinstance(value, int) else f"not {value}"


def test_the_types_of_facts_are_plain() -> None:
    facts = ledger.facts_of(User(membership_tier=Tier.BASIC, is_admin=True, admin_rank=1))
    assert {what: type(value) for what, value in facts.items()} == {
        "membership_tier": str,
        "is_admin": bool,
        "admin_rank": int,
    }


@pytest.mark.parametrize(
    ("entries", "gaps"),
    [
        ([Entry("admin_rank", 0, 1), Entry("admin_rank", 1, 3)], 0),
        ([Entry("admin_rank", 0, 1), Entry("admin_rank", 2, 3)], 1),
        ([Entry("award_beads.red", 1, 2)], 1),
    ],
)
def test_an_entry_begins_where_the_ones_before_end(entries: list[Entry], gaps: int) -> None:
    assert len(ledger.gaps(entries)) == gaps


def test_every_fact_of_a_new_member_has_a_default_of_its_type() -> None:
    assert ledger.default_of("warrior_paths.bow.enabled") is False
    assert ledger.default_of("warrior_paths.bow.level") is not False
    assert ledger.default_of("award_beads.red") == ledger.default_of("admin_rank") == 0


def test_the_columns_say_every_path_and_bead() -> None:
    facts: Facts = {
        "award_beads.red": 2,
        "warrior_paths.bow.level": 3,
        "warrior_paths.shield.enabled": True,
    }
    columns = ledger.columns_of(facts)
    assert columns["warrior_paths"] == {
        "bow": {"enabled": False, "level": 3},
        "shield": {"enabled": True, "level": 0},
    }
    assert ledger.facts_of(SimpleNamespace(**columns)) == facts


def test_an_entry_that_begins_elsewhere_is_a_gap_with_its_number() -> None:
    entries = [FactChange("admin_rank", 0, 1), FactChange("admin_rank", 2, 3)]
    assert ledger.gaps(entries) == [ledger.Gap(2, "admin_rank", 2, 1)]

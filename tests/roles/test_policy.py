"""Roles that somebody may give: each row is a person, a place, and these roles."""

from dataclasses import replace

import pytest

from rookiebattle.core.actor import OPERATOR, VISITOR, Actor
from rookiebattle.core.roles import (
    GIVEN_BY_LEAD,
    GIVEN_BY_ORGANIZER,
    MAY,
    ORGANIZATION,
    Grant,
    Role,
    Scope,
)
from rookiebattle.roles import policy

HERE, THERE = Scope("north", "practice"), Scope("south", "duel")
MEMBER = Actor(user_id="lea")
NONE: frozenset[Role] = frozenset()


def holder(role: Role, *scope: str | None) -> Actor:
    return replace(MEMBER, grants=(Grant(role, *scope),))


@pytest.mark.parametrize(
    ("actor", "at", "is_organizer", "roles"),
    [
        (Actor(user_id="ada", is_admin=True), ORGANIZATION, False, frozenset(Role)),
        (OPERATOR, HERE, False, frozenset(Role)),
        (holder(Role.LEAD), ORGANIZATION, False, GIVEN_BY_LEAD),
        (holder(Role.LEAD, "north"), HERE, False, GIVEN_BY_LEAD),
        (holder(Role.LEAD, "north"), THERE, False, NONE),
        (holder(Role.LEAD, "north"), ORGANIZATION, False, NONE),
        (holder(Role.LEAD, None, "practice"), HERE, True, GIVEN_BY_LEAD),
        (holder(Role.SECOND, "north"), HERE, False, NONE),
        (holder(Role.GATE, None, "practice"), HERE, False, NONE),
        (MEMBER, HERE, True, GIVEN_BY_ORGANIZER),
        (replace(MEMBER, is_welcomed=False), HERE, True, NONE),
        (MEMBER, HERE, False, NONE),
        (VISITOR, HERE, False, NONE),
    ],
)
def test_who_may_give_which_role(
    actor: Actor, at: Scope, is_organizer: bool, roles: frozenset[Role]
) -> None:
    assert policy.givable(actor, at, is_organizer=is_organizer) == roles


@pytest.mark.parametrize(
    ("actor", "at", "is_organizer", "reads"),
    [
        (holder(Role.SECOND, "north"), HERE, False, True),
        (holder(Role.SECOND, "north"), THERE, False, False),
        (holder(Role.GATE, "north"), HERE, False, False),
        (MEMBER, HERE, True, True),
        (replace(MEMBER, is_welcomed=False), HERE, True, False),
    ],
)
def test_who_reads_of_roles(actor: Actor, at: Scope, is_organizer: bool, reads: bool) -> None:
    assert policy.may_read(actor, at, is_organizer=is_organizer) is reads


def test_nobody_gives_a_right_that_they_do_not_have() -> None:
    for role in GIVEN_BY_LEAD:
        assert MAY[role] < MAY[Role.LEAD]


def test_a_rank_suggests_a_role_that_may_be_given_there() -> None:
    assert policy.suggested(8, frozenset(Role)) is Role.LEAD
    assert policy.suggested(5, GIVEN_BY_LEAD) is Role.SECOND
    assert policy.suggested(8, GIVEN_BY_LEAD) is None
    assert policy.suggested(0, frozenset(Role)) is None

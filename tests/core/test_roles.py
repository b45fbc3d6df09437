"""The reach of a role: each row is a grant, a place, and the answer."""

import pytest
import sqlalchemy as sa

from rookiebattle.core.actor import Actor
from rookiebattle.core.errors import Forbidden, NotWelcomed
from rookiebattle.core.permissions import MEMBER, Permission
from rookiebattle.core.roles import GIVEN_BY_LEAD, MAY, ORGANIZATION, Grant, Role, Scope

HERE, THERE = Scope("north", "practice"), Scope("south", "duel")
AWARD = Permission.ALL_PROGRESS_AWARD
COLUMNS = sa.column("chapter_id", sa.String), sa.column("event_id", sa.String)


def holder(*grants: Grant, is_welcomed: bool = True) -> Actor:
    return Actor(user_id="lea", grants=grants, is_welcomed=is_welcomed)


@pytest.mark.parametrize(
    ("grant", "at", "may"),
    [
        (Grant(Role.LEAD), ORGANIZATION, True),
        (Grant(Role.LEAD), HERE, True),
        (Grant(Role.LEAD, "north"), HERE, True),
        (Grant(Role.LEAD, "north"), Scope("north"), True),
        (Grant(Role.LEAD, "north"), THERE, False),
        (Grant(Role.LEAD, "north"), ORGANIZATION, False),
        (Grant(Role.LEAD, "north"), Scope(event_id="practice"), False),
        (Grant(Role.LEAD, None, "practice"), HERE, True),
        (Grant(Role.LEAD, None, "practice"), Scope("north"), False),
        (Grant(Role.LEAD, None, "practice"), ORGANIZATION, False),
        (Grant(Role.GATE, "north"), HERE, False),
    ],
)
def test_a_role_reaches_as_far_as_its_scope(grant: Grant, at: Scope, may: bool) -> None:
    assert holder(grant).may(AWARD, at) is may


def test_nobody_without_a_role_may_more_than_a_member() -> None:
    assert not holder().may(AWARD, HERE)
    with pytest.raises(Forbidden):
        holder(Grant(Role.LEAD, "south")).require(AWARD, at=HERE)
    assert holder(Grant(Role.GATE)).may(Permission.OWN_ACCOUNT_READ)


def test_a_role_waits_for_the_welcome() -> None:
    newcomer = holder(Grant(Role.LEAD), is_welcomed=False)
    assert not newcomer.may(AWARD)
    assert not newcomer.reach(AWARD)
    with pytest.raises(NotWelcomed):
        newcomer.require(Permission.OWN_EVENT_CREATE)


def test_a_list_shows_what_is_in_reach() -> None:
    def shown(*grants: Grant) -> str:
        condition = holder(*grants).reach(AWARD).within(*COLUMNS)
        return str(condition.compile(compile_kwargs={"literal_binds": True}))

    assert shown(Grant(Role.LEAD)) == "true"
    both = shown(Grant(Role.LEAD, "north"), Grant(Role.LEAD, None, "duel"))
    assert both == "chapter_id IN ('north') OR event_id IN ('duel')"
    assert shown(Grant(Role.GATE, "north")).count("NULL") == 2
    administrator = Actor(user_id="ada", is_admin=True)
    assert administrator.reach(AWARD).is_everywhere


def test_no_role_has_what_every_member_has_or_money_without_the_treasurer() -> None:
    for role, permissions in MAY.items():
        assert not permissions & MEMBER, role
        is_money = any(":payment:" in one for one in permissions)
        assert is_money == (role is Role.TREASURER)
    assert Role.LEAD not in GIVEN_BY_LEAD
    assert Role.TREASURER not in GIVEN_BY_LEAD

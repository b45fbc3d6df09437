"""The roles and what they may do, as a table that was written by hand."""

import pytest

from rookiebattle.core.actor import OPERATOR, VISITOR, Actor
from rookiebattle.core.errors import Forbidden, NotWelcomed, Unauthorized
from rookiebattle.core.permissions import ADMIN, BEFORE_WELCOME, MEMBER, Permission

UNFINISHED = Actor(user_id="u", is_welcomed=False)
NEW_ADMIN = Actor(user_id="u", is_welcomed=False, is_admin=True)
READS_ABOUT_PEOPLE = {"member:attendance:read", "member:chapter:read"}


def test_an_administrator_and_the_operator_may_do_everything() -> None:
    assert Actor(user_id="a", is_admin=True).permissions == OPERATOR.permissions == set(Permission)
    assert set(Permission) == ADMIN


def test_a_member_may_do_what_reaches_no_further_than_members() -> None:
    may = {one for one in Permission if one.split(":")[0] in ("own", "member")}
    assert Actor(user_id="m").permissions == may == MEMBER


def test_a_visitor_may_do_nothing() -> None:
    assert VISITOR.permissions == set()
    assert Actor(is_admin=True).permissions == set()


def test_before_the_welcome_a_member_reads_nothing_about_people_and_changes_nothing() -> None:
    assert UNFINISHED.permissions == {
        *("member:event:read", "member:media:read", "member:notification:read"),
        *("member:resource:read", "member:upload:read", "own:account:delete"),
        *("own:account:export", "own:account:read", "own:account:welcome", "own:dependent:read"),
        *("own:guardian:read", "own:payment:read", "own:progress:read", "own:registration:read"),
        *("own:role:read", "own:sheet:read", "own:waiver:read"),
    }
    reads = {one for one in Permission if one.endswith(":read")} - READS_ABOUT_PEOPLE
    assert {one for one in NEW_ADMIN.permissions if one.startswith("all:")} < reads
    assert not BEFORE_WELCOME & READS_ABOUT_PEOPLE


@pytest.mark.parametrize(
    ("actor", "wanted", "refusal"),
    [
        (VISITOR, Permission.OWN_EVENT_CREATE, Unauthorized),
        (VISITOR, Permission.ALL_ACCOUNT_READ, Unauthorized),
        (Actor(user_id="m"), Permission.ALL_ACCOUNT_READ, Forbidden),
        (UNFINISHED, Permission.OWN_EVENT_CREATE, NotWelcomed),
        (UNFINISHED, Permission.ALL_ACCOUNT_READ, Forbidden),
        (NEW_ADMIN, Permission.ALL_EVENT_CREATE, NotWelcomed),
    ],
)
def test_a_refusal_says_whether_signing_in_or_the_welcome_would_help(
    actor: Actor, wanted: Permission, refusal: type[Exception]
) -> None:
    with pytest.raises(refusal) as refused:
        actor.require(wanted)
    assert type(refused.value) is refusal


def test_a_permission_that_somebody_has_is_not_refused() -> None:
    Actor(user_id="m").require(Permission.OWN_EVENT_CREATE)
    UNFINISHED.require(Permission.OWN_ACCOUNT_WELCOME)


def test_nobody_has_a_membership_by_default() -> None:
    member = Actor(user_id="one")
    assert not member.has_membership
    assert not member.is_supporter


def test_a_member_is_somebody_with_an_id() -> None:
    assert [one.is_member for one in (VISITOR, OPERATOR, UNFINISHED)] == [False, False, True]

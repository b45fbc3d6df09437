"""The accounts whose owners did not finish their welcome, for administrators."""

from datetime import timedelta

import pytest

from rookiebattle.accounts import awaiting
from rookiebattle.accounts.models import User
from rookiebattle.core.actor import VISITOR
from rookiebattle.core.errors import Forbidden, Unauthorized
from rookiebattle.core.mail import claims
from tests.clocks import NOW, StillClock
from tests.world import World


def letters_of(world: World) -> list[tuple[str, str]]:
    """The address and the subject of each letter that waits."""
    with world.database.unit_of_work(write=True) as session:
        found = [claims.written(session, one) for one in claims.claim(session, 10)]
    return [(one.to, one.subject) for one in found if one]


def test_newcomers_lapse(world: World) -> None:
    admin = world.person(is_admin=True)
    lapses_at = NOW + timedelta(days=30)
    lapsing = world.person(age_band=None, lapses_at=lapses_at).user_id
    staying = world.person(age_band=None).user_id
    ids = [lapsing, staying, admin.user_id]
    assert world.do(awaiting.lapses, admin, user_ids=ids) == {lapsing: lapses_at}
    assert world.do(awaiting.lapses, admin, user_ids=[staying]) == {}


def test_only_who_never_logged_in_is_invited_once_a_day(
    world: World, still_clock: StillClock
) -> None:
    admin = world.person(is_admin=True)
    waiting = world.person(age_band=None, email="w@example.org")
    others = [
        world.person(age_band=None, email=None),
        world.person(age_band=None, email=None, erased_at=NOW),
        world.person(age_band=None, email="begun@example.org", issuer="id", subject="1"),
        world.person(email="member@example.org"),
    ]
    ids = [one.user_id for one in (waiting, *others)]
    assert world.do(awaiting.invite, admin, user_ids=ids) == 1
    assert world.do(awaiting.invite, admin, user_ids=ids) == 0
    still_clock.now = NOW + awaiting.AGAIN_AFTER
    assert world.do(awaiting.invite, admin, user_ids=ids) == 1
    assert letters_of(world) == [("w@example.org", "Your account at Rookie Battle")] * 2
    assert world.actions() == ["account.invited"] * 2


@pytest.mark.usefixtures("still_clock")
def test_an_invitation_of_a_clock_that_was_ahead_forbids_none(world: World) -> None:
    admin = world.person(is_admin=True)
    ahead = world.person(age_band=None, email="w@example.org", invited_at=NOW + timedelta(days=3))
    ids = [ahead.user_id]
    assert world.do(awaiting.invite, admin, user_ids=ids) == 1
    assert world.do(awaiting.invite, admin, user_ids=ids) == 0


def test_who_has_logged_in_meanwhile_gets_no_letter(world: World) -> None:
    admin = world.person(is_admin=True)
    waiting = world.person(age_band=None, email="w@example.org")
    assert world.do(awaiting.invite, admin, user_ids=[waiting.user_id]) == 1
    world.set(User, waiting.user_id, issuer="https://id.example.org")
    assert letters_of(world) == []


def test_an_invitation_waits_for_an_administrator_after_two_weeks(
    world: World, still_clock: StillClock
) -> None:
    admin = world.person(is_admin=True)
    invited = {"age_band": None, "invited_at": NOW, "email": "w@example.org"}
    waiting = world.person(**invited)
    world.person(**(invited | {"email": "l@example.org"}), issuer="id", subject="1")
    world.person(age_band=None)
    assert world.do(awaiting.count_unanswered, admin) == 0
    still_clock.now = NOW + awaiting.UNANSWERED
    assert world.do(awaiting.count_unanswered, admin) == 1
    assert world.do(awaiting.invite, admin, user_ids=[waiting.user_id]) == 1
    assert world.do(awaiting.count_unanswered, admin) == 0


def test_only_administrators_may_ask(world: World) -> None:
    for actor, error in ((world.person(), Forbidden), (VISITOR, Unauthorized)):
        with pytest.raises(error):
            world.do(awaiting.lapses, actor, user_ids=[])
        with pytest.raises(error):
            world.do(awaiting.count_unanswered, actor)
        with pytest.raises(error):
            world.do(awaiting.invite, actor, user_ids=[])

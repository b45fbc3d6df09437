"""One identity makes a few accounts in a day; deleting them does not start the count again."""

import pytest

from rookiebattle.accounts import newcomers, service
from rookiebattle.accounts.models import User
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.errors import TooManyRequests
from rookiebattle.integrations.oidc import Claims
from tests.world import World


def come_and_go(world: World, subject: str) -> None:
    """Sign in for the first time and delete the account."""
    world.do(service.sign_in, VISITOR, claims=Claims("https://id.example.org", subject))
    with world.database.unit_of_work(write=True) as session:
        user = session.query(User).filter_by(subject=subject).one()
        user.age_band = "adult"
    world.do(service.delete_account, Actor(user_id=user.id), confirmation="DELETE")


def test_nobody_makes_accounts_all_day(world: World) -> None:
    for _ in range(newcomers.MOST_A_DAY):
        come_and_go(world, "maya")
    with pytest.raises(TooManyRequests, match="several accounts"):
        come_and_go(world, "maya")
    assert newcomers.made.speed * 24 * 60 * 60 == pytest.approx(5)
    come_and_go(world, "jonah")
    with world.database.unit_of_work(write=False) as session:
        assert session.query(User).count() == newcomers.MOST_A_DAY + 1


def test_a_member_signs_in_as_often_as_they_like(world: World) -> None:
    claims = Claims("https://id.example.org", "maya")
    for _ in range(3 * newcomers.MOST_A_DAY):
        world.do(service.sign_in, VISITOR, claims=claims)
    lines = {line.action: line.times for line in world.audit_lines()}
    assert lines == {"account.created": 1, "session.started": 3 * newcomers.MOST_A_DAY}

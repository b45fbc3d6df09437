"""The people who may open a resource, as a table."""

import pytest

from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.resources.policy import may_open

MEMBER = Actor(user_id="m")
ADMIN = Actor(user_id="a", is_admin=True)


@pytest.mark.parametrize(
    ("actor", "is_public", "allowed"),
    [
        (VISITOR, True, True),
        (VISITOR, False, False),
        (MEMBER, True, True),
        (MEMBER, False, True),
        (ADMIN, False, True),
    ],
)
def test_everybody_opens_public_resources_and_members_open_all(
    actor: Actor, is_public: bool, allowed: bool
) -> None:
    assert may_open(actor, is_public=is_public) is allowed

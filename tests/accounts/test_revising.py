"""Versions of a member's row, and who changed what since one."""

from rookiebattle.accounts import service
from rookiebattle.accounts.models import User
from rookiebattle.core.actor import Actor
from tests.world import World


def revise(world: World, by: Actor, member: Actor, *fields: str) -> int:
    with world.database.unit_of_work(write=True) as session:
        user = session.get_one(User, member.user_id)
        service.revise(session, by, user=user, action="account.updated", fields=fields)
        return user.version


def since(world: World, member: Actor, version: int) -> dict[str, str]:
    with world.database.unit_of_work(write=False) as session:
        found = service.revised_since(session, user_id=member.user_id, version=version)
        return {field: one.by for field, one in found.items()}


def test_the_last_who_changed_a_field_after_a_version_is_named(world: World) -> None:
    maya = world.person(first_name="Maya")
    ada, theo = (world.person(first_name=name) for name in ("Ada", "Theo"))
    assert revise(world, ada, maya, "bio", "email") == 1
    assert revise(world, theo, maya, "bio") == 2
    assert revise(world, Actor(), maya, "is_admin") == 3
    assert since(world, maya, 0) == {"bio": "Theo", "email": "Ada", "is_admin": ""}
    assert since(world, maya, 1) == {"bio": "Theo", "is_admin": ""}
    assert since(world, maya, 3) == {}
    assert since(world, ada, 0) == {}

"""A small club, as most doors and verbs need one: three people and a chapter in each zone."""

from dataclasses import dataclass, replace

from rookiebattle.core.actor import VISITOR, Actor
from tests.world import World


@dataclass(frozen=True)
class Club:
    """None of the three belongs to a chapter."""

    organiser: Actor
    member: Actor
    admin: Actor
    east: str
    central: str

    def actor(self, role: str) -> Actor:
        """Whoever plays a role."""
        return VISITOR if role == "visitor" else getattr(self, role)


def assemble(world: World) -> Club:
    """Chapters in Tampa and, an hour behind, in Pensacola."""
    olive, mo, ada = (world.person(first_name=name) for name in ("Olive", "Mo", "Ada"))
    return Club(
        organiser=olive,
        member=replace(mo, name="Mo"),
        admin=replace(ada, name="Ada", is_admin=True),
        east=world.chapter("Tampa"),
        central=world.chapter("Pensacola", time_zone="America/Chicago"),
    )

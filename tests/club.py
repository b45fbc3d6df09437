"""A small club for doors and verbs: three people, and a chapter in each of two time zones."""

from dataclasses import dataclass, replace

from rookiebattle.chapters.models import Leader
from rookiebattle.core.actor import VISITOR, Actor
from tests.world import World


@dataclass(frozen=True)
class Club:
    """Three people and two chapters. None of the three belongs to a chapter; Olive leads both."""

    organizer: Actor
    member: Actor
    admin: Actor
    east: str
    central: str

    def actor(self, role: str) -> Actor:
        return VISITOR if role == "visitor" else getattr(self, role)


def assemble(world: World) -> Club:
    """Write the people and the chapters: Tampa, and Pensacola an hour behind it."""
    olive = world.person(first_name="Olive", email="olive@example.org")
    mo, ada = (world.person(first_name=name) for name in ("Mo", "Ada"))
    led = {"leadership": [Leader(name="Olive", email="olive@example.org")]}
    return Club(
        organizer=olive,
        member=replace(mo, name="Mo"),
        admin=replace(ada, name="Ada", is_admin=True),
        east=world.chapter("Tampa", **led),
        central=world.chapter("Pensacola", time_zone="America/Chicago", **led),
    )

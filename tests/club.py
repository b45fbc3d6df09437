"""A small club for doors and verbs: three people, and a chapter in each of two time zones."""

from dataclasses import dataclass, replace

from rookiebattle.chapters.models import Leader
from rookiebattle.core.actor import VISITOR, Actor
from tests import factories
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
    names = ({"first_name": "Olive", "email": "olive@example.org"}, {"first_name": "Mo"})
    people = [factories.person(**one) for one in (*names, {"first_name": "Ada"})]
    led = {"leadership": [Leader(name="Olive", email="olive@example.org")]}
    east = factories.chapter("Tampa", **led)
    central = factories.chapter("Pensacola", time_zone="America/Chicago", **led)
    # Five transactions would take twice as long, before a thousand tests.
    with world.database.unit_of_work(write=True) as session:
        session.add_all([*people, east, central])
        session.flush()
        olive, mo, ada = map(factories.actor_of, people)
        return Club(
            organizer=olive,
            member=replace(mo, name="Mo"),
            admin=replace(ada, name="Ada", is_admin=True),
            east=east.id,
            central=central.id,
        )

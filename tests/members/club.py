"""A chapter with people of all kinds and their worker, and a member with two chapters."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest

from rookiebattle.accounts.models import AgeBand
from rookiebattle.chapters.models import Leader
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import Database
from tests.tab import Worker, worker_for
from tests.world import World

BEADS = {"red": 2, "clear": 7, "purple": 3}


@dataclass(frozen=True)
class Club:
    """Adult, modest and minor belong to the chapter; admin, stranger and newcomer do not.

    The adult shows the profile, the modest adult does not. The newcomer has not finished the
    welcome.
    """

    database: Database
    chapter_id: str
    adult: Actor
    modest: Actor
    minor: Actor
    admin: Actor
    stranger: Actor
    newcomer: Actor

    @property
    def people(self) -> tuple[Actor, ...]:
        members = self.adult, self.modest, self.minor
        return *members, self.admin, self.stranger, self.newcomer


def populate(database: Database) -> Club:
    world = World(database)
    chapter_id = world.chapter(
        "Tampa Bay", city="Tampa", state="Florida", location="Al Lopez Park",
        meeting_day="Saturday", meeting_time="6:00 PM",
        leadership=[Leader(name="Ines", email="leader@example.org", phone="555-0199")],
    )  # fmt: skip
    adult = world.person(
        email="adult@example.org", first_name="Theo", last_name="Marsh", game_name="Egret",
        bio="Spear first.", chapter_id=chapter_id, award_beads=BEADS,
        membership_tier="premium", membership_status="active", stripe_customer_id="cus_secret",
        shows_profile=True,
    )  # fmt: skip
    modest = world.person(
        email="modest@example.org", first_name="Otto", last_name="Ridge", game_name="Otter",
        bio="Shield wall.", chapter_id=chapter_id, award_beads=BEADS, member_rank=3,
        is_board_member=True, membership_tier="premium", membership_status="active",
    )  # fmt: skip
    minor = world.person(
        email="minor@example.org", first_name="Zelda", last_name="Young", game_name="Newt",
        bio="I go to Ridge School.", chapter_id=chapter_id, age_band=AgeBand.MINOR,
        profile_image_url="https://example.org/zelda.png", award_beads=BEADS,
    )  # fmt: skip
    admin = world.person(first_name="Ada", is_admin=True)
    stranger = world.person(first_name="Stan")
    newcomer = world.person(first_name="Nia", age_band=None)
    return Club(database, chapter_id, adult, modest, minor, admin, stranger, newcomer)


def cookie_of(actor: Actor) -> str:
    return f"rb_session={actor.user_id}" if actor.is_member else ""


def as_(actor: Actor) -> dict[str, str]:
    """The headers of a signed-in request."""
    return {"cookie": cookie_of(actor)} if actor.is_member else {}


@pytest.fixture
def club(database: Database) -> Club:
    return populate(database)


@pytest.fixture
async def worker(club: Club) -> AsyncIterator[Worker]:
    async with worker_for(*club.people) as running:
        yield running


@dataclass(frozen=True)
class Maya:
    """A member, and the ids of two chapters; the first one is hers."""

    actor: Actor
    chapter_id: str
    other_id: str


def kitsune(world: World) -> Actor:
    """A member with beads and paths, whose bio has two lines."""
    return world.person(
        email="maya@example.org",
        first_name="Maya",
        last_name="Ortiz",
        game_name="Kitsune",
        bio="One\r\nTwo",
        member_rank=3,
        award_beads={"red": 2},
        warrior_paths={"bow": {"enabled": True, "level": 3}, "spear": {"level": 2}},
        issuer="i",
        subject="maya",
    )

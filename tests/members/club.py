"""A chapter with people of all kinds, and identities that know them by their id."""

from dataclasses import dataclass

from sqlalchemy.orm import Session

from rookiebattle.accounts.models import AgeBand, User
from rookiebattle.chapters.models import Chapter, Leader
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.db import Database

BEADS = {"red": 2, "clear": 7, "purple": 3}


@dataclass(frozen=True)
class Club:
    """Adult and minor belong to the chapter, admin and stranger do not."""

    database: Database
    chapter_id: str
    adult: Actor
    minor: Actor
    admin: Actor
    stranger: Actor


def populate(database: Database) -> Club:
    with database.unit_of_work(write=True) as session:
        chapter = Chapter(
            name="Tampa Bay", city="Tampa", state="Florida", location="Al Lopez Park",
            time_zone="America/New_York", meeting_day="Saturday", meeting_time="6:00 PM",
            leadership=[Leader(name="Ines", email="leader@example.org", phone="555-0199")],
        )  # fmt: skip
        session.add(chapter)
        session.flush()
        adult = User(
            email="adult@example.org", first_name="Theo", last_name="Marsh", game_name="Egret",
            bio="Spear first.", chapter_id=chapter.id, age_band=AgeBand.ADULT, award_beads=BEADS,
            membership_tier="premium", membership_status="active", stripe_customer_id="cus_secret",
        )  # fmt: skip
        minor = User(
            email="minor@example.org", first_name="Zelda", last_name="Young", game_name="Newt",
            bio="I go to Ridge School.", chapter_id=chapter.id, age_band=AgeBand.MINOR,
            profile_image_url="https://example.org/zelda.png", award_beads=BEADS,
        )  # fmt: skip
        admin, stranger = User(first_name="Ada", is_admin=True), User(first_name="Stan")
        people = [adult, minor, admin, stranger]
        session.add_all(people)
        session.flush()
        actors = [Actor(user_id=p.id, session_key=p.id, is_admin=p.is_admin) for p in people]
        return Club(database, chapter.id, *actors)


class ByCookie:
    """The cookie ends with a person's id."""

    def __init__(self, club: Club) -> None:
        people = (club.adult, club.minor, club.admin, club.stranger)
        self._known = {actor.user_id: actor for actor in people}

    async def resolve(self, cookie_header: str) -> Actor:
        return self._known.get(cookie_header.partition("rb_session=")[2], VISITOR)

    def refresh(self, session: Session, actor: Actor) -> Actor:
        return actor


def cookie_of(actor: Actor) -> str:
    return f"rb_session={actor.user_id}" if actor.is_member else ""


def as_(actor: Actor) -> dict[str, str]:
    """The headers of a signed-in request."""
    return {"cookie": cookie_of(actor)} if actor.is_member else {}

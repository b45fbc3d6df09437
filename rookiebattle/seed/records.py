"""The chapters, resources and notifications of the demo data, and requests to start a chapter."""

from datetime import datetime, timedelta
from decimal import Decimal

from sqlalchemy.orm import Session

from rookiebattle.chapters.models import ChapterStatus, Leader, PracticeInfo
from rookiebattle.chapters.requests import ask_about_chapter
from rookiebattle.chapters.schemas import ChapterRequestWrite, ChapterWrite
from rookiebattle.chapters.service import create_chapter
from rookiebattle.core import clock
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.notifications.models import Notification, Target
from rookiebattle.notifications.schemas import NotificationWrite
from rookiebattle.notifications.service import create_notification
from rookiebattle.resources.schemas import ResourceWrite
from rookiebattle.resources.service import create_resource
from rookiebattle.seed.data import DEMO, PLACES, Place
from rookiebattle.waivers.models import Form
from rookiebattle.waivers.service import versions

HOST = "https://docs.example.org"
DAY = timedelta(days=1)
WELCOMES = DEMO["welcomes"]


def add_chapters(session: Session, founder: Actor) -> list[str]:
    """Create the chapters, and return their ids in the order of the places."""
    values = [_chapter(place, number) for number, place in enumerate(PLACES)]
    return [create_chapter(session, founder, values=one).id for one in values]


def _chapter(place: Place, number: int) -> ChapterWrite:
    """A chapter as an administrator would enter it."""
    slug = place.name.lower().replace(" ", "-")
    meets = place.meets or f"trains at {place.park} in {place.city}"
    # Only a chapter that meets every week may name the day alone.
    times = [f"{place.weekday}s, 6:00 PM to 8:00 PM"] if place.rhythm == "weekly" else []
    return ChapterWrite(
        name=place.name,
        city=place.city,
        state=place.state,
        location=place.park,
        address=f"{place.park}, {place.city}, {place.state}",
        latitude=Decimal(place.latitude),
        longitude=Decimal(place.longitude),
        time_zone=place.zone,
        status=ChapterStatus(place.status),
        contact_email=f"{slug}@example.org",
        meeting_day=place.meeting_day,
        meeting_time="6:00 PM" if place.rhythm else None,
        practice_info=PracticeInfo(times=times, locations=[place.park]),
        leadership=[
            Leader(
                title="Park Lead",
                name=place.leader,
                email=f"lead.{slug}@example.org",
                phone=f"555-01{number:02d}",
            )
        ],
        description=f"{place.name} {meets}. {WELCOMES[number % len(WELCOMES)]}",
    )


def add_documents(session: Session, keeper: Actor) -> None:
    """Fill the library."""
    for row in DEMO["documents"]:
        words = "".join(char for char in row["title"].lower() if char.isalnum() or char in " -")
        address = f"{HOST}/{row['category']}/{'-'.join(words.split())}"
        create_resource(session, keeper, values=ResourceWrite(**row, external_url=address))


def publish_waivers(session: Session, keeper: Actor) -> None:
    """Put the examples in force, which a club's lawyer would read first."""
    for form in Form:
        draft = versions.create_version(
            session, keeper, values=versions.first_text(session, keeper, form=form)
        )
        versions.publish_version(session, keeper, version_id=draft.id)


def tell_people(session: Session, admin: Actor, now: datetime, chapter_id: str) -> None:
    """Create the notifications, dated over the last days; some for one chapter."""
    for row in DEMO["notifications"]:
        with clock.at(now - row["days_ago"] * DAY):
            is_local = row["values"].get("target_type") == Target.CHAPTER
            values = NotificationWrite(
                **row["values"],
                chapter_id=chapter_id if is_local else None,
                expires_at=now + row["expires_in_days"] * DAY if "expires_in_days" in row else None,
            )
            create_notification(session, admin, values=values)
    at = now - 9 * DAY
    old = {**DEMO["old_notification"], "created_by": admin.user_id}
    session.add(Notification(**old, created_at=at, updated_at=at))


def ask_for_chapters(session: Session, now: datetime) -> None:
    """Ask to start chapters, as visitors did over the last days."""
    for age, row in enumerate(DEMO["requests"], start=1):
        with clock.at(now - age * DAY):
            ask_about_chapter(session, VISITOR, values=ChapterRequestWrite(**row))

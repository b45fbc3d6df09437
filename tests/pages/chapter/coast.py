"""A chapter with every field filled in."""

from rookiebattle.chapters.models import Leader, PracticeInfo
from tests.world import World


def coast(world: World) -> str:
    return world.chapter(
        "Emerald Coast",
        city="Pensacola",
        state="Florida",
        location="Bayou Meadow",
        address="1 Shore Road",
        time_zone="America/Chicago",
        meeting_day="Sunday",
        meeting_time="6:00 PM",
        contact_email="coast@example.org",
        description="One.\n\nTwo.",
        practice_info=PracticeInfo(times=["Sundays"], locations=["Bayou Meadow", "Gym"]),
        leadership=[Leader(name="Ines", email="i@example.org", phone="(555) 555-0101")],
    )

"""The words of roles: their names, and the sentences that several files say. Pure."""

from collections.abc import Collection
from datetime import datetime, timedelta

from rookiebattle.core.roles import Role
from rookiebattle.events.wording import day_at
from rookiebattle.settings import get_settings

ROLES = {
    Role.LEAD: "Lead",
    Role.SECOND: "Second",
    Role.GATE: "Gate",
    Role.TREASURER: "Treasurer",
    Role.MARSHAL: "Marshal",
    Role.MEDIA: "Media",
}
MAY = {
    Role.LEAD: "runs everything but the money, and gives roles",
    Role.SECOND: "runs everything but the money",
    Role.GATE: "checks people in, takes walk-ins and cash",
    Role.TREASURER: "looks after payments and refunds",
    Role.MARSHAL: "checks gear, and helps at the gate",
    Role.MEDIA: "looks after the gallery",
}
WHOLE_CLUB = "The whole club"
NO_GRANT = "This role doesn’t exist."
HELD = "They hold this role already."
NOT_TO_YOURSELF = "You can’t give yourself a role. Please ask someone else."
NOT_YOURS = "You can’t give or end this role. Please ask an administrator."
ONE_PLACE = "Please name a chapter or an event, not both."
ENDS_EARLY = "Please choose a day that is still to come, after the role begins."
CHOOSE_ROLE, NO_DAY = "Please choose a role.", "Please choose a day."
AT_18 = "Roles of a minor begin on the 18th birthday."


def role_options(among: Collection[Role]) -> list[tuple[str, str]]:
    """'Gate: checks people in, …' for each of these roles, in their own order."""
    return [(one.value, f"{ROLES[one]}: {MAY[one]}") for one in Role if one in among]


def told_place(event: str | None, chapter: str | None) -> str:
    """The name of an event or a chapter, or that it is everywhere."""
    return event or chapter or WHOLE_CLUB


def since_words(starts_at: datetime, ends_at: datetime | None, now: datetime) -> str:
    """'from Sat, Mar 14 until Sun, Mar 15', or the part that is still to come."""
    begins = f"from {_day(starts_at, now)}" if starts_at > now else ""
    ends = f"until {_day(ends_at - timedelta(microseconds=1), now)}" if ends_at else ""
    return " ".join(filter(None, (begins, ends)))


def _day(at: datetime, now: datetime) -> str:
    return day_at(at, get_settings().org_time_zone, now)

"""Accounts on the wire: a member's own record and choices."""

from enum import StrEnum

from pydantic import Field, StrictBool

from rookiebattle.accounts.models import User
from rookiebattle.core.schemas import Id, Instant, Wire

AWARD_BEADS = (
    "red",
    "brown",
    "black",
    "clear",
    "green",
    "blue",
    "lightBlue",
    "clearBlue",
    "purple",
    "wood",
    "roleplay",
)


class WarriorPath(Wire):
    """One warrior path of a member."""

    enabled: bool = False
    level: int = Field(default=0, ge=0, le=5)


class UserRead(Wire):
    """A member's own record. Only administrators read it of somebody else (`members/users.py`)."""

    id: Id
    email: str | None
    first_name: str | None
    last_name: str | None
    game_name: str | None
    bio: str | None
    profile_image_url: str | None
    membership_tier: str
    membership_status: str
    bead_level: int
    admin_rank: int
    is_board_member: bool
    member_rank: int
    is_samurai: bool
    award_beads: dict[str, int]
    warrior_paths: dict[str, WarriorPath]
    chapter_id: Id | None
    is_admin: bool
    created_at: Instant
    updated_at: Instant


def own_record(user: User) -> UserRead:
    """The record of `user` as its owner sees it; beads that were never given count 0."""
    columns = {name: getattr(user, name) for name in UserRead.model_fields}
    columns["award_beads"] = dict.fromkeys(AWARD_BEADS, 0) | user.award_beads
    return UserRead.model_validate(columns)


class Mailing(StrEnum):
    """Kinds of letters that a member may turn off. Letters about the account are always sent."""

    EVENTS = "events"
    REMINDERS = "reminders"
    NOTICES = "notices"


class MailPreferences(Wire):
    """The kinds of letters a member gets: about their events, a reminder the day before, and news
    of the club and the chapter."""

    mail_events: bool
    mail_reminders: bool
    mail_notices: bool


class MailPreferencesPatch(Wire):
    """A field that is not sent stays as it is."""

    mail_events: StrictBool = True
    mail_reminders: StrictBool = True
    mail_notices: StrictBool = True


class OwnAccount(Wire):
    """The facts of the account page; never shown to anybody else."""

    game_name: str
    email: str
    age_band: str
    hides_attendance: bool
    shows_profile: bool
    is_last_admin: bool
    sessions: int


class Privacy(Wire):
    """A member's choices: hidden under 'who is going', and shown with more than the game name."""

    hides_attendance: bool
    shows_profile: bool


class PrivacyPatch(Wire):
    """A choice that is not sent stays as it is. Only adults may be shown with more."""

    hides_attendance: StrictBool = False
    shows_profile: StrictBool = False


class Deletion(Wire):
    """The confirmation of a deletion: the member's game name or the word DELETE."""

    confirmation: str = Field(max_length=255)

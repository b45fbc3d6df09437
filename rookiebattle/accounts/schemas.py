"""What accounts tell the doors: a member's own record."""

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
    """Where a member stands on one path."""

    enabled: bool = False
    level: int = Field(default=0, ge=0, le=5)


class UserRead(Wire):
    """A member's own record; never shown to anybody else."""

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
    """Kinds of letters that a member may end. Those about the account itself are none of them."""

    EVENTS = "events"
    REMINDERS = "reminders"


class MailPreferences(Wire):
    """Which letters a member gets: about their events, and the day before one."""

    mail_events: bool
    mail_reminders: bool


class MailPreferencesPatch(Wire):
    """What is absent stays as it is."""

    mail_events: StrictBool = True
    mail_reminders: StrictBool = True


class OwnAccount(Wire):
    """What the page Your account shows; never shown to anybody else."""

    game_name: str
    email: str
    age_band: str
    hides_attendance: bool
    is_last_admin: bool
    sessions: int


class PrivacyWrite(Wire):
    """What a member decides about being seen."""

    hides_attendance: bool


class Deletion(Wire):
    """The game name or the word DELETE, typed by whoever wants their account to be deleted."""

    confirmation: str = Field(max_length=255)

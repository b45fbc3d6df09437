"""Members on the wire: own record with chapter, profile, chapter members."""

from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, StringConstraints

from rookiebattle.accounts.schemas import UserRead
from rookiebattle.core.schemas import Id, Wire
from rookiebattle.core.values.text import Line, lines_seen, printable, seen_of


def _absent(value: object) -> object:
    """The trimmed text; None for an empty text and for 'none', which a select sends."""
    if not isinstance(value, str):
        return value
    text = seen_of(value).strip()
    return None if text in ("", "none") else text


Name = Annotated[Line | None, BeforeValidator(_absent)]
Bio = Annotated[
    Annotated[str, StringConstraints(max_length=2_000), AfterValidator(printable)] | None,
    BeforeValidator(_absent),
    BeforeValidator(lines_seen),
]
ChapterId = Annotated[Id | None, BeforeValidator(_absent)]


class ChapterName(Wire):
    """The name of a member's chapter."""

    id: Id
    name: str


class UserWithChapter(UserRead):
    """A member's own record with their chapter, null when they have none."""

    chapter: ChapterName | None


class ProfileWrite(Wire):
    """A member's profile. All five fields are replaced: a field that is not sent becomes null."""

    first_name: Name = None
    last_name: Name = None
    game_name: Name = None
    bio: Bio = None
    chapter_id: ChapterId = None


class ChapterMember(Wire):
    """A member as other members see them, without an email address.

    Only the game name is sent of a minor, and of an adult who did not choose to show more: the two
    cannot be told apart. All their other fields are null, empty, 0 or false.
    """

    id: str
    first_name: str | None
    last_name: str | None
    game_name: str | None
    bio: str | None
    membership_tier: str | None
    membership_status: str | None
    is_admin: bool
    bead_level: int
    admin_rank: int
    is_board_member: bool
    member_rank: int
    is_samurai: bool
    award_beads: dict[str, int]


class WelcomeWrite(Wire):
    """The answers of a new person. `confirmed` ends the account of a child."""

    game_name: Name = None
    chapter_id: ChapterId = None
    age_band: Literal["adult", "minor", "under13"] | None = None
    confirmed: bool = False

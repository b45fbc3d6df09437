"""A member's record with what belongs to other slices, and how members see each other."""

from rookiebattle.accounts.schemas import UserRead
from rookiebattle.core.schemas import Id, Wire


class ChapterName(Wire):
    """The chapter as far as it is shown beside a member."""

    id: Id
    name: str


class UserWithChapter(UserRead):
    """A member's own record with their chapter, null when they have none."""

    chapter: ChapterName | None


class ChapterMember(Wire):
    """A member as other members see them: never an e-mail, of minors only the game name."""

    id: str
    first_name: str | None
    last_name: str | None
    game_name: str | None
    bio: str | None
    membership_tier: str
    membership_status: str
    is_admin: bool
    bead_level: int
    admin_rank: int
    is_board_member: bool
    member_rank: int
    is_samurai: bool
    award_beads: dict[str, int]

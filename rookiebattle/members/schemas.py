"""A member's record with what belongs to other slices."""

from rookiebattle.accounts.schemas import UserRead
from rookiebattle.core.schemas import Id, Wire


class ChapterName(Wire):
    """The chapter as far as it is shown beside a member."""

    id: Id
    name: str


class UserWithChapter(UserRead):
    """A member's own record with their chapter, null when they have none."""

    chapter: ChapterName | None

"""Members as administrators read and write them: the wire, and the filters of the list."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field, StrictInt

from rookiebattle.accounts.models import MembershipStatus, Tier
from rookiebattle.accounts.schemas import UserRead
from rookiebattle.core.pagination import PartCounted, Window
from rookiebattle.core.roles import NOWHERE, Reach
from rookiebattle.core.schemas import Id, InstantRead, PageQuery, Wire
from rookiebattle.core.shapes import Patch
from rookiebattle.core.values.addresses import is_plain_address
from rookiebattle.core.values.text import NO_EMAIL, Email, Line, OptionalParagraph, blank_as_none
from rookiebattle.core.values.web_address import WebAddress
from rookiebattle.members.schemas import Bio, ChapterId, ChapterName, Name
from rookiebattle.progression.schemas import MOST_PEOPLE, ProgressFields

NO_CHAPTER = "none"
MOST_LEVEL = 1_000_000
MOST_CHOSEN = 100
"""The most members whom a file names by id: its address has to fit everywhere."""
OptionalAddress = Annotated[WebAddress | None, BeforeValidator(blank_as_none)]


def _given(value: object) -> object:
    """Refuse an empty address with the sentence of a wrong one."""
    if isinstance(value, str) and not value.strip():
        raise ValueError(NO_EMAIL)
    return value


def _plain(value: str) -> str:
    """Refuse an address with which nobody could sign in and take the account over."""
    if not is_plain_address(value):
        raise ValueError(NO_EMAIL)
    return value


PlainEmail = Annotated[Email, AfterValidator(_plain), BeforeValidator(_given)]


class UserFields(ProgressFields):
    """The fields of a member that administrators write."""

    email: PlainEmail
    first_name: Line
    last_name: Line
    game_name: Name = None
    bio: Bio = None
    profile_image_url: OptionalAddress = None
    chapter_id: ChapterId = None
    bead_level: Annotated[StrictInt, Field(ge=0, le=MOST_LEVEL)] = 0


class UserCreate(UserFields):
    """Somebody who has not signed in yet. Their first verified sign-in takes the account over.

    `reason` is noted beside what the ledger keeps. With `invite` a letter asks them to log in.
    """

    reason: OptionalParagraph = None
    invite: bool = False


class UserPatch(UserFields, Patch):
    """Changes to a member: only what is sent changes, also within beads and paths.

    With the `version` that the caller saw, a field that somebody else changed meanwhile is refused.
    """

    reason: OptionalParagraph = None
    version: StrictInt | None = None


class ChapterMove(Wire):
    """The new chapter of a member; null, empty or `none` is none."""

    chapter_id: ChapterId


class UsersPatch(Wire):
    """The same change of several members: their chapter, their status, or both.

    The defaults of both are never used: `model_fields_set` tells which fields were sent. With
    `invite` those who never logged in are asked by email to do so.
    """

    user_ids: Annotated[list[Id], Field(min_length=1, max_length=MOST_PEOPLE)]
    chapter_id: ChapterId = None
    membership_status: MembershipStatus = MembershipStatus.INACTIVE
    reason: OptionalParagraph = None
    invite: bool = False


class UsersUpdated(Wire):
    """How many members were changed, and how many of the chosen ones were invited."""

    changed: int
    invited: int


class AdminUser(UserRead):
    """A member as administrators see them.

    `is_claimed` is whether somebody has signed in to the account, `age_band` null before the
    welcome. Leads do not read who is under 18: for them `age_band` is empty, and `is_claimed` true
    of every account without an address. `version` is sent back with changes.
    """

    created_at: InstantRead
    updated_at: InstantRead
    age_band: str | None
    is_claimed: bool
    version: int
    chapter: ChapterName | None


class UserUpdated(AdminUser):
    """A changed member. `also_changed` says which other fields somebody changed meanwhile."""

    also_changed: str = ""


class UserOrder(StrEnum):
    """The orders of the list: by shown name, or by the day on which the account was made."""

    NAME = "name"
    NAME_DOWN = "-name"
    OLDEST = "createdAt"
    NEWEST = "-createdAt"


@dataclass(frozen=True, slots=True)
class UserFilter:
    """The wanted members, in their order. Every filter that is None takes all.

    `text` holds beginnings of words of names and addresses. `chapter_id` may be `none`. The verb
    fills in how far the actor's `reach` is; without it nobody is found.
    """

    text: str = ""
    chapter_id: str | None = None
    status: str | None = None
    tier: str | None = None
    is_admin: bool | None = None
    is_welcomed: bool | None = None
    is_unanswered: bool | None = None
    order: UserOrder = UserOrder.NAME
    window: Window = field(default_factory=Window)
    reach: Reach = NOWHERE


NoFilter = BeforeValidator(blank_as_none)
"""An empty query parameter is no filter."""


class UserQuery(PageQuery):
    """The query of the list of members."""

    q: Annotated[Annotated[str, Field(max_length=200)] | None, NoFilter] = None
    chapter_id: Annotated[Literal["none"] | Id | None, NoFilter] = None
    status: Annotated[MembershipStatus | None, NoFilter] = None
    tier: Annotated[Tier | None, NoFilter] = None
    is_admin: Annotated[bool | None, NoFilter] = None
    is_welcomed: Annotated[bool | None, NoFilter] = None
    is_unanswered: Annotated[bool | None, NoFilter] = None
    sort: Annotated[UserOrder | None, NoFilter] = None

    def wanted(self) -> UserFilter:
        names = ("chapter_id", "status", "tier", "is_admin", "is_welcomed", "is_unanswered")
        return UserFilter(
            text=self.q or "",
            order=self.sort or UserOrder.NAME,
            window=self.window(),
            **{name: getattr(self, name) for name in names},
        )


class UserSheet(UserQuery):
    """The query of the list as a file. With `ids`, the file has these members alone."""

    ids: Annotated[list[Id], Field(default_factory=list, max_length=MOST_CHOSEN)]


UserList = PartCounted[AdminUser]

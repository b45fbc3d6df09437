"""Roles on the wire."""

from dataclasses import dataclass, field
from datetime import datetime

from rookiebattle.core.permissions import Permission
from rookiebattle.core.roles import MAY, Role
from rookiebattle.core.schemas import Id, Instant, InstantRead, PageQuery, Wire


class GrantRead(Wire):
    """A role that somebody holds, or held until `endedAt`.

    Without `chapterId` and `eventId` it holds for the organization.
    """

    id: str
    user_id: str
    role: Role
    chapter_id: str | None
    event_id: str | None
    starts_at: InstantRead
    ends_at: InstantRead | None
    given_by: str
    ended_at: InstantRead | None


class GrantWrite(Wire):
    """A role to give: at once or from `startsAt` on, and for good or until `endsAt`."""

    user_id: Id
    role: Role
    chapter_id: Id | None = None
    event_id: Id | None = None
    starts_at: Instant | None = None
    ends_at: Instant | None = None


class GrantQuery(PageQuery):
    """The roles of a member, a chapter or an event; without any of them one's own."""

    user_id: Id | None = None
    chapter_id: Id | None = None
    event_id: Id | None = None


@dataclass(frozen=True, slots=True)
class About:
    """The subject of a page with roles: a member, a chapter or an event."""

    user_id: str = ""
    chapter_id: str = ""
    event_id: str = ""


@dataclass(frozen=True, slots=True)
class NamedGrant:
    """A role with the names of its member and of the place, as the reader may know them."""

    grant: GrantRead
    name: str
    place: str
    may_end: bool


@dataclass(frozen=True, slots=True)
class PlaceChoice:
    """A chapter in which the reader may give roles; without an id, the organization."""

    chapter_id: str
    name: str


@dataclass(frozen=True, slots=True)
class RolesShown:
    """The roles that a page tells of, and what the reader may give there.

    `places` are choices where the page is about a member, whose suggested role is `suggested`, and
    who is at `home` in one of them. `waits` tells administrators that the role of a minor waits.
    """

    held: list[NamedGrant]
    givable: frozenset[Role] = frozenset()
    places: list[PlaceChoice] = field(default_factory=list)
    name: str = ""
    suggested: Role | None = None
    home: str = ""
    waits: bool = False


@dataclass(frozen=True, slots=True)
class Person:
    """A member who may be given a role."""

    user_id: str
    name: str
    about: str
    suggested: Role | None


@dataclass(frozen=True, slots=True)
class Helping:
    """An event at which the reader helps. `waits`: a minor's role begins at 18."""

    event_id: str
    title: str
    start: datetime
    end: datetime
    time_zone: str
    role: Role
    waits: bool

    @property
    def checks(self) -> bool:
        """Whether the role checks people in."""
        return Permission.ALL_REGISTRATION_CHECK in MAY[self.role]

"""Roles with a scope: what each may do, and the condition that filters a list by it. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

import sqlalchemy as sa

from rookiebattle.core.permissions import Permission


class Role(StrEnum):
    LEAD = "lead"
    SECOND = "second"
    GATE = "gate"
    TREASURER = "treasurer"
    MARSHAL = "marshal"
    MEDIA = "media"


_MARSHAL: Final = frozenset(
    {
        Permission.ALL_EVENT_READ,
        *(Permission.ALL_REGISTRATION_READ, Permission.ALL_REGISTRATION_CHECK),
    }
)
# Cash at the gate is no `payment`: waiving and giving back are the treasurer's.
# Files are photographs of waivers on paper.
_GATE: Final = _MARSHAL | {
    *(Permission.ALL_REGISTRATION_CREATE, Permission.ALL_REGISTRATION_SETTLE),
    Permission.ALL_UPLOAD_CREATE,
}
_MEDIA: Final = frozenset(
    {
        *(Permission.ALL_MEDIA_CREATE, Permission.ALL_MEDIA_DELETE, Permission.ALL_MEDIA_READ),
        *(Permission.ALL_MEDIA_UPDATE, Permission.ALL_UPLOAD_CREATE),
    }
)
_SECOND: Final = (
    _GATE
    | _MEDIA
    | {
        *(Permission.ALL_ACCOUNT_READ, Permission.ALL_CHAPTER_READ, Permission.ALL_CHAPTER_UPDATE),
        *(Permission.ALL_EVENT_UPDATE, Permission.ALL_GEAR_CREATE, Permission.ALL_MESSAGE_CREATE),
        *(Permission.ALL_NOTIFICATION_CREATE, Permission.ALL_NOTIFICATION_DELETE),
        *(Permission.ALL_NOTIFICATION_READ, Permission.ALL_NOTIFICATION_UPDATE),
        *(Permission.ALL_PROGRESS_AWARD, Permission.ALL_PROGRESS_READ),
        *(Permission.ALL_PROGRESS_UNDO, Permission.ALL_ROLE_READ),
        *(Permission.ALL_WAIVER_READ, Permission.ALL_WAIVER_VERIFY),
    }
)
MAY: Final[Mapping[Role, frozenset[Permission]]] = {
    Role.LEAD: _SECOND | {Permission.ALL_ROLE_CREATE, Permission.ALL_INCIDENT_CREATE},
    Role.SECOND: _SECOND,
    Role.GATE: _GATE,
    Role.TREASURER: frozenset(
        {
            *(Permission.ALL_PAYMENT_READ, Permission.ALL_PAYMENT_CREATE),
            *(Permission.ALL_REGISTRATION_READ, Permission.ALL_REGISTRATION_SETTLE),
        }
    ),
    Role.MARSHAL: _MARSHAL | {Permission.ALL_GEAR_CREATE},
    Role.MEDIA: _MEDIA,
}
GIVEN_BY_LEAD: Final = frozenset({Role.SECOND, Role.GATE, Role.MARSHAL, Role.MEDIA})
GIVEN_BY_ORGANIZER: Final = frozenset({Role.GATE, Role.MARSHAL})


@dataclass(frozen=True, slots=True)
class Scope:
    """Where something is: an event with the chapter that it stands for, a chapter, or neither."""

    chapter_id: str | None = None
    event_id: str | None = None


ORGANIZATION: Final = Scope()


@dataclass(frozen=True, slots=True)
class Grant:
    """A role that holds now: at one event, in one chapter with its events, or everywhere."""

    role: Role
    chapter_id: str | None = None
    event_id: str | None = None

    @property
    def is_everywhere(self) -> bool:
        return self.chapter_id is None and self.event_id is None

    def covers(self, at: Scope) -> bool:
        if self.event_id is not None:
            return self.event_id == at.event_id
        return self.chapter_id is None or self.chapter_id == at.chapter_id


@dataclass(frozen=True, slots=True)
class Reach:
    """How far a permission reaches: everywhere, or these chapters and events."""

    is_everywhere: bool = False
    chapter_ids: frozenset[str] = frozenset()
    event_ids: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return self.is_everywhere or bool(self.chapter_ids or self.event_ids)

    def within(self, chapter_id: Any, event_id: Any = None) -> sa.ColumnElement[bool]:
        """The condition by which a list shows only what is in reach; the arguments are columns."""
        if self.is_everywhere:
            return sa.true()
        here: sa.ColumnElement[bool] = chapter_id.in_(sorted(self.chapter_ids))
        return here if event_id is None else here | event_id.in_(sorted(self.event_ids))


EVERYWHERE: Final = Reach(is_everywhere=True)
NOWHERE: Final = Reach()


def reach_of(grants: tuple[Grant, ...], permission: Permission) -> Reach:
    """The reach that these grants give a permission."""
    held = [one for one in grants if permission in MAY[one.role]]
    return Reach(
        any(one.is_everywhere for one in held),
        frozenset(one.chapter_id for one in held if one.chapter_id and not one.event_id),
        frozenset(one.event_id for one in held if one.event_id),
    )

"""Progress on the wire: its fields for administrators, awards, timelines, and the next steps."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import AfterValidator, Field, StrictBool, StrictInt, WithJsonSchema
from pydantic.alias_generators import to_camel, to_snake

from rookiebattle.accounts.models import MembershipStatus, Tier
from rookiebattle.core.schemas import Id, InstantRead, Wire
from rookiebattle.core.values.text import OptionalParagraph
from rookiebattle.progression.catalogue import AWARDS, HIGHEST_LEVEL, PATHS
from rookiebattle.progression.models import Value

HIGHEST_ADMIN_RANK, HIGHEST_MEMBER_RANK = 8, 4
MOST_BEADS, MOST_AT_ONCE, MOST_PEOPLE = 1_000_000, 100, 500
AWARD_KEYS = tuple(one.key for one in AWARDS)
PATH_KEYS = tuple(one.key for one in PATHS)


def _an_award(key: str) -> str:
    if key not in AWARD_KEYS:
        raise ValueError(f"must be one of {', '.join(AWARD_KEYS)}")
    return key


def _a_path(key: str) -> str:
    if key not in PATH_KEYS:
        raise ValueError(f"must be one of {', '.join(PATH_KEYS)}")
    return key


AwardKey = Annotated[
    str, AfterValidator(_an_award), WithJsonSchema({"type": "string", "enum": list(AWARD_KEYS)})
]
PathKey = Annotated[
    str, AfterValidator(_a_path), WithJsonSchema({"type": "string", "enum": list(PATH_KEYS)})
]
Count = Annotated[StrictInt, Field(ge=0, le=MOST_BEADS)]
AdminRank = Annotated[StrictInt, Field(ge=0, le=HIGHEST_ADMIN_RANK)]
MemberRank = Annotated[StrictInt, Field(ge=0, le=HIGHEST_MEMBER_RANK)]


class PathWrite(Wire):
    """A change of a warrior path; a part that is not sent stays as it is."""

    enabled: StrictBool = False
    level: Annotated[StrictInt, Field(ge=0, le=HIGHEST_LEVEL)] = 0


class ProgressFields(Wire):
    """The fields that the ledger keeps. Colors and paths that are not sent stay as they are."""

    membership_tier: Tier = Tier.NONE
    membership_status: MembershipStatus = MembershipStatus.INACTIVE
    admin_rank: AdminRank = 0
    is_board_member: StrictBool = False
    member_rank: MemberRank = 0
    is_samurai: StrictBool = False
    award_beads: Annotated[dict[AwardKey, Count], Field(default_factory=dict)]
    warrior_paths: Annotated[dict[PathKey, PathWrite], Field(default_factory=dict)]
    is_admin: StrictBool = False

    def facts(self) -> dict[str, Value]:
        """The facts that were sent, by the ledger's names."""
        sent: dict[str, Value] = {}
        for name in ProgressFields.model_fields.keys() & self.model_fields_set:
            value = getattr(self, name)
            parts = _parts(value) if isinstance(value, Mapping) else {"": value}
            sent |= {f"{name}.{part}" if part else name: one for part, one in parts.items()}
        return sent


def _parts(keyed: Mapping[str, Any]) -> dict[str, Value]:
    """The facts of a map of beads or paths, by what follows the column's name."""
    found: dict[str, Value] = {}
    for key, value in keyed.items():
        if isinstance(value, PathWrite):
            found |= {f"{key}.{one}": getattr(value, one) for one in value.model_fields_set}
        else:
            found[key] = value
    return found


class Award(Wire):
    """Beads of one color for somebody. `incident` is read by administrators only."""

    bead: AwardKey
    count: Annotated[StrictInt, Field(ge=1, le=MOST_AT_ONCE)] = 1
    reason: OptionalParagraph = None
    incident: OptionalParagraph = None
    approved_by: Id | None = None
    again: StrictBool = Field(
        default=False, description="Also to members who got this bead at this event before."
    )


class Awarded(Wire):
    """How many members got beads, and the id under which all of them are undone together."""

    awarded: int
    award_id: str


class AwardUndone(Wire):
    """For how many members an award was undone."""

    undone: int


class UndoWrite(Wire):
    """Why an entry is undone."""

    reason: OptionalParagraph = None


class Approver(Wire):
    """A member whose rank lets them approve an award, such as a 'Park Lead'."""

    id: str
    name: str
    title: str


class AwardChoices(Wire):
    """The beads (keys) that an administrator may award alone, and who may approve others."""

    alone: list[str]
    approvers: list[Approver]


class TimelineEntry(Wire):
    """An entry as its member reads it. `by` is empty when the site itself made it."""

    id: str
    number: int
    at: InstantRead
    act: str
    what: str
    label: str
    before: Value
    after: Value
    words: str
    by: str
    reason: str | None
    event_id: str | None
    event_title: str | None
    undoes: str | None
    is_undone: bool


class AdminEntry(TimelineEntry):
    """An entry as administrators read it."""

    user_id: str
    actor_id: str
    approved_by: str | None
    approver: str
    incident: str | None
    may_undo: bool


class Step(Wire):
    """How far a member has come on a ladder or path, and what the next step takes.

    `next` is null at the top. `reached_at` is null when the ledger does not know.
    """

    what: str
    name: str
    value: int
    title: str
    reached_at: InstantRead | None
    next_value: int | None
    next: str | None
    missing: str


class Guide(Wire):
    """'How I got here': the rank that is shown, and every warrior path."""

    rank: Step
    paths: list[Step]


def wire_name(what: str) -> str:
    """'awardBeads.lightBlue' for 'award_beads.lightBlue'."""
    column, dot, key = what.partition(".")
    return f"{to_camel(column)}{dot}{key}"


def fact_name(what: str) -> str:
    """'award_beads.lightBlue' for 'awardBeads.lightBlue'."""
    column, dot, key = what.partition(".")
    return f"{to_snake(column)}{dot}{key}"

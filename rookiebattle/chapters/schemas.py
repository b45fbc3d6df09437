"""What crosses the doors about chapters."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated, Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints

from rookiebattle.chapters.models import ChapterStatus, Leader, PracticeInfo
from rookiebattle.core.schemas import Wire
from rookiebattle.core.text import Line, OptionalLine, OptionalProse, one_line, printable

City = Annotated[
    str,
    StringConstraints(min_length=1, max_length=100),
    AfterValidator(printable),
    BeforeValidator(one_line),
]
Short = Annotated[
    str,
    StringConstraints(min_length=1, max_length=50),
    AfterValidator(printable),
    BeforeValidator(one_line),
]


def _known_zone(name: str) -> str:
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ValueError("is not a time zone; use a name such as America/New_York") from None
    return name


ZoneName = Annotated[str, StringConstraints(max_length=64), AfterValidator(_known_zone)]


@dataclass(frozen=True, slots=True)
class ChapterChoice:
    """A chapter in a form's select."""

    id: str
    name: str
    city: str
    state: str
    time_zone: str


class ChapterWrite(Wire):
    """A new chapter; without a zone it gets the organisation's."""

    name: Line
    city: City
    state: Short
    location: Line
    address: OptionalProse = None
    latitude: Annotated[Decimal, Field(ge=-90, le=90, decimal_places=8)] | None = None
    longitude: Annotated[Decimal, Field(ge=-180, le=180, decimal_places=8)] | None = None
    time_zone: ZoneName | None = None
    status: ChapterStatus = ChapterStatus.ACTIVE
    contact_email: OptionalLine = None
    meeting_day: Short | None = None
    meeting_time: Short | None = None
    practice_info: PracticeInfo = PracticeInfo()
    leadership: Annotated[list[Leader], Field(default_factory=list)]
    description: OptionalProse = None

    def columns(self) -> dict[str, Any]:
        """The values of the table's columns."""
        return {name: getattr(self, name) for name in type(self).model_fields}

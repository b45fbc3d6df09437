"""Gear checks and incidents on the wire."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Annotated

from pydantic import BeforeValidator, StrictBool

from rookiebattle.core.schemas import Id, InstantRead, PageQuery, Wire
from rookiebattle.core.values.text import OptionalLine, Paragraph, blank_as_none
from rookiebattle.gear.models import Item

OptionalId = Annotated[Id | None, BeforeValidator(blank_as_none)]
OptionalDay = Annotated[date | None, BeforeValidator(blank_as_none)]


class GearCheckWrite(Wire):
    """A check of one item. Again replaces the earlier check of the item."""

    user_id: Id
    item: Item
    passed: StrictBool
    note: OptionalLine = None


class GearCheckRead(Wire):
    id: str
    user_id: str
    item: Item
    passed: bool
    note: str | None
    checked_by: str | None
    checked_at: InstantRead


class IncidentWrite(Wire):
    """An incident to note. Only one about somebody (`userId`) can suspend them until a day."""

    user_id: OptionalId = None
    text: Paragraph
    suspended_until: OptionalDay = None


class IncidentRead(Wire):
    """`name` is whom it is about; null when it is about nobody."""

    id: str
    user_id: str | None
    name: str | None
    text: str
    suspended_until: date | None
    noted_by: str | None
    noted_by_name: str | None
    noted_at: InstantRead


class IncidentQuery(PageQuery):
    """The part of the list that is wanted."""


@dataclass(frozen=True, slots=True)
class GearShown:
    """The gear and the incidents of an event, as far as the reader of its roster may know them.

    `people` are ids and names of those with a seat, for whoever notes something. `suspended` says
    until when.
    """

    time_zone: str
    checks: Sequence[GearCheckRead]
    suspended: Mapping[str, date]
    may_check: bool
    may_note: bool
    people: Sequence[tuple[str, str]] = ()
    incidents: Sequence[IncidentRead] = ()

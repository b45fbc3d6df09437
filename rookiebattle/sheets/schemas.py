"""Live sheets on the wire."""

from typing import Annotated, Self

from pydantic import Field, model_validator

from rookiebattle.core.schemas import Id, InstantRead, Wire
from rookiebattle.core.values.text import Line
from rookiebattle.sheets.models import COLUMNS, ListName


class SheetWrite(Wire):
    """A new sheet: which list, of which event for a roster, and its columns in their order."""

    which: Annotated[ListName, Field(alias="list")]
    event_id: Id | None = None
    columns: Annotated[list[str], Field(min_length=1, max_length=10)]
    name: Annotated[Line, Field(max_length=120)]

    @model_validator(mode="after")
    def _fits(self) -> Self:
        known = COLUMNS[self.which]
        if unknown := [one for one in self.columns if one not in known]:
            raise ValueError(f"has no column {unknown[0]}: choose from {', '.join(known)}")
        if len({*self.columns}) < len(self.columns):
            raise ValueError("names a column twice")
        if (self.which is ListName.ROSTER) != bool(self.event_id):
            raise ValueError("needs an event for a roster, and only for a roster")
        return self


class SheetRead(Wire):
    """A sheet of one's own. Its address is told once, by `SheetMade`."""

    id: str
    which: Annotated[str, Field(alias="list")]
    event_id: str | None
    columns: list[str]
    name: str
    created_at: InstantRead
    last_read_at: InstantRead | None
    ends_at: InstantRead


class SheetMade(SheetRead):
    """A new sheet with its secret address."""

    url: str

"""Live sheets on the wire."""

from typing import Annotated

from pydantic import Field

from rookiebattle.core.schemas import Id, InstantRead, Wire
from rookiebattle.core.values.text import Line
from rookiebattle.sheets.models import ListName


class SheetWrite(Wire):
    """A new sheet: which list, of which event for a roster, and its columns in their order."""

    list_name: Annotated[ListName, Field(alias="list")]
    event_id: Id | None = None
    columns: Annotated[list[str], Field(min_length=1, max_length=10)]
    name: Annotated[Line, Field(max_length=120)]


class SheetRead(Wire):
    """A sheet of one's own. Its address is told once, by `SheetMade`."""

    id: str
    list_name: Annotated[str, Field(alias="list")]
    event_id: str | None
    columns: list[str]
    name: str
    created_at: InstantRead
    read_at: Annotated[InstantRead | None, Field(alias="lastReadAt")]
    ends_at: InstantRead


class SheetMade(SheetRead):
    """A new sheet with its secret address."""

    url: str

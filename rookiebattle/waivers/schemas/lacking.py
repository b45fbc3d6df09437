"""Members without a waiver on the wire."""

from dataclasses import dataclass, field
from typing import Literal

from rookiebattle.core.pagination import Page, Window
from rookiebattle.core.schemas import Id, InstantRead, PageQuery, Wire
from rookiebattle.core.values.spreadsheet import MOST_LINES
from rookiebattle.core.values.text import Searched
from rookiebattle.waivers.models import Form

Lack = Literal["missing", "outdated", "expired", "ending", "unverified"]
"""The reason why somebody stands in the list. `ending`: their signature ends within 30 days."""


class Lacking(Wire):
    """A member who has no waiver, or soon none. The last three are of the signature that counts.

    Leads read `form`, `version`, `signed_at` and `ends_at` as null: any of them may tell a minor.
    """

    user_id: str
    name: str
    chapter_id: str | None
    chapter: str | None
    form: Form | None
    state: Lack
    version: int | None
    signed_at: InstantRead | None
    ends_at: InstantRead | None


@dataclass(frozen=True, slots=True)
class LackingSearch:
    """The wanted part of the list; None and the empty text mean all."""

    state: Lack | None = None
    chapter_id: str | None = None
    text: str = ""
    window: Window = field(default_factory=Window)


# With slots, Python cannot make a class of the generic one.
@dataclass(frozen=True)
class LackingPage(Page[Lacking]):
    """`counts` has how many there are of each reason, and of members who lack nothing (`signed`).

    It does not know of the wanted state.
    """

    counts: dict[str, int] = field(default_factory=dict)


class LackingQuery(PageQuery):
    """The query of the list."""

    state: Lack | None = None
    chapter_id: Id | None = None
    q: Searched = ""

    def wanted(self) -> LackingSearch:
        return LackingSearch(self.state, self.chapter_id, self.q, self.window())


class LackingSheetQuery(Wire):
    """The query of the download: the same as in the address of the console's list."""

    state: Lack | Literal[""] = ""
    chapter_id: Id | Literal[""] = ""
    q: Searched = ""

    def wanted(self) -> LackingSearch:
        window = Window(MOST_LINES)
        return LackingSearch(self.state or None, self.chapter_id or None, self.q, window)

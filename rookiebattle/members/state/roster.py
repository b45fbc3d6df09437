"""The state of the dialog with a chapter's members, on any page."""

from collections.abc import AsyncIterator
from typing import Annotated

import reflex as rx
from pydantic import Field

from rookiebattle.core.doors.access import requires
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.pagination import Page
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import Id
from rookiebattle.core.values.text import Line
from rookiebattle.members import service
from rookiebattle.members.schemas import ChapterMember
from rookiebattle.members.view import ROSTER_SIZE, MemberRow, RosterView, roster_of
from rookiebattle.members.wording import LOG_IN_FOR_ROSTER
from rookiebattle.ui.paging import Pager, window_of
from rookiebattle.ui.state import Refused, WithDialog, attempt
from rookiebattle.ui.views import fill

PageNumber = Annotated[int, Field(ge=1, le=100_000)]


class RosterState(WithDialog, rx.State):
    """The chapter of the dialog, and one page of its members."""

    title: str = ""
    loading: bool = False
    people: rx.Field[list[MemberRow]] = rx.field(default_factory=list)
    pager: Pager = Pager()
    _chapter_id: str = ""

    @rx.event
    @requires(Permission.MEMBER_CHAPTER_READ, prompt=LOG_IN_FOR_ROSTER)
    async def view(self, chapter_id: Id, name: Line) -> AsyncIterator[None]:
        """Open the dialog at once, then load the members."""
        await self._arrive()
        self.title = f"{name} - Chapter Members"
        fill(self, RosterView())
        self.is_open = self.loading = True
        yield
        self._chapter_id = chapter_id
        await self._load(1)

    @rx.event
    @requires(Permission.MEMBER_CHAPTER_READ, prompt=LOG_IN_FOR_ROSTER)
    async def turn(self, page: PageNumber) -> None:
        await self._load(page)

    def _close_dialogs(self) -> None:
        self.is_open, self.people = False, []

    async def _load(self, page: int) -> None:
        """Load a page. An error closes the dialog, which would show another chapter otherwise."""
        self.is_open = False
        found = await attempt(self, self._members(page))
        if not isinstance(found, Refused):
            fill(self, roster_of(found, page))
            self.is_open = True
        self.loading = False

    async def _members(self, page: int) -> Page[ChapterMember]:
        return await run(
            service.list_chapter_members,
            current_actor(),
            chapter_id=self._chapter_id,
            window=window_of(page, ROSTER_SIZE),
        )

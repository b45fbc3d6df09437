"""The state of the import's page: the dry run of the file in the address, and the import."""

import reflex as rx
from pydantic import ValidationError
from reflex.event import EventSpec

from rookiebattle import routes
from rookiebattle.chapters import service as chapters
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import public, requires
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import Invalid, NotFound
from rookiebattle.core.kept_files import GONE
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import Id
from rookiebattle.events import importing as events
from rookiebattle.events.imports import CalendarImported
from rookiebattle.members import importing as members
from rookiebattle.members.imports import Imported
from rookiebattle.pages.admin.imports.url import (
    EVENTS,
    FILE,
    MEMBERS,
    asked_of,
    calendar_choices,
    calendar_query,
    kind_of,
    members_choices,
    members_query,
)
from rookiebattle.pages.admin.imports.view import (
    Done,
    ImportView,
    calendar_view,
    events_done,
    members_done,
    members_view,
)
from rookiebattle.ui.first_data import Query
from rookiebattle.ui.list_query import ListQuery
from rookiebattle.ui.state import LoadedPage, Refused, attempt
from rookiebattle.ui.views import Loaded


async def load(actor: Actor, params: Query) -> ImportView | Loaded:
    if Permission.ALL_ACCOUNT_CREATE not in actor.permissions:
        return Loaded()
    kind = kind_of(params)
    query = asked_of(kind, params)
    if FILE not in query.chosen:
        return ImportView(kind)
    try:
        return await (_members(actor, query) if kind == MEMBERS else _events(actor, query))
    except (NotFound, ValidationError):
        return ImportView(kind, gone=GONE)
    except Invalid as invalid:  # a chapter that is gone
        return ImportView(kind, gone=invalid.sentence)


async def _members(actor: Actor, query: ListQuery) -> ImportView:
    asked = members_query(query)
    checking = run(members.check_members, actor, file_id=query.chosen[FILE], query=asked)
    found, total = await checking
    choices = await run(chapters.choices, actor) if found.unknown_chapters else []
    return members_view(query, found, total, choices)


async def _events(actor: Actor, query: ListQuery) -> ImportView:
    asked = calendar_query(query)
    checking = run(events.check_calendar, actor, file_id=query.chosen[FILE], query=asked)
    found, total = await checking
    choices = await run(chapters.choices, actor)
    return calendar_view(query, found, total, choices, clock.now())


class ImportState(LoadedPage, rx.State):
    """The dry run of one file; `done` says what the last import of this page did.

    `_is_new` is whether `done` was not shown yet: the page opens once more after an import.
    """

    shown: ImportView = ImportView(MEMBERS, loaded=False)
    done: Done = Done()
    _is_new: bool = False
    _load = load

    @rx.event
    @public
    async def show(self) -> None:
        if not self._is_new:
            self.done = Done()
        # The address that an import leaves may be loaded late, when the import has just ended.
        self._is_new = self._is_new and FILE in self.router.url.query_parameters
        await self._reload()

    @rx.event
    @requires(Permission.ALL_ACCOUNT_CREATE)
    async def bring_members(self, file_id: Id, new: int, changed: int) -> EventSpec | None:
        """Import the members of the file, if the numbers that were shown are still true."""
        query = self._query(MEMBERS)
        result = await attempt(self, _brought_members(file_id, query, new, changed))
        problems = self.shown.problems
        done = None if isinstance(result, Refused) else members_done(result, problems)
        return await self._finish(done)

    @rx.event
    @requires(Permission.ALL_EVENT_CREATE)
    async def bring_events(self, file_id: Id, new: int) -> EventSpec | None:
        """Import the events of the file, if the number that was shown is still true."""
        result = await attempt(self, _brought_events(file_id, self._query(EVENTS), new))
        problems = self.shown.problems
        done = None if isinstance(result, Refused) else events_done(result, problems)
        return await self._finish(done)

    async def _finish(self, done: Done | None) -> EventSpec | None:
        """Show what was done, at the address without the file; or the list as it is now."""
        if done is None:
            await self._reload()
            return None
        self.done, self._is_new = done, True
        path = routes.asked(routes.ADMIN_IMPORT, of=EVENTS if self.shown.kind == EVENTS else "")
        return rx.redirect(path, replace=True)

    def _query(self, kind: str) -> ListQuery:
        return asked_of(kind, dict(self.router.url.query_parameters))


async def _brought_members(file_id: str, query: ListQuery, new: int, changed: int) -> Imported:
    actor, values = current_actor(), members_choices(query, new, changed)
    plan = await run(members.plan_members, actor, file_id=file_id, values=values)
    return await run(members.import_members, actor, plan=plan)


async def _brought_events(file_id: str, query: ListQuery, new: int) -> CalendarImported:
    actor, values = current_actor(), calendar_choices(query, new)
    plan = await run(events.plan_calendar, actor, file_id=file_id, values=values)
    return await run(events.import_calendar, actor, plan=plan)

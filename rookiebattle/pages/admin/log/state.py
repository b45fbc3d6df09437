"""The state of the page of the audit log."""

import reflex as rx

from rookiebattle.console import log
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import public, requires
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import Id
from rookiebattle.pages.admin.log.view import SHAPE, LogView, Question, view_of, wanted
from rookiebattle.progression import service as progression
from rookiebattle.ui.first_data import Query
from rookiebattle.ui.list_query import read_query
from rookiebattle.ui.state import LoadedPage, WithDialogs, attempt
from rookiebattle.ui.views import Loaded


async def load(actor: Actor, params: Query) -> LogView | Loaded:
    if Permission.ALL_AUDIT_READ not in actor.permissions:
        return Loaded()
    query = read_query(SHAPE, params)
    return view_of(query, await run(log.search_log, actor, wanted=wanted(query)), clock.now())


class LogState(WithDialogs, LoadedPage, rx.State):
    """A page of the log. `question` is the award that is about to be undone."""

    shown: LogView = LogView(loaded=False)
    question: Question = Question()
    _load = load

    @rx.event
    @requires(Permission.ALL_PROGRESS_UNDO)
    async def ask(self, award_id: Id) -> None:
        shown = (one for one in self.shown.rows if one.award_id == award_id and one.undo)
        if one := next(shown, None):
            await self._arrive()
            self.question = Question(one.award_id, one.undo)

    @rx.event
    @public
    async def keep(self) -> None:
        self._close_dialogs()

    @rx.event
    @requires(Permission.ALL_PROGRESS_UNDO)
    async def undo(self, award_id: Id) -> None:
        """Take the beads of an award back from everybody who still has them."""
        undoing = run(progression.undo_award, current_actor(), award_id=award_id)
        await attempt(self, undoing, done="Undone")
        self._close_dialogs()
        await self._reload()

    def _close_dialogs(self) -> None:
        self.question = Question()

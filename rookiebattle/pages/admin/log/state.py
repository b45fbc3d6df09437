"""The state of the page of the audit log."""

import reflex as rx

from rookiebattle.console import log
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import public
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.permissions import Permission
from rookiebattle.pages.admin.log.url import SHAPE, wanted
from rookiebattle.pages.admin.log.view import LogRow, LogView, view_of
from rookiebattle.ui.first_data import Query
from rookiebattle.ui.list_query import ListFrame, read_query
from rookiebattle.ui.state import Refused, attempt
from rookiebattle.ui.views import Loaded, fill


async def load(actor: Actor, params: Query) -> LogView | Loaded:
    """The view of this address, for the websocket and for first data; nothing for others."""
    if Permission.ALL_AUDIT_READ not in actor.permissions:
        return Loaded()
    query = read_query(SHAPE, params)
    return view_of(query, await run(log.search_log, actor, wanted=wanted(query)), clock.now())


class LogState(rx.State):
    """One page of the log."""

    frame: ListFrame = ListFrame()
    rows: rx.Field[list[LogRow]] = rx.field(default_factory=list)
    loaded: bool = False

    @rx.event
    @public
    async def show(self) -> None:
        """Load the page when it opens, and after its address has changed."""
        view = await attempt(self, load(current_actor(), dict(self.router.url.query_parameters)))
        if not isinstance(view, Refused):
            fill(self, view)

"""The state of the page of the audit log."""

import reflex as rx

from rookiebattle.console import log
from rookiebattle.console.state import TabState
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.permissions import Permission
from rookiebattle.pages.admin.log.url import SHAPE, wanted
from rookiebattle.pages.admin.log.view import LogRow, LogView, view_of
from rookiebattle.ui.first_data import Query
from rookiebattle.ui.list_query import ListFrame, read_query
from rookiebattle.ui.views import Loaded


async def load(actor: Actor, params: Query) -> LogView | Loaded:
    """The view of this address, for the websocket and for first data; nothing for others."""
    if Permission.ALL_AUDIT_READ not in actor.permissions:
        return Loaded()
    query = read_query(SHAPE, params)
    return view_of(query, await run(log.search_log, actor, wanted=wanted(query)), clock.now())


class LogState(TabState, rx.State):
    frame: ListFrame = ListFrame()
    rows: rx.Field[list[LogRow]] = rx.field(default_factory=list)
    _load = load

"""The state of the requests to start a chapter."""

import reflex as rx

from rookiebattle.chapters import answering
from rookiebattle.console.state import TabState, recount
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import requires
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import Id
from rookiebattle.pages.admin.chapters.url import ANSWERED, REQUEST_PAGE, REQUESTS
from rookiebattle.pages.admin.chapters.view.requests import (
    SIZE,
    RequestRow,
    RequestsView,
    view_of,
)
from rookiebattle.ui.first_data import Query
from rookiebattle.ui.paging import Pager, page_number, window_of
from rookiebattle.ui.state import attempt
from rookiebattle.ui.views import Loaded


async def load(actor: Actor, params: Query) -> RequestsView | Loaded:
    """The view of this address, for the websocket and for first data; nothing for others."""
    if Permission.ALL_REQUEST_READ not in actor.permissions:
        return Loaded()
    is_answered = params.get(REQUESTS) == ANSWERED
    page = page_number(params.get(REQUEST_PAGE, ""))
    window = window_of(page, SIZE)
    found = await run(answering.list_requests, actor, is_answered=is_answered, window=window)
    return view_of(found, is_answered=is_answered, page=page, now=clock.now())


class RequestsState(TabState, rx.State):
    """One page of the requests that wait, or of those that were answered."""

    rows: rx.Field[list[RequestRow]] = rx.field(default_factory=list)
    pager: Pager = Pager()
    is_answered: bool = False
    _load = load

    @rx.event
    @requires(Permission.ALL_REQUEST_UPDATE)
    async def answer(self, request_id: Id, is_answered: bool) -> None:
        """Note that the request was answered, or that it waits again."""
        noting = run(
            answering.answer_request,
            current_actor(),
            request_id=request_id,
            is_answered=is_answered,
        )
        await attempt(self, noting, done="Answered" if is_answered else "Waits again")
        await self._show()
        await recount(self)

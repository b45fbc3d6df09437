"""The state of `/chapters`, a cache of the address and the database."""

import reflex as rx

from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import public
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.pages.chapters.read import show_chapters
from rookiebattle.pages.chapters.view.chapters import BY_STATE, SIZE, ChaptersView, view_of
from rookiebattle.ui.first_data import Query
from rookiebattle.ui.paging import page_number, window_of
from rookiebattle.ui.state import PageState


async def load(actor: Actor, params: Query) -> ChaptersView:
    """The view of this address, for the websocket and for first data."""
    page, by_state = page_number(params.get("page", "")), params.get("sort", "") == BY_STATE
    now, window = clock.now(), window_of(page, SIZE)
    shown = await run(show_chapters, actor, window=window, by_state=by_state, now=now)
    return view_of(shown, page, now, by_state=by_state)


class ChaptersState(PageState, rx.State):
    """One page of the list of chapters, with their pins."""

    shown: ChaptersView = ChaptersView()

    @rx.event
    @public
    async def load(self) -> None:
        await self._show(load(current_actor(), self._params()))

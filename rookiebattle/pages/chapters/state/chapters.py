"""The state of `/chapters`, a cache of the address and the database."""

import reflex as rx

from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import public
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.pages.chapters.read import show_chapters
from rookiebattle.pages.chapters.view.chapters import (
    BY_STATE,
    SIZE,
    ChapterCard,
    ChaptersView,
    view_of,
)
from rookiebattle.pages.chapters.view.pins import MapPin
from rookiebattle.ui.first_data import Query
from rookiebattle.ui.paging import Pager, page_number, window_of
from rookiebattle.ui.state import Refused, attempt
from rookiebattle.ui.views import fill


async def load(actor: Actor, params: Query) -> ChaptersView:
    """The view of this address, for the websocket and for first data."""
    page, by_state = page_number(params.get("page", "")), params.get("sort", "") == BY_STATE
    now, window = clock.now(), window_of(page, SIZE)
    shown = await run(show_chapters, actor, window=window, by_state=by_state, now=now)
    return view_of(shown, page, now, by_state=by_state)


class ChaptersState(rx.State):
    """The chapters on one page of the list, and their pins.

    `is_on_today` says that a chapter has an event today, so that a pin is lit. `failed` is set when
    the first load did not work.
    """

    cards: rx.Field[list[ChapterCard]] = rx.field(default_factory=list)
    pins: rx.Field[list[MapPin]] = rx.field(default_factory=list)
    pager: Pager = Pager()
    by_state: bool = False
    is_on_today: bool = False
    loaded: bool = False
    failed: bool = False

    @rx.event
    @public
    async def load(self) -> None:
        """Load the page when it is opened."""
        self.failed = not self.loaded
        view = await attempt(self, load(current_actor(), self.router.url.query_parameters))
        if not isinstance(view, Refused):
            fill(self, view)
            self.failed = False

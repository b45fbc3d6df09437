"""The state of a chapter's own page."""

from urllib.parse import urlsplit

import reflex as rx

from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import requires, unasked
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import NotFound
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import Id
from rookiebattle.media.view import MediaCard
from rookiebattle.pages.chapter.read import show_chapter
from rookiebattle.pages.chapter.view import ChapterFacts, ChapterView, view_of
from rookiebattle.registrations.service.login import TAKING_ITS_SEAT
from rookiebattle.registrations.state.live import follow_events
from rookiebattle.registrations.state.seats import LOG_IN, register_at
from rookiebattle.registrations.view import EventCard
from rookiebattle.ui.first_data import Query
from rookiebattle.ui.state import Refused, attempt
from rookiebattle.ui.views import fill


async def load(actor: Actor, params: Query) -> ChapterView:
    """The view of the chapter `id`, for the websocket and for first data. Raises NotFound."""
    shown = await run(show_chapter, actor, chapter_id=params.get("id", ""))
    return view_of(shown, clock.now())


class ChapterState(rx.State):
    """One chapter and its events. `failed` is set when the first load did not work."""

    chapter: ChapterFacts = ChapterFacts()
    events: rx.Field[list[EventCard]] = rx.field(default_factory=list)
    media: rx.Field[list[MediaCard]] = rx.field(default_factory=list)
    missing: bool = False
    loaded: bool = False
    failed: bool = False

    @rx.event
    @unasked
    async def show(self) -> None:
        """Load the page when it is opened."""
        await self._show(urlsplit(str(self.router.url)).path.rpartition("/")[2])

    @rx.event
    @requires(Permission.OWN_REGISTRATION_CREATE, prompt=LOG_IN, fragment=TAKING_ITS_SEAT)
    async def register(self, event_id: Id) -> None:
        """Take a seat."""
        await register_at(self, event_id)
        await self._show(self.chapter.id)

    async def _show(self, chapter_id: str) -> None:
        """Load the page again. A chapter that is gone leaves no data in the vars."""
        self.failed = not self.loaded
        view = await attempt(self, _load_or_missing(chapter_id))
        if not isinstance(view, Refused):
            fill(self, view)
            self.failed = False
            follow_events(self, current_actor(), [card.id for card in view.events])


async def _load_or_missing(chapter_id: str) -> ChapterView:
    try:
        return await load(current_actor(), {"id": chapter_id})
    except NotFound:
        return ChapterView(missing=True)

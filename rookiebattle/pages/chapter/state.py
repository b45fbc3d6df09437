"""The state of a chapter's own page."""

import reflex as rx

from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import requires, unasked
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import NotFound
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import Id
from rookiebattle.events import hosting
from rookiebattle.events.wording import ACCEPTED
from rookiebattle.pages.chapter.read import show_chapter
from rookiebattle.pages.chapter.view import ChapterView, view_of
from rookiebattle.registrations.service.login import TAKING_ITS_SEAT
from rookiebattle.registrations.state.live import follow_events
from rookiebattle.registrations.state.seats import register_at
from rookiebattle.registrations.wording import LOG_IN
from rookiebattle.ui.first_data import Query
from rookiebattle.ui.state import PageState, attempt


async def load(actor: Actor, params: Query) -> ChapterView:
    """The view of the chapter `id`, for the websocket and for first data. Raises NotFound."""
    shown = await run(show_chapter, actor, chapter_id=params.get("id", ""))
    return view_of(shown, clock.now())


class ChapterState(PageState, rx.State):
    shown: ChapterView = ChapterView()

    @rx.event
    @unasked
    async def show(self) -> None:
        await self._load(self._params()["id"])

    @rx.event
    @requires(Permission.OWN_REGISTRATION_CREATE, prompt=LOG_IN, fragment=TAKING_ITS_SEAT)
    async def register(self, event_id: Id) -> None:
        await register_at(self, event_id)
        await self._load(self.shown.chapter.id)

    @rx.event
    @requires(Permission.OWN_EVENT_ACCEPT)
    async def accept(self, event_id: Id) -> None:
        """Let an event that waits stand in the chapter's name."""
        work = run(hosting.accept_event, current_actor(), event_id=event_id)
        await attempt(self, work, done=ACCEPTED)
        await self._load(self.shown.chapter.id)

    @rx.event
    @requires(Permission.OWN_EVENT_ACCEPT)
    async def decline(self, event_id: Id) -> None:
        """Refuse the chapter's name to an event that waits."""
        work = run(hosting.decline_event, current_actor(), event_id=event_id)
        await attempt(self, work, done="Declined")
        await self._load(self.shown.chapter.id)

    async def _load(self, chapter_id: str) -> None:
        """Load the page again. A chapter that is gone leaves no data in the vars."""
        view = await self._show(_load_or_missing(chapter_id))
        if view is not None:
            follow_events(self, current_actor(), [card.id for card in view.events])


async def _load_or_missing(chapter_id: str) -> ChapterView:
    try:
        return await load(current_actor(), {"id": chapter_id})
    except NotFound:
        return ChapterView(missing=True)

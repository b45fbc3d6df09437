"""The state of a chapter's own page."""

from collections.abc import Mapping
from urllib.parse import urlsplit

import reflex as rx

from rookiebattle import routes
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import public, requires
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import NotFound
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import Id
from rookiebattle.pages.chapter.read import show_chapter
from rookiebattle.pages.chapter.view import ChapterView, view_of
from rookiebattle.registrations.state.live import follow_events
from rookiebattle.registrations.state.seats import LOG_IN, take_seat
from rookiebattle.registrations.view import EventCard, card_of
from rookiebattle.ui.first_data import offer
from rookiebattle.ui.state import telling

BLANK: dict[str, object] = {"chapter": ChapterView(), "events": []}


async def load(actor: Actor, query: Mapping[str, str]) -> dict[str, object]:
    """The public vars of the page of the chapter `id`. Raises NotFound."""
    found = await run(show_chapter, actor, chapter_id=query.get("id", ""))
    now, events = clock.now(), found.events
    return {
        "chapter": view_of(found.chapter, now, events=events.total, shown=len(events.items)),
        "events": [card_of(event, now) for event in events.items],
        "missing": False,
        "loaded": True,
    }


class ChapterState(rx.State):
    """One chapter and what it plans; `failed` when it could not be read and nothing is shown."""

    chapter: ChapterView = ChapterView()
    events: rx.Field[list[EventCard]] = rx.field(default_factory=list)
    missing: bool = False
    loaded: bool = False
    failed: bool = False

    @rx.event
    @public
    async def show(self) -> None:
        """Runs when the page is opened."""
        await self._show(urlsplit(str(self.router.url)).path.rpartition("/")[2])

    @rx.event
    @requires(Permission.OWN_REGISTRATION_CREATE, prompt=LOG_IN)
    async def register(self, event_id: Id) -> None:
        """Take a seat."""
        await take_seat(self, event_id)
        await self._show(self.chapter.id)

    async def _show(self, chapter_id: str) -> None:
        """Load everything anew; a chapter that is gone leaves nothing behind."""
        self.failed = not self.loaded
        async with telling(self):
            try:
                values = await load(current_actor(), {"id": chapter_id})
            except NotFound:
                values = {**BLANK, "missing": True, "loaded": True}
            for name, value in values.items():
                setattr(self, name, value)
            self.failed = False
            shown = [card.id for card in self.events]
            follow_events(self, current_actor(), shown)


offer(routes.CHAPTER, ChapterState, load)

"""The state of `/chapters`: a cache of the URL and the database."""

from collections.abc import Mapping

import reflex as rx

from rookiebattle import routes
from rookiebattle.chapters import service
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import public
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.pagination import Window
from rookiebattle.pages.chapters.view.chapters import (
    SIZE,
    ChapterCard,
    Pages,
    card_of,
    page_number,
    pages_of,
)
from rookiebattle.pages.chapters.view.pins import MapPin, pins_of
from rookiebattle.ui.first_data import offer
from rookiebattle.ui.state import telling


async def load(actor: Actor, query: Mapping[str, str]) -> dict[str, object]:
    """The page's vars, as on_load and the first data show them."""
    page = page_number(query.get("page", ""))
    found = await run(service.list_chapters, actor, window=Window(SIZE, (page - 1) * SIZE))
    return {
        "cards": [card_of(chapter) for chapter in found.items],
        "pins": pins_of(found.items),
        "pages": pages_of(page, found.total),
        "loaded": True,
    }


class ChaptersState(rx.State):
    """The chapters of this page of the list, and their pins.

    `failed` when they could not be read and nothing is there yet.
    """

    cards: rx.Field[list[ChapterCard]] = rx.field(default_factory=list)
    pins: rx.Field[list[MapPin]] = rx.field(default_factory=list)
    pages: Pages = Pages()
    loaded: bool = False
    failed: bool = False

    @rx.event
    @public
    async def load(self) -> None:
        """Runs when the page is opened."""
        self.failed = not self.loaded
        async with telling(self):
            values = await load(current_actor(), dict(self.router.url.query_parameters))
            for name, value in values.items():
                setattr(self, name, value)
            self.failed = False


offer(routes.CHAPTERS, ChaptersState, load)

"""The state of the next park days on the start page, a cache of the address and the database."""

from dataclasses import replace

import reflex as rx
from reflex.event import EventSpec

from rookiebattle import routes
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import public
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.pages.home.read.park_days import next_park_days
from rookiebattle.pages.home.view.park_days import ALL_CHAPTERS, ParkDaysView, view_of
from rookiebattle.registrations.state.live import follow_events
from rookiebattle.ui.first_data import Query
from rookiebattle.ui.state import PageState
from rookiebattle.ui.views import Loaded

PLACE = "park-days"


async def load_park_days(actor: Actor, params: Query) -> ParkDaysView | Loaded:
    """The view of the section, for the websocket and for first data; not for members."""
    if actor.is_member:
        return Loaded()
    now = clock.now()
    found = await run(next_park_days, actor, chapter=params.get("chapter", ""), now=now)
    return view_of(found, now)


class ParkDaysState(PageState, rx.State):
    """The next park days of the chapter in the address."""

    shown: ParkDaysView = ParkDaysView()

    @rx.event
    @public
    async def show(self) -> None:
        """Load the section when the start page is opened, and after its address has changed."""
        if await self._show(load_park_days(current_actor(), self._params())):
            follow_events(self, current_actor(), {card.id for card in self.shown.days})

    @rx.event
    @public
    async def choose(self, chapter_id: str) -> EventSpec:
        """Go to the same page with the park days of one chapter, or of all chapters."""
        self.shown = replace(self.shown, chapter=chapter_id[:36])
        chosen = "" if chapter_id == ALL_CHAPTERS.value else self.shown.chapter
        return rx.redirect(f"{routes.asked(routes.HOME, chapter=chosen)}#{PLACE}")

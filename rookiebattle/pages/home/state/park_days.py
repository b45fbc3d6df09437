"""The state of the start page's next park days: a cache of the URL and the database."""

from collections.abc import Mapping

import reflex as rx
from reflex_base.event import EventSpec

from rookiebattle import routes
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import public
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.pages.home.read.park_days import next_park_days
from rookiebattle.registrations.state.live import follow_events
from rookiebattle.registrations.view import EventCard, card_of
from rookiebattle.ui.first_data import offer
from rookiebattle.ui.forms import Option
from rookiebattle.ui.state import telling

ALL_CHAPTERS = Option("all", "All chapters")
PLACE = "park-days"


async def load_park_days(actor: Actor, query: Mapping[str, str]) -> dict[str, object]:
    """The public vars for this query; members see their own start page instead."""
    if actor.is_member:
        return {"loaded": True}
    now = clock.now()
    found = await run(next_park_days, actor, chapter=query.get("chapter", ""), now=now)
    chapters = [Option(one.id, f"{one.name} · {one.city}, {one.state}") for one in found.chapters]
    return {
        "days": [card_of(event, now) for event in found.days],
        "chapters": [ALL_CHAPTERS, *chapters],
        "chapter": found.chapter or ALL_CHAPTERS.value,
        "loaded": True,
    }


class ParkDaysState(rx.State):
    """The next park days, of the chapter in the address."""

    days: rx.Field[list[EventCard]] = rx.field(default_factory=list)
    chapters: list[Option] = [ALL_CHAPTERS]
    chapter: str = ALL_CHAPTERS.value
    loaded: bool = False

    @rx.event
    @public
    async def show(self) -> None:
        """Runs when the start page is opened, and when its address has changed."""
        async with telling(self):
            query = dict(self.router.url.query_parameters)
            for name, value in (await load_park_days(current_actor(), query)).items():
                setattr(self, name, value)
            follow_events(self, current_actor(), {card.id for card in self.days})

    @rx.event
    @public
    async def choose(self, chapter_id: str) -> EventSpec:
        """Go to the same page with the park days of one chapter, or of all."""
        self.chapter = chapter_id[:36]
        chosen = "" if chapter_id == ALL_CHAPTERS.value else self.chapter
        return rx.redirect(f"{routes.asked(routes.HOME, chapter=chosen)}#{PLACE}")


offer(routes.HOME, ParkDaysState, load_park_days)

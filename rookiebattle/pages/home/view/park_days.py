"""Turns the next park days into the view of their section. Pure."""

from dataclasses import dataclass
from datetime import datetime

from rookiebattle import routes
from rookiebattle.chapters.schemas import ChapterChoice
from rookiebattle.events.towns import towns_of
from rookiebattle.pages.home.read.park_days import ParkDays
from rookiebattle.registrations.view import EventCard, card_of
from rookiebattle.ui.forms import Option

ALL_CHAPTERS = Option("all", "All chapters")


@dataclass(frozen=True)
class ParkDaysView:
    """The next park days, and the chapters to choose from.

    `calendar` is the calendar of the chosen chapter.
    """

    days: list[EventCard]
    chapters: list[Option]
    chapter: str
    calendar: str
    loaded: bool = True


def view_of(found: ParkDays, now: datetime) -> ParkDaysView:
    """The view of the section at this moment."""
    towns = towns_of(found.chapters)
    return ParkDaysView(
        days=[card_of(event, now, towns) for event in found.days],
        chapters=[ALL_CHAPTERS, *(_option(one) for one in found.chapters)],
        chapter=found.chapter or ALL_CHAPTERS.value,
        calendar=routes.asked(routes.EVENTS, chapter=found.chapter),
    )


def _option(chapter: ChapterChoice) -> Option:
    return Option(chapter.id, f"{chapter.name} · {chapter.city}, {chapter.state}")

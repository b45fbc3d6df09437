"""Turns the next park days into the view of their section. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from zoneinfo import ZoneInfo

from rookiebattle import routes
from rookiebattle.chapters.schemas import ChapterChoice
from rookiebattle.events.models import EventType
from rookiebattle.events.towns import towns_of
from rookiebattle.pages.home.read.park_days import ParkDays
from rookiebattle.registrations.schemas import OwnEvent
from rookiebattle.registrations.view import EventCard, card_of
from rookiebattle.ui.forms import Option

ALL_CHAPTERS = Option("all", "All chapters")
PARK_DAY = EventType.TRAINING.value


@dataclass(frozen=True)
class ParkDaysView:
    """The next park days, and the chapters to choose from.

    `calendar` is the calendar of the chosen chapter, `tryable` leads to park days alone. `is_soon`
    says that a park day is near, as the section's heading promises, and `has_battle` that the days
    are not park days alone.
    """

    days: Sequence[EventCard] = ()
    chapters: Sequence[Option] = (ALL_CHAPTERS,)
    chapter: str = ALL_CHAPTERS.value
    calendar: str = routes.EVENTS
    tryable: str = routes.asked(routes.EVENTS, view="list", type=PARK_DAY)
    is_soon: bool = True
    has_battle: bool = False


def view_of(found: ParkDays, now: datetime) -> ParkDaysView:
    towns = towns_of(found.chapters)
    return ParkDaysView(
        days=[_dated(card_of(event, now, towns), event, now) for event in found.days],
        chapters=[ALL_CHAPTERS, *(_option(one) for one in found.chapters)],
        chapter=found.chapter or ALL_CHAPTERS.value,
        calendar=routes.asked(routes.EVENTS, chapter=found.chapter),
        tryable=_tryable(found),
        is_soon=found.is_soon or not found.days,
        has_battle=any(one.event_type != PARK_DAY for one in found.days),
    )


def park_days_of(chapter: str = "") -> str:
    """The address of the park days of one chapter, or of all."""
    return routes.asked(routes.EVENTS, view="list", chapter=chapter, type=PARK_DAY)


def _tryable(found: ParkDays) -> str:
    """Where somebody finds a park day: in this chapter, else in all, else in the calendar."""
    if found.is_planned:
        return park_days_of(found.chapter)
    return park_days_of() if found.chapter else routes.EVENTS


def _dated(card: EventCard, event: OwnEvent, now: datetime) -> EventCard:
    """The card; a month of another year is told with its year: 'Mar 2027'."""
    zone = ZoneInfo(event.time_zone)
    year = event.start_date.astimezone(zone).year
    return (
        card if year == now.astimezone(zone).year else replace(card, month=f"{card.month} {year}")
    )


def _option(chapter: ChapterChoice) -> Option:
    return Option(chapter.id, f"{chapter.name} · {chapter.city}, {chapter.state}")

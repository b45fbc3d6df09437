"""The part of the map that an event's page shows, and the way to the event. Pure."""

from typing import Any

from rookiebattle import routes
from rookiebattle.art import map as drawn
from rookiebattle.chapters.schemas import ChapterRead
from rookiebattle.events import wording
from rookiebattle.events.schemas import EventRead

MAP_WIDTH, MAP_HEIGHT = 220, 110
"""The part of the map that is shown, in the units of the drawing: about 250 by 125 miles."""


def directions_to(event: EventRead, chapter: ChapterRead | None) -> str:
    """The address of a map with directions; empty when the event has no place."""
    city, state = (chapter.city, chapter.state) if chapter else ("", "")
    return routes.directions(wording.destination(event.location, event.address, city, state))


def map_of(event: EventRead, chapter: ChapterRead | None) -> dict[str, Any]:
    """The view's vars of the map around the chapter's city, as far as the event is there.

    An event has no coordinates: its place and address are words. Without a street there is no map:
    it would show a city as if it were the place. The pin is for the chapter's own ground alone.
    """
    if chapter is None or chapter.latitude is None or chapter.longitude is None:
        return {}
    if not wording.has_street(event.address):
        return {}
    is_there = _names_city(event, chapter)
    parts = (event.location or "", event.address or "")
    if not is_there and any("," in part for part in parts):
        return {}
    west, north = -float(chapter.longitude), float(chapter.latitude)
    if not drawn.is_on_map(west, north):
        return {}
    x, y = drawn.project(west, north)
    x, y = round(x * drawn.WIDTH, 1), round(y * drawn.HEIGHT, 1)
    left, top = x - MAP_WIDTH / 2, y - MAP_HEIGHT / 2
    return {
        "map_box": f"{left:.1f} {top:.1f} {MAP_WIDTH} {MAP_HEIGHT}",
        "map_label": f"{'' if is_there else 'Near '}{chapter.city}, {chapter.state}",
        "is_at_pin": is_there and event.location == chapter.location,
        "pin_x": str(x),
        "pin_y": str(y),
    }


def _names_city(event: EventRead, chapter: ChapterRead) -> bool:
    """Whether the event is at the chapter's own ground, or its words name the chapter's city."""
    words = ", ".join(wording.where_lines(event.location, event.address)).casefold()
    is_own = (event.location or "").casefold() == chapter.location.casefold()
    return is_own or chapter.city.casefold() in words

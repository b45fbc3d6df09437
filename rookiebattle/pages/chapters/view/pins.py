"""The places of chapters on the map, and the room for their cities' names. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rookiebattle import routes
from rookiebattle.art import map as drawn
from rookiebattle.chapters.schemas import ChapterRead

# In units of the drawing, for the width of the map on a phone, where there is least room.
DOT, LETTER, LINE, GAP = 20.0, 9.4, 21.0, 4.0
# The names of the states, placed as shares of the drawing; Florida's is on the sea, where no city
# is.
STATES = {"Georgia": (0.47, 0.22), "Florida": (0.07, 0.57)}
STATE_LETTER, STATE_LINE = 17.0, 26.0


@dataclass(frozen=True)
class MapPin:
    """A pin, in percent of the map. `side` is where its label has room; empty for nowhere.

    `today` says when the chapter meets today, such as 'Today, 6:00 PM': the pin is lit.
    """

    id: str = ""
    href: str = ""
    name: str = ""
    city: str = ""
    left: str = ""
    top: str = ""
    side: str = ""
    status: str = ""
    today: str = ""


Box = tuple[float, float, float, float]
Corner = tuple[float, float]


def pins_of(
    chapters: Sequence[ChapterRead], today: Mapping[str, str] | None = None
) -> list[MapPin]:
    """A pin for every chapter on the map, from north to south; `today` by the chapter's id."""
    placed = [(chapter, spot) for chapter in chapters if (spot := _spot(chapter))]
    placed.sort(key=lambda one: (one[1][1], one[1][0]))
    taken = [_state(name) for name in STATES] + [_dot(*spot) for _, spot in placed]
    pins = []
    for chapter, (x, y) in placed:
        side, box = _room(chapter.city, x, y, taken)
        taken += [box] if box else []
        pins.append(_pin(chapter, x, y, side, (today or {}).get(chapter.id, "")))
    return pins


def _spot(chapter: ChapterRead) -> tuple[float, float] | None:
    """A chapter's place in units of the drawing; None without a place, or outside of the map."""
    if chapter.latitude is None or chapter.longitude is None:
        return None
    west, north = -float(chapter.longitude), float(chapter.latitude)
    if not drawn.is_on_map(west, north):
        return None
    x, y = drawn.project(west, north)
    return x * drawn.WIDTH, y * drawn.HEIGHT


def _state(name: str) -> Box:
    left, top = STATES[name][0] * drawn.WIDTH, STATES[name][1] * drawn.HEIGHT
    return (left, top, left + len(name) * STATE_LETTER, top + STATE_LINE)


def _dot(x: float, y: float) -> Box:
    return (x - DOT / 2, y - DOT / 2, x + DOT / 2, y + DOT / 2)


def _room(city: str, x: float, y: float, taken: Sequence[Box]) -> tuple[str, Box | None]:
    """The first side on which the city's name touches nothing."""
    length = len(city) * LETTER
    for side, (left, top) in _corners(x, y, length).items():
        box = (left, top, left + length, top + LINE)
        inside = box[0] >= 0 and box[2] <= drawn.WIDTH
        if inside and not any(_touch(box, other) for other in taken):
            return side, box
    return "", None


def _corners(x: float, y: float, length: float) -> dict[str, Corner]:
    """The upper left corner of a name on each side of its dot, the best side first.

    At 'above-start' the name begins at the dot; at 'above' it is centered on the dot.
    """
    beside, below, above = y - LINE / 2, y + DOT / 2, y - DOT / 2 - LINE
    start, end = x - DOT / 2, x + DOT / 2 - length
    return {
        "right": (x + DOT / 2 + GAP, beside),
        "left": (x - DOT / 2 - GAP - length, beside),
        "below": (x - length / 2, below),
        "above": (x - length / 2, above),
        "above-start": (start, above),
        "below-start": (start, below),
        "above-end": (end, above),
        "below-end": (end, below),
    }


def _touch(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _pin(chapter: ChapterRead, x: float, y: float, side: str, today: str) -> MapPin:
    return MapPin(
        id=chapter.id,
        href=routes.chapter(chapter.id),
        name=chapter.name,
        city=chapter.city,
        left=f"{x / drawn.WIDTH:.2%}",
        top=f"{y / drawn.HEIGHT:.2%}",
        side=side,
        status=chapter.status,
        today=today,
    )

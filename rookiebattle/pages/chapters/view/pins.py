"""The places of chapters on the map, and the room for their cities' names. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import cos, dist, sin

from rookiebattle import routes
from rookiebattle.art import map as drawn
from rookiebattle.chapters.schemas import ChapterRead

# In units of the drawing, for the width of the map on a phone, where there is least room.
DOT, LETTER, LINE, GAP = 20.0, 9.4, 21.0, 4.0
# The names of the states, placed as shares of the drawing; Florida's is on the sea, where no city
# is.
STATES = {"Georgia": (0.47, 0.22), "Florida": (0.07, 0.57)}
STATE_LETTER, STATE_LINE = 17.0, 26.0
# On the narrowest phone the map is 294 px wide: pins are 24 px apart then, so that a finger hits
# each, and those that have 44 px around them get all of it.
APART, WIDE = 37.0, 67.0
MOST_ROUNDS = 300
HAIR = 0.01
# A push goes a little further than it has to, or a crowd never comes to rest.
EXTRA = 2.0
GOLDEN_ANGLE = 2.4


@dataclass(frozen=True)
class MapPin:
    """A pin, in percent of the map. `side` is where its label has room; empty for nowhere.

    A pin that would lie on another one is moved aside; `home_left` and `home_top` are where its
    city is then, and empty otherwise. `is_close` says that another pin is near, so that the area
    that a finger hits is small. `today` says when the chapter meets today, such as
    'Today, 6:00 PM': the pin is lit.
    """

    id: str = ""
    href: str = ""
    name: str = ""
    city: str = ""
    left: str = ""
    top: str = ""
    home_left: str = ""
    home_top: str = ""
    is_close: bool = False
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
    spots = _spread(tuple(spot for _, spot in placed))
    taken = [_state(name) for name in STATES] + [_dot(*spot) for spot in spots]
    # The end of a line, too: a name on it would hide where the city is.
    taken += [_dot(*home, DOT / 3) for _, home in placed]
    pins = []
    for (chapter, home), spot in zip(placed, spots, strict=True):
        side, box = _room(chapter.city, *spot, taken)
        taken += [box] if box else []
        is_close = any(other != spot and dist(spot, other) < WIDE for other in spots)
        pins.append(
            _pin(chapter, spot, home, side, (today or {}).get(chapter.id, ""), is_close=is_close)
        )
    return pins


@lru_cache(maxsize=64)
def _spread(spots: tuple[Corner, ...]) -> tuple[Corner, ...]:
    """The spots, moved apart where they are too close together; the same for the same spots.

    Each round moves every pair that is too close by the same way in opposite directions.
    """
    moved = list(spots)
    for _ in range(MOST_ROUNDS):
        close = [
            (one, other)
            for one, other in combinations(range(len(moved)), 2)
            if dist(moved[one], moved[other]) < APART
        ]
        if not close:
            break
        for one, other in close:
            moved[one], moved[other] = _pushed(moved[one], moved[other], one + other - 1)
    return tuple(moved)


def _pushed(one: Corner, other: Corner, number: int) -> tuple[Corner, Corner]:
    """Two spots, as far apart as pins have to be. On one spot, `number` says which way."""
    far = dist(one, other)
    missing = (APART + EXTRA - far) / 2
    if missing <= 0:
        return one, other
    if far > HAIR:
        x, y = (other[0] - one[0]) / far, (other[1] - one[1]) / far
    else:
        x, y = cos(number * GOLDEN_ANGLE), sin(number * GOLDEN_ANGLE)
    return (
        _in_frame(one[0] - x * missing, one[1] - y * missing),
        _in_frame(other[0] + x * missing, other[1] + y * missing),
    )


def _in_frame(x: float, y: float) -> Corner:
    edge = DOT / 2
    return (
        min(max(x, edge), drawn.WIDTH - edge),
        min(max(y, edge), drawn.HEIGHT - edge),
    )


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


def _dot(x: float, y: float, size: float = DOT) -> Box:
    return (x - size / 2, y - size / 2, x + size / 2, y + size / 2)


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


def _pin(
    chapter: ChapterRead, spot: Corner, home: Corner, side: str, today: str, *, is_close: bool
) -> MapPin:
    left, top = _percent(spot)
    home_left, home_top = _percent(home) if dist(spot, home) > HAIR else ("", "")
    return MapPin(
        id=chapter.id,
        href=routes.chapter(chapter.id),
        name=chapter.name,
        city=chapter.city,
        left=left,
        top=top,
        home_left=home_left,
        home_top=home_top,
        is_close=is_close,
        side=side,
        status=chapter.status,
        today=today,
    )


def _percent(spot: Corner) -> tuple[str, str]:
    return f"{spot[0] / drawn.WIDTH:.2%}", f"{spot[1] / drawn.HEIGHT:.2%}"

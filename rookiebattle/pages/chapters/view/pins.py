"""The places of chapters on the map, and the room for their cities' names. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations
from math import cos, dist, sin

from rookiebattle import routes
from rookiebattle.art import map as drawn
from rookiebattle.chapters.schemas import ChapterRead

# In units of the drawing, for the width of the map on a phone, where there is least room.
DOT, LETTER, LINE, GAP = 20.0, 9.4, 21.0, 4.0
# A pin that is lit has a ring around it.
LIT = 36.0
# A border may come as close as the letters of most screens, because two out of three names could
# not be moved away from the room of the narrowest one.
NARROW, INSET = 7.4, 3.0
# The outlines are looked up by bands of this height.
BAND = 20.0
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
Line = tuple[Corner, Corner]


def pins_of(
    chapters: Sequence[ChapterRead], today: Mapping[str, str] | None = None
) -> list[MapPin]:
    """A pin for every chapter on the map, from north to south; `today` by the chapter's id."""
    placed = [(chapter, spot) for chapter in chapters if (spot := _spot(chapter))]
    placed.sort(key=lambda one: (one[1][1], one[1][0]))
    spots = _spread(tuple(spot for _, spot in placed))
    lit = today or {}
    dots = [LIT if lit.get(chapter.id) else DOT for chapter, _ in placed]
    taken = [_state(name) for name in STATES]
    taken += [_dot(*spot, dot) for spot, dot in zip(spots, dots, strict=True)]
    # The end of a line, too: a name on it would hide where the city is.
    taken += [_dot(*home, DOT / 3) for _, home in placed]
    pins = []
    for (chapter, home), spot, dot in zip(placed, spots, dots, strict=True):
        side, box = _room(chapter.city, _corners(*spot, len(chapter.city) * LETTER, dot), taken)
        taken += [box] if box else []
        is_close = any(other != spot and dist(spot, other) < WIDE for other in spots)
        pins.append(_pin(chapter, spot, home, side, lit.get(chapter.id, ""), is_close=is_close))
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
    return (min(max(x, edge), drawn.WIDTH - edge), min(max(y, edge), drawn.HEIGHT - edge))


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


def _room(city: str, corners: Mapping[str, Corner], taken: Sequence[Box]) -> tuple[str, Box | None]:
    """The first side on which the city's name touches nothing; only a border, if it has to."""
    length = len(city) * LETTER
    free = {}
    for side, (left, top) in corners.items():
        box = (left, top, left + length, top + LINE)
        inside = box[0] >= 0 and box[2] <= drawn.WIDTH
        if inside and not any(_touch(box, other) for other in taken):
            free[side] = box
    clear = (side for side, box in free.items() if not _lies_on_border(_letters(side, box)))
    side = next(clear, next(iter(free), ""))
    return side, free.get(side)


def _letters(side: str, box: Box) -> Box:
    """The part of a name's room that its letters fill on most screens."""
    left, top, right, bottom = box
    spare = (right - left) * (1 - NARROW / LETTER)
    if side in ("left", "above-end", "below-end"):
        return left + spare, top + INSET, right, bottom - INSET
    if side in ("above", "below"):
        return left + spare / 2, top + INSET, right - spare / 2, bottom - INSET
    return left, top + INSET, right - spare, bottom - INSET


def _corners(x: float, y: float, length: float, dot: float) -> dict[str, Corner]:
    """The upper left corner of a name on each side of its dot, the best side first.

    At 'above-start' the name begins at the dot; at 'above' it is centered on the dot.
    """
    beside, below, above = y - LINE / 2, y + dot / 2, y - dot / 2 - LINE
    start, end = x - DOT / 2, x + DOT / 2 - length
    return {
        "right": (x + dot / 2 + GAP, beside),
        "left": (x - dot / 2 - GAP - length, beside),
        "below": (x - length / 2, below),
        "above": (x - length / 2, above),
        "above-start": (start, above),
        "below-start": (start, below),
        "above-end": (end, above),
        "below-end": (end, below),
    }


def _lies_on_border(box: Box) -> bool:
    borders = _borders_by_band()
    first, last = int(box[1] // BAND), int(box[3] // BAND)
    return any(
        _crosses(line, box) for band in range(first, last + 1) for line in borders.get(band, ())
    )


@cache
def _borders_by_band() -> Mapping[int, Sequence[Line]]:
    """The pieces of the outlines by the bands of the drawing that they reach, from the top."""
    bands: dict[int, list[Line]] = {}
    for line in drawn.borders():
        top, bottom = sorted(y for _, y in line)
        for band in range(int(top // BAND), int(bottom // BAND) + 1):
            bands.setdefault(band, []).append(line)
    return bands


def _touch(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _crosses(line: Line, box: Box) -> bool:
    """Whether a part of the line lies in the box: the part within both of its spans."""
    (x, y), (to_x, to_y) = line
    enters, leaves = 0.0, 1.0
    for start, way, low, high in ((x, to_x - x, box[0], box[2]), (y, to_y - y, box[1], box[3])):
        if abs(way) < HAIR:
            if not low < start < high:
                return False
            continue
        first, last = sorted(((low - start) / way, (high - start) / way))
        enters, leaves = max(enters, first), min(leaves, last)
    return enters < leaves


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

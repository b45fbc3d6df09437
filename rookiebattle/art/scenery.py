"""The places of the gallery's pictures: sky, sun, bay, shore, meadow, palms, rain and lights."""

from dataclasses import dataclass
from random import Random

from rookiebattle.art.landscape import BLADES, palm
from rookiebattle.art.svg import circle, element, group, path

WIDTH, HEIGHT = 1200, 900


@dataclass(frozen=True)
class Light:
    """The colors of an hour of the day."""

    sky: str
    low: str
    sun: str
    hills: str
    water: str
    glint: str
    shore: str
    meadow: str
    blades: str
    shade: str
    palms: tuple[str, str, str]


DAWN = Light(
    "#f6e4d2",
    "#f3cfb4",
    "#e07a4f",
    "#c3b3b4",
    "#d9c9c2",
    "#e07a4f",
    "#d9cdb4",
    "#c2c09c",
    "#8f9f74",
    "#a6a581",
    ("#4a5570", "#8c8a9a", "#b2a8ae"),
)
DAY = Light(
    "#f8f0e2",
    "#f3e7d2",
    "#c8371b",
    "#b4bec5",
    "#c9d2d5",
    "#c8371b",
    "#d6dac2",
    "#c5ccb0",
    "#8a9f7d",
    "#a9b394",
    ("#3a5570", "#7e93a5", "#a3b3ba"),
)
NOON = Light(
    "#dfe9ea",
    "#eef0e6",
    "#fffdf9",
    "#a9bcc4",
    "#a9c4cc",
    "#fffdf9",
    "#dcd9bb",
    "#b9c79c",
    "#7d9a6c",
    "#9caf83",
    ("#35566a", "#6f93a0", "#9db7bd"),
)
DUSK = Light(
    "#e9b872",
    "#e08a52",
    "#c8371b",
    "#8a6a72",
    "#b5745c",
    "#ffd9a0",
    "#8f7a5c",
    "#6e6a4a",
    "#4f5536",
    "#58553a",
    ("#2b2f45", "#5a4a58", "#8a5f5c"),
)
NIGHT = Light(
    "#1a1b25",
    "#232a3d",
    "#e9dfc8",
    "#2b3445",
    "#263248",
    "#d9a441",
    "#2a3630",
    "#202a25",
    "#47604f",
    "#151c18",
    ("#43607f", "#31465f", "#2a3749"),
)
RAIN = Light(
    "#c9cfd1",
    "#b8c2c5",
    "#b8c2c5",
    "#97a5ab",
    "#a3b1b6",
    "#dfe5e5",
    "#b3b8a3",
    "#98a58a",
    "#6d8068",
    "#82907a",
    ("#3b4b58", "#667983", "#8b9aa1"),
)


def band(top: float, bottom: float, ink: str) -> str:
    """A flat strip over the whole width."""
    return element("rect", x=0, y=top, width=WIDTH, height=bottom - top, fill=ink)


def sky(light: Light, horizon: float, *, sun: tuple[float, float, float] | None = None) -> str:
    """The sky down to the horizon, a lighter strip above it, and the sun."""
    low = path(
        f"M0 {horizon - 150:g}Q300 {horizon - 190:g} 620 {horizon - 150:g}T{WIDTH} "
        f"{horizon - 160:g}V{horizon:g}H0z",
        fill=light.low,
    )
    disc = circle(*sun, fill=light.sun) if sun else ""
    return band(0, horizon, light.sky) + low + disc


def clouds(rng: Random, ink: str, horizon: float, count: int = 3) -> str:
    """Flat clouds, as long lines with round ends."""
    lines = []
    for _ in range(count):
        x, y, wide = rng.uniform(40, 1000), rng.uniform(70, horizon - 220), rng.uniform(90, 240)
        lines += [
            f"M{x:.0f} {y:.0f}h{wide:.0f}",
            f"M{x + wide * 0.3:.0f} {y - 22:.0f}h{wide * 0.5:.0f}",
        ]
    return path("".join(lines), stroke=ink, stroke_width=22, stroke_linecap="round", opacity=0.7)


def hills(rng: Random, horizon: float, ink: str) -> str:
    """A far shore on both sides."""
    left, right = rng.uniform(18, 60), rng.uniform(14, 50)
    reach, back = rng.uniform(300, 560), rng.uniform(760, 980)
    shore = (
        f"M0 {horizon - left:.0f}C{reach * 0.4:.0f} {horizon - left * 1.4:.0f} {reach * 0.6:.0f} "
        f"{horizon - 4:.0f} {reach:.0f} {horizon:g}H0z"
        f"M{WIDTH} {horizon - right:.0f}C{back + 140:.0f} {horizon - right * 1.3:.0f} "
        f"{back + 70:.0f} {horizon - 3:.0f} {back:.0f} {horizon:g}H{WIDTH}z"
    )
    return path(shore, fill=ink)


def bay(rng: Random, light: Light, horizon: float, shore: float) -> str:
    """Water between the horizon and the shore, with the light upon it."""
    lines = "".join(
        f"M{rng.uniform(60, 980):.0f} {rng.uniform(horizon + 14, shore - 10):.0f}"
        f"h{rng.uniform(50, 170):.0f}"
        for _ in range(7)
    )
    glints = path(lines, stroke=light.glint, stroke_width=6, stroke_linecap="round", opacity=0.5)
    return band(horizon, shore + 30, light.water) + glints


def ground(rng: Random, light: Light, shore: float, meadow: float) -> str:
    """The shore, and the meadow on which people stand."""
    a, b = rng.uniform(-14, 14), rng.uniform(-12, 12)
    strip = (
        f"M0 {shore + a:.0f}C300 {shore - 12:.0f} 700 {shore + 14:.0f} {WIDTH} {shore + b:.0f}"
        f"V{HEIGHT}H0z"
    )
    grass = (
        f"M0 {meadow + b:.0f}C360 {meadow + 14:.0f} 800 {meadow - 12:.0f} {WIDTH} "
        f"{meadow + a:.0f}V{HEIGHT}H0z"
    )
    return path(strip, fill=light.shore) + path(grass, fill=light.meadow)


def tufts(rng: Random, ink: str, top: float, count: int = 14) -> str:
    """Blades of grass here and there."""
    each = (
        f'<use href="#tuft" x="{rng.uniform(20, 1180):.0f}" y="{rng.uniform(top, 880):.0f}"/>'
        for _ in range(count)
    )
    return element("defs", path(BLADES, fill=ink, id="tuft")) + "".join(each)


def palms(rng: Random, light: Light, y: float, spots: tuple[float, ...], tall: float) -> str:
    """Palms at these places, the far ones paler and smaller."""
    drawn = []
    for number, x in enumerate(spots):
        share = rng.uniform(0.7, 1.1)
        ink = light.palms[min(number, 2)]
        lean = rng.uniform(-0.12, 0.12) * tall
        drawn.append(palm(x, y, tall * share, lean, ink, tall * share * 0.34))
    return "".join(reversed(drawn))


def rain(rng: Random, ink: str = "#f2f5f5") -> str:
    """Slanted lines of rain."""
    lines = "".join(
        f"M{rng.uniform(-20, 1220):.0f} {rng.uniform(-20, 880):.0f}l-14 46" for _ in range(90)
    )
    return path(lines, stroke=ink, stroke_width=2.4, stroke_linecap="round", opacity=0.55)


def stars(rng: Random, horizon: float) -> str:
    """Small lights in the night's sky."""
    each = (
        circle(
            round(rng.uniform(0, WIDTH)),
            round(rng.uniform(0, horizon - 60)),
            round(rng.uniform(1.2, 3), 1),
        )
        for _ in range(60)
    )
    return group(*each, fill="#faf6ee", opacity=0.75)


def lanterns(rng: Random, y: float, count: int = 7) -> str:
    """A sagging string of paper lanterns over the whole width."""
    step = WIDTH / count
    cord = f"M0 {y:g}" + "".join(f"q{step / 2:.0f} 50 {step:.0f} 0" for _ in range(count))
    inks = ("#c8371b", "#d9a441", "#faf6ee")
    lamps = []
    for number in range(count):
        x = step * (number + 0.5)
        ink = inks[(number + rng.randrange(3)) % 3]
        glow = circle(round(x), round(y + 56), 52, fill=ink, opacity=0.16)
        lamp = element(
            "rect", x=round(x - 18), y=round(y + 28), width=36, height=52, rx=16, fill=ink
        )
        ribs = path(
            f"M{x - 17:.0f} {y + 44:.0f}h34M{x - 17:.0f} {y + 62:.0f}h34",
            stroke="#16161d",
            stroke_width=2,
            opacity=0.35,
        )
        lamps.append(glow + lamp + ribs)
    return path(cord, fill="none", stroke="#8a6a3a", stroke_width=3) + "".join(lamps)


def fire(x: float, y: float, size: float) -> str:
    """A campfire with its glow."""
    flames = (
        ("#c8371b", "M-34 0C-44-40-12-52-16-92C14-70 8-48 26-58C44-30 36-8 30 0z"),
        ("#d9a441", "M-20 0C-26-28-6-34-6-60C14-42 8-26 18-30C26-14 22-4 18 0z"),
        ("#faf6ee", "M-9 0C-12-14-2-18-2-30C8-20 6-10 9 0z"),
    )
    glow = circle(0, -30, 190, fill="#d9a441", opacity=0.12) + circle(
        0, -30, 110, fill="#d9a441", opacity=0.16
    )
    logs = path(
        "M-52 6L44-10M-44-12L52 6", stroke="#4a2f1b", stroke_width=14, stroke_linecap="round"
    )
    drawn = glow + logs + "".join(path(d, fill=ink) for ink, d in flames)
    return group(drawn, transform=f"translate({x:g} {y:g}) scale({size / 100:.2f})")


def pavilion(x: float, y: float, wide: float, light: Light) -> str:
    """An open roof on four posts, as parks have them."""
    tall = wide * 0.46
    roof = path(
        f"M{x - wide * 0.08:.0f} {y - tall:.0f}L{x + wide * 0.5:.0f} {y - tall * 1.55:.0f}"
        f"L{x + wide * 1.08:.0f} {y - tall:.0f}z",
        fill=light.palms[0],
    )
    posts = "".join(
        f"M{x + wide * part:.0f} {y - tall:.0f}V{y:.0f}" for part in (0.06, 0.36, 0.64, 0.94)
    )
    return path(posts, stroke=light.palms[1], stroke_width=wide * 0.03) + roof


def oak(x: float, y: float, size: float, light: Light) -> str:
    """A wide live oak."""
    crown = "".join(
        circle(x + dx * size, y - dy * size, r * size)
        for dx, dy, r in ((-0.42, 0.72, 0.3), (0, 0.9, 0.38), (0.44, 0.74, 0.31), (0.1, 0.64, 0.3))
    )
    trunk = path(
        f"M{x - 0.07 * size:.0f} {y:.0f}Q{x - 0.03 * size:.0f} {y - 0.4 * size:.0f} "
        f"{x - 0.16 * size:.0f} {y - 0.7 * size:.0f}h{0.3 * size:.0f}"
        f"Q{x + 0.05 * size:.0f} {y - 0.4 * size:.0f} {x + 0.08 * size:.0f} {y:.0f}z",
        fill="#5b4a3a",
    )
    return trunk + group(crown, fill=light.blades)


def pier(y: float, light: Light) -> str:
    """The planks of a pier, and its posts in the water."""
    posts = "".join(
        element("rect", x=x, y=y + 20, width=26, height=HEIGHT - y, fill=light.palms[0])
        for x in range(70, WIDTH, 240)
    )
    planks = "".join(f"M{x} {y:g}v34" for x in range(0, WIDTH, 58))
    deck = band(y, y + 34, light.palms[1])
    return posts + deck + path(planks, stroke=light.palms[0], stroke_width=3)


def tents(x: float, y: float, inks: tuple[str, ...]) -> str:
    """A row of pointed tents."""
    each = (
        path(f"M{x + n * 120:.0f} {y:.0f}l64-96l64 96z", fill=ink)
        + path(f"M{x + n * 120 + 50:.0f} {y:.0f}l14-62l16 62z", fill="#16161d", opacity=0.35)
        for n, ink in enumerate(inks)
    )
    return "".join(each)

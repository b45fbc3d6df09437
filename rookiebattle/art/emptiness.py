"""The small pictures of empty lists, closed, failed and missing pages, in the hero's hand.

One sprite for both themes: its colors are the page's own.
"""

from rookiebattle.art.figures import FALLEN, Cloth, figure, placed
from rookiebattle.art.landscape import palm
from rookiebattle.art.svg import circle, element, group, path

WIDTH, HEIGHT = 160, 120
INK, SOFT, CLOTH = "var(--soft)", "var(--line-strong)", "var(--primary)"
GOLD, RED, PAPER = "var(--gold)", "var(--accent)", "var(--card)"
WORN = Cloth(top=INK, trousers=CLOTH, sash=GOLD, band=RED, skin=INK, fold=PAPER)


def empty_sprite() -> str:
    """One symbol for each picture."""
    drawn = {
        "quiver": _quiver(),
        "hakama": _hakama(),
        "palm": _palm(),
        "fallen": _fallen(),
        "gate": _gate(),
        "broken": _broken(),
    }
    symbols = "\n".join(
        element("symbol", one, id=name, viewBox=f"0 0 {WIDTH} {HEIGHT}")
        for name, one in drawn.items()
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{symbols}\n</svg>\n'


def _ground(wide: float) -> str:
    return element("ellipse", cx=80, cy=110, rx=wide, ry=4, fill=SOFT, opacity=0.6)


def _line(d: str, ink: str, width: float) -> str:
    return path(d, fill="none", stroke=ink, stroke_width=width, stroke_linecap="round")


def _quiver() -> str:
    """A quiver without arrows, and the one feather that is left."""
    body = path("M62 24L98 16L112 92Q98 104 82 100z", fill=CLOTH)
    mouth = element("ellipse", cx=80, cy=20, rx=19, ry=6, fill=INK, transform="rotate(-12 80 20)")
    bands = _line("M66 40L102 32M78 84L110 76", GOLD, 5)
    strap = _line("M64 30Q24 58 80 96", INK, 3)
    feather = _line("M122 108L146 96", INK, 1.5)
    vane = path("M128 104Q134 92 148 94Q144 104 128 106z", fill=RED)
    return _ground(52) + strap + body + mouth + bands + feather + vane


def _hakama() -> str:
    """A folded hakama with its ties, and a sword laid on it."""
    folds = "M46 78V104M62 76V106M80 75V106M98 76V106M114 78V104"
    cloth = path("M32 76Q80 66 128 76L134 104Q80 114 26 104z", fill=CLOTH)
    belt = path("M32 76Q80 66 128 76L127 86Q80 76 33 86z", fill=INK)
    ties = _line("M40 82Q22 88 14 102M120 82Q140 86 148 100", INK, 4)
    pleats = _line(folds, PAPER, 1.2)
    sword = _line("M52 60L132 44", RED, 7) + _line("M30 64L50 60", INK, 5)
    guard = _line("M47 53L53 68", INK, 4)
    return _ground(64) + ties + cloth + pleats + belt + sword + guard


def _palm() -> str:
    """A lone palm, with the sun low behind it."""
    sun = circle(104, 74, 20, fill=RED, opacity=0.85)
    shore = _line("M20 110Q80 102 140 110", SOFT, 3)
    return sun + shore + palm(72, 108, 80, 12, INK, 40)


def _gate() -> str:
    """A shrine's gate, barred by two crossed staves."""
    pillars = _line("M48 40L44 108M112 40L116 108", RED, 8)
    roof = path("M22 22Q80 36 138 22L141 33Q80 46 19 33z", fill=INK)
    beam = _line("M36 54H124", RED, 6)
    staves = _line("M60 106L112 60M100 106L48 60", CLOTH, 5)
    knot = circle(80, 88, 6, fill=GOLD)
    return _ground(56) + staves + knot + pillars + beam + roof


def _broken() -> str:
    """A sword that broke: the stump in the ground, its tip beside it."""
    hilt = _line("M50 106L54 88", INK, 6) + _line("M42 86L66 91", INK, 4)
    stump = path("M51 84L62 40L65 47L70 41L59 86z", fill=RED)
    tip = path("M88 104L93 99L89 95L138 86Q146 88 140 94z", fill=RED)
    chips = _line("M78 38L86 30M84 50L96 46M70 26L72 16", GOLD, 2.5)
    return _ground(60) + hilt + stump + tip + chips


def _fallen() -> str:
    """A fighter on the grass, the sword out of reach."""
    blades = _line("M22 110l-3-9M30 110l1-11M128 110l3-10M138 110l-1-8M146 110l4-7", SOFT, 2)
    sword = _line("M112 104L146 96", RED, 6) + _line("M102 106L110 104", INK, 4)
    stars = "".join(circle(x, y, 2.2, fill=GOLD) for x, y in ((34, 44), (46, 34), (60, 40)))
    return _ground(70) + blades + sword + group(placed(figure(FALLEN, WORN), 82, 110, 96)) + stars

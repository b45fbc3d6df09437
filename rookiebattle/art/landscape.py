"""The background of the hero picture: sun, hills, water, grass and palms."""

from dataclasses import dataclass
from math import cos, pi, sin

from rookiebattle.art.svg import circle, element, group, path

LEFT, TOP, RIGHT, BOTTOM = -842.0, -114.0, 1267.0, 940.0
HORIZON, SHORE, MEADOW = 683.0, 768.0, 838.0


@dataclass(frozen=True)
class Scene:
    """The colors of one theme."""

    sky: str
    sun: str
    hills: str
    water: str
    shore: str
    meadow: str
    blades: str
    shade: str
    palms: tuple[str, str, str, str]
    ink: str
    cloth: str
    dark_cloth: str
    fold: str
    paper: str
    gold: str
    sash: str


DAY = Scene(
    sky="#f8f0e2", sun="#c8371b", hills="#b4bec5", water="#c9d2d5", shore="#d6dac2",
    meadow="#c5ccb0", blades="#8a9f7d", shade="#a9b394",
    palms=("#3a5570", "#7e93a5", "#a3b3ba", "#b9c4c9"),
    ink="#16161d", cloth="#1f3a5f", dark_cloth="#16161d", fold="#ffffff", paper="#fffdf9",
    gold="#b8862b", sash="#8a2412",
)  # fmt: skip
NIGHT = Scene(
    sky="#1a1b25", sun="#b73319", hills="#2b3445", water="#263248", shore="#2a3630",
    meadow="#202a25", blades="#47604f", shade="#18201c",
    palms=("#43607f", "#31465f", "#2f3f54", "#2a3749"),
    ink="#0c0c11", cloth="#35527c", dark_cloth="#101016", fold="#dfe6f2", paper="#faf6ee",
    gold="#d9a441", sash="#7c2112",
)  # fmt: skip

TUFTS = (
    (-800, 905), (-660, 870), (-575, 915), (-430, 862), (-330, 905), (-215, 868), (-120, 912),
    (-10, 875), (97, 888), (247, 856), (341, 902), (449, 920), (596, 888), (692, 850), (815, 908),
    (1020, 862), (1108, 902), (1211, 844),
)  # fmt: skip
BLADES = "M-11-15Q-1-9 0 6H-5Q-5-6-11-15zM11-19Q1-10 1 6H5Q5-8 11-19z"
GLINTS = ((600, 706, 800), (560, 727, 890), (475, 747, 697), (752, 750, 930), (870, 686, 1040))


def landscape(scene: Scene) -> str:
    """Everything behind the fencers."""
    return "".join(
        (
            _band(TOP, BOTTOM, scene.sky),
            circle(722, 400, 346, fill=scene.sun),
            _hills(scene.hills),
            _band(HORIZON, SHORE + 12, scene.water),
            _glints(scene.sun),
            palm(86, 770, 150, -10, scene.palms[3], 52),
            palm(150, 772, 190, 12, scene.palms[2], 66),
            _meadows(scene),
            palm(1107, 782, 300, 18, scene.palms[1], 104),
            palm(1198, 796, 500, -42, scene.palms[0], 158),
            "".join(_tuft(x, y, scene.blades) for x, y in TUFTS),
        )
    )


def palm(x: float, y: float, height: float, lean: float, ink: str, reach: float) -> str:
    """A palm whose foot stands at (x, y); `lean` moves its crown aside."""
    top_x, top_y = x + lean, y - height
    foot, neck = height * 0.032, height * 0.014
    bend = lean * 0.15
    trunk = path(
        f"M{x - foot:.1f} {y:.1f}Q{x + bend:.1f} {y - height * 0.55:.1f} {top_x - neck:.1f} "
        f"{top_y:.1f}h{2 * neck:.1f}Q{x + bend + 2 * foot:.1f} {y - height * 0.55:.1f} "
        f"{x + foot:.1f} {y:.1f}z",
        fill=ink,
    )
    angles = (206, 180, 155, 130, 106, 82, 58, 34, 8, -20)
    fronds = "".join(_frond(top_x, top_y, reach, angle) for angle in angles)
    return trunk + path(fronds, fill=ink)


def _frond(x: float, y: float, reach: float, degrees: float) -> str:
    """One leaf: it leaves the crown at an angle, swells, and bends towards the ground."""
    angle = degrees * pi / 180
    along_x, along_y = cos(angle), -sin(angle)
    length, width = reach * (0.84 + 0.16 * abs(along_x)), reach * 0.17
    droop = 0.22 * reach * abs(along_x) + 0.05 * reach
    mid_x, mid_y = x + 0.5 * length * along_x, y + 0.5 * length * along_y - 0.1 * reach
    tip_x, tip_y = x + length * along_x, y + length * along_y + droop
    side_x, side_y = -along_y * width, along_x * width
    return (
        f"M{x:.1f} {y:.1f}Q{mid_x + side_x:.1f} {mid_y + side_y:.1f} {tip_x:.1f} {tip_y:.1f}"
        f"Q{mid_x - side_x:.1f} {mid_y - side_y:.1f} {x:.1f} {y:.1f}z"
    )


def _band(top: float, bottom: float, ink: str) -> str:
    return element("rect", x=LEFT, y=top, width=RIGHT - LEFT, height=bottom - top, fill=ink)


def _hills(ink: str) -> str:
    far = f"M{LEFT} 655C-700 645-560 676-430 668S-130 660 0 667S230 675 290 {HORIZON}H{LEFT}z"
    near = f"M1080 {HORIZON}C1140 665 1200 655 {RIGHT} 652V{HORIZON}z"
    return path(far + near, fill=ink)


def _glints(ink: str) -> str:
    lines = "".join(f"M{x} {y}H{end}" for x, y, end in GLINTS)
    return path(lines, stroke=ink, stroke_width=8, stroke_linecap="round", opacity=0.6)


def _meadows(scene: Scene) -> str:
    shore = f"M{LEFT} {SHORE}C-400 760 0 782 420 770S1000 756 {RIGHT} 762V{BOTTOM}H{LEFT}z"
    meadow = f"M{LEFT} {MEADOW}C-300 842 100 856 500 842S1000 832 {RIGHT} 838V{BOTTOM}H{LEFT}z"
    return path(shore, fill=scene.shore) + path(meadow, fill=scene.meadow)


def _tuft(x: int, y: int, ink: str) -> str:
    return group(path(BLADES, fill=ink), transform=f"translate({x} {y})")

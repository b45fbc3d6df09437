"""Scenes of the club's life, composed of figures and places: each function draws one kind."""

from collections.abc import Callable
from random import Random

from rookiebattle.art import figures as f
from rookiebattle.art import scenery as s
from rookiebattle.art.crest import LEAF, MIRROR
from rookiebattle.art.figures import Cloth, Gear, Pose, figure, placed, shadow
from rookiebattle.art.scenery import DAWN, DAY, DUSK, NIGHT, NOON, RAIN, Light
from rookiebattle.art.svg import circle, element, group, path

INK, INDIGO, VERMILION, OCHRE = "#16161d", "#1f3a5f", "#c8371b", "#b8862b"
PINE, PAPER, SLATE, WINE = "#3f6b4f", "#faf6ee", "#56647a", "#8a2412"
LIGHTS = {"dawn": DAWN, "day": DAY, "noon": NOON, "dusk": DUSK, "night": NIGHT, "rain": RAIN}
BLUE, RED = Gear(INDIGO, mark=OCHRE), Gear(WINE, mark=PAPER)
GREEN, GOLD = Gear(PINE, mark=PAPER), Gear(OCHRE, mark=INK)

Scene = Callable[[Random, Light], str]


def cloth(rng: Random, light: Light) -> Cloth:
    """The garb of somebody; at night its colors are deeper."""
    tops = (INK, INK, INDIGO, SLATE, PINE, WINE, "#6b4a2b")
    trousers = (INDIGO, INK, "#3b4658", "#4c5a44", "#5a3b2f", INDIGO)
    sashes = (OCHRE, WINE, PAPER, VERMILION, OCHRE)
    bands = (PAPER, PAPER, VERMILION, OCHRE, "#9dbbe2")
    top = rng.choice(tops)
    low = rng.choice([ink for ink in trousers if ink != top])
    fold = "#dfe6f2" if light is NIGHT else "#ffffff"
    return Cloth(top, low, rng.choice(sashes), rng.choice(bands), fold=fold)


def crest(ink: str = PAPER) -> str:
    """The leaf of the club, for banners and shields."""
    leaf = path(LEAF, fill=ink)
    return circle(48, 27, 10, fill=ink) + leaf + group(leaf, transform=MIRROR)


def _place(
    rng: Random,
    light: Light,
    *,
    horizon: float = 470,
    shore: float = 560,
    meadow: float = 650,
    sun: tuple[float, float, float] | None = None,
    palms: tuple[float, ...] = (),
    grass: bool = True,
) -> str:
    """The bay with a meadow before it."""
    parts = [s.sky(light, horizon, sun=sun), s.clouds(rng, light.low, horizon)]
    if light is NIGHT:
        parts.append(s.stars(rng, horizon))
    parts += [s.hills(rng, horizon, light.hills), s.bay(rng, light, horizon, shore)]
    parts.append(s.ground(rng, light, shore, meadow))
    parts.append(s.palms(rng, light, shore + 30, palms, 330))
    if grass:
        parts.append(s.tufts(rng, light.blades, meadow + 30))
    return "".join(parts)


def _cast(rng: Random, light: Light, pose: Pose, *held: str) -> str:
    return figure(pose, cloth(rng, light), *held)


def duel(rng: Random, light: Light) -> str:
    """Two fighters cross swords before the sun."""
    left, right = rng.choice([(f.STRIKE, f.GUARD), (f.HIGH, f.READY), (f.LUNGE, f.GUARD)])
    one = figure(left, cloth(rng, light), BLUE.sword(left, rng.uniform(112, 142), 54))
    two = figure(right, cloth(rng, light), RED.shield(right), RED.sword(right, 138, 52))
    x = rng.uniform(560, 640)
    return (
        _place(rng, light, sun=(x, 330, rng.uniform(210, 270)), palms=(90, 210, 1120))
        + shadow(x - 150, 812, 470, light.shade)
        + shadow(x + 170, 812, 470, light.shade)
        + placed(one, x - 170, 812, 470)
        + placed(two, x + 180, 812, 470, flip=True)
    )


def clash(rng: Random, light: Light) -> str:
    """Two lines with shields and spears meet."""
    parts = [_place(rng, light, sun=(600, 350, 250), palms=(60, 1130, 1040), meadow=600)]
    for row, size in ((715, 320), (850, 440)):
        for number in range(2):
            away = 175 + number * size * 0.62 + rng.uniform(-14, 14) + (row - 715) * 0.12
            parts.append(_soldier(rng, light, 600 - away, row, size, BLUE, number))
            parts.append(_soldier(rng, light, 600 + away, row, size, RED, number, flip=True))
    return "".join(parts)


def _soldier(
    rng: Random,
    light: Light,
    x: float,
    y: float,
    size: float,
    gear: Gear,
    rank: int,
    *,
    flip: bool = False,
) -> str:
    pose = rng.choice((f.READY, f.STRIKE)) if rank == 0 else f.READY
    weapon = (
        gear.sword(pose, rng.uniform(125, 160), 44)
        if rank == 0
        else gear.spear(pose, rng.uniform(118, 128), 92, 30)
    )
    held = (weapon, gear.shield(pose)) if rank == 0 else (weapon,)
    drawn = _cast(rng, light, pose, *held)
    return shadow(x, y, size, light.shade) + placed(drawn, x, y, size, flip=flip)


def lesson(rng: Random, light: Light) -> str:
    """A row of people practices one stance; somebody in front shows it."""
    pose = rng.choice((f.HIGH, f.READY, f.GUARD))
    angle = {f.HIGH: 170.0, f.READY: 140.0, f.GUARD: 150.0}[pose]
    parts = [_place(rng, light, palms=(1090, 1180, 980), meadow=610)]
    parts.append(s.oak(150, 640, 330, light))
    for number in range(5):
        x, size = 330 + number * 170, 290.0
        drawn = _cast(rng, light, pose, GREEN.sword(pose, angle, 44))
        parts += [shadow(x, 720, size, light.shade), placed(drawn, x, 720, size)]
    teacher = figure(
        pose, Cloth(PAPER, INDIGO, VERMILION, VERMILION, fold=SLATE), BLUE.sword(pose, angle, 48)
    )
    parts += [shadow(240, 860, 400, light.shade), placed(teacher, 240, 860, 400)]
    return "".join(parts)


def archers(rng: Random, light: Light) -> str:
    """Archers shoot at round targets on the far side of a meadow."""
    parts = [_place(rng, light, palms=(80, 200), meadow=600, sun=(1010, 180, 90))]
    for x, y, r in ((940, 560, 52), (1060, 570, 60), (1160, 556, 46)):
        parts += [
            path(
                f"M{x - r * 0.6:.0f} {y + r * 1.7:.0f}L{x} {y}L{x + r * 0.6:.0f} {y + r * 1.7:.0f}",
                fill="none",
                stroke="#8a6a3a",
                stroke_width=8,
            ),
            circle(x, y, r, fill=PAPER),
            circle(x, y, r * 0.72, fill=INDIGO),
            circle(x, y, r * 0.4, fill=VERMILION),
        ]
    for number, size in enumerate((330, 380, 430)):
        x, y = 150 + number * 190, 720 + number * 62
        drawn = _cast(rng, light, f.AIM, Gear(mark=VERMILION).bow(f.AIM))
        parts += [shadow(x, y, size, light.shade), placed(drawn, x, y, size)]
    return "".join(parts)


def sunset_pier(rng: Random, light: Light) -> str:
    """Two fighters on a pier before a low sun."""
    parts = [s.sky(light, 560, sun=(600, 500, 260)), s.clouds(rng, light.low, 560, 4)]
    parts += [s.hills(rng, 560, light.hills), s.bay(rng, light, 560, 900), s.pier(740, light)]
    left, right = rng.choice([(f.GUARD, f.STRIKE), (f.STRIKE, f.READY), (f.READY, f.HIGH)])
    for pose, x, flip, gear in ((left, 420, False, BLUE), (right, 770, True, RED)):
        drawn = _cast(rng, light, pose, gear.sword(pose, rng.uniform(118, 150), 58))
        parts.append(placed(drawn, x, 744, 400, flip=flip))
    return "".join(parts)


def march(rng: Random, light: Light) -> str:
    """People march along the bay with tall banners."""
    inks = [VERMILION, INDIGO, OCHRE, PINE, WINE]
    rng.shuffle(inks)
    parts = [_place(rng, light, sun=(940, 330, 150), palms=(1120, 60), shore=590, meadow=690)]
    for number, ink in enumerate(inks):
        x, y, size = 120 + number * 215, 770 + (number % 2) * 50, 350 + (number % 2) * 50
        pose = f.RUN if rng.random() < 0.2 else f.CARRY
        mark = crest(INK if ink == OCHRE else PAPER)
        drawn = _cast(rng, light, pose, Gear().banner(pose, ink, crest=mark))
        parts += [shadow(x, y, size, light.shade), placed(drawn, x, y, size)]
    return "".join(parts)


def park_day(rng: Random, light: Light) -> str:
    """A park day: practice, a pavilion, and people who rest on a blanket."""
    parts = [_place(rng, light, palms=(1130, 70), sun=(250, 170, 80), meadow=600)]
    parts += [s.oak(1010, 640, 400, light), s.pavilion(60, 640, 300, light)]
    for x, flip, pose, gear in ((590, False, f.STRIKE, BLUE), (770, True, f.GUARD, GREEN)):
        drawn = _cast(rng, light, pose, gear.sword(pose, 135, 44))
        parts += [shadow(x, 720, 300, light.shade), placed(drawn, x, 720, 300, flip=flip)]
    blanket = path("M770 856l90-66h270l60 66z", fill=rng.choice((VERMILION, OCHRE, INDIGO)))
    parts.append(blanket)
    for x, flip in ((875, False), (1105, True)):
        parts.append(placed(_cast(rng, light, f.SIT), x, 835, 330, flip=flip))
    teacher = _cast(rng, light, f.TEACH, BLUE.sword(f.TEACH, 100, 40))
    parts += [shadow(240, 850, 420, light.shade), placed(teacher, 240, 850, 420)]
    return "".join(parts)


def campfire(rng: Random, light: Light) -> str:
    """An evening around the fire under lanterns."""
    parts = [_place(rng, light, palms=(100, 1110, 1010), meadow=600, grass=False)]
    parts += [
        s.lanterns(rng, 130),
        s.tents(60, 640, (INDIGO, WINE)),
        s.tents(940, 630, (PINE, OCHRE)),
    ]
    for x, flip in ((330, False), (200, False), (870, True), (1010, True)):
        parts.append(placed(_cast(rng, light, f.SIT), x, 800, 360, flip=flip))
    teller = _cast(rng, light, rng.choice((f.CHEER, f.TEACH)))
    parts += [placed(teller, 470, 745, 330), s.fire(610, 800, 170)]
    return "".join(parts)


def shield_wall(rng: Random, light: Light) -> str:
    """A wall of round shields, seen from the front, with spears above it."""
    parts = [_place(rng, light, sun=(600, 300, 230), palms=(70, 1140), meadow=560, grass=False)]
    inks = [INDIGO, WINE, PINE, OCHRE, INK]
    for row, y, size in ((0, 640, 100), (1, 780, 128)):
        count = 7 - row
        for number in range(count):
            x = 600 + (number - (count - 1) / 2) * size * 1.62
            tip = x + rng.uniform(-30, 30)
            spear = path(
                f"M{x + 40:.0f} {y:.0f}L{tip:.0f} {y - 380:.0f}", stroke="#8a6a3a", stroke_width=9
            )
            head = circle(round(x), y - size * 1.12, size * 0.34, fill=INK) + element(
                "rect",
                x=round(x - size * 0.34),
                y=round(y - size * 1.28),
                width=round(size * 0.68),
                height=round(size * 0.13),
                fill=rng.choice((PAPER, VERMILION, OCHRE)),
            )
            body = element(
                "rect",
                x=round(x - size * 0.6),
                y=round(y - size * 0.86),
                rx=30,
                width=round(size * 1.2),
                height=400,
                fill=INK,
            )
            foam = path(
                f"M{tip:.0f} {y - 380:.0f}l{(tip - x - 40) * 0.14:.0f}-54",
                stroke=INDIGO,
                stroke_width=18,
                stroke_linecap="round",
            )
            parts += [spear, foam, body, head, _disc(x, y, size, rng.choice(inks))]
    return "".join(parts)


def _disc(x: float, y: float, r: float, ink: str) -> str:
    mark = INK if ink == OCHRE else PAPER
    inner = circle(0, 0, r * 0.78, fill="none", stroke=mark, stroke_width=r * 0.05)
    leaf = group(crest(mark), transform=f"scale({r / 78:.2f}) translate(-48 -50)")
    rim = circle(0, 0, r * 1.05, fill="#0c0c11") + circle(0, 0, r * 0.97, fill=ink)
    return group(rim, inner, leaf, transform=f"translate({x:.0f} {y:.0f})")


def leap(rng: Random, light: Light) -> str:
    """One fighter leaps at two others."""
    parts = [_place(rng, light, sun=(690, 320, 230), palms=(80, 190, 1130), meadow=620)]
    jumper = figure(f.LEAP, cloth(rng, light), BLUE.shield(f.LEAP), BLUE.sword(f.LEAP, 132, 56))
    parts += [shadow(390, 830, 330, light.shade), placed(jumper, 400, 800, 430)]
    for x, size, gear in ((790, 400, RED), (960, 360, GREEN)):
        drawn = _cast(rng, light, f.GUARD, gear.shield(f.GUARD), gear.sword(f.GUARD, 150, 46))
        parts += [shadow(x, 830, size, light.shade), placed(drawn, x, 830, size, flip=True)]
    return "".join(parts)


def medic(rng: Random, light: Light) -> str:
    """A medic kneels beside somebody who has fallen; a friend covers both."""
    parts = [_place(rng, light, palms=(1100, 1000), meadow=610, sun=(220, 190, 90))]
    parts.append(placed(_cast(rng, light, f.FALLEN), 700, 850, 430, flip=True))
    helper = figure(f.KNEEL, Cloth(PAPER, INDIGO, PINE, PINE, fold=SLATE))
    parts.append(placed(helper, 440, 850, 430))
    cover = _cast(
        rng, light, f.READY, BLUE.shield(f.READY, wide=18, tall=28), BLUE.sword(f.READY, 148)
    )
    parts += [shadow(920, 790, 380, light.shade), placed(cover, 900, 790, 380)]
    return "".join(parts)


def victory(rng: Random, light: Light) -> str:
    """The winner raises a sword; the others cheer."""
    parts = [_place(rng, light, sun=(600, 360, 280), palms=(80, 1120), meadow=640)]
    mound = path("M300 900C420 760 500 700 600 690S800 780 920 900z", fill=light.shade)
    parts.append(mound)
    for x, y, size, flip in (
        (170, 850, 330, False),
        (330, 880, 350, False),
        (870, 880, 350, True),
        (1030, 850, 330, True),
    ):
        gear = rng.choice((BLUE, RED, GREEN, GOLD))
        drawn = _cast(rng, light, f.CHEER, gear.sword(f.CHEER, 178, 40))
        parts.append(placed(drawn, x, y, size, flip=flip))
    winner = figure(f.CHEER, Cloth(WINE, INK, OCHRE, PAPER), GOLD.sword(f.CHEER, 176, 56))
    parts.append(placed(winner, 600, 712, 420))
    return "".join(parts)


def workshop(rng: Random, light: Light) -> str:
    """Somebody builds swords at a table; finished ones hang behind."""
    wall = s.band(0, 640, "#eadfca") + s.band(640, 900, "#b79f7c")
    frame = element("rect", x=90, y=90, width=360, height=300, fill=light.sky) + circle(
        320, 240, 70, fill=VERMILION
    )
    bars = path("M90 240H450M270 90V390", stroke="#8a6a3a", stroke_width=12)
    edge = element(
        "rect", x=90, y=90, width=360, height=300, fill="none", stroke="#8a6a3a", stroke_width=16
    )
    rack = path("M540 150H1120", stroke="#8a6a3a", stroke_width=14)
    swords = "".join(
        path(f"M{x} 190V{y}", stroke=ink, stroke_width=26, stroke_linecap="round")
        + path(
            f"M{x - 24} {y + 18}h48M{x} {y + 18}v50",
            stroke=INK,
            stroke_width=13,
            stroke_linecap="round",
        )
        for x, y, ink in zip(
            range(580, 1120, 88),
            rng.choices(range(340, 430, 10), k=7),
            rng.choices((INDIGO, WINE, PINE, OCHRE, SLATE), k=7),
            strict=True,
        )
    )
    people = "".join(
        placed(_cast(rng, light, pose), x, 830, 500, flip=flip)
        for x, pose, flip in ((330, f.TEACH, False), (930, f.GUARD, True))
    )
    table = path("M120 690H1090L1120 740H90z", fill="#8a6a3a") + path(
        "M150 740V900M1060 740V900", stroke="#6b4f2a", stroke_width=30
    )
    foam = "".join(
        element("rect", x=x, y=y, width=wide, height=22, rx=8, fill=ink)
        for x, y, wide, ink in (
            (430, 662, 260, INDIGO),
            (470, 640, 180, WINE),
            (720, 668, 120, PINE),
        )
    )
    return wall + frame + bars + edge + rack + swords + people + table + foam


def feast(rng: Random, light: Light) -> str:
    """A long table under lanterns by the water."""
    parts = [_place(rng, light, palms=(90, 1120), meadow=590, grass=False), s.lanterns(rng, 110, 8)]
    for number in range(6):
        x = 190 + number * 165
        pose = (f.CHEER, f.STAND, f.TEACH)[rng.randrange(3)]
        parts.append(placed(_cast(rng, light, pose), x, 790, 330, flip=number % 2 == 1))
    parts.append(path("M90 690H1110L1150 770H50z", fill="#8a6a3a"))
    parts.append(path("M70 770H1130V800H70z", fill="#6b4f2a"))
    for number in range(9):
        x = 160 + number * 110
        ink = rng.choice((VERMILION, OCHRE, PINE, PAPER))
        parts.append(element("ellipse", cx=x, cy=724, rx=38, ry=13, fill=PAPER))
        parts.append(circle(x, 714, 15, fill=ink))
    return "".join(parts)


def storm(rng: Random, light: Light) -> str:
    """A fight that goes on in the rain."""
    parts = [_place(rng, light, palms=(110, 1080, 1170), meadow=600)]
    for x, y, size, flip, gear in (
        (360, 760, 380, False, BLUE),
        (600, 740, 350, True, GREEN),
        (820, 850, 430, True, RED),
    ):
        pose = rng.choice((f.STRIKE, f.READY, f.GUARD))
        drawn = _cast(rng, light, pose, gear.shield(pose), gear.sword(pose, rng.uniform(120, 160)))
        parts += [shadow(x, y, size, light.shade), placed(drawn, x, y, size, flip=flip)]
    return "".join(parts) + s.rain(rng)


def chase(rng: Random, light: Light) -> str:
    """A flag is carried off; its owners run after it."""
    parts = [_place(rng, light, palms=(1110, 60, 150), meadow=610, sun=(820, 250, 120))]
    carrier = figure(
        f.RUN, cloth(rng, light), Gear().banner(f.RUN, VERMILION, height=70, crest=crest())
    )
    parts += [shadow(880, 800, 420, light.shade), placed(carrier, 880, 800, 420)]
    for x, y, size in ((520, 770, 380), (300, 830, 430), (110, 780, 370)):
        gear = rng.choice((BLUE, GREEN, GOLD))
        drawn = _cast(rng, light, f.RUN, gear.sword(f.RUN, rng.uniform(120, 170), 42))
        parts += [shadow(x, y, size, light.shade), placed(drawn, x, y, size)]
    return "".join(parts)


def spears(rng: Random, light: Light) -> str:
    """A drill with spears in two ranks."""
    parts = [_place(rng, light, palms=(60, 1140, 1060), meadow=600, sun=(300, 220, 110))]
    for row, size in ((700, 310), (840, 400)):
        for number in range(4 if row == 700 else 3):
            x = (210 if row == 700 else 160) + number * size * 0.72
            pose = rng.choice((f.READY, f.LUNGE))
            drawn = _cast(rng, light, pose, BLUE.spear(pose, rng.uniform(93, 101), 88))
            parts += [shadow(x, row, size, light.shade), placed(drawn, x, row, size)]
    return "".join(parts)

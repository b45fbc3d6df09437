"""Fighters in any pose, in the hand of the hero's. A figure stands at (0, 0), faces right and is
about 100 units tall. Angles are in degrees, from straight down towards the front.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import cos, hypot, radians, sin

from rookiebattle.art.svg import circle, element, group, path

Point = tuple[float, float]
TORSO, UPPER_ARM, FOREARM, THIGH, SHIN = 31.0, 15.5, 14.5, 23.0, 24.0
HIP_HEIGHT = 46.0


@dataclass(frozen=True)
class Cloth:
    """The colors of one figure; `skin` is the silhouette's."""

    top: str = "#16161d"
    trousers: str = "#1f3a5f"
    sash: str = "#b8862b"
    band: str = "#fffdf9"
    skin: str = "#16161d"
    fold: str = "#ffffff"


@dataclass(frozen=True)
class Pose:
    """Joints as pairs of angles: shoulder and elbow, or hip and knee. `back` is the far side."""

    lean: float = 4
    arm: tuple[float, float] = (20, 35)
    back_arm: tuple[float, float] = (-15, 10)
    leg: tuple[float, float] = (14, 4)
    back_leg: tuple[float, float] = (-14, -20)
    nod: float = 0
    lift: float = 0


READY = Pose(8, (62, 120), (48, 112), (34, 4), (-22, -34))
STRIKE = Pose(22, (128, 112), (112, 104), (52, 6), (-30, -46))
HIGH = Pose(2, (168, 196), (150, 190), (30, 2), (-26, -36))
GUARD = Pose(-6, (78, 132), (58, 92), (26, 0), (-30, -40))
LUNGE = Pose(30, (96, 92), (-40, -70), (66, 4), (-44, -58))
STAND = Pose(2, (8, 14), (-8, 4), (7, 2), (-7, -9))
CHEER = Pose(-4, (172, 184), (-24, -10), (10, 2), (-12, -16))
CARRY = Pose(6, (58, 128), (30, 96), (24, -4), (-24, -40))
AIM = Pose(-4, (90, 90), (100, -58), (20, 2), (-20, -26))
KNEEL = Pose(14, (50, 78), (34, 70), (88, -4), (-6, -86))
SIT = Pose(-8, (34, 62), (-30, 20), (84, 36), (78, 22), lift=-23)
LEAP = Pose(18, (150, 168), (120, 150), (74, -30), (-50, -88), lift=38)
FALLEN = Pose(-66, (-8, 30), (-60, -70), (72, 20), (80, 66), lift=-26)
TEACH = Pose(0, (94, 98), (-12, 8), (8, 2), (-10, -12))
RUN = Pose(24, (50, 120), (-46, 10), (60, -8), (-34, -84))


def at(start: Point, angle: float, length: float) -> Point:
    """The point at an angle and a distance."""
    turn = radians(angle)
    return start[0] + sin(turn) * length, start[1] + cos(turn) * length


@dataclass(frozen=True)
class Joints:
    """Where the joints of a pose are."""

    hip: Point
    neck: Point
    head: Point
    hand: Point
    elbow: Point
    back_hand: Point
    back_elbow: Point
    knee: Point
    foot: Point
    back_knee: Point
    back_foot: Point


def joints(pose: Pose) -> Joints:
    """The joints with the lower foot on the ground, or above it by the pose's lift."""
    hip = (0.0, -HIP_HEIGHT)
    knee, back_knee = at(hip, pose.leg[0], THIGH), at(hip, pose.back_leg[0], THIGH)
    foot, back_foot = at(knee, pose.leg[1], SHIN), at(back_knee, pose.back_leg[1], SHIN)
    down = -3.0 - max(foot[1], back_foot[1]) - max(pose.lift, 0) + max(-pose.lift, 0) * 0.0
    neck = at(hip, 180 - pose.lean, TORSO)
    shoulder, back_shoulder = at(neck, 0, 3), at(neck, -40, 4)
    elbow, back_elbow = (
        at(shoulder, pose.arm[0], UPPER_ARM),
        at(back_shoulder, pose.back_arm[0], UPPER_ARM),
    )
    points = (
        *(hip, neck, at(neck, 180 - pose.lean * 0.7 - pose.nod, 12.5)),
        *(at(elbow, pose.arm[1], FOREARM), elbow),
        *(at(back_elbow, pose.back_arm[1], FOREARM), back_elbow),
        *(knee, foot, back_knee, back_foot),
    )
    return Joints(*((x, y + down) for x, y in points))


def figure(pose: Pose, cloth: Cloth, *held: str, behind: Sequence[str] = ()) -> str:
    """The whole figure. `held` is drawn before the front arm, `behind` before everything."""
    at_ = joints(pose)
    return "".join(
        (
            *behind,
            _arm(at_.neck, at_.back_elbow, at_.back_hand, cloth),
            _leg(at_.hip, at_.back_knee, at_.back_foot, cloth, shade=True),
            _leg(at_.hip, at_.knee, at_.foot, cloth, shade=False),
            _torso(at_, cloth),
            _head(at_, pose, cloth),
            *held,
            _arm(at_.neck, at_.elbow, at_.hand, cloth),
        )
    )


def placed(drawn: str, x: float, y: float, size: float, *, flip: bool = False) -> str:
    """A figure of this height in pixels with its feet at (x, y)."""
    scale = size / 100
    across = -scale if flip else scale
    return group(drawn, transform=f"translate({x:g} {y:g}) scale({across:.3f} {scale:.3f})")


def shadow(x: float, y: float, size: float, ink: str) -> str:
    """The shade on the ground below a figure of this height."""
    return element(
        "ellipse",
        cx=f"{x:.0f}",
        cy=f"{y:.0f}",
        rx=f"{size * 0.34:.0f}",
        ry=f"{size * 0.035:.0f}",
        fill=ink,
    )


def _sides(start: Point, end: Point, first: float, second: float) -> tuple[Point, ...]:
    """The four corners of a band from start to end with these widths."""
    length = hypot(end[0] - start[0], end[1] - start[1]) or 1
    x, y = -(end[1] - start[1]) / length / 2, (end[0] - start[0]) / length / 2
    return (
        (start[0] + x * first, start[1] + y * first),
        (start[0] - x * first, start[1] - y * first),
        (end[0] + x * second, end[1] + y * second),
        (end[0] - x * second, end[1] - y * second),
    )


def _leg(hip: Point, knee: Point, foot: Point, cloth: Cloth, *, shade: bool) -> str:
    a, b, c, d = _sides(hip, knee, 14, 14.5)
    _, _, e, f = _sides(knee, foot, 14.5, 18)
    wide = f"M{_p(a)}L{_p(b)}Q{_p(d)} {_p(f)}L{_p(e)}Q{_p(c)} {_p(a)}z"
    middle = f"M{_p(_between(hip, knee, 0.5))}Q{_p(knee)} {_p(_between(knee, foot, 0.86))}"
    toe = (foot[0] + 9, foot[1] + 1.5)
    shoe = path(
        f"M{_p((foot[0] - 2, foot[1] + 1.5))}L{_p(toe)}",
        stroke=cloth.skin,
        stroke_width=5.5,
        stroke_linecap="round",
    )
    fold = path(
        middle,
        fill="none",
        stroke=cloth.fold,
        stroke_width=1,
        stroke_linecap="round",
        opacity=0.2 if shade else 0.4,
    )
    joined = {"stroke": cloth.trousers, "stroke_width": 2, "stroke_linejoin": "round"}
    return shoe + path(wide, fill=cloth.trousers, **joined) + fold


def _torso(at_: Joints, cloth: Cloth) -> str:
    a, b, c, d = _sides(at_.hip, at_.neck, 15, 19)
    body = path(
        f"M{_p(a)}L{_p(b)}L{_p(d)}L{_p(c)}z",
        fill=cloth.top,
        stroke=cloth.top,
        stroke_width=5,
        stroke_linejoin="round",
    )
    low, high = _between(at_.hip, at_.neck, -0.02), _between(at_.hip, at_.neck, 0.12)
    e, f, g, h = _sides(low, high, 18, 17.5)
    sash = path(f"M{_p(e)}L{_p(f)}L{_p(h)}L{_p(g)}z", fill=cloth.sash)
    middle = _between(at_.hip, at_.neck, 0.5)
    edge = path(
        f"M{_p(_between(a, c, 0.95))}Q{_p(middle)} {_p(_between(a, c, 0.2))}",
        fill="none",
        stroke=cloth.fold,
        stroke_width=1,
        opacity=0.35,
    )
    return body + sash + edge


def _head(at_: Joints, pose: Pose, cloth: Cloth) -> str:
    x, y = at_.head
    turn = pose.lean * 0.7 + pose.nod
    neck = path(f"M{_p(at_.neck)}L{_p(at_.head)}", stroke=cloth.skin, stroke_width=7)
    band = path("M-8.6-3.4Q0-6.4 8.6-3.4L8.4.2Q0-2.6-8.4.2z", fill=cloth.band)
    tails = path("M-8-2Q-15-1-19 3Q-13 3-8 .4zM-8-1Q-14 4-16 9Q-10 5-7 1z", fill=cloth.band)
    drawn = circle(0, 0, 8.6, fill=cloth.skin) + tails + band
    return neck + group(drawn, transform=f"translate({x:.1f} {y:.1f}) rotate({turn:g})")


def _arm(neck: Point, elbow: Point, hand: Point, cloth: Cloth) -> str:
    shoulder = at(neck, 0, 4)
    sleeve = path(
        f"M{_p(shoulder)}L{_p(elbow)}L{_p(_between(elbow, hand, 0.75))}",
        fill="none",
        stroke=cloth.top,
        stroke_width=8,
        stroke_linecap="round",
        stroke_linejoin="round",
    )
    crease = path(
        f"M{_p(_between(shoulder, elbow, 0.3))}L{_p(elbow)}L{_p(_between(elbow, hand, 0.5))}",
        fill="none",
        stroke=cloth.fold,
        stroke_width=0.9,
        opacity=0.3,
        stroke_linejoin="round",
    )
    return sleeve + circle(round(hand[0], 1), round(hand[1], 1), 3.6, fill=cloth.skin) + crease


def _between(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _p(point: Point) -> str:
    return f"{point[0]:.1f} {point[1]:.1f}"


@dataclass(frozen=True)
class Gear:
    """What a figure holds, in the colors of its side."""

    foam: str = "#1f3a5f"
    ink: str = "#16161d"
    paper: str = "#fffdf9"
    mark: str = "#c8371b"
    parts: dict[str, str] = field(default_factory=dict)

    def sword(self, pose: Pose, angle: float, length: float = 46) -> str:
        """A sword in the front hand."""
        hand = joints(pose).hand
        tip, pommel = at(hand, angle, length), at(hand, angle, -7)
        guard, other = (
            at(at(hand, angle, 5), angle + 90, 4.5),
            at(at(hand, angle, 5), angle - 90, 4.5),
        )
        return (
            self._line(at(hand, angle, 6), tip, self.foam, 6.4)
            + self._line(pommel, at(hand, angle, 4), self.ink, 3.6)
            + self._line(guard, other, self.ink, 3.4)
        )

    def spear(self, pose: Pose, angle: float, length: float = 96, behind: float = 46) -> str:
        """A spear in the front hand, with a foam tip."""
        hand = joints(pose).hand
        far, neck = at(hand, angle, length), at(hand, angle, length - 15)
        shaft = self._line(at(hand, angle, -behind), neck, "#8a6a3a", 3)
        return shaft + self._line(neck, far, self.foam, 6.5)

    def shield(self, pose: Pose, *, wide: float = 15, tall: float = 24, ahead: float = 2) -> str:
        """A round shield, seen from the side, on the back arm."""
        x, y = joints(pose).back_hand
        rim = element("ellipse", rx=wide + 1.6, ry=tall + 1.6, cx=1, fill=self.ink)
        disc = element("ellipse", rx=wide, ry=tall, fill=self.foam)
        ring = element(
            "ellipse",
            rx=wide * 0.72,
            ry=tall * 0.74,
            fill="none",
            stroke=self.paper,
            stroke_width=1.4,
        )
        boss = element("ellipse", rx=wide * 0.3, ry=tall * 0.3, fill=self.mark)
        return group(
            rim, disc, ring, boss, transform=f"translate({x + ahead:.1f} {y:.1f}) rotate(-5)"
        )

    def bow(self, pose: Pose) -> str:
        """A drawn bow with its arrow, in the front hand."""
        x, y = joints(pose).hand
        hold_x, hold_y = joints(pose).back_hand
        top, bottom = f"{x - 8:.1f} {y - 36:.1f}", f"{x - 8:.1f} {y + 36:.1f}"
        limbs = path(
            f"M{top}Q{x + 12:.1f} {y:.1f} {bottom}",
            fill="none",
            stroke="#8a6a3a",
            stroke_width=3,
            stroke_linecap="round",
        )
        string = path(
            f"M{top}L{hold_x:.1f} {hold_y:.1f}L{bottom}",
            fill="none",
            stroke=self.paper,
            stroke_width=0.9,
        )
        arrow = self._line((hold_x, hold_y), (x + 14, y), self.ink, 1.5)
        return limbs + string + arrow + circle(round(x + 16, 1), round(y, 1), 4, fill=self.mark)

    def banner(self, pose: Pose, cloth: str, *, height: float = 112, crest: str = "") -> str:
        """A tall banner on a pole in the front hand; its cloth hangs from a cross bar."""
        x, y = joints(pose).hand
        top = y - height
        pole = self._line((x, y + 30), (x, top), "#8a6a3a", 2.6)
        hung = path(f"M{x + 1:.1f} {top + 3:.1f}h26l3 66q-14 5-29 0z", fill=cloth)
        bar = self._line((x - 1, top + 3), (x + 29, top + 3), "#8a6a3a", 2.4)
        mark = group(crest, transform=f"translate({x + 3:.1f} {top + 20:.1f}) scale(.25)")
        return pole + hung + bar + mark

    def _line(self, start: Point, end: Point, ink: str, width: float) -> str:
        return path(
            f"M{_p(start)}L{_p(end)}", stroke=ink, stroke_width=width, stroke_linecap="round"
        )

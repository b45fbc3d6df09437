"""The eight warrior paths and the colors of the beads. Pure."""

from dataclasses import dataclass
from enum import StrEnum

from rookiebattle.settings import get_settings

HIGHEST_LEVEL = 5


@dataclass(frozen=True)
class WarriorPath:
    """A warrior path. `document` is the address of its design document, outside this site."""

    key: str
    slug: str
    short_name: str
    description: str

    @property
    def name(self) -> str:
        return f"Path of the {self.short_name}"

    @property
    def document(self) -> str:
        return f"{get_settings().org_path_documents}/{self.slug}"


class Authority(StrEnum):
    """The rank that awarding a bead takes, beside being an administrator."""

    ANY = ""
    SECOND = "2IC"
    LEAD = "Lead"


@dataclass(frozen=True)
class BeadColor:
    """A bead: its drawing (`slug`), its color and its ring in words, its meaning, who awards it.

    An award of it names an event (`needs_event`) or tells an incident (`needs_incident`).
    """

    key: str
    slug: str
    color: str
    meaning: str
    note: str = ""
    is_private: bool = False
    ring: str = ""
    authority: Authority = Authority.ANY
    needs_event: bool = False
    needs_incident: bool = False

    @property
    def full_color(self) -> str:
        return f"{self.color} with {self.ring}" if self.ring else self.color


PATHS: tuple[WarriorPath, ...] = (
    WarriorPath(
        "singleHand",
        "single-hand",
        "Single Hand",
        "One blade and one free hand: footwork, timing and clean cuts.",
    ),
    WarriorPath(
        "shield", "shield", "Shield", "Hold the line, cover a friend and open the way for both."
    ),
    WarriorPath(
        "dualWielder",
        "dual-wielder",
        "Dual-Wielder",
        "Two weapons, one rhythm: guard with either, strike with both.",
    ),
    WarriorPath(
        "polearm", "polearm", "Polearm", "Cut and hook from the second rank, where reach decides."
    ),
    WarriorPath(
        "battlefieldMedic",
        "battlefield-medic",
        "Battlefield Medic",
        "Bring the fallen back into the fight before the line breaks.",
    ),
    WarriorPath("bow", "bow", "Bow", "Padded arrows, a steady breath and an eye for the gap."),
    WarriorPath("spear", "spear", "Spear", "Keep the point in front and the field at its length."),
    WarriorPath(
        "greatWeapon",
        "great-weapon",
        "Great Weapon",
        "Both hands, full swings and the control to stop them.",
    ),
)

AWARDS: tuple[BeadColor, ...] = (
    BeadColor("red", "red", "Red", "Service"),
    BeadColor("brown", "brown", "Brown", "Fitness"),
    BeadColor("black", "black", "Black", "High Honor", "Lead only", authority=Authority.LEAD),
    BeadColor("clear", "clear", "Clear", "Stealth", "private by default", is_private=True),
    BeadColor(
        "green", "green", "Green", "Medal of Honor", "Lead/2IC approval", authority=Authority.SECOND
    ),
    BeadColor("blue", "blue", "Blue", "Faction Champion", "event required", needs_event=True),
    BeadColor(
        "lightBlue",
        "light-blue",
        "Light blue",
        "Regional Champion",
        "regional overall",
        needs_event=True,
    ),
    BeadColor(
        "clearBlue",
        "clear-blue",
        "Clear blue",
        "Cultural Champion",
        "faction cultural",
        needs_event=True,
    ),
    BeadColor(
        "purple",
        "purple",
        "Purple",
        "Injury",
        "serious injury, incident report",
        is_private=True,
        needs_incident=True,
    ),
    BeadColor("wood", "wood", "Wood", "Arts & Sciences", "contest win"),
    BeadColor("roleplay", "roleplay", "Rose and cream", "Roleplay"),
)

GRAY = BeadColor("gray", "gray", "Gray", "Member rank")
WHITE = BeadColor("white", "white", "White", "Leader rank")
GOLD_RING = BeadColor("goldRing", "gold-ring", "White", "Faction Lead", ring="gold ring")
CLEAR_YELLOW = BeadColor("clearYellow", "clear-yellow", "Clear yellow", "Board Member")
SILVER = BeadColor("silver", "silver", "Silver", "Samurai")
INSIGNIA: tuple[BeadColor, ...] = (GRAY, WHITE, GOLD_RING, CLEAR_YELLOW, SILVER)

_BY_KEY = {path.key: path for path in PATHS}
_AWARD_BY_KEY = {award.key: award for award in AWARDS}


def path_named(key: str) -> WarriorPath:
    """The path of this key; an unknown one falls back to the single hand."""
    return _BY_KEY.get(key, PATHS[0])


def award_named(key: str) -> BeadColor:
    """The award of this key; an unknown one has no meaning beyond its key."""
    return _AWARD_BY_KEY.get(key) or BeadColor(key, key, key.title(), key.title())


def shown_level(level: object) -> int:
    """The level that is shown, 0 to 5. Anything else counts as 0."""
    if not isinstance(level, int) or isinstance(level, bool):
        return 0
    return min(max(level, 0), HIGHEST_LEVEL)


def crest_level(level: int) -> int:
    """The level of the drawing: levels 4 and 5 share one."""
    return min(shown_level(level), HIGHEST_LEVEL - 1)

"""The warrior paths and beads of the specification, and their drawings."""

import pytest

from rookiebattle.accounts.schemas import AWARD_BEADS
from rookiebattle.progression.catalogue import (
    AWARDS,
    INSIGNIA,
    PATHS,
    crest_level,
    path_named,
    shown_level,
)
from tests.art.sprites import symbols

NAMES = (
    ("singleHand", "single-hand", "Path of the Single Hand"),
    ("shield", "shield", "Path of the Shield"),
    ("dualWielder", "dual-wielder", "Path of the Dual-Wielder"),
    ("polearm", "polearm", "Path of the Polearm"),
    ("battlefieldMedic", "battlefield-medic", "Path of the Battlefield Medic"),
    ("bow", "bow", "Path of the Bow"),
    ("spear", "spear", "Path of the Spear"),
    ("greatWeapon", "great-weapon", "Path of the Great Weapon"),
)
MEANINGS = {
    "red": ("Service", ""),
    "brown": ("Fitness", ""),
    "black": ("High Honor", "Lead only"),
    "clear": ("Stealth", "private by default"),
    "green": ("Medal of Honor", "Lead/2IC approval"),
    "blue": ("Faction Champion", "event required"),
    "lightBlue": ("Regional Champion", "regional overall"),
    "clearBlue": ("Cultural Champion", "faction cultural"),
    "purple": ("Injury", "serious injury, incident report"),
    "wood": ("Arts & Sciences", "contest win"),
    "roleplay": ("Roleplay", ""),
}


def test_the_eight_paths_have_their_keys_slugs_and_names() -> None:
    assert tuple((path.key, path.slug, path.name) for path in PATHS) == NAMES


def test_every_path_is_described_in_one_line_and_has_its_own_document() -> None:
    assert all(path.description.endswith(".") and len(path.description) < 80 for path in PATHS)
    documents = {path.document for path in PATHS}
    assert len(documents) == len(PATHS)
    assert all(document.startswith("https://docs.example.org/") for document in documents)


def test_every_award_has_its_meaning() -> None:
    assert {award.key: (award.meaning, award.note) for award in AWARDS} == MEANINGS


def test_the_awards_are_those_that_accounts_keep() -> None:
    assert tuple(award.key for award in AWARDS) == AWARD_BEADS


def test_stealth_and_injury_are_the_private_ones() -> None:
    assert [award.key for award in AWARDS if award.is_private] == ["clear", "purple"]


@pytest.mark.parametrize("key", ["", "katana", "single-hand", "SHIELD"])
def test_an_unknown_path_falls_back_to_the_single_hand(key: str) -> None:
    assert path_named(key).slug == "single-hand"


@pytest.mark.parametrize(
    ("level", "shown"),
    [(0, 0), (1, 1), (5, 5), (6, 5), (99, 5), (-1, 0), (None, 0), ("3", 0), (2.5, 0), (True, 0)],
)
def test_a_level_is_shown_from_0_to_5_and_what_is_no_level_as_0(level: object, shown: int) -> None:
    assert shown_level(level) == shown


@pytest.mark.parametrize(("level", "art"), [(0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (5, 4), (9, 4)])
def test_levels_4_and_5_share_one_drawing(level: int, art: int) -> None:
    assert crest_level(level) == art


def test_every_path_and_every_level_is_drawn() -> None:
    levels = {f"level-{crest_level(level)}" for level in range(6)}
    assert symbols("paths.svg").keys() == levels | {path.slug for path in PATHS}


def test_every_bead_is_drawn() -> None:
    beads = {f"bead-{bead.slug}" for bead in (*AWARDS, *INSIGNIA)}
    assert symbols("beads.svg").keys() == beads | {"cord-start", "cord-end"}

"""The drawings in assets/: well-formed, light, and in the inks of the theme."""

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from struct import unpack

import pytest

from rookiebattle.pages.media.view import official
from rookiebattle.routes import OPEN_GRAPH
from rookiebattle.ui.marks import DRAWN, EVENT_TYPES
from tests.art.sprites import ASSETS, symbols

DRAWINGS = sorted([*ASSETS.glob("*.svg"), *ASSETS.glob("art/*.svg")])
# In bytes. The empty ones come only where a list is empty or a page is closed, missing or broken,
# the waves only with the dark band of an event or a chapter, inside its style sheet.
MOST = {
    "icons.svg": 12_000,
    "paths.svg": 8_000,
    "beads.svg": 14_000,
    "empty.svg": 7_000,
    "waves.svg": 1_000,
}
MOST_OFFICIAL, MOST_OF_THE_REST = 26_000, 77_000
GOLD = "var(--gold)"
LEVELS = [f"level-{number}" for number in range(5)]


def size_of(name: str) -> int:
    return (ASSETS / "art" / name).stat().st_size


@pytest.mark.parametrize("file", DRAWINGS, ids=lambda file: file.name)
def test_every_picture_is_well_formed_and_runs_nothing(file: Path) -> None:
    tree = ElementTree.parse(file)  # noqa: S314 - we drew it ourselves
    tags = {node.tag.rpartition("}")[2] for node in tree.iter()}
    assert tags.isdisjoint({"script", "foreignObject", "image"})


@pytest.mark.parametrize("name", ["icons.svg", "paths.svg", "beads.svg", "empty.svg"])
def test_a_sprite_holds_each_symbol_once(name: str) -> None:
    tree = ElementTree.parse(ASSETS / "art" / name).getroot()  # noqa: S314 - as above
    assert [node.get("id") for node in tree] == list(symbols(name))


def test_every_event_type_has_its_own_shape() -> None:
    marks = {name: shape for name, shape in symbols("icons.svg").items() if "mark-" in name}
    assert marks.keys() == {f"mark-{kind}" for kind in (*EVENT_TYPES, "unknown")}
    assert len(set(marks.values())) == len(marks)


def test_what_stands_for_emptiness_is_drawn() -> None:
    assert set(DRAWN.values()) <= symbols("empty.svg").keys()


@pytest.mark.parametrize(("name", "sheet"), [("seigaiha", "surfaces"), ("waves", "event-page")])
def test_a_pattern_is_as_large_as_the_styles_say(name: str, sheet: str) -> None:
    found = re.search(r'viewBox="0 0 (\d+) (\d+)"', (ASSETS / f"art/{name}.svg").read_text())
    assert found
    width, height = map(int, found.groups())
    assert f"{width}px {height}px" in (ASSETS / f"styles/{sheet}.css").read_text()


@pytest.mark.parametrize(("name", "most"), MOST.items())
def test_a_sprite_stays_light(name: str, most: int) -> None:
    assert size_of(name) < most


def test_the_drawings_stay_light_together() -> None:
    pictures = [one.file for one in official.OFFICIAL]
    assert max(map(size_of, pictures)) < MOST_OFFICIAL
    assert pictures[0] == min(pictures, key=size_of), "a phone paints it first"
    apart = {*pictures, "empty.svg", "waves.svg"}
    rest = [file for file in DRAWINGS if file.name not in apart]
    assert sum(file.stat().st_size for file in rest) < MOST_OF_THE_REST


def test_the_official_pictures_have_the_size_that_their_cards_say() -> None:
    for one in official.OFFICIAL:
        drawn = (ASSETS / "art" / one.file).read_text()
        assert f'viewBox="0 0 {official.WIDTH} {official.HEIGHT}"' in drawn


def test_the_ring_of_a_path_grows_with_its_level() -> None:
    rings = [symbols("paths.svg")[name] for name in LEVELS]
    petals = [ring.count("<circle") for ring in rings]
    assert ["dasharray" in ring for ring in rings] == [True, False, False, False, False]
    assert (petals[3] - 2, petals[4] - 3) == (8, 16)
    assert [GOLD in ring for ring in rings] == [False, False, False, False, True]


def test_crests_take_their_inks_from_the_theme() -> None:
    for name, drawn in symbols("paths.svg").items():
        inks = re.findall(r'(?:fill|stroke)="([^"]+)"', drawn)
        assert inks, name
        assert all(ink == "none" or ink.startswith("var(--") for ink in inks), name


def test_clear_beads_show_the_cord_inside() -> None:
    beads = {name: drawn for name, drawn in symbols("beads.svg").items() if "bead-" in name}
    cords = {name: drawn.count("var(--cord)") for name, drawn in beads.items()}
    clear = {name for name in beads if name.startswith("bead-clear")}
    assert clear == {"bead-clear", "bead-clear-blue", "bead-clear-yellow"}
    assert all(count == (3 if name in clear else 2) for name, count in cords.items())


def test_the_open_graph_picture_has_the_size_that_chat_programs_expect() -> None:
    header = (ASSETS / OPEN_GRAPH.lstrip("/")).read_bytes()[:24]
    assert header.startswith(b"\x89PNG")
    assert unpack(">II", header[16:24]) == (1200, 630)

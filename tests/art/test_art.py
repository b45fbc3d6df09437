"""The committed pictures are exactly what the functions draw."""

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from struct import unpack

import pytest

from rookiebattle.art.beads import CORD, MATERIALS, bead, bead_sprite
from rookiebattle.art.catalogue import drawings
from rookiebattle.art.icons import LINES, MARKS, sprite
from rookiebattle.art.path_crests import GOLD, INK, crest_sprite, frames
from rookiebattle.art.path_figures import figures
from rookiebattle.art.pattern import BAND, HEIGHT, WIDTH, seigaiha
from rookiebattle.routes import OPEN_GRAPH
from rookiebattle.ui.marks import EVENT_TYPES

ASSETS = Path("assets")


@pytest.mark.parametrize("name", drawings())
def test_the_committed_file_is_the_drawing(name: str) -> None:
    assert (ASSETS / name).read_text(encoding="utf-8") == drawings()[name]


@pytest.mark.parametrize("name", drawings())
def test_every_picture_is_well_formed_and_runs_nothing(name: str) -> None:
    tree = ElementTree.fromstring(drawings()[name])  # noqa: S314 - we drew it ourselves
    tags = {node.tag.rpartition("}")[2] for node in tree.iter()}
    assert tags.isdisjoint({"script", "foreignObject", "image"})


def test_no_drawing_is_left_over_from_an_earlier_name() -> None:
    drawn = {name for name in drawings() if name.startswith("art/")}
    committed = {f"art/{file.name}" for file in (ASSETS / "art").glob("*.svg")}
    assert committed == drawn


def test_the_sprite_holds_every_icon_and_event_mark_once() -> None:
    tree = ElementTree.fromstring(sprite())  # noqa: S314 - we drew it ourselves
    names = [node.get("id") for node in tree if node.tag.endswith("symbol")]
    assert sorted(map(str, names)) == sorted([*LINES, *(f"mark-{kind}" for kind in MARKS), "crest"])


def test_every_event_type_has_its_own_shape() -> None:
    assert set(EVENT_TYPES) < set(MARKS)
    assert len(set(MARKS.values())) == len(MARKS)


def test_the_tile_of_the_pattern_is_as_large_as_the_styles_say() -> None:
    assert f'viewBox="0 0 {WIDTH} {HEIGHT}"' in seigaiha()
    assert f"{WIDTH}px {HEIGHT}px" in (ASSETS / "styles/surfaces.css").read_text()
    assert f"{BAND[0]}px {BAND[1]}px" in (ASSETS / "styles/event-page.css").read_text()
    assert (BAND[0] % WIDTH, BAND[1] % HEIGHT) == (0, 0)


def test_the_drawings_stay_light() -> None:
    assert len(sprite()) < 12_000
    assert len(crest_sprite()) < 8_000
    assert len(bead_sprite()) < 14_000
    sizes = {name: len(drawn) for name, drawn in drawings().items()}
    official = [size for name, size in sizes.items() if "official" in name]
    assert max(official) < 26_000
    # These come only where a list is empty or a page is closed, missing or broken.
    empty = sizes["art/empty.svg"]
    assert empty < 7_000
    # And this one only with the dark band of an event or a chapter, inside its style sheet.
    waves = sizes["art/waves.svg"]
    assert waves < 1_000
    assert sum(sizes.values()) - sum(official) - empty - waves < 76_000


def test_every_symbol_of_the_sprites_is_there_once() -> None:
    beads = [f"bead-{name}" for name in MATERIALS] + ["cord-start", "cord-end"]
    wanted = {crest_sprite(): [*frames(), *figures()], bead_sprite(): beads}
    for drawn, names in wanted.items():
        tree = ElementTree.fromstring(drawn)  # noqa: S314 - we drew it ourselves
        assert [node.get("id") for node in tree] == names


def test_the_ring_of_a_path_grows_with_its_level() -> None:
    rings = list(frames().values())
    petals = [ring.count("<circle") for ring in rings]
    assert ["dasharray" in ring for ring in rings] == [True, False, False, False, False]
    assert [ring.count(f'stroke="{INK}"') for ring in rings[:3]] == [0, 1, 2]
    assert (petals[3] - 2, petals[4] - 3) == (8, 16)
    assert [GOLD in ring for ring in rings] == [False, False, False, False, True]


@pytest.mark.parametrize("name", [*frames(), *figures()])
def test_crests_take_their_inks_from_the_theme(name: str) -> None:
    inks = re.findall(r'(?:fill|stroke)="([^"]+)"', {**frames(), **figures()}[name])
    assert inks
    assert all(ink == "none" or ink.startswith("var(--") for ink in inks)


def test_clear_beads_show_the_cord_inside() -> None:
    cords = {name: bead(name).count(CORD) for name in MATERIALS}
    clear = {name for name in MATERIALS if name.startswith("clear")}
    assert clear == {"clear", "clear-blue", "clear-yellow"}
    assert all(count == (3 if name in clear else 2) for name, count in cords.items())


def test_the_open_graph_picture_has_the_size_that_chat_programs_expect() -> None:
    header = (ASSETS / OPEN_GRAPH.lstrip("/")).read_bytes()[:24]
    assert header.startswith(b"\x89PNG")
    assert unpack(">II", header[16:24]) == (1200, 630)

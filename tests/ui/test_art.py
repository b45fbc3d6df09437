"""The committed pictures are what the functions draw."""

import xml.etree.ElementTree as ElementTree
from pathlib import Path
from struct import unpack

import pytest

from rookiebattle.ui.art.catalogue import drawings
from rookiebattle.ui.art.icons import LINES, MARKS, sprite
from rookiebattle.ui.art.pattern import HEIGHT, WIDTH, seigaiha
from rookiebattle.ui.document import OPEN_GRAPH
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
    assert f"{WIDTH}px {HEIGHT}px" in (ASSETS / "styles/components.css").read_text()


def test_the_drawings_stay_light() -> None:
    assert len(sprite()) < 12_000
    assert sum(map(len, drawings().values())) < 60_000


def test_the_open_graph_picture_has_the_size_that_chat_programs_expect() -> None:
    header = (ASSETS / OPEN_GRAPH.lstrip("/")).read_bytes()[:24]
    assert header.startswith(b"\x89PNG")
    assert unpack(">II", header[16:24]) == (1200, 630)

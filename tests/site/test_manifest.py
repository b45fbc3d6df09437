"""The manifest, which a phone reads when the site is added to its home screen."""

from pathlib import Path
from struct import unpack

import pytest

from rookiebattle.site.manifest import ICONS, manifest

ASSETS = Path("assets/art")


@pytest.mark.parametrize(("name", "size"), [*ICONS.items(), ("apple-touch-icon.png", 180)])
def test_every_icon_has_the_size_it_says(name: str, size: int) -> None:
    header = (ASSETS / name).read_bytes()[:24]
    assert header.startswith(b"\x89PNG")
    assert unpack(">II", header[16:24]) == (size, size)


def test_the_manifest_names_the_club_and_icons_that_are_there() -> None:
    said = manifest("Rookie Battle", "Foam weapons")
    assert (said["name"], said["start_url"]) == ("Rookie Battle", "/")
    icons = said["icons"]
    assert isinstance(icons, list)
    assert {one["purpose"] for one in icons} == {"any", "maskable"}
    assert {one["sizes"] for one in icons} == {"192x192", "512x512"}
    assert all((ASSETS / one["src"].removeprefix("/art/")).exists() for one in icons)

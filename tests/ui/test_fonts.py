"""The fonts: licensed, small, and with all letters that the texts need."""

from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from rookiebattle.ui.document import FONTS

FOLDER = Path("assets/fonts")
LETTERS = "Tomás Ñandú 0123456789 $20.00 – — ‘’ “” • … © × €"


def test_the_fonts_weigh_less_than_sixty_kilobytes_together() -> None:
    assert sum((FOLDER / f"{name}.woff2").stat().st_size for name in FONTS) < 60_000


@pytest.mark.parametrize("name", FONTS)
def test_the_fonts_have_the_letters_of_names_prices_and_times(name: str) -> None:
    known = TTFont(FOLDER / f"{name}.woff2").getBestCmap()
    assert [letter for letter in LETTERS if ord(letter) not in known] == []


def test_the_check_of_our_sentences_has_a_face_of_its_own() -> None:
    check = TTFont(FOLDER / "check.woff2").getBestCmap()
    others = [TTFont(FOLDER / f"{name}.woff2").getBestCmap() for name in FONTS]
    assert list(check) == [ord("✓")]
    assert not any(ord("✓") in known for known in others)


def test_each_font_has_its_license_beside_it() -> None:
    licenses = [file.read_text() for file in FOLDER.glob("*.LICENSE.txt")]
    assert len(licenses) == len(FONTS)
    assert all("SIL OPEN FONT LICENSE" in text.upper() for text in licenses)


def test_each_font_has_a_fallback_of_the_same_widths() -> None:
    tokens = Path("assets/styles/tokens.css").read_text()
    for name in FONTS:
        assert f"/fonts/{name}.woff2" in tokens
    assert tokens.count("font-display: swap") == tokens.count("url(") == len(FONTS) + 1
    fallbacks = [face for face in tokens.split("@font-face") if "local(" in face]
    assert len(fallbacks) > len(FONTS), "on machines with DejaVu alone, too"
    for part in ("size-adjust", "ascent-override", "descent-override", "line-gap-override"):
        assert all(part in face for face in fallbacks)

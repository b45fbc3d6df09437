"""Writes every picture into `assets/`; with a Chromium's path also those that have pixels."""

import sys
from pathlib import Path

from rookiebattle.art import app_icons, demo_pictures
from rookiebattle.art.catalogue import drawings
from rookiebattle.art.open_graph import ground, page, photograph

ASSETS = Path(__file__).resolve().parents[2] / "assets"
DEMO = Path(__file__).resolve().parents[1] / "seed" / "pictures"


def main(browsers: list[str]) -> None:
    """`python -m rookiebattle.art [/usr/bin/chromium]`"""
    for name, text in drawings().items():
        file = ASSETS / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    for browser in browsers[:1]:
        photograph(page(ASSETS / "fonts"), ASSETS / "art/og.png", browser)
        photograph(ground(), ASSETS / "art/share.png", browser)
        app_icons.photograph(ASSETS / "art", browser)
        demo_pictures.photograph(DEMO, browser)


if __name__ == "__main__":
    main(sys.argv[1:])

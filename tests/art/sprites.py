"""The drawings in assets/, as the browser gets them."""

import re
from pathlib import Path

ASSETS = Path("assets")
SYMBOL = re.compile(r'<symbol id="([^"]+)"[^>]*>(.*?)</symbol>', re.DOTALL)


def symbols(sprite: str) -> dict[str, str]:
    """The content of each symbol of a file of `assets/art`, by its id."""
    return dict(SYMBOL.findall((ASSETS / "art" / sprite).read_text(encoding="utf-8")))

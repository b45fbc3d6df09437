"""The rules about scripts and style sheets that biome does not have."""

import re
from collections.abc import Iterator

LONGEST_FILE, LONGEST_LINE = 400, 100
ELEMENT = re.compile(r"</|/>")


def name_says_whether_it_draws(path: str, text: str) -> Iterator[str]:
    """A .jsx file contains JSX. (Biome itself refuses JSX in a .js file.)"""
    if path.endswith(".jsx") and not ELEMENT.search(text):
        yield f"{path}: holds no JSX, so its name ends in .js"


def is_short(path: str, text: str) -> Iterator[str]:
    """The limits of a Python module, in lines and columns, hold for scripts and sheets too."""
    lines = text.splitlines()
    if len(lines) > LONGEST_FILE:
        yield f"{path}: {len(lines)} lines, at most {LONGEST_FILE}"
    for number, line in enumerate(lines, 1):
        if len(line) > LONGEST_LINE:
            yield f"{path}:{number}: {len(line)} columns, at most {LONGEST_LINE}"


RULES = (name_says_whether_it_draws, is_short)

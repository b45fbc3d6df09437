"""The rules about scripts and style sheets that biome does not have."""

import re
from collections.abc import Iterator

LONGEST_LINE = 100
ELEMENT = re.compile(r"</|/>")


def name_says_whether_it_draws(path: str, text: str) -> Iterator[str]:
    """A .jsx file contains JSX. (Biome itself refuses JSX in a .js file.)"""
    if path.endswith(".jsx") and not ELEMENT.search(text):
        yield f"{path}: holds no JSX, so its name ends in .js"


def lines_are_short(path: str, text: str) -> Iterator[str]:
    """The columns of Python hold for scripts and sheets too."""
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > LONGEST_LINE:
            yield f"{path}:{number}: {len(line)} columns, at most {LONGEST_LINE}"


RULES = (name_says_whether_it_draws, lines_are_short)

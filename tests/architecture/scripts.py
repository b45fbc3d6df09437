"""The rules about scripts and style sheets that biome does not have."""

import re
from collections.abc import Iterator

LONGEST_FILE, LONGEST_LINE = 400, 100
ELEMENT = re.compile(r"</|/>")


def name_says_whether_it_draws(path: str, text: str) -> Iterator[str]:
    """Biome refuses JSX in a .js file; this refuses a .jsx file that has none."""
    if path.endswith(".jsx") and not ELEMENT.search(text):
        yield f"{path}: holds no JSX, so its name ends in .js"


def is_short(path: str, text: str) -> Iterator[str]:
    """As long as a module of Python may be, in lines and in columns."""
    lines = text.splitlines()
    if len(lines) > LONGEST_FILE:
        yield f"{path}: {len(lines)} lines, at most {LONGEST_FILE}"
    for number, line in enumerate(lines, 1):
        if len(line) > LONGEST_LINE:
            yield f"{path}:{number}: {len(line)} columns, at most {LONGEST_LINE}"


RULES = (name_says_whether_it_draws, is_short)

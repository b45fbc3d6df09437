"""The rules about scripts and style sheets that biome does not have."""

import re
from collections.abc import Iterator

from tests.architecture.style import HEADLESS

LONGEST_LINE = 100
ELEMENT = re.compile(r"</|/>")
# The second line of a comment goes on with a sentence.
BEGINS = rf"(?:\A|^(?!\s*//).*\n)\s*//{HEADLESS.pattern}"
HEADLESS_COMMENT = re.compile(rf"{BEGINS}|/\*{HEADLESS.pattern}", re.MULTILINE)


def name_says_whether_it_draws(path: str, text: str) -> Iterator[str]:
    """A .jsx file contains JSX. (Biome itself refuses JSX in a .js file.)"""
    if path.endswith(".jsx") and not ELEMENT.search(text):
        yield f"{path}: holds no JSX, so its name ends in .js"


def lines_are_short(path: str, text: str) -> Iterator[str]:
    """The columns of Python hold for scripts and sheets too."""
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > LONGEST_LINE:
            yield f"{path}:{number}: {len(line)} columns, at most {LONGEST_LINE}"


def comments_name_their_subject(path: str, text: str) -> Iterator[str]:
    """A comment begins with no Who or What that names nothing, as in Python."""
    for found in HEADLESS_COMMENT.finditer(text):
        number = text.count("\n", 0, found.end()) + 1
        yield f"{path}:{number}: name the subject instead of Who or What"


RULES = (name_says_whether_it_draws, lines_are_short, comments_name_their_subject)

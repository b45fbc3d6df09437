"""How screens are looked at in this run, and how slow pages are; conftest.py says.

Every run of tests loads this module, so it loads no browser.
"""

import itertools
from collections.abc import Sequence
from zlib import crc32

ONE_LOOK = (("360", "light"),)
EVERY_LOOK = tuple(itertools.product(("390", "1440"), ("light", "dark")))
# The themes differ in colors only, which tests/ui/test_tokens.py proves for every pair. So one look
# is enough for a change; `--whole` puts all four here, and photographs them.
looks: Sequence[tuple[str, str]] = ONE_LOOK
# Asking axe takes most of a look. Each run asks about every fourth screen, which its seed deals,
# and `--whole` about all of them.
ONE_IN = 4
seed = 0
# How many times slower than the machine's the processor of a page is: `--slow` shows what acts
# before its page is ready.
slower = 1


def photographs() -> bool:
    return looks is EVERY_LOOK


def is_dealt(name: str) -> bool:
    """Whether this run asks axe about the screen with this name."""
    return photographs() or crc32(f"{seed} {name}".encode()) % ONE_IN == 0

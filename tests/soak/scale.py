"""How long the soak runs, and how a site is started for it."""

import os
from collections.abc import Callable

from tests.servers.application import Application

Start = Callable[..., Application]


def scaled(full: int, least: int) -> int:
    """A number of the full soak, reduced by the variable SOAK."""
    return max(least, int(full * float(os.environ.get("SOAK", "1"))))

"""How long the soak runs, and how a site is started for it."""

import os
from collections.abc import Callable

from tests.servers.application import Application

Start = Callable[..., Application]
SETTINGS = {
    "CONNECTS_PER_MINUTE": "10000000",
    "REQUESTS_PER_MINUTE": "10000000",
    "EVENTS_PER_SECOND": "1000",
    "SOCKETS_PER_ADDRESS": "10000",
    "SOCKETS_PER_WORKER": "10000",
    "DEMO_DATA": "false",
}


def scaled(full: int, least: int) -> int:
    """A number of the full soak, reduced by the variable SOAK."""
    return max(least, int(full * float(os.environ.get("SOAK", "1"))))

"""How far the clocks of a run are ahead of the machine's: the tests', their sites' and Stripe's."""

import os
import time

AHEAD = "CLOCK_AHEAD_SECONDS"


def seconds_ahead() -> float:
    """Zero outside of a run."""
    return float(os.environ.get(AHEAD, "0"))


def moved_time() -> float:
    """The clock of the sites, in seconds, also while the clock of a test stands still."""
    return time.time() + seconds_ahead()

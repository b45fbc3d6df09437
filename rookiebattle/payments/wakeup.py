"""Wakes the cashier of this worker when a webhook or an order came, from any thread."""

from rookiebattle.core.wakeup import Wakeups

cashier = Wakeups()
"""The signals of `cards/worker.py`."""


def notify() -> None:
    """Signal that something waits. Never fails and never waits."""
    cashier.notify()

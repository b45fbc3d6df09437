"""The product, but it deletes the state of a closed page at once and not after minutes.

P10 asks whether memory is freed. The product keeps a state for a phone that comes back.
"""

from starlette.types import ASGIApp

from bench.app import closed_pages, served

KEPT_SECONDS = SWEEP_SECONDS = 1.0


def app() -> ASGIApp:
    """The application for granian."""
    closed_pages.KEPT_SECONDS, closed_pages.SWEEP_SECONDS = KEPT_SECONDS, SWEEP_SECONDS
    return served()

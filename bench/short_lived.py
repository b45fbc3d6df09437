"""The product, but it forgets the state of a closed page at once instead of minutes later.

P10 asks whether the memory is given back. The product keeps it for a phone that comes back.
"""

from starlette.types import ASGIApp

from bench.app import closed_pages, served

KEPT_SECONDS = SWEEP_SECONDS = 1.0


def app() -> ASGIApp:
    """The application, which granian loads."""
    closed_pages.KEPT_SECONDS, closed_pages.SWEEP_SECONDS = KEPT_SECONDS, SWEEP_SECONDS
    return served()

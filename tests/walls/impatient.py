"""The site as it is served, but it waits a second for a socket to join, not twenty."""

from rookiebattle.core.serving import frames
from rookiebattle.served import app

frames.JOIN_SECONDS = 1.0

__all__ = ["app"]

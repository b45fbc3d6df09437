"""The site as it is served, but it waits few seconds for a socket to join and for a body.

A socket of a test must still be able to join in this time on a busy machine.
"""

from rookiebattle.core.serving import bodies
from rookiebattle.core.sockets import frames
from tests.servers.altered import app

bodies.BODY_SECONDS = frames.JOIN_SECONDS = 3.0

__all__ = ["app"]

"""The site as it is served, but open pages never hear that the gallery has changed."""

from unittest.mock import patch

from rookiebattle.media import service
from tests.servers.altered import app

patch.object(service, "_announce").start()

__all__ = ["app"]

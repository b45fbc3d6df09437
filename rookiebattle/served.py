"""The application for granian.

Garbage collection is off during loading (a fifth of a start), and later skips what was loaded.
"""

import gc
import os
import sys

gc.disable()
# `socketio` and `redis` import these for clients and figures that the site does not have, a tenth
# of a start. While None stands for a module, it counts as not installed, and both do without.
UNUSED = ("aiohttp", "opentelemetry.sdk.metrics", "requests")
for name in UNUSED:
    sys.modules[name] = None  # type: ignore[assignment]  # Python's own sign of a missing module

import redis.asyncio  # noqa: E402, F401  # as above
import socketio  # noqa: E402, F401  # as above

for name in UNUSED:
    del sys.modules[name]

from starlette.types import ASGIApp  # noqa: E402  # the collector has to be off first

from rookiebattle import rookiebattle as root  # noqa: E402  # as above
from rookiebattle.core.limits import raise_descriptors  # noqa: E402  # as above
from rookiebattle.core.serving.measuring import Measuring  # noqa: E402  # as above
from rookiebattle.core.serving.public_cache import OutermostCache  # noqa: E402  # as above
from rookiebattle.core.sockets.connections import ShortHeads  # noqa: E402  # as above

# Files of the site are nobody else's to read.
UMASK = 0o077


def app() -> ASGIApp:
    """The application, ready to answer."""
    raise_descriptors()
    os.umask(UMASK)
    try:
        cache = OutermostCache(root.app(), root.shared.has_id, *root.caches)
        is_measured = root.settings.metrics_port
        return ShortHeads(Measuring(cache, root.route_names()) if is_measured else cache)
    finally:
        gc.freeze()
        gc.enable()

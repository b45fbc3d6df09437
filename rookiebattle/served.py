"""The application for granian.

Garbage collection is off during loading (a fifth of a start), and later skips what was loaded.
"""

import gc

gc.disable()

from starlette.types import ASGIApp  # noqa: E402  # the collector has to be off first

from rookiebattle import rookiebattle as root  # noqa: E402  # as above
from rookiebattle.core.limits import raise_descriptors  # noqa: E402  # as above
from rookiebattle.core.serving.public_cache import OutermostCache  # noqa: E402  # as above


def app() -> ASGIApp:
    """The application, ready to answer."""
    raise_descriptors()
    try:
        return OutermostCache(root.app(), root.shared)
    finally:
        gc.freeze()
        gc.enable()

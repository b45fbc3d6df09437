"""What granian loads: the application, loaded without looking for garbage where there is none yet
(a fifth of a start), then put aside, so that nobody waits for a look through it either."""

import gc

gc.disable()

from starlette.types import ASGIApp  # noqa: E402  # the collector has to be off first

from rookiebattle import rookiebattle as root  # noqa: E402  # as above
from rookiebattle.core.serving.public_cache import Foremost  # noqa: E402  # as above


def app() -> ASGIApp:
    """The application, ready to answer."""
    try:
        return Foremost(root.app(), root.shared)
    finally:
        gc.freeze()
        gc.enable()

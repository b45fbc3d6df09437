"""The administrator who uses the console, and the tab of the console that a module is about."""

from collections.abc import AsyncIterator

import pytest

from rookiebattle.core.actor import Actor
from tests.tab import Tab, opened
from tests.world import World


@pytest.fixture
def ada(world: World) -> Actor:
    return world.person(is_admin=True)


@pytest.fixture
async def tab(ada: Actor, request: pytest.FixtureRequest) -> AsyncIterator[Tab]:
    """The module's `PAGE`, its path and the handlers of its state, as it opens for Ada."""
    path, handlers = request.module.PAGE
    async with opened(ada, path, handlers["show"]) as one:
        yield one

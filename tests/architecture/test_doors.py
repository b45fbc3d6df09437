"""Every handler and route of the running application declares who may call it."""

from collections.abc import Callable
from typing import Any

import pytest
from fastapi import APIRouter

from rookiebattle.core.doors.access import access_of, public
from rookiebattle.core.doors.http import router
from rookiebattle.core.doors.websocket import FRAMEWORK, handler_access
from tests import reflex_internals
from tests.architecture import doors
from tests.identities import composed

Handlers = dict[str, Callable[..., Any]]


@pytest.fixture
def handlers() -> Handlers:
    composed()  # fills the registry
    return reflex_internals.handlers()


def test_every_event_handler_declares_who_may_call_it(handlers: Handlers) -> None:
    ours = [fn for fn in handlers.values() if fn.__module__.startswith("rookiebattle.")]
    assert ours, "no handler was found; the check would prove nothing"
    assert list(doors.undeclared_handlers(handlers, handler_access)) == []


def test_reflex_itself_opens_only_the_handlers_that_start_a_page(handlers: Handlers) -> None:
    assert set(doors.open_handlers_of_others(handlers, handler_access)) <= FRAMEWORK


def test_every_route_passes_the_gate() -> None:
    assert list(doors.unguarded_routes(composed().api.routes)) == []


def test_a_handler_without_a_declaration_is_found() -> None:
    async def forgotten() -> None: ...

    @public
    async def declared() -> None: ...

    for handler in (forgotten, declared):
        handler.__module__ = "rookiebattle.events.state"
    found = {"forgotten": forgotten, "declared": declared}
    problems = list(doors.undeclared_handlers(found, lambda name: access_of(found[name])))
    assert len(problems) == 1
    assert problems[0].startswith("forgotten ")


def test_a_route_beside_the_gate_is_found() -> None:
    careless = APIRouter()

    @careless.get("/api/open")
    def answer() -> None: ...

    assert list(doors.unguarded_routes(careless.routes))


def test_a_route_without_a_declaration_does_not_start() -> None:
    strict = router("test")
    with pytest.raises(RuntimeError, match="must declare"):

        @strict.get("/api/open")
        def answer() -> None: ...

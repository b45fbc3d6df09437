"""The rule about what may be called from outside: everything says who may."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from fastapi.routing import APIRoute
from starlette.routing import BaseRoute

from rookiebattle.core.doors.access import Access, access_of
from rookiebattle.core.doors.http import GatedRoute
from tests.architecture.source import PACKAGE


def undeclared_handlers(
    handlers: Mapping[str, Callable[..., Any]],
    access: Callable[[str], Access | None],
) -> Iterator[str]:
    """Our event handlers that name neither `public` nor a permission."""
    for name, handler in handlers.items():
        if handler.__module__.startswith(f"{PACKAGE}.") and access(name) is None:
            yield f"{name} declares nothing; write @public or @requires(…) below @rx.event"


def open_handlers_of_others(
    handlers: Mapping[str, Callable[..., Any]],
    access: Callable[[str], Access | None],
) -> Iterator[str]:
    """Handlers that came with Reflex and can be called."""
    for name, handler in handlers.items():
        if not handler.__module__.startswith(f"{PACKAGE}.") and access(name) is not None:
            yield handler.__name__


def unguarded_routes(routes: list[BaseRoute]) -> Iterator[str]:
    """API routes that do not pass the gate, or pass it without a declaration."""
    for route in routes:
        if isinstance(route, APIRoute) and not (
            isinstance(route, GatedRoute) and access_of(route.endpoint)
        ):
            yield f"{route.path} does not pass the gate; make its router with `router(tag)`"

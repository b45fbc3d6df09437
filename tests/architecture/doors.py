"""The rule about doors: everything that can be called from outside declares who may call it."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from fastapi.routing import APIRoute
from starlette.routing import BaseRoute

from rookiebattle.core.doors.access import Access, access_of
from rookiebattle.core.doors.http import GatedRoute
from tests.architecture.source import PACKAGE


def undeclared_handlers(
    handlers: Mapping[str, Callable[..., Any]], access: Callable[[str], Access | None]
) -> Iterator[str]:
    """Event handlers of ours that declare neither `public` nor a permission."""
    for name, handler in handlers.items():
        if handler.__module__.startswith(f"{PACKAGE}.") and access(name) is None:
            yield f"{name} declares nothing; write @public or @requires(…) below @rx.event"


def open_handlers_of_others(
    handlers: Mapping[str, Callable[..., Any]], access: Callable[[str], Access | None]
) -> Iterator[str]:
    """Event handlers of Reflex itself that a page can call."""
    for name, handler in handlers.items():
        if not handler.__module__.startswith(f"{PACKAGE}.") and access(name) is not None:
            yield handler.__name__


def unguarded_routes(routes: list[BaseRoute]) -> Iterator[str]:
    """API routes that bypass the gate, or that pass it without a declaration."""
    for route in routes:
        if isinstance(route, APIRoute) and not (
            isinstance(route, GatedRoute) and access_of(route.endpoint)
        ):
            yield f"{route.path} does not pass the gate; make its router with `router(tag)`"

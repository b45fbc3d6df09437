"""The internals of Reflex that only tests use; no other test uses one.

`tests/core/test_reflex_internals.py` holds Reflex to both modules.
"""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import reflex as rx
import reflex_base
from reflex.app import App
from reflex.compiler import compiler
from reflex.event import EventHandler
from reflex.istate.manager.token import BaseStateToken
from reflex.state import BaseState, OnLoadInternalState
from reflex_base.constants import PackageJson
from reflex_base.event.processor.base_state_processor import BaseStateEventProcessor
from reflex_base.registry import RegistrationContext
from reflex_base.utils.format import format_event_handler

from rookiebattle.core.reflex_internals import Memory

COMPILER = compiler
Processor = BaseStateEventProcessor
FIELD_MARKER = "_rx_state_"
LOAD = OnLoadInternalState.event_handlers["on_load_internal"]
"""The event that a browser sends when a link has led to another page."""
SCRIPT_OF_PAGES = Path(reflex_base.__file__).parent / ".templates/web/utils/state.js"


def handlers() -> dict[str, Callable[..., Any]]:
    """Every event handler that was registered, by its full name."""
    registered = RegistrationContext.ensure_context().event_handlers
    return {name: entry.handler.fn for name, entry in registered.items()}


def state_of(event: str) -> type[rx.State]:
    """The state that an event handler belongs to."""
    registered = RegistrationContext.ensure_context().event_handlers
    return cast("type[rx.State]", registered[event].states[0])


def event_of(handler: EventHandler) -> str:
    """The full name of the event that calls a handler."""
    return format_event_handler(handler)


def declared_pages() -> list[tuple[Any, dict[str, Any]]]:
    """The live list of the pages that were declared with `rx.page`."""
    return RegistrationContext.ensure_context().decorated_pages


def new_memory() -> Memory:
    """A memory for states, without any tab yet."""
    memory: Memory = cast("Any", Memory)()  # its overloads read as abstract
    return memory


def tab_in_memory(name: str) -> BaseStateToken:
    """The key under which the memory holds a tab's states."""
    return BaseStateToken(ident=name, cls=rx.State)


def used_at(manager: Memory, name: str, at: float) -> None:
    """Set the time of a tab's last event, as `time.time` counts it."""
    token = tab_in_memory(name)
    manager._token_expires_at[token.cache_key] = (at + manager.token_expiration, token)


@asynccontextmanager
async def connected(app: App, tab: str, sid: str) -> AsyncIterator[None]:
    """Give a tab a socket in this worker until the block ends."""
    assert app.event_namespace, "Reflex has no namespace for the sockets anymore"
    tokens = app.event_namespace._token_manager
    await tokens.link_token_to_sid(tab, sid)
    try:
        yield
    finally:
        await tokens.disconnect_token(tab, sid)


def clean(state: BaseState) -> None:
    """Forget what changed, as after an answer."""
    state._clean()  # type: ignore[no-untyped-call]  # Reflex leaves it unannotated


def vite_commands() -> tuple[str, str]:
    """The command that serves the pages under `make dev`, and the one that builds them."""
    return PackageJson.Commands.DEV, PackageJson.Commands.EXPORT

"""What Reflex keeps to itself and this site uses: no other module reaches for it.

`tests/core/test_reflex_internals.py` says of each what it relies on.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, cast

import reflex as rx
from engineio.exceptions import SocketIsClosedError
from engineio.packet import PING, Packet
from reflex.app import App, default_error_boundary
from reflex.assets import _link_shared_asset
from reflex.istate.manager.memory import StateManagerMemory
from reflex.istate.manager.token import StateToken
from reflex.state import BaseState, StateUpdate
from reflex.utils.exec import is_prod_mode
from reflex.utils.format import json_dumps
from reflex_base.constants import PackageJson
from reflex_base.constants.state import FIELD_MARKER
from reflex_base.event.context import EventContext
from reflex_base.registry import RegistrationContext
from reflex_base.utils.form import form_data_as_dict
from reflex_components_core.core.banner import has_too_many_connection_errors

from rookiebattle import routes

Delta = Mapping[str, Mapping[str, object]]
Memory = StateManagerMemory
Token = StateToken[object]

connection_lost: rx.Var[bool] = has_too_many_connection_errors


def handler_of(event: str) -> Callable[..., Any] | None:
    """The function that an event calls, by the event's full name."""
    registered = RegistrationContext.ensure_context().event_handlers.get(event)
    return registered.handler.fn if registered else None


def is_handled(event: str) -> bool:
    """Whether a page may send an event of this name."""
    return event in RegistrationContext.ensure_context().event_handlers


def framework_event(event: str) -> str:
    """'hydrate' and the like for an event of Reflex's own; empty for one of ours."""
    function = handler_of(event)
    is_own = function is not None and function.__module__ == "reflex.state"
    return function.__name__ if function and is_own else ""


def types_of_vars(state: type[BaseState]) -> dict[str, Any]:
    """The types of the vars that a page sees, by name."""
    known: Mapping[str, Any] = state.get_fields()
    return {name: one.outer_type_ for name, one in known.items() if one.is_var and name[0] != "_"}


def delta(state: type[BaseState], values: Mapping[str, object]) -> dict[str, dict[str, object]]:
    """Public vars by name in the form in which Reflex sends them to a page."""
    return {
        state.get_full_name(): {f"{name}{FIELD_MARKER}": value for name, value in values.items()}
    }


def as_json(news: Delta) -> str:
    """A delta as the page reads it."""
    return json_dumps(news)


def form_values(value: object) -> object:
    """What a form sent, as a dictionary; anything else as it is."""
    return form_data_as_dict(value)


def root_of(state: BaseState) -> BaseState:
    """The state that all states of a tab hang on."""
    return state._get_root_state()


async def flush(root: BaseState) -> StateUpdate:
    """Everything that changed in the tree, as the one answer to an event."""
    changed = await root._get_resolved_delta()
    root._clean()  # type: ignore[no-untyped-call]  # Reflex leaves it unannotated
    return StateUpdate(delta=changed)


def cookie_of(root: BaseState) -> str:
    """The Cookie header that came with the socket of the event in hand."""
    try:
        router_data = EventContext.get().router_data or root.router_data
    except LookupError:
        router_data = root.router_data
    return str(router_data.get("headers", {}).get("cookie", ""))


def tab_of_event() -> str:
    """The client token of the tab whose event is in hand. Raises LookupError outside of one."""
    return EventContext.get().token


def open_sockets(app: App) -> Collection[str]:
    """The ids of the sockets that are open in this worker."""
    return app.event_namespace.sid_to_token.keys() if app.event_namespace else ()


def connected_tabs(app: App) -> Collection[str]:
    """The client tokens of the tabs that have a socket in this worker."""
    return app.event_namespace.token_to_sid.keys() if app.event_namespace else ()


def is_connected(app: App, tab: str) -> bool:
    """Whether the socket of a tab is open in this worker."""
    namespace = app.event_namespace
    sid = namespace.token_to_sid.get(tab) if namespace else None
    return namespace is not None and sid in namespace.sid_to_token


async def send(app: App, tab: str, news: Delta) -> None:
    """Send a delta to a tab that is connected."""
    if app.event_namespace:
        await app.event_namespace.emit_update(StateUpdate(delta=cast("Any", news)), tab)


async def hang_up(app: App, sid: str) -> None:
    """Drop the connection beneath a socket: its page connects again, with today's cookie.

    A goodbye in socket.io's own words would leave the page disconnected, or deaf, for good.
    """
    server: Any = app.sio  # socketio has no types
    transport = server.eio.sockets.get(server.manager.eio_sid_from_sid(sid, routes.SOCKET))
    if transport:
        await transport.close(wait=False, abort=True)
        # granian hangs up only between two frames of the client: the ping makes it send one. On a
        # busy machine that comes before we hang up, and nobody may wait for another one then.
        transport.receive = _read_no_more
        await transport.queue.put(Packet(PING))
        await transport.queue.put(None)


async def _read_no_more(_packet: Packet) -> None:
    raise SocketIsClosedError


def idle_states(manager: Memory) -> Iterator[tuple[float, Token]]:
    """The tabs whose states are in memory and that no event holds, with the time of the last one
    (as of `time.time`)."""
    for expires, token in manager._token_expires_at.values():
        lock = manager._states_locks.get(token.lock_key)
        if lock is None or not lock.locked():
            yield expires - manager.token_expiration, token


def forget_state(manager: Memory, token: Token) -> None:
    """Take the states of a tab out of memory."""
    manager._purge_token(token)


def link_asset(link: Path, source: Path) -> None:
    """Let `link` in Reflex's assets lead to a file of ours, also while others compile."""
    _link_shared_asset(link, source)


def error_boundary(instead: rx.Component) -> rx.Component:
    """What stands around every page; shows `instead` when drawing it has failed."""
    return default_error_boundary(fallback_render=rx.Var.create(instead))


def serves_built_pages() -> bool:
    """Whether this process serves the build; `make dev` has Vite serve the pages."""
    return is_prod_mode()


def serve_pages_with(command: str) -> None:
    """Name the command that serves the pages under `make dev`."""
    PackageJson.Commands.DEV = command


def command_that_serves_pages() -> str:
    return PackageJson.Commands.DEV

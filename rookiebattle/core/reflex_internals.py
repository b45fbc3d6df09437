"""The internals of Reflex that this site uses; those of its vars are in core/reflex_drawing.py.

`tests/core/test_reflex_internals.py` checks each assumption about them.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import fields
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, cast

import reflex as rx
from engineio.exceptions import SocketIsClosedError
from engineio.packet import PING, Packet
from reflex import assets
from reflex.app import App, default_error_boundary
from reflex.assets import _link_shared_asset
from reflex.compiler import compiler
from reflex.compiler import utils as compiling
from reflex.istate.manager.memory import StateManagerMemory
from reflex.istate.manager.token import StateToken
from reflex.state import BaseState, StateUpdate
from reflex.utils.exec import is_prod_mode
from reflex.utils.format import json_dumps
from reflex_base import otel
from reflex_base.components.component import field
from reflex_base.components.memo import MEMOS, MemoDefinition
from reflex_base.components.state_context import get_event_app_wraps
from reflex_base.constants import Dirs, PackageJson
from reflex_base.constants.state import FIELD_MARKER
from reflex_base.environment import environment
from reflex_base.event.context import EventContext
from reflex_base.plugins import PageContext
from reflex_base.registry import RegistrationContext
from reflex_base.utils import memo_paths
from reflex_base.utils.form import FORM_DATA_ENTRIES_KEY, form_data_as_dict
from reflex_base.utils.imports import ImportVar, ParsedImportDict
from reflex_base.vars.base import insert_app_wraps
from reflex_components_core.core.banner import has_too_many_connection_errors

from rookiebattle import routes
from rookiebattle.core.errors import Invalid

Delta = Mapping[str, Mapping[str, object]]
Memory = StateManagerMemory
Token = StateToken[object]
Memo = MemoDefinition
CompiledMemos = tuple[list[tuple[str, str]], ParsedImportDict]
"""Files by path and text, and what they import."""
CompileMemos = Callable[[Iterable[Memo]], CompiledMemos]

connection_lost: rx.Var[bool] = has_too_many_connection_errors


def own_field() -> Any:
    """An attribute of a component that its script does not get."""
    return field(default=None, is_javascript_property=False)


def handler_of(event: str) -> Callable[..., Any] | None:
    """The function of an event handler, by the event's full name."""
    registered = RegistrationContext.ensure_context().event_handlers.get(event)
    return registered.handler.fn if registered else None


def is_handled(event: str) -> bool:
    return event in RegistrationContext.ensure_context().event_handlers


def framework_event(event: str) -> str:
    """The name of one of Reflex's own events, such as 'hydrate'; empty for our events."""
    function = handler_of(event)
    is_own = function is not None and function.__module__ == "reflex.state"
    return function.__name__ if function and is_own else ""


def types_of_vars(state: type[BaseState]) -> dict[str, Any]:
    known: Mapping[str, Any] = state.get_fields()
    return {name: one.outer_type_ for name, one in known.items() if one.is_var and name[0] != "_"}


def delta(state: type[BaseState], values: Mapping[str, object]) -> dict[str, dict[str, object]]:
    """Public vars by name, in the form in which Reflex sends them to a page."""
    return {
        state.get_full_name(): {f"{name}{FIELD_MARKER}": value for name, value in values.items()}
    }


def as_json(news: Delta) -> str:
    """A delta as the page receives it."""
    return json_dumps(news)


def form_values(value: object) -> object:
    """The values of a form as a dictionary; any other value unchanged.

    Reflex sends null for a control that the page does not draw now: the form has no such value.
    Raises Invalid for a form that no page of ours sends: Reflex would fail while it reads it.
    """
    if not isinstance(value, dict) or FORM_DATA_ENTRIES_KEY not in value:
        return value
    entries = value[FORM_DATA_ENTRIES_KEY]
    if not isinstance(entries, list) or not all(map(_is_entry, entries)):
        raise Invalid()
    return {name: one for name, one in form_data_as_dict(value).items() if one is not None}


def _is_entry(entry: object) -> bool:
    """Whether this is a name and a value. A field with Reflex's own key would be a form again."""
    match entry:
        case [str() as name, _]:
            return name != FORM_DATA_ENTRIES_KEY
    return False


def known_storage(values: object) -> object:
    """The values of a browser's storage that a state of ours keeps there; no dictionary: unchanged.

    Reflex looks for the state of each name, and fails when there is none.
    """
    if not isinstance(values, dict) or not values:
        return values
    known = _storage_of(len(RegistrationContext.ensure_context().base_states))
    return {
        name: value
        for name, value in values.items()
        if name.removesuffix(FIELD_MARKER) in known and isinstance(value, str)
    }


@lru_cache(maxsize=1)
def _storage_of(_states: int) -> frozenset[str]:
    """All names in storage. The argument renews the cache when there is another state."""
    return frozenset(_names_in_storage(rx.State))


def _names_in_storage(state: type[BaseState]) -> Iterator[str]:
    for name in state.base_vars:
        if state._is_client_storage(name):
            yield f"{state.get_full_name()}.{name}"
    for below in state.get_substates():
        yield from _names_in_storage(below)


def share_defaults(state: type[BaseState] = rx.State) -> None:
    """Let all tabs share the defaults that nothing can change. Reflex would copy them for each."""
    for one in state.get_fields().values():
        match one.default_factory:
            case partial(func=copy, args=[default]) if copy is deepcopy and is_fixed(default):
                one.default, one.default_factory = default, None
    for below in state.get_substates():
        share_defaults(below)


def is_fixed(value: object) -> bool:
    """Whether this is a frozen view, or a part of one, that holds nothing that can change.

    A view declares its dictionaries as `Mapping`, so mypy refuses a change of one.
    """
    if isinstance(value, tuple):
        return all(map(is_fixed, value))
    view: Any = value
    if not hasattr(view, "__dataclass_fields__") or not view.__dataclass_params__.frozen:
        return value is None or isinstance(value, str | int | float)
    parts = [getattr(view, one.name) for one in fields(view)]
    return all(is_fixed(tuple(one.values()) if isinstance(one, dict) else one) for one in parts)


def make_states_when_needed() -> None:
    """Let a tab in memory hold only the states that its events need; Reflex makes all at once.

    With Redis, Reflex itself loads only the states that an event needs.
    """
    for name, ours in (("__init__", _begin), ("get_substate", _found), ("dict", _all_vars)):
        setattr(BaseState, name, ours)


_init, _get_substate, _dict = BaseState.__init__, BaseState.get_substate, BaseState.dict


def _begin(state: Any, parent_state: BaseState | None = None, **options: Any) -> None:
    options.setdefault("init_substates", type(state) is not rx.State)
    _init(state, parent_state, **options)


def _found(state: Any, path: Sequence[str]) -> BaseState:
    """`BaseState.get_substate`, which makes a state below the root when it is missing."""
    names = path[1:] if path and path[0] == state.get_name() else path
    if state.__class__ is rx.State and names and names[0] not in state.substates:
        below = state.get_class_substate(names[0])
        state.substates[names[0]] = below(parent_state=state, _reflex_internal_init=True)
    return _get_substate(state, path)


def _all_vars(state: Any, **options: Any) -> dict[str, Any]:
    """`BaseState.dict`, which for the root also has the defaults of the states it does not hold."""
    held = _dict(state, **options)
    if state.__class__ is not rx.State:
        return held
    known = len(RegistrationContext.ensure_context().base_states)
    return {**_defaults(known, **options), **held}


@lru_cache(maxsize=2)
def _defaults(_states: int, **options: Any) -> dict[str, Any]:
    """The vars of a new tab. The first argument renews the cache when there is another state."""
    whole = cast("Any", rx.State)(_reflex_internal_init=True, init_substates=True)
    return _dict(whole, **options)


def root_of(state: BaseState) -> BaseState:
    return state._get_root_state()


async def flush(root: BaseState) -> StateUpdate:
    """All changes in the tree, as the answer to the event."""
    changed = await root._get_resolved_delta()
    root._clean()  # type: ignore[no-untyped-call]  # Reflex leaves it unannotated
    return StateUpdate(delta=changed)


def cookie_of(root: BaseState) -> str:
    """The Cookie header that came with the socket of the current event."""
    try:
        router_data = EventContext.get().router_data or root.router_data
    except LookupError:
        router_data = root.router_data
    return str(router_data.get("headers", {}).get("cookie", ""))


def trace_events(provider: Any) -> None:
    """Let Reflex open a span around each event of a page, with a tracer of this provider.

    Reflex would put the span into the trace that an event names. Anybody may send events, so each
    begins a trace of its own.
    """
    from opentelemetry.propagators.composite import CompositePropagator

    otel.enable(tracer_provider=provider)
    otel._remote_propagator = CompositePropagator([])


def tab_of_event() -> str:
    """The client token of the current event's tab. Raises LookupError outside of an event."""
    return EventContext.get().token


def open_sockets(app: App) -> Collection[str]:
    """The ids of the sockets that are open in this worker."""
    return app.event_namespace.sid_to_token.keys() if app.event_namespace else ()


def connected_tabs(app: App) -> Collection[str]:
    """The client tokens of the tabs that have a socket in this worker."""
    return app.event_namespace.token_to_sid.keys() if app.event_namespace else ()


def is_connected(app: App, tab: str) -> bool:
    namespace = app.event_namespace
    sid = namespace.token_to_sid.get(tab) if namespace else None
    return namespace is not None and sid in namespace.sid_to_token


def tab_of_socket(app: App, sid: str) -> str | None:
    """The tab that a socket of this worker belongs to; None once it is closed."""
    return app.event_namespace.sid_to_token.get(sid) if app.event_namespace else None


async def send(app: App, tab: str, news: Delta) -> None:
    if app.event_namespace:
        await app.event_namespace.emit_update(StateUpdate(delta=cast("Any", news)), tab)


async def hang_up(app: App, sid: str) -> None:
    """Drop the connection beneath a socket, so that its page connects again with today's cookie.

    A close in socket.io's own protocol would leave the page disconnected for good.
    """
    server: Any = app.sio  # socketio has no types
    transport = server.eio.sockets.get(server.manager.eio_sid_from_sid(sid, routes.SOCKET))
    if transport:
        await transport.close(wait=False, abort=True)
        # granian closes only between two frames of the client, so a ping makes the client send one.
        # On a busy machine that frame comes before the close, and then nothing may wait for another
        # frame.
        transport.receive = _read_no_more
        await transport.queue.put(Packet(PING))
        await transport.queue.put(None)


async def _read_no_more(_packet: Packet) -> None:
    raise SocketIsClosedError


def idle_states(manager: Memory) -> Iterator[tuple[float, Token]]:
    """The tabs with states in memory that no event holds, each with the time of its last event.

    The time is that of `time.time`.
    """
    for expires, token in manager._token_expires_at.values():
        lock = manager._states_locks.get(token.lock_key)
        if lock is None or not lock.locked():
            yield expires - manager.token_expiration, token


def forget_state(manager: Memory, token: Token) -> None:
    manager._purge_token(token)


def link_asset(link: Path, source: Path) -> None:
    """Link a file of ours into Reflex's assets, also while another process compiles."""
    _link_shared_asset(link, source)


def error_boundary(instead: rx.Component) -> rx.Component:
    """The component around every page; it shows `instead` when drawing a page fails."""
    return default_error_boundary(fallback_render=rx.Var.create(instead))


def compiles_nothing() -> bool:
    """Whether Reflex was told to compile no page, as `manage/serve.py` tells what it starts."""
    return environment.REFLEX_SKIP_COMPILE.get()


def leave_links_alone() -> None:
    """Let a process that compiles no page delete no link in assets/external either.

    Reflex deletes those that lead nowhere, at each start. A server may not write that folder.
    """
    if compiles_nothing():
        assets.remove_stale_external_asset_symlinks = _delete_no_link


def _delete_no_link() -> None:
    """Instead of `reflex.assets.remove_stale_external_asset_symlinks`."""


def serves_built_pages() -> bool:
    """Whether this process serves the built pages. Under `make dev` Vite serves them."""
    return is_prod_mode()


def configure_vite_with(file: str) -> None:
    """Let Vite read this configuration when it serves the pages and when it builds them.

    Reflex's own command for `make dev` makes it listen on every interface of the machine.
    """
    PackageJson.Commands.DEV = f"react-router dev --host 127.0.0.1 --config {file}"
    PackageJson.Commands.EXPORT = f"react-router build --config {file}"


def built() -> Path:
    """The build that this process serves."""
    return environment.REFLEX_WEB_WORKDIR.get() / Dirs.BUILD_DIR


def module_of(page: Any) -> str:
    """The module of a page's function; empty for a page of Reflex's own."""
    return page._source_module or ""


def empty_page(route: str) -> PageContext:
    """A page of nothing, for a route whose file is left as it is; with what events need around."""
    page = PageContext(name=route, route=route, root_component=rx.fragment())
    insert_app_wraps(page.app_wrap_components, get_event_app_wraps())
    return page


def needs_more_than_its_file(page: PageContext, stateful: Collection[str]) -> bool:
    """Whether something else than `empty_page` has stands around the page, or it makes states."""
    events = empty_page(page.route).app_wrap_components
    return page.route in stateful or not page.app_wrap_components.keys() <= events.keys()


def compile_memos_by(ours: Callable[[Iterable[Memo], CompileMemos], CompiledMemos]) -> None:
    """Let this function compile the memos of all pages; it gets Reflex's own one."""
    theirs = compiler.compile_memo_components

    def compile_memos(memos: Iterable[Memo] = ()) -> CompiledMemos:
        return ours(memos, theirs)

    compiler.compile_memo_components = compile_memos


def memo_modules() -> set[str | None]:
    """The modules with functions under `rx.memo`."""
    return {one.source_module for one in MEMOS.values()}


def memo_file(module: str) -> Path:
    """Where compiling writes the memos of a module, those of a page's own parts among them."""
    segments = memo_paths.module_to_mirrored_segments(module)
    return Path(compiling.get_memo_module_path(segments or ()))


def page_file(route: str) -> Path:
    """Where compiling writes a page."""
    return Path(compiling.get_page_path(route))


def in_web(name: str) -> Path:
    """A file among those that compiling writes."""
    return compiling.resolve_path_of_web_dir(name)


def packages_of(imports: ParsedImportDict) -> set[str]:
    """The scripts and npm packages that are imported, those that must be installed among them."""
    return {name for name, one in imports.items() if any(each.install for each in one)}


def with_packages(imports: ParsedImportDict, packages: Iterable[str]) -> ParsedImportDict:
    """The imports, and those of packages that other pages need."""
    return {name: [ImportVar(tag=None)] for name in packages} | imports

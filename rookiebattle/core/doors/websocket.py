"""The websocket door: one middleware before every event, and the actor of its handlers."""

import asyncio
import inspect
import logging
import threading
from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeVar, get_type_hints

import reflex as rx
from pydantic import BaseModel, ConfigDict, ValidationError, create_model
from reflex.app import App
from reflex.event import Event
from reflex.state import BaseState, StateUpdate

from rookiebattle.core import reflex_internals
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.doors.access import PUBLIC, Access, access_of
from rookiebattle.core.doors.identity import identities
from rookiebattle.core.doors.work import Passed, passed
from rookiebattle.core.errors import AppError, Forbidden
from rookiebattle.core.limits import Limiter
from rookiebattle.core.pushing import live
from rookiebattle.core.telemetry.log_names import begin_request, name_session
from rookiebattle.core.telemetry.metrics import EVENTS
from rookiebattle.core.validation import invalid_of
from rookiebattle.settings import get_settings

# Reflex's own events that a page needs to start. All others stay closed: `setvar` would write any
# var, and client errors arrive through a socket event of their own.
FRAMEWORK = frozenset({"hydrate", "hydrate_and_load", "set_is_hydrated", "on_load_internal"})
# The event with which a page reports an error of its script. No person has acted, so no person is
# answered.
REPORT = "handle_frontend_exception"
BEGINNINGS, LOADING = frozenset({"hydrate", "hydrate_and_load"}), "on_load_internal"
# Reflex's pages send the hashes of what was built into them once, at their first connection.
IS_NEW = "hashes"

LONGEST_REPORT = 1000
log = logging.getLogger(__name__)
State = TypeVar("State", bound=BaseState)
SWEEP_EVERY = 1_000


class GatePresenter(Protocol):
    """How the gate reaches a page. The shell of the user interface implements it."""

    async def welcome(self, root: BaseState, actor: Actor) -> bool:
        """Bind the tab's state to the actor.

        Returns True when the state was another session's and had to be reset.
        """

    async def begin(self, root: BaseState, *, is_new: bool) -> None:
        """A page starts, or comes back after its connection was lost."""

    async def arrive(self, root: BaseState) -> None:
        """A page is about to load: after its start, or because a link led to it."""

    async def session_changed(self, root: BaseState, actor: Actor) -> None:
        """The session changed while the page was open, so its content must be loaded again."""

    async def refuse(self, root: BaseState, actor: Actor, error: AppError, access: Access) -> None:
        """Show an error."""


def handler_access(name: str) -> Access | None:
    """The access of an event handler by its full name; None means that nobody may call it."""
    return PUBLIC if _is_framework(name) else access_of(reflex_internals.handler_of(name))


def _is_framework(name: str) -> bool:
    return reflex_internals.framework_event(name) in FRAMEWORK


def _is_beginning(name: str) -> bool:
    return reflex_internals.framework_event(name) in BEGINNINGS


def _label_of(name: str, access: Access | None) -> str:
    """'calendar_state.register'; the names that clients invent are all 'unknown'."""
    return ".".join(name.split(".")[-2:]) if access else "unknown"


def arguments_model(fn: Callable[..., Any]) -> type[BaseModel]:
    """A strict model of a handler's arguments, from its annotations."""
    hints = get_type_hints(fn, include_extras=True)
    parameters = list(inspect.signature(fn).parameters.values())[1:]
    fields: dict[str, Any] = {
        p.name: (hints[p.name], ... if p.default is p.empty else p.default) for p in parameters
    }
    return create_model(fn.__name__, __config__=ConfigDict(extra="forbid", strict=True), **fields)


class Gate(rx.Middleware):
    """Checks every event: the actor, the handler's access, its arguments, and the rate."""

    def __init__(self, presenter: GatePresenter) -> None:
        self._presenter = presenter
        settings = get_settings()
        self._limiter = Limiter(settings.events_per_second, 1, name="events")
        # A page that starts sends several of Reflex's own events at once.
        self._page_limiter = Limiter(5 * settings.events_per_second, 1, name="events of pages")
        # The tabs of all visitors behind one address; opening a page is about five events.
        self._address_limiter = Limiter(
            5 * settings.requests_per_minute, 60, name="events of visitors"
        )
        self._models: dict[str, type[BaseModel]] = {}
        self.sockets = OpenSockets()

    async def preprocess(self, app: App, state: BaseState, event: Event) -> StateUpdate | None:
        if reflex_internals.framework_event(event.name) == REPORT:
            # Repeated lines are left out of the log (core/telemetry/logs.py).
            log.warning("a page reports: %s", str(event.payload.get("info"))[:LONGEST_REPORT])
            return StateUpdate()
        root = reflex_internals.root_of(state)
        access = handler_access(event.name)
        actor = VISITOR
        begin_request()
        try:
            actor = await identities().resolve(reflex_internals.cookie_of(root))
            name_session(actor.session_key)
            is_stranger = await self._presenter.welcome(root, actor)
            if is_stranger and not _is_framework(event.name):
                return await self._answer_stranger(app, root, actor, access)
            if _is_beginning(event.name):
                await self._presenter.begin(root, is_new=IS_NEW in event.payload)
            elif reflex_internals.framework_event(event.name) == LOADING:
                await self._presenter.arrive(root)
            session = root.router.session
            if actor.session_key and session.session_id:
                self.sockets.remember(app, actor.session_key, session.session_id)
            if not actor.is_member:
                self._address_limiter.take_address(session.client_ip)
            self._admit(event, actor, access, session.client_token)
        except AppError as error:
            EVENTS.labels(_label_of(event.name, access), "refused").inc()
            asked = (access or PUBLIC).about(event.payload)
            await self._presenter.refuse(root, actor, error, asked)
            return await reflex_internals.flush(root)
        EVENTS.labels(_label_of(event.name, access), "passed").inc()
        passed.set(Passed(actor, access or PUBLIC))
        return None

    async def _answer_stranger(
        self, app: App, root: BaseState, actor: Actor, access: Access | None
    ) -> StateUpdate:
        """Answer the first event after the session of the page has changed.

        Nobody is led to the login for what a page asks by itself: it begins anew, as a visitor's.
        """
        if access and not access.is_act and not actor.is_member:
            await reflex_internals.hang_up(app, root.router.session.session_id)
            return StateUpdate()
        await self._presenter.session_changed(root, actor)
        return await reflex_internals.flush(root)

    def _admit(self, event: Event, actor: Actor, access: Access | None, token: str) -> None:
        fn = reflex_internals.handler_of(event.name)
        if access is None or fn is None:
            raise Forbidden()
        access.check(actor)
        limiter = self._page_limiter if _is_framework(event.name) else self._limiter
        # A member has one limit for all their sessions and tabs. The token is the client's choice,
        # so without a prefix a visitor could take a member's id for it, and use up that limit.
        limiter.take(actor.user_id or f"tab:{token}")
        valid = self._validate(event.name, fn, event.payload)
        event.payload.clear()
        event.payload.update(valid)

    def _validate(
        self, name: str, fn: Callable[..., Any], payload: Mapping[str, Any]
    ) -> dict[str, Any]:
        if name not in self._models:
            self._models[name] = arguments_model(fn)
        values = {key: reflex_internals.form_values(value) for key, value in payload.items()}
        if _is_beginning(name) and "vars" in values:
            values["vars"] = reflex_internals.known_storage(values["vars"])
        try:
            valid = self._models[name].model_validate(values)
        except ValidationError as invalid:
            raise invalid_of(invalid) from None
        return {key: getattr(valid, key) for key in valid.model_fields_set}


def address_of(state: BaseState) -> str:
    """The address of the tab's client. `core/sockets/connections.py` saw it through our proxies."""
    return str(state.router.session.client_ip)


def current_actor() -> Actor:
    return passed.get().actor


class OpenSockets:
    """The gate adds sockets with each event. They leave when closed or when their session ends."""

    def __init__(self) -> None:
        self._of_session: dict[str, set[str]] = defaultdict(set)
        self._guard = threading.Lock()
        self._since_sweep = 0
        self._app: App | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def remember(self, app: App, session_key: str, sid: str) -> None:
        """Note that a socket carries this session's cookie."""
        if sid in self._of_session.get(session_key, ()):
            return
        self._app, self._loop = app, asyncio.get_running_loop()
        with self._guard:
            self._of_session[session_key].add(sid)
            self._since_sweep += 1
            if self._since_sweep >= SWEEP_EVERY:
                self._sweep(app)

    def _sweep(self, app: App) -> None:
        """Drop the sockets that are closed; Reflex knows which are open."""
        self._since_sweep = 0
        alive = reflex_internals.open_sockets(app)
        for key in list(self._of_session):
            self._of_session[key] = {sid for sid in self._of_session[key] if sid in alive}
            if not self._of_session[key]:
                del self._of_session[key]

    def of(self, session_key: str) -> frozenset[str]:
        return frozenset(self._of_session.get(session_key, ()))

    def close(self, session_key: str) -> None:
        """Close a session's sockets. May be called from any thread.

        What their tabs watch is forgotten: they connect again, perhaps without a session.
        """
        with self._guard:
            sids = self._of_session.pop(session_key, set())
        if self._app and self._loop and not self._loop.is_closed():
            for sid in sids:
                if tab := reflex_internals.tab_of_socket(self._app, sid):
                    live.unwatch(tab)
                closing = reflex_internals.hang_up(self._app, sid)
                asyncio.run_coroutine_threadsafe(closing, self._loop)

"""A tab without a browser: real handlers, the real gate and real deltas, but no server."""

import uuid
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, cast

from reflex.event import Event, EventHandler
from reflex.state import StateUpdate

from rookiebattle.core.actor import Actor
from rookiebattle.ui.state import ShellState
from tests.identities import Find, People, bind, bind_people, composed
from tests.reflex_internals import (
    FIELD_MARKER,
    LOAD,
    Processor,
    declared_pages,
    event_of,
    new_memory,
)

Values = dict[str, Any]  # the page's vars, as JSON


class Wire:
    """Takes the place of the socket and keeps what is sent to each token."""

    def __init__(self) -> None:
        self.sent: dict[str, list[StateUpdate]] = {}

    async def emit_update(self, update: StateUpdate, token: str) -> None:
        self.sent.setdefault(token, []).append(update)


class Worker:
    """The event processor of one worker, with its states in memory."""

    def __init__(self) -> None:
        self.wire = Wire()
        self.states = new_memory()
        self.failures: list[Exception] = []
        self.processor = Processor(middleware=composed().app, backend_exception_handler=self._note)

    def _note(self, error: Exception) -> None:
        self.failures.append(error)

    def tab(self, *, cookie: str = "", path: str = "/") -> "Tab":
        return Tab(self, cookie=cookie, path=path)


class Tab:
    """One client token. `vars` has what the page would show: state name → var name → value."""

    def __init__(self, worker: Worker, *, cookie: str, path: str) -> None:
        self._worker = worker
        self.token, self.cookie, self.path = str(uuid.uuid4()), cookie, path
        self.ip = "127.0.0.1"
        self.vars: dict[str, Values] = {}

    async def send(self, handler: EventHandler | str, /, **payload: object) -> list[StateUpdate]:
        """Send one event and wait for all that it sets off. Returns the raw updates."""
        name = handler if isinstance(handler, str) else event_of(handler)
        before = len(self._worker.wire.sent.get(self.token, []))
        event = Event(name=name, payload=dict(payload), router_data=self._router_data())
        future = await self._worker.processor.enqueue(self.token, event)
        await future.wait_all()
        updates = self._worker.wire.sent.get(self.token, [])[before:]
        for update in updates:
            self._apply(cast("Mapping[str, Values]", update.delta))
        return updates

    async def visit(self) -> None:
        """Load the page of the path, as the browser asks for it after a link."""
        await self.send(LOAD)

    async def open(self, page: object) -> None:
        """Begin a visit of a declared page, and do what the page does when it opens."""
        (options,) = (options for draw, options in declared_pages() if draw is page)
        await self.visit()
        for handler in options["on_load"]:
            await self.send(handler)

    def _router_data(self) -> dict[str, Any]:
        return {
            "pathname": self.path.partition("?")[0],
            "asPath": self.path,
            "query": {},
            "headers": {"cookie": self.cookie, "origin": "http://localhost:8000"},
            "ip": self.ip,
            "token": self.token,
            "sid": f"sid-{self.token}",
        }

    def _apply(self, delta: Mapping[str, Values]) -> None:
        for state, values in delta.items():
            known = self.vars.setdefault(state, {})
            known |= {name.removesuffix(FIELD_MARKER): value for name, value in values.items()}

    def of(self, state: type) -> Values:
        """The vars of one state, as the page has them, and the fields of the view that it shows."""
        known = self.vars.get(cast("Any", state).get_full_name(), {})
        return vars(known["shown"]) | known if "shown" in known else known

    async def close(self) -> None:
        self.vars.clear()


def toast(tab: Tab) -> tuple[str, str]:
    """Title and text of the toast that the page shows."""
    shown = tab.of(ShellState)["toast"]
    return shown.title, shown.text


@asynccontextmanager
async def running_worker() -> AsyncIterator[Worker]:
    """A worker without any states yet."""
    worker = Worker()
    async with worker.processor.configure(
        state_manager=worker.states, event_namespace=cast("Any", worker.wire)
    ):
        yield worker


@asynccontextmanager
async def worker_for(*actors: Actor) -> AsyncIterator[Worker]:
    """A worker that knows these people; the cookie of each is their id."""
    bind_people(*actors)
    async with running_worker() as worker:
        yield worker


@asynccontextmanager
async def worker_of(find: Find) -> AsyncIterator[Worker]:
    """A worker that finds people with this function."""
    bind(People(find))
    async with running_worker() as worker:
        yield worker


@asynccontextmanager
async def opened(actor: Actor, path: str, show: EventHandler) -> AsyncIterator[Tab]:
    """A tab in which this person has opened a page; no handler may fail in it."""
    async with worker_for(actor) as worker:
        tab = worker.tab(cookie=actor.user_id, path=path)
        await tab.send(show)
        yield tab
        assert worker.failures == []

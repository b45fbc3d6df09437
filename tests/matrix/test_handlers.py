"""R1: what each person may do with each event handler in the live registry, sent over the gate."""

import uuid
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from typing import Any

import pytest
import reflex as rx
from reflex.state import BaseState
from reflex_base.registry import RegisteredEventHandler, RegistrationContext

from rookiebattle.core.db import Database
from rookiebattle.core.doors.identity import use_identities
from rookiebattle.core.doors.websocket import handler_access
from rookiebattle.core.limits import Limiter
from rookiebattle.ui.state import ShellState
from tests.matrix.cast import EVERY_ROLE, ROLES, UNWELCOMED, Cast, assemble, restage
from tests.tab import Tab, Worker, running_worker

pytestmark = pytest.mark.anyio
SIGNED_IN = frozenset({"member", "other", "organiser", "admin", "ex_admin"})
OWNERS = frozenset({"organiser", "admin"})
JUNK: tuple[Any, ...] = (None, {}, [], 10**6, "x" * 5_000, {"$ne": 1}, "' OR 1=1")
Payload = dict[str, Any]
Steps = tuple[tuple[str, Callable[[Cast], Payload]], ...]


@dataclass(frozen=True)
class Row:
    """A handler's valid payload, who writes with it, and what has to be sent before."""

    payload: Callable[[Cast], Payload] = lambda _cast: {}
    writers: frozenset[str] = frozenset()
    first: Steps = ()


def _on_public(cast: Cast) -> Payload:
    return {"event_id": cast.event_id}


def _on_taken(cast: Cast) -> Payload:
    return {"event_id": cast.taken_id}


def _form(**values: str) -> Callable[[Cast], Payload]:
    form = {
        "title": "Typed",
        "eventType": "training",
        "eventDate": "2027-03-14",
        "startTime": "18:00",
        "durationHours": "2",
        "chapterId": "none",
        "price": "0",
        "recurrencePattern": "none",
    }
    return lambda cast: {
        "form": form | {name: getattr(cast, value, value) for name, value in values.items()}
    }


PROFILE = {
    "firstName": "Typed",
    "lastName": "",
    "gameName": "",
    "bio": "",
    "chapterId": "none",
}
EDITING = (("EventFormState.edit", _on_public),)
REGISTER = Row(_on_public, SIGNED_IN)
UNREGISTER = Row(_on_taken, frozenset({"other"}))
# Handlers that write, and those that need a permission. Public ones that only show need no row.
TABLE: dict[str, Row] = {
    "EventFormState.create": Row(),
    "EventFormState.edit": Row(_on_public),
    "EventFormState.ask_delete": Row(first=EDITING),
    "EventFormState.save": Row(_form(eventId="event_id"), OWNERS, EDITING),
    "EventFormState.delete": Row(writers=OWNERS, first=EDITING),
    "MailState.set_events": Row(lambda _cast: {"wanted": False}, SIGNED_IN),
    "MailState.set_reminders": Row(lambda _cast: {"wanted": False}, SIGNED_IN),
    "CalendarState.register": REGISTER,
    "ChapterState.register": REGISTER,
    "EventState.register": REGISTER,
    "EventState.unregister": UNREGISTER,
    "MyEventsState.unregister": UNREGISTER,
    "MyEventsState.register": REGISTER,
    "DashboardState.unregister": UNREGISTER,
    "DashboardState.register": REGISTER,
    "DashboardState.show_older": Row(),
    "ProfileFormState.edit": Row(),
    "ProfileFormState.save": Row(lambda _cast: {"form": PROFILE}, SIGNED_IN),
    "RosterState.view": Row(lambda cast: {"chapter_id": cast.chapter_id, "name": "Tampa Bay"}),
    "RosterState.turn": Row(
        lambda _cast: {"page": 1},
        first=(("RosterState.view", lambda c: {"chapter_id": c.chapter_id, "name": "Tampa"}),),
    ),
    "WelcomeState.finish": Row(
        lambda _cast: {"form": {"gameName": "Heron", "chapterId": "none", "ageBand": "minor"}},
        frozenset({UNWELCOMED}),
    ),
    "AccountState.set_attendance": Row(lambda _cast: {"shown": False}, SIGNED_IN),
    "EventState.settle": Row(
        lambda cast: {**_on_taken(cast), "user_id": cast.users["other"], "status": "completed"},
        OWNERS,
    ),
}
# What everybody may write, visitors too; members once they are welcomed.
OPEN: dict[str, Row] = {
    "StartChapterState.send": Row(
        lambda _cast: {
            "form": {
                "name": "Amara",
                "email": "amara@example.org",
                "city": "Ocala",
                "message": "Five of us.",
                "website": "",
            }
        },
        frozenset(ROLES),
    )
}
CREATING: Steps = (("EventFormState.create", lambda _cast: {}),)
NEW_EVENT = Row(_form(eventId=""), SIGNED_IN, CREATING)


def registry() -> dict[str, RegisteredEventHandler]:
    """The live registry by 'State.handler'."""
    import rookiebattle.rookiebattle  # noqa: F401 - fills the registry

    handlers = RegistrationContext.ensure_context().event_handlers
    return {f"{h.states[0].__name__}.{name.rpartition('.')[2]}": h for name, h in handlers.items()}


def full_name(short: str) -> str:
    state, _, handler = short.partition(".")
    return f"{_state(state).get_full_name()}.{handler}"


def _state(name: str) -> type[BaseState]:
    return next(h.states[0] for short, h in registry().items() if short.startswith(f"{name}."))


def of_the_product() -> list[str]:
    return [s for s, h in registry().items() if h.handler.fn.__module__.startswith("rookiebattle")]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def cast(database: Database) -> Cast:
    return assemble(database)


@pytest.fixture
async def worker(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Worker]:
    from rookiebattle import rookiebattle

    use_identities(rookiebattle.identities)
    rookiebattle.identities.forget_all()
    monkeypatch.setattr(rookiebattle.gate, "_limiter", Limiter(100_000, 1))
    async with running_worker() as running:
        yield running


async def opened(worker: Worker, cast: Cast, role: str) -> Tab:
    tab = worker.tab(cookie=cast.cookies[role], path=f"/events/{cast.event_id}")
    await tab.send(rx.State.event_handlers["hydrate"])
    return tab


async def play(tab: Tab, cast: Cast, short: str, row: Row, payload: Payload) -> None:
    for name, values in row.first:
        await tab.send(full_name(name), **values(cast))
    await tab.send(full_name(short), **payload)


def test_every_handler_that_needs_a_permission_has_its_row() -> None:
    guarded = set()
    for short in of_the_product():
        access = handler_access(full_name(short))
        assert access is not None, f"{short} declares nothing"
        if access.permission is not None:
            guarded.add(short)
    assert guarded == set(TABLE)


@pytest.mark.parametrize("role", EVERY_ROLE)
async def test_only_the_declared_cells_write(role: str, cast: Cast, worker: Worker) -> None:
    if role == "ex_admin":
        cast.demote()
    cells = [*TABLE.items(), *OPEN.items(), ("EventFormState.save", NEW_EVENT)]
    for short, row in cells:
        tab = await opened(worker, cast, role)
        before = cast.fingerprint()
        await play(tab, cast, short, row, row.payload(cast))
        wrote = cast.fingerprint() != before
        toast = tab.of(ShellState)["toast"]
        assert wrote == (role in row.writers), f"{role} {short} wrote: {wrote}, {toast}"
        if role in ("visitor", "expired") and short not in OPEN:
            # The gate's own words: the handler was not even reached.
            assert toast.title == "Login Required", f"{short}: {toast}"
        if wrote:
            restage(cast)
    assert worker.failures == []


def _forged(payload: Mapping[str, Any]) -> Payload:
    forged: Payload = {}
    for name, value in payload.items():
        if isinstance(value, dict):
            forged[name] = _forged(value)
        else:
            forged[name] = str(uuid.uuid4()) if name.lower().endswith("id") else value
    return forged


@pytest.mark.parametrize("role", EVERY_ROLE)
async def test_foreign_and_junk_arguments_write_nothing(
    role: str, cast: Cast, worker: Worker
) -> None:
    tab = await opened(worker, cast, role)
    before = cast.fingerprint()
    for short in of_the_product():
        row = TABLE.get(short, OPEN.get(short, Row()))
        valid = row.payload(cast)
        await play(tab, cast, short, row, {**valid, "is_admin": True})
        if not valid:
            await play(tab, cast, short, Row(), {"value": 1})
            continue
        forged = _forged(valid)
        if short not in OPEN and forged != valid:
            await play(tab, cast, short, row, forged)
        for name in valid:
            for junk in JUNK:
                await play(tab, cast, short, row, {**valid, name: junk})
    assert cast.fingerprint() == before
    assert worker.failures == []


def _without_answers(tab: Tab) -> dict[str, dict[str, str]]:
    """The page without what tells it that it was refused."""
    told = {"toast", "answers"}
    return {
        state: {name: repr(value) for name, value in values.items() if name not in told}
        for state, values in tab.vars.items()
    }


@pytest.mark.parametrize("role", ["visitor", "member", "admin"])
async def test_no_var_can_be_set_from_outside(role: str, cast: Cast, worker: Worker) -> None:
    tab = await opened(worker, cast, role)
    shown, before = _without_answers(tab), cast.fingerprint()
    tried = 0
    for short, handler in registry().items():
        if not short.endswith(".setvar"):
            continue
        for var in handler.states[0].base_vars:
            await tab.send(full_name(short), var_name=var, value="forged")
            tried += 1
    await tab.send(rx.State.event_handlers["hydrate"])
    assert tried > 20
    assert "forged" not in repr(tab.vars)
    assert _without_answers(tab) == shown
    assert cast.fingerprint() == before

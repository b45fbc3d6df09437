"""R1: each person's rights at each event handler of the live registry, sent through the gate."""

import uuid
from collections.abc import AsyncIterator, Mapping
from inspect import signature
from typing import Any

import pytest
import reflex as rx

from rookiebattle.core.database.db import Database
from rookiebattle.core.doors.websocket import handler_access
from rookiebattle.routes import FORMS
from rookiebattle.ui.state import ShellState
from tests import reflex_internals
from tests.identities import bind_real
from tests.matrix.cast import EVERY_ROLE, UNWELCOMED, Cast, assemble_again, lift_limits
from tests.matrix.handlers import (
    NEW_EVENT,
    OPEN,
    TABLE,
    Payload,
    Row,
    full_name,
    of_the_product,
    opened,
    play,
    registry,
)
from tests.matrix.stage import set_stage
from tests.tab import Tab, Worker, running_worker

pytestmark = pytest.mark.anyio
JUNK: tuple[Any, ...] = (None, {}, [], 10**6, "x" * 5_000, {"$ne": 1}, "' OR 1=1")


@pytest.fixture
def cast(database: Database) -> Cast:
    return assemble_again(database)


@pytest.fixture
async def worker(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Worker]:
    bind_real()
    lift_limits(monkeypatch)
    async with running_worker() as running:
        yield running


def test_every_handler_that_needs_a_permission_has_its_row() -> None:
    guarded = set()
    for short in of_the_product():
        access = handler_access(full_name(short))
        assert access is not None, f"{short} declares nothing"
        if access.permission is not None:
            guarded.add(short)
    assert guarded == set(TABLE)


@pytest.mark.parametrize("name", FORMS)
def test_a_form_takes_the_place_of_every_handler_of_its_name(name: str) -> None:
    """Without a websocket a page knows no more of a press than this name and its arguments."""
    replaced = [one for one in of_the_product() if one.endswith(f".{name}")]
    handlers = reflex_internals.handlers()
    for short in replaced:
        parameters = [*signature(handlers[full_name(short)]).parameters][1:]
        arguments = {one: f"{{{one}}}" for one in parameters}
        assert FORMS[name].format_map(arguments) == FORMS[name], short
    assert replaced


@pytest.mark.parametrize("role", EVERY_ROLE)
async def test_only_the_declared_roles_write(role: str, cast: Cast, worker: Worker) -> None:
    if role == "ex_admin":
        cast.demote()
    cells = [*TABLE.items(), *OPEN.items(), ("EventFormState.save", NEW_EVENT)]
    with set_stage(cast) as stage:
        for short, row in cells:
            tab = await opened(worker, cast, role)
            await play(tab, cast, short, row, row.payload(cast))
            wrote, toast = stage.is_changed(), tab.of(ShellState)["toast"]
            assert wrote == (role in row.writers), f"{role} {short} wrote: {wrote}, {toast}"
            if role in ("visitor", "expired") and short not in OPEN:
                # These sentences are the gate's own. They mean that the handler was not called.
                assert toast.title == "Login Required", f"{short}: {toast}"
            if wrote:
                stage.put_back()
    assert worker.failures == []


def _forged(payload: Mapping[str, Any]) -> Payload:
    forged: Payload = {}
    for name, value in payload.items():
        if isinstance(value, dict):
            forged[name] = _forged(value)
        else:
            forged[name] = str(uuid.uuid4()) if name.lower().endswith("id") else value
    return forged


def _junk_for(role: str, row: Row, number: int) -> tuple[Any, ...]:
    """The role that comes as far as anybody tries all junk with each argument of a handler.

    Each of the others tries another one of them with the same argument: the gate stops them first.
    """
    comes_furthest = role == ("admin" if "admin" in row.writers or not row.writers else UNWELCOMED)
    place = (number + EVERY_ROLE.index(role)) % len(JUNK)
    return JUNK if comes_furthest else JUNK[place : place + 1]


@pytest.mark.parametrize("role", EVERY_ROLE)
async def test_foreign_and_junk_arguments_change_nothing(
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
        for number, name in enumerate(valid):
            for junk in _junk_for(role, row, number):
                await play(tab, cast, short, row, {**valid, name: junk})
    assert cast.fingerprint() == before
    assert worker.failures == []


def _without_answers(tab: Tab) -> dict[str, dict[str, str]]:
    """The page's vars without those that change with every refusal."""
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
    for short, full in registry().items():
        if not short.endswith(".setvar"):
            continue
        for var in reflex_internals.state_of(full).base_vars:
            await tab.send(full_name(short), var_name=var, value="forged")
            tried += 1
    await tab.send(rx.State.event_handlers["hydrate"])
    assert tried > 20
    assert "forged" not in repr(tab.vars)
    assert _without_answers(tab) == shown
    assert cast.fingerprint() == before

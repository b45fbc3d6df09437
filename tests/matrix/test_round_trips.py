"""Every field that can be written is kept: written through one door, read through the other."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager, suppress
from functools import wraps
from typing import Any

import httpx
import pytest
from pydantic.alias_generators import to_snake

from rookiebattle.core.database.db import Database
from rookiebattle.core.validation import parse
from rookiebattle.settings import get_settings
from tests.identities import bind_real, composed
from tests.matrix.cast import Cast, assemble_again, lift_limits
from tests.matrix.samples import samples
from tests.matrix.stage import set_stage
from tests.matrix.ways import (
    ACTS,
    HOME,
    NAMED_ADMIN,
    THE_CHAPTER,
    WAYS,
    Doors,
    Refused,
    Values,
    fields_of,
    routes,
)
from tests.matrix.ways import schema_of as schema
from tests.tab import running_worker

pytestmark = pytest.mark.anyio
OVER_HTTP = [operation for operation, way in WAYS.items() if way.schema is None]
IN_PAGES = [operation for operation, way in WAYS.items() if way.page]
SHOWN = [operation for operation in IN_PAGES if WAYS[operation].on_page != frozenset()]


@pytest.fixture
def cast(database: Database, monkeypatch: pytest.MonkeyPatch) -> Cast:
    monkeypatch.setenv("ADMIN_EMAILS", NAMED_ADMIN)
    get_settings.cache_clear()
    return assemble_again(database)


@pytest.fixture
async def doors(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Doors]:
    bind_real()
    lift_limits(monkeypatch)
    transport = httpx.ASGITransport(composed().api)
    with set_stage(cast) as stage:
        async with (
            running_worker() as worker,
            httpx.AsyncClient(transport=transport, base_url=HOME) as client,
        ):
            yield Doors(cast, stage, client, worker)
            assert worker.failures == []


async def http_to_http(doors: Doors, operation: str, name: str, value: Any) -> bool:
    way = WAYS[operation]
    record = await _send(doors, operation, name, value)
    return bool((await way.read(doors, way.role, record))[name] == value)


async def http_to_page(doors: Doors, operation: str, name: str, value: Any) -> bool:
    way = WAYS[operation]
    assert way.page
    record = await _send(doors, operation, name, value)
    shown = await way.page.shown(doors, way.role, record)
    return way.page.typed(name, value).items() <= shown.items()


async def page_to_http(doors: Doors, operation: str, name: str, value: Any) -> bool:
    way = WAYS[operation]
    assert way.page
    made = await _made(doors, operation)
    typed: Values = {}
    along = {} if value is None else way.along.get(name, {})
    for one, sent in {**along, name: value}.items():
        typed |= way.page.typed(one, sent)
    record = await way.page.write(doors, way.role, made, typed)
    return bool((await way.read(doors, way.role, record))[name] == value)


async def _send(doors: Doors, operation: str, name: str, value: Any) -> str:
    way = WAYS[operation]
    record = await _made(doors, operation)
    along = {} if value is None else way.along.get(name, {})
    body = {**way.minimum, **along, name: value}
    sent = {one: doors.cast.chapter_id if v == THE_CHAPTER else v for one, v in body.items()}
    answer = await doors.send(operation, way.role, record, sent)
    return record or str(answer.get("id", ""))


async def _made(doors: Doors, operation: str) -> str:
    """The id of a new record, for an operation that changes one; otherwise empty."""
    way = WAYS[operation]
    if not way.makes:
        return ""
    made = await doors.send(way.makes, way.role, "", WAYS[way.makes].minimum)
    return str(made["id"])


Trip = Callable[[Doors, str, str, Any], Any]


async def lost(doors: Doors, operation: str, trip: Trip, names: list[str]) -> list[str]:
    """The fields of which a value does not arrive."""
    return [one for one in names if not await _arrives(doors, operation, trip, one)]


async def _arrives(doors: Doors, operation: str, trip: Trip, name: str) -> bool:
    for place in (0, 1):
        if WAYS[operation].is_done_once:
            doors.stage.put_back()
        value = samples(schema(operation), doors.cast)[name][place]
        if not await trip(doors, operation, name, value):
            return False
    return True


def on_page(operation: str) -> list[str]:
    """The fields for which a page has a control."""
    shown = WAYS[operation].on_page
    return [one for one in fields_of(operation) if not shown or one in shown]


def test_every_body_of_the_api_has_a_round_trip() -> None:
    assert {operation for operation in WAYS if operation} | ACTS == set(routes())


@pytest.mark.parametrize("operation", OVER_HTTP)
async def test_a_field_sent_over_http_is_read_over_http(operation: str, doors: Doors) -> None:
    assert await lost(doors, operation, http_to_http, fields_of(operation)) == []


@pytest.mark.parametrize("operation", SHOWN)
async def test_a_field_sent_over_http_is_shown_in_the_web_app(operation: str, doors: Doors) -> None:
    assert await lost(doors, operation, http_to_page, on_page(operation)) == []


@pytest.mark.parametrize("operation", IN_PAGES)
async def test_a_field_typed_in_the_web_app_is_read_over_http(operation: str, doors: Doors) -> None:
    names = fields_of(operation) if operation == "createEvent" else on_page(operation)
    names = [one for one in names if one != "endDate"]  # The form asks for a duration instead.
    assert await lost(doors, operation, page_to_http, names) == []


@contextmanager
def thrown_away(name: str, operation: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Make the verb behind both doors lose one field, as if nobody had sent it."""
    way = WAYS[operation]
    verb = getattr(*way.verb)

    @wraps(verb)
    def forgetful(*args: Any, **sent: Any) -> Any:
        if "values" not in sent:
            return verb(*args, hides=False)
        values = sent.pop("values")
        unsent = parse(type(values), way.minimum)
        kept = {one: getattr(values, one) for one in type(values).model_fields}
        names = values.model_fields_set - {to_snake(name)}
        kept |= {to_snake(name): getattr(unsent, to_snake(name))}
        values = type(values).model_construct(_fields_set=names, **kept)
        return verb(*args, values=values, **sent)

    with monkeypatch.context() as patch:
        patch.setattr(*way.verb, forgetful)
        yield


@pytest.mark.parametrize(
    ("operation", "trip"),
    [
        *((operation, http_to_http) for operation in OVER_HTTP),
        *((operation, page_to_http) for operation in IN_PAGES),
    ],
)
async def test_a_lost_field_is_found(
    operation: str, trip: Trip, doors: Doors, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = fields_of(operation) if trip is http_to_http else on_page(operation)
    for name in names:
        if trip is page_to_http and name == "durationHours":
            continue  # The form also sends the end, from which the duration follows.
        with thrown_away(name, operation, monkeypatch), suppress(Refused):
            assert await lost(doors, operation, trip, [name]) == [name]

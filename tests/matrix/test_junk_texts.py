"""R3: texts that no form offers, in every address and every field, are never unforeseen."""

from collections.abc import Callable, Iterator, Sequence
from itertools import count
from typing import Any
from urllib.parse import quote

import httpx
import pytest

from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import Database
from rookiebattle.core.doors.identity import identities
from rookiebattle.core.errors import AppError
from rookiebattle.ui import first_data
from rookiebattle.ui.state import Load
from tests.door import HOME, ORIGIN
from tests.identities import bind_real, composed
from tests.matrix.cast import Cast, assemble, lift_limits
from tests.matrix.handlers import NEW_EVENT, OPEN, TABLE, Payload, opened, play
from tests.tab import running_worker

pytestmark = pytest.mark.anyio
# PostgreSQL stores no zero character, the calendar ends in 9999, Python reads no number of 5,000
# digits, and a character that no font draws is still one.
KINDS = (
    ("\x00", "a\x00b"),
    ("9999-12-31", "0001-01-01", "23:59:59.999999+23:59"),
    ("9" * 5_000, "²", "NaN", "1e999", "-1", "\u0663"),
    ("\U0010ffff", "\u0301"),
)
JUNK = tuple(one for kind in KINDS for one in kind)
ROLES = ("visitor", "member", "admin")
LEFT_OUT = ("login", "logout")
NOBODYS = "00000000-0000-4000-8000-000000000000"
# Fields of numbers and dates that the valid forms of the matrix leave out, by what makes them
# count: a valid value of each, for one send.
MORE: dict[str, tuple[dict[str, str], ...]] = {
    "EventFormState.save": (
        {"maxParticipants": "12"},
        {"recurrence": "weekly", "recurrenceInterval": "1", "recurrenceEndDate": "2027-04-14"},
    ),
    "AdminChaptersState.save": ({"latitude": "27.9", "longitude": "-82.4"},),
    "SettingsState.save": ({"expiresAt": "2031-03-14"},),
    "UserFormState.save": (
        {"adminRank": "1", "memberRank": "1", "beadLevel": "1", "beads-red": "1"},
    ),
}


class Junk(dict[str, str]):
    """An address in which every parameter has the same value."""

    def __init__(self, value: str) -> None:
        super().__init__()
        self._value = value

    def get(self, _name: str, _default: object = None) -> Any:
        return self._value


Deal = Callable[[int], Sequence[str]]


def every(_number: int) -> Sequence[str]:
    return JUNK


def dealt(number: int) -> Sequence[str]:
    """One junk of each kind, another one for the next number.

    It is for those whom a gate refuses before anything is read, and for fields of text.
    """
    return [kind[number % len(kind)] for kind in KINDS]


@pytest.fixture
def is_whole(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--whole"))


@pytest.fixture
def cast(some_database: Database, monkeypatch: pytest.MonkeyPatch) -> Cast:
    bind_real()
    lift_limits(monkeypatch)
    return assemble(some_database)


def addresses(junk_for: Deal) -> Iterator[str]:
    """Every GET of the API with junk in one of its parameters."""
    number = count()
    for path, methods in composed().api.openapi()["paths"].items():
        asked = methods.get("get", {})
        if asked.get("operationId") in LEFT_OUT:
            continue
        named = asked.get("parameters", [])
        places = [one["name"] for one in named if one["in"] == "path"]
        for one in named:
            for junk in junk_for(next(number)):
                filled = dict.fromkeys(places, NOBODYS) | {one["name"]: quote(junk, safe="")}
                query = f"?{one['name']}={filled[one['name']]}" if one["in"] == "query" else ""
                yield path.format(**filled) + query


@pytest.mark.parametrize("role", ROLES)
async def test_every_address_of_the_api_is_answered(role: str, cast: Cast, is_whole: bool) -> None:
    transport = httpx.ASGITransport(composed().api, raise_app_exceptions=False)
    headers = {**ORIGIN, "cookie": cast.cookies[role]}
    tried = addresses(every if is_whole or role == "admin" else dealt)
    async with httpx.AsyncClient(transport=transport, base_url=HOME, headers=headers) as client:
        failed = [one for one in tried if (await client.get(one)).status_code >= 500]
    assert failed == []


async def _opens(load: Load, actor: Actor, junk: str) -> bool:
    try:
        await load(actor, Junk(junk))
    except AppError:
        return True
    except Exception:  # noqa: BLE001  # whatever it is, it is unforeseen
        return False
    return True


@pytest.mark.parametrize("role", ROLES)
async def test_every_page_opens_at_any_address(role: str, cast: Cast) -> None:
    composed()
    actor = await identities().resolve(cast.cookies[role])
    failed = [
        (path, junk[:10])
        for path, offers in first_data._offers.items()
        for one in offers
        for junk in JUNK
        if not await _opens(one.load, actor, junk)
    ]
    assert failed == []


def _fields(short: str, payload: Payload) -> Iterator[tuple[str, Payload]]:
    """Each field for text of a handler, with the values that are sent beside it."""
    values = payload.get("form", payload)
    for name, value in values.items():
        if isinstance(value, str) and name not in ("recordId", "eventId"):
            yield name, values
    for more in MORE.get(short, ()) if "form" in payload else ():
        for name in more:
            yield name, {**values, **more}


def _takes_text(value: str) -> bool:
    """Whether a field's valid value looks like no number, no date and no time."""
    return not any(map(str.isdigit, value))


async def test_every_field_of_every_form_takes_or_refuses_it(cast: Cast, is_whole: bool) -> None:
    """A field of a number or date is sent all junk, and a field of text one of each kind.

    The kinds differ in what reads them: a reader of texts treats no two dates differently.
    """
    rows = [*TABLE.items(), *OPEN.items(), ("EventFormState.save", NEW_EVENT)]
    number, failed = count(), list[tuple[str, str, str]]()
    async with running_worker() as worker:
        tab = await opened(worker, cast, "admin")
        for short, row in rows:
            payload = row.payload(cast)
            for name, values in _fields(short, payload):
                is_dealt = _takes_text(values[name]) and not is_whole
                for junk in (dealt if is_dealt else every)(next(number)):
                    changed = {**values, name: junk}
                    sent = {"form": changed} if "form" in payload else changed
                    await play(tab, cast, short, row, sent)
                    failed += [(short, name, junk[:10]) for _ in worker.failures]
                    worker.failures.clear()
    assert failed == []

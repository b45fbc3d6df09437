"""R3: texts that no form offers, in every address and every field, are never unforeseen."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import httpx
import pytest

from rookiebattle.core.actor import Actor
from rookiebattle.core.db import Database
from rookiebattle.core.doors.identity import identities
from rookiebattle.core.errors import AppError
from rookiebattle.core.limits import Limiter
from rookiebattle.ui import first_data
from tests.door import HOME, ORIGIN
from tests.identities import bind_real, composed
from tests.matrix.cast import Cast, assemble, lift_limits
from tests.matrix.handlers import NEW_EVENT, OPEN, TABLE, opened, play
from tests.tab import running_worker

pytestmark = pytest.mark.anyio
# PostgreSQL stores no zero character, the calendar ends in 9999, and Python reads no number of
# 5,000 digits.
JUNK = (
    *("\x00", "a\x00b", "9999-12-31", "0001-01-01", "9" * 5_000, "\U0010ffff", "\u0301", "²"),
    *("NaN", "1e999", "-1", "\u0663", "23:59:59.999999+23:59"),
)
ROLES = ("visitor", "member", "admin")
LEFT_OUT = ("login", "logout")
NOBODYS = "00000000-0000-4000-8000-000000000000"
# Fields that a valid form of the matrix leaves out.
MORE = ("count", "bead", "expiresAt", "recurrenceEndDate", "latitude", "adminRank", "beads-red")


class Junk(dict[str, str]):
    """An address in which every parameter has the same value."""

    def __init__(self, value: str) -> None:
        super().__init__()
        self._value = value

    def get(self, _name: str, _default: object = None) -> Any:
        return self._value


@pytest.fixture
def cast(each_database: Database, monkeypatch: pytest.MonkeyPatch) -> Cast:
    bind_real()
    lift_limits(monkeypatch)
    monkeypatch.setattr(composed().gate, "_limiter", Limiter(1_000_000, 1))
    return assemble(each_database)


def addresses() -> Iterator[str]:
    """Every GET of the API with junk in one of its parameters."""
    for path, methods in composed().api.openapi()["paths"].items():
        asked = methods.get("get", {})
        if asked.get("operationId") in LEFT_OUT:
            continue
        named = asked.get("parameters", [])
        places = [one["name"] for one in named if one["in"] == "path"]
        for one in named:
            for junk in JUNK:
                filled = dict.fromkeys(places, NOBODYS) | {one["name"]: quote(junk, safe="")}
                query = f"?{one['name']}={filled[one['name']]}" if one["in"] == "query" else ""
                yield path.format(**filled) + query


@pytest.mark.parametrize("role", ROLES)
async def test_every_address_of_the_api_is_answered(role: str, cast: Cast) -> None:
    transport = httpx.ASGITransport(composed().api, raise_app_exceptions=False)
    headers = {**ORIGIN, "cookie": cast.cookies[role]}
    async with httpx.AsyncClient(transport=transport, base_url=HOME, headers=headers) as client:
        failed = [one for one in addresses() if (await client.get(one)).status_code >= 500]
    assert failed == []


async def _opens(load: first_data.Load, actor: Actor, junk: str) -> bool:
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


async def test_every_field_of_every_form_takes_or_refuses_it(cast: Cast) -> None:
    rows = [*TABLE.items(), *OPEN.items(), ("EventFormState.save", NEW_EVENT)]
    async with running_worker() as worker:
        tab, failed = await opened(worker, cast, "admin"), list[tuple[str, str, str]]()
        for short, row in rows:
            payload = row.payload(cast)
            form = payload.get("form")
            texts = {name for name, one in (form or payload).items() if isinstance(one, str)}
            for name in {*texts, *(MORE if form else ())} - {"recordId", "eventId"}:
                for junk in JUNK:
                    changed = {**(form or payload), name: junk}
                    await play(tab, cast, short, row, {"form": changed} if form else changed)
                    failed += [(short, name, junk[:10]) for _ in worker.failures]
                    worker.failures.clear()
    assert failed == []

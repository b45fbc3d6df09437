"""The HTTP door of the gate."""

from collections.abc import AsyncIterator, Collection
from datetime import date

import httpx
import pytest
from sqlalchemy.orm import Session

from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.http import build_api
from rookiebattle.core.serving.packing import Packing
from rookiebattle.gate import passes
from rookiebattle.gate.api import api as gate_api
from rookiebattle.registrations.queries.seats import lock_event
from tests.gate.park import Gate
from tests.identities import People, bind

pytestmark = pytest.mark.anyio
HOME = "http://localhost:8000"


@pytest.fixture
async def client(gate: Gate) -> AsyncIterator[httpx.AsyncClient]:
    crowd: dict[str, Actor] = {one.user_id: one for one in (gate.gus, gate.ana)}
    bind(People(crowd.get))
    transport = httpx.ASGITransport(Packing(build_api([gate_api])))
    headers = {"cookie": gate.gus.user_id, "origin": HOME}
    async with httpx.AsyncClient(transport=transport, base_url=HOME, headers=headers) as client:
        yield client


async def test_the_gate_is_answered_packed_with_a_tag_that_time_does_not_change(
    gate: Gate, client: httpx.AsyncClient
) -> None:
    gate.world.seat(gate.event_id, gate.world.person(game_name="Zoe"))
    path = f"/api/events/{gate.event_id}/gate"
    answer = await client.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-encoding"] == "br"
    # Names stay in the storage of the gate’s page, which deletes them.
    assert answer.headers["cache-control"] == "private, no-store"
    assert set(answer.json()) == {"asOf", "counts", "people", "notTaken", "wantsIn"}
    assert answer.json()["counts"] == {"registered": 4, "checkedIn": 0, "waiting": 0}
    gate.clock.now += (gate.clock.now - gate.clock.now.replace(hour=11)) / 60
    tag = answer.headers["etag"]
    known = await client.get(path, headers={"if-none-match": f'"other", {tag}'})
    assert (known.status_code, known.content, known.headers["etag"]) == (304, b"", tag)
    sent = {"clientId": "a", "userId": gate.ana.user_id, "at": "2026-03-14T11:00:00Z"}
    taken = await client.post(f"/api/events/{gate.event_id}/check-ins", json={"checkIns": [sent]})
    assert taken.json() == [
        {
            "clientId": "a",
            "outcome": "checked_in",
            "checkedInAt": "2026-03-14T11:00:00+00:00",
            "text": "",
        }
    ]
    changed = await client.get(path, headers={"if-none-match": tag})
    assert changed.json()["people"][0]["checkedInAt"] == "2026-03-14T11:00:00+00:00"


async def test_queues_that_are_too_long_or_unreadable_are_refused(
    gate: Gate, client: httpx.AsyncClient
) -> None:
    path = f"/api/events/{gate.event_id}/check-ins"
    sent = {"clientId": "a", "userId": gate.ana.user_id, "at": "2026-03-14T11:00:00Z"}
    wrong = [
        {"checkIns": [sent] * 501},
        {"checkIns": [sent | {"at": "2026-03-14T11:00:00"}]},
        {"checkIns": [sent | {"clientId": ""}]},
        {"checkIns": [sent | {"more": 1}]},
    ]
    answers = [await client.post(path, json=one) for one in wrong]
    assert [one.status_code for one in answers] == [422] * 4
    stranger = await client.post(
        path, json={"checkIns": [sent]}, headers={"cookie": gate.ana.user_id}
    )
    assert stranger.status_code == 403


async def test_nobody_waits_while_the_passes_of_all_members_are_made(
    gate: Gate, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    find_each, database = passes.find_each, gate.world.database

    def meanwhile(session: Session, tokens: Collection[str], *, event_id: str) -> dict[str, str]:
        with database.unit_of_work(write=True, lock_seconds=0.1) as other:
            lock_event(other, event_id)
        return find_each(session, tokens, event_id=event_id)

    monkeypatch.setattr(passes, "find_each", meanwhile)
    shown = gate.token(gate.ana), "A" * passes.LENGTH
    sent = [{"clientId": one, "pass": one, "at": "2026-03-14T11:00:00Z"} for one in shown]
    path = f"/api/events/{gate.event_id}/check-ins"
    answer = await client.post(path, json={"checkIns": sent})
    assert [one["outcome"] for one in answer.json()] == ["checked_in", "refused"]


async def test_the_gate_reads_nobodys_address_real_name_or_age(
    gate: Gate, client: httpx.AsyncClient
) -> None:
    private = {"first_name": "Maya", "last_name": "Secret", "email": "maya@example.org"}
    price = {"payment_status": "completed", "payment_amount_cents": 12345}
    for band in ("adult", "minor"):
        twin = {"game_name": f"Storm {band[:1]}", "birth_date": date(2012, 5, 4), **private}
        member = gate.world.person(**{**twin, "email": f"{band}@example.org"}, age_band=band)
        gate.world.seat(gate.event_id, member, **price)
    answer = await client.get(f"/api/events/{gate.event_id}/gate")
    # Ids and hashes are random, and may have any digits.
    random = ("userId", "registrationId", "passHash", "checkedInBy")
    people = [
        {name: one[name] for name in one if name not in random} for one in answer.json()["people"]
    ]
    hidden = ("Maya", "Secret", "example.org", "2012", "minor", "adult", "123.45", "12345")
    assert [word for word in hidden if word in repr(people)] == []
    twins = [one | {"name": ""} for one in people if one["name"].startswith("Storm")]
    assert len(twins) == 2
    assert twins[0] == twins[1]

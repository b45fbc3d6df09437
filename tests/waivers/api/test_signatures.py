"""The routes of standing, signatures and paper: shapes, statuses and headers."""

from collections.abc import AsyncIterator

import httpx
import pytest

from rookiebattle.core.database.db import new_id
from rookiebattle.waivers.api.signatures import api as waivers_api
from rookiebattle.waivers.models import Form, WaiverSignature
from tests.door import as_, opened_door
from tests.waivers.signers import Signers, version
from tests.world import World

pytestmark = pytest.mark.anyio
STANDING = ["form", "state", "version", "signedAt", "endsAt"]
SIGNED = ["id", "form", "version", "sha256", "userId", "signedBy", "signedAt", "endsAt"]
DIGEST = version(Form.MINOR).sha256


@pytest.fixture
async def client(
    signers: Signers, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[httpx.AsyncClient]:
    async with opened_door(signers.actor, waivers_api, monkeypatch=monkeypatch) as one:
        yield one


async def test_a_mother_signs_and_downloads(
    client: httpx.AsyncClient, signers: Signers, world: World
) -> None:
    sent = {"userId": signers.tim.user_id, "sha256": DIGEST, "typedName": "Mia Stone"}
    path = "/api/waivers/minor/signatures"
    headers = {**as_("mia"), "user-agent": "Phone " * 60}
    made = await client.post(path, json=sent, headers=headers)
    assert (made.status_code, list(made.json())) == (201, SIGNED)
    again = await client.post(path, json=sent, headers=headers)
    assert (again.status_code, again.json()) == (201, made.json())
    with world.database.unit_of_work(write=False) as session:
        row = session.get_one(WaiverSignature, made.json()["id"])
        assert (row.address, len(row.browser or "")) == ("127.0.0.1", 255)
    told = await client.get(
        "/api/waivers/standing", params={"userId": signers.tim.user_id}, headers=as_("mia")
    )
    assert list(told.json()) == STANDING
    assert (told.json()["form"], told.json()["state"]) == ("minor", "signed")
    file = await client.get(f"/api/waivers/signatures/{made.json()['id']}.pdf", headers=as_("tim"))
    assert file.headers["content-type"] == "application/pdf"
    assert file.headers["cache-control"] == "private, no-store"
    assert file.content.startswith(b"%PDF")
    unknown = await client.get(f"/api/waivers/signatures/{new_id()}.pdf", headers=as_("admin"))
    assert unknown.status_code == 404


async def test_wrong_bodies_are_refused(client: httpx.AsyncClient, signers: Signers) -> None:
    sent = {"userId": signers.tim.user_id, "sha256": DIGEST, "typedName": "Mia Stone"}

    async def status(role: str, path: str = "minor", **but: object) -> int:
        answer = await client.post(
            f"/api/waivers/{path}/signatures", json={**sent, **but}, headers=as_(role)
        )
        return answer.status_code

    assert await status("visitor") == 401
    assert [await status(role) for role in ("admin", "olga", "tim", "sam")] == [403] * 4
    assert await status("mia", sha256="0" * 64) == 409
    assert await status("mia", typedName="Somebody Else") == 422
    assert await status("mia", "adult") == 422
    assert await status("mia", "none") == 422
    for path in ("M1 2<script>", "1 2", "M1", "L1 2", "M1 2" * 9_000):
        assert await status("mia", stroke=path) == 422
    assert await status("mia", extra="field") == 422
    assert await status("mia", stroke="M1 2L3 4M5 6") == 201


async def test_the_gate_notes_paper_and_a_lead_verifies_it(
    client: httpx.AsyncClient, signers: Signers
) -> None:
    sent = {"userId": signers.tim.user_id, "form": "minor", "eventId": signers.event_id}
    noted = await client.post("/api/waivers/paper", json=sent, headers=as_("gus"))
    assert noted.status_code == 201
    assert noted.json() == {"id": noted.json()["id"], "state": "unverified"}
    path = f"/api/waivers/paper/{noted.json()['id']}/verify"
    assert (await client.post(path, headers=as_("gus"))).status_code == 403
    verified = await client.post(path, headers=as_("lea"))
    assert (verified.status_code, verified.json()["state"]) == (200, "signed")

"""R2: each person's rights at each route of the running app. A refusal writes nothing."""

import uuid
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from rookiebattle.core.database.db import Database
from rookiebattle.core.doors.http import GatedRoute
from rookiebattle.core.serving.mount import HeadAsGet
from rookiebattle.progression.service import differences
from tests.identities import bind_real, composed
from tests.matrix.cast import (
    EVERY_ROLE,
    UNWELCOMED,
    Cast,
    assemble_again,
    lift_limits,
)
from tests.matrix.routes import HOME, SIGNED_IN, TABLE, Row, ask, name_of, path_of, routes
from tests.matrix.stage import set_stage

pytestmark = pytest.mark.anyio
HELPER = "/api/uploads/"
JUNK = ("junk", "%00", "' OR 1=1", "../../etc/passwd", "9" * 400)


def expected(route: GatedRoute, row: Row, role: str) -> int:
    """The status for a role.

    Somebody before the welcome reads like a member and is refused everything else, unless the row
    says otherwise.
    """
    if role != UNWELCOMED or role in row.answers:
        return row.answers[role]
    needed = route.access.permission
    return row.answers["member"] if needed is None or needed.endswith(":read") else 403


@pytest.fixture
def cast(database: Database) -> Cast:
    return assemble_again(database)


@pytest.fixture
async def client(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[httpx.AsyncClient]:
    bind_real()
    lift_limits(monkeypatch)
    transport = httpx.ASGITransport(HeadAsGet(composed().api))
    async with httpx.AsyncClient(transport=transport, base_url=HOME) as client:
        yield client


def differences_of(cast: Cast) -> list[str]:
    """The facts that were changed without an entry in the ledger of progress."""
    with cast.database.unit_of_work(write=False) as session:
        return differences(session)


def test_every_route_of_the_app_has_its_row() -> None:
    assert {name_of(route) for route in routes()} == set(TABLE)


def test_every_route_of_the_app_passes_the_gate() -> None:
    others = [route for route in composed().api.routes if not isinstance(route, GatedRoute)]
    assert [getattr(route, "path", "") for route in others] == ["/api/openapi.json"]


@pytest.mark.parametrize("role", EVERY_ROLE)
async def test_each_role_gets_the_declared_answer_from_each_route(
    role: str, cast: Cast, client: httpx.AsyncClient
) -> None:
    if role == "ex_admin":
        await client.get("/api/auth/user", headers={"cookie": cast.cookies[role]})
        cast.demote()
        composed().identities.forget_user(cast.users[role])
    with set_stage(cast) as stage:
        for route in routes():
            for row in TABLE[name_of(route)]:
                path = path_of(route, row, cast)
                answer = await ask(client, route, path, cast.cookies[role], row.body)
                cell = f"{role} {name_of(route)} {path}: {answer.text[:200]}"
                assert answer.status_code == expected(route, row, role), cell
                acted = answer.status_code < 300 and "GET" not in (route.methods or ())
                assert acted or not stage.is_changed(), cell
                if answer.status_code >= 400:
                    _assert_sentence(answer, path)
                elif role in SIGNED_IN:
                    _assert_not_cached(answer, cell)
                if acted:
                    assert differences_of(cast) == [], cell
                    stage.put_back()


def _assert_not_cached(answer: httpx.Response, cell: str) -> None:
    """The next person at a shared computer finds no JSON of a member in the browser's cache."""
    kind, caching = answer.headers.get("content-type", ""), answer.headers["cache-control"]
    assert "json" not in kind or "no-store" in caching or caching.startswith("public"), cell


def _assert_sentence(answer: httpx.Response, path: str) -> None:
    kind = "application/json" if path.startswith(HELPER) else "text/plain"
    assert answer.headers["content-type"].startswith(kind), path
    assert answer.text.strip(), path
    assert answer.status_code != 401 or "Unauthorized" in answer.text, path


@pytest.mark.parametrize("role", EVERY_ROLE)
async def test_head_changes_nothing_anywhere(
    role: str, cast: Cast, client: httpx.AsyncClient
) -> None:
    before, acting = cast.fingerprint(), []
    for route in routes():
        if "GET" not in (route.methods or ()):
            continue
        for row in TABLE[name_of(route)] or [Row({})]:
            path = path_of(route, row, cast)
            answer = await client.head(path, headers={"cookie": cast.cookies[role]})
            assert "set-cookie" not in answer.headers, f"{role} {path}"
            if answer.status_code == 405:
                acting.append((name_of(route), answer.headers["allow"]))
    assert acting == [("login", "GET"), ("callback", "GET"), ("logout", "GET")]
    assert cast.fingerprint() == before
    whole = await client.get("/api/auth/user", headers={"cookie": cast.cookies["member"]})
    assert whole.status_code == 200


@pytest.mark.parametrize("role", EVERY_ROLE)
async def test_forged_ids_change_nothing_and_get_a_sentence(
    role: str, cast: Cast, client: httpx.AsyncClient
) -> None:
    before = cast.fingerprint()
    for route in routes():
        for row in TABLE[name_of(route)]:
            if not (row.on or row.of_files) or row.query == "{viewing}":
                continue
            for record in (str(uuid.uuid4()), *JUNK):
                path = path_of(route, row, cast, record)
                answer = await ask(client, route, path, cast.cookies[role], row.body)
                assert 400 <= answer.status_code < 500, f"{role} {path} {answer.status_code}"
                assert answer.text.strip()
    assert cast.fingerprint() == before


@pytest.mark.parametrize(
    "body",
    [
        [],
        "text",
        1,
        None,
        {"$ne": 1},
        {"title": {"a": 1}},
        {"title": "x" * 256},
        {"organizerId": "x"},
    ],
)
async def test_junk_bodies_change_nothing(body: Any, cast: Cast, client: httpx.AsyncClient) -> None:
    before = cast.fingerprint()
    for route in routes():
        for row in TABLE[name_of(route)]:
            # A file that is known later is asked for without a body. One waits alone without one.
            may_be_empty = body is None and name_of(route) in ("beginUpload", "joinWaiting")
            if row.body is None or may_be_empty:
                continue
            answer = await ask(
                client, route, path_of(route, row, cast), cast.cookies["admin"], body
            )
            assert 400 <= answer.status_code < 500, f"{route.path} {body!r} {answer.status_code}"
    assert cast.fingerprint() == before


async def test_an_admin_demoted_a_moment_ago_writes_nothing_as_one(
    cast: Cast, client: httpx.AsyncClient
) -> None:
    cookie = cast.cookies["ex_admin"]
    assert (await client.get("/api/admin/events", headers={"cookie": cookie})).status_code == 200
    cast.demote()
    before = cast.fingerprint()
    headers = {"cookie": cookie, "origin": HOME}
    answer = await client.delete(f"/api/events/{cast.event_id}", headers=headers)
    assert answer.status_code == 403
    assert cast.fingerprint() == before

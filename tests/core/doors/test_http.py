"""The gate before every HTTP route, on a small application made for the tests."""

import inspect
from collections.abc import AsyncIterator
from typing import Annotated

import httpx
import pytest
from fastapi import APIRouter, Body, Depends, FastAPI
from fastapi.routing import APIRoute

from rookiebattle import routes
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import public, requires, serves_files
from rookiebattle.core.doors.http import ActorHere, build_api, router
from rookiebattle.core.errors import Conflict
from rookiebattle.core.limits import Limiter
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import Wire
from rookiebattle.core.validation import MANY_MISTAKES
from rookiebattle.routers import ROUTERS
from tests.identities import People, bind

pytestmark = pytest.mark.anyio
HOME = {"origin": "http://localhost:8000"}


class Note(Wire):
    title: str


KNOWN = {
    "member": Actor(user_id="u1", session_key="k1"),
    "member's phone": Actor(user_id="u1", session_key="k3"),
    "admin": Actor(user_id="u2", session_key="k2", is_admin=True),
}


@pytest.fixture
def api(monkeypatch: pytest.MonkeyPatch) -> FastAPI:
    monkeypatch.setenv("REQUESTS_PER_MINUTE", "30")
    return build_api([_routes()])


@pytest.fixture
async def client(api: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    bind(People(KNOWN.get))
    transport = httpx.ASGITransport(api, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost:8000") as client:
        yield client


def _routes() -> APIRouter:
    api = router("notes")

    @api.get("/api/notes")
    @public
    async def read() -> list[str]:
        return []

    @api.post("/api/notes", status_code=201)
    @requires(Permission.OWN_EVENT_CREATE)
    async def write(note: Annotated[Note, Body()], actor: ActorHere) -> str:
        if note.title == "taken":
            raise Conflict("This title is taken.")
        if note.title == "crash":
            raise ZeroDivisionError
        return actor.user_id

    @api.get("/api/notes/file")
    @serves_files
    async def read_file() -> list[str]:
        return []

    @api.post(f"{routes.UPLOAD_HELPER}/notes")
    @public
    async def begin() -> list[str]:
        return []

    @api.get("/api/admin/notes")
    @requires(Permission.ALL_EVENT_READ)
    async def read_all() -> list[str]:
        return []

    return api


def threaded(app: FastAPI) -> list[str]:
    """The dependencies that FastAPI would run in a thread of their own for each request."""
    routes = [route for route in app.routes if isinstance(route, APIRoute)]
    calls = [one.call for route in routes for one in route.dependant.dependencies]
    return [str(call) for call in calls if not inspect.iscoroutinefunction(call)]


def test_no_request_waits_for_a_thread_before_its_verb() -> None:
    assert threaded(build_api(ROUTERS)) == []


def test_a_plain_function_that_routes_depend_on_is_found() -> None:
    app = FastAPI()

    @app.get("/slow")
    async def slow(_one: Annotated[None, Depends(lambda: None)]) -> None: ...

    assert threaded(app)


def test_a_route_that_declares_nothing_cannot_be_built() -> None:
    api = router("notes")
    with pytest.raises(RuntimeError, match="must declare"):

        @api.get("/api/forgotten")
        async def forgotten() -> None: ...


@pytest.mark.parametrize(
    ("cookie", "headers", "body", "status", "sentence"),
    [
        ("member", HOME, {"title": "a"}, 201, '"u1"'),
        ("", HOME, {"title": "a"}, 401, "Unauthorized. Please log in to continue."),
        ("member", {}, {"title": "a"}, 403, "This request did not come from our own site."),
        (
            "member",
            {"origin": "https://evil.example"},
            {"title": "a"},
            403,
            "This request did not come from our own site.",
        ),
        ("member", {"sec-fetch-site": "same-origin"}, {"title": "a"}, 201, '"u1"'),
        (
            "member",
            {"sec-fetch-site": "cross-site"},
            {"title": "a"},
            403,
            "This request did not come from our own site.",
        ),
        ("member", HOME, {}, 422, "Title is required"),
        ("member", HOME, {"title": "a", "id": "b"}, 422, "Id is not a known field"),
        ("member", HOME, {"id": "b"}, 422, "Title is required. Id is not a known field"),
        ("member", HOME, {"title": "taken"}, 409, "This title is taken."),
        ("member", HOME, {"title": "crash"}, 500, "Something went wrong. Please try again."),
    ],
)
async def test_what_a_write_is_answered(
    client: httpx.AsyncClient,
    cookie: str,
    headers: dict[str, str],
    body: dict[str, str],
    status: int,
    sentence: str,
) -> None:
    answer = await client.post("/api/notes", json=body, headers={"cookie": cookie, **headers})
    assert (answer.status_code, answer.text) == (status, sentence)


async def test_thousands_of_mistakes_are_told_as_one(client: httpx.AsyncClient) -> None:
    """Each would be copied by FastAPI and get a sentence, while everybody else waits."""
    body: dict[str, object] = {f"k{number}": 1 for number in range(5_000)}
    answer = await client.post("/api/notes", json=body, headers={"cookie": "member", **HOME})
    assert (answer.status_code, answer.text) == (422, MANY_MISTAKES)


async def test_members_may_not_read_what_is_for_administrators(client: httpx.AsyncClient) -> None:
    paths = [
        (await client.get("/api/admin/notes", headers={"cookie": who})).status_code
        for who in ("", "member", "admin")
    ]
    assert paths == [401, 403, 200]


async def test_more_sessions_do_not_widen_the_limit_of_a_member(
    api: FastAPI, client: httpx.AsyncClient
) -> None:
    api.state.member_limiter = Limiter(4, 60)
    seen = [
        (await client.get("/api/notes", headers={"cookie": who})).status_code
        for who in ("member", "member's phone") * 3
    ]
    assert seen == [200] * 4 + [429] * 2
    assert (await client.get("/api/notes", headers={"cookie": "admin"})).status_code == 200


@pytest.mark.parametrize("cookie", ["", "member"])
async def test_files_have_a_limit_of_their_own_which_a_member_has_alone(
    api: FastAPI, client: httpx.AsyncClient, cookie: str
) -> None:
    """A park shares one address: visitors who look at pictures must not stop its members."""
    api.state.file_limiter = Limiter(2, 60)

    async def status(path: str, who: str) -> int:
        return (await client.get(path, headers={"cookie": who})).status_code

    file, counted = "/api/notes/file", {"member's phone": 200, "member": 200, "": 200}
    assert [await status(file, cookie) for _ in range(3)] == [200, 200, 429]
    counted |= dict.fromkeys(["member", "member's phone"] if cookie else [""], 429)
    assert {who: await status(file, who) for who in counted} == counted
    assert await status("/api/notes", cookie) == 200, "other requests are counted elsewhere"


@pytest.mark.parametrize("stated", ["\xb2", "\xb9\xb2", "-1", "1e9", ""])
async def test_an_odd_length_is_no_crash(client: httpx.AsyncClient, stated: str) -> None:
    headers = {"cookie": "member", **HOME, "content-type": "application/json"}
    raw = [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
    raw.append((b"content-length", stated.encode("latin-1")))
    request = client.build_request("POST", "/api/notes", content=b'{"title": "a"}', headers=raw)
    assert (await client.send(request)).status_code == 201


@pytest.mark.parametrize(
    ("cookie", "kept"),
    [("member", "private, no-store"), ("admin", "private, no-store"), ("", None)],
)
async def test_no_cache_keeps_what_a_member_was_told(
    client: httpx.AsyncClient, cookie: str, kept: str | None
) -> None:
    answer = await client.get("/api/notes", headers={"cookie": cookie})
    assert (answer.status_code, answer.headers.get("cache-control")) == (200, kept)


@pytest.mark.parametrize(
    ("cookie", "forgets"), [("a=b; rb_session=ended", '"cache"'), ("theme=dark", None), ("", None)]
)
async def test_a_browser_whose_session_has_ended_empties_its_cache(
    client: httpx.AsyncClient, cookie: str, forgets: str | None
) -> None:
    headers = {"cookie": cookie} if cookie else {}
    answer = await client.get("/api/admin/notes", headers=headers)
    assert (answer.status_code, answer.headers.get("clear-site-data")) == (401, forgets)
    assert answer.headers.get("set-cookie", "").startswith("rb_ended=" if forgets else "")


async def test_each_ended_session_empties_the_cache_once(client: httpx.AsyncClient) -> None:
    emptied = []
    for session in ("one", "one", "other", "other"):
        client.cookies.set("rb_session", session)
        answer = await client.get("/api/admin/notes")
        emptied.append("clear-site-data" in answer.headers)
    assert emptied == [True, False, True, False]


async def test_a_late_refusal_leaves_the_cookie_of_a_newer_login(client: httpx.AsyncClient) -> None:
    answer = await client.get("/api/admin/notes", headers={"cookie": "rb_session=before"})
    assert answer.status_code == 401
    assert "rb_session" not in "".join(answer.headers.get_list("set-cookie"))


async def test_who_is_refused_otherwise_keeps_the_session(client: httpx.AsyncClient) -> None:
    answer = await client.get("/api/admin/notes", headers={"cookie": "rb_session=member"})
    assert (answer.status_code, "set-cookie" in answer.headers) == (403, False)


@pytest.mark.parametrize("title", ["taken", ""])
async def test_a_refusal_is_never_kept(client: httpx.AsyncClient, title: str) -> None:
    headers = {"cookie": "member", **HOME}
    answer = await client.post(
        "/api/notes", json={"title": title} if title else {}, headers=headers
    )
    assert (answer.status_code >= 400, answer.headers["cache-control"]) == (True, "no-store")


@pytest.mark.parametrize(
    ("content", "kind", "status", "sentence"),
    [
        (b'{"title"', "application/json", 400, "The body is not valid JSON."),
        (b"title=a", "application/x-www-form-urlencoded", 415, "Please send application/json."),
        (b" " * 300_000, "application/json", 413, "That’s too large."),
        (b"[]", "application/json", 422, "The body must be a JSON object"),
        (b"", "application/json", 422, "The body is missing: please send a JSON object"),
    ],
)
async def test_unreadable_bodies_are_refused_with_a_sentence(
    client: httpx.AsyncClient, content: bytes, kind: str, status: int, sentence: str
) -> None:
    headers = {"cookie": "member", "content-type": kind, **HOME}
    answer = await client.post("/api/notes", content=content, headers=headers)
    assert (answer.status_code, answer.text) == (status, sentence)


async def test_an_unknown_path_is_a_sentence_not_a_page(client: httpx.AsyncClient) -> None:
    answer = await client.get("/api/nothing")
    assert answer.status_code == 404
    assert answer.headers["content-type"].startswith("text/plain")


async def test_a_method_the_route_has_not_is_405(client: httpx.AsyncClient) -> None:
    answer = await client.put("/api/notes", headers={"cookie": "member", **HOME})
    assert answer.status_code == 405


async def test_the_client_of_the_upload_helper_reads_every_refusal_as_json(
    client: httpx.AsyncClient,
) -> None:
    answer = await client.put(f"{routes.UPLOAD_HELPER}/notes", headers={"cookie": "member", **HOME})
    assert (answer.status_code, answer.headers["allow"]) == (405, "POST")
    assert answer.json() == {"error": "Method Not Allowed.", "message": "Method Not Allowed."}


async def test_visitors_of_one_address_are_limited_and_told_when_to_return(
    client: httpx.AsyncClient,
) -> None:
    answers = [await client.get("/api/notes") for _ in range(31)]
    assert {answer.status_code for answer in answers[:30]} == {200}
    assert answers[30].status_code == 429
    assert 1 <= int(answers[30].headers["retry-after"]) <= 60

"""R24: headers on every answer of the running site; no Host or path can change an answer."""

import re
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.servers.application import Application
from tests.walls.fuzz import CANARY
from tests.walls.raw_socket import RawSocket, handshake
from tests.walls.settings import SETTINGS
from tests.wire.socket_client import HYDRATE

PATHS = (
    "/",
    "/events",
    "/my-events",
    "/membership",
    "/checkout",
    "/receipts/nobody",
    "/events/nobody",
    "/nothing",
    "/favicon.svg",
    "/styles/base.css",
    "/fonts/none.woff2",
    "/api/events",
    "/api/events/nobody",
    "/api/auth/user",
    "/api/nothing",
    "/api/health",
    "/api/openapi.json",
    "/api/login",
    "/api/logout",
    "/api/callback",
    "/api/first-data/events",
    "/cal/public.ics",
    "/cal/nobody.ics",
    "/objects/nobody",
    "/dev-oidc/authorize",
    "/dev-oidc/nothing",
    "/_event/",
    "/_event/?EIO=4&transport=polling",
    "/events/",
    "/ping",
)
METHODS = ("GET", "HEAD", "POST", "DELETE", "OPTIONS", "TRACE")
CLOSED = ("/_upload", "/_all_routes", "/_health", "/.env", "/env.json", "/.states", "/csp.json")
UPWARDS = (
    "/../csp.json",
    "/assets/../../csp.json",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/assets/..%2f..%2fcsp.json",
    "/assets/%2e%2e/%2e%2e/csp.json",
    "/fonts/..%5c..%5ccsp.json",
    "/assets//etc/passwd",
    "/art/%00.svg",
)


@pytest.fixture
def client(site: Application) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=site.url, timeout=30) as client:
        yield client


def expect_protected(answer: httpx.Response) -> None:
    about, headers = f"{answer.request.method} {answer.url}", answer.headers
    parts = (part.strip() for part in headers["content-security-policy"].split(";"))
    policy = dict(part.partition(" ")[::2] for part in parts)
    alone = answer.url.path == "/checkout"
    is_data = headers.get("content-type", "").startswith(("application/json", "text/plain"))
    is_data &= not alone
    assert policy["default-src"] == ("'none'" if is_data else "'self'"), about
    assert "unsafe" not in policy.get("script-src", policy["default-src"]), about
    for name in ("frame-ancestors", "object-src", "base-uri"):
        assert policy.get(name, policy["default-src"]) == "'none'", about
    assert headers["x-content-type-options"] == "nosniff", about
    assert headers["x-frame-options"] == "DENY", about
    sent = "no-referrer" if alone else "strict-origin-when-cross-origin"
    assert headers["referrer-policy"] == sent, about
    assert "cache-control" in headers, about
    for cookie in headers.get_list("set-cookie"):
        assert {"httponly", "samesite=lax", "path=/"} <= _flags(cookie), about


def _flags(cookie: str) -> set[str]:
    return {part.strip().lower() for part in cookie.split(";")[1:]}


@pytest.mark.parametrize("path", PATHS)
def test_every_answer_is_protected(path: str, client: httpx.Client) -> None:
    for method in METHODS:
        answer = client.request(method, path)
        assert answer.status_code < 500, f"{method} {path}"
        expect_protected(answer)


@pytest.mark.parametrize(
    ("status", "headers", "body"),
    [
        (403, {"origin": "https://evil.example"}, b"{}"),
        (401, {"origin": "own"}, b"{}"),
        (403, {}, b"{}"),
        (403, {"origin": "null"}, b"{}"),
    ],
)
def test_refusals_are_protected_too(
    status: int, headers: dict[str, str], body: bytes, client: httpx.Client, site: Application
) -> None:
    sent = {name: site.url if value == "own" else value for name, value in headers.items()}
    answer = client.post("/api/events", headers=sent, content=body)
    assert answer.status_code == status
    expect_protected(answer)


@pytest.mark.parametrize("path", CLOSED)
def test_files_that_are_not_for_the_web_are_not_found(path: str, client: httpx.Client) -> None:
    assert client.get(path).status_code == 404
    assert client.post(path, files={"file": b"x"}).status_code in (404, 405)


def raw(site: Application, request: str, *lines: str, body: str = "") -> str:
    """The answer to a request that no client library would send."""
    text = "\r\n".join((f"{request} HTTP/1.1", *lines, "Connection: close", "", body))
    with socket.create_connection(("127.0.0.1", site.port), timeout=30) as stream:
        stream.sendall(text.encode("latin-1"))
        parts = iter(lambda: stream.recv(65536), b"")
        return b"".join(parts).decode("latin-1")


@pytest.mark.parametrize("path", UPWARDS)
def test_no_path_leads_out_of_the_built_pages(path: str, site: Application) -> None:
    answer = raw(site, f"GET {path}", "Host: localhost")
    assert re.match(r"HTTP/1.1 (400|404) ", answer)
    assert "sha256-" not in answer.partition("\r\n\r\n")[2]
    assert "root:" not in answer


@pytest.mark.parametrize("host", ["evil.example", "localhost:80@evil.example", "evil.example:1"])
@pytest.mark.parametrize("path", ["/", "/events", "/events/", "/cal/public.ics", "/api/events"])
def test_a_forged_host_is_nowhere_in_the_answer(path: str, host: str, site: Application) -> None:
    assert "evil" not in raw(site, f"GET {path}", f"Host: {host}", f"X-Forwarded-Host: {host}")


@pytest.mark.parametrize("path", ["/", "/events", "/events/", "/api/login", "/dev-oidc/authorize"])
def test_an_unreadable_host_is_not_unforeseen(path: str, site: Application) -> None:
    before = len(site.log())
    assert not raw(site, f"GET {path}", "Host: [").startswith("HTTP/1.1 5")
    assert "Traceback" not in site.log()[before:]


def test_the_sign_in_is_refused_under_another_name(site: Application) -> None:
    answer = raw(site, "GET /api/login", "Host: evil.example")
    assert answer.startswith("HTTP/1.1 403 ")
    assert "evil" not in answer


@pytest.mark.parametrize(
    ("path", "location"),
    [
        ("/events/", "/events"),
        ("/events/?view=list", "/events?view=list"),
        ("//evil.example/", "/evil.example"),
        ("///evil.example//", "/evil.example"),
        ("/%5Cevil.example/", "/%5Cevil.example"),
        ("/%09/evil.example/", "/%09/evil.example"),
    ],
)
def test_the_slash_at_the_end_leads_to_the_same_site(
    path: str, location: str, site: Application
) -> None:
    answer = raw(site, f"GET {path}", "Host: localhost")
    assert answer.startswith("HTTP/1.1 308 ")
    assert f"location: {location}\r\n" in answer


@pytest.mark.parametrize("path", ["/%0d%0aset-cookie:%20a=b/", "/events/%0aset-cookie:%20a=b"])
def test_a_line_break_in_a_path_adds_no_header(path: str, site: Application) -> None:
    answer = raw(site, f"GET {path}", "Host: localhost")
    assert answer.startswith("HTTP/1.1 404 ")
    assert "set-cookie" not in answer


@pytest.mark.parametrize(
    "lines",
    [
        ("Content-Length: 5", "Content-Length: 6"),
        ("Content-Length: 4", "Transfer-Encoding: chunked"),
        ("Transfer-Encoding: chunked", "Transfer-Encoding: identity"),
        ("Transfer-Encoding: xchunked",),
        ("Content-Length: -1",),
        ("Content-Length: +4",),
        ("Content-Length: 0x4",),
        ("Transfer-Encoding : chunked",),
    ],
)
def test_a_second_request_cannot_hide_in_the_first(
    lines: tuple[str, ...], site: Application
) -> None:
    hidden = "0\r\n\r\nGET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n"
    origin = f"Origin: {site.url}"
    answer = raw(site, "POST /api/events", "Host: localhost", origin, *lines, body=hidden)
    assert answer.count("HTTP/1.1 ") <= 1
    assert not answer.startswith("HTTP/1.1 2")
    assert '"database"' not in answer


@pytest.mark.parametrize(
    "origin",
    ["https://evil.example", "null", "http://localhost", "http://localhost.evil.example", ""],
)
def test_a_foreign_page_cannot_open_the_websocket(origin: str, site: Application) -> None:
    assert re.match(r"HTTP/1.1 40[03] ", handshake(site.url, origin=origin or "*"))


def test_our_own_page_can_open_the_websocket(site: Application) -> None:
    assert handshake(site.url, origin=site.url).startswith("HTTP/1.1 101 ")


@pytest.mark.anyio
async def test_headers_that_a_proxy_adds_do_not_reach_the_page(site: Application) -> None:
    added = {"X-Real-Ip": "10.9.8.7", "X-Forwarded-Server": CANARY, "Cf-Secret": CANARY}
    async with RawSocket(site.url, **added, **{"X-Forwarded-For": "10.9.8.7"}) as socket:
        await socket.connect({"event": {"name": HYDRATE, "payload": {}, "router_data": {}}})
        await socket.until("is_hydrated")
        told = " ".join(socket.texts)
    assert CANARY not in told
    assert "10.9.8.7" not in told


def test_a_refused_socket_is_told_why(site: Application) -> None:
    answer = handshake(site.url, origin=site.url, token="junk")
    assert answer.startswith("HTTP/1.1 400 ")
    assert "content-security-policy: " in answer
    assert "which page it belongs to" in answer


def test_over_https_cookies_and_transport_are_locked(
    population: tuple[object, str], tmp_path: Path
) -> None:
    settings = {**SETTINGS, "PUBLIC_URL": "https://club.example"}
    site = Application(tmp_path / "https", database_url=population[1], settings=settings)
    try:
        answer = httpx.get(f"{site.url}/api/logout")
        assert answer.headers["strict-transport-security"] == "max-age=31536000"
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith("__Host-rb_session=")
        assert {"secure", "httponly", "path=/"} <= _flags(cookie)
        assert "domain=" not in cookie.lower()
        assert "wss://club.example" in answer.headers["content-security-policy"]
        assert httpx.get(f"{site.url}/events/").headers["location"] == "/events"
        assert httpx.get(f"{site.url}/api/login").status_code == 403
        assert handshake(site.url, origin=site.url).startswith("HTTP/1.1 403 ")
    finally:
        site.stop()

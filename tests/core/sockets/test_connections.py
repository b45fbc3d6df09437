"""Websockets: the clients that may open one, and what Reflex learns about it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest
from starlette.types import Message, Receive, Scope, Send

from rookiebattle.core.actor import Actor
from rookiebattle.core.errors import Unavailable
from rookiebattle.core.limits import NETWORKS
from rookiebattle.core.sockets import connections
from rookiebattle.core.sockets.connections import HOLDER, Connections, Holder
from rookiebattle.settings import get_settings
from tests.identities import People, bind, bind_people

pytestmark = pytest.mark.anyio
OWN = b"http://localhost:8000"
MAYA = Actor(user_id="maya", session_key="k1")


class Site:
    """The layer, with an application behind it that keeps each socket open."""

    def __init__(self) -> None:
        self.layer = Connections(self._app)
        self.scopes: list[Scope] = []

    async def _app(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.scopes.append(scope)
        await send({"type": "websocket.accept"})
        await receive()

    @asynccontextmanager
    async def socket(self, address: str = "192.0.2.1", **headers: str) -> AsyncIterator[str]:
        """Open a socket until the block ends. Gives '101', or the status and the sentence."""
        sent: list[Message] = []
        answered, closed = asyncio.Event(), asyncio.Event()

        async def send(message: Message) -> None:
            sent.append(message)
            if message["type"] != "websocket.http.response.start":
                answered.set()

        async def receive() -> Message:
            if sent:
                await closed.wait()
            return {"type": "websocket.connect"}

        pairs = {"origin": OWN.decode(), **headers}
        scope = {
            "type": "websocket",
            "client": (address, 1),
            "headers": [
                (name.replace("_", "-").encode(), value.encode()) for name, value in pairs.items()
            ],
            "extensions": {"websocket.http.response": {}},
        }
        serving = asyncio.create_task(self.layer(scope, receive, send))
        await answered.wait()
        is_open = sent[0]["type"] == "websocket.accept"
        yield "101" if is_open else f"{sent[0]['status']} {sent[1]['body'].decode()}"
        closed.set()
        await serving


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Site:
    for name, value in (("ADDRESS", 3), ("MEMBER", 2), ("WORKER", 8)):
        monkeypatch.setenv(f"SOCKETS_PER_{name}", str(value))
    monkeypatch.setenv("CONNECTS_PER_MINUTE", "100")
    bind_people(MAYA, *(Actor(user_id=f"m{number}") for number in range(9)))
    return Site()


@asynccontextmanager
async def opened(site: Site, *people: tuple[str, str]) -> AsyncIterator[list[str]]:
    """A socket for each address and cookie; the answers in their order."""
    async with AsyncExitStack() as stack:
        yield [
            await stack.enter_async_context(site.socket(address, cookie=f"rb_session={cookie}"))
            for address, cookie in people
        ]


async def test_visitors_behind_one_address_have_so_many_sockets(site: Site) -> None:
    async with opened(site, *[("192.0.2.1", "")] * 5, ("192.0.2.2", "")) as answers:
        assert answers[:3] == ["101"] * 3
        assert answers[3] == answers[4] == f"429 {connections.MANY_PAGES}"
        assert answers[5] == "101"
    async with site.socket() as again:
        assert again == "101", "a closed socket still counts"
    assert len(site.layer.open) == 0
    assert not site.layer.open._open, "the count of an address stays for ever"


async def test_the_networks_of_one_site_have_so_many_sockets_together(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOCKETS_PER_WORKER", "100")
    get_settings.cache_clear()
    site = Site()
    networks = [f"2001:db8:1:{number:x}::1" for number in range(3 * NETWORKS + 1)]
    async with opened(site, *((network, "") for network in networks)) as answers:
        assert answers[:-1] == ["101"] * (3 * NETWORKS)
        assert answers[-1] == f"429 {connections.MANY_PAGES}"
        async with site.socket("2001:db8:2::1") as elsewhere, site.socket("2001:db8:1::1") as again:
            assert (elsewhere, again[:3]) == ("101", "429")
    assert not site.layer.open._at_site, "the count of a site stays for ever"


async def test_a_crowd_of_visitors_connects_at_once_and_a_member_at_a_speed(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CONNECTS_PER_MINUTE", "1")
    get_settings.cache_clear()
    site = Site()
    people = [("192.0.2.1", "")] * 3 + [("192.0.2.1", "maya")] * 2
    async with opened(site, *people) as answers:
        assert [answer[:3] for answer in answers] == ["101"] * 4 + ["429"]
    async with opened(site, *people) as again:
        assert [answer[:3] for answer in again] == ["429"] * 5


async def test_members_are_counted_alone_and_by_their_sessions_together(site: Site) -> None:
    people = [("192.0.2.1", "")] * 3 + [("192.0.2.1", "maya")] * 3 + [("192.0.2.1", "m1")]
    async with opened(site, *people) as answers:
        assert [answer[:3] for answer in answers] == ["101"] * 5 + ["429", "101"]


async def test_visitors_leave_a_quarter_to_members(site: Site) -> None:
    visitors = [(f"192.0.2.{number}", "") for number in range(7)]
    members = [("192.0.2.1", f"m{number}") for number in range(3)]
    async with opened(site, *visitors, *members) as answers:
        assert answers[:6] == ["101"] * 6
        assert answers[6] == f"503 {connections.FULL}"
        assert [answer[:3] for answer in answers[7:]] == ["101", "101", "503"]


async def test_there_are_never_more_sockets_than_descriptors(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "most_sockets", lambda: 2)
    async with opened(Site(), *[("192.0.2.1", "maya")] * 2, ("192.0.2.1", "m1")) as answers:
        assert [answer[:3] for answer in answers] == ["101", "101", "503"]


async def test_without_a_database_everybody_is_counted_as_a_visitor(site: Site) -> None:
    def unreadable(_cookie: str) -> Actor:
        raise Unavailable()

    bind(People(unreadable))
    async with opened(site, *[("192.0.2.1", "maya")] * 4) as answers:
        assert [answer[:3] for answer in answers] == ["101"] * 3 + ["429"]


@pytest.mark.parametrize("origin", ["", "null", "https://evil.example", "http://localhost"])
async def test_other_sites_are_refused_with_a_sentence(site: Site, origin: str) -> None:
    async with site.socket(origin=origin) as answer:
        assert answer == f"403 {connections.FOREIGN}"
    assert site.scopes == []


async def test_reflex_learns_nothing_that_a_proxy_adds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TRUSTED_PROXIES", "1")
    site = Site()
    bind_people(MAYA)
    added = {"x_real_ip": "10.0.0.7", "x_amz_cf_id": "secret", "cf_connecting_ip": "10.0.0.7"}
    more = {"user_agent": "Browser", "authorization": "Basic x", "sec_websocket_protocol": "0.10.1"}
    async with site.socket(
        "10.0.0.7",
        x_forwarded_for="6.6.6.6, 203.0.113.9",
        cookie="rb_session=maya",
        upgrade="websocket",
        connection="Upgrade",
        host="localhost",
        **added,
        **more,
    ) as answer:
        assert answer == "101"
    (scope,) = site.scopes
    kept = {"origin", "cookie", "upgrade", "connection", "host"}
    assert {name.decode() for name, _ in scope["headers"]} == kept
    assert scope["client"] == ("203.0.113.9", 1)


async def test_the_layers_behind_learn_whose_socket_it_is(site: Site) -> None:
    crowd, maya = ("192.0.2.1", "none"), ("192.0.2.1", "maya")
    async with opened(site, crowd, maya, ("2001:db8::1", "none")):
        assert [scope[HOLDER] for scope in site.scopes] == [
            Holder("192.0.2.1"),
            Holder("maya", is_member=True),
            Holder("2001:0db8:0000:0000", site="2001:0db8:0000::/48"),
        ]

"""R3 and R4: nothing that a visitor may do as often as they like fills the log or the sockets."""

import asyncio
import re
import resource
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager, suppress
from pathlib import Path

import httpx
import pytest

from rookiebattle.core.errors import TooSlow
from rookiebattle.core.limits import MOST_DESCRIPTORS
from rookiebattle.core.telemetry.logs import MOST_LINES
from rookiebattle.pages.chapters.state import StartChapterState
from rookiebattle.ui.state import ShellState
from tests.matrix.cast import Cast
from tests.reflex_internals import event_of
from tests.servers.application import Application
from tests.servers.resident import children, descriptors
from tests.walls.fuzz import FORM
from tests.walls.raw_socket import RawSocket, handshake
from tests.walls.settings import SETTINGS
from tests.wire.socket_client import HYDRATE, STATE, SocketClient

pytestmark = pytest.mark.anyio
TIMES = 60
OF_ADDRESS, OF_MEMBER, ROUNDS = 20, 5, 2
FIRST = {"name": HYDRATE, "payload": {}, "router_data": {}}
SEND = event_of(StartChapterState.event_handlers["send"])
SHELL = ShellState.get_full_name()
FORMS = [
    {FORM: 5},
    {FORM: "text"},
    {FORM: None},
    {FORM: [5]},
    {FORM: [["a"]]},
    {FORM: [["a", "b", "c"]]},
    {FORM: [[["a"], "b"]]},
    {FORM: {"a": "b"}},
    # A field with Reflex's own key becomes a form again when Reflex reads it.
    {FORM: [[FORM, "5"]]},
]


async def test_no_form_is_unforeseen_and_fills_the_log(site: Application) -> None:
    before = len(site.log())
    async with SocketClient(site.url) as tab:
        for form in FORMS:
            answers = tab.of(SHELL)["answers"]
            await tab.send(SEND, form=form)
            await tab.until(lambda answers=answers: tab.of(SHELL)["answers"] > answers)
            assert tab.of(SHELL)["toast"]["text"] == "Something in the form isn’t right."
    assert "Traceback" not in site.log()[before:]


@pytest.mark.parametrize(
    "stored",
    [{"no.such.state.var": "x"}, {"": "x"}, {"reflex___state____state.no_such": 5}, {"a": {}}],
)
async def test_nothing_in_the_storage_of_a_browser_is_unforeseen(
    stored: dict[str, object], site: Application
) -> None:
    before = len(site.log())
    async with SocketClient(site.url) as tab:
        tab.of(STATE)["is_hydrated"] = False
        await tab.send(HYDRATE, vars=stored)
        await tab.until(lambda: tab.of(STATE)["is_hydrated"] is True)
    assert "Traceback" not in site.log()[before:]


async def test_no_address_of_a_page_is_unforeseen(site: Application) -> None:
    before = len(site.log())
    for path in ("[", "//[", "\u2100", "/events?[=&self=1&__init__=2", "/events#[", "/\u2100"):
        event = {"name": HYDRATE, "payload": {}, "router_data": {"asPath": path}}
        async with RawSocket(site.url) as socket:
            await socket.connect({"event": event})
            await socket.settled(0.1)
    assert "Traceback" not in site.log()[before:]


async def test_a_refused_sign_in_is_told_a_few_times_and_then_counted(site: Application) -> None:
    async with httpx.AsyncClient(base_url=site.url) as client:
        for number in range(TIMES):
            await client.get("/api/callback", params={"state": f"s{number}", "code": "c"})
    # A minute may end meanwhile, and the next one has its own lines.
    assert 0 < site.log().count("sign-in refused") <= 2 * MOST_LINES < TIMES


async def test_a_page_of_another_version_is_told_of_a_few_times(site: Application) -> None:
    schemas = (f"an-old-schema-{number}" for number in range(TIMES))
    for schema in schemas:
        async with RawSocket(site.url) as socket:
            await socket.connect({"state_schema": schema})
            await socket.until("sid")
    assert len(re.findall("an-old-schema-[0-9]+ ", site.log())) <= 2 * MOST_LINES < TIMES


@contextmanager
def few_descriptors() -> Iterator[None]:
    """Programs that are started meanwhile begin with 512 descriptors, as on some systems."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (512, hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.fixture(scope="module")
def impatient_site(
    population: tuple[Cast, str], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Application]:
    """A site that the system starts with few descriptors."""
    folder: Path = tmp_path_factory.mktemp("impatient")
    limits = {
        "TRUSTED_PROXIES": "1",
        "SOCKETS_PER_ADDRESS": str(OF_ADDRESS),
        "SOCKETS_PER_MEMBER": str(OF_MEMBER),
    }
    with few_descriptors():
        running = Application(
            folder,
            database_url=population[1],
            settings={**SETTINGS, **limits},
            target="tests.walls.impatient:app",
        )
    yield running
    running.stop()


def from_address(site: Application, address: str, cookie: str = "") -> RawSocket:
    """A socket from this address. Each test has its own: sockets of others may still be closing."""
    return RawSocket(site.url, cookie=cookie, **{"x-forwarded-for": address})


async def joined(stack: AsyncExitStack, socket: RawSocket) -> RawSocket:
    """Open a socket until the stack ends, and join the namespace of the pages with it."""
    await stack.enter_async_context(socket)
    await socket.connect({"event": FIRST})
    await socket.until("is_hydrated")
    return socket


async def test_sockets_that_never_join_are_closed(impatient_site: Application) -> None:
    async with AsyncExitStack() as stack:
        left = await joined(stack, from_address(impatient_site, "203.0.113.5"))
        stays = await joined(stack, from_address(impatient_site, "203.0.113.5"))
        silent = from_address(impatient_site, "203.0.113.5")
        await stack.enter_async_context(silent)
        await left.text("41/_event,")
        assert await silent.closed(60) == await left.closed(60) == 1008
        assert stays.is_open


async def test_a_socket_that_was_closed_leaves_no_descriptor(impatient_site: Application) -> None:
    """The first round also leaves what the site opens once, so later rounds are compared with it.

    All rounds together open more than what sockets of earlier tests could hide.
    """
    pid = impatient_site.program.process.pid
    await _closed_by_the_site(impatient_site)
    left_once = descriptors(pid)
    for _ in range(ROUNDS):
        await _closed_by_the_site(impatient_site)
    async with asyncio.timeout(60):
        while descriptors(pid) > left_once + 2:
            await asyncio.sleep(0.05)


async def _closed_by_the_site(site: Application) -> None:
    """Open as many silent sockets as an address may have, and wait until the site closed each."""
    async with AsyncExitStack() as stack:
        silent = [from_address(site, "203.0.113.6") for _ in range(OF_ADDRESS)]
        for socket in silent:
            await stack.enter_async_context(socket)
        for socket in silent:
            await socket.closed(60)


async def test_open_sockets_are_limited_and_members_are_not_counted_with_visitors(
    impatient_site: Application, cast: Cast
) -> None:
    url, here = impatient_site.url, "203.0.113.7"
    other, organizer = cast.cookies["other"], cast.cookies["organizer"]

    def asked(cookie: str = "", address: str = here) -> str:
        headers = {"x-forwarded-for": address, **({"cookie": cookie} if cookie else {})}
        return handshake(url, origin=url, **headers).split()[1]

    async with AsyncExitStack() as stack:
        for _ in range(OF_ADDRESS):
            await joined(stack, from_address(impatient_site, here))
        assert (asked(), asked(address="203.0.113.8")) == ("429", "101")
        for _ in range(OF_MEMBER):
            await joined(stack, from_address(impatient_site, here, other))
        assert (asked(other), asked(organizer)) == ("429", "101")


@pytest.mark.parametrize(
    ("method", "path", "role", "status"),
    [
        ("POST", "/api/events", "member", 408),
        # Nobody reads these bodies.
        ("POST", "/api/events", "", 401),
        ("GET", "/api/events", "", 200),
        ("GET", "/events", "", 200),
        ("POST", "/_event/", "", 400),
    ],
)
async def test_no_slow_body_keeps_its_connection(
    method: str, path: str, role: str, status: int, impatient_site: Application, cast: Cast
) -> None:
    port = impatient_site.port
    cookie = f"Cookie: {cast.cookies[role]}\r\n" if role else ""
    head = (
        f"{method} {path} HTTP/1.1\r\nHost: localhost:{port}\r\nOrigin: {impatient_site.url}\r\n"
        f"Content-Type: application/json\r\nContent-Length: 100000\r\n{cookie}\r\n"
    )
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(head.encode())
    dripping = asyncio.create_task(_drip(writer))
    try:
        async with asyncio.timeout(30):
            answer = (await reader.read()).decode()
    finally:
        dripping.cancel()
        writer.close()
    assert answer.startswith(f"HTTP/1.1 {status} ")
    assert (TooSlow.default in answer) == (status == 408)


async def _drip(writer: asyncio.StreamWriter) -> None:
    """Send a byte of the body ten times a second, until the site hangs up."""
    with suppress(ConnectionError):
        while True:
            writer.write(b" ")
            await writer.drain()
            await asyncio.sleep(0.1)


def test_a_worker_takes_as_many_descriptors_as_it_may_have(impatient_site: Application) -> None:
    master = impatient_site.program.process.pid
    limits = [Path(f"/proc/{worker}/limits").read_text() for worker in children(master)]
    found = [re.findall(r"Max open files\s+(\d+)\s+(\d+)", text)[0] for text in limits]
    assert any(int(soft) == min(int(hard), MOST_DESCRIPTORS) for soft, hard in found)

"""The site behind each configuration of deploy/, with encryption: cookies, websocket, HTTP/2."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, WebSocket, expect

from rookiebattle import routes
from rookiebattle.core.db import Database
from tests.journeys.hosting import Hosting
from tests.journeys.people import Person, person
from tests.journeys.stage import MEMBER, Stage
from tests.servers.application import Application
from tests.servers.chromium import browser_of_https
from tests.servers.nginx import Nginx, settings_behind
from tests.servers.programs import free_port
from tests.servers.provider import OpenIdProvider


@dataclass
class Encrypted:
    """A site that browsers reach over https alone; nginx is at `port` and `plain_port`."""

    port: int
    plain_port: int
    url: str
    api_url: str
    stage: Stage


@contextmanager
def behind_nginx(template: Path, folder: Path) -> Iterator[Encrypted]:
    """With deploy/nginx.conf, which has no files."""
    shutil.copy(template, folder / "site.db")
    database_url, site = f"sqlite:///{folder}/site.db", free_port()
    nginx = Nginx(folder / "nginx", "nginx.conf", [site], encrypts=True)
    # Pages that were built for localhost expect an encrypted site at the usual port.
    url = "https://localhost"
    provider = OpenIdProvider(folder, url + routes.LOGIN_CALLBACK)
    settings = {**provider.settings, **settings_behind(url), "DEMO_DATA": "false"}
    application = Application(folder, database_url=database_url, port=site, settings=settings)
    database = Database(database_url)
    yield Encrypted(nginx.port, nginx.plain_port, url, url, Stage(database))
    database.dispose()
    for server in (application, provider, nginx):
        server.stop()


@contextmanager
def of_files(
    template: Path, folder: Path, browser: Browser, *, has_two: bool
) -> Iterator[Encrypted]:
    """With deploy/nginx-static.conf, or with nginx-two-domains.conf."""
    with Hosting(folder, template, browser, has_two=has_two, encrypts=True) as running:
        one = running.hosted
        yield Encrypted(one.port, running.plain_port, one.url, one.api_url, one.stage)


@pytest.fixture(params=["nginx.conf", "nginx-static.conf", "nginx-two-domains.conf"])
def encrypted(
    request: pytest.FixtureRequest, sqlite_template: Path, tmp_path: Path, browser: Browser
) -> Iterator[Encrypted]:
    if request.param == "nginx.conf":
        started = behind_nginx(sqlite_template, tmp_path)
    else:
        has_two = request.param == "nginx-two-domains.conf"
        started = of_files(sqlite_template, tmp_path, browser, has_two=has_two)
    with started as running:
        yield running


@pytest.fixture
def somebody(encrypted: Encrypted, browser: Browser) -> Iterator[Person]:
    with (
        browser_of_https(browser, encrypted.port) as own,
        person(own, encrypted.url) as one,
    ):
        yield one


def test_a_member_signs_in_and_registers_over_https(encrypted: Encrypted, somebody: Person) -> None:
    event_id = encrypted.stage.event("Spear Class", max_participants=8)
    encrypted.stage.person(MEMBER)
    sockets: list[WebSocket] = []
    somebody.page.on("websocket", lambda socket: sockets.extend([socket]))
    page = somebody.sign_in(MEMBER, f"/events/{event_id}")
    page.get_by_role("button", name="Register").first.click()
    somebody.expect_toast("Successfully registered for event!")
    expected = encrypted.api_url.replace("https", "wss") + routes.SOCKET
    assert {one.url.startswith(expected) for one in sockets} == {True}
    cookies = {one["name"]: one for one in page.context.cookies()}
    session = cookies["__Host-rb_session"]
    assert (session["secure"], session["httpOnly"], session["path"]) == (True, True, "/")
    assert session["domain"] == encrypted.api_url.removeprefix("https://")
    spoken = "performance.getEntriesByType('navigation')[0].nextHopProtocol"
    assert page.evaluate(spoken) == "h2"
    page.reload()
    expect(page.get_by_role("button", name="Unregister").first).to_be_visible()


def test_an_address_without_encryption_leads_to_https(encrypted: Encrypted) -> None:
    for address in {encrypted.url, encrypted.api_url}:
        host = address.removeprefix("https://")
        plain = f"http://127.0.0.1:{encrypted.plain_port}/events?page=2"
        answer = httpx.get(plain, headers={"host": host})
        assert answer.status_code == 301
        assert answer.headers["location"] == f"{address}/events?page=2"


def test_every_answer_of_an_encrypted_site_forbids_going_back_to_http(encrypted: Encrypted) -> None:
    asked = ((encrypted.url, "/events"), (encrypted.api_url, "/api/events"))
    with httpx.Client(verify=False) as client:  # noqa: S501 # nosec B501 - our own certificate
        for address, path in asked:
            host = address.removeprefix("https://")
            # nginx chooses the server by the name, and no resolver knows it.
            answer = client.get(
                f"https://127.0.0.1:{encrypted.port}{path}",
                headers={"host": host},
                extensions={"sni_hostname": host},
            )
            assert answer.status_code == 200
            assert answer.headers["strict-transport-security"] == "max-age=31536000"

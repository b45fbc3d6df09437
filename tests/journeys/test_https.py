"""The site behind deploy/nginx.conf as it is, encryption included: cookies, websocket, HTTP/2."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, WebSocket, expect

from rookiebattle import routes
from rookiebattle.core.db import Database
from tests.journeys.people import Person, person
from tests.journeys.stage import MEMBER, Stage
from tests.servers.application import Application
from tests.servers.chromium import browser_of_https
from tests.servers.nginx import Nginx, settings_behind
from tests.servers.programs import free_port
from tests.servers.provider import OpenIdProvider


@dataclass
class Encrypted:
    """A site that browsers reach over https alone."""

    nginx: Nginx
    url: str
    stage: Stage


@pytest.fixture
def encrypted(sqlite_template: Path, tmp_path: Path) -> Iterator[Encrypted]:
    shutil.copy(sqlite_template, tmp_path / "site.db")
    database_url, site = f"sqlite:///{tmp_path}/site.db", free_port()
    nginx = Nginx(tmp_path / "nginx", "nginx.conf", [site], encrypts=True)
    # Pages that were built for localhost expect an encrypted site at the usual port.
    url = "https://localhost"
    provider = OpenIdProvider(tmp_path, url + routes.LOGIN_CALLBACK)
    settings = {**provider.settings, **settings_behind(url), "DEMO_DATA": "false"}
    application = Application(tmp_path, database_url=database_url, port=site, settings=settings)
    database = Database(database_url)
    yield Encrypted(nginx, url, Stage(database))
    database.dispose()
    for server in (application, provider, nginx):
        server.stop()


@pytest.fixture
def somebody(encrypted: Encrypted, browser: Browser) -> Iterator[Person]:
    with (
        browser_of_https(browser, encrypted.nginx.port) as own,
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
    expected = "wss://localhost" + routes.SOCKET
    assert {one.url.startswith(expected) for one in sockets} == {True}
    cookies = {one["name"]: one for one in page.context.cookies()}
    session = cookies["__Host-rb_session"]
    assert (session["secure"], session["httpOnly"], session["path"]) == (True, True, "/")
    spoken = "performance.getEntriesByType('navigation')[0].nextHopProtocol"
    assert page.evaluate(spoken) == "h2"
    page.reload()
    expect(page.get_by_role("button", name="Unregister").first).to_be_visible()


def test_an_address_without_encryption_leads_to_https(encrypted: Encrypted) -> None:
    answer = httpx.get(f"http://localhost:{encrypted.nginx.plain_port}/events?page=2")
    assert answer.status_code == 301
    assert answer.headers["location"] == "https://localhost/events?page=2"

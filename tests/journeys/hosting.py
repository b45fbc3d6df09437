"""A site whose pages nginx serves as files, with one address or with two, over https alone."""

import shutil
import sys
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import httpx
from playwright.sync_api import Browser

from rookiebattle import routes
from rookiebattle.core.database.db import Database
from rookiebattle.manage.processes import run_quietly
from rookiebattle.manage.serve import of_the_build
from rookiebattle.manage.static import OF_THE_COPY
from tests.journeys.stage import Stage
from tests.servers.application import Application
from tests.servers.chromium import browser_of_https
from tests.servers.nginx import Nginx
from tests.servers.programs import free_port
from tests.servers.provider import OpenIdProvider
from tests.stripe_double.double import StripeDouble

ADMIN = "admin@example.org"
# The event that there is when the files are written.
WRITTEN = "Written Before"


@dataclass
class Door:
    """An nginx, and a browser that reaches the site through it alone."""

    nginx: Nginx
    browser: Browser


@dataclass
class Hosted:
    """A site whose pages nginx serves from files. At one address, `bare` is an nginx without any.

    Pages that were built for localhost expect an encrypted site at the usual port, so the addresses
    have no port.
    """

    url: str
    api_url: str
    application: Application
    door: Door
    bare: Door | None
    stage: Stage
    written: str

    @property
    def has_two(self) -> bool:
        return self.url != self.api_url

    def ask(
        self,
        path: str,
        accept: str = "identity",
        *,
        at: str = "",
        method: str = "GET",
        door: Door | None = None,
        **headers: str,
    ) -> httpx.Response:
        """The answer of nginx at the address of the pages, or at another one.

        No resolver has to know its name, by which nginx chooses the server.
        """
        name = (at or self.url).removeprefix("https://")
        told = {key.replace("_", "-"): value for key, value in headers.items()}
        with httpx.Client(verify=False) as client:  # noqa: S501 # nosec B501 - our own certificate
            return client.request(
                method,
                f"https://127.0.0.1:{(door or self.door).nginx.port}{path}",
                headers={"host": name, "accept-encoding": accept, **told},
                extensions={"sni_hostname": name},
            )

    def ask_site(self, path: str) -> httpx.Response:
        """The answer of the site itself, without nginx."""
        given = {"accept-encoding": "identity"}
        return httpx.get(f"http://127.0.0.1:{self.application.port}{path}", headers=given)


class Hosting:
    """Starts the servers of a variant."""

    def __init__(self, folder: Path, template: Path, browser: Browser, *, has_two: bool) -> None:
        self._folder, self._name = folder, "club.localhost" if has_two else "localhost"
        self._browser, self._running = browser, ExitStack()
        site = free_port()
        url = f"https://{'www.' if has_two else ''}{self._name}"
        api_url = f"https://api.{self._name}" if has_two else url
        shutil.copy(template, folder / "site.db")
        database_url = f"sqlite:///{folder}/site.db"
        database = Database(database_url)
        provider = OpenIdProvider(folder, url + routes.LOGIN_CALLBACK)
        hook = f"http://127.0.0.1:{site}{routes.STRIPE_WEBHOOK}"
        self.double = self._running.enter_context(
            StripeDouble(webhook_url=hook, site=url, at_once=True)
        )
        settings = {
            **provider.settings,
            **self.double.settings,
            "PUBLIC_URL": url,
            "API_URL": api_url if has_two else "",
            "TRUSTED_PROXIES": "1",
            "ADMIN_EMAILS": ADMIN,
            "DEMO_DATA": "false",
            "DATABASE_URL": database_url,
        }
        stage = Stage(database)
        written = stage.event(WRITTEN, description="Bring water.")
        self._write(settings)
        application = Application(folder, database_url=database_url, port=site, settings=settings)
        for end in (database.dispose, provider.stop, application.stop):
            self._running.callback(end)
        door = self._open("nginx-two-domains.conf" if has_two else "nginx-static.conf", site)
        bare = None if has_two else self._open("nginx.conf", site)
        self.hosted = Hosted(url, api_url, application, door, bare, stage, written)

    def _open(self, conf: str, site: int) -> Door:
        files = self._folder / "static"
        nginx = Nginx(
            self._folder / conf, conf, [site], name=self._name, files=files, encrypts=True
        )
        self._running.callback(nginx.stop)
        return Door(nginx, self._running.enter_context(browser_of_https(self._browser, nginx.port)))

    def _write(self, settings: dict[str, str]) -> None:
        command = [sys.executable, "-m", "tests.servers.altered", "rookiebattle.manage.static"]
        data = {"DATA_DIR": str(self._folder / "data"), "SESSION_SECRET": "x" * 32}
        run_quietly(
            [*command, str(self._folder / "static")],
            failure="No static files",
            extra={**of_the_build(), **settings, **data, **OF_THE_COPY},
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_args: object) -> None:
        self._running.close()

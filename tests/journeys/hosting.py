"""A site whose pages nginx serves as files, with one address or with two, encrypted or not."""

import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import httpx
from playwright.sync_api import Browser

from rookiebattle import routes
from rookiebattle.core.db import Database
from rookiebattle.manage.processes import run_quietly
from rookiebattle.manage.static import OF_THE_COPY
from tests.journeys.stage import Stage
from tests.servers.application import Application
from tests.servers.nginx import Nginx
from tests.servers.programs import free_port
from tests.servers.provider import OpenIdProvider
from tests.stripe_double.double import StripeDouble

ADMIN = "admin@example.org"
# The event that there is when the files are written.
WRITTEN = "Written Before"


@dataclass
class Hosted:
    """A site whose pages nginx serves from files."""

    url: str
    api_url: str
    port: int
    application: Application
    browser: Browser
    stage: Stage
    written: str

    @property
    def has_two(self) -> bool:
        return self.url != self.api_url

    def ask(self, path: str, accept: str = "identity", **headers: str) -> httpx.Response:
        """What nginx answers without encryption at the address of the pages.

        No resolver has to know its name.
        """
        host = self.url.removeprefix("http://")
        given = {"host": host, "accept-encoding": accept, **headers}
        return httpx.get(f"http://127.0.0.1:{self.port}{path}", headers=given)

    def ask_site(self, path: str) -> httpx.Response:
        """What the site itself answers, without nginx."""
        given = {"accept-encoding": "identity"}
        return httpx.get(f"http://127.0.0.1:{self.application.port}{path}", headers=given)


class Hosting:
    """Starts the servers of a variant."""

    def __init__(
        self,
        folder: Path,
        template: Path,
        browser: Browser,
        *,
        has_two: bool,
        encrypts: bool = False,
    ) -> None:
        site, port = free_port(), free_port()
        self._folder, name = folder, "club.localhost" if has_two else "localhost"
        # Pages that were built for localhost expect an encrypted site at the usual port.
        scheme, at_port = ("https", "") if encrypts else ("http", f":{port}")
        url = f"{scheme}://{'www.' if has_two else ''}{name}{at_port}"
        api_url = f"{scheme}://api.{name}{at_port}" if has_two else url
        shutil.copy(template, folder / "site.db")
        database_url = f"sqlite:///{folder}/site.db"
        self.provider = OpenIdProvider(folder, url + routes.LOGIN_CALLBACK)
        hook = f"http://127.0.0.1:{site}{routes.STRIPE_WEBHOOK}"
        self.double = StripeDouble(webhook_url=hook, at_once=True)
        self.double.__enter__()
        settings = {
            **self.provider.settings,
            **self.double.settings,
            "PUBLIC_URL": url,
            "API_URL": api_url if has_two else "",
            "TRUSTED_PROXIES": "1",
            "ADMIN_EMAILS": ADMIN,
            "DEMO_DATA": "false",
            "DATABASE_URL": database_url,
        }
        self._database = Database(database_url)
        stage = Stage(self._database)
        written = stage.event(WRITTEN, description="Bring water.")
        self._write(settings)
        conf = f"nginx-{'two-domains' if has_two else 'static'}.conf"
        self.application = Application(
            folder, database_url=database_url, port=site, settings=settings
        )
        files = folder / "static"
        self._nginx = Nginx(
            folder / "nginx", conf, [site], name=name, port=port, files=files, encrypts=encrypts
        )
        self.hosted = Hosted(url, api_url, port, self.application, browser, stage, written)

    def _write(self, settings: dict[str, str]) -> None:
        folder = str(self._folder / "static")
        command = [sys.executable, "-m", "rookiebattle.manage.static", folder]
        data = {"DATA_DIR": str(self._folder / "data"), "SESSION_SECRET": "x" * 32}
        run_quietly(command, failure="No static files", extra={**settings, **data, **OF_THE_COPY})

    @property
    def plain_port(self) -> int:
        """Where nginx sends everybody on to https."""
        return self._nginx.plain_port

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_args: object) -> None:
        self._nginx.stop()
        self.application.stop()
        self.provider.stop()
        self._database.dispose()
        self.double.__exit__(None, None, None)

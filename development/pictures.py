"""`make pictures`: photographs the demo site for the README, into docs/pictures."""

import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import httpx

from development.testing import install_system_packages, system_chromium
from rookiebattle import routes
from rookiebattle.accounts.demo import DEMO_ACCOUNTS
from rookiebattle.manage.build import build_if_changed
from rookiebattle.manage.console import step
from rookiebattle.manage.first_process import HOST, wait_until_up
from rookiebattle.manage.processes import ROOT, environment, run_quietly
from rookiebattle.manage.serve import granian, of_the_build

if TYPE_CHECKING:
    from playwright.sync_api import Browser

FOLDER = ROOT / "docs/pictures"
EVENT = "Small Group Spear Class"
"""An event of the demo data with a seat limit and a price: it has all that such a page can show."""
DESKTOP, PHONE = (1440, 900), (390, 844)
QUALITY = 82


@dataclass(frozen=True, slots=True)
class Picture:
    """A photograph of one page, as a visitor or the first demo account sees it."""

    name: str
    path: str
    size: tuple[int, int] = DESKTOP
    signed_in: bool = False


PICTURES = (
    Picture("start", routes.HOME),
    Picture("dashboard", routes.HOME, signed_in=True),
    Picture("chapters", routes.CHAPTERS),
    Picture("calendar", routes.EVENTS),
    Picture("event-phone", "", PHONE, signed_in=True),
)
"""The pictures of the README. The path of an event has an id, so it is asked for."""


def pictures_command(arguments: list[str]) -> None:
    """Build what changed, serve fresh demo data on a free port, and write every picture."""
    folder = Path(arguments[0]) if arguments else FOLDER
    install_system_packages()
    build_if_changed()
    folder.mkdir(parents=True, exist_ok=True)
    with demo_site() as url, step(f"Photographing {len(PICTURES)} pages"):
        photograph(url, folder)


@contextmanager
def demo_site() -> Iterator[str]:
    """The address of a site with the demo data of this minute, as long as the block lasts."""
    port = _free_port()
    with TemporaryDirectory() as place:
        settings = {
            **of_the_build(),
            "DATA_DIR": str(Path(place, "files")),
            "DATABASE_URL": f"sqlite:///{Path(place, 'site.db')}",
            "REFLEX_STATES_WORKDIR": str(Path(place, "states")),
            "PUBLIC_URL": "",
            "PORT": str(port),
            "DEMO_DATA": "true",
        }
        with step("Filling a site with the demo data"):
            verb = [sys.executable, "-m", "rookiebattle.manage", "seed"]
            run_quietly(verb, failure="The demo data could not be written.", extra=settings)
        command = [str(part) for part in granian(port, 1)]
        with subprocess.Popen(command, cwd=ROOT, env=environment(settings)) as server:
            try:
                wait_until_up(server, port)
                yield f"http://localhost:{port}"
            finally:
                server.terminate()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
    return port


def photograph(url: str, folder: Path) -> None:
    """Write every picture of the site at this address."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        arguments = ["--headless", "--no-sandbox", "--disable-gpu"]
        browser = playwright.chromium.launch(executable_path=system_chromium(), args=arguments)
        for picture in PICTURES:
            _photograph(browser, url, picture, folder)
        browser.close()


def _photograph(browser: "Browser", url: str, picture: Picture, folder: Path) -> None:
    width, height = picture.size
    view = browser.new_page(
        viewport={"width": width, "height": height},
        color_scheme="light",
        reduced_motion="reduce",
    )
    if picture.signed_in:
        view.goto(url + routes.LOGIN)
        view.get_by_role("link", name=DEMO_ACCOUNTS[0].name).click()
        view.wait_for_url(f"{url}/")
    view.goto(url + (picture.path or event_path(url)))
    view.wait_for_function("() => document.getElementById('live')?.dataset.live")
    # A part that is still loading has a block of its size with this mark.
    view.wait_for_function("() => !document.querySelector('main [aria-busy=true]')")
    view.evaluate("document.fonts.ready.then(() => true)")
    view.wait_for_load_state("networkidle")
    file = folder / f"{picture.name}.jpg"
    view.screenshot(path=file, type="jpeg", quality=QUALITY, animations="disabled")
    view.close()


def event_path(url: str) -> str:
    """The page of the event that is shown."""
    found = httpx.get(f"{url}{routes.API}{routes.EVENTS}?limit=500").json()
    return routes.event(next(one["id"] for one in found if one["title"] == EVENT))

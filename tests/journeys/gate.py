"""The gate of an event as it is worked: on its own page, and as a roster."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

import httpx
import segno
from playwright.sync_api import Locator, Page, expect

from rookiebattle.core.actor import OPERATOR
from rookiebattle.gate.service.entrance import read_poster
from tests.journeys.people import Person
from tests.journeys.site import Site
from tests.journeys.stage import Stage

# A camera that sees nothing, and a browser that finds the code that a test has put there.
FAKE_SCANNER = """
  window.codes = [];
  window.BarcodeDetector = class {
    static getSupportedFormats = async () => ["qr_code"];
    detect = async () => window.codes.splice(0).map((rawValue) => ({ rawValue }));
  };
  const canvas = document.createElement("canvas");
  setInterval(() => canvas.getContext("2d").fillRect(0, 0, 9, 9), 50);
  navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(10);
"""
KEPT = """
  Promise.all([caches.has("gate"), indexedDB.databases()])
    .then(([pages, databases]) => [pages, databases.some(({ name }) => name === "gate")])
"""
IS_KEPT = """
  caches.open("gate").then((pages) => pages.match(location.pathname)).then(Boolean)
"""
CONTROLLED = "navigator.serviceWorker.ready.then(() => !!navigator.serviceWorker.controller)"
# A phone whose clock `look_at` moves. The page takes this class before its own scripts run.
MOVABLE_CLOCK = """
  window.ahead = 0;
  const Real = Date;
  window.Date = class Date extends Real {
    constructor(...parts) { super(...(parts.length ? parts : [Real.now() + window.ahead])); }
    static now() { return Real.now() + window.ahead; }
  };
"""


def opened(page: Page, name: str) -> Locator:
    """The dialog of a row of the roster, after a press on its name."""
    page.get_by_role("button", name=name, exact=True).click()
    return page.get_by_role("dialog", name=name, exact=True)


def row(page: Page, name: str) -> Locator:
    return page.get_by_role("list", name="People").get_by_role("button", name=name)


def there(page: Page, count: int) -> None:
    expect(page.get_by_role("button", name=f"{count} Here")).to_be_visible()


def check_in(page: Page) -> None:
    page.get_by_role("dialog").get_by_role("button", name="Check In", exact=True).click()


@contextmanager
def without_network(one: Person) -> Iterator[None]:
    """Wait until the gate is kept, lose the network, and have it again in the end."""
    one.wait_until(lambda: bool(one.page.evaluate(CONTROLLED)))
    one.wait_until(lambda: bool(one.page.evaluate(IS_KEPT)))
    one.lost_network = True
    one.page.context.set_offline(True)
    yield
    one.page.context.set_offline(False)


def pass_of(site: Site, email: str, event_id: str) -> str:
    name, value = site.cookie_of(email)
    asked = {"eventId": event_id}
    answer = httpx.get(f"{site.url}/api/pass", params=asked, cookies={name: value})
    return str(answer.json()["token"])


def way_in(stage: Stage, event_id: str) -> str:
    """The path behind the code of an event's poster."""
    with stage._database.unit_of_work(write=False) as session:
        found: str = read_poster(session, OPERATOR, event_id=event_id).path
        return found


def look_at(page: Page, at: datetime) -> None:
    """Let the clock of a phone with `MOVABLE_CLOCK` show this time."""
    page.evaluate("(at) => { window.ahead += at - Date.now(); }", 1000 * at.timestamp())


def film_of(code: str, path: Path) -> Path:
    """Write what a camera sees that looks at this QR code: one picture, in shades of gray."""
    drawn = segno.make(code, error="m").matrix
    width, height, module = 640, 480, 400 // len(drawn)
    picture, edge = bytearray(b"\xeb" * (width * height)), (height - module * len(drawn)) // 2
    for y in range(module * len(drawn)):
        for x in range(module * len(drawn)):
            if drawn[y // module][x // module]:
                picture[(y + edge) * width + x + edge] = 16
    head = f"YUV4MPEG2 W{width} H{height} F10:1 Ip A1:1 C420jpeg\nFRAME\n".encode()
    path.write_bytes(head + picture + b"\x80" * (width * height // 2))
    return path

"""Chromium for the journeys: headless, and connected to nothing but loopback."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from rookiebattle.manage.testing import CHROMIUM

ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE *localhost, EXCLUDE 127.0.0.1",
]


@contextmanager
def started_browser() -> Iterator[Browser]:
    """The system's Chromium, or Playwright's own on systems that have none."""
    system = str(CHROMIUM) if CHROMIUM.exists() else None
    with sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=system, args=ARGUMENTS)
        except PlaywrightError as failed:
            pytest.fail(
                f"{failed}\nChromium does not start. Install it: apt-get install chromium, "
                "or playwright install chromium",
                pytrace=False,
            )
        yield browser
        browser.close()

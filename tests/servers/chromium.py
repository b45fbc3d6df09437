"""Chromium for the journeys: headless, and connected to nothing but loopback."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from development.testing import CHROMIUM_PACKAGE, system_chromium

ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # A page opens in the renderer of the one beside it. Starting one takes a third of its time.
    "--process-per-site",
]
NOWHERE = "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
SYSTEM = system_chromium()


@contextmanager
def started_browser(*more: str) -> Iterator[Browser]:
    """The browser that all journeys share; `more` are further arguments."""
    rules = f"--host-resolver-rules={NOWHERE}, EXCLUDE *localhost"
    with sync_playwright() as playwright:
        try:
            arguments = [*ARGUMENTS, rules, *more]
            browser = playwright.chromium.launch(executable_path=SYSTEM, args=arguments)
        except PlaywrightError as failed:
            pytest.fail(
                f"{failed}\nChromium does not start. Install it: "
                f"apt-get install {CHROMIUM_PACKAGE}, or playwright install chromium",
                pytrace=False,
            )
        yield browser
        browser.close()


@contextmanager
def browser_of_https(browser: Browser, port: int) -> Iterator[Browser]:
    """A browser of its own that reaches a server on another port at `https://…localhost`."""
    rules = f"MAP *localhost:443 127.0.0.1:{port}, MAP *localhost 127.0.0.1, {NOWHERE}"
    started = browser.browser_type.launch(
        executable_path=SYSTEM, args=[*ARGUMENTS, f"--host-resolver-rules={rules}"]
    )
    yield started
    started.close()


@contextmanager
def browser_with_camera(browser: Browser, film: Path) -> Iterator[Browser]:
    """A browser of its own whose camera shows this film (YUV4MPEG2), and that asks nobody."""
    rules = f"--host-resolver-rules={NOWHERE}, EXCLUDE *localhost"
    camera = ("device-for-media-stream", "ui-for-media-stream")
    started = browser.browser_type.launch(
        executable_path=SYSTEM,
        args=[
            *(*ARGUMENTS, rules, *(f"--use-fake-{one}" for one in camera)),
            f"--use-file-for-fake-video-capture={film}",
        ],
    )
    yield started
    started.close()

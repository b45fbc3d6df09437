"""Starts WebKit's MiniBrowser, on a screen that nobody sees, and Firefox, which needs none."""

from collections.abc import Iterator
from contextlib import contextmanager
from os import environ
from pathlib import Path
from subprocess import PIPE, Popen

from development.testing import FIREFOX, WEBKIT, XVFB, mini_browser
from tests.engines.webdriver import OverHttp, OverMarionette, OverPlaywright, WebDriver
from tests.servers.chromium import started_browser
from tests.servers.programs import Program, accepts_connections, free_port

SCREEN = ("-screen", "0", "1600x1200x24", "-nolisten", "tcp")
# Firefox asks nobody on the internet, and never shows its own first pages. Its bar lies over the
# page, as on phones: beside it, a page of 390 px has 378.
PREFERENCES = """\
user_pref("marionette.port", %d);
user_pref("app.update.disabledForTesting", true);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.startup.homepage_override.mstone", "ignore");
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("services.settings.server", "data:,#remote-settings-dummy/v1");
user_pref("ui.prefersReducedMotion", 1);
user_pref("ui.useOverlayScrollbars", 1);
"""


@contextmanager
def webkit(folder: Path) -> Iterator[WebDriver]:
    """The engine of Safari. Without the bar of its window it may be as narrow as a phone."""
    with Popen([XVFB, "-displayfd", "1", *SCREEN], stdout=PIPE) as screen:
        assert screen.stdout
        display = f":{screen.stdout.readline().decode().strip()}"
        port = free_port()
        driver = Program(
            [WEBKIT, f"--port={port}"],
            log=folder / "webkit.log",
            env={**environ, "DISPLAY": display, "HOME": str(folder)},
        )
        driver.wait_until(lambda: accepts_connections(port))
        arguments = ["--automation", "--full-screen"]
        options = {"binary": str(mini_browser()), "args": arguments}
        wire = OverHttp(port, {"webkitgtk:browserOptions": options})
        try:
            yield WebDriver(wire)
        finally:
            wire.close()
            driver.stop()
            screen.terminate()


@contextmanager
def firefox(folder: Path) -> Iterator[WebDriver]:
    """Firefox, with a profile of its own."""
    port, profile = free_port(), folder / "profile"
    profile.mkdir()
    (profile / "user.js").write_text(PREFERENCES % port)
    browser = Program(
        [
            *(FIREFOX, "--headless", "--no-remote", "--marionette", "--remote-allow-system-access"),
            *("--profile", profile, "about:blank"),
        ],
        log=folder / "firefox.log",
        env={**environ, "MOZ_HEADLESS_WIDTH": "1600", "MOZ_HEADLESS_HEIGHT": "1200"},
    )
    browser.wait_until(lambda: accepts_connections(port))
    wire = OverMarionette(port)
    try:
        yield WebDriver(wire)
    finally:
        wire.close()
        browser.stop()


@contextmanager
def chromium() -> Iterator[WebDriver]:
    """The engine of all other tests, to stand beside the two."""
    with started_browser() as browser:
        yield WebDriver(OverPlaywright(browser.new_page(reduced_motion="reduce")))


ENGINES = {"webkit": webkit, "firefox": firefox}

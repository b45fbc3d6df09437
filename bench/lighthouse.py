"""Lighthouse from npm in the Chromium of the journeys: the scores of a page, and what it found."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import sync_playwright

from development.testing import own_chromium, system_chromium
from rookiebattle.manage.console import CannotContinue
from rookiebattle.manage.node_packages import install_node_packages
from rookiebattle.manage.processes import TOOLS, run_quietly
from tests.servers.chromium import ARGUMENTS
from tests.servers.programs import Program, accepts_connections, free_port

TRIES = 3
PACKAGES = Path(__file__).with_name("node")
CATEGORIES = ("accessibility", "best-practices", "performance", "seo")


@dataclass(frozen=True, slots=True)
class Verdict:
    """Scores from 0 to 1 by category, and the titles of the audits that took points."""

    scores: Mapping[str, float]
    wrong: Mapping[str, list[str]]


def install() -> None:
    """Install Lighthouse only; it downloads no browser."""
    install_node_packages(PACKAGES)


@contextmanager
def chromium(folder: Path) -> Iterator[int]:
    """A Chromium that Lighthouse controls through the port."""
    port = free_port()
    command = [system_chromium() or own_chromium(), *ARGUMENTS, f"--remote-debugging-port={port}"]
    program = Program(
        [*command, f"--user-data-dir={folder / 'profile'}"], log=folder / "chromium.log"
    )
    try:
        program.wait_until(lambda: accepts_connections(port))
        yield port
    finally:
        program.stop()


def sign_in(port: int, url: str, cookie: Mapping[str, str]) -> None:
    """Give that Chromium a session. It is a cookie, because the socket sends no other header."""
    name, _, value = cookie["Cookie"].partition("=")
    with sync_playwright() as playwright:
        browser = playwright.chromium.connect_over_cdp(f"http://127.0.0.1:{port}")
        browser.contexts[0].add_cookies([{"name": name, "value": value, "url": url}])


def judge(port: int, url: str, report: Path) -> Verdict:
    """Open the page as Lighthouse's phone.

    On a busy machine Lighthouse sometimes misses the start of a page, and asks to run again.
    """
    for _ in range(TRIES - 1):
        with suppress(CannotContinue):
            return _judge(port, url, report)
    return _judge(port, url, report)


def _judge(port: int, url: str, report: Path) -> Verdict:
    run_quietly(
        [
            *(TOOLS / "node", PACKAGES / "node_modules/lighthouse/cli/index.js", url),
            *(f"--port={port}", "--output=json", f"--output-path={report}", "--quiet"),
            *(f"--only-categories={','.join(CATEGORIES)}", "--no-enable-error-reporting"),
        ],
        failure=f"Lighthouse could not judge {url}.",
    )
    return read(report.read_text(encoding="utf-8"))


def read(report: str) -> Verdict:
    """The verdict in Lighthouse's report."""
    whole = json.loads(report)
    found = whole["categories"]
    wrong = {
        name: [
            whole["audits"][part["id"]]["title"]
            for part in found[name]["auditRefs"]
            if part["weight"] and whole["audits"][part["id"]]["score"] not in (None, 1)
        ]
        for name in CATEGORIES
    }
    return Verdict({name: found[name]["score"] or 0.0 for name in CATEGORIES}, wrong)

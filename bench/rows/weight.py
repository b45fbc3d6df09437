"""P4: the bytes that a public page loads: scripts against the blank app, others against a limit."""

import gzip
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from urllib.parse import urlsplit

from playwright.sync_api import Browser

from bench import data
from bench.browser import loaded, started_browser
from bench.lab import Lab, Served
from bench.plan import Goal, Line, Plan, Sample, against_limit, compare
from bench.rows.pages import PAGES, blank_server

LIMITS = {"stylesheet": 15.0, "font": 60.0}  # KB
SHOWN = 4


def of_every_page(_plan: Plan, lab: Lab) -> Iterator[Line]:
    """One visit each, because a build weighs the same every time."""
    ours, blank = lab.ours(lab.database(data.Size())), blank_server(lab)
    with started_browser() as browser:
        least = weights(browser, blank, "/")
        ours_by_page = dict[str, dict[str, dict[str, float]]]()
        for page in PAGES:
            found = ours_by_page[page.name] = weights(browser, ours, page.path)
            yield scripts(page.name, found, least)
    for kind, limit in LIMITS.items():
        heaviest = max(ours_by_page.values(), key=lambda found: _sum(found[kind]))[kind]
        yield against_limit(
            "P4",
            f"{kind}s of the heaviest page",
            values=[_sum(heaviest)],
            limit=limit,
            unit="KB gz",
            notes=[_largest(heaviest)],
        )


def scripts(
    name: str,
    found: Mapping[str, Mapping[str, float]],
    least: Mapping[str, Mapping[str, float]],
    row: str = "P4",
) -> Line:
    """The line of the scripts of a page, against those of the blank app."""
    line = compare(
        row,
        f"scripts of {name}",
        ours=lambda: Sample(_sum(found["script"])),
        baseline=lambda: Sample(_sum(least["script"])),
        goal=Goal(most=1.2),
        unit="KB gz",
        plan=Plan(rounds=1),
    )
    line.notes.append(_largest(found["script"]))
    return line


def weights(browser: Browser, served: Served, path: str) -> dict[str, dict[str, float]]:
    """The KB of every file by kind. Fonts are packed in their own format."""
    files = loaded(browser, f"http://localhost:{served.port}{path}")
    return {
        kind: {
            address: len(body if kind == "font" else gzip.compress(body, 9)) / 1024
            for address, body in bodies.items()
        }
        for kind, bodies in files.items()
    }


def _sum(files: Mapping[str, float]) -> float:
    return sum(files.values())


def _largest(files: Mapping[str, float]) -> str:
    largest = sorted(files.items(), key=lambda item: -item[1])[:SHOWN]
    names = (f"{PurePosixPath(urlsplit(url).path).name} {size:.1f}" for url, size in largest)
    return f"{len(files)} files: {', '.join(names)}"

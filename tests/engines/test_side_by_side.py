"""The same screens of the demo data in three engines, on sheets for people to look at.

A machine sees two faults: a script that fails, and a page that is wider than its window.
"""

import io
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass

import httpx
import pytest
from PIL import Image

from rookiebattle.accounts.demo import DEMO_ACCOUNTS
from rookiebattle.seed.saturday import TITLE
from tests.engines.browsers import ENGINES, chromium
from tests.engines.walker import LINK, PHOTOGRAPHS, SIZES, Walker
from tests.servers.application import Application

CLASS = "Small Group Spear Class"
MEMBER, NEWCOMER, ADMIN = (DEMO_ACCOUNTS[place].name for place in (0, 5, 2))
MOST_SHOTS, GAP = 3, 12
QUIET = """
  const dialog = [...document.querySelectorAll("dialog:modal")].pop();
  return Boolean(dialog) === arguments[0]
    && (dialog?.getAnimations() ?? []).every(({ playState }) => playState === "finished")
    && !document.querySelector("main [aria-busy=true], .skeleton")
    && [...document.images].every((one) =>
      one.complete || one.getBoundingClientRect().top > innerHeight)
"""
DOWN = """
  const before = scrollY;
  window.scrollBy({ top: innerHeight - 90, behavior: "instant" });
  return scrollY > before + 90;
"""
OVERFLOW = "return document.documentElement.scrollWidth - document.documentElement.clientWidth"


@dataclass(frozen=True, slots=True)
class Screen:
    """A page as one account sees it, or the dialog behind a press on `pressed`."""

    name: str
    path: str
    pressed: str = ""


SCREENS: Mapping[str, tuple[Screen, ...]] = {
    "": (
        Screen("start", "/"),
        Screen("events-month", "/events"),
        Screen("events-list", "/events?view=list"),
        Screen("event", f"/events/{{{CLASS}}}"),
        Screen("chapters", "/chapters"),
        Screen("resources", "/resources"),
        Screen("media", "/media"),
    ),
    MEMBER: (
        Screen("dashboard", "/"),
        Screen("progress", "/progress"),
        Screen("checkout", "/checkout?type=donation&amount=12.50"),
        Screen("account", "/account"),
    ),
    NEWCOMER: (Screen("register", f"/events/{{{TITLE}}}", pressed="Register"),),
    ADMIN: (
        Screen("event-form", f"/events/{{{CLASS}}}", pressed="Edit"),
        Screen("console-users", "/admin"),
        Screen("roster", f"/admin/events/{{{TITLE}}}"),
        Screen("gate", f"/events/{{{TITLE}}}/gate"),
    ),
}


@pytest.fixture(scope="module")
def three(
    demo_site: Application, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[list[Walker]]:
    """A window of each engine on the same site."""
    with ExitStack() as open_:
        windows = {"chromium": open_.enter_context(chromium())}
        for name, begin in ENGINES.items():
            windows[name] = open_.enter_context(begin(tmp_path_factory.mktemp(name)))
        yield [Walker(driver, demo_site.url, name) for name, driver in windows.items()]


@pytest.fixture(scope="module")
def ids(demo_site: Application) -> dict[str, str]:
    """The next event of each title."""
    events = httpx.get(f"{demo_site.url}/api/events?limit=500").json()
    return {event["title"]: event["id"] for event in reversed(events)}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("account", SCREENS)
def test_screens_look_alike_in_three_engines(
    three: list[Walker], ids: dict[str, str], account: str, size: str
) -> None:
    for walker in three:
        walker.driver.resize(*SIZES[size])
        walker.open("/api/logout")
        if account:
            walker.driver.go(f"{walker.url}/api/login")
            walker.press(f"{account[0]} {account}", LINK)  # the letter stands for a picture
            walker.settle()
    for screen in SCREENS[account]:
        shots = [_shots(walker, screen, ids) for walker in three]
        PHOTOGRAPHS.mkdir(parents=True, exist_ok=True)
        _side_by_side(shots).save(PHOTOGRAPHS / f"sheet-{screen.name}-{size}.png")
    assert [one for walker in three for one in walker.complaints()] == []


def _shots(walker: Walker, screen: Screen, ids: Mapping[str, str]) -> list[Image.Image]:
    """Photographs of a screen: its top, and what comes below."""
    walker.open(screen.path.format_map(ids))
    if screen.pressed:
        walker.press(screen.pressed)
    assert walker.driver.run(OVERFLOW) <= 0, (walker.name, screen.name)
    shots: list[Image.Image] = []
    while len(shots) < MOST_SHOTS:
        walker.wait_until(lambda: walker.driver.run(QUIET, bool(screen.pressed)), "quiet page")
        shots.append(Image.open(io.BytesIO(walker.shot())).convert("RGB"))
        if screen.pressed or not walker.driver.run(DOWN):
            break
    return shots


def _side_by_side(shots: list[list[Image.Image]]) -> Image.Image:
    """One column for each engine, one row for each stop of the page."""
    width, height = shots[0][0].size
    rows = max(len(column) for column in shots)
    size = (len(shots) * (width + GAP) - GAP, rows * (height + GAP) - GAP)
    sheet = Image.new("RGB", size, "#888")
    for across, column in enumerate(shots):
        for down, shot in enumerate(column):
            sheet.paste(shot, (across * (width + GAP), down * (height + GAP)))
    return sheet

"""A person in one of the engines: finds things by role and name, and notes what goes wrong."""

import json
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any
from urllib.parse import quote

from rookiebattle.manage.processes import ROOT
from tests.engines.webdriver import Refused, WebDriver
from tests.journeys.people import READY

PHOTOGRAPHS = ROOT / "artifacts/engines"
PATIENCE = 30
SIZES = {"phone": (390, 844), "desktop": (1440, 900)}
# The first visible element of this kind whose name begins with the given one. Elements outside the
# dialog on top are inert.
FIND = """
  const [kind, name] = arguments;
  const within = [...document.querySelectorAll("dialog:modal")].pop() ?? document;
  const textOf = (one) => one?.innerText ?? "";
  const nameOf = (one) =>
    one.getAttribute("aria-label") || textOf(one.labels?.[0]) || textOf(one) || one.name || "";
  return [...within.querySelectorAll(kind)].find((one) =>
    one.getClientRects().length > 0 && !one.disabled
      && nameOf(one).replace(/\\s+/g, " ").trim().startsWith(name)) ?? null;
"""
# Whether an element with this text can be seen: nothing covers it once it is scrolled into sight.
SEEN = """
  const [kind, text] = arguments;
  const found = [...document.querySelectorAll(kind)].filter((one) => one.innerText?.includes(text));
  return found.some((one) => {
    if (!one.matches(".toast")) one.scrollIntoView({ block: "center", behavior: "instant" });
    const { left, top, width, height } = one.getBoundingClientRect();
    return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
"""
INTO_SIGHT = "arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })"
BUTTON, LINK, FIELD = "button, summary", "a[href]", "input, textarea, select"
CHOOSE = """
  const [field, label] = arguments;
  field.value = [...field.options].find((one) => one.text === label).value;
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
"""
SET = """
  const [field, value] = arguments;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(field, value);
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
"""
STROKE = ".stroke-field"
PLACE = """
  const field = document.querySelector(arguments[0]);
  field.scrollIntoView({ block: "center", behavior: "instant" });
  return field.getBoundingClientRect();
"""


class Walker:
    """One window on the site. `complaints` are errors, rejections and policy violations."""

    def __init__(self, driver: WebDriver, url: str, name: str) -> None:
        self.driver, self.url, self.name = driver, url, name

    def open(self, path: str) -> None:
        """Open a page and wait until it says that it is ready."""
        self.driver.go(self.url + path)
        self.settle()

    def sign_in(self, email: str, path: str) -> None:
        """Sign in at the provider, as a person does."""
        self.driver.go(f"{self.url}/api/login?next={quote(path)}")
        self.fill("E-mail", email)
        self.press("Continue")
        self.settle()

    def settle(self) -> None:
        self.wait_until(lambda: self.driver.run(f"return ({READY})()"), "ready")

    def wait_until(self, met: Callable[[], Any], what: str) -> Any:
        """The condition's value as soon as it is true. A page that is just leaving is no fault."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                if found := met():
                    return found
            except Refused as refused:
                last: object = refused
            else:
                last = ""
            if time.monotonic() > deadline:
                self.photograph("failed")
                said = self.driver.run("return location.href + '\\n' + document.body.innerText")
                raise AssertionError(f"{self.name}: no {what} {last}\n{said}")
            time.sleep(0.1)

    def find(self, name: str, kind: str = BUTTON) -> Any:
        return self.wait_until(lambda: self.driver.run(FIND, kind, name), f"{kind} “{name}”")

    def press(self, name: str, kind: str = BUTTON) -> None:
        """Press a button or a link. A cover that stays longer than a moment is a fault."""

        def pressed() -> bool:
            element = self.find(name, kind)
            self.driver.run(INTO_SIGHT, element)
            self.driver.click(element)
            return True

        self.wait_until(pressed, f"press on “{name}”")

    def fill(self, label: str, text: str) -> None:
        field = self.find(label, FIELD)
        self.driver.clear(field)
        if text:
            self.driver.type(field, text)

    def draw(self) -> None:
        """Draw a signature in the field for it, and expect that the page took it."""
        self.wait_until(
            lambda: self.driver.run(f"return document.querySelector('{STROKE}')"), STROKE
        )
        place = self.driver.run(PLACE, STROKE)
        x, y = (round(place[one]) for one in ("x", "y"))
        self.driver.draw([(x + 20, y + 60), (x + 80, y + 20), (x + 140, y + 70)])
        drawn = "return /^M\\d+ \\d+L/.test(document.querySelector('input[name=stroke]').value)"
        self.wait_until(lambda: self.driver.run(drawn), "drawing")

    def set_date(self, label: str, day: date) -> None:
        """Choose a day as a person does whose browser shows its own calendar."""
        self.driver.run(SET, self.find(label, "input"), day.isoformat())

    def choose(self, label: str, option: str) -> None:
        """Choose an option as a person does whose browser shows its own list."""
        self.driver.run(CHOOSE, self.find(label, "select"), option)

    def expect(self, text: str, kind: str = "h1, h2, h3, p, li, td, span, label") -> None:
        """Expect this text in an element that nothing covers."""
        self.wait_until(lambda: self.driver.run(SEEN, kind, text), f"text “{text}”")

    def expect_toast(self, text: str) -> None:
        self.expect(text, ".toast")

    def photograph(self, what: str) -> None:
        PHOTOGRAPHS.mkdir(parents=True, exist_ok=True)
        (PHOTOGRAPHS / f"{what}-{self.name}.png").write_bytes(self.shot())

    def shot(self) -> bytes:
        """A photograph of the window, as a PNG."""
        self.driver.run("return document.fonts.ready.then(() => true)")
        return self.driver.photograph()

    def complaints(self) -> list[str]:
        """The complaints of the site's pages since the last question."""
        script = "return sessionStorage.getItem('complaints')"
        told = self.driver.run(script)
        self.driver.run("sessionStorage.removeItem('complaints')")
        return list(json.loads(told)) if told else []


def file_beside(folder: Path, name: str, content: bytes) -> str:
    """The path of a file that somebody chooses."""
    (folder / name).write_bytes(content)
    return str(folder / name)

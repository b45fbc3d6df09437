"""A person with a browser: signs in, finds things by role and label, and takes photographs."""

import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, expect

from development.testing import NODE_TESTS
from rookiebattle.manage.processes import ROOT
from rookiebattle.routes import NEXT_EVENTS
from tests.journeys import contexts, looks

SCREENS = ROOT / "artifacts/screens"
AXE = NODE_TESTS / "node_modules/axe-core/axe.min.js"
NARROW, PHONE, DESKTOP = (360, 740), (390, 844), contexts.DESKTOP
WIDTHS = {"360": NARROW, "390": PHONE, "1440": DESKTOP}
# Only these rules of axe can give another answer in another theme.
COLORS = ["color-contrast", "link-in-text-block"]
READY = """() =>
    document.getElementById("live")?.dataset.live === location.pathname + location.search
        && !document.querySelector("text-before")"""
LOGIN = re.compile("/api/login")
PATIENCE_MS = contexts.PATIENCE_MS
expect.set_options(timeout=PATIENCE_MS)
# An expected answer of 404 is an error in the browser's console.
HARMLESS = ("Failed to load resource: the server responded with a status of 404",)
# A page hears within a second that its session has ended elsewhere. Until then it may ask for the
# member's next events, and is refused, or send a message, while the server hangs up.
REFUSED, HUNG_UP = "status of 401", "WebSocket is already in CLOSING or CLOSED state"
# A request that is on its way while the network goes fails in the second way.
NO_NETWORK = re.compile("ERR_INTERNET_DISCONNECTED|ERR_FAILED")


@dataclass
class Person:
    """One browser context on the site. `complaints` are script errors and refused content.

    `lost_network` is true as soon as the person was once without a network. Requests that fail for
    that are reported late, also after the network is back, and are no complaints.
    `sessions` were begun here, and `seen_ending` counts what their ends made the browser report.
    """

    page: Page
    url: str
    complaints: list[str] = field(default_factory=list)
    lost_network: bool = False
    sessions: int = 0
    seen_ending: Counter[str] = field(default_factory=Counter)

    def open(self, path: str) -> Page:
        """Open a page and wait until the websocket has answered and the shell knows the person."""
        self.page.goto(self.url + path)
        self.settle()
        return self.page

    def go(self, path: str) -> Page:
        """Go on to another page as by a link, which loads no document."""
        if self.page.url == "about:blank":
            return self.open(path)
        self.settle()
        self.page.evaluate("path => window.__reactRouterDataRouter.navigate(path)", path)
        self.settle()
        return self.page

    def settle(self) -> None:
        """Wait until the page says that it is ready; then its controls may be used."""
        wait_until_ready(self.page)

    def wait_for_scripts(self) -> None:
        """Wait until the page has taken the place of the server's text and its plain form."""
        expect(self.page.locator("text-before")).to_have_count(0)

    def follow(self, link: Locator, path: str | re.Pattern[str]) -> Page:
        """Press what leads to another address, and wait until the page there is ready."""
        link.click()
        self.page.wait_for_url(path)
        self.settle()
        return self.page

    def carry(self, session: tuple[str, str]) -> None:
        """Go on with this cookie (name and value), which a sign-in would have brought."""
        self.sessions += 1
        name, value = session
        self.page.context.add_cookies([{"name": name, "value": value, "url": self.url}])

    def come_from_provider(self, email: str, path: str) -> None:
        """Sign in through the OpenID provider, as a person does."""
        self.sessions += 1
        self.page.goto(f"{self.url}/api/login?next={path}")
        self.page.get_by_label("E-mail").fill(email)
        self.page.get_by_role("button", name="Continue").click()

    def sign_in(self, email: str, path: str = "/") -> Page:
        """Sign in, finish the welcome if this is the first time, and open the page."""
        self.come_from_provider(email, path)
        self.page.wait_for_url(lambda url: url.startswith((self.url + path, self.url + "/welcome")))
        if "/welcome" in self.page.url and not path.startswith("/welcome"):
            self._be_welcomed(email.partition("@")[0].title())
            self.page.goto(self.url + path)
        self.settle()
        return self.page

    def _be_welcomed(self, name: str) -> None:
        """Finish the welcome over the API, for journeys that begin after it."""
        said = self.page.request.post(
            self.url + "/api/auth/welcome",
            data={"gameName": name, "ageBand": "adult"},
            headers={"origin": self.url},
        )
        assert said.ok, said.text()

    def expect_toast(self, title: str, text: str = "") -> None:
        """Expect a toast with this title, and with `text` as its second line."""
        message = self.page.get_by_role("region", name="Notification").locator(".toast")
        for words in filter(None, (title, text)):
            message = message.filter(has=self.page.get_by_text(words, exact=True))
        expect(message).to_be_visible()

    @contextmanager
    def staying(self) -> Iterator[None]:
        """Delay the redirect to the sign-in, which comes after half a second, until the block ends.

        A toast could not be looked for in that time. The request for the sign-in gets an empty
        answer, which leaves the browser on its page. A request that was held open would make every
        locator wait for the next page.
        """
        self.page.route(LOGIN, lambda way: way.fulfill(status=204))
        with self.page.expect_request(LOGIN) as led_to:
            yield
        self.page.unroute(LOGIN)
        self.page.goto(led_to.value.url)

    def wait_until(self, met: Callable[[], bool]) -> None:
        """Ask until the condition is met, ten times a second."""
        deadline = time.monotonic() + PATIENCE_MS / 1000
        while not met():
            assert time.monotonic() < deadline, self.complaints
            self.page.wait_for_timeout(100)

    def lose_the_network(self) -> None:
        self.lost_network = True
        self.page.context.set_offline(True)

    def find_the_network(self) -> None:
        self.page.context.set_offline(False)

    def forgive(self, status: str) -> None:
        """Drop the console's errors about this status: the test wanted the API to refuse."""
        self.complaints[:] = [one for one in self.complaints if f"status of {status}" not in one]

    def forgive_lost_sockets(self) -> None:
        """Drop the console's errors about websockets: the test ended the server behind them.

        Beside refused connections, Chromium reports what a page sends in the moment of the end.
        """
        self.complaints[:] = [one for one in self.complaints if "WebSocket" not in one]

    def expect_no_sideways_scrolling(self, width: int = NARROW[0]) -> None:
        self.page.set_viewport_size({"width": width, "height": NARROW[1]})
        overflow = self.page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        assert overflow <= 0, f"{self.page.url} is {overflow} px too wide at {width}"

    def print_out(self, name: str) -> None:
        """Print the page to a PDF, and photograph its layout for paper."""
        contexts.printed.add(self.page.context)
        self.page.emulate_media(media="print")
        SCREENS.mkdir(parents=True, exist_ok=True)
        self.page.pdf(path=SCREENS / f"{name}.pdf", format="A4")
        self.page.set_viewport_size({"width": 673, "height": 1002})
        self.page.screenshot(path=SCREENS / f"{name}-paper.png", full_page=True)

    def look_over(self, name: str, *, thoroughly: bool = False) -> None:
        """Expect no sideways bar and, of a screen that is dealt, no violation of axe's rules.

        With `--whole` photograph each look. `thoroughly` asks axe, whatever the seed deals.
        """
        for width, theme in looks.looks if thoroughly or looks.is_dealt(name) else ():
            size = WIDTHS[width]
            self.page.set_viewport_size({"width": size[0], "height": size[1]})
            if looks.photographs():
                self._wear(theme)
                self._shoot(_file(name, width, theme))
            found = _axe(self.page, COLORS if theme == "dark" else None)
            assert found == [], f"{self.page.url} {theme} {width} {found}"
        if looks.photographs():
            self._wear("light")
        self.expect_no_sideways_scrolling()
        self.page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})

    def _shoot(self, path: Path) -> None:
        """Photograph a whole page, or what the window shows of one that a dialog covers."""
        is_whole = not self.page.locator("dialog:modal").count()
        self.page.screenshot(path=path, full_page=is_whole, animations="disabled")

    def _wear(self, theme: str) -> None:
        self.page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
        # A page that the server drew follows the system's theme by CSS. It has no class.
        self.page.wait_for_function(
            "theme => !document.getElementById('live')"
            " || document.documentElement.classList.contains(theme)",
            arg=theme,
        )


def on_phone(page: Page) -> None:
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})


def tab_to(page: Page, name: str) -> None:
    """Press Tab until the focus is on the control with this name."""
    for _ in range(120):
        page.keyboard.press("Tab")
        focused: str = page.locator(":focus").evaluate(
            "one => one.getAttribute('aria-label') || (one.labels?.[0] ?? one).innerText || ''"
        )
        if re.fullmatch(name, " ".join(focused.split())):
            return
    raise AssertionError(f"{name} cannot be reached")


def wait_until_ready(page: Page) -> None:
    """Wait until the page names its address in `#live`, and no text of the server is left."""
    page.wait_for_function(READY)


def _file(name: str, width: str, theme: str) -> Path:
    SCREENS.mkdir(parents=True, exist_ok=True)
    return SCREENS / f"{name}-{width}-{theme}.png"


def _axe(page: Page, only: list[str] | None) -> list[str]:
    if not page.evaluate("'axe' in window"):
        # add_script_tag would be refused by our own content security policy, as it should be.
        page.evaluate(AXE.read_text())
    # No rule that runs needs the style sheets once more, and `_in_words` quotes no selector.
    options: dict[str, object] = {
        "resultTypes": ["violations"],
        "preload": False,
        "selectors": False,
    }
    options |= {"runOnly": only} if only else {}
    found = page.evaluate("options => axe.run(document, options)", options)
    return [_in_words(one["id"], one["nodes"][0]) for one in found["violations"]]


def _in_words(rule: str, node: dict[str, str]) -> str:
    return f"{rule}: {node['html'][:200]} {node.get('failureSummary', '')[:300]}"


@contextmanager
def person(
    browser: Browser, url: str, *, workers: bool = False, lent: bool = False
) -> Iterator[Person]:
    """Somebody whom the browser does not know yet. At the end there must be no complaints.

    With `lent` others had the context before, and nothing is left of them.
    """
    given = contexts.lent(browser, url) if lent else contexts.own(browser, url, workers=workers)
    with given as context:
        page = context.new_page()
        somebody = Person(page, url)
        page.on("console", lambda message: _note(somebody, message))
        page.on("pageerror", lambda error: somebody.complaints.append(str(error)))
        yield somebody
    assert not somebody.complaints, "\n".join(somebody.complaints)


def _note(somebody: Person, message: ConsoleMessage) -> None:
    if message.type != "error" or message.text.startswith(HARMLESS):
        return
    if _tells_an_end(somebody, message):
        return
    if not (somebody.lost_network and NO_NETWORK.search(message.text)):
        somebody.complaints.append(f"{message.text} {message.location['url']}")


def _tells_an_end(somebody: Person, message: ConsoleMessage) -> bool:
    """Whether a session that ended elsewhere explains the message: once for each session."""
    told = next((one for one in (REFUSED, HUNG_UP) if one in message.text), "")
    if not told or (told == REFUSED and not message.location["url"].endswith(NEXT_EVENTS)):
        return False
    somebody.seen_ending[told] += 1
    return somebody.seen_ending[told] <= somebody.sessions

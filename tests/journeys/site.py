"""A running site and the browsers of its people."""

import json
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser

from tests.journeys.people import Person, person
from tests.journeys.stage import ADMIN, Stage
from tests.servers.application import Application


class Site:
    """Opens browsers. A member's browser begins with the cookie that a sign-in would bring."""

    def __init__(self, application: Application, browser: Browser, stage: Stage) -> None:
        self.url, self.stage = application.url, stage
        self._browser, self._issuer = browser, application.issuer

    @contextmanager
    def visitor(self, *, workers: bool = False) -> Iterator[Person]:
        """The browser of somebody who was never on the site."""
        with person(self._browser, self.url, workers=workers, lent=not workers) as somebody:
            yield somebody

    @contextmanager
    def member(self, email: str, *, workers: bool = False) -> Iterator[Person]:
        """The browser of a signed-in member, with a new session each time.

        The site remembers a session for a second. On a fast machine the next test begins within it,
        and must not see what this one left in that memory.
        """
        session = self.cookie_of(email)
        with person(self._browser, self.url, workers=workers, lent=not workers) as somebody:
            somebody.carry(session)
            yield somebody

    def cookie_of(self, email: str) -> tuple[str, str]:
        """The cookie of a new session of this member, and of no other one."""
        # The provider calls people by their address, so a real sign-in finds the same account.
        role = {"is_admin": True} if email == ADMIN else {}
        self.stage.person(email, issuer=self._issuer, subject=email, **role)
        return self.stage.session(email)


class DemoSite:
    """The site with the demo data, where one click signs in to a demo account."""

    def __init__(self, application: Application, browser: Browser) -> None:
        self.url, self._browser = application.url, browser

    def path_of(self, title: str) -> str:
        """The address of the next event with this title."""
        with urllib.request.urlopen(f"{self.url}/api/events?limit=500") as answer:
            events = json.load(answer)
        return next(f"/events/{event['id']}" for event in events if event["title"] == title)

    @contextmanager
    def person(self, name: str = "") -> Iterator[Person]:
        """The browser of a visitor, or of the demo account with this name."""
        with person(self._browser, self.url, lent=True) as somebody:
            if name:
                somebody.page.goto(self.url + "/api/login")
                somebody.page.get_by_role("link", name=name).click()
                somebody.page.get_by_role("heading", name="Welcome back").wait_for()
            yield somebody

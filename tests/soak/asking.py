"""Members who ask one thing after another over HTTP, and what they are told during a fault."""

import time
from collections.abc import Callable
from functools import cache

import httpx

from rookiebattle.core.database.faults import RECENT_SECONDS
from tests.races.stage import Stage
from tests.servers.application import Application

# The health check tells of a fault for a while after it is gone.
SENTENCE, HEALED_SECONDS = "Please try again", RECENT_SECONDS + 5


@cache
def client() -> httpx.Client:
    """One client for everybody: a new one reads certificates for longer than a request takes.

    It keeps no connection, because a site that was stopped would have closed it.
    """
    return httpx.Client(timeout=60, limits=httpx.Limits(max_keepalive_connections=0))


class Member:
    """A member who registers for one event over HTTP."""

    def __init__(self, site: Application, event_id: str, cookie: str) -> None:
        self.site, self.event_id, self.cookie = site, event_id, cookie

    def ask(self, method: str, path: str) -> httpx.Response:
        headers = {"cookie": self.cookie, "origin": self.site.url}
        return client().request(method, self.site.url + path, headers=headers)

    def look(self) -> httpx.Response:
        return self.ask("GET", "/api/events/user")

    def health(self) -> dict[str, str]:
        """The answer to a monitor, which has no cookie.

        One check answers everybody for a second, so a fault may be told a second late.
        """
        found: dict[str, str] = client().get(f"{self.site.url}/api/health").json()
        return found

    def register(self) -> httpx.Response:
        return self.ask("POST", f"/api/events/{self.event_id}/register")

    def unregister(self) -> httpx.Response:
        return self.ask("DELETE", f"/api/events/{self.event_id}/unregister")

    def heals(self) -> None:
        until(lambda: self.register().status_code == 200)


def until(met: Callable[[], bool]) -> None:
    deadline = time.monotonic() + HEALED_SECONDS
    while not met():
        assert time.monotonic() < deadline, "it did not heal by itself"
        time.sleep(0.2)


def members_at(site: Application, count: int = 2) -> list[Member]:
    stage = Stage.at(site.database_url)
    event_id = stage.event(max_participants=1000)
    members = [Member(site, event_id, cookie) for cookie in stage.signed_in(count)]
    stage.world.database.dispose()
    return members


def expect_sentence(answer: httpx.Response) -> None:
    about = f"{answer.request.url} {answer.status_code} {answer.text[:200]}"
    assert answer.status_code == 503, about
    assert SENTENCE in answer.text, about
    assert "Traceback" not in answer.text
    assert answer.headers["x-content-type-options"] == "nosniff", about

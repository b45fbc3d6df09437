"""Everything that the rows use of the product: modules, handlers, addresses, selectors, wording.

After a change of the product only this module is adapted; until then tests/bench fails.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from starlette.types import ASGIApp

from rookiebattle import routes
from rookiebattle.accounts.sessions import signed
from rookiebattle.chapters.models import PracticeInfo
from rookiebattle.core import clock
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database import freshness
from rookiebattle.core.database.db import Database, get_database
from rookiebattle.core.doors import closed_pages
from rookiebattle.core.doors.access import PUBLIC, Access
from rookiebattle.core.doors.identity import identities
from rookiebattle.core.doors.work import run_here
from rookiebattle.core.errors import Conflict
from rookiebattle.core.permissions import Permission
from rookiebattle.core.values.words import sort_key, words_of
from rookiebattle.gate.passes import token_of
from rookiebattle.gate.schemas import CheckInsWrite
from rookiebattle.gate.service import check_ins as late_check_ins
from rookiebattle.gate.service import people as people_at_gate
from rookiebattle.integrations.storage.local import LocalStorage
from rookiebattle.integrations.storage.protocol import Limits, Storage
from rookiebattle.integrations.stripe.signatures import proved_notice
from rookiebattle.media.policy import place_of
from rookiebattle.media.schemas import tag_key
from rookiebattle.models import metadata
from rookiebattle.payments.cards import webhooks
from rookiebattle.registrations.service import registering as registrations
from rookiebattle.resources.models import Category
from rookiebattle.settings import Settings, get_settings
from rookiebattle.uploads import policy as uploads
from rookiebattle.uploads.schemas import MOST_BYTES

__all__ = [
    "MOST_BYTES",
    "PUBLIC",
    "VISITOR",
    "Access",
    "Actor",
    "Category",
    "CheckInsWrite",
    "Conflict",
    "Database",
    "Permission",
    "PracticeInfo",
    "Settings",
    "clock",
    "closed_pages",
    "get_database",
    "get_settings",
    "identities",
    "late_check_ins",
    "metadata",
    "people_at_gate",
    "place_of",
    "proved_notice",
    "registrations",
    "run_here",
    "signed",
    "sort_key",
    "tag_key",
    "token_of",
    "webhooks",
    "words_of",
]

SERVED = "rookiebattle.served:app"
# Requests that a host of static files leaves to the site: its routes, and the states' websocket.
OWN_PATHS = ("/api/", "/_event", f"{routes.CALENDARS}/", f"{routes.OBJECTS}/")
SESSION_COOKIE = "rb_session"

# P5 to P7: an event in the list, and the links to another month.
EVENT_ROWS = ".list-row"
NEXT_MONTH, PREVIOUS_MONTH = "Next month", "Previous month"
LIST_OF_MONTH = "/events?view=list&month={month}"

# P15: the heading that `make dev` must show after a change, its file, and its page.
CHANGED_FILE = Path("rookiebattle/pages/calendar/page.py")
CHANGED_WORDS = "Events Calendar"
CHANGED_PAGE = routes.EVENTS

# P23: where the act of an event's page is found on a phone, and what it says before and after.
EVENT_PAGE, EVENT_ACT = "/events/{event}", ".event-bar"
REGISTER, REGISTERED = "Register", "Registered"

# P25: the page, and where its list and its acts are found.
GATE_PAGE = "/events/{event}/gate"
GATE_SEARCH, GATE_ROWS, GATE_COUNTS = ".gate-find input", ".gate-row", ".gate-count strong"
GATE_CARD, GATE_BUTTON = "dialog[open] .gate-verdict", "dialog[open] .dialog-foot .btn-lg"
GATE_BAR, GATE_DONE = ".gate-bar > .btn-primary", ".gate-done:not([hidden])"

NO_SUCH_PAGE = "/no-such-page"


@dataclass(frozen=True, slots=True)
class Address:
    """A page of the product: its name, its path, and how it answers a visitor."""

    route: str
    status: int = 200

    @property
    def path(self) -> str:
        """The path as it is typed, with `{event}` or `{chapter}` in place of an id."""
        return ID.sub(r"{\1}", self.route) if self.status == FOUND else NO_SUCH_PAGE


ID, FOUND = re.compile(r"\[(\w+)_id\]"), 200
PUBLIC_PAGES = (
    Address(routes.HOME),
    Address(routes.EVENTS),
    Address(routes.EVENT),
    Address(routes.CHAPTERS),
    Address(routes.CHAPTER),
    Address(routes.RESOURCES),
    Address(routes.MEDIA),
    Address(routes.MEMBERSHIP),
    Address(routes.PARENTS),
    Address(routes.PRIVACY),
    Address(routes.TERMS),
    Address("404", status=404),
)
# P17 signs in for these pages.
PAGES_OF_MEMBERS = {
    "dashboard": routes.HOME,
    "account": routes.ACCOUNT,
    "how I got here": routes.PROGRESS,
}
PAGES_OF_ADMINISTRATORS = {
    "console": routes.ADMIN,
    "console, events": routes.ADMIN_EVENTS,
    "console, resources": routes.ADMIN_RESOURCES,
    "console, chapters": routes.ADMIN_CHAPTERS,
    "console, settings": routes.ADMIN_SETTINGS,
    "console, system": routes.ADMIN_SYSTEM,
    "audit log": routes.ADMIN_LOG,
    "import": routes.ADMIN_IMPORT,
}
# P17 leaves these out: they have the same parts as the pages that are measured, and the checkout
# waits for the card service.
PAGES_LEFT_OUT = (
    routes.CHECKOUT,
    routes.ADMIN_PAYMENTS,
    routes.RECEIPT,
    routes.ADMIN_USER,
    routes.ADMIN_ROSTER,
    routes.MY_EVENTS,
    routes.WELCOME,
    routes.GOODBYE,
    routes.TOO_YOUNG,
    routes.SIGN,
    routes.ADMIN_WAIVERS,
    routes.GATE,
    routes.PASSES,
)

# P18: lists that visitors get from memory.
PUBLIC_LISTS = ("/api/events", "/api/chapters", "/api/resources", "/api/media")


def compose() -> None:
    """Put the application together in this process.

    Reflex keeps handlers in a context variable. Inside an event loop the handlers would be lost
    with the loop, and the next loop would wait for ever.
    """
    import rookiebattle.rookiebattle  # noqa: F401  # it reads the settings when it is imported


def served() -> ASGIApp:
    """The target with which granian serves the product."""
    from rookiebattle.served import app

    return app()


def expire_copies() -> None:
    """Drop the copies of another database's content."""
    from rookiebattle.rookiebattle import identities as remembered

    remembered.forget_all()
    for topic in freshness.TOPICS:
        freshness.bump(topic)


def fill_limits() -> None:
    """Give every address and member its whole limit again.

    The limits are as wide as the settings were when the application was put together.
    """
    from rookiebattle.rookiebattle import api

    for name in ("visitor", "file", "part", "member"):
        getattr(api.state, f"{name}_limiter").clear()


def around(inner: ASGIApp) -> ASGIApp:
    """The layers that a request passes before `inner`."""
    from rookiebattle.rookiebattle import around as layers

    return layers(inner)


def show_event() -> str:
    """The handler that fills an event's page (P8, P9)."""
    from rookiebattle.pages.event.state.event import EventState

    return f"{EventState.get_full_name()}.show"


def live_seats() -> str:
    """The state through which open pages learn of taken seats (P11)."""
    from rookiebattle.registrations.state.live import LiveSeats

    return LiveSeats.get_full_name()


def put_address(mime_type: str, size: int, bucket: Mapping[str, str] | None = None) -> str:
    """P16: an address as the product signs it, for its folder or for a bucket (settings)."""
    storage: Storage = LocalStorage(Path("never-opened"))
    if bucket:
        from rookiebattle.integrations.storage.s3 import S3Storage

        values = {name.lower(): value for name, value in bucket.items()}
        storage = S3Storage(get_settings().model_copy(update=values))
    key = uploads.incoming(uploads.id_for("bench"))
    return storage.put_address(key, Limits(mime_type, size, 600))

"""The dashboard's state: everything a member sees on the start page, loaded in one go."""

from collections.abc import Set

import reflex as rx

from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import public, requires
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import Id
from rookiebattle.notifications.view import Notice, notice_of
from rookiebattle.pages.home.read.dashboard import older_notices, show_dashboard
from rookiebattle.pages.home.view.dashboard import DashboardView, MemberView, view_of
from rookiebattle.registrations.state.seats import Unregistered, register_at, unregister_row
from rookiebattle.registrations.view import EventCard
from rookiebattle.ui.first_data import Query
from rookiebattle.ui.state import Refused, attempt
from rookiebattle.ui.views import Loaded, fill


async def load_dashboard(actor: Actor, _params: Query) -> DashboardView | Loaded:
    """The dashboard, over the websocket and as first data; a visitor has none."""
    if not actor.is_member:
        return Loaded()
    return view_of(await run(show_dashboard, actor), clock.now())


# What is shown of the messages may be more than the page begins with: a seat changes none of them.
MESSAGES = frozenset({"notices", "has_older"})


class DashboardState(rx.State):
    """What a member sees on `/`. `failed` when it could not be read and nothing is there yet."""

    member: MemberView = MemberView()
    notices: list[Notice] = []
    has_older: bool = False
    cards: list[EventCard] = []
    has_any: bool = False
    has_more: bool = False
    unregistered: Unregistered = Unregistered()
    loaded: bool = False
    failed: bool = False

    @rx.event
    @public
    async def show(self) -> None:
        """Runs when the start page is opened; there is nothing to load for a visitor."""
        self.unregistered = Unregistered()
        await self._show()

    @rx.event
    @requires(Permission.OWN_REGISTRATION_DELETE)
    async def unregister(self, event_id: Id) -> None:
        """Give a seat back; the page keeps the way to take it again."""
        self.unregistered = await unregister_row(self, event_id, self.cards) or self.unregistered
        await self._show(but=MESSAGES)

    @rx.event
    @requires(Permission.OWN_REGISTRATION_CREATE)
    async def register(self, event_id: Id) -> None:
        """Take again the seat that was given back, if one is still free."""
        if await register_at(self, event_id):
            self.unregistered = Unregistered()
        await self._show(but=MESSAGES)

    @rx.event
    @requires(Permission.MEMBER_NOTIFICATION_READ)
    async def show_older(self) -> None:
        """Add the next messages to those that are shown."""
        older = await attempt(self, run(older_notices, current_actor(), after=len(self.notices)))
        if isinstance(older, Refused):
            return
        known = {one.id for one in self.notices}
        self.notices += [notice_of(one) for one in older.items if one.id not in known]
        self.has_older = older.total > len(self.notices) and bool(older.items)

    async def _show(self, *, but: Set[str] = frozenset()) -> None:
        self.failed = not self.loaded
        view = await attempt(self, load_dashboard(current_actor(), {}))
        if not isinstance(view, Refused):
            fill(self, view, but=but)
            self.failed = False

"""The state of a roster: its list, check-ins and payments."""

from dataclasses import dataclass
from urllib.parse import urlsplit

import reflex as rx

from rookiebattle.core import clock, live
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import public, requires
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import Forbidden, NotFound, Unauthorized
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import Id
from rookiebattle.pages.admin.roster.url import shape_of, wanted
from rookiebattle.pages.admin.roster.view.roster import (
    RosterEvent,
    RosterNumbers,
    RosterRights,
    RosterRow,
    RosterView,
    view_of,
)
from rookiebattle.registrations import attendance, gate
from rookiebattle.registrations import roster as rosters
from rookiebattle.registrations.schemas import Settlement
from rookiebattle.registrations.state.live import follow_roster
from rookiebattle.registrations.wording import SETTLED
from rookiebattle.ui.first_data import Query
from rookiebattle.ui.list_query import ListFrame, read_query
from rookiebattle.ui.state import Refused, attempt
from rookiebattle.ui.views import Loaded, fill


async def load(actor: Actor, params: Query) -> RosterView | Loaded:
    """The view of the roster of the event `id`; nothing for people who may not edit the event."""
    event_id = params.get("id", "")
    query = read_query(shape_of(event_id), params)
    reading = run(rosters.read_roster, actor, event_id=event_id, wanted=wanted(query))
    try:
        return view_of(query, await reading, clock.now())
    except NotFound:
        return RosterView(missing=True, may_open=False)
    except (Forbidden, Unauthorized):
        return Loaded()


@dataclass(frozen=True)
class Settled:
    """The settlement that can be taken back last. `key` names it in its toast."""

    event_id: str = ""
    user_id: str = ""
    before: str = ""
    key: str = ""


class GateState(rx.State):
    """A part of a roster. `done` counts what was done with chosen rows, which then are no more.

    `refunding` is the row whose money is to be given back, while its question is open.
    """

    event: RosterEvent = RosterEvent()
    numbers: RosterNumbers = RosterNumbers()
    rights: RosterRights = RosterRights()
    notes: list[str] = []
    frame: ListFrame = ListFrame()
    rows: rx.Field[list[RosterRow]] = rx.field(default_factory=list)
    paper: str = ""
    screen: str = ""
    is_paper: bool = False
    may_open: bool = False
    missing: bool = False
    loaded: bool = False
    done: int = 0
    settled: Settled = Settled()
    refunding: RosterRow = RosterRow()

    @rx.event
    @public
    async def show(self) -> None:
        """Load the page when it opens, and after its address has changed."""
        await self._show()

    @rx.event
    @public
    async def follow(self) -> None:
        """Load the page after somebody else did something at the gate."""
        await self._show()

    @rx.event
    @requires(Permission.OWN_REGISTRATION_CHECK)
    async def mark(self, event_id: Id, user_id: Id, is_there: bool) -> None:
        """Check a member in, or undo it."""
        verb = gate.check_in if is_there else gate.undo_check_in
        marking = run(verb, current_actor(), event_id=event_id, user_id=user_id)
        said = "is checked in" if is_there else "is not checked in"
        await attempt(self, marking, done=f"{self._name_of(user_id)} {said}")
        await self._show()

    @rx.event
    @requires(Permission.OWN_REGISTRATION_SETTLE)
    async def settle(self, event_id: Id, user_id: Id, status: Settlement) -> None:
        """Record how a seat was paid. The toast offers to settle it as it was before."""
        self.refunding = RosterRow()
        before = next((one.payment for one in self.rows if one.user_id == user_id), "")
        key = f"{user_id} {before} {status}" if before else ""
        settling = run(
            attendance.settle, current_actor(), event_id=event_id, user_id=user_id, status=status
        )
        text = self._name_of(user_id)
        result = await attempt(self, settling, done=SETTLED[status], text=text, undo=key)
        if not isinstance(result, Refused):
            self.settled = Settled(event_id, user_id, before, key)
        await self._show()

    @rx.event
    @requires(Permission.OWN_REGISTRATION_SETTLE)
    async def ask_refund(self, user_id: Id) -> None:
        """Ask before a seat's money is given back: what went to a card cannot be taken back."""
        self.refunding = next((one for one in self.rows if one.user_id == user_id), RosterRow())

    @rx.event
    @public
    async def keep(self) -> None:
        """Close the question; the seat stays paid."""
        self.refunding = RosterRow()

    def _name_of(self, user_id: str) -> str:
        return next((one.name for one in self.rows if one.user_id == user_id), "This member")

    async def _show(self) -> None:
        url = self.router.url
        event_id = urlsplit(str(url)).path.rpartition("/")[2]
        asked = {**url.query_parameters, "id": event_id}
        view = await attempt(self, load(current_actor(), asked))
        if isinstance(view, Refused):
            return
        fill(self, view)
        if isinstance(view, RosterView) and view.may_open:
            follow_roster(self, current_actor(), view.event.id)
        else:
            fill(self, RosterView(may_open=False, missing=self.missing))
            live.unwatch(self.router.session.client_token)

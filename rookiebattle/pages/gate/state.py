"""The state of the gate's page: it opens the gate, and the device does the rest."""

from urllib.parse import urlsplit

import reflex as rx
from reflex.event import EventSpec

from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import public, requires, unasked
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import Forbidden, NotFound, Unauthorized
from rookiebattle.core.permissions import Permission
from rookiebattle.core.pushing import live
from rookiebattle.core.schemas import Id
from rookiebattle.pages.gate.read import show_gate
from rookiebattle.pages.gate.view import Claim, GateView, claim_of, view_of
from rookiebattle.registrations.state.live import follow_roster, follow_verdicts, follow_waiting
from rookiebattle.settings import get_settings
from rookiebattle.ui.first_data import Query
from rookiebattle.ui.state import PageState, Refused, attempt
from rookiebattle.waivers.service.device import device_link

LONGEST_LINK = 300
BACK_TO_GATE = "gate"
"""By this word the page where somebody signs knows from which page it was opened."""


async def load(actor: Actor, params: Query) -> GateView:
    """The gate of the event `id`; nothing of it for people who may not open it."""
    event_id = params.get("id", "")
    try:
        return view_of(await run(show_gate, actor, event_id=event_id), clock.now())
    except (Forbidden, NotFound, Unauthorized):
        return GateView(event_id=event_id)


class GatePageState(PageState, rx.State):
    """The event of the gate, and the last walk-in's link."""

    shown: GateView = GateView()
    claim: Claim = Claim()

    @rx.event
    @public
    async def show(self) -> None:
        self.claim = Claim()
        await self._load()

    @rx.event
    @unasked
    async def follow(self) -> None:
        """Load the page after the event was changed."""
        await self._load()

    @rx.event
    @requires(Permission.OWN_REGISTRATION_CHECK)
    async def draw(self, url: str) -> None:
        """Draw the link of a walk-in, whose phone reads it from the screen."""
        if url.startswith(f"{get_settings().public_url}/"):
            self.claim = claim_of(url[:LONGEST_LINK])

    @rx.event
    @requires(Permission.OWN_REGISTRATION_CHECK)
    async def sign_here(self, user_id: Id) -> EventSpec | None:
        """Let somebody sign on this device, which comes back to the gate."""
        event_id, back = self.shown.event_id, BACK_TO_GATE
        linking = run(device_link, current_actor(), event_id=event_id, user_id=user_id, back=back)
        path = await attempt(self, linking)
        return None if isinstance(path, Refused) else rx.redirect(path)

    async def _load(self) -> None:
        event_id = urlsplit(str(self.router.url)).path.split("/")[2]
        view = await self._show(load(current_actor(), {"id": event_id}))
        if view and view.may_open:
            follow_roster(self, current_actor(), event_id)
            follow_verdicts(self, event_id)
            follow_waiting(self, event_id)
        else:
            live.unwatch(self.router.session.client_token)

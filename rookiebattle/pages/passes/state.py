"""The state of the page of passes."""

import reflex as rx

from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import public
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.pages.passes.read import show_passes
from rookiebattle.pages.passes.view import PassesView, view_of
from rookiebattle.ui.first_data import Query
from rookiebattle.ui.state import PageState
from rookiebattle.ui.views import Loaded


async def load(actor: Actor, params: Query) -> PassesView | Loaded:
    """The view of the page, for the websocket and for first data; empty for a visitor."""
    if not actor.is_member:
        return Loaded()
    return view_of(await run(show_passes, actor, event_id=params.get("event", "")), clock.now())


class PassesState(PageState, rx.State):
    shown: PassesView = PassesView()

    @rx.event
    @public
    async def show(self) -> None:
        """Load the page when it is opened. A visitor gets the link to log in."""
        await self._show(load(current_actor(), self._params()))

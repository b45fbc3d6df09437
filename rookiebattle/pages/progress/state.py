"""The state of 'How I got here'."""

import reflex as rx

from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import requires
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.permissions import Permission
from rookiebattle.pages.progress.read import show_progress, show_timeline
from rookiebattle.pages.progress.view import ProgressPageView, view_of, with_older
from rookiebattle.ui.first_data import Query
from rookiebattle.ui.state import LoadedPage, Refused, answer, attempt
from rookiebattle.ui.views import Loaded


async def load(actor: Actor, _params: Query) -> ProgressPageView | Loaded:
    if not actor.is_member:
        return Loaded()
    return view_of(await run(show_progress, actor))


class ProgressState(LoadedPage, rx.State):
    """The member's way: rank, paths, beads, and the timeline as far as it is shown."""

    shown: ProgressPageView = ProgressPageView()
    _load = load

    @rx.event
    @requires(Permission.OWN_PROGRESS_READ)
    async def show_older(self) -> None:
        after = sum(len(day.made) for day in self.shown.days)
        found = await attempt(self, run(show_timeline, current_actor(), after=after))
        if not isinstance(found, Refused):
            self.shown = with_older(self.shown, found)
            await answer(self)

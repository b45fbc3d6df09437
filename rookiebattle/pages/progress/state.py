"""The state of 'How I got here'."""

import reflex as rx

from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import public, requires
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.permissions import Permission
from rookiebattle.pages.progress.read import show_progress, show_timeline
from rookiebattle.pages.progress.view import (
    BeadView,
    PathView,
    ProgressPageView,
    Rung,
    StepView,
    part_of,
    view_of,
)
from rookiebattle.progression.history import DayView, joined
from rookiebattle.progression.view import ProgressView
from rookiebattle.ui.first_data import Query
from rookiebattle.ui.state import Refused, answer, attempt
from rookiebattle.ui.views import Loaded, fill


async def load(actor: Actor, _params: Query) -> ProgressPageView | Loaded:
    """The view of this page, for the websocket and for first data; nothing for visitors."""
    if not actor.is_member:
        return Loaded()
    return view_of(await run(show_progress, actor))


class ProgressState(rx.State):
    """The member's way: rank, paths, beads, and the timeline as far as it is shown."""

    progress: ProgressView = ProgressView()
    rank: StepView = StepView()
    rungs: rx.Field[list[Rung]] = rx.field(default_factory=list)
    paths: rx.Field[list[PathView]] = rx.field(default_factory=list)
    beads: rx.Field[list[BeadView]] = rx.field(default_factory=list)
    days: rx.Field[list[DayView]] = rx.field(default_factory=list)
    entries: str = ""
    has_older: bool = False
    loaded: bool = False

    @rx.event
    @public
    async def show(self) -> None:
        """Load the page when it is opened."""
        view = await attempt(self, load(current_actor(), {}))
        if not isinstance(view, Refused):
            fill(self, view)

    @rx.event
    @requires(Permission.OWN_PROGRESS_READ)
    async def show_older(self) -> None:
        """Add older entries below those that are shown."""
        shown = sum(len(day.made) for day in self.days)
        found = await attempt(self, run(show_timeline, current_actor(), after=shown))
        if isinstance(found, Refused):
            return
        self.days = joined(self.days, part_of(found))
        shown_now = sum(len(day.made) for day in self.days)
        self.has_older = bool(found.timeline.items) and found.timeline.total > shown_now
        await answer(self)

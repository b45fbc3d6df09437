"""The state of the page of the machine room."""

import reflex as rx

from rookiebattle.console import system
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import requires, unasked
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.jobs.leases import TOPIC
from rookiebattle.core.permissions import Permission
from rookiebattle.pages.admin.system.view import SystemView, view_of
from rookiebattle.registrations.state.live import follow_list
from rookiebattle.ui.first_data import Query
from rookiebattle.ui.state import PageState, attempt
from rookiebattle.ui.views import Loaded


async def load(actor: Actor, _params: Query) -> SystemView | Loaded:
    if Permission.ALL_SYSTEM_READ not in actor.permissions:
        return Loaded()
    return view_of(await run(system.show_system, actor), clock.now())


class SystemState(PageState, rx.State):
    shown: SystemView = SystemView()

    @rx.event
    @unasked
    async def show(self) -> None:
        """Load the page when it opens, and when a job begins or ends."""
        await self._load()

    @rx.event
    @requires(Permission.ALL_JOB_START)
    async def start(self, name: str) -> None:
        starting = run(system.start_job, current_actor(), name=name)
        await attempt(self, starting, done="The job is starting")
        await self._load()

    @rx.event
    @requires(Permission.ALL_PAYMENT_CREATE)
    async def replay(self) -> None:
        replaying = run(system.replay_webhooks, current_actor())
        await attempt(self, replaying, done="Retrying the webhooks")
        await self._load()

    async def _load(self) -> None:
        if isinstance(await self._show(load(current_actor(), {})), SystemView):
            follow_list(self, TOPIC)

"""The state of the design system: its example dialogs, toasts and pending buttons."""

import asyncio
from collections.abc import AsyncIterator

import reflex as rx

from rookiebattle.core.doors.access import public
from rookiebattle.registrations.wording import REGISTERED
from rookiebattle.ui.state import toast

TITLES = {
    "success": REGISTERED,
    "error": "Error",
    "info": "Login Required",
}


class ExamplesState(rx.State):
    asking: bool = False
    editing: bool = False
    title_error: str = ""
    event_type: str = "workshop"
    initials: list[str] = ["AW", "TH", "PR", "JF"]
    uploaded: list[str] = []

    @rx.event
    @public
    async def show(self, dialog: str) -> None:
        """Open one dialog ('asking', 'editing') or, with anything else, close both."""
        self.asking, self.editing = dialog == "asking", dialog == "editing"

    @rx.event
    @public
    async def say(self, tone: str) -> None:
        await self._toast(tone if tone in ("success", "error") else "info")

    @rx.event
    @public
    async def work(self) -> AsyncIterator[None]:
        """Wait for a second, then answer, so that the pending button can be seen."""
        await asyncio.sleep(1)
        self.asking = False
        await self._toast("success")
        yield

    @rx.event
    @public
    async def submit(self, values: dict[str, str]) -> None:
        title = str(values.get("title", "")).strip()
        self.title_error = "" if title else "Title is required"
        if title:
            self.editing = False
        await self._toast("success" if title else "error")

    @rx.event
    @public
    async def keep(self, claimed: dict[str, str | int | None]) -> None:
        path = str(claimed.get("objectPath", ""))[:100]
        self.uploaded = [*self.uploaded[-9:], path]

    async def _toast(self, tone: str) -> None:
        text = "Please log in to register for events" if tone == "info" else ""
        await toast(self, TITLES[tone], text, tone)

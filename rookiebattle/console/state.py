"""The strip of what waits, on every page of the console, and the dialog with failed emails."""

import reflex as rx
from reflex.state import BaseState

from rookiebattle.console import service
from rookiebattle.console.view import (
    SHOWN,
    LetterRow,
    WaitingLink,
    WaitingView,
    letter_rows,
    waiting_view,
)
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import public, requires
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.pagination import Window
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import Id
from rookiebattle.ui.first_data import Query
from rookiebattle.ui.state import Refused, attempt
from rookiebattle.ui.views import Loaded, fill


async def load_waiting(actor: Actor, _params: Query) -> WaitingView | Loaded:
    """How much waits, for the websocket and for first data; nothing for others."""
    if Permission.ALL_LETTER_READ not in actor.permissions:
        return Loaded()
    return waiting_view(await run(service.count_waiting, actor))


class WaitingState(rx.State):
    """The strip, and the emails that failed while their dialog is open. No page lists them."""

    links: rx.Field[list[WaitingLink]] = rx.field(default_factory=list)
    letters: str = ""
    counted: bool = False
    loaded: bool = False
    is_open: bool = False
    letter_rows: rx.Field[list[LetterRow]] = rx.field(default_factory=list)

    @rx.event
    @public
    async def count(self) -> None:
        """Count what waits, when a page of the console opens."""
        self.is_open = False
        await self._count()

    @rx.event
    @public
    async def close(self) -> None:
        """Close the dialog."""
        self.is_open = False

    @rx.event
    @requires(Permission.ALL_LETTER_READ)
    async def show_letters(self) -> None:
        """Open the dialog with the letters that failed."""
        self.is_open = await self._list_letters()

    @rx.event
    @requires(Permission.ALL_LETTER_UPDATE)
    async def send_again(self, letter_id: Id) -> None:
        """Send a letter that failed once more."""
        sending = run(service.send_letter_again, current_actor(), letter_id=letter_id)
        await attempt(self, sending, done="The email is on its way again")
        await self._list_letters()
        await self._count()

    @rx.event
    @requires(Permission.ALL_LETTER_UPDATE)
    async def set_aside(self, letter_id: Id) -> None:
        """Give a letter that failed up for good."""
        leaving = run(service.set_letter_aside, current_actor(), letter_id=letter_id)
        await attempt(self, leaving, done="The email was set aside")
        await self._list_letters()
        await self._count()

    async def _count(self) -> None:
        view = await attempt(self, load_waiting(current_actor(), {}))
        if not isinstance(view, Refused):
            fill(self, view)

    async def _list_letters(self) -> bool:
        listing = run(service.list_failed_letters, current_actor(), window=Window(SHOWN))
        found = await attempt(self, listing)
        if isinstance(found, Refused):
            return False
        self.letter_rows = letter_rows(found.items)
        return True


async def recount(state: BaseState) -> None:
    """Count again what waits, after a page has done some of it."""
    await (await state.get_state(WaitingState))._count()

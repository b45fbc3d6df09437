"""The strip of what waits, on every page of the console, and the dialogs in which it is done."""

from typing import Literal

import reflex as rx
from reflex.state import BaseState

from rookiebattle.accounts import awaiting
from rookiebattle.console import service
from rookiebattle.console.view import (
    SHOWN,
    LetterRow,
    NewcomerRow,
    SeatRow,
    WaitingView,
    letter_rows,
    newcomer_rows,
    seat_rows,
    waiting_view,
)
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import public, requires
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.pagination import Window
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import Id
from rookiebattle.registrations.service import settling
from rookiebattle.registrations.wording import SETTLED
from rookiebattle.ui.first_data import Query
from rookiebattle.ui.state import Refused, attempt
from rookiebattle.ui.views import Loaded, fill

FIRST = Window(SHOWN)


async def load_waiting(actor: Actor, _params: Query) -> WaitingView | Loaded:
    """How much waits, for the websocket and for first data; nothing for others."""
    if Permission.ALL_LETTER_READ not in actor.permissions:
        return Loaded()
    return waiting_view(await run(service.count_waiting, actor))


class WaitingState(rx.State):
    """The numbers of the strip, and the rows of the dialog that is open: `opened` names it."""

    requests: str = ""
    seats: str = ""
    accounts: str = ""
    letters: str = ""
    returning: str = ""
    roster: str = ""
    counted: bool = False
    loaded: bool = False
    opened: str = ""
    seat_rows: rx.Field[list[SeatRow]] = rx.field(default_factory=list)
    newcomer_rows: rx.Field[list[NewcomerRow]] = rx.field(default_factory=list)
    letter_rows: rx.Field[list[LetterRow]] = rx.field(default_factory=list)

    @rx.event
    @public
    async def count(self) -> None:
        """Count what waits, when a page of the console opens."""
        self.opened = ""
        await self._count()

    @rx.event
    @public
    async def close(self) -> None:
        """Close the dialog."""
        self.opened = ""

    @rx.event
    @requires(Permission.ALL_REGISTRATION_READ)
    async def show_seats(self) -> None:
        """Open the dialog with the unpaid seats."""
        if await self._list_seats():
            self.opened = "seats"

    @rx.event
    @requires(Permission.ALL_ACCOUNT_READ)
    async def show_accounts(self) -> None:
        """Open the dialog with the accounts before their welcome."""
        found = await attempt(self, run(awaiting.list_newcomers, current_actor(), window=FIRST))
        if not isinstance(found, Refused):
            self.newcomer_rows = newcomer_rows(found.items, clock.now())
            self.opened = "accounts"

    @rx.event
    @requires(Permission.ALL_LETTER_READ)
    async def show_letters(self) -> None:
        """Open the dialog with the letters that failed."""
        if await self._list_letters():
            self.opened = "letters"

    @rx.event
    @requires(Permission.ALL_REGISTRATION_READ)
    async def settle(
        self, event_id: Id, user_id: Id, status: Literal["completed", "waived"]
    ) -> None:
        """Record that a seat is paid or waived."""
        call = run(
            settling.settle, current_actor(), event_id=event_id, user_id=user_id, status=status
        )
        await attempt(self, call, done=SETTLED[status])
        await self._list_seats()
        await self._count()

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

    async def _list_seats(self) -> bool:
        found = await attempt(self, run(settling.list_unpaid, current_actor(), window=FIRST))
        if isinstance(found, Refused):
            return False
        self.seat_rows = seat_rows(found.items, clock.now())
        return True

    async def _list_letters(self) -> bool:
        listing = run(service.list_failed_letters, current_actor(), window=FIRST)
        found = await attempt(self, listing)
        if isinstance(found, Refused):
            return False
        self.letter_rows = letter_rows(found.items)
        return True


async def recount(state: BaseState) -> None:
    """Count again what waits, after a page has done some of it."""
    await (await state.get_state(WaitingState))._count()

"""The state of the page Your account."""

from collections.abc import Mapping

import reflex as rx

from rookiebattle import routes
from rookiebattle.accounts import service
from rookiebattle.accounts.models import AgeBand
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import public, requires
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.permissions import Permission
from rookiebattle.ui.first_data import offer
from rookiebattle.ui.state import telling

AGES = {AgeBand.ADULT.value: "18 or older", AgeBand.MINOR.value: "13 to 17"}


async def load_account(actor: Actor, _query: Mapping[str, str]) -> dict[str, object]:
    """The public vars of the page; a visitor has no account."""
    if not actor.is_member:
        return {"loaded": True}
    account = await run(service.own_account, actor)
    return {
        "game_name": account.game_name,
        "email": account.email,
        "age": AGES.get(account.age_band, ""),
        "is_minor": account.age_band == AgeBand.MINOR,
        "shows_attendance": not account.hides_attendance,
        "is_last_admin": account.is_last_admin,
        "browsers": "1 browser" if account.sessions == 1 else f"{account.sessions} browsers",
        "loaded": True,
    }


class AccountState(rx.State):
    """What is kept about oneself, in short; `is_leaving` shows the question before deleting."""

    game_name: str = ""
    email: str = ""
    age: str = ""
    is_minor: bool = False
    shows_attendance: bool = False
    is_last_admin: bool = False
    browsers: str = ""
    is_leaving: bool = False
    loaded: bool = False

    @rx.event
    @public
    async def show(self) -> None:
        """Runs when the page is opened; a visitor sees that logging in is needed."""
        self.is_leaving = False
        await self._show()

    @rx.event
    @requires(Permission.OWN_ACCOUNT_UPDATE)
    async def set_attendance(self, shown: bool) -> None:
        """Whether other members find one under 'who is going'."""
        done = "Others see you in who is going" if shown else "You are hidden in who is going"
        async with telling(self, done=done):
            await run(service.set_attendance, current_actor(), hides=not shown)
        await self._show()

    @rx.event
    @public
    async def ask_to_leave(self) -> None:
        """Ask before deleting the account."""
        self.is_leaving = True

    @rx.event
    @public
    async def stay(self) -> None:
        """Close the question."""
        self.is_leaving = False

    async def _show(self) -> None:
        async with telling(self):
            for name, value in (await load_account(current_actor(), {})).items():
                setattr(self, name, value)


offer(routes.ACCOUNT, AccountState, load_account)

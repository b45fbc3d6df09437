"""The state of the welcome page."""

import reflex as rx
from reflex.event import EventSpec

from rookiebattle import routes
from rookiebattle.accounts.policy import safe_next
from rookiebattle.accounts.schemas import UserRead
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import public, requires
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.permissions import Permission
from rookiebattle.core.validation import parse
from rookiebattle.members import welcome as welcome_service
from rookiebattle.members.schemas import WelcomeWrite
from rookiebattle.members.wording import GOOD_TO_HAVE_YOU, WELCOME
from rookiebattle.pages.welcome.read import show_welcome
from rookiebattle.pages.welcome.view import WelcomeView, view_of
from rookiebattle.ui.first_data import Query
from rookiebattle.ui.forms import focus_on
from rookiebattle.ui.state import PageState, Refused, answer, attempt
from rookiebattle.ui.views import Loaded

FIELDS = ("gameName", "chapterId", "ageBand")

LOG_IN = "Please log in first"


async def load(actor: Actor, params: Query) -> WelcomeView | Loaded:
    if not actor.is_member:
        return Loaded()
    return view_of(await run(show_welcome, actor, onwards=params.get("next", "")))


class WelcomeState(PageState, rx.State):
    """The form with three questions. `is_asking` opens the question to a child."""

    shown: WelcomeView = WelcomeView()
    errors: dict[str, str] = {}
    is_asking: bool = False

    @rx.event
    @public
    async def show(self) -> EventSpec | None:
        """Load the page when it is opened. A member goes on to the next page at once."""
        self.errors, self.is_asking = {}, False
        await self._show(load(current_actor(), {"next": self._next()}))
        return rx.redirect(self._next()) if self.shown.is_welcomed else None

    @rx.event
    @requires(Permission.OWN_ACCOUNT_WELCOME, prompt=LOG_IN)
    async def finish(self, form: dict[str, str]) -> EventSpec | None:
        self.errors = {}
        if form.get("ageBand") == "under13":
            self.is_asking = True
            await answer(self)
            return None
        said = {"done": WELCOME, "text": GOOD_TO_HAVE_YOU}
        welcomed = await attempt(self, _welcomed(form), fields=FIELDS, **said)
        if isinstance(welcomed, Refused):
            self.errors = welcomed.fields
            return focus_on(welcomed.fields)
        return rx.redirect(welcome_service.after_welcome(self._next()))

    @rx.event
    @public
    async def keep(self) -> None:
        self.is_asking = False

    def _next(self) -> str:
        return safe_next(self._params().get("next", routes.HOME))


async def _welcomed(form: dict[str, str]) -> UserRead | None:
    values = parse(WelcomeWrite, {name: form[name] for name in FIELDS if name in form})
    return await run(welcome_service.welcome, current_actor(), values=values)

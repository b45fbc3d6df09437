"""The state of the welcome page."""

from collections.abc import Mapping
from urllib.parse import parse_qs, urlsplit

import reflex as rx
from reflex_base.event import EventSpec

from rookiebattle import routes
from rookiebattle.accounts import service as accounts
from rookiebattle.accounts.policy import safe_next
from rookiebattle.chapters import service as chapters
from rookiebattle.chapters.wording import choice_words
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import public, requires
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import Invalid
from rookiebattle.core.permissions import Permission
from rookiebattle.core.validation import parse
from rookiebattle.members import welcome as welcome_service
from rookiebattle.members.schemas import WelcomeWrite
from rookiebattle.ui.first_data import offer
from rookiebattle.ui.forms import Option
from rookiebattle.ui.state import telling

FIELDS = ("gameName", "chapterId", "ageBand")


async def load_welcome(actor: Actor, _query: Mapping[str, str]) -> dict[str, object]:
    """The public vars of the page; there is nothing to fill in for a visitor."""
    if not actor.is_member:
        return {"loaded": True}
    user = await run(accounts.current_user, actor)
    offered = await run(chapters.choices, actor)
    return {
        "email": user.email or "",
        "game_name": user.game_name or "",
        "chapter_id": user.chapter_id or "none",
        "chapters": [
            Option("none", "No Chapter"),
            *(Option(one.id, choice_words(one)) for one in offered),
        ],
        "is_welcomed": actor.is_welcomed,
        "loaded": True,
    }


class WelcomeState(rx.State):
    """The three things a new member tells; `is_asking` shows the question to a child."""

    email: str = ""
    game_name: str = ""
    chapter_id: str = "none"
    chapters: list[Option] = []
    errors: dict[str, str] = {}
    is_welcomed: bool = False
    is_asking: bool = False
    loaded: bool = False

    @rx.event
    @public
    async def show(self) -> EventSpec | None:
        """Runs when the page is opened; who is a member already goes on."""
        self.errors, self.is_asking = {}, False
        async with telling(self):
            for name, value in (await load_welcome(current_actor(), {})).items():
                setattr(self, name, value)
        return rx.redirect(self._next()) if self.is_welcomed else None

    @rx.event
    @requires(Permission.OWN_ACCOUNT_WELCOME, prompt="Please log in first")
    async def finish(self, form: dict[str, str]) -> EventSpec | None:
        """Become a member and go on; on failure the form stays, at its first wrong field."""
        self.errors = {}
        if form.get("ageBand") == "under13":
            async with telling(self):
                self.is_asking = True
            return None
        onwards: EventSpec | None = None
        async with telling(self, done="Welcome!", text="Good to have you here."):
            try:
                values = parse(WelcomeWrite, {k: form[k] for k in FIELDS if k in form})
                await run(welcome_service.welcome, current_actor(), values=values)
            except Invalid as invalid:
                self.errors = invalid.fields
                raise
            onwards = rx.redirect(self._next())
        wrong = next(iter(self.errors), "")
        return rx.set_focus(f"field-{wrong}") if wrong else onwards

    @rx.event
    @public
    async def keep(self) -> None:
        """Close the question."""
        self.is_asking = False

    def _next(self) -> str:
        query = parse_qs(urlsplit(str(self.router.url)).query)
        return safe_next(query.get("next", [routes.HOME])[0])


offer(routes.WELCOME, WelcomeState, load_welcome)

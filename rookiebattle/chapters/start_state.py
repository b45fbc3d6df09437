"""The form that asks about starting a chapter, on whatever page it is opened."""

from dataclasses import dataclass

import reflex as rx
from reflex_base.event import EventSpec

from rookiebattle.accounts import service as accounts
from rookiebattle.chapters import starting
from rookiebattle.chapters.schemas import ChapterRequestWrite
from rookiebattle.core.edge.access import public
from rookiebattle.core.edge.websocket import address_of, current_actor, perform
from rookiebattle.core.errors import Invalid
from rookiebattle.core.limits import Limiter, address_key
from rookiebattle.core.validation import parse
from rookiebattle.ui.state import telling

DONE = "Message sent"
DONE_TEXT = "Thank you! We answer by e-mail, usually within a week."
# People do not see this field; programs that fill in every field do.
TRAP = "website"
# An e-mail is quickly invented, so visitors are counted by their address as well.
MOST_AN_HOUR = 5
_visitors = Limiter(MOST_AN_HOUR, 3600)
FIELDS = tuple(ChapterRequestWrite.model_fields)


@dataclass(frozen=True)
class Sender:
    """What is known about who writes; empty for visitors."""

    name: str = ""
    email: str = ""


class StartChapterState(rx.State):
    """Whether the form is open, who writes, and what is wrong with it."""

    is_open: bool = False
    sender: Sender = Sender()
    errors: dict[str, str] = {}

    @rx.event
    @public
    async def open(self) -> None:
        """Open the form; members need not type their own name and e-mail."""
        self.errors, self.sender = {}, Sender()
        async with telling(self):
            if current_actor().is_member:
                user = await perform(self, accounts.current_user)
                names = (user.first_name, user.last_name)
                full = " ".join(name for name in names if name)
                self.sender = Sender(full or user.game_name or "", user.email or "")
        self.is_open = True

    @rx.event
    @public
    async def close(self) -> None:
        """Close the form; what was typed is gone."""
        self.is_open = False

    @rx.event
    @public
    async def send(self, form: dict[str, str]) -> EventSpec | None:
        """Keep the request; on failure the form stays, at its first wrong field."""
        self.errors = {}
        async with telling(self, done=DONE, text=DONE_TEXT):
            if not form.get(TRAP):
                await self._keep(form)
            self.is_open = False
        wrong = next(iter(self.errors), "")
        return rx.set_focus(f"field-{wrong}") if wrong else None

    async def _keep(self, form: dict[str, str]) -> None:
        # Reflex sends every control twice, by its name and by its id.
        values = {name: form[name] for name in FIELDS if name in form}
        try:
            request = parse(ChapterRequestWrite, values)
            if not current_actor().is_member:
                _visitors.take(address_key(address_of(self)))
            await perform(self, starting.ask_about_chapter, values=request)
        except Invalid as invalid:
            self.errors = invalid.fields
            raise

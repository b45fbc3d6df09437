"""The form that asks about starting a chapter, on whatever page it is opened."""

import logging
from dataclasses import dataclass

import reflex as rx
from reflex_base.event import EventSpec

from rookiebattle.accounts import service as accounts
from rookiebattle.chapters import starting
from rookiebattle.chapters.schemas import ChapterRequestWrite
from rookiebattle.core.doors.access import public
from rookiebattle.core.doors.websocket import address_of, current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import Invalid
from rookiebattle.core.validation import parse
from rookiebattle.ui.state import telling

DONE = "Message sent"
DONE_TEXT = "Thank you! We answer by e-mail, usually within a week."
# People do not see this field; programs that fill in every field do.
TRAP = "website"
log = logging.getLogger(__name__)
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
                user = await run(accounts.current_user, current_actor())
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
            if form.get(TRAP):
                # That it happens, not what was written: a person may have been taken for one.
                log.info("a message about a new chapter went into the trap and was dropped")
            else:
                await self._keep(form)
            self.is_open = False
        wrong = next(iter(self.errors), "")
        return rx.set_focus(f"field-{wrong}") if wrong else None

    async def _keep(self, form: dict[str, str]) -> None:
        # Reflex sends every control twice, by its name and by its id.
        values = {name: form[name] for name in FIELDS if name in form}
        try:
            request = parse(ChapterRequestWrite, values)
            where = address_of(self)
            await run(starting.ask_about_chapter, current_actor(), values=request, address=where)
        except Invalid as invalid:
            self.errors = invalid.fields
            raise

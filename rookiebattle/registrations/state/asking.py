"""The state of the form that asks an event's organizer a question."""

import reflex as rx
from reflex.event import EventSpec

from rookiebattle.core.doors.access import public
from rookiebattle.core.doors.websocket import address_of, current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.schemas import Id
from rookiebattle.core.validation import parse
from rookiebattle.registrations.schemas import QuestionWrite
from rookiebattle.registrations.service import questions
from rookiebattle.ui.forms import TRAP
from rookiebattle.ui.records import FormValues, WithForm, of_record

DONE, DONE_TEXT = "Question sent", "You’ll get the answer by email."
FIELDS = tuple(QuestionWrite.model_fields)


class AskState(WithForm, rx.State):
    """Which event the open form is about; without an id it is closed."""

    event_id: str = ""
    title: str = ""

    @rx.event
    @public
    async def open(self, event_id: Id, title: str) -> None:
        await self._arrive()
        self.event_id, self.title, self.errors = event_id, title, {}

    @rx.event
    @public
    async def send(self, form: FormValues) -> EventSpec | None:
        sending = _send(self.event_id, form, address_of(self))
        return await self._submit(sending, done=DONE, text=DONE_TEXT, fields=form)

    def _close_dialogs(self) -> None:
        self.event_id = ""


async def leave_question(page: rx.State) -> None:
    """Close the form when a page opens: it is about an event of the page before."""
    await (await page.get_state(AskState))._arrive()


async def _send(event_id: str, form: FormValues, address: str) -> None:
    of_record(form, event_id)
    # Reflex sends every control twice, by its name and by its id.
    question = parse(QuestionWrite, {name: form[name] for name in FIELDS if name in form})
    await run(
        questions.ask_organizer,
        current_actor(),
        event_id=event_id,
        values=question,
        address=address,
        is_suspicious=bool(form.get(TRAP)),
    )

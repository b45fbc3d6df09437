"""The state of the form that reports an event to the club."""

import reflex as rx
from reflex.event import EventSpec

from rookiebattle.core.doors.access import public
from rookiebattle.core.doors.websocket import address_of, current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.schemas import Id
from rookiebattle.core.validation import parse
from rookiebattle.events import reports
from rookiebattle.events.schemas import ReportWrite
from rookiebattle.ui.records import FormValues, WithForm, of_record

DONE, DONE_TEXT = "Thank you", "The club will look at this event."


class ReportState(WithForm, rx.State):
    """Which event the open form is about; without an id it is closed."""

    event_id: str = ""

    @rx.event
    @public
    async def open(self, event_id: Id) -> None:
        await self._arrive()
        self.event_id, self.errors = event_id, {}

    @rx.event
    @public
    async def send(self, form: FormValues) -> EventSpec | None:
        sending = _send(self.event_id, form, address_of(self))
        return await self._submit(sending, done=DONE, text=DONE_TEXT, fields=form)

    def _close_dialogs(self) -> None:
        self.event_id = ""


async def _send(event_id: str, form: FormValues, address: str) -> None:
    of_record(form, event_id)
    values = parse(ReportWrite, {"reason": form.get("reason")})
    verb, actor = reports.report_event, current_actor()
    await run(verb, actor, event_id=event_id, values=values, address=address)

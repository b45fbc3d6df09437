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
from rookiebattle.ui.forms import focus_on
from rookiebattle.ui.records import FormValues, of_record
from rookiebattle.ui.state import Refused, WithDialogs, attempt

DONE, DONE_TEXT = "Thank you", "The club will look at this event."


class ReportState(WithDialogs, rx.State):
    """Which event the open form is about; without an id it is closed."""

    event_id: str = ""
    errors: dict[str, str] = {}

    @rx.event
    @public
    async def open(self, event_id: Id) -> None:
        await self._arrive()
        self.event_id, self.errors = event_id, {}

    @rx.event
    @public
    async def close(self) -> None:
        """Close the form; typed text is discarded."""
        self.event_id = ""

    @rx.event
    @public
    async def send(self, form: FormValues) -> EventSpec | None:
        """Send the report. After an error the form stays, at its first wrong field."""
        sending = _send(self.event_id, form, address_of(self))
        sent = await attempt(self, sending, done=DONE, text=DONE_TEXT, fields=form)
        self.errors = {}
        if isinstance(sent, Refused):
            self.errors = sent.fields
            return focus_on(sent.fields)
        self.event_id = ""
        return None

    def _close_dialogs(self) -> None:
        self.event_id = ""


async def _send(event_id: str, form: FormValues, address: str) -> None:
    of_record(form, event_id)
    values = parse(ReportWrite, {"reason": form.get("reason")})
    verb, actor = reports.report_event, current_actor()
    await run(verb, actor, event_id=event_id, values=values, address=address)

"""The state of the dialog for walk-ins."""

import reflex as rx
from reflex.event import EventSpec

from rookiebattle.core.doors.access import requires
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import Forbidden
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import Id
from rookiebattle.core.validation import parse
from rookiebattle.core.values.text import as_searched
from rookiebattle.pages.admin.roster.state.gate import GateState
from rookiebattle.pages.admin.roster.view.people import CandidateRow, candidate_rows
from rookiebattle.registrations.schemas import Attendee, NewcomerWrite
from rookiebattle.registrations.service import check_ins
from rookiebattle.registrations.wording import TOO_YOUNG
from rookiebattle.ui.forms import focus_on
from rookiebattle.ui.records import FormValues, WithForm, typed
from rookiebattle.ui.state import Refused, answer, attempt

FIELDS = ("firstName", "lastName", "email", "ageBand")


class WalkInState(WithForm, rx.State):
    """The members who were found by `text`, and the form of a new person. `event_id` may be empty:
    the dialog was not opened then."""

    is_open: bool = False
    event_id: str = ""
    text: str = ""
    found: rx.Field[list[CandidateRow]] = rx.field(default_factory=list)

    @rx.event
    @requires(Permission.ALL_REGISTRATION_CREATE, somewhere=True)
    async def open(self, event_id: Id) -> None:
        await self._arrive()
        self.event_id, self.text, self.found, self.errors = event_id, "", [], {}
        self.is_open = True

    @rx.event
    @requires(Permission.ALL_REGISTRATION_CREATE, somewhere=True)
    async def find(self, form: FormValues) -> None:
        text = as_searched(str(form.get("text") or ""))
        finding = run(check_ins.find_candidates, current_actor(), event_id=self.event_id, text=text)
        found = await attempt(self, finding)
        if not isinstance(found, Refused):
            self.text, self.found = text, candidate_rows(found)

    @rx.event
    @requires(Permission.ALL_REGISTRATION_CREATE, somewhere=True)
    async def add(self, event_id: Id, user_id: Id) -> None:
        adding = run(check_ins.add_walk_in, current_actor(), event_id=event_id, user_id=user_id)
        name = next((one.name for one in self.found if one.user_id == user_id), "")
        await self._end(await attempt(self, adding, done=f"{name} is checked in"))

    @rx.event
    @requires(Permission.ALL_REGISTRATION_CREATE, somewhere=True)
    async def add_new(self, form: FormValues) -> EventSpec | None:
        first, last = form.get("firstName"), form.get("lastName")
        done = f"{first} {last} is registered and checked in"
        added = await attempt(self, self._added(form), done=done)
        if isinstance(added, Refused):
            self.errors = added.fields
            return focus_on(added.fields)
        await self._end(added)
        return None

    async def _added(self, form: FormValues) -> Attendee:
        # A form leaves out a choice that nobody made.
        form = {"ageBand": "", **form}
        # Before the other fields are read: a child who only watches needs no address.
        if form["ageBand"] == "under13":
            raise Forbidden(TOO_YOUNG)
        values = parse(NewcomerWrite, typed(form, FIELDS, self.event_id))
        return await run(
            check_ins.add_newcomer, current_actor(), event_id=self.event_id, values=values
        )

    async def _end(self, result: Attendee | Refused) -> None:
        added = ""
        if not isinstance(result, Refused):
            self.is_open, added = False, result.user_id
        await (await self.get_state(GateState))._show(added=added)
        await answer(self)

    def _close_dialogs(self) -> None:
        self.is_open = False

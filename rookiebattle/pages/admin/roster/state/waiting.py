"""The state of the form that gives a party another place on the waiting list."""

import reflex as rx
from reflex.event import EventSpec

from rookiebattle.core.doors.access import requires
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import Id
from rookiebattle.core.validation import parse
from rookiebattle.pages.admin.roster.state.gate import GateState
from rookiebattle.pages.admin.roster.view.people import WaitingRow
from rookiebattle.registrations.schemas import MoveWrite, WaitingRead
from rookiebattle.registrations.service import waiting
from rookiebattle.ui.records import FormValues, WithForm, of_record
from rookiebattle.ui.state import attempt

FIELDS = ("position", "reason")


class WaitingListState(WithForm, rx.State):
    """The party that is moved; without an id the form is closed."""

    moving: WaitingRow = WaitingRow()
    event_id: str = ""

    @rx.event
    @requires(Permission.OWN_REGISTRATION_CHECK)
    async def open(self, event_id: Id, party_id: Id, names: str, place: str) -> None:
        """Open the form for a party, which the page shows already."""
        await self._arrive()
        self.event_id, self.errors = event_id, {}
        self.moving = WaitingRow(party_id, names, place)

    @rx.event
    @requires(Permission.OWN_REGISTRATION_CHECK)
    async def move(self, form: FormValues) -> EventSpec | None:
        work = _moved(form, self.event_id, self.moving.id)
        focus = await self._submit(work, done="Moved", text=self.moving.names, fields=FIELDS)
        await (await self.get_state(GateState))._show()
        return focus

    @rx.event
    @requires(Permission.OWN_REGISTRATION_CHECK)
    async def remove(self, event_id: Id, party_id: Id) -> None:
        verb, actor = waiting.leave, current_actor()
        work = run(verb, actor, event_id=event_id, party_id=party_id)
        await attempt(self, work, done="Removed from the waiting list")
        await (await self.get_state(GateState))._show()

    def _close_dialogs(self) -> None:
        self.moving = WaitingRow()


async def _moved(form: FormValues, event_id: str, party_id: str) -> WaitingRead:
    of_record(form, party_id)
    values = parse(MoveWrite, {name: form.get(name) or "" for name in FIELDS})
    verb, actor = waiting.move, current_actor()
    return await run(verb, actor, event_id=event_id, party_id=party_id, values=values)

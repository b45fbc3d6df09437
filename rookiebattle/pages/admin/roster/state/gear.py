"""The state of what marshals and leads note on a roster: checked gear, and incidents."""

from urllib.parse import urlsplit

import reflex as rx
from reflex.event import EventSpec

from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import requires, unasked
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import Forbidden, NotFound, Unauthorized
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import Id
from rookiebattle.core.validation import parse
from rookiebattle.gear import service
from rookiebattle.gear.schemas import GearCheckRead, GearCheckWrite, IncidentRead, IncidentWrite
from rookiebattle.gear.view import GearView, view_of
from rookiebattle.gear.wording import CHECKED, ENDED, NOTED, topic_of
from rookiebattle.pages.admin.roster.state.gate import GateState
from rookiebattle.pages.admin.roster.view.roster import RosterRow
from rookiebattle.registrations.state.live import follow_list
from rookiebattle.ui.records import FormValues, WithForm, of_record
from rookiebattle.ui.state import attempt

OF_GEAR, OF_INCIDENT = ("item", "note"), ("userId", "text", "suspendedUntil")


async def load(actor: Actor, event_id: str) -> GearView:
    """The gear and the incidents of an event; nothing for others than the readers of its roster."""
    try:
        shown = await run(service.show_gear, actor, event_id=event_id)
    except (NotFound, Forbidden, Unauthorized):
        return GearView()
    return view_of(event_id, shown, clock.now(), clock.today())


class GearState(WithForm, rx.State):
    """`checking` is the member whose gear is noted, by `name`, and `is_noting` whether the form of
    an incident is open. `event_id` is the event of the open form."""

    shown: GearView = GearView()
    event_id: str = ""
    checking: str = ""
    name: str = ""
    is_noting: bool = False

    @rx.event
    @unasked
    async def show(self) -> None:
        await self._arrive()
        event_id = urlsplit(str(self.router.url)).path.rpartition("/")[2]
        self.shown = await load(current_actor(), event_id)
        if self.shown.event_id:
            follow_list(self, topic_of(event_id))

    @rx.event
    @requires(Permission.OWN_REGISTRATION_CHECK)
    async def begin_check(self, event_id: Id, user_id: Id) -> None:
        await self._arrive()
        gate = await self.get_state(GateState)
        self.name, gate.opened = gate._name_of(user_id), RosterRow()
        self.event_id, self.checking, self.errors = event_id, user_id, {}

    @rx.event
    @requires(Permission.OWN_REGISTRATION_CHECK)
    async def check(self, form: FormValues) -> EventSpec | None:
        work = self._checked(form)
        return await self._submit(work, done=CHECKED, text=self.name, fields=OF_GEAR)

    @rx.event
    @requires(Permission.ALL_INCIDENT_CREATE, somewhere=True)
    async def begin_incident(self, event_id: Id) -> None:
        await self._arrive()
        self.event_id, self.is_noting, self.errors = event_id, True, {}

    @rx.event
    @requires(Permission.ALL_INCIDENT_CREATE, somewhere=True)
    async def note(self, form: FormValues) -> EventSpec | None:
        return await self._submit(self._noted(form), done=NOTED, fields=OF_INCIDENT)

    @rx.event
    @requires(Permission.ALL_INCIDENT_CREATE, somewhere=True)
    async def end_suspension(self, event_id: Id, incident_id: Id) -> None:
        named = {"event_id": event_id, "incident_id": incident_id}
        await attempt(self, run(service.end_suspension, current_actor(), **named), done=ENDED)
        await self._submitted()

    async def _checked(self, form: FormValues) -> GearCheckRead:
        of_record(form, self.checking)
        sent = {
            "userId": self.checking,
            "item": form.get("item") or "",
            "passed": form.get("passed") == "yes",
            "note": form.get("note"),
        }
        values, actor = parse(GearCheckWrite, sent), current_actor()
        return await run(service.check_gear, actor, event_id=self.event_id, values=values)

    async def _noted(self, form: FormValues) -> IncidentRead:
        of_record(form, self.event_id)
        values = parse(IncidentWrite, {name: form.get(name) or "" for name in OF_INCIDENT})
        actor = current_actor()
        return await run(service.note_incident, actor, event_id=self.event_id, values=values)

    async def _submitted(self) -> None:
        self.shown = await load(current_actor(), self.shown.event_id)

    def _close_dialogs(self) -> None:
        self.checking, self.is_noting = "", False

"""The state of the form that gives beads to the people of a roster."""

from collections.abc import Mapping

import reflex as rx

from rookiebattle.core.doors.access import requires
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import Id
from rookiebattle.core.validation import parse
from rookiebattle.gear.service import told_incident
from rookiebattle.pages.admin.roster.state.gate import GateState
from rookiebattle.pages.admin.roster.view.people import receivers_of
from rookiebattle.pages.admin.roster.view.roster import RosterRow
from rookiebattle.progression.schemas import Awarded
from rookiebattle.registrations.schemas import RosterAwardWrite
from rookiebattle.registrations.service import awards
from rookiebattle.registrations.state.awards import NO_CHOICE, AwardForm
from rookiebattle.ui.listing import chosen_in
from rookiebattle.ui.records import FormValues
from rookiebattle.ui.state import Refused, attempt, toast


class AwardState(AwardForm, rx.State):
    """The form. Without anybody `chosen` the beads are for everybody who was there."""

    @rx.event
    @requires(Permission.ALL_PROGRESS_AWARD, somewhere=True)
    async def open_for_all(self, event_id: Id) -> None:
        await self._open_at(event_id, [])

    @rx.event
    @requires(Permission.ALL_PROGRESS_AWARD, somewhere=True)
    async def open_for_one(self, event_id: Id, user_id: Id) -> None:
        (await self.get_state(GateState)).opened = RosterRow()
        await self._open_at(event_id, [user_id])

    @rx.event
    @requires(Permission.ALL_PROGRESS_AWARD, somewhere=True)
    async def open_for_chosen(self, form: FormValues) -> None:
        if chosen := chosen_in(form):
            await self._open_at(str(form.get("eventId") or ""), chosen)
        else:
            await toast(self, "Error", NO_CHOICE, "error")

    async def _open_at(self, event_id: str, chosen: list[str]) -> None:
        there = (await self.get_state(GateState)).shown.numbers.there > 0
        asking = run(
            *(awards.receivers, current_actor()), event_id=event_id, user_ids=chosen or None
        )
        names = await attempt(self, asking)
        if not isinstance(names, Refused):
            receivers = receivers_of(names, chosen=bool(chosen), there=there)
            await self._open(chosen, receivers, event_id)

    async def _give(self, award: Mapping[str, object], form: FormValues) -> Awarded:
        actor, named = current_actor(), str(form.get("incidentOf") or "")
        if named and "incident" in award and not award["incident"]:
            there = {"event_id": self.event_id, "incident_id": named}
            award = {**award, "incident": await run(told_incident, actor, **there)}
        values = parse(RosterAwardWrite, award)
        return await run(awards.award_roster, actor, event_id=self.event_id, values=values)

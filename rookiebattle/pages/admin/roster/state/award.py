"""The state of the form that gives beads to the people of a roster."""

import reflex as rx
from reflex.event import EventSpec

from rookiebattle.core.doors.access import public, requires
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import Id
from rookiebattle.core.validation import parse
from rookiebattle.events.wording import counted
from rookiebattle.pages.admin.roster.state.gate import GateState
from rookiebattle.pages.admin.roster.view.award import BeadHint, hint_of, receivers_of
from rookiebattle.progression import service as progression
from rookiebattle.progression.schemas import AwardKey
from rookiebattle.progression.view import approver_options, award_of, errors_of
from rookiebattle.registrations.schemas import Awarded, RosterAwardWrite
from rookiebattle.registrations.service import awards
from rookiebattle.ui.forms import Option, focus_on
from rookiebattle.ui.listing import chosen_in
from rookiebattle.ui.records import FormValues, of_record
from rookiebattle.ui.state import Refused, WithDialogs, attempt, toast

NO_CHOICE = "Select at least one person with a seat."


class AwardState(WithDialogs, rx.State):
    """The form. `chosen` are ids of members; empty for everybody who was there. `given` is the id
    of the last award, which its toast can undo."""

    is_open: bool = False
    event_id: str = ""
    chosen: str = ""
    receivers: str = ""
    hint: BeadHint = BeadHint()
    approvers: list[Option] = []
    errors: dict[str, str] = {}
    given: str = ""

    @rx.event
    @requires(Permission.ALL_PROGRESS_AWARD)
    async def open_for_all(self, event_id: Id) -> None:
        """Open the form for everybody who was there."""
        await self._open(event_id, [])

    @rx.event
    @requires(Permission.ALL_PROGRESS_AWARD)
    async def open_for_chosen(self, form: FormValues) -> None:
        if chosen := chosen_in(form):
            await self._open(str(form.get("eventId") or ""), chosen)
        else:
            await toast(self, "Error", NO_CHOICE, "error")

    @rx.event
    @public
    async def close(self) -> None:
        """Close the form; typed text is discarded."""
        self.is_open = False

    @rx.event
    @public
    async def choose_bead(self, bead: AwardKey) -> None:
        """Show the hint of a bead, and the fields that it asks for."""
        self.hint, self.errors = hint_of(bead), {}

    @rx.event
    @requires(Permission.ALL_PROGRESS_AWARD)
    async def save(self, form: FormValues) -> EventSpec | None:
        """Give the beads. After an error the form stays, at its first wrong field."""
        given = await attempt(self, self._given(form), fields=("again",))
        if isinstance(given, Refused):
            self.errors = errors_of(given, form)
            return focus_on(self.errors)
        self.is_open, self.errors, self.given = False, {}, given.award_id
        roster = await self.get_state(GateState)
        roster.done += 1
        await toast(self, f"Awarded to {counted(given.awarded, 'member')}", undo=given.award_id)
        return None

    @rx.event
    @requires(Permission.ALL_PROGRESS_UNDO)
    async def undo(self, award_id: Id) -> None:
        """Take the beads of the last award back from everybody who got them."""
        undoing = run(progression.undo_award, current_actor(), award_id=award_id)
        await attempt(self, undoing, done="Undone")

    async def _given(self, form: FormValues) -> Awarded:
        of_record(form, self.event_id)
        chosen = str(form.get("chosen") or "").split()
        award = parse(RosterAwardWrite, award_of(form) | {"userIds": chosen or None})
        actor = current_actor()
        return await run(awards.award_roster, actor, event_id=self.event_id, values=award)

    def _close_dialogs(self) -> None:
        self.is_open = False

    async def _open(self, event_id: str, chosen: list[str]) -> None:
        await self._arrive()
        found = await attempt(self, run(progression.award_choices, current_actor()))
        if isinstance(found, Refused):
            return
        numbers = (await self.get_state(GateState)).numbers
        self.event_id, self.chosen, self.errors = event_id, " ".join(chosen), {}
        self.receivers = receivers_of(chosen=len(chosen), there=numbers.there, held=numbers.held)
        self.hint, self.approvers = BeadHint(), approver_options(found.approvers)
        self.is_open = True

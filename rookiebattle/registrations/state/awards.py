"""The form that gives beads to several members, as the roster and the list of members open it."""

from collections.abc import Mapping, Sequence

import reflex as rx
from reflex.event import EventSpec

from rookiebattle.core.doors.access import public, requires
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import Id
from rookiebattle.events.wording import counted
from rookiebattle.progression import service as progression
from rookiebattle.progression.schemas import Awarded, AwardKey
from rookiebattle.progression.view import BeadHint, approver_options, award_of, errors_of, hint_of
from rookiebattle.ui.forms import Option, focus_on
from rookiebattle.ui.records import FormValues, of_record
from rookiebattle.ui.state import Refused, WithDialog, attempt, toast

NO_CHOICE = "Select at least one person."


class AwardForm(WithDialog, rx.State, mixin=True):
    """The form. `event_id` is empty where the form itself asks for the event. `chosen` are ids of
    members, and `given` is the id of the last award, which its toast can undo. `done` rises with
    each award. A page gives it `_give`."""

    event_id: str = ""
    chosen: str = ""
    receivers: str = ""
    hint: BeadHint = BeadHint()
    approvers: list[Option] = []
    errors: dict[str, str] = {}
    given: str = ""
    done: int = 0

    @rx.event
    @public
    async def choose_bead(self, bead: AwardKey) -> None:
        """Show the hint of a bead, and the fields that it asks for."""
        self.hint, self.errors = hint_of(bead, at_event=self.event_id != ""), {}

    @rx.event
    @requires(Permission.ALL_PROGRESS_AWARD, somewhere=True)
    async def save(self, form: FormValues) -> EventSpec | None:
        """Give the beads. After an error the form stays, at its first wrong field."""
        given = await attempt(self, self._given(form), fields=("again",))
        if isinstance(given, Refused):
            self.errors = errors_of(given, form)
            return focus_on(self.errors)
        self.is_open, self.errors, self.given = False, {}, given.award_id
        self.done += 1
        await self._follow_award()
        await toast(self, f"Awarded to {counted(given.awarded, 'member')}", undo=given.award_id)
        return None

    @rx.event
    @requires(Permission.ALL_PROGRESS_UNDO, somewhere=True)
    async def undo(self, award_id: Id) -> None:
        undoing = run(progression.undo_award, current_actor(), award_id=award_id)
        await attempt(self, undoing, done="Undone")
        await self._follow_award()

    async def _given(self, form: FormValues) -> Awarded:
        of_record(form, self.event_id)
        chosen = str(form.get("chosen") or "").split()
        return await self._give(award_of(form) | {"userIds": chosen or None}, form)

    async def _give(self, award: Mapping[str, object], form: FormValues) -> Awarded:
        raise NotImplementedError

    async def _follow_award(self) -> None:
        """A page may do more after beads were given or taken back."""

    async def _open(self, chosen: Sequence[str], receivers: str, event_id: str = "") -> None:
        await self._arrive()
        found = await attempt(self, run(progression.award_choices, current_actor()))
        if isinstance(found, Refused):
            return
        self.event_id, self.chosen, self.errors = event_id, " ".join(chosen), {}
        self.receivers = receivers
        self.hint, self.approvers = BeadHint(), approver_options(found.approvers)
        self.is_open = True

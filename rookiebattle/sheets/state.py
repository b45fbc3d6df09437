"""The dialog in which live sheets are made and revoked."""

from typing import Literal

import reflex as rx
from reflex.event import EventSpec

from rookiebattle.core.doors.access import requires
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import Id
from rookiebattle.core.validation import parse
from rookiebattle.sheets import service
from rookiebattle.sheets.schemas import SheetMade, SheetWrite
from rookiebattle.sheets.view import SheetCard, cards_of, columns_of
from rookiebattle.ui.forms import Option, focus_on
from rookiebattle.ui.records import FormValues, WithForm
from rookiebattle.ui.state import Refused, attempt


class SheetState(WithForm, rx.State):
    """The list that the open dialog is about; none while it is closed. `url` is told once."""

    which: str = ""
    event_id: str = ""
    columns: list[Option] = []
    own: list[SheetCard] = []
    url: str = ""

    @rx.event
    @requires(Permission.OWN_SHEET_READ)
    async def open(
        self, which: Literal["roster", "members", "payments"], event_id: Id | Literal[""] = ""
    ) -> None:
        """Open the dialog about a list; about a roster, that of an event."""
        await self._arrive()
        self.event_id, self.columns = event_id, columns_of(which)
        self.errors, self.url = {}, ""
        self.which = which
        await self._read()

    @rx.event
    @requires(Permission.OWN_SHEET_CREATE)
    async def make(self, form: FormValues) -> EventSpec | None:
        """Make a sheet and show its address. After an error the form stays."""
        made = await attempt(self, self._make(form), done="Live sheet created", fields=form)
        if isinstance(made, Refused):
            self.errors = made.fields
            return focus_on(made.fields)
        self.errors, self.url = {}, made.url
        await self._read()
        return focus_on({"address": ""})

    @rx.event
    @requires(Permission.OWN_SHEET_DELETE)
    async def revoke(self, sheet_id: Id) -> None:
        """Let a sheet's address lead nowhere."""
        revoking = run(service.revoke_sheet, current_actor(), sheet_id=sheet_id)
        await attempt(self, revoking, done="Live sheet revoked")
        await self._read()

    async def _read(self) -> None:
        found = await attempt(self, run(service.list_sheets, current_actor()))
        if not isinstance(found, Refused):
            self.own = cards_of(found, self.which, self.event_id)

    async def _make(self, form: FormValues) -> SheetMade:
        chosen = [one.value for one in self.columns if form.get(f"column-{one.value}")]
        sent = {"list": self.which, "columns": chosen, "name": form.get("name")}
        values = parse(SheetWrite, sent | {"eventId": self.event_id or None})
        return await run(service.make_sheet, current_actor(), values=values)

    def _close_dialogs(self) -> None:
        self.which = self.event_id = self.url = ""

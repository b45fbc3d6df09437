"""The state of the roles on the page of a member, a chapter or an event."""

import reflex as rx
from reflex.event import EventSpec

from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import requires, unasked
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import NotFound
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import Id
from rookiebattle.core.validation import parse
from rookiebattle.core.values.text import as_searched
from rookiebattle.roles import service
from rookiebattle.roles.schemas import About, GrantRead, GrantWrite
from rookiebattle.roles.view import PersonRow, RolesView, about_of, person_rows, view_of, written
from rookiebattle.ui.records import RECORD, Doomed, FormValues, WithForm
from rookiebattle.ui.state import Refused, attempt
from rookiebattle.ui.views import fill

FIELDS = ("role", "endsAt")


async def load(actor: Actor, about: About) -> RolesView:
    """The roles of a page; closed for everybody who may read of none there."""
    if not actor.is_member:
        return RolesView()
    try:
        shown = await run(service.show_roles, actor, about=about)
    except NotFound:
        return RolesView()
    finds_anybody = bool(actor.reach(Permission.ALL_ACCOUNT_READ))
    return view_of(shown, about, clock.now(), finds_anybody=finds_anybody)


class RolesState(WithForm, rx.State):
    """The roles, and the dialog in which one is given: first somebody is `chosen` of those who were
    `found` by `text`. `doomed` is the role that the question is about."""

    shown: RolesView = RolesView()
    loaded: bool = False
    is_open: bool = False
    text: str = ""
    found: rx.Field[list[PersonRow]] = rx.field(default_factory=list)
    chosen: PersonRow = PersonRow()
    doomed: Doomed = Doomed()

    @rx.event
    @unasked
    async def show(self) -> None:
        """Load the roles of the page that opens."""
        await self._arrive()
        await self._show()

    @rx.event
    @requires(Permission.OWN_ROLE_CREATE)
    async def begin(self) -> None:
        """Open the dialog; on a member's page nobody has to be found."""
        await self._arrive()
        self.text, self.found, self.errors = "", [], {}
        self.chosen, self.is_open = self.shown.member, True

    @rx.event
    @requires(Permission.OWN_ROLE_CREATE)
    async def find(self, form: FormValues) -> None:
        text = as_searched(str(form.get("text") or ""))
        finding = run(service.find_people, current_actor(), about=self._about(), text=text)
        found = await attempt(self, finding)
        if not isinstance(found, Refused):
            self.text, self.found = text, person_rows(found)

    @rx.event
    @requires(Permission.OWN_ROLE_CREATE)
    async def choose(self, user_id: Id) -> None:
        chosen = (one for one in self.found if one.user_id == user_id)
        self.chosen, self.errors = next(chosen, PersonRow()), {}

    @rx.event
    @requires(Permission.OWN_ROLE_CREATE)
    async def give(self, form: FormValues) -> EventSpec | None:
        given, name = self._given(form), self.chosen.name
        return await self._submit(given, done="Role given", text=name, fields=FIELDS)

    async def _submitted(self) -> None:
        await self._show()

    @rx.event
    @requires(Permission.OWN_ROLE_DELETE)
    async def ask(self, grant_id: Id) -> None:
        """Ask before a role of this page ends."""
        held = (one for one in self.shown.held if one.id == grant_id)
        if one := next(held, None):
            await self._arrive()
            self.doomed = Doomed(one.id, f"{one.title}: {one.about}")

    @rx.event
    @requires(Permission.OWN_ROLE_DELETE)
    async def end(self) -> None:
        """End the role that the question was about."""
        ending = run(service.end, current_actor(), grant_id=self.doomed.id)
        await attempt(self, ending, done="Role ended")
        self.doomed = Doomed()
        await self._show()

    def _close_dialogs(self) -> None:
        self.is_open, self.doomed = False, Doomed()

    def _about(self) -> About:
        return about_of(self.router.url.path)

    async def _given(self, form: FormValues) -> GrantRead:
        body = written(form, self._about(), str(form.get(RECORD) or ""))
        return await run(service.give, current_actor(), values=parse(GrantWrite, body))

    async def _show(self) -> None:
        view = await attempt(self, load(current_actor(), self._about()))
        if not isinstance(view, Refused):
            fill(self, view)

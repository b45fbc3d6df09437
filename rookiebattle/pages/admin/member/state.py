"""The state of one member's page: the timeline, the form of an award, the question of an undo."""

import reflex as rx
from reflex.event import EventSpec

from rookiebattle.accounts import service as accounts
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import requires
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import NotFound
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import Id
from rookiebattle.core.validation import parse
from rookiebattle.core.values.text import as_searched
from rookiebattle.events.wording import counted
from rookiebattle.guardians import birthdays
from rookiebattle.guardians.schemas import AgeRead, BirthDateWrite
from rookiebattle.pages.admin.member.read import show_award, show_member
from rookiebattle.pages.admin.member.view import MemberPageView, award_form, view_of, wanted
from rookiebattle.progression import service as progression
from rookiebattle.progression.catalogue import award_named
from rookiebattle.progression.schemas import AdminEntry, UndoWrite
from rookiebattle.progression.view import award_of, errors_of
from rookiebattle.progression.wording import award_list
from rookiebattle.registrations.schemas import AwardWrite
from rookiebattle.registrations.service import awards
from rookiebattle.registrations.view import event_options
from rookiebattle.ui.first_data import Query
from rookiebattle.ui.forms import Option, focus_on
from rookiebattle.ui.records import RECORD, Doomed, FormValues, WithForm
from rookiebattle.ui.state import LoadedPage, Refused, attempt, toast
from rookiebattle.ui.views import Loaded, fill

BIRTH = ("birthDate",)


async def load(actor: Actor, params: Query) -> MemberPageView | Loaded:
    needed = Permission.ALL_ACCOUNT_READ, Permission.ALL_PROGRESS_READ
    if not all(actor.reach(one) for one in needed):
        return Loaded()
    try:
        reading = run(show_member, actor, user_id=params.get("id", ""), window=wanted(params))
        return view_of(await reading, params, clock.today())
    except NotFound:
        return MemberPageView(missing=True)


class AdminMemberState(WithForm, LoadedPage, rx.State):
    """One member. `doomed` is the entry that the question is about."""

    shown: MemberPageView = MemberPageView(loaded=False)
    is_awarding: bool = False
    is_logging_out: bool = False
    alone: list[str] = []
    approvers: rx.Field[list[Option]] = rx.field(default_factory=list)
    events: rx.Field[list[Option]] = rx.field(default_factory=list)
    doomed: Doomed = Doomed()
    _load = load

    @rx.event
    @requires(Permission.ALL_PROGRESS_AWARD, somewhere=True)
    async def begin(self) -> None:
        shown = await attempt(self, run(show_award, current_actor()))
        if not isinstance(shown, Refused):
            await self._arrive()
            fill(self, award_form(shown, clock.now()))
            self.errors, self.is_awarding = {}, True

    @rx.event
    @requires(Permission.ALL_ACCOUNT_UPDATE)
    async def ask_to_log_out(self) -> None:
        await self._arrive()
        self.is_logging_out = True

    @rx.event
    @requires(Permission.ALL_ACCOUNT_UPDATE)
    async def mend_birth_date(self, form: FormValues) -> EventSpec | None:
        return await self._submit(_mended(form), done="Birth date saved", fields=BIRTH)

    @rx.event
    @requires(Permission.ALL_ACCOUNT_UPDATE)
    async def log_out(self, user_id: Id) -> None:
        revoking = run(accounts.revoke_sessions, current_actor(), user_id=user_id)
        ended = await attempt(self, revoking)
        self.is_logging_out = False
        if not isinstance(ended, Refused):
            await toast(self, f"Logged out of {counted(ended, 'browser')}")

    @rx.event
    @requires(Permission.ALL_PROGRESS_AWARD, somewhere=True)
    async def find_events(self, text: str) -> None:
        finding = run(awards.find_events, current_actor(), text=as_searched(text))
        found = await attempt(self, finding)
        if not isinstance(found, Refused):
            self.events = event_options(found, clock.now())

    @rx.event
    @requires(Permission.ALL_PROGRESS_AWARD, somewhere=True)
    async def award(self, form: FormValues) -> EventSpec | None:
        result = await attempt(self, _awarded(form), fields=("again",))
        if isinstance(result, Refused):
            self.errors = errors_of(result, form)
            return focus_on(self.errors)
        await toast(self, f"Awarded to {self.shown.head.name}", result)
        self.errors, self.is_awarding = {}, False
        await self._reload()
        return None

    @rx.event
    @requires(Permission.ALL_PROGRESS_UNDO, somewhere=True)
    async def ask(self, entry_id: Id) -> None:
        shown = (one for day in self.shown.days for one in day.made if one.id == entry_id)
        if one := next(shown, None):
            await self._arrive()
            self.errors, self.doomed = {}, Doomed(one.id, one.title)

    @rx.event
    @requires(Permission.ALL_PROGRESS_UNDO, somewhere=True)
    async def undo(self, form: FormValues) -> EventSpec | None:
        """Write the opposite entry."""
        result = await attempt(self, _undone(form), done="Undone")
        if isinstance(result, Refused) and result.fields:
            self.errors = result.fields
            return focus_on(result.fields)
        self.errors, self.doomed = {}, Doomed()
        await self._reload()
        return None

    async def _submitted(self) -> None:
        await self._reload()

    def _close_dialogs(self) -> None:
        self.is_awarding, self.is_logging_out = False, False
        self.doomed, self.errors = Doomed(), {}


async def _mended(form: FormValues) -> AgeRead:
    values = parse(BirthDateWrite, {name: form.get(name) for name in BIRTH})
    user_id = str(form.get(RECORD) or "")
    return await run(
        birthdays.mend_birth_date, current_actor(), user_id=user_id, born=values.birth_date
    )


async def _awarded(form: FormValues) -> str:
    """Give the beads; returns which they were, such as '3 red beads for Service'."""
    event = {"eventId": form.get("eventId") or None}
    values = parse(AwardWrite, award_of(form) | event)
    user_id = str(form.get(RECORD) or "")
    await run(awards.award, current_actor(), user_id=user_id, values=values)
    return award_list([(values.count, award_named(values.bead))])


async def _undone(form: FormValues) -> AdminEntry:
    values = parse(UndoWrite, {"reason": form.get("reason") or None})
    entry_id = str(form.get(RECORD) or "")
    return await run(progression.undo, current_actor(), entry_id=entry_id, reason=values.reason)

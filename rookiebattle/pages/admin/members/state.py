"""The state of the list of members, and of what is done with chosen ones."""

from collections.abc import Mapping

import reflex as rx

from rookiebattle.console.state import recount
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import public, requires
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import Invalid
from rookiebattle.core.permissions import Permission
from rookiebattle.core.validation import parse
from rookiebattle.core.values.text import as_searched
from rookiebattle.events.wording import counted, some_names
from rookiebattle.members import administration
from rookiebattle.members.users import UsersPatch
from rookiebattle.pages.admin.members.read import show_users
from rookiebattle.pages.admin.members.view import (
    SHAPE,
    BulkQuestion,
    UsersView,
    question_of,
    view_of,
    wanted,
)
from rookiebattle.progression.schemas import Awarded
from rookiebattle.registrations.schemas import MembersAwardWrite
from rookiebattle.registrations.service import awards
from rookiebattle.registrations.state.awards import NO_CHOICE, AwardForm
from rookiebattle.registrations.view import event_options
from rookiebattle.ui.first_data import Query
from rookiebattle.ui.forms import Option
from rookiebattle.ui.list_query import read_query
from rookiebattle.ui.listing import chosen_in
from rookiebattle.ui.records import FormValues
from rookiebattle.ui.state import LoadedPage, Refused, WithDialog, attempt, toast
from rookiebattle.ui.views import Loaded

BULK = ("chapterId", "membershipStatus")
"""The fields that can be changed of several members at once; each control is empty by default."""
INVITE = "invite"


async def load(actor: Actor, params: Query) -> UsersView | Loaded:
    if not actor.reach(Permission.ALL_ACCOUNT_READ):
        return Loaded()
    query = read_query(SHAPE, params)
    return view_of(query, await run(show_users, actor, wanted=wanted(query)), clock.now())


class UsersState(LoadedPage, WithDialog, rx.State):
    """One page of the members, and the question before several of them are changed.

    `done` rises with each bulk act, which empties the choice of rows.
    """

    shown: UsersView = UsersView(loaded=False)
    question: BulkQuestion = BulkQuestion()
    done: int = 0
    _asked: FormValues = {}
    _load = load

    @rx.event
    @public
    async def refresh(self) -> None:
        """Load the page after the form of a member, who may wait for the welcome."""
        await self._reload()
        await recount(self)

    @rx.event
    @requires(Permission.ALL_ACCOUNT_UPDATE)
    async def ask(self, form: FormValues) -> None:
        """Ask before the chosen members are changed, and name them."""
        values = await attempt(self, _picked(form))
        if isinstance(values, Refused):
            return
        await self._arrive()
        self._asked, self.question = form, question_of(values, self.shown)
        self.is_open = True

    @rx.event
    @requires(Permission.ALL_ACCOUNT_UPDATE)
    async def change_chosen(self) -> None:
        result = await attempt(self, _changed(self._asked))
        self._asked, self.is_open = {}, False
        if isinstance(result, Refused):
            return
        self.done += 1
        await self._reload()
        await toast(self, ", ".join(result))


class ChosenAwardState(AwardForm, rx.State):
    """The form that gives beads to the chosen members, at an event or without one."""

    events: rx.Field[list[Option]] = rx.field(default_factory=list)

    @rx.event
    @requires(Permission.ALL_PROGRESS_AWARD, somewhere=True)
    async def open_for_chosen(self, user_ids: list[str]) -> None:
        if not user_ids:
            await toast(self, "Error", NO_CHOICE, "error")
            return
        await self._find_events("")
        rows = (await self.get_state(UsersState)).shown.rows
        names = [one.name for one in rows if one.id in user_ids]
        await self._open(user_ids, f"For {some_names(names) or counted(len(user_ids), 'member')}.")

    @rx.event
    @requires(Permission.ALL_PROGRESS_AWARD, somewhere=True)
    async def find_events(self, text: str) -> None:
        await self._find_events(as_searched(text))

    async def _find_events(self, text: str) -> None:
        found = await attempt(self, run(awards.find_events, current_actor(), text=text))
        if not isinstance(found, Refused):
            self.events = event_options(found, clock.now())

    async def _give(self, award: Mapping[str, object], form: FormValues) -> Awarded:
        values = parse(MembersAwardWrite, {**award, "eventId": form.get("eventId") or None})
        return await run(awards.award_members, current_actor(), values=values)

    async def _follow_award(self) -> None:
        await (await self.get_state(UsersState))._reload()


async def _picked(form: FormValues) -> UsersPatch:
    chosen = chosen_in(form)
    if not chosen:
        raise Invalid("Select at least one player.")
    picked = {name: form[name] for name in BULK if form.get(name)}
    if not picked and not form.get(INVITE):
        raise Invalid("Pick a chapter, a status or an invitation for the selected players.")
    return parse(UsersPatch, {"userIds": chosen, "invite": bool(form.get(INVITE)), **picked})


async def _changed(form: FormValues) -> list[str]:
    values = await _picked(form)
    made = await run(administration.update_users, current_actor(), values=values)
    is_change = bool(values.model_fields_set & {"chapter_id", "membership_status"})
    changed = [f"{counted(made.changed, 'player')} changed"] if is_change else []
    return changed + ([f"{counted(made.invited, 'player')} invited"] if values.invite else [])

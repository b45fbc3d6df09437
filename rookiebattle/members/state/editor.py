"""The state of the form of a member: adding somebody, changing somebody, and being overtaken."""

from typing import Any

import reflex as rx
from reflex.event import EventSpec

from rookiebattle.accounts.naming import known_name
from rookiebattle.chapters import service as chapters
from rookiebattle.core.doors.access import requires
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import Invalid, Overtaken
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import Id
from rookiebattle.core.validation import parse
from rookiebattle.members import administration, drafts
from rookiebattle.members.state.profile import options_of
from rookiebattle.members.users import AdminUser, UserCreate, UserPatch
from rookiebattle.members.wording import FIRST_LOGIN
from rookiebattle.progression.view import PathBadge, ProgressView
from rookiebattle.ui.forms import Option, focus_on
from rookiebattle.ui.records import RECORD, FormValues, changed, of_record
from rookiebattle.ui.state import Refused, WithDialog, attempt, toast
from rookiebattle.ui.views import fill

INVITED = "An invitation is on its way."


class UserFormState(WithDialog, rx.State):
    """One form for a whole tab; `editing` is the member's id, empty for somebody new.

    `draft` has the stored values. After somebody else was faster, it has the new ones, `meanwhile`
    says who changed what, and the controls keep what was typed.
    """

    editing: str = ""
    name: str = ""
    draft: drafts.Draft = {}
    chapters: rx.Field[list[Option]] = rx.field(default_factory=list)
    admin_ranks: rx.Field[list[Option]] = rx.field(default_factory=list)
    errors: dict[str, str] = {}
    meanwhile: str = ""
    progress: ProgressView = ProgressView()
    crests: rx.Field[list[PathBadge]] = rx.field(default_factory=list)
    _version: int = 0

    @rx.event
    @requires(Permission.ALL_ACCOUNT_CREATE)
    async def create(self) -> None:
        if not isinstance(await attempt(self, self._offer_chapters()), Refused):
            await self._open(None)

    @rx.event
    @requires(Permission.ALL_ACCOUNT_UPDATE)
    async def edit(self, user_id: Id) -> None:
        if found := await self._read(user_id):
            await self._open(found)

    @rx.event
    @requires(Permission.ALL_ACCOUNT_UPDATE)
    async def draw(self, form: FormValues) -> None:
        """Draw the beads and crests of the values that the form has now; nothing is stored."""
        if self.is_open and form.get(RECORD) == self.editing:
            fill(self, drafts.drawn(self.draft | drafts.typed_values(form, self.draft)))

    @rx.event
    @requires(Permission.ALL_ACCOUNT_UPDATE)
    async def save(self, form: FormValues) -> EventSpec | None:
        """Add or change the member. After an error the form stays, at its first wrong field."""
        saved = await attempt(self, self._saved(form))
        if isinstance(saved, Refused):
            self.errors = saved.fields
            if isinstance(saved.error, Overtaken):
                await self._follow(saved.error)
            return focus_on(self.errors)
        self.is_open = False
        await toast(self, "User updated" if self.editing else "User added", saved)
        return None

    async def _saved(self, form: FormValues) -> str:
        """Send the form. Returns what else is to be told."""
        of_record(form, self.editing)
        values = drafts.typed_values(form, self.draft)
        try:
            return await self._sent(values, {drafts.REASON: form.get(drafts.REASON) or None})
        except Invalid as invalid:
            errors = drafts.errors_of(invalid.fields, values)
            raise Invalid(next(iter(errors.values()), invalid.sentence), errors) from invalid

    async def _sent(self, values: drafts.Draft, why: dict[str, Any]) -> str:
        if not self.editing:
            new = parse(UserCreate, drafts.on_the_wire(values) | why)
            await run(administration.create_user, current_actor(), values=new)
            return f"{FIRST_LOGIN} {INVITED}" if new.invite else FIRST_LOGIN
        sent = drafts.on_the_wire(changed(values, self.draft)) | why | {"version": self._version}
        patch = parse(UserPatch, sent)
        updated = await run(
            administration.update_user, current_actor(), user_id=self.editing, values=patch
        )
        return updated.also_changed

    async def _follow(self, overtaken: Overtaken) -> None:
        """Take over what somebody else stored; the controls keep what was typed into them."""
        if found := await self._read(self.editing):
            self.meanwhile = overtaken.sentence
            self._take(found)

    async def _read(self, user_id: str) -> AdminUser | None:
        found = await attempt(self, self._stored(user_id))
        return None if isinstance(found, Refused) else found

    async def _stored(self, user_id: str) -> AdminUser:
        await self._offer_chapters()
        return await run(administration.get_user, current_actor(), user_id=user_id)

    async def _offer_chapters(self) -> None:
        self.chapters = options_of(await run(chapters.choices, current_actor()))

    async def _open(self, found: AdminUser | None) -> None:
        await self._arrive()
        self.errors, self.meanwhile = {}, ""
        self.editing, self.name = (found.id, known_name(found)) if found else ("", "")
        self._take(found)
        fill(self, drafts.drawn(self.draft))
        self.is_open = True

    def _take(self, found: AdminUser | None) -> None:
        self.draft = drafts.draft_of(found) if found else drafts.new_draft()
        self.admin_ranks = drafts.admin_rank_options(found.admin_rank if found else 0)
        self._version = found.version if found else 0

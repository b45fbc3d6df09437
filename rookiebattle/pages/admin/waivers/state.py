"""The state of the Waivers tab: the list, a draft with its preview, publishing, the history."""

from typing import Any, ClassVar, Literal

import reflex as rx
from reflex.event import EventSpec

from rookiebattle.console.state import RecordForm, Records, Verbs
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import public, requires
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import Id
from rookiebattle.pages.admin.waivers.read import show_waivers
from rookiebattle.pages.admin.waivers.view import (
    BLANK,
    SHAPE,
    OpenedVersion,
    Question,
    WaiversView,
    draft_of,
    opened_version,
    question_about,
    view_of,
    wanted,
    written,
)
from rookiebattle.ui.first_data import Query
from rookiebattle.ui.list_query import read_query
from rookiebattle.ui.records import Doomed, FormValues
from rookiebattle.ui.state import Refused, attempt
from rookiebattle.ui.views import Loaded
from rookiebattle.waivers.models import Form
from rookiebattle.waivers.schemas.versions import VersionPatch, VersionWrite
from rookiebattle.waivers.service import versions
from rookiebattle.waivers.wording import FORMS


async def load(actor: Actor, params: Query) -> WaiversView | Loaded:
    """The view for this address; a lead's has the list of their chapters alone."""
    if not actor.reach(Permission.ALL_WAIVER_READ):
        return Loaded()
    query = read_query(SHAPE, params)
    return view_of(query, await run(show_waivers, actor, wanted=wanted(query)))


class WaiversState(RecordForm, rx.State):
    """`title`, `preview` (HTML) and `remark` are of the draft in the editor, as it is typed.

    `remark` says why it cannot be published yet.
    """

    shown: WaiversView = WaiversView(loaded=False)
    opened: OpenedVersion = OpenedVersion()
    question: Question = Question()
    title: str = ""
    preview: str = ""
    remark: str = ""
    _load = load
    _records: ClassVar = Records(
        "Version",
        lambda: Verbs(
            versions.get_version,
            versions.create_version,
            versions.update_version,
            versions.delete_version,
        ),
        write=VersionWrite,
        patch=VersionPatch,
        blank=BLANK,
        name="form",
    )
    _draft_of = staticmethod(draft_of)
    _written = staticmethod(written)

    @rx.event
    @requires(Permission.ALL_VERSION_CREATE)
    async def create(self, of_form: Literal["adult", "minor"]) -> None:
        """Open the editor with the text in force, or with an example."""
        found = await attempt(self, run(versions.first_text, current_actor(), form=Form(of_form)))
        if not isinstance(found, Refused):
            await self._open()
            self.draft = draft_of(found)
            await self._preview(found.form, found.text)

    @rx.event
    @requires(Permission.ALL_VERSION_UPDATE)
    async def edit(self, version_id: Id) -> None:
        await self._edit(version_id)

    @rx.event
    @requires(Permission.ALL_VERSION_READ)
    async def follow(self, form: FormValues) -> None:
        if self.is_open:
            await self._preview(self.draft["form"], str(form.get("text") or ""))

    @rx.event
    @requires(Permission.ALL_VERSION_UPDATE)
    async def save(self, form: FormValues) -> EventSpec | None:
        return await self._save(form)

    @rx.event
    @requires(Permission.ALL_VERSION_UPDATE)
    async def ask(self, version_id: Id) -> None:
        await self._ask(version_id)

    @rx.event
    @requires(Permission.ALL_VERSION_UPDATE)
    async def delete(self) -> None:
        await self._delete()

    @rx.event
    @requires(Permission.ALL_VERSION_READ)
    async def read(self, version_id: Id) -> None:
        if found := await self._read(version_id):
            await self._arrive()
            self.opened = opened_version(found)

    @rx.event
    @requires(Permission.ALL_VERSION_UPDATE)
    async def ask_to_publish(self, version_id: Id) -> None:
        if found := await self._read(version_id):
            await self._arrive()
            counting = run(versions.people_signed, current_actor(), form=found.form)
            self.question = question_about(found, await counting)

    @rx.event
    @requires(Permission.ALL_VERSION_UPDATE)
    async def publish(self) -> None:
        """Publish the draft that the question was about; a refused one opens at its text."""
        draft, self.question = self.question.id, Question()
        publishing = run(versions.publish_version, current_actor(), version_id=draft)
        published = await attempt(self, publishing, done="Published")
        if isinstance(published, Refused) and published.fields:
            await self._edit(draft)
            self.errors = published.fields
        await self._reload()

    @rx.event
    @public
    async def keep(self) -> None:
        """Close the questions and the version that is read."""
        self.doomed, self.question, self.opened = Doomed(), Question(), OpenedVersion()

    async def _open(self, found: Any = None) -> None:
        await super()._open(found)
        if found:
            await self._preview(found.form, found.text)

    async def _preview(self, form: str, text: str) -> None:
        previewing = run(versions.preview, current_actor(), form=Form(form), text=text)
        found = await attempt(self, previewing)
        if not isinstance(found, Refused):
            self.title, self.preview, self.remark = FORMS[form], found.html, found.lacks

    def _close_dialogs(self) -> None:
        super()._close_dialogs()
        self.question, self.opened = Question(), OpenedVersion()

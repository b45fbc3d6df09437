"""The state of the Resources tab: the list, its form, and the question before deleting."""

from functools import partial

import reflex as rx
from reflex.event import EventSpec

from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import public, requires
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import Invalid
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import Id
from rookiebattle.core.validation import parse
from rookiebattle.events.wording import counted
from rookiebattle.pages.admin.resources.url import PUBLIC, SHAPE, wanted
from rookiebattle.pages.admin.resources.view import (
    ResourceDraft,
    ResourceRow,
    ResourcesView,
    draft_of,
    view_of,
)
from rookiebattle.resources import service
from rookiebattle.resources.schemas import ResourcePatch, ResourceRecord, ResourceWrite
from rookiebattle.ui.first_data import Query
from rookiebattle.ui.forms import focus_on
from rookiebattle.ui.list_query import ListFrame, read_query
from rookiebattle.ui.listing import chosen_in
from rookiebattle.ui.records import Doomed, FormValues, changed, seen_after, typed
from rookiebattle.ui.state import Refused, WithDialogs, attempt, toast
from rookiebattle.ui.views import Loaded, fill

FIELDS = ("title", "description", "category", "externalUrl")


async def load(actor: Actor, params: Query) -> ResourcesView | Loaded:
    """The view of this address, for the websocket and for first data; nothing for others."""
    if Permission.ALL_RESOURCE_READ not in actor.permissions:
        return Loaded()
    query = read_query(SHAPE, params)
    return view_of(query, await run(service.search_resources, actor, wanted=wanted(query)))


class AdminResourcesState(WithDialogs, rx.State):
    """One page of the list, and the form; `editing` is the resource's id, empty for a new one.

    `done` counts what was done with chosen rows, which are chosen no longer then. `draft` is what
    the form opened with. `_seen` is what is stored as far as the person was told.
    """

    frame: ListFrame = ListFrame()
    rows: rx.Field[list[ResourceRow]] = rx.field(default_factory=list)
    loaded: bool = False
    is_open: bool = False
    editing: str = ""
    draft: ResourceDraft = ResourceDraft()
    errors: dict[str, str] = {}
    doomed: Doomed = Doomed()
    done: int = 0
    _seen: ResourceRecord | None = None

    @rx.event
    @public
    async def show(self) -> None:
        """Load the page when it opens, and after its address has changed."""
        await self._arrive()
        await self._show()

    @rx.event
    @requires(Permission.ALL_RESOURCE_CREATE)
    async def create(self) -> None:
        """Open the form for a new resource."""
        await self._open(None)

    @rx.event
    @requires(Permission.ALL_RESOURCE_UPDATE)
    async def edit(self, resource_id: Id) -> None:
        """Open the form with what is stored now."""
        if found := await self._read(resource_id):
            await self._open(found)

    @rx.event
    @public
    async def close(self) -> None:
        """Close the form; typed text is discarded."""
        self.is_open = False

    @rx.event
    @requires(Permission.ALL_RESOURCE_UPDATE)
    async def save(self, form: FormValues) -> EventSpec | None:
        """Add or change the resource. After an error the form stays, at its first wrong field."""
        done = f"Resource {'updated' if self.editing else 'created'}"
        saving = _saved(form, self.editing, self.draft, self._seen)
        saved = await attempt(self, saving, done=done)
        if isinstance(saved, Refused):
            self.errors = saved.fields
            self._seen = await seen_after(saved, self._seen, partial(self._read, self.editing))
            return focus_on(saved.fields)
        self.errors, self.is_open = {}, False
        await self._show()
        return None

    @rx.event
    @requires(Permission.ALL_RESOURCE_DELETE)
    async def ask(self, resource_id: Id) -> None:
        """Ask before deleting."""
        if found := await self._read(resource_id):
            await self._arrive()
            self.doomed = Doomed(found.id, found.title)

    @rx.event
    @public
    async def keep(self) -> None:
        """Close the question; nothing is deleted."""
        self.doomed = Doomed()

    @rx.event
    @requires(Permission.ALL_RESOURCE_DELETE)
    async def delete(self) -> None:
        """Delete the resource that the question was about."""
        deleting = run(service.delete_resource, current_actor(), resource_id=self.doomed.id)
        if not isinstance(await attempt(self, deleting, done="Resource deleted"), Refused):
            self.is_open = False
        self.doomed = Doomed()
        await self._show()

    @rx.event
    @requires(Permission.ALL_RESOURCE_UPDATE)
    async def publish(self, form: FormValues) -> None:
        """Let everybody open the chosen resources, or members only, as the pressed button says."""
        result = await attempt(self, _published(form))
        if isinstance(result, Refused):
            return
        self.done += 1
        await self._show()
        await toast(self, f"{counted(result, 'resource')} changed")

    async def _read(self, resource_id: str) -> ResourceRecord | None:
        reading = run(service.get_resource, current_actor(), resource_id=resource_id)
        found = await attempt(self, reading)
        return None if isinstance(found, Refused) else found

    async def _open(self, found: ResourceRecord | None) -> None:
        await self._arrive()
        self.draft = draft_of(found) if found else ResourceDraft()
        self.editing, self.errors = found.id if found else "", {}
        self._seen, self.is_open = found, True

    def _close_dialogs(self) -> None:
        self.is_open, self.doomed = False, Doomed()

    async def _show(self) -> None:
        view = await attempt(self, load(current_actor(), dict(self.router.url.query_parameters)))
        if not isinstance(view, Refused):
            fill(self, view)


async def _saved(
    form: FormValues, resource_id: str, opened: ResourceDraft, seen: ResourceRecord | None
) -> ResourceRecord:
    values = typed(form, FIELDS, resource_id, flags=("isPublic",))
    if not resource_id:
        created = parse(ResourceWrite, values)
        return await run(service.create_resource, current_actor(), values=created)
    patch = parse(ResourcePatch, changed(values, vars(opened)))
    return await run(
        service.update_resource, current_actor(), resource_id=resource_id, values=patch, seen=seen
    )


async def _published(form: FormValues) -> int:
    chosen = chosen_in(form)
    if not chosen:
        raise Invalid("Choose at least one resource.")
    return await run(
        service.set_visibility,
        current_actor(),
        resource_ids=chosen,
        is_public=form.get("visibility") == PUBLIC,
    )

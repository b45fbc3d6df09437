"""The state of the Resources tab: the list, its form, and the question before deleting."""

from typing import ClassVar

import reflex as rx
from reflex.event import EventSpec

from rookiebattle.console.state import RecordForm, Records, Verbs
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import requires
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import Invalid
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import Id
from rookiebattle.events.wording import counted
from rookiebattle.pages.admin.resources.view import (
    BLANK,
    PUBLIC,
    SHAPE,
    ResourcesView,
    view_of,
    wanted,
)
from rookiebattle.resources import service
from rookiebattle.resources.schemas import ResourcePatch, ResourceWrite
from rookiebattle.ui.first_data import Query
from rookiebattle.ui.list_query import read_query
from rookiebattle.ui.listing import chosen_in
from rookiebattle.ui.records import FormValues
from rookiebattle.ui.state import Refused, attempt, toast
from rookiebattle.ui.views import Loaded


async def load(actor: Actor, params: Query) -> ResourcesView | Loaded:
    if Permission.ALL_RESOURCE_READ not in actor.permissions:
        return Loaded()
    query = read_query(SHAPE, params)
    return view_of(query, await run(service.search_resources, actor, wanted=wanted(query)))


class AdminResourcesState(RecordForm, rx.State):
    """One page of the list, and the form of a resource.

    `done` rises with each bulk act, which empties the choice of rows. `changed` names the last one
    for its 'Undo', `_changed` has the resources that it changed, and `_is_public` how.
    """

    shown: ResourcesView = ResourcesView(loaded=False)
    done: int = 0
    changed: str = ""
    _changed: list[str] = []
    _is_public: bool = False
    _load = load
    _records: ClassVar = Records(
        "Resource",
        lambda: Verbs(
            service.get_resource,
            service.create_resource,
            service.update_resource,
            service.delete_resource,
        ),
        write=ResourceWrite,
        patch=ResourcePatch,
        blank=BLANK,
    )

    @rx.event
    @requires(Permission.ALL_RESOURCE_CREATE)
    async def create(self) -> None:
        await self._open()

    @rx.event
    @requires(Permission.ALL_RESOURCE_UPDATE)
    async def edit(self, resource_id: Id) -> None:
        await self._edit(resource_id)

    @rx.event
    @requires(Permission.ALL_RESOURCE_UPDATE)
    async def save(self, form: FormValues) -> EventSpec | None:
        return await self._save(form)

    @rx.event
    @requires(Permission.ALL_RESOURCE_DELETE)
    async def ask(self, resource_id: Id) -> None:
        await self._ask(resource_id)

    @rx.event
    @requires(Permission.ALL_RESOURCE_DELETE)
    async def delete(self) -> None:
        await self._delete()

    @rx.event
    @requires(Permission.ALL_RESOURCE_UPDATE)
    async def publish(self, form: FormValues) -> None:
        is_public = form.get("visibility") == PUBLIC
        result = await attempt(self, _published(chosen_in(form), is_public=is_public))
        if isinstance(result, Refused):
            return
        self.done += 1
        self._changed, self._is_public = result, is_public
        self.changed = f"resources:{self.done}" if result else ""
        await self._reload()
        await toast(self, f"{counted(len(result), 'resource')} changed", undo=self.changed)

    @rx.event
    @requires(Permission.ALL_RESOURCE_UPDATE)
    async def undo(self) -> None:
        """Show or hide the resources of the last bulk act as before it."""
        undoing = _published(self._changed, is_public=not self._is_public)
        await attempt(self, undoing, done="Undone")
        await self._reload()


async def _published(chosen: list[str], *, is_public: bool) -> list[str]:
    if not chosen:
        raise Invalid("Select at least one resource.")
    return await run(
        service.set_visibility, current_actor(), resource_ids=chosen, is_public=is_public
    )

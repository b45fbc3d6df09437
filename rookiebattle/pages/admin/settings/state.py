"""The state of the Settings tab: the notifications, their form, the question before deleting."""

from functools import partial

import reflex as rx
from reflex.event import EventSpec

from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import public, requires
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import Invalid
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import Id
from rookiebattle.core.validation import parse
from rookiebattle.notifications import service
from rookiebattle.notifications.schemas import (
    NotificationPatch,
    NotificationRecord,
    NotificationWrite,
)
from rookiebattle.pages.admin.settings.read import show_settings
from rookiebattle.pages.admin.settings.url import SHAPE, wanted
from rookiebattle.pages.admin.settings.view import (
    PLAIN,
    NotificationDraft,
    NotificationRow,
    SettingsView,
    aimed,
    draft_of,
    view_of,
    written,
)
from rookiebattle.ui.first_data import Query
from rookiebattle.ui.forms import Option, focus_on
from rookiebattle.ui.list_query import ListFrame, read_query
from rookiebattle.ui.records import Doomed, FormValues, changed, seen_after, typed
from rookiebattle.ui.state import Refused, WithDialogs, attempt
from rookiebattle.ui.views import Loaded, fill

CONTROLS = (*PLAIN, "chapterId", "expiresAt")


async def load(actor: Actor, params: Query) -> SettingsView | Loaded:
    """The view of this address, for the websocket and for first data; nothing for others."""
    if Permission.ALL_NOTIFICATION_READ not in actor.permissions:
        return Loaded()
    query = read_query(SHAPE, params)
    shown = await run(show_settings, actor, wanted=wanted(query))
    return view_of(query, shown, clock.now())


class SettingsState(WithDialogs, rx.State):
    """One page of the list, and the form; `editing` is its notification's id, empty if new.

    `draft` is what the form opened with. `_seen` is what is stored as far as the person was told.
    """

    frame: ListFrame = ListFrame()
    rows: rx.Field[list[NotificationRow]] = rx.field(default_factory=list)
    chapters: rx.Field[list[Option]] = rx.field(default_factory=list)
    targets: rx.Field[list[Option]] = rx.field(default_factory=list)
    loaded: bool = False
    is_open: bool = False
    editing: str = ""
    draft: NotificationDraft = NotificationDraft()
    errors: dict[str, str] = {}
    doomed: Doomed = Doomed()
    _seen: NotificationRecord | None = None

    @rx.event
    @public
    async def show(self) -> None:
        """Load the page when it opens, and after its address has changed."""
        await self._arrive()
        await self._show()

    @rx.event
    @requires(Permission.ALL_NOTIFICATION_CREATE)
    async def create(self) -> None:
        """Open the form for a new notification."""
        await self._open(None)

    @rx.event
    @requires(Permission.ALL_NOTIFICATION_UPDATE)
    async def edit(self, notification_id: Id) -> None:
        """Open the form with what is stored now."""
        if found := await self._read(notification_id):
            await self._open(found)

    @rx.event
    @public
    async def close(self) -> None:
        """Close the form; typed text is discarded."""
        self.is_open = False

    @rx.event
    @requires(Permission.ALL_NOTIFICATION_UPDATE)
    async def save(self, form: FormValues) -> EventSpec | None:
        """Add or change it. After an error the form stays, at its first wrong field."""
        done = f"Notification {'updated' if self.editing else 'created'}"
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
    @requires(Permission.ALL_NOTIFICATION_DELETE)
    async def ask(self, notification_id: Id) -> None:
        """Ask before deleting."""
        if found := await self._read(notification_id):
            await self._arrive()
            self.doomed = Doomed(found.id, found.title)

    @rx.event
    @public
    async def keep(self) -> None:
        """Close the question; nothing is deleted."""
        self.doomed = Doomed()

    @rx.event
    @requires(Permission.ALL_NOTIFICATION_DELETE)
    async def delete(self) -> None:
        """Delete the notification that the question was about."""
        deleting = run(service.delete_notification, current_actor(), notification_id=self.doomed.id)
        if not isinstance(await attempt(self, deleting, done="Notification deleted"), Refused):
            self.is_open = False
        self.doomed = Doomed()
        await self._show()

    async def _read(self, notification_id: str) -> NotificationRecord | None:
        reading = run(service.get_notification, current_actor(), notification_id=notification_id)
        found = await attempt(self, reading)
        return None if isinstance(found, Refused) else found

    async def _open(self, found: NotificationRecord | None) -> None:
        await self._arrive()
        self.draft = draft_of(found) if found else NotificationDraft()
        self.editing, self.errors = found.id if found else "", {}
        self._seen, self.is_open = found, True

    def _close_dialogs(self) -> None:
        self.is_open, self.doomed = False, Doomed()

    async def _show(self) -> None:
        view = await attempt(self, load(current_actor(), dict(self.router.url.query_parameters)))
        if not isinstance(view, Refused):
            fill(self, view)


async def _saved(
    form: FormValues,
    notification_id: str,
    draft: NotificationDraft,
    seen: NotificationRecord | None,
) -> NotificationRecord:
    values, errors = written(typed(form, CONTROLS, notification_id, flags=("isActive",)))
    if errors:
        raise Invalid("", errors)
    if not notification_id:
        new = parse(NotificationWrite, values)
        return await run(service.create_notification, current_actor(), values=new)
    opened, _errors = written(vars(draft))
    patch = parse(NotificationPatch, aimed(changed(values, opened), values))
    return await run(
        service.update_notification,
        current_actor(),
        notification_id=notification_id,
        values=patch,
        seen=seen,
    )

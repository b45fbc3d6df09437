"""The state of the Settings tab: the notifications, their form, the question before deleting."""

from typing import Any, ClassVar

import reflex as rx
from reflex.event import EventSpec

from rookiebattle.console.state import RecordForm, Records, Verbs
from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import requires
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import Id
from rookiebattle.events.wording import counted
from rookiebattle.notifications import service
from rookiebattle.notifications.models import Target
from rookiebattle.notifications.schemas import NotificationPatch, NotificationWrite
from rookiebattle.pages.admin.settings.read import show_settings
from rookiebattle.pages.admin.settings.view import (
    AIM,
    BLANK,
    SHAPE,
    SettingsView,
    draft_of,
    view_of,
    wanted,
    written,
)
from rookiebattle.ui.first_data import Query
from rookiebattle.ui.list_query import read_query
from rookiebattle.ui.records import FormValues
from rookiebattle.ui.state import toast
from rookiebattle.ui.views import Loaded


async def load(actor: Actor, params: Query) -> SettingsView | Loaded:
    if not actor.reach(Permission.ALL_NOTIFICATION_READ):
        return Loaded()
    query = read_query(SHAPE, params)
    shown = await run(show_settings, actor, wanted=wanted(query))
    return view_of(query, shown, clock.now())


class SettingsState(RecordForm, rx.State):
    shown: SettingsView = SettingsView(loaded=False)
    _load = load
    _records: ClassVar = Records(
        "Notification",
        lambda: Verbs(
            service.get_notification,
            service.create_notification,
            service.update_notification,
            service.delete_notification,
        ),
        write=NotificationWrite,
        patch=NotificationPatch,
        blank=BLANK,
        together=AIM,
    )
    _emails: int = 0
    _draft_of = staticmethod(draft_of)
    _written = staticmethod(written)

    @rx.event
    @requires(Permission.ALL_NOTIFICATION_CREATE, somewhere=True)
    async def create(self) -> None:
        """Open the empty form. A lead of chapters begins with the first of them."""
        await self._open()
        if not current_actor().may(Permission.ALL_NOTIFICATION_CREATE):
            own = self.shown.targets[0].value if self.shown.targets else ""
            self.draft = {**self.draft, "targetType": Target.CHAPTER.value, "chapterId": own}

    @rx.event
    @requires(Permission.ALL_NOTIFICATION_UPDATE, somewhere=True)
    async def edit(self, notification_id: Id) -> None:
        await self._edit(notification_id)

    @rx.event
    @requires(Permission.ALL_NOTIFICATION_UPDATE, somewhere=True)
    async def save(self, form: FormValues) -> EventSpec | None:
        self._emails = 0
        focus = await self._save(form)
        if self._emails:
            words = f"{counted(self._emails, 'email')} will go out in ten minutes."
            await toast(self, "Notification saved", words)
        return focus

    async def _saved(self, form: FormValues) -> Any:
        saved = await super()._saved(form)
        self._emails = saved.emails
        return saved

    @rx.event
    @requires(Permission.ALL_NOTIFICATION_DELETE, somewhere=True)
    async def ask(self, notification_id: Id) -> None:
        await self._ask(notification_id)

    @rx.event
    @requires(Permission.ALL_NOTIFICATION_DELETE, somewhere=True)
    async def delete(self) -> None:
        await self._delete()

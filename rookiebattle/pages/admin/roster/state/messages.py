"""The state of the dialog that writes to the people of an event."""

import reflex as rx
from reflex.event import EventSpec

from rookiebattle.core.doors.access import requires
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import Conflict
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import Id
from rookiebattle.core.validation import parse
from rookiebattle.messages import service
from rookiebattle.messages.schemas import MessageSent, MessageWrite
from rookiebattle.messages.wording import SENT, reach_words
from rookiebattle.registrations.schemas import Audience, AudienceKey
from rookiebattle.ui.records import FormValues, WithForm, of_record
from rookiebattle.ui.state import Refused, attempt

FIELDS = ("to", "subject", "text")


class MessageState(WithForm, rx.State):
    """The dialog. `reach` says how many people of the chosen audience get an email, and who of them
    gets none."""

    is_open: bool = False
    event_id: str = ""
    reach: str = ""

    @rx.event
    @requires(Permission.OWN_EVENT_UPDATE)
    async def open(self, event_id: Id) -> None:
        """Open the dialog, for everyone who is registered at first."""
        await self._arrive()
        await self._reach(event_id, Audience.REGISTERED)
        self.is_open = self.reach != ""

    @rx.event
    @requires(Permission.OWN_EVENT_UPDATE)
    async def choose(self, to: AudienceKey) -> None:
        await self._reach(self.event_id, Audience(to))

    @rx.event
    @requires(Permission.OWN_EVENT_UPDATE)
    async def send(self, form: FormValues) -> EventSpec | None:
        return await self._submit(self._sent(form), done=SENT, fields=FIELDS)

    def _close_dialogs(self) -> None:
        self.is_open = False

    async def _sent(self, form: FormValues) -> MessageSent:
        of_record(form, self.event_id)
        values = parse(MessageWrite, {name: form.get(name) or "" for name in FIELDS})
        actor = current_actor()
        return await run(service.send, actor, event_id=self.event_id, values=values)

    async def _reach(self, event_id: str, to: Audience) -> None:
        self.event_id, self.errors = event_id, {}
        told = await attempt(self, _reach_words(event_id, to))
        self.reach = "" if isinstance(told, Refused) else told


async def _reach_words(event_id: str, to: Audience) -> str:
    try:
        found = await run(service.reach, current_actor(), event_id=event_id, to=to)
    except Conflict as refused:
        return refused.sentence
    missed = {
        has: [one.name for one in found.unreachable if one.has_address == has]
        for has in (True, False)
    }
    return reach_words(found.emails, missed[True], missed[False])

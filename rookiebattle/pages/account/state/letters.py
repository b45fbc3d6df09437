"""The state of the section Letters on the page Your account."""

import reflex as rx

from rookiebattle.accounts import subscriptions as mail_service
from rookiebattle.accounts.schemas import Mailing, MailPreferencesPatch
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import public, requires
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.permissions import Permission
from rookiebattle.pages.account.view import LettersView, letters_view
from rookiebattle.ui.first_data import Query
from rookiebattle.ui.state import PageState, attempt

SAID = {
    (Mailing.EVENTS, True): "Emails about your events are on",
    (Mailing.EVENTS, False): "Emails about your events are off",
    (Mailing.REMINDERS, True): "Reminders are on",
    (Mailing.REMINDERS, False): "Reminders are off",
}


async def load_letters(actor: Actor, _params: Query) -> LettersView:
    """The view of the section, for the websocket and for first data."""
    if not actor.is_member:
        return LettersView()
    return letters_view(await run(mail_service.mail_preferences, actor))


class MailState(PageState, rx.State):
    shown: LettersView = LettersView()

    @rx.event
    @public
    async def show_letters(self) -> None:
        """Load the section when the page is opened."""
        await self._load()

    @rx.event
    @requires(Permission.OWN_ACCOUNT_UPDATE)
    async def set_events(self, wanted: bool) -> None:
        """Turn letters about one's events on or off."""
        await self._set(Mailing.EVENTS, wanted)

    @rx.event
    @requires(Permission.OWN_ACCOUNT_UPDATE)
    async def set_reminders(self, wanted: bool) -> None:
        await self._set(Mailing.REMINDERS, wanted)

    async def _set(self, mailing: Mailing, wanted: bool) -> None:
        values = MailPreferencesPatch.model_validate({f"mail_{mailing}": wanted})
        choosing = run(mail_service.choose_letters, current_actor(), values=values)
        await attempt(self, choosing, done=SAID[mailing, wanted])
        await self._load()

    async def _load(self) -> None:
        await self._show(load_letters(current_actor(), {}))

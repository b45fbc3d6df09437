"""States of the page Your Account: the account itself, and the letters that its member gets."""

from typing import Annotated

import reflex as rx
from pydantic import Field
from reflex.event import EventSpec

from rookiebattle.accounts import service
from rookiebattle.accounts import subscriptions as mail_service
from rookiebattle.accounts.schemas import Mailing, MailPreferencesPatch, PrivacyPatch
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import public, requires
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.permissions import Permission
from rookiebattle.core.schemas import Id
from rookiebattle.core.validation import parse
from rookiebattle.guardians import invitations
from rookiebattle.guardians import service as guardians
from rookiebattle.guardians.schemas import HouseholdInvitationWrite, InvitationRead, InvitationWrite
from rookiebattle.guardians.wording import ENDED
from rookiebattle.pages.account.read import show_account, show_family
from rookiebattle.pages.account.view import (
    AccountView,
    FamilyView,
    LettersView,
    account_view,
    family_view,
    letters_view,
)
from rookiebattle.ui.first_data import Query
from rookiebattle.ui.forms import focus_on
from rookiebattle.ui.records import FormValues
from rookiebattle.ui.state import LoadedPage, Refused, attempt
from rookiebattle.ui.views import Loaded

# The browser sends the kind as a text.
Kind = Annotated[Mailing, Field(strict=False)]
INVITING = ("email", "birthDate")
SAID = {
    (Mailing.EVENTS, True): "Emails about your events are on",
    (Mailing.EVENTS, False): "Emails about your events are off",
    (Mailing.REMINDERS, True): "Reminders are on",
    (Mailing.REMINDERS, False): "Reminders are off",
    (Mailing.NOTICES, True): "News by email is on",
    (Mailing.NOTICES, False): "News by email is off",
}


async def load_account(actor: Actor, _params: Query) -> AccountView | Loaded:
    if not actor.is_member:
        return Loaded()
    return account_view(await run(show_account, actor))


class AccountState(LoadedPage, rx.State):
    """The member's account. `is_leaving` opens the question before deleting."""

    shown: AccountView = AccountView()
    is_leaving: bool = False
    _load = load_account

    @rx.event
    @public
    async def show(self) -> None:
        self.is_leaving = False
        await self._reload()

    @rx.event
    @requires(Permission.OWN_ACCOUNT_UPDATE)
    async def set_attendance(self, shown: bool) -> None:
        done = (
            "Others see you under “Who’s Going”" if shown else "You’re hidden under “Who’s Going”"
        )
        await self._choose(PrivacyPatch(hides_attendance=not shown), done)

    @rx.event
    @requires(Permission.OWN_ACCOUNT_UPDATE)
    async def set_profile(self, shown: bool) -> None:
        done = "Members see your profile" if shown else "Members see only your game name"
        await self._choose(PrivacyPatch(shows_profile=shown), done)

    @rx.event
    @public
    async def ask_to_leave(self) -> None:
        await self._reload()
        self.is_leaving = True

    @rx.event
    @public
    async def stay(self) -> None:
        self.is_leaving = False

    async def _choose(self, values: PrivacyPatch, done: str) -> None:
        choosing = run(service.choose_privacy, current_actor(), values=values)
        await attempt(self, choosing, done=done)
        await self._reload()


async def load_letters(actor: Actor, _params: Query) -> LettersView:
    if not actor.is_member:
        return LettersView()
    return letters_view(await run(mail_service.mail_preferences, actor))


class MailState(LoadedPage, rx.State):
    shown: LettersView = LettersView()
    _load = load_letters

    @rx.event
    @requires(Permission.OWN_ACCOUNT_UPDATE)
    async def set_mailing(self, mailing: Kind, wanted: bool) -> None:
        values = MailPreferencesPatch.model_validate({f"mail_{mailing}": wanted})
        choosing = run(mail_service.choose_letters, current_actor(), values=values)
        await attempt(self, choosing, done=SAID[mailing, wanted])
        await self._reload()


async def load_family(actor: Actor, _params: Query) -> FamilyView:
    if not actor.is_member:
        return FamilyView()
    return family_view(await run(show_family, actor))


class FamilyState(LoadedPage, rx.State):
    """A minor's guardians, or the household of an adult. `sent` empties the form."""

    shown: FamilyView = FamilyView()
    errors: dict[str, str] = {}
    sent: int = 0
    _load = load_family

    @rx.event
    @public
    async def show(self) -> None:
        self.errors = {}
        await self._reload()

    @rx.event
    @requires(Permission.OWN_GUARDIAN_CREATE)
    async def invite(self, form: FormValues) -> EventSpec | None:
        inviting = _invited(form, is_minor=self.shown.is_minor)
        invited = await attempt(self, inviting, done="Invitation sent", fields=INVITING)
        self.errors = {}
        if isinstance(invited, Refused):
            self.errors = invited.fields
            return focus_on(invited.fields)
        self.sent += 1
        await self._reload()
        return None

    @rx.event
    @requires(Permission.OWN_GUARDIAN_DELETE)
    async def withdraw(self, invitation_id: Id) -> None:
        withdrawing = run(invitations.withdraw, current_actor(), invitation_id=invitation_id)
        await attempt(self, withdrawing, done="Invitation withdrawn")
        await self._reload()

    @rx.event
    @requires(Permission.OWN_GUARDIAN_CREATE)
    async def keep(self, user_id: Id) -> None:
        keeping = run(guardians.keep_sharing, current_actor(), user_id=user_id)
        await attempt(self, keeping, done="You stay connected")
        await self._reload()

    @rx.event
    @requires(Permission.OWN_GUARDIAN_DELETE)
    async def end(self, user_id: Id) -> None:
        guests = {one.id for one in self.shown.people if one.is_guest}
        verb = guardians.end_dependent if user_id in guests else guardians.end_guardian
        ending = run(verb, current_actor(), user_id=user_id)
        await attempt(self, ending, done=ENDED)
        await self._reload()


async def _invited(form: FormValues, *, is_minor: bool) -> InvitationRead:
    if not is_minor:
        values = parse(HouseholdInvitationWrite, {"email": form.get("email")})
        return await run(invitations.invite_adult, current_actor(), email=values.email)
    sent = {name: form[name] for name in INVITING if name in form}
    wanted = parse(InvitationWrite, sent)
    return await run(invitations.invite_guardian, current_actor(), values=wanted)

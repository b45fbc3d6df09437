"""The state of the membership page."""

import reflex as rx

from rookiebattle import routes
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import public, requires
from rookiebattle.core.doors.websocket import current_actor
from rookiebattle.core.doors.work import run
from rookiebattle.core.permissions import Permission
from rookiebattle.core.values.money import as_decimal, parse_cents
from rookiebattle.pages.membership.read import show_membership, show_payments
from rookiebattle.pages.membership.view.own import (
    MembershipView,
    buttons,
    view_of,
    visitor_view,
    with_more,
)
from rookiebattle.payments import service
from rookiebattle.payments.policy import is_donation
from rookiebattle.payments.state import announced, asked_what_became, tell_returned
from rookiebattle.payments.view import Returned, returned_of
from rookiebattle.payments.wording import DONATION_LIMITS, NO_AMOUNT
from rookiebattle.settings import get_settings
from rookiebattle.ui.first_data import Query
from rookiebattle.ui.state import LoadedPage, Refused, ShellState, answer, ask_to_log_in, attempt

TO_SUBSCRIBE = "Please log in to subscribe to a membership plan"
TO_DONATE = "Please log in to make a donation"


async def load(actor: Actor, _params: Query) -> MembershipView:
    if not actor.is_member:
        return visitor_view(get_settings())
    return view_of(await run(show_membership, actor), get_settings())


def _donated(typed: str) -> tuple[int, str]:
    """The cents that were typed, and why they are no donation; empty for one."""
    try:
        cents = parse_cents(typed)
    except ValueError:
        return 0, NO_AMOUNT
    return cents, "" if is_donation(cents) else DONATION_LIMITS


async def _returned(payment_id: str) -> Returned:
    confirmed = await service.confirm(current_actor(), payment_id=payment_id)
    return returned_of(confirmed, await run(service.membership_of, current_actor()))


class MembershipState(LoadedPage, rx.State):
    """The member's plan and payments, and what is known of a payment that was just made."""

    shown: MembershipView = MembershipView(plans=buttons(None))
    returned: Returned = Returned()
    donation_error: str = ""
    asks_end: bool = False
    _load = load

    @rx.event
    @public
    async def show(self) -> None:
        self.donation_error, self.asks_end = "", False
        self.returned = Returned()
        await self._reload()
        if current_actor().is_member:
            await self._confirm()

    @rx.event
    @requires(Permission.OWN_PAYMENT_READ)
    async def look_again(self) -> None:
        if self.returned.state == "waiting":
            await self._confirm()

    async def _confirm(self) -> None:
        payment_id = announced(self._params())
        if not payment_id:
            return
        self.returned = await asked_what_became(_returned(payment_id), self.returned)
        if await tell_returned(self, self.returned):
            await self._reload()

    @rx.event
    @requires(Permission.OWN_PAYMENT_CREATE, prompt=TO_SUBSCRIBE)
    async def subscribe(self, plan: str) -> None:
        """Lead to the checkout of a plan; visitors are asked to log in first."""
        await self._leave(self.shown.plans[plan].href if plan in self.shown.plans else "")

    @rx.event
    @requires(Permission.OWN_PAYMENT_CREATE, prompt=TO_SUBSCRIBE)
    async def join(self) -> None:
        joining = service.choose_community(current_actor())
        await attempt(self, joining, done="Welcome to the community!")
        await self._reload()

    @rx.event
    @public
    async def donate(self, form: dict[str, str]) -> None:
        """Lead to the checkout of a donation. A visitor's way there is the login, which keeps the
        amount; nothing is given before the press of a member there.
        """
        cents, self.donation_error = _donated(form.get("amount", ""))
        if self.donation_error:
            await answer(self)
            return
        there, actor = routes.checkout("donation", amount=as_decimal(cents)), current_actor()
        if not actor.is_member:
            await ask_to_log_in(self, TO_DONATE, onwards=there)
        else:
            await self._leave(there if actor.is_welcomed else routes.welcome(there))

    @rx.event
    @requires(Permission.OWN_PAYMENT_CREATE)
    async def ask_end(self) -> None:
        self.asks_end = True

    @rx.event
    @public
    async def keep(self) -> None:
        self.asks_end = False

    @rx.event
    @requires(Permission.OWN_PAYMENT_CREATE)
    async def end(self) -> None:
        """Let the membership end with what is paid for."""
        self.asks_end, self.returned = False, Returned()
        ending = service.end_membership(current_actor())
        text = f"You’ll keep it until {self.shown.own.until}."
        await attempt(self, ending, done="Membership canceled", text=text)
        await self._reload()

    @rx.event
    @requires(Permission.OWN_PAYMENT_CREATE)
    async def resume(self) -> None:
        self.returned = Returned()
        await attempt(self, service.resume_membership(current_actor()), done="Membership resumed")
        await self._reload()

    @rx.event
    @requires(Permission.OWN_PAYMENT_CREATE)
    async def change_card(self) -> None:
        address = await attempt(self, service.open_portal(current_actor()))
        if not isinstance(address, Refused):
            await self._leave(address)

    @rx.event
    @requires(Permission.OWN_PAYMENT_READ)
    async def show_more(self) -> None:
        more = run(show_payments, current_actor(), after=len(self.shown.payments))
        found = await attempt(self, more)
        if not isinstance(found, Refused):
            self.shown = with_more(self.shown, found, get_settings())

    async def _leave(self, address: str) -> None:
        shell = await self.get_state(ShellState)
        shell.leave_to = address
        shell.answers += 1

"""The state of the checkout. The secret of a payment never comes here: the browser keeps it."""

from dataclasses import replace
from typing import Annotated

import anyio
import reflex as rx
from pydantic import Field

from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.doors.access import requires
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import AppError
from rookiebattle.core.permissions import Permission
from rookiebattle.integrations.stripe.cards import ChangeCost
from rookiebattle.pages.checkout.read import CheckoutShown, show_checkout
from rookiebattle.pages.checkout.url import read_query
from rookiebattle.pages.checkout.view import CheckoutView, view_of
from rookiebattle.payments import service as payments
from rookiebattle.settings import get_settings
from rookiebattle.ui.first_data import Query
from rookiebattle.ui.state import LoadedPage, toast
from rookiebattle.ui.views import Loaded

PAYMENT_FAILED = "Payment Failed"
PATIENCE_SECONDS = 3.0
"""The page does not wait longer for what a change of plan costs: it says how it is reckoned."""
Reason = Annotated[str, Field(max_length=300)]


async def load(actor: Actor, params: Query) -> CheckoutView | Loaded:
    if not actor.is_member:
        return Loaded()
    shown = await run(show_checkout, actor, wanted=read_query(params))
    shown = replace(shown, change=await _change(actor, shown))
    return view_of(shown, get_settings(), clock.now())


async def _change(actor: Actor, shown: CheckoutShown) -> ChangeCost | None:
    """The charge for a change of plan now; None when nothing changes or nobody can say it."""
    plan = shown.switches_to
    if plan is None:
        return None
    with anyio.move_on_after(PATIENCE_SECONDS):
        try:
            return await payments.cost_of_change(actor, plan=plan)
        except AppError:
            return None
    return None


class CheckoutState(LoadedPage, rx.State):
    shown: CheckoutView = CheckoutView()
    _load = load

    @rx.event
    @requires(Permission.OWN_PAYMENT_CREATE)
    async def check_login(self) -> None:
        """The API told the browser that nobody is logged in: the gate of this handler leads on."""

    @rx.event
    @requires(Permission.OWN_PAYMENT_CREATE)
    async def report(self, reason: Reason) -> None:
        await toast(self, PAYMENT_FAILED, reason, "error")

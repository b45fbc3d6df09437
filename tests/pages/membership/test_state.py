"""The membership page as its handlers fill it, against the double of Stripe."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qsl, quote

import pytest

from rookiebattle.accounts.policy import safe_next
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database.db import new_id
from rookiebattle.pages.membership.state import TO_DONATE, TO_SUBSCRIBE, MembershipState, load
from rookiebattle.payments import service
from rookiebattle.payments.schemas import PaymentWrite
from rookiebattle.ui.state import ShellState
from tests.stripe_double.double import StripeDouble
from tests.stripe_double.keys import double_for
from tests.tab import Tab, toast, worker_for
from tests.world import World

pytestmark = pytest.mark.anyio
HANDLERS = MembershipState.event_handlers
BACK = "/membership?success=true&payment="


@pytest.fixture
def stripe_double(monkeypatch: pytest.MonkeyPatch) -> Iterator[StripeDouble]:
    with double_for(monkeypatch) as double:
        yield double


@pytest.fixture
def maya(world: World) -> Actor:
    return world.person(first_name="Maya")


async def opened(tab: Tab) -> dict[str, Any]:
    await tab.send(HANDLERS["show"])
    return tab.of(MembershipState)


async def test_visitors_are_asked_to_log_in(world: World, stripe_double: StripeDouble) -> None:
    assert (await load(VISITOR, {})).cards_off == ""
    async with worker_for() as worker:
        tab = worker.tab(path="/membership")
        await opened(tab)
        await tab.send(HANDLERS["subscribe"], plan="premium")
        assert tab.of(ShellState)["toast"].text == TO_SUBSCRIBE
        assert tab.of(ShellState)["leave_to"] == "/api/login?next=/membership"


async def test_the_login_leads_a_visitor_to_the_amount_that_was_typed(
    world: World, stripe_double: StripeDouble
) -> None:
    async with worker_for() as worker:
        tab = worker.tab(path="/membership")
        await opened(tab)
        await tab.send(HANDLERS["donate"], form={"amount": "12.5"})
        assert toast(tab) == ("Login Required", TO_DONATE)
        path, _, query = tab.of(ShellState)["leave_to"].partition("?")
        wanted = "/checkout?type=donation&amount=12.50"
        assert (path, parse_qsl(query)) == ("/api/login", [("next", wanted)])
        assert safe_next(wanted) == wanted
    assert stripe_double.all("payment_intent") == []


async def test_the_welcome_leads_a_newcomer_to_the_amount_that_was_typed(world: World) -> None:
    newcomer = world.person(age_band=None)
    async with worker_for(newcomer) as worker:
        tab = worker.tab(cookie=newcomer.user_id, path="/membership")
        await tab.send(HANDLERS["donate"], form={"amount": "12.5"})
        path, _, query = tab.of(ShellState)["leave_to"].partition("?")
        wanted = "/checkout?type=donation&amount=12.50"
        assert (path, parse_qsl(query)) == ("/welcome", [("next", wanted)])


async def test_a_visitor_hears_of_a_wrong_amount_before_the_login(world: World) -> None:
    async with worker_for() as worker:
        tab = worker.tab(path="/membership")
        await tab.send(HANDLERS["donate"], form={"amount": "0.5"})
        assert "between $1.00 and" in tab.of(MembershipState)["donation_error"]
        assert tab.of(ShellState).get("leave_to", "") == ""
        assert (await opened(tab))["donation_error"] == ""


@pytest.mark.parametrize(
    ("amount", "said"),
    [
        *((one, "between $1.00 and") for one in ("0", "0.5", "10001")),
        *((one, "Use dollars and cents, such as 12.34.") for one in ("", "lots", "12.345")),
    ],
)
async def test_an_amount_that_is_no_donation_is_refused(
    maya: Actor, amount: str, said: str
) -> None:
    async with worker_for(maya) as worker:
        tab = worker.tab(cookie=maya.user_id, path="/membership")
        await tab.send(HANDLERS["donate"], form={"amount": amount})
        assert said in tab.of(MembershipState)["donation_error"]
        assert tab.of(ShellState).get("leave_to", "") == ""


async def test_a_donation_leads_to_its_checkout(maya: Actor) -> None:
    async with worker_for(maya) as worker:
        tab = worker.tab(cookie=maya.user_id, path="/membership")
        await tab.send(HANDLERS["donate"], form={"amount": "12.5"})
        assert tab.of(ShellState)["leave_to"] == "/checkout?type=donation&amount=12.50"


async def test_the_free_plan_is_chosen_at_once(maya: Actor) -> None:
    async with worker_for(maya) as worker:
        tab = worker.tab(cookie=maya.user_id, path="/membership")
        await tab.send(HANDLERS["join"])
        shown = tab.of(MembershipState)
        assert shown["plans"]["basic"].is_current
        assert shown["own"].status == "Active"


async def test_success_is_said_only_after_it_was_verified(
    maya: Actor, stripe_double: StripeDouble
) -> None:
    async with worker_for(maya) as worker:
        started = await service.start_subscription(maya, plan="premium")
        tab = worker.tab(cookie=maya.user_id, path=f"{BACK}{started.payment_id}")
        assert (await opened(tab))["returned"].state == "waiting"
        assert tab.of(ShellState)["toast"].title == ""
        stripe_double.pay(started.client_secret)
        await tab.send(HANDLERS["look_again"])
        shown = tab.of(MembershipState)
        assert shown["returned"].state == "paid"
        assert tab.of(ShellState)["toast"].title == "Payment Successful"
        assert tab.of(ShellState)["toast"].text == "You are now subscribed!"
        assert shown["plans"]["premium"].is_current
        assert [one.amount for one in shown["payments"]] == ["$20.00"]
        # The next act takes the place of it.
        for act in ("end", "resume"):
            assert (await opened(tab))["returned"].state == "paid"
            await tab.send(HANDLERS["ask_end"])
            await tab.send(HANDLERS[act])
            assert tab.of(MembershipState)["returned"].state == ""
            assert tab.of(MembershipState)["asks_end"] is (act == "resume")
        await opened(tab)
        tab.path = "/membership"
        page = await opened(tab)
        assert (page["returned"].state, page["asks_end"]) == ("", False)
        assert worker.failures == []


async def test_only_the_payment_of_the_address_is_announced(
    world: World, maya: Actor, stripe_double: StripeDouble
) -> None:
    """A change of plan for nothing has no payment, and the gift of before is not its receipt."""
    async with worker_for(maya) as worker:
        gift = await service.start_payment(maya, values=PaymentWrite(amount=9_00))
        stripe_double.pay(gift.client_secret)
        for name in ("", new_id(), "\0", "' OR 1=1"):
            tab = worker.tab(cookie=maya.user_id, path=f"{BACK}{quote(name)}")
            assert (await opened(tab))["returned"].state == "", name
        other = worker.tab(cookie=world.person().user_id, path=f"{BACK}{gift.payment_id}")
        assert (await opened(other))["returned"].state == ""
        told = (await opened(worker.tab(cookie=maya.user_id, path=f"{BACK}{gift.payment_id}")))[
            "returned"
        ]
        assert (told.state, told.receipt) == ("paid", f"/receipts/{gift.payment_id}")


async def test_while_the_card_service_is_away_the_page_says_that_it_asks(
    maya: Actor, stripe_double: StripeDouble
) -> None:
    async with worker_for(maya) as worker:
        started = await service.start_subscription(maya, plan="premium")
        stripe_double.faults.order("down", "GET /v1", times=1_000)
        tab = worker.tab(cookie=maya.user_id, path=f"{BACK}{started.payment_id}")
        told = (await opened(tab))["returned"]
        assert (told.state, told.title) == ("waiting", "We’re confirming your payment")
        stripe_double.faults.clear()


async def test_a_membership_is_canceled_and_resumed(
    maya: Actor, stripe_double: StripeDouble
) -> None:
    async with worker_for(maya) as worker:
        started = await service.start_subscription(maya, plan="master")
        stripe_double.pay(started.client_secret)
        await service.confirm(maya, payment_id=started.payment_id)
        tab = worker.tab(cookie=maya.user_id, path="/membership")
        await opened(tab)
        await tab.send(HANDLERS["ask_end"])
        assert tab.of(MembershipState)["asks_end"]
        await tab.send(HANDLERS["end"])
        assert tab.of(MembershipState)["own"].may_resume
        assert stripe_double.all("subscription")[0]["cancel_at_period_end"]
        await tab.send(HANDLERS["resume"])
        assert tab.of(MembershipState)["own"].may_end
        await tab.send(HANDLERS["change_card"])
        assert tab.of(ShellState)["leave_to"].startswith(stripe_double.url)
        assert worker.failures == []


async def test_the_last_five_payments_are_shown_and_all_on_demand(
    maya: Actor, stripe_double: StripeDouble
) -> None:
    async with worker_for(maya) as worker:
        for number in range(7):
            values = PaymentWrite.model_validate({"amount": str(5 + number)})
            started = await service.start_payment(maya, values=values)
            stripe_double.pay(started.client_secret)
            await service.confirm(maya, payment_id=started.payment_id)
        tab = worker.tab(cookie=maya.user_id, path="/membership")
        shown = await opened(tab)
        assert [one.amount for one in shown["payments"]] == [
            *("$11.00", "$10.00", "$9.00", "$8.00", "$7.00")
        ]
        assert shown["has_more"]
        await tab.send(HANDLERS["show_more"])
        shown = tab.of(MembershipState)
        assert len(shown["payments"]) == 7
        assert not shown["has_more"]

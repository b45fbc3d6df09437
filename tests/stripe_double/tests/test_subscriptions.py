"""Subscriptions from their first payment to their end, on the double's own clock."""

import pytest
import stripe

from tests.stripe_double.errors import CardError
from tests.stripe_double.tests.stage import SECRET, Stage, secret_of

REFUSED_LATER, ASKS_ONCE = "4000000000000341", "4000002500003155"


def _status(stage: Stage, id_: str) -> str:
    return stage.api.subscriptions.retrieve(id_).status


def _price(found: stripe.Subscription) -> str | None:
    key: str | None = found["items"].data[0].price.lookup_key
    return key


def test_a_subscription_begins_when_its_first_invoice_is_paid(stage: Stage) -> None:
    made = stage.subscribe(stage.price("supporter", 2000))
    assert made.status == "incomplete"
    with pytest.raises(CardError):
        stage.double.pay(secret_of(made), "4000000000000002")
    assert _status(stage, made.id) == "incomplete"
    stage.double.pay(secret_of(made))
    found = stage.api.subscriptions.retrieve(made.id, {"expand": SECRET})
    assert found.status == "active"
    assert found.default_payment_method
    assert isinstance(found.latest_invoice, stripe.Invoice)
    assert found.latest_invoice.amount_paid == 2000
    assert found.latest_invoice.payments
    assert found.latest_invoice.payments.data[0].status == "paid"


def test_nobody_waits_for_ever_for_the_first_payment(stage: Stage) -> None:
    made = stage.subscribe(stage.price("supporter", 2000))
    stage.double.advance(days=1)
    assert _status(stage, made.id) == "incomplete_expired"
    with pytest.raises(Exception, match="canceled"):
        stage.double.pay(secret_of(made))


def test_it_renews_by_itself_and_says_so_before(stage: Stage) -> None:
    made = stage.subscribed(stage.price("sustainer", 1000, "month"))
    stage.double.advance(days=100)
    invoices = stage.api.invoices.list({"subscription": made.id}).data
    assert [one.billing_reason for one in invoices] == [
        *["subscription_cycle"] * 3,
        "subscription_create",
    ]
    assert {one.status for one in invoices} == {"paid"}
    happened = stage.happened()
    assert happened.index("invoice.upcoming") < happened.index("invoice.created", 20)
    assert happened.count("invoice.upcoming") == 3


def test_a_renewal_is_tried_four_times_before_the_end(stage: Stage) -> None:
    made = stage.subscribed(stage.price("sustainer", 1000, "month"))
    stage.double.change_card(str(made.customer), REFUSED_LATER)
    stage.double.advance(days=32)
    assert _status(stage, made.id) == "past_due"
    stage.double.advance(days=16)
    assert _status(stage, made.id) == "canceled"
    happened = stage.happened()
    assert happened.count("invoice.payment_failed") == 4
    assert happened[-1] == "customer.subscription.deleted"


def test_a_failed_renewal_is_paid_with_another_card(stage: Stage) -> None:
    made = stage.subscribed(stage.price("sustainer", 1000, "month"))
    stage.double.change_card(str(made.customer), REFUSED_LATER)
    stage.double.advance(days=32)
    stage.double.change_card(str(made.customer), "4242424242424242")
    stage.double.advance(days=4)
    assert _status(stage, made.id) == "active"


def test_a_card_that_was_asked_once_pays_renewals(stage: Stage) -> None:
    made = stage.subscribe(stage.price("sustainer", 1000, "month"))
    stage.double.pay(secret_of(made), ASKS_ONCE)
    stage.double.answer(secret_of(made), passed=True)
    stage.double.advance(days=32)
    assert _status(stage, made.id) == "active"


def test_it_ends_with_its_period_unless_that_is_taken_back(stage: Stage) -> None:
    price = stage.price("supporter", 2000)
    kept, ended = stage.subscribed(price), stage.subscribed(price)
    for one in (kept, ended):
        stage.api.subscriptions.update(one.id, {"cancel_at_period_end": True})
    stage.api.subscriptions.update(kept.id, {"cancel_at_period_end": False})
    stage.double.advance(days=366)
    assert (_status(stage, kept.id), _status(stage, ended.id)) == ("active", "canceled")


def test_what_is_left_of_a_dearer_plan_is_credit(stage: Stage) -> None:
    yearly = stage.subscribed(stage.price("supporter", 2000))
    monthly = stage.price("sustainer", 1000, "month")
    item = yearly["items"].data[0].id
    changed = stage.api.subscriptions.update(
        yearly.id,
        {
            "items": [{"id": item, "price": monthly.id}],
            "payment_behavior": "pending_if_incomplete",
            "proration_behavior": "always_invoice",
            "expand": ["latest_invoice"],
        },
    )
    assert _price(changed) == "sustainer"
    assert isinstance(changed.latest_invoice, stripe.Invoice)
    assert changed.latest_invoice.amount_due == 0
    customer = stage.api.customers.retrieve(str(changed.customer))
    assert customer.balance == -1000


@pytest.mark.parametrize("paid", [True, False])
def test_a_change_that_waits_for_its_payment_happens_with_it_alone(
    stage: Stage, paid: bool
) -> None:
    monthly = stage.subscribed(stage.price("sustainer", 1000, "month"))
    yearly = stage.price("patron", 9000)
    stage.double.change_card(str(monthly.customer), REFUSED_LATER)
    changed = stage.api.subscriptions.update(
        monthly.id,
        {
            "items": [{"id": monthly["items"].data[0].id, "price": yearly.id}],
            "payment_behavior": "pending_if_incomplete",
            "proration_behavior": "always_invoice",
            "expand": SECRET,
        },
    )
    assert (_price(changed), changed.status) == ("sustainer", "active")
    assert changed.pending_update
    if paid:
        stage.double.pay(secret_of(changed))
    stage.double.advance(days=1)
    found = stage.api.subscriptions.retrieve(monthly.id)
    assert _price(found) == ("patron" if paid else "sustainer")
    assert found.pending_update is None
    assert found.status == "active"


def test_a_second_item_is_never_added(stage: Stage) -> None:
    made = stage.subscribed(stage.price("supporter", 2000))
    other = stage.price("sustainer", 1000, "month")
    with pytest.raises(stripe.InvalidRequestError, match="second item"):
        stage.api.subscriptions.update(made.id, {"items": [{"price": other.id}]})


def test_a_subscription_goes_with_its_customer(stage: Stage) -> None:
    made = stage.subscribed(stage.price("supporter", 2000))
    stage.api.customers.delete(str(made.customer))
    assert stage.double.find("subscription", made.id)["status"] == "canceled"
    with pytest.raises(stripe.InvalidRequestError):
        stage.api.subscriptions.cancel(made.id)

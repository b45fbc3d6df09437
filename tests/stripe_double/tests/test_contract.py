"""Calls that the official package does not describe are refused, and so are such answers."""

from typing import Any

import pytest
import stripe
from stripe.params import PaymentIntentCreateParams, SubscriptionCreateParams

from tests.stripe_double.account import API_VERSION
from tests.stripe_double.double import StripeDouble
from tests.stripe_double.errors import Refusal
from tests.stripe_double.requests import nested, typed
from tests.stripe_double.shapes import CLASSES, complaints, empty
from tests.stripe_double.tests.stage import Stage, calling

INTENT = "amount=2500&currency=usd"
REDIRECTS = "automatic_payment_methods[allow_redirects]"


@pytest.mark.parametrize(
    ("sent", "named"),
    [
        (f"{INTENT}&amuont=1", "amuont"),
        (f"{INTENT}&api_key=sk", "api_key"),
        ("currency=usd", "amount"),
        ("amount=25.00&currency=usd", "amount"),
        (f"{INTENT}&confirm=yes", "confirm"),
        (f"{INTENT}&setup_future_usage=sometimes", "setup_future_usage"),
        (f"{INTENT}&automatic_payment_methods[enabeld]=true", "automatic_payment_methods[enabeld]"),
        (f"{INTENT}&automatic_payment_methods[enabled]=true&{REDIRECTS}=no", "allow_redirects"),
        (f"{INTENT}&metadata[{'k' * 41}]=v", "metadata"),
        (f"{INTENT}&metadata[k]={'v' * 501}", "metadata"),
        (f"{INTENT}&metadata=word", "metadata"),
    ],
)
def test_parameters_that_stripe_does_not_take_are_refused(sent: str, named: str) -> None:
    with pytest.raises(Refusal) as refused:
        typed(nested(sent), PaymentIntentCreateParams)
    assert named in refused.value.error["param"]


def test_what_stripe_takes_arrives_with_its_types() -> None:
    values = typed(
        nested("customer=cus_1&items[0][price]=price_1&items[0][quantity]=2&off_session=true"),
        SubscriptionCreateParams,
    )
    assert values == {
        "customer": "cus_1",
        "items": [{"price": "price_1", "quantity": 2}],
        "off_session": True,
    }


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"colour": "red"}, "payment_intent.colour is unknown to the package"),
        ({"amount": "25.00"}, "payment_intent.amount is '25.00', which is no <class 'int'>"),
        ({"status": "payed"}, "payment_intent.status is 'payed'"),
        ({"latest_charge": {"object": "charge"}}, "payment_intent.latest_charge.amount is missing"),
    ],
)
def test_answers_that_stripe_would_never_give_are_found(change: dict[str, Any], said: str) -> None:
    told = " ".join(complaints(empty("payment_intent", **change)))
    assert said in told


def test_a_field_that_is_missing_is_found() -> None:
    intent = empty("payment_intent")
    del intent["currency"]
    assert complaints(intent) == ["payment_intent.currency is missing"]


@pytest.mark.parametrize("kind", sorted(CLASSES))
def test_every_shape_is_what_the_package_describes(kind: str) -> None:
    assert complaints(empty(kind)) == []


def test_a_parameter_that_the_double_ignores_is_refused(
    double: StripeDouble, client: stripe.StripeClient
) -> None:
    with pytest.raises(stripe.APIError, match="does not act on"):
        client.v1.payment_intents.create(
            {"amount": 100, "currency": "usd", "statement_descriptor": "CLUB"}
        )
    assert double.mistakes


def test_calls_without_the_key_or_with_another_version_are_refused(double: StripeDouble) -> None:
    for key, version in ((double.keys.secret, "2020-08-27"), ("sk_test_other", API_VERSION)):
        with (
            calling(double.url, key, version) as client,
            pytest.raises((stripe.InvalidRequestError, stripe.AuthenticationError)),
        ):
            client.v1.customers.list()


def test_lists_come_in_pages_newest_first(stage: Stage) -> None:
    ids = [stage.customer() for _ in range(7)]
    page = stage.api.customers.list({"limit": 3})
    assert [one.id for one in page.data] == ids[:3:-1]
    assert page.has_more
    assert [one.id for one in page.auto_paging_iter()] == ids[::-1]
    before = stage.api.customers.list({"ending_before": ids[0], "limit": 2})
    assert [one.id for one in before.data] == [ids[2], ids[1]]


def test_lists_are_filtered_by_their_time(stage: Stage) -> None:
    stage.customer()
    stage.double.advance(days=2)
    late = stage.customer()
    since = stage.double.account.now - 86400
    found = stage.api.customers.list({"created": {"gte": since}})
    assert [one.id for one in found.data] == [late]


def test_only_fields_that_hold_ids_are_expanded(stage: Stage) -> None:
    intent = stage.paid()
    found = stage.api.payment_intents.retrieve(
        intent.id, {"expand": ["latest_charge.balance_transaction"]}
    )
    assert isinstance(found.latest_charge, stripe.Charge)
    assert isinstance(found.latest_charge.balance_transaction, stripe.BalanceTransaction)
    # 2.9 % of $25.00 and thirty cents.
    assert found.latest_charge.balance_transaction.fee == 102
    with pytest.raises(stripe.InvalidRequestError, match="cannot be expanded"):
        stage.api.payment_intents.retrieve(intent.id, {"expand": ["amount_of_fun"]})

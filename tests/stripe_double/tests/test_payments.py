"""Payments, cards, refunds, and keys of repeated calls."""

import json
import threading
import urllib.error
import urllib.parse
import urllib.request

import pytest
import stripe

from tests.stripe_double.double import StripeDouble
from tests.stripe_double.errors import CardError, Refusal
from tests.stripe_double.tests.stage import Stage

ASKS, ASKS_AND_DECLINES = "4000002760003184", "4000008260003178"
DECLINED, DISPUTED, LOST_REFUND = "4000000000000002", "4000000000000259", "4000000000005126"


def test_a_declined_card_leaves_the_payment_open_for_another(stage: Stage) -> None:
    intent = stage.intent()
    with pytest.raises(CardError, match="Your card was declined"):
        stage.double.pay(intent.client_secret or "", DECLINED)
    found = stage.api.payment_intents.retrieve(intent.id)
    assert found.status == "requires_payment_method"
    assert found.last_payment_error
    assert found.last_payment_error.decline_code == "generic_decline"
    assert stage.double.pay(intent.client_secret or "")["status"] == "succeeded"
    assert stage.happened() == [
        "payment_intent.created",
        "charge.failed",
        "payment_intent.payment_failed",
        "charge.succeeded",
        "payment_intent.succeeded",
    ]


@pytest.mark.parametrize("card", ["1234", "", "4242424242424241"])
def test_a_wrong_number_is_no_attempt(stage: Stage, card: str) -> None:
    intent = stage.intent()
    with pytest.raises(CardError, match="number is incorrect"):
        stage.double.pay(intent.client_secret or "", card)
    assert stage.happened() == ["payment_intent.created"]


def test_the_bank_asks_the_holder_of_some_cards(stage: Stage) -> None:
    intent = stage.intent()
    secret = intent.client_secret or ""
    assert stage.double.pay(secret, ASKS)["status"] == "requires_action"
    assert stage.double.answer(secret, passed=False)["status"] == "requires_payment_method"
    stage.double.pay(secret, ASKS)
    assert stage.double.answer(secret, passed=True)["status"] == "succeeded"


def test_a_card_may_be_declined_after_its_holder_answered(stage: Stage) -> None:
    secret = stage.intent().client_secret or ""
    stage.double.pay(secret, ASKS_AND_DECLINES)
    assert stage.double.answer(secret, passed=True)["status"] == "requires_payment_method"


def test_nothing_is_paid_twice_and_nothing_canceled_is_paid(stage: Stage) -> None:
    paid = stage.paid()
    with pytest.raises(Refusal, match="status of succeeded"):
        stage.double.pay(paid.client_secret or "")
    with pytest.raises(stripe.InvalidRequestError, match="status of succeeded"):
        stage.api.payment_intents.cancel(paid.id)
    open_ = stage.intent()
    stage.api.payment_intents.cancel(open_.id)
    with pytest.raises(Refusal, match="status of canceled"):
        stage.double.pay(open_.client_secret or "")


@pytest.mark.parametrize("cents", [0, 49, 100_000_000])
def test_amounts_have_limits(stage: Stage, cents: int) -> None:
    with pytest.raises(stripe.InvalidRequestError):
        stage.intent(cents)


def test_no_more_is_refunded_than_was_paid(stage: Stage) -> None:
    paid = stage.paid(2500)
    stage.api.refunds.create({"payment_intent": paid.id, "amount": 1000})
    with pytest.raises(stripe.InvalidRequestError, match=r"greater than unrefunded amount"):
        stage.api.refunds.create({"payment_intent": paid.id, "amount": 1501})
    stage.api.refunds.create({"payment_intent": paid.id})
    with pytest.raises(stripe.InvalidRequestError) as again:
        stage.api.refunds.create({"payment_intent": paid.id})
    assert again.value.code == "charge_already_refunded"
    charge = stage.api.charges.retrieve(str(paid.latest_charge))
    assert (charge.refunded, charge.amount_refunded) == (True, 2500)


def test_a_refund_may_fail_later(stage: Stage) -> None:
    paid = stage.paid(card=LOST_REFUND)
    made = stage.api.refunds.create({"payment_intent": paid.id})
    assert stage.api.refunds.retrieve(made.id).status == "failed"
    assert stage.api.charges.retrieve(str(paid.latest_charge)).amount_refunded == 0
    assert "refund.failed" in stage.happened()


def test_a_charge_may_be_disputed(stage: Stage) -> None:
    stage.paid(card=DISPUTED)
    assert "charge.dispute.created" in stage.happened()


def test_the_same_call_with_the_same_key_happens_once(stage: Stage) -> None:
    def create(cents: int) -> stripe.PaymentIntent:
        return stage.api.payment_intents.create(
            {"amount": cents, "currency": "usd"}, {"idempotency_key": "one"}
        )

    assert create(2500).id == create(2500).id
    assert len(stage.double.all("payment_intent")) == 1
    with pytest.raises(stripe.IdempotencyError):
        create(2600)
    stage.double.advance(days=1)
    assert create(2600).amount == 2600


def test_a_key_is_free_again_after_a_refused_call(
    double: StripeDouble, client: stripe.StripeClient
) -> None:
    for cents in (10, 2500):
        try:
            client.v1.payment_intents.create(
                {"amount": cents, "currency": "usd"}, {"idempotency_key": "one"}
            )
        except stripe.InvalidRequestError:
            assert cents == 10
    assert [one["amount"] for one in double.all("payment_intent")] == [2500]


def test_a_key_is_taken_while_its_first_call_runs(stage: Stage) -> None:
    double, seen = stage.double, list[str]()

    def create() -> None:
        try:
            stage.api.payment_intents.create(
                {"amount": 2500, "currency": "usd"}, {"idempotency_key": "one"}
            )
        except stripe.StripeError as refused:
            seen.append(str(refused))

    assert (
        double.idempotency.begin("one", "/v1/payment_intents?amount=2500&currency=usd", 0) is None
    )
    double.idempotency._kept["one"].at = double.account.now
    caller = threading.Thread(target=create)
    caller.start()
    caller.join()
    assert "another in-progress request" in seen[0]


@pytest.mark.parametrize("kind", ["down", "cut", "busy"])
def test_ordered_failures_do_nothing(stage: Stage, kind: str) -> None:
    stage.double.faults.order(kind, "POST /v1/payment_intents")  # type: ignore[arg-type]  # a parameter
    with pytest.raises(stripe.StripeError):
        stage.intent()
    assert stage.double.all("payment_intent") == []
    assert stage.intent().id


def test_a_lost_answer_is_given_again_for_its_key(stage: Stage) -> None:
    stage.double.faults.order("lost", "POST /v1/payment_intents")
    for failing in (True, False):
        try:
            stage.api.payment_intents.create(
                {"amount": 2500, "currency": "usd"}, {"idempotency_key": "one"}
            )
        except stripe.APIConnectionError:
            assert failing
    assert len(stage.double.all("payment_intent")) == 1


def _as_browser(double: StripeDouble, path: str, **sent: str) -> dict[str, object]:
    """A call with the key that everybody may read."""
    request = urllib.request.Request(
        double.url + path,
        urllib.parse.urlencode(sent).encode(),
        {"Authorization": f"Bearer {double.keys.publishable}"},
    )
    try:
        with urllib.request.urlopen(request) as answer:
            return dict(json.load(answer))
    except urllib.error.HTTPError as refused:
        with refused:
            return dict(json.load(refused)["error"])


def test_a_browser_pays_with_the_secret_and_sees_no_more_than_it_needs(stage: Stage) -> None:
    intent = stage.api.payment_intents.create(
        {"amount": 2500, "currency": "usd", "metadata": {"user": "one"}}
    )
    path, secret = f"/v1/payment_intents/{intent.id}/confirm", intent.client_secret or ""
    card = {
        "payment_method_data[type]": "card",
        "payment_method_data[card][number]": "4242 4242 4242 4242",
    }
    refused = _as_browser(stage.double, path, client_secret=f"{secret}x", **card)
    assert refused["param"] == "client_secret"
    paid = _as_browser(stage.double, path, client_secret=secret, **card)
    assert paid["status"] == "succeeded"
    assert "metadata" not in paid


def test_a_browser_reads_no_customers(stage: Stage) -> None:
    told = _as_browser(stage.double, f"/v1/customers/{stage.customer()}")
    assert told["message"] == "This API call cannot be made with a publishable API key."

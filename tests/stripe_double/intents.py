"""Payment intents: one attempt of one person to pay one amount, with as many cards as it takes."""

from collections.abc import Iterable

from tests.stripe_double import cards, charges, customers
from tests.stripe_double.account import Account, client_secret
from tests.stripe_double.errors import CardError, Refusal
from tests.stripe_double.shapes import Json

LEAST, MOST = 50, 99_999_999
"""Cents of a payment in US dollars."""
OPEN = ("requires_payment_method", "requires_confirmation", "requires_action")


def create(account: Account, params: Json) -> Json:
    """A new intent, confirmed at once when the call says so."""
    _check_amount(params["amount"])
    if params["currency"] != "usd":
        raise Refusal(f"Invalid currency: {params['currency']}", param="currency")
    if params.get("customer"):
        account.find("customer", params["customer"])
    intent = opened(account, params["amount"], params)
    if params.get("confirm"):
        return confirm(account, params, intent["id"])
    if method := params.get("payment_method"):
        intent["payment_method"] = cards.of_token(account, method)["id"]
        intent["status"] = "requires_confirmation"
    return intent


def opened(account: Account, amount: int, params: Json) -> Json:
    """An intent that waits for a card."""
    types = params.get("allowed_payment_method_types")
    automatic = params.get("automatic_payment_methods") or ({} if types else {"enabled": True})
    intent = account.add(
        "payment_intent",
        amount=amount,
        automatic_payment_methods=_automatic(automatic) if automatic else None,
        currency="usd",
        customer=params.get("customer"),
        description=params.get("description") or None,
        metadata=customers.merged(None, params.get("metadata")),
        payment_method_types=types or ["card"],
        receipt_email=params.get("receipt_email") or None,
        setup_future_usage=params.get("setup_future_usage") or None,
        statement_descriptor_suffix=params.get("statement_descriptor_suffix") or None,
        status="requires_payment_method",
    )
    intent["client_secret"] = client_secret(intent["id"])
    account.tell("payment_intent.created", intent)
    return intent


def update(account: Account, params: Json, id_: str) -> Json:
    """Another amount or description, while nothing was paid."""
    intent = account.find("payment_intent", id_)
    if "amount" in params:
        _require(intent, OPEN, "update")
        _check_amount(params["amount"])
        intent["amount"] = params["amount"]
    for name in ("description", "receipt_email", "customer"):
        if name in params:
            intent[name] = params[name] or None
    if "setup_future_usage" in params:
        intent["setup_future_usage"] = params["setup_future_usage"] or None
    intent["metadata"] = customers.merged(intent["metadata"], params.get("metadata"))
    return intent


def retrieve(account: Account, _params: Json, id_: str) -> Json:
    return account.find("payment_intent", id_)


def listed(account: Account, params: Json) -> Iterable[Json]:
    """All intents, or those of a customer."""
    wanted = params.get("customer")
    return [one for one in account.all("payment_intent") if wanted in (None, one["customer"])]


def confirm(account: Account, params: Json, id_: str) -> Json:
    """Try to pay with a card; a declined one answers 402, and the intent waits for another."""
    intent = account.find("payment_intent", id_)
    _require(intent, OPEN, "confirm")
    method = _method(account, params, intent)
    customer = intent["customer"]
    if customer and method["customer"] not in (None, customer):
        raise Refusal("The payment method belongs to another customer.", param="payment_method")
    refusal = attempt(account, intent, method, off_session=bool(params.get("off_session")))
    if refusal is not None:
        refusal.error["payment_intent"] = dict(intent)
        raise refusal
    return intent


def attempt(
    account: Account, intent: Json, method: Json, *, off_session: bool, asked: bool = False
) -> CardError | None:
    """One attempt; the error of a declined card, nothing when it paid or its holder is asked."""
    card = cards.card_of(account, method)
    trusted = off_session and card.asks == "once" and method["id"] in account.trusted
    if card.asks and not asked and not trusted:
        if not off_session:
            _ask(account, intent, method)
            return None
        return _declined(account, intent, method, _unasked())
    if card.refused:
        return _declined(account, intent, method, cards.decline(card))
    _paid(account, intent, method)
    return None


def answer(account: Account, id_: str, *, passed: bool) -> Json:
    """The holder of the card answers the bank's question (3-D Secure)."""
    intent = account.find("payment_intent", id_)
    _require(intent, ("requires_action",), "answer")
    method = account.find("payment_method", intent["payment_method"])
    intent["next_action"] = None
    if passed:
        account.trusted.add(method["id"])
        attempt(account, intent, method, off_session=False, asked=True)
        return intent
    _fail(
        account,
        intent,
        CardError(
            "payment_intent_authentication_failure",
            "We are unable to authenticate your payment method. Please choose a different payment "
            "method and try again.",
        ),
        method,
    )
    return intent


def cancel(account: Account, params: Json, id_: str) -> Json:
    """Nobody can pay the intent anymore."""
    intent = account.find("payment_intent", id_)
    _require(intent, OPEN, "cancel")
    if any(one["payment"]["payment_intent"] == id_ for one in account.all("invoice_payment")):
        raise Refusal("You cannot cancel this PaymentIntent because it belongs to an invoice.")
    return withdraw(account, intent, params.get("cancellation_reason"))


def withdraw(account: Account, intent: Json, reason: str | None) -> Json:
    """Cancel an intent, whoever asks for it."""
    intent["status"], intent["cancellation_reason"] = "canceled", reason
    intent["canceled_at"], intent["next_action"] = account.now, None
    account.tell("payment_intent.canceled", intent)
    return intent


def _method(account: Account, params: Json, intent: Json) -> Json:
    if "payment_method_data" in params:
        return cards.of_data(account, params["payment_method_data"])
    id_ = params.get("payment_method") or intent["payment_method"]
    if not id_:
        raise Refusal(
            "You cannot confirm this PaymentIntent because it's missing a payment method.",
            code="payment_intent_unexpected_state",
        )
    return cards.of_token(account, id_)


def _ask(account: Account, intent: Json, method: Json) -> None:
    intent["payment_method"] = method["id"]
    intent["status"] = "requires_action"
    intent["next_action"] = {
        "type": "use_stripe_sdk",
        "use_stripe_sdk": {"type": "three_d_secure_redirect"},
    }
    account.tell("payment_intent.requires_action", intent)
    account.after_attempt(intent)


def _unasked() -> CardError:
    return CardError(
        "authentication_required",
        "Your card was declined. This transaction requires authentication.",
        "authentication_required",
    )


def _declined(account: Account, intent: Json, method: Json, refusal: CardError) -> CardError:
    charge = charges.make(account, intent, method, refusal)
    intent["latest_charge"] = charge["id"]
    refusal.error["charge"] = charge["id"]
    charges.told(account, charge)
    _fail(account, intent, refusal, method)
    return refusal


def _fail(account: Account, intent: Json, refusal: Refusal, method: Json) -> None:
    intent["status"], intent["payment_method"] = "requires_payment_method", None
    intent["last_payment_error"] = {**refusal.error, "payment_method": dict(method)}
    account.tell("payment_intent.payment_failed", intent)
    account.after_attempt(intent)


def _paid(account: Account, intent: Json, method: Json) -> None:
    if intent["customer"] and (intent["setup_future_usage"] or method["customer"]):
        customers.attached(account, method, intent["customer"])
    charge = charges.make(account, intent, method, None)
    intent.update(
        status="succeeded",
        amount_received=intent["amount"],
        last_payment_error=None,
        latest_charge=charge["id"],
        next_action=None,
        payment_method=method["id"],
    )
    charges.told(account, charge)
    account.tell("payment_intent.succeeded", intent)
    account.after_attempt(intent)


def _check_amount(amount: int) -> None:
    if amount < LEAST:
        raise Refusal("Amount must be at least $0.50 usd", code="amount_too_small", param="amount")
    if amount > MOST:
        raise Refusal(
            "Amount must be no more than $999,999.99", code="amount_too_large", param="amount"
        )


def _automatic(sent: Json) -> Json:
    return {"allow_redirects": sent.get("allow_redirects", "always"), "enabled": sent["enabled"]}


def _require(intent: Json, states: tuple[str, ...], verb: str) -> None:
    if intent["status"] not in states:
        raise Refusal(
            f"You cannot {verb} this PaymentIntent because it has a status of {intent['status']}.",
            code="payment_intent_unexpected_state",
            payment_intent=dict(intent),
        )

"""Charges, what of them arrives on the account, refunds, and disputes."""

from collections.abc import Iterable

from tests.stripe_double import cards
from tests.stripe_double.account import DAY, Account
from tests.stripe_double.customers import merged
from tests.stripe_double.errors import CardError, Refusal
from tests.stripe_double.shapes import Json

ANSWERED = 21 * DAY
"""So long a club may answer a dispute. Nobody answers at the double, so it is lost then."""


def make(account: Account, intent: Json, method: Json, refusal: CardError | None) -> Json:
    """The charge of one attempt to pay an intent; a refused one is kept, too."""
    paid = refusal is None
    charge = account.add(
        "charge",
        amount=intent["amount"],
        amount_captured=intent["amount"] if paid else 0,
        billing_details=method["billing_details"],
        captured=paid,
        currency=intent["currency"],
        customer=intent["customer"],
        description=intent["description"],
        failure_code=refusal.error["code"] if refusal else None,
        failure_message=refusal.error["message"] if refusal else None,
        fraud_details={},
        metadata=dict(intent["metadata"]),
        outcome=_outcome(refusal),
        paid=paid,
        payment_intent=intent["id"],
        payment_method=method["id"],
        payment_method_details=_details(method),
        receipt_email=intent["receipt_email"],
        status="succeeded" if paid else "failed",
    )
    if paid:
        charge["receipt_url"] = f"https://pay.stripe.com/receipts/{charge['id']}"
        charge["balance_transaction"] = _booked(account, charge, intent["amount"], "charge")
    return charge


def told(account: Account, charge: Json) -> None:
    """The events of a new charge, and the dispute of a card that brings one."""
    account.tell("charge.succeeded" if charge["paid"] else "charge.failed", charge)
    method = account.find("payment_method", charge["payment_method"])
    if charge["paid"] and cards.card_of(account, method).disputed:
        dispute(account, charge)


def retrieve(account: Account, _params: Json, id_: str) -> Json:
    return account.find("charge", id_)


def listed(account: Account, params: Json) -> Iterable[Json]:
    """All charges, or those of a customer or an intent."""
    return [
        one
        for one in account.all("charge")
        if params.get("customer") in (None, one["customer"])
        and params.get("payment_intent") in (None, one["payment_intent"])
    ]


def refund(account: Account, params: Json) -> Json:
    """Give money back: never more than what is left of the charge."""
    charge = _charge_of(account, params)
    if any(one["status"] != "won" for one in disputes(account, {"charge": charge["id"]})):
        raise Refusal(
            f"Charge {charge['id']} has been charged back; cannot issue a refund.",
            code="charge_disputed",
        )
    left = charge["amount_captured"] - charge["amount_refunded"]
    amount = params.get("amount", left)
    if left <= 0:
        raise Refusal(
            f"Charge {charge['id']} has already been refunded.", code="charge_already_refunded"
        )
    if not 0 < amount <= left:
        raise Refusal(
            f"Refund amount (${amount / 100:.2f}) is greater than unrefunded amount on charge "
            f"(${left / 100:.2f})",
            param="amount",
        )
    made = account.add(
        "refund",
        amount=amount,
        charge=charge["id"],
        currency=charge["currency"],
        metadata=merged(None, params.get("metadata")),
        payment_intent=charge["payment_intent"],
        reason=params.get("reason"),
        status="succeeded",
    )
    made["balance_transaction"] = _booked(account, made, -amount, "refund")
    _count_refund(account, charge, amount, made)
    return made


def _count_refund(account: Account, charge: Json, amount: int, made: Json) -> None:
    before = dict(charge)
    charge["amount_refunded"] += amount
    charge["refunded"] = charge["amount_refunded"] == charge["amount_captured"]
    account.tell("refund.created", made)
    account.tell("charge.refunded", charge, before)
    method = account.find("payment_method", charge["payment_method"])
    if cards.card_of(account, method).refund_fails:
        fail_refund(account, made)


def fail_refund(account: Account, made: Json) -> None:
    """The bank sends the money back: the refund did not happen after all."""
    charge = account.find("charge", made["charge"])
    before, before_charge = dict(made), dict(charge)
    made["status"], made["failure_reason"] = "failed", "expired_or_canceled_card"
    made["failure_balance_transaction"] = _booked(account, made, made["amount"], "refund_failure")
    charge["amount_refunded"] -= made["amount"]
    charge["refunded"] = False
    account.tell("refund.failed", made, before)
    account.tell("charge.updated", charge, before_charge)


def retrieve_refund(account: Account, _params: Json, id_: str) -> Json:
    return account.find("refund", id_)


def refunds(account: Account, params: Json) -> Iterable[Json]:
    """All refunds, or those of a charge or an intent."""
    return [
        one
        for one in account.all("refund")
        if params.get("charge") in (None, one["charge"])
        and params.get("payment_intent") in (None, one["payment_intent"])
    ]


def dispute(account: Account, charge: Json) -> Json:
    """The holder of the card tells the bank that the charge was wrong."""
    before = dict(charge)
    charge["disputed"] = True
    made = account.add(
        "dispute",
        amount=charge["amount"],
        charge=charge["id"],
        currency=charge["currency"],
        payment_intent=charge["payment_intent"],
        reason="fraudulent",
        status="needs_response",
        metadata={},
    )
    lines = made["balance_transactions"] = made["balance_transactions"] or []
    lines.append(
        account.find("balance_transaction", _booked(account, made, -made["amount"], "adjustment"))
    )
    account.tell("charge.updated", charge, before)
    account.tell("charge.dispute.created", made)
    return made


def decide(account: Account, made: Json, status: str) -> None:
    """The bank decides a dispute: `lost`, or `won` by the club."""
    before = dict(made)
    made["status"] = status
    if status == "won":
        _booked(account, made, made["amount"], "adjustment")
    account.tell("charge.dispute.closed", made, before)


def disputes(account: Account, params: Json) -> Iterable[Json]:
    """All disputes, or those of a charge or an intent."""
    return [
        one
        for one in account.all("dispute")
        if params.get("charge") in (None, one["charge"])
        and params.get("payment_intent") in (None, one["payment_intent"])
    ]


def retrieve_dispute(account: Account, _params: Json, id_: str) -> Json:
    return account.find("dispute", id_)


def transaction(account: Account, _params: Json, id_: str) -> Json:
    """The line of one charge or refund in the account's balance."""
    return account.find("balance_transaction", id_)


def transactions(account: Account, params: Json) -> Iterable[Json]:
    """Everything that was booked, or what came of one charge or refund."""
    return [
        one
        for one in account.all("balance_transaction")
        if params.get("source") in (None, one["source"])
        and params.get("type") in (None, one["type"])
        and params.get("payout") in (None, account.paid_out.get(one["id"]))
    ]


def pay_out(account: Account) -> Json:
    """Everything that was booked and not paid out yet goes to the club's bank."""
    lines = [one for one in account.all("balance_transaction") if one["id"] not in account.paid_out]
    made = account.add(
        "payout",
        amount=sum(one["net"] for one in lines),
        arrival_date=account.now,
        automatic=True,
        status="paid",
    )
    account.paid_out |= {one["id"]: made["id"] for one in lines}
    return made


def payouts(account: Account, params: Json) -> Iterable[Json]:
    """All payouts, or those of a status."""
    return [one for one in account.all("payout") if params.get("status") in (None, one["status"])]


def _charge_of(account: Account, params: Json) -> Json:
    if "charge" in params:
        return account.find("charge", params["charge"])
    if "payment_intent" not in params:
        raise Refusal("One of the following params should be provided: payment_intent or charge.")
    intent = account.find("payment_intent", params["payment_intent"])
    if intent["status"] != "succeeded":
        raise Refusal(
            f"This PaymentIntent ({intent['id']}) does not have a successful charge to refund."
        )
    return account.find("charge", intent["latest_charge"])


def _booked(account: Account, source: Json, amount: int, kind: str) -> str:
    """Stripe keeps 2.9 % and 30 cents of a charge, and does not give them back with a refund. A
    dispute costs $15.00."""
    fee = {"charge": round(amount * 29 / 1000) + 30, "adjustment": 15_00 if amount < 0 else 0}.get(
        kind, 0
    )
    made = account.add(
        "balance_transaction",
        amount=amount,
        available_on=account.now + 2 * DAY,
        currency=source["currency"],
        fee=fee,
        fee_details=[
            {
                "amount": fee,
                "application": None,
                "currency": source["currency"],
                "description": "Stripe processing fees",
                "type": "stripe_fee",
            }
        ]
        if fee
        else [],
        net=amount - fee,
        reporting_category="dispute" if kind == "adjustment" else kind,
        source=source["id"],
        status="pending",
        type=kind,
    )
    id_: str = made["id"]
    return id_


def _outcome(refusal: CardError | None) -> Json:
    return {
        "advice_code": None,
        "network_advice_code": None,
        "network_decline_code": None,
        "network_status": "declined_by_network" if refusal else "approved_by_network",
        "reason": refusal.error.get("decline_code") if refusal else None,
        "risk_level": "normal",
        "seller_message": "The bank declined." if refusal else "Payment complete.",
        "type": "issuer_declined" if refusal else "authorized",
    }


def _details(method: Json) -> Json:
    card = method["card"]
    return {
        "card": {
            "brand": card["brand"],
            "checks": card["checks"],
            "country": card["country"],
            "exp_month": card["exp_month"],
            "exp_year": card["exp_year"],
            "fingerprint": card["fingerprint"],
            "funding": card["funding"],
            "last4": card["last4"],
            "network": card["brand"],
        },
        "type": "card",
    }

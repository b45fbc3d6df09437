"""Invoices of subscriptions: opened, paid by an intent, failed, void."""

from collections.abc import Iterable

from tests.stripe_double import intents
from tests.stripe_double.account import DAY, Account
from tests.stripe_double.errors import Refusal
from tests.stripe_double.shapes import Json, empty, listing

RETRIES = (3 * DAY, 5 * DAY, 7 * DAY)
"""How long after a failed payment the next one is tried; after the last one nothing is."""


def draw(account: Account, subscription: Json, reason: str, lines: list[Json]) -> Json:
    """A draft of an invoice with its lines; credit of the customer is used when it is finalized."""
    total = sum(line["amount"] for line in lines)
    customer = account.find("customer", subscription["customer"])
    number = customer["next_invoice_sequence"]
    customer["next_invoice_sequence"] = number + 1
    invoice = account.add(
        "invoice",
        amount_due=max(total, 0),
        amount_overpaid=0,
        amount_remaining=max(total, 0),
        auto_advance=True,
        billing_reason=reason,
        currency="usd",
        customer=customer["id"],
        customer_email=customer["email"],
        customer_name=customer["name"],
        default_payment_method=None,
        metadata={},
        number=f"{customer['invoice_prefix']}-{number:04d}",
        parent=_parent(subscription),
        period_start=min(line["period"]["start"] for line in lines),
        period_end=max(line["period"]["end"] for line in lines),
        starting_balance=customer["balance"],
        status="draft",
        subtotal=total,
        total=total,
    )
    invoice["lines"] = listing(lines, f"/v1/invoices/{invoice['id']}/lines")
    for line in lines:
        line["invoice"] = invoice["id"]
    account.tell("invoice.created", invoice)
    return invoice


def line(account: Account, item: Json, amount: int, *, proration: bool, words: str) -> Json:
    """One line of an invoice, for an item of a subscription."""
    return account.add(
        "line_item",
        amount=amount,
        currency="usd",
        description=words,
        metadata={},
        parent={
            "invoice_item_details": None,
            "subscription_item_details": {
                "invoice_item": None,
                "proration": proration,
                "proration_details": None,
                "subscription": item["subscription"],
                "subscription_item": item["id"],
            },
            "type": "subscription_item_details",
        },
        period={"start": item["current_period_start"], "end": item["current_period_end"]},
        pricing={
            "price_details": {"price": item["price"]["id"], "product": item["price"]["product"]},
            "type": "price_details",
            "unit_amount_decimal": item["price"]["unit_amount_decimal"],
        },
        quantity=item["quantity"],
        quantity_decimal=str(item["quantity"]),
        subtotal=amount,
    )


def finalize(account: Account, invoice: Json) -> Json:
    """The invoice can be paid: credit is used up first, the rest is what an intent asks for."""
    customer = account.find("customer", invoice["customer"])
    balance = customer["balance"] + invoice["total"]
    invoice["amount_due"] = max(balance, 0)
    invoice["amount_remaining"] = invoice["amount_due"]
    customer["balance"] = min(balance, 0)
    invoice["ending_balance"] = customer["balance"]
    invoice["status"] = "open"
    invoice["effective_at"] = account.now
    invoice["status_transitions"] = {**invoice["status_transitions"], "finalized_at": account.now}
    invoice["hosted_invoice_url"] = f"https://invoice.stripe.com/i/{invoice['id']}"
    invoice["invoice_pdf"] = f"https://pay.stripe.com/invoice/{invoice['id']}/pdf"
    account.tell("invoice.finalized", invoice)
    if not invoice["amount_due"]:
        _mark_paid(account, invoice)
    return invoice


def ask(account: Account, invoice: Json, usage: str | None) -> Json:
    """The intent that pays an open invoice."""
    intent = intents.opened(
        account,
        invoice["amount_due"],
        {
            "customer": invoice["customer"],
            "description": "Subscription creation",
            "payment_method_types": ["card"],
            "setup_future_usage": usage,
        },
    )
    account.add(
        "invoice_payment",
        amount_requested=invoice["amount_due"],
        currency="usd",
        invoice=invoice["id"],
        is_default=True,
        livemode=False,
        payment={"payment_intent": intent["id"], "type": "payment_intent"},
        status="open",
    )
    return intent


def intent_of(account: Account, invoice: Json) -> Json | None:
    """The intent that pays an invoice; none when the invoice came to nothing."""
    for one in account.all("invoice_payment"):
        if one["invoice"] == invoice["id"]:
            return account.find("payment_intent", one["payment"]["payment_intent"])
    return None


def invoice_of(account: Account, intent: Json) -> Json | None:
    """The invoice that an intent pays."""
    for one in account.all("invoice_payment"):
        if one["payment"]["payment_intent"] == intent["id"]:
            return account.find("invoice", one["invoice"])
    return None


def settle(account: Account, invoice: Json, intent: Json) -> None:
    """The intent was paid, and so is the invoice."""
    for one in account.all("invoice_payment"):
        if one["invoice"] == invoice["id"]:
            one["status"], one["amount_paid"] = "paid", intent["amount_received"]
            one["status_transitions"] = {"canceled_at": None, "paid_at": account.now}
            account.tell("invoice_payment.paid", one)
    invoice["amount_paid"] = intent["amount_received"]
    invoice["attempt_count"] += 1
    _mark_paid(account, invoice)


def _mark_paid(account: Account, invoice: Json) -> None:
    invoice.update(amount_remaining=0, attempted=True, next_payment_attempt=None, status="paid")
    invoice["status_transitions"] = {**invoice["status_transitions"], "paid_at": account.now}
    account.tell("invoice.paid", invoice)
    account.tell("invoice.payment_succeeded", invoice)


def note_failure(account: Account, invoice: Json) -> None:
    """The payment failed; Stripe tries renewals again, never the first invoice by itself."""
    tried = invoice["attempt_count"]
    invoice["attempted"], invoice["attempt_count"] = True, tried + 1
    waits = RETRIES if invoice["billing_reason"] == "subscription_cycle" else ()
    invoice["next_payment_attempt"] = account.now + waits[tried] if tried < len(waits) else None
    account.tell("invoice.payment_failed", invoice)


def void(account: Account, _params: Json, id_: str) -> Json:
    """Nobody owes the invoice anymore."""
    invoice = account.find("invoice", id_)
    if invoice["status"] not in ("open", "uncollectible"):
        raise Refusal(f"You can only void open invoices; this one is {invoice['status']}.")
    invoice["status"] = "void"
    invoice["status_transitions"] = {**invoice["status_transitions"], "voided_at": account.now}
    intent = intent_of(account, invoice)
    if intent and intent["status"] in intents.OPEN:
        intents.withdraw(account, intent, "void_invoice")
    account.tell("invoice.voided", invoice)
    return invoice


def pay(account: Account, params: Json, id_: str) -> Json:
    """Try to pay an open invoice now, with a card that the customer has."""
    invoice = account.find("invoice", id_)
    if invoice["status"] != "open":
        raise Refusal(f"Invoice is already {invoice['status']}", code="invoice_not_editable")
    customer = account.find("customer", invoice["customer"])
    method = params.get("payment_method") or customer["invoice_settings"]["default_payment_method"]
    if not method:
        raise Refusal("The customer has no payment method.", code="missing")
    card = account.find("payment_method", method)
    intent = intent_of(account, invoice) or ask(account, invoice, None)
    refusal = intents.attempt(account, intent, card, off_session=True)
    if refusal:
        raise refusal
    return invoice


def retrieve(account: Account, _params: Json, id_: str) -> Json:
    return account.find("invoice", id_)


def listed(account: Account, params: Json) -> Iterable[Json]:
    """All invoices, or those of a customer or a subscription."""
    return [
        one
        for one in account.all("invoice")
        if params.get("customer") in (None, one["customer"])
        and params.get("status") in (None, one["status"])
        and params.get("subscription") in (None, subscription_of(one))
    ]


def payment(account: Account, _params: Json, id_: str) -> Json:
    return account.find("invoice_payment", id_)


def payments(account: Account, params: Json) -> Iterable[Json]:
    """The payments of an invoice, or the invoice of an intent."""
    intent = params.get("payment", {}).get("payment_intent")
    return [
        one
        for one in account.all("invoice_payment")
        if params.get("invoice") in (None, one["invoice"])
        and intent in (None, one["payment"]["payment_intent"])
        and params.get("status") in (None, one["status"])
    ]


def subscription_of(invoice: Json) -> str | None:
    """The subscription that an invoice belongs to."""
    details = (invoice["parent"] or {}).get("subscription_details")
    return details["subscription"] if details else None


def _parent(subscription: Json) -> Json:
    return {
        "quote_details": None,
        "subscription_details": {
            "metadata": dict(subscription["metadata"]),
            "subscription": subscription["id"],
        },
        "type": "subscription_details",
    }


def preview(account: Account, subscription: Json) -> Json:
    """The invoice of the next period, which does not exist yet."""
    item = subscription["items"]["data"][0]
    amount, end = item["price"]["unit_amount"], item["current_period_end"]
    return empty(
        "invoice",
        amount_due=amount,
        amount_overpaid=0,
        amount_remaining=amount,
        billing_reason="upcoming",
        created=end,
        currency="usd",
        customer=subscription["customer"],
        id=f"upcoming_{account.new_id('invoice')}",
        next_payment_attempt=end,
        parent=_parent(subscription),
        period_start=end,
        period_end=end,
        status="draft",
        subtotal=amount,
        total=amount,
    )

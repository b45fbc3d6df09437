"""Subscriptions: started, paid, changed, renewed, ended."""

from collections.abc import Iterable
from copy import deepcopy
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from dateutil.relativedelta import relativedelta

from tests.stripe_double import catalogue, intents, invoices
from tests.stripe_double.account import Account
from tests.stripe_double.customers import merged
from tests.stripe_double.errors import Refusal
from tests.stripe_double.shapes import Json, listing

PENDING = 23 * 3600
"""Seconds that a change, or a whole new subscription, waits for its payment."""
WITH_PENDING = {
    *("items", "payment_behavior", "proration_behavior", "proration_date", "expand"),
    *("billing_cycle_anchor", "off_session"),
}
LIVE = ("active", "past_due", "trialing", "unpaid", "paused")
ENDED = ("canceled", "incomplete_expired")


@dataclass(frozen=True)
class Change:
    """A price that a subscription is to have, with the period that it begins or goes on with."""

    price: Json
    start: int
    end: int
    renewed: bool


def create(account: Account, params: Json) -> Json:
    """A new subscription with its first invoice; 'default_incomplete' waits for a card."""
    account.find("customer", params["customer"])
    subscription = _made(account, params)
    _add_item(account, subscription, params["items"][0])
    account.tell("customer.subscription.created", subscription)
    item = subscription["items"]["data"][0]
    line = invoices.line(
        account, item, item["price"]["unit_amount"], proration=False, words="Subscription"
    )
    invoice = invoices.draw(account, subscription, "subscription_create", [line])
    subscription["latest_invoice"] = invoice["id"]
    invoices.finalize(account, invoice)
    if invoice["status"] == "paid":
        _set(account, subscription, status="active")
        return subscription
    invoices.ask(account, invoice, "off_session" if _saves_card(subscription) else None)
    if params.get("payment_behavior") != "default_incomplete":
        _refused(account, subscription, invoice, off_session=bool(params.get("off_session")))
    return subscription


def _made(account: Account, params: Json) -> Json:
    if len(params.get("items", [])) != 1:
        raise Refusal("The double knows subscriptions with one item.", param="items")
    settings = params.get("payment_settings", {})
    subscription = account.add(
        "subscription",
        billing_cycle_anchor=account.now,
        cancel_at_period_end=params.get("cancel_at_period_end", False),
        currency="usd",
        customer=params["customer"],
        default_payment_method=params.get("default_payment_method"),
        description=params.get("description"),
        metadata=merged(None, params.get("metadata")),
        payment_settings={
            "payment_method_options": None,
            "payment_method_types": settings.get("payment_method_types") or None,
            "save_default_payment_method": settings.get("save_default_payment_method", "off"),
        },
        start_date=account.now,
        status="incomplete",
    )
    subscription["items"] = listing([], f"/v1/subscription_items?subscription={subscription['id']}")
    return subscription


def _add_item(account: Account, subscription: Json, sent: Json) -> None:
    price = _recurring(account, sent)
    item = account.add(
        "subscription_item",
        current_period_start=account.now,
        current_period_end=_later(account.now, price),
        metadata=merged(None, sent.get("metadata")),
        plan=catalogue.plan_of(price),
        price=price,
        quantity=sent.get("quantity", 1),
        subscription=subscription["id"],
        tax_rates=[],
    )
    subscription["items"]["data"].append(item)


def update(account: Account, params: Json, id_: str) -> Json:
    """Another price, card or end; a plan that costs more is paid as `payment_behavior` says."""
    subscription = account.find("subscription", id_)
    if subscription["status"] in ENDED and params.keys() - {"metadata", "expand"}:
        raise Refusal("A canceled subscription can only update its metadata.")
    changes: Json = {}
    for name in ("default_payment_method", "description"):
        if name in params:
            changes[name] = params[name] or None
    if "metadata" in params:
        changes["metadata"] = merged(subscription["metadata"], params["metadata"])
    if "payment_settings" in params:
        changes["payment_settings"] = {
            **subscription["payment_settings"],
            **params["payment_settings"],
        }
    if "cancel_at_period_end" in params:
        changes |= _ending(account, subscription, params)
    if changes:
        _set(account, subscription, **changes)
    if "items" in params:
        _change_price(account, subscription, params)
    return subscription


def _ending(account: Account, subscription: Json, params: Json) -> Json:
    """Cancel at the end of the period, or take that back."""
    ends = params["cancel_at_period_end"]
    details = params.get("cancellation_details") or {}
    return {
        "cancel_at_period_end": ends,
        "cancel_at": _item(subscription)["current_period_end"] if ends else None,
        "canceled_at": account.now if ends else None,
        "cancellation_details": {
            "comment": details.get("comment"),
            "feedback": details.get("feedback"),
            "reason": "cancellation_requested" if ends else None,
        },
    }


def _change_price(account: Account, subscription: Json, params: Json) -> None:
    """With 'pending_if_incomplete' the price follows its payment, otherwise it goes before."""
    item, sent = _item(subscription), params["items"][0]
    if sent.get("id") != item["id"]:
        raise Refusal(
            "Without the id of its item the call would add a second item.", param="items[0][id]"
        )
    price = _recurring(account, sent)
    if price["id"] == item["price"]["id"]:
        return
    behavior = params.get("payment_behavior", "allow_incomplete")
    if behavior == "pending_if_incomplete" and params.keys() - WITH_PENDING:
        raise Refusal(f"pending_if_incomplete goes with {', '.join(sorted(WITH_PENDING))} alone.")
    change = _planned(account, item, price, params)
    lines = _lines(account, item, change, params.get("proration_behavior", "create_prorations"))
    if behavior == "error_if_incomplete":
        raise Refusal("The double does not know error_if_incomplete.", status=501)
    if behavior != "pending_if_incomplete" or not lines:
        _apply(account, subscription, change)
    if lines:
        _bill_change(account, subscription, change, lines, behavior, params)


def preview_change(account: Account, params: Json) -> Json:
    """The invoice that another price would bring now. Nothing changes."""
    subscription = account.find("subscription", params["subscription"])
    details, item = params["subscription_details"], _item(subscription)
    change = _planned(account, item, _recurring(account, details["items"][0]), details)
    lines = _lines(account, item, change, details.get("proration_behavior", "create_prorations"))
    total = sum(one["amount"] for one in lines)
    for one in lines:
        account.remove("line_item", one["id"])
    credit = account.find("customer", subscription["customer"])["balance"]
    due = max(total + credit, 0)
    told = {"total": total, "subtotal": total, "amount_due": due, "amount_remaining": due}
    return invoices.preview(account, subscription) | told | {"starting_balance": credit}


def _planned(account: Account, item: Json, price: Json, params: Json) -> Change:
    """A price of another rhythm begins a period of its own."""
    renewed = (
        item["price"]["recurring"] != price["recurring"]
        or params.get("billing_cycle_anchor") == "now"
    )
    if renewed:
        return Change(price, account.now, _later(account.now, price), renewed=True)
    return Change(price, item["current_period_start"], item["current_period_end"], renewed=False)


def _lines(account: Account, item: Json, change: Change, behavior: str) -> list[Json]:
    """The amount that is paid now: the new price, less what is left of the old one."""
    start, end = item["current_period_start"], item["current_period_end"]
    left = max(end - account.now, 0) / (end - start)
    unused = round(item["price"]["unit_amount"] * left)
    full: int = change.price["unit_amount"]
    due = full if change.renewed else round(full * left)
    bought = {**item, "price": change.price, "current_period_end": change.end}
    bought["current_period_start"] = account.now
    lines = [
        invoices.line(account, bought, due, proration=not change.renewed, words="Remaining time")
    ]
    if unused and behavior != "none":
        given = {**item, "current_period_start": account.now}
        lines.append(invoices.line(account, given, -unused, proration=True, words="Unused time"))
    if change.renewed or behavior == "always_invoice":
        return lines
    if behavior == "create_prorations":
        account.pending.setdefault(item["subscription"], []).extend(lines)
    return []


def _bill_change(
    account: Account,
    subscription: Json,
    change: Change,
    lines: list[Json],
    behavior: str,
    params: Json,
) -> None:
    """The invoice of a change, and the attempt to pay it with the card that is there."""
    waits = behavior == "pending_if_incomplete"
    if waits:
        _drop_pending(account, subscription)
        account.changes[subscription["id"]] = change
        subscription["pending_update"] = _pending(account, subscription, change)
    invoice = invoices.draw(account, subscription, "subscription_update", lines)
    subscription["latest_invoice"] = invoice["id"]
    invoices.finalize(account, invoice)
    if invoice["status"] == "paid":
        _apply_pending(account, subscription)
        return
    invoices.ask(account, invoice, "off_session" if _saves_card(subscription) else None)
    if behavior == "default_incomplete":
        _set(account, subscription, status="past_due")
        return
    _refused(account, subscription, invoice, off_session=bool(params.get("off_session")))


def _pending(account: Account, subscription: Json, change: Change) -> Json:
    item = {**_item(subscription), "price": change.price, "plan": catalogue.plan_of(change.price)}
    return {
        "billing_cycle_anchor": None,
        "expires_at": account.now + PENDING,
        "subscription_items": [item],
        "trial_end": None,
        "trial_from_plan": None,
    }


def _apply(account: Account, subscription: Json, change: Change) -> None:
    """The subscription has the new price from now on."""
    before = deepcopy(subscription["items"])
    _item(subscription).update(
        price=change.price,
        plan=catalogue.plan_of(change.price),
        current_period_start=change.start,
        current_period_end=change.end,
    )
    if change.renewed:
        subscription["billing_cycle_anchor"] = change.start
    account.tell("customer.subscription.updated", subscription, {"items": before})


def _apply_pending(account: Account, subscription: Json) -> None:
    change = account.changes.pop(subscription["id"], None)
    if change is not None:
        subscription["pending_update"] = None
        _apply(account, subscription, change)
        account.tell("customer.subscription.pending_update_applied", subscription)


def expire_pending(account: Account, subscription: Json) -> None:
    """Nobody paid for a change in time: it does not happen."""
    _drop_pending(account, subscription)
    account.tell("customer.subscription.pending_update_expired", subscription)


def _drop_pending(account: Account, subscription: Json) -> None:
    """A change that waited for its payment is given up, with its invoice."""
    if account.changes.pop(subscription["id"], None) is None:
        return
    subscription["pending_update"] = None
    invoice = account.find("invoice", subscription["latest_invoice"])
    if invoice["status"] == "open":
        invoices.void(account, {}, invoice["id"])


def cancel(account: Account, params: Json, id_: str) -> Json:
    """End now."""
    subscription = account.find("subscription", id_)
    if subscription["status"] in ENDED:
        raise Refusal(f"No such subscription: '{id_}'", status=404, code="resource_missing")
    details = params.get("cancellation_details") or {}
    end(account, subscription, "cancellation_requested", **details)
    return subscription


def end(account: Account, subscription: Json, reason: str, **details: Any) -> None:
    """The subscription is over; nobody owes what was still open of its first invoice."""
    first = subscription["status"] == "incomplete"
    subscription.update(
        status="canceled",
        canceled_at=subscription["canceled_at"] or account.now,
        ended_at=account.now,
        cancellation_details={"comment": None, "feedback": None, **details, "reason": reason},
    )
    if first:
        invoices.void(account, {}, subscription["latest_invoice"])
    account.tell("customer.subscription.deleted", subscription)


def end_all(account: Account, customer: str) -> None:
    """End everything that a customer subscribed to."""
    for one in list(account.all("subscription")):
        if one["customer"] == customer and one["status"] not in ENDED:
            end(account, one, "cancellation_requested")


def expire(account: Account, subscription: Json) -> None:
    """Nobody paid the first invoice for 23 hours."""
    invoices.void(account, {}, subscription["latest_invoice"])
    _set(account, subscription, status="incomplete_expired", ended_at=account.now)


def retrieve(account: Account, _params: Json, id_: str) -> Json:
    return account.find("subscription", id_)


def listed(account: Account, params: Json) -> Iterable[Json]:
    """Those that are not over, unless the call asks for a status or 'all'."""
    status = params.get("status")
    return [
        one
        for one in account.all("subscription")
        if params.get("customer") in (None, one["customer"])
        and params.get("price") in (None, _item(one)["price"]["id"])
        and _has_status(one, status)
    ]


def _has_status(subscription: Json, wanted: str | None) -> bool:
    state: str = subscription["status"]
    if wanted == "all":
        return True
    if wanted in (None, "ended"):
        return (state in ENDED) == (wanted == "ended")
    return state == wanted


def renew(account: Account, subscription: Json) -> None:
    """The period is over: the next one begins with an invoice that is charged to the card."""
    item = _item(subscription)
    item["current_period_start"] = item["current_period_end"]
    item["current_period_end"] = _later(item["current_period_start"], item["price"])
    account.tell("customer.subscription.updated", subscription, {})
    amount = item["price"]["unit_amount"]
    lines = [invoices.line(account, item, amount, proration=False, words="Subscription")]
    lines += account.pending.pop(subscription["id"], [])
    invoice = invoices.draw(account, subscription, "subscription_cycle", lines)
    subscription["latest_invoice"] = invoice["id"]
    invoices.finalize(account, invoice)
    if invoice["status"] != "paid":
        invoices.ask(account, invoice, None)
        _refused(account, subscription, invoice, off_session=True)


def retry(account: Account, subscription: Json, invoice: Json) -> None:
    """Another attempt to charge a renewal; after the last one the subscription ends."""
    _refused(account, subscription, invoice, off_session=True)
    if invoice["status"] == "open" and invoice["next_payment_attempt"] is None:
        end(account, subscription, "payment_failed")


def after_attempt(account: Account, intent: Json) -> None:
    """The effects of a payment on its invoice and its subscription."""
    invoice = invoices.invoice_of(account, intent)
    if invoice is None:
        return
    subscription = account.find("subscription", invoices.subscription_of(invoice) or "")
    if intent["status"] == "succeeded":
        _keep_card(account, subscription, intent)
        invoices.settle(account, invoice, intent)
        _apply_pending(account, subscription)
        if subscription["status"] in ("incomplete", "past_due", "unpaid"):
            _set(account, subscription, status="active")
    elif intent["status"] == "requires_action":
        account.tell("invoice.payment_action_required", invoice)
    else:
        invoices.note_failure(account, invoice)
        if subscription["status"] == "active" and subscription["id"] not in account.changes:
            _set(account, subscription, status="past_due")


def _keep_card(account: Account, subscription: Json, intent: Json) -> None:
    if _saves_card(subscription):
        subscription["default_payment_method"] = intent["payment_method"]


def _saves_card(subscription: Json) -> bool:
    settings = subscription["payment_settings"]
    return bool(settings["save_default_payment_method"] == "on_subscription")


def _refused(
    account: Account, subscription: Json, invoice: Json, *, off_session: bool
) -> Refusal | None:
    """Charge the card that the subscription or its customer has."""
    customer = account.find("customer", subscription["customer"])
    method = (
        subscription["default_payment_method"]
        or customer["invoice_settings"]["default_payment_method"]
    )
    if method is None:
        intent = invoices.intent_of(account, invoice)
        assert intent is not None
        account.after_attempt(intent)
        return Refusal(
            "This customer has no attached payment source or default payment method.",
            code="resource_missing",
        )
    card = account.find("payment_method", method)
    intent = invoices.intent_of(account, invoice) or invoices.ask(account, invoice, None)
    return intents.attempt(account, intent, card, off_session=off_session)


def _set(account: Account, subscription: Json, **changes: Any) -> None:
    before = {name: subscription.get(name) for name in changes}
    subscription.update(changes)
    account.tell("customer.subscription.updated", subscription, before)


def _item(subscription: Json) -> Json:
    item: Json = subscription["items"]["data"][0]
    return item


def _recurring(account: Account, sent: Json) -> Json:
    price = account.find("price", sent.get("price", ""))
    if price["type"] != "recurring":
        raise Refusal(
            "The price specified is set to `type=one_time` but this field only accepts prices with "
            "`type=recurring`.",
            param="items[0][price]",
        )
    return price


def _later(start: int, price: Json) -> int:
    """The end of a period that begins at `start`."""
    recurring = price["recurring"]
    step = relativedelta(**{recurring["interval"] + "s": recurring["interval_count"]})
    return int((datetime.fromtimestamp(start, UTC) + step).timestamp())

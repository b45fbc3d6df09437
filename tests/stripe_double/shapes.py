"""What the objects look like: empty ones to start from, and the check of what is answered.

`shapes.json` has the fixtures of Stripe's own description, with null wherever null is allowed.
"""

import json
import typing
from collections.abc import Iterator
from copy import deepcopy
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any, Literal

import stripe

from tests.stripe_double.hints import Hint, arms, hint_of, literals, names_of, origin_of

Json = dict[str, Any]

CLASSES: dict[str, type] = {
    "balance_transaction": stripe.BalanceTransaction,
    "billing_portal.session": stripe.billing_portal.Session,
    "charge": stripe.Charge,
    "customer": stripe.Customer,
    "dispute": stripe.Dispute,
    "event": stripe.Event,
    "invoice": stripe.Invoice,
    "invoice_payment": stripe.InvoicePayment,
    "line_item": stripe.InvoiceLineItem,
    "payment_intent": stripe.PaymentIntent,
    "payment_method": stripe.PaymentMethod,
    "plan": stripe.Plan,
    "price": stripe.Price,
    "product": stripe.Product,
    "refund": stripe.Refund,
    "setup_intent": stripe.SetupIntent,
    "subscription": stripe.Subscription,
    "subscription_item": stripe.SubscriptionItem,
}


@cache
def _shapes() -> dict[str, Json]:
    shapes: dict[str, Json] = json.loads(Path(__file__).with_name("shapes.json").read_text())
    return shapes


def empty(kind: str, **values: Any) -> Json:
    """A new object of a kind with the given values."""
    return {**deepcopy(_shapes()[kind]), **values}


def listing(items: list[Json], url: str, *, has_more: bool = False) -> Json:
    """A list as Stripe answers it."""
    return {"object": "list", "data": items, "has_more": has_more, "url": url}


def complaints(answer: Json) -> list[str]:
    """Everything in which an answer differs from the package's class of its kind."""
    if answer.get("object") == "list":
        return [text for one in answer["data"] for text in complaints(one)]
    if answer.get("deleted"):
        return []
    return list(_object(answer, CLASSES[answer["object"]], answer["object"]))


def _object(value: Json, owner: type, where: str) -> Iterator[str]:
    if value.get("deleted"):
        return
    known = names_of(owner)
    for name in sorted(value.keys() - known):
        yield f"{where}.{name} is unknown to the package"
    for name in sorted(known - value.keys()):
        if type(None) not in arms(hint_of(owner, name), owner):
            yield f"{where}.{name} is missing"
    for name in sorted(value.keys() & known):
        yield from _field(value[name], hint_of(owner, name), owner, f"{where}.{name}")


def _field(value: Any, hint: Hint, owner: type, where: str) -> Iterator[str]:
    """Nothing when one arm of the union fits; the objections of the nearest arm otherwise."""
    members = list(arms(hint, owner))
    words = literals(members)
    if words and str in members:
        members.remove(str)
    objections = [list(_arm(value, arm, owner, where)) for arm in members]
    if all(objections):
        yield from max(objections, key=len)


def _arm(value: Any, arm: Hint, owner: type, where: str) -> Iterator[str]:
    origin, of = origin_of(arm), typing.get_args(arm)
    if origin is list and isinstance(value, list):
        for one in value:
            yield from _field(one, of[0], owner, f"{where}[]")
    elif getattr(origin or arm, "__name__", "") == "ListObject" and isinstance(value, dict):
        for one in value["data"]:
            yield from _field(one, of[0], owner, f"{where}.data[]")
    elif getattr(origin or arm, "__name__", "") == "UntypedStripeObject":
        yield from () if isinstance(value, dict) else (f"{where} is no object",)
    elif origin is None and isinstance(arm, type) and issubclass(arm, stripe.StripeObject):
        yield from (
            _object(value, arm, where)
            if isinstance(value, dict)
            else (f"{where} is no {arm.__name__}",)
        )
    elif not _is_plain(value, arm):
        yield f"{where} is {value!r}, which is no {arm}"


def _is_plain(value: Any, arm: Hint) -> bool:
    if origin_of(arm) is Literal:
        return value in typing.get_args(arm)
    if arm is Any:
        return True
    if arm is Decimal:
        return isinstance(value, str) and Decimal(value).is_finite()
    if arm is int:
        return type(value) is int
    if origin_of(arm) is dict:
        return isinstance(value, dict)
    return isinstance(arm, type) and type(value) is arm

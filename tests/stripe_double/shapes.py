"""The shapes of the objects: empty ones to start from, and the check of what is answered.

`shapes.json` has the fixtures of Stripe's own description, with null wherever null is allowed.
"""

import json
import typing
from collections.abc import Callable, Iterable
from copy import deepcopy
from decimal import Decimal
from functools import cache
from pathlib import Path
from types import NoneType
from typing import Any, Literal

import stripe

from tests.stripe_double.hints import Hint, arms, hint_of, literals, names_of, origin_of

Json = dict[str, Any]
Check = Callable[[Any], list[str]]
"""The objections to a value; each begins with the path below the value."""

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
    "payout": stripe.Payout,
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
    kind = answer["object"]
    return [f"{kind}{text}" for text in _object(answer, CLASSES[kind])]


def _object(value: Json, owner: type) -> list[str]:
    if value.get("deleted"):
        return []
    known = names_of(owner)
    found = [f".{name} is unknown to the package" for name in value.keys() - known]
    for name in known:
        field = _field(owner, name)
        if name in value:
            found += [f".{name}{text}" for text in field.objections(value[name])]
        elif not field.may_be_null:
            found.append(f".{name} is missing")
    return sorted(found)


class _Field:
    """The type of one field, worked out once: every answer has hundreds of values."""

    def __init__(self, hint: Hint, owner: type) -> None:
        members = list(arms(hint, owner))
        self.may_be_null = NoneType in members
        if literals(members) and str in members:
            # An open enumeration is closed here.
            members.remove(str)
        self._checks = [_check(one, owner) for one in members]

    def objections(self, value: Any) -> list[str]:
        """Nothing when one arm of the union fits; the objections of the nearest arm otherwise."""
        found: list[str] = []
        for check in self._checks:
            objections = check(value)
            if not objections:
                return []
            found = max(found, objections, key=len)
        return found


@cache
def _field(owner: type, name: str) -> _Field:
    return _Field(hint_of(owner, name), owner)


def _check(arm: Hint, owner: type) -> Check:
    """The check of one arm of a union."""
    kind = origin_of(arm) or arm
    name = getattr(kind, "__name__", "")
    if kind is list:
        return _each(_Field(typing.get_args(arm)[0], owner), list, lambda value: value)
    if name == "ListObject":
        return _each(_Field(typing.get_args(arm)[0], owner), dict, lambda value: value["data"])
    if name == "UntypedStripeObject":
        return _plain(dict, dict)
    if isinstance(kind, type) and issubclass(kind, stripe.StripeObject):
        return lambda value: _object(value, kind) if isinstance(value, dict) else [f" is no {name}"]
    return _plain(arm, kind)


def _each(member: _Field, kind: type, values_of: Callable[[Any], Iterable[Any]]) -> Check:
    """The check of a list, or of an object that holds one."""

    def check(value: Any) -> list[str]:
        if not isinstance(value, kind):
            return [f" is {value!r}, which is no {kind.__name__}"]
        return [f"[]{text}" for one in values_of(value) for text in member.objections(one)]

    return check


def _plain(arm: Hint, kind: Any) -> Check:
    fits = _fitting(arm, kind)
    return lambda value: [] if fits(value) else [f" is {value!r}, which is no {arm}"]


def _fitting(arm: Hint, kind: Any) -> Callable[[Any], bool]:
    if kind is Literal:
        words = typing.get_args(arm)
        return lambda value: value in words
    if kind is Any:
        return lambda _value: True
    if kind is Decimal:
        return lambda value: isinstance(value, str) and Decimal(value).is_finite()
    if kind is dict:
        return lambda value: isinstance(value, dict)
    return lambda value: type(value) is kind

"""Makes an answer of what a call returns: pages of lists, expanded fields, a check of its shape."""

from collections.abc import Iterable
from copy import deepcopy
from typing import Any

from tests.stripe_double import invoices
from tests.stripe_double.account import Account
from tests.stripe_double.errors import Missing, Refusal
from tests.stripe_double.shapes import CLASSES, Json, complaints, listing

FEWEST, USUAL, MOST = 1, 10, 100
DEEPEST = 4
_EXPANDED_ONLY = {"confirmation_secret", "payments"}
"""Fields of an invoice that an answer leaves out until a call asks to expand them."""


def answer_of(account: Account, result: Json | Iterable[Json], path: str, params: Json) -> Json:
    """The whole answer; an AssertionError when it is not what the package describes."""
    found = result if isinstance(result, dict) else page_of(list(result), path, params)
    answer = deepcopy(found)
    for wanted in params.get("expand", []):
        parts = wanted.split(".")
        if len(parts) > DEEPEST:
            raise Refusal("You cannot expand more than 4 levels.", param="expand")
        _expand(account, answer, parts, wanted)
    if objections := complaints(answer):
        raise AssertionError(f"the answer of {path} has a wrong shape: {objections[:5]}")
    return answer


def page_of(items: list[Json], path: str, params: Json) -> Json:
    """One page of a list, which stands newest first."""
    limit = params.get("limit", USUAL)
    if not FEWEST <= limit <= MOST:
        raise Refusal(f"Invalid limit: must be between {FEWEST} and {MOST}", param="limit")
    items = [one for one in items if _in_range(one, params.get("created"))]
    if after := params.get("starting_after"):
        items = items[_place(items, after) + 1 :]
    if before := params.get("ending_before"):
        items = items[: _place(items, before)][-limit:]
    return listing(items[:limit], path, has_more=len(items) > limit)


def _place(items: list[Json], id_: str) -> int:
    for place, one in enumerate(items):
        if one["id"] == id_:
            return place
    raise Missing("object", id_)


def _in_range(one: Json, wanted: Any) -> bool:
    """`created` is a moment, or an object with limits."""
    moment = one["created"]
    if wanted is None or isinstance(wanted, int):
        return wanted in (None, moment)
    return bool(
        wanted.get("gte", moment) <= moment <= wanted.get("lte", moment)
        and wanted.get("gt", moment - 1) < moment < wanted.get("lt", moment + 1)
    )


def _expand(account: Account, thing: Json, parts: list[str], wanted: str) -> None:
    head, *rest = parts
    if thing.get("object") == "list" and head == "data":
        for one in thing["data"]:
            _expand(account, one, rest, wanted)
        return
    if thing.get("object") == "invoice" and head in _EXPANDED_ONLY:
        thing[head] = _of_invoice(account, thing, head)
    elif isinstance(thing.get(head), str):
        thing[head] = _object(account, thing[head], wanted)
    elif head not in thing:
        raise Refusal(f"This property cannot be expanded ({wanted}).", param="expand")
    if rest and isinstance(thing[head], dict):
        _expand(account, thing[head], rest, wanted)


def _object(account: Account, id_: str, wanted: str) -> Json:
    kind = account.kind_of(id_)
    if kind is None or kind not in CLASSES:
        raise Refusal(f"This property cannot be expanded ({wanted}).", param="expand")
    return deepcopy(account.find(kind, id_))


def _of_invoice(account: Account, invoice: Json, head: str) -> Json | None:
    intent = invoices.intent_of(account, invoice)
    if head == "confirmation_secret":
        if intent is None:
            return None
        return {"client_secret": intent["client_secret"], "type": "payment_intent"}
    found = invoices.payments(account, {"invoice": invoice["id"]})
    return listing(deepcopy(list(found)), f"/v1/invoices/{invoice['id']}/payments")

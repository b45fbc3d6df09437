"""Turns the form of a request into typed parameters, and refuses what the package does not name."""

import re
import typing
from decimal import Decimal, InvalidOperation
from typing import Any, Literal
from urllib.parse import parse_qsl

import typing_extensions

from tests.stripe_double.errors import Refusal
from tests.stripe_double.hints import (
    Hint,
    arms,
    hint_of,
    is_required,
    literals,
    names_of,
    origin_of,
)

_PART = re.compile(r"\[([^\[\]]*)\]")

MOST_METADATA, LONGEST_KEY, LONGEST_VALUE = 50, 40, 500


def nested(text: str) -> dict[str, Any]:
    """The form `items[0][price]=a&expand[]=b` as a tree of dicts and lists of strings."""
    tree: dict[str, Any] = {}
    for name, value in parse_qsl(text, keep_blank_values=True):
        head, *rest = [name.split("[", 1)[0], *_PART.findall(name)]
        _put(tree, [head, *rest], value)
    listed: dict[str, Any] = _listed(tree)
    return listed


def _put(tree: dict[str, Any], path: list[str], value: str) -> None:
    """`[]` appends: its place is the number of values that are there."""
    for part in path[:-1]:
        tree = tree.setdefault(part or str(len(tree)), {})
    tree[path[-1] or str(len(tree))] = value


def _listed(value: Any) -> Any:
    """Dicts whose keys are 0, 1, 2 … become lists."""
    if not isinstance(value, dict):
        return value
    members = {key: _listed(one) for key, one in value.items()}
    if members and list(members) == [str(place) for place in range(len(members))]:
        return list(members.values())
    return members


def typed(sent: dict[str, Any], params: type) -> dict[str, Any]:
    """The parameters of a call as the TypedDict types them; a Refusal names what does not fit."""
    values: dict[str, Any] = _object(sent, params, "")
    return values


def _object(sent: dict[str, Any], params: type, where: str) -> dict[str, Any]:
    known = names_of(params)
    for name in sent:
        if name not in known:
            path = _path(where, name)
            raise Refusal(
                f"Received unknown parameter: {path}", code="parameter_unknown", param=path
            )
    for name in sorted(known):
        if name not in sent and is_required(params, name):
            path = _path(where, name)
            raise Refusal(f"Missing required param: {path}.", code="parameter_missing", param=path)
    return {
        name: _value(value, hint_of(params, name), params, _path(where, name))
        for name, value in sent.items()
    }


def _path(where: str, name: str) -> str:
    return f"{where}[{name}]" if where else name


def _value(sent: Any, hint: Hint, owner: type, where: str) -> Any:
    """The first arm that fits. The literal arm of an open enumeration is closed here."""
    members = list(arms(hint, owner))
    words = literals(members)
    if any(words) and str in members:
        members.remove(str)
    for arm in members:
        fitting, value = _fit(sent, arm, owner, where)
        if fitting:
            return value
    if any(words) and isinstance(sent, str):
        allowed = ", ".join(word for word in words if word)
        raise Refusal(f"Invalid {where}: must be one of {allowed}", param=where)
    raise Refusal(f"Invalid {_word(members)}: {sent!r}", param=where, code=_code(members))


def _word(members: list[Hint]) -> str:
    return {int: "integer", bool: "boolean", dict: "object", list: "array"}.get(
        origin_of(members[0]) or members[0], "value"
    )


def _code(members: list[Hint]) -> str:
    return "parameter_invalid_integer" if int in members else "parameter_invalid_string_empty"


def _fit(sent: Any, arm: Hint, owner: type, where: str) -> tuple[bool, Any]:
    """Whether what was sent fits one arm, and its typed value."""
    if isinstance(sent, str):
        return _scalar(sent, arm)
    origin = origin_of(arm)
    if origin is list and isinstance(sent, list):
        inner = typing.get_args(arm)[0]
        return True, [
            _value(one, inner, owner, f"{where}[{place}]") for place, one in enumerate(sent)
        ]
    if isinstance(sent, dict) and typing_extensions.is_typeddict(arm):
        return True, _object(sent, arm, where)
    if isinstance(sent, dict) and (
        origin is dict or getattr(origin or arm, "__name__", "") == "UntypedStripeObject"
    ):
        return True, _metadata(sent, where)
    return False, None


def _scalar(sent: str, arm: Hint) -> tuple[bool, Any]:
    if origin_of(arm) is Literal:
        return sent in typing.get_args(arm), sent
    if arm is bool:
        return sent in ("true", "false"), sent == "true"
    if arm is int:
        return re.fullmatch(r"-?\d+", sent) is not None, int(sent) if sent.lstrip(
            "-"
        ).isdecimal() else 0
    if arm is float or arm is Decimal:
        return _number(sent, arm)
    return arm is str, sent


def _number(sent: str, arm: type) -> tuple[bool, Any]:
    try:
        return True, arm(Decimal(sent))
    except InvalidOperation:
        return False, None


def _metadata(sent: dict[str, Any], where: str) -> dict[str, str]:
    """Stripe's limits: fifty keys of forty characters with values of five hundred."""
    if len(sent) > MOST_METADATA:
        raise Refusal(f"Metadata can have up to {MOST_METADATA} keys", param=where)
    for key, value in sent.items():
        if len(key) > LONGEST_KEY:
            raise Refusal(f"Metadata keys can be up to {LONGEST_KEY} characters", param=where)
        if not isinstance(value, str) or len(value) > LONGEST_VALUE:
            raise Refusal(f"Metadata values can be up to {LONGEST_VALUE} characters", param=where)
    return sent

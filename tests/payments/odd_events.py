"""Events of Stripe with one odd or missing field, which no document of Stripe's describes."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests import stripe_double

SHAPES: dict[str, Any] = json.loads(
    (Path(stripe_double.__file__).with_name("shapes.json")).read_text()
)
FOLLOWED = ("charge", "dispute", "invoice", "payment_intent", "refund", "subscription")
ODD: list[Any] = [
    *(None, True, 0, -1, 7, 1e20, 2**63, "", "x", "\0", "x" * 300, "Zoë"),
    *([], [[]], ["pi_1"], {}, {"id": None}, {"id": "pi_1"}, {"id": {"id": []}}),
]


def paths(value: Any, above: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every field of an event, and of the object that it is about."""
    if isinstance(value, dict):
        for name, one in value.items():
            yield (*above, name)
            yield from paths(one, (*above, name))


def event_of(kind: str) -> dict[str, Any]:
    thing = {"id": "xx_1", "payment_intent": "pi_1", **SHAPES[kind]}
    if kind == "invoice":
        thing["parent"] = {"subscription_details": {"subscription": "sub_1"}}
    about = {"type": f"{kind}.updated", "created": 1_773_489_600, "livemode": False}
    return {**SHAPES["event"], "id": f"evt_{kind}", **about, "data": {"object": thing}}


def changed(event: dict[str, Any], path: tuple[str, ...], odd: Any, *, without: bool) -> Any:
    told = json.loads(json.dumps(event))
    place = told
    for step in path[:-1]:
        place = place[step]
    if without:
        del place[path[-1]]
    else:
        place[path[-1]] = odd
    return told


EVENTS = [(kind, path) for kind in FOLLOWED for path in paths(event_of(kind))]
READ = [
    one
    for one in EVENTS
    if len(one[1]) < 3 or one[1][2] in ("object", "id", "parent", "payment_intent")
]

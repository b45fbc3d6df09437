"""Webhooks that Stripe signed, with bodies that no document of Stripe's describes."""

import json
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rookiebattle.integrations.stripe.signatures import notice_of
from rookiebattle.payments.cards import webhooks
from rookiebattle.payments.models import WebhookEvent
from tests import stripe_double
from tests.matrix.cast import lift_limits
from tests.payments.door import Door
from tests.payments.till import Till
from tests.stripe_double.webhooks import body_of, signature

PATH = "/api/stripe/webhook"
SHAPES: dict[str, Any] = json.loads(
    (Path(stripe_double.__file__).with_name("shapes.json")).read_text()
)
FOLLOWED = ("charge", "dispute", "invoice", "payment_intent", "refund", "subscription")
ODD: list[Any] = [
    *(None, True, 0, -1, 7, 1e20, 2**63, "", "x", "\0", "x" * 300, "Zoë"),
    *([], [[]], ["pi_1"], {}, {"id": None}, {"id": "pi_1"}, {"id": {"id": []}}),
]


def _paths(value: Any, above: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every field of an event, and of the object that it is about."""
    if isinstance(value, dict):
        for name, one in value.items():
            yield (*above, name)
            yield from _paths(one, (*above, name))


def _event(kind: str) -> dict[str, Any]:
    thing = {"id": "xx_1", "payment_intent": "pi_1", **SHAPES[kind]}
    if kind == "invoice":
        thing["parent"] = {"subscription_details": {"subscription": "sub_1"}}
    about = {"type": f"{kind}.updated", "created": 1_773_489_600, "livemode": False}
    return {**SHAPES["event"], "id": f"evt_{kind}", **about, "data": {"object": thing}}


def _changed(event: dict[str, Any], path: tuple[str, ...], odd: Any, *, without: bool) -> Any:
    changed = json.loads(json.dumps(event))
    place = changed
    for step in path[:-1]:
        place = place[step]
    if without:
        del place[path[-1]]
    else:
        place[path[-1]] = odd
    return changed


EVENTS = [(kind, path) for kind in FOLLOWED for path in _paths(_event(kind))]
READ = [one for one in EVENTS if len(one[1]) < 3 or one[1][2] in ("object", "id", "parent")]


def test_every_oddness_of_what_is_read_is_refused_or_borne() -> None:
    for kind, path in READ:
        changes = [_changed(_event(kind), path, None, without=True)]
        changes += [_changed(_event(kind), path, odd, without=False) for odd in ODD]
        for told in changes:
            with suppress(ValueError):
                subject = webhooks.subject_of(json.loads(notice_of(told).body))
                assert isinstance(subject.id + subject.subscription_id, str)


@pytest.fixture
def door(till: Till, monkeypatch: pytest.MonkeyPatch) -> Door:
    assert till
    lift_limits(monkeypatch)
    return Door()


@pytest.mark.anyio
@given(data=st.data())
@settings(
    deadline=None,
    max_examples=60,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
async def test_no_odd_body_breaks_the_door_or_the_queue(
    till: Till, door: Door, data: st.DataObject
) -> None:
    kind, path = data.draw(st.sampled_from(READ) | st.sampled_from(EVENTS))
    odd, without = data.draw(st.sampled_from(ODD)), data.draw(st.booleans())
    body = body_of(_changed(_event(kind), path, odd, without=without))
    headers = {"stripe-signature": signature(body, till.double.keys.webhook, time.time())}
    answer = await door.client.post(PATH, content=body, headers=headers)
    await till.work_off()
    assert answer.status_code in (200, 400)
    # The double does not know these ids, and refuses them as Stripe does.
    assert {one.last_error for one in till.all(WebhookEvent)} <= {"", "PaymentRefused"}

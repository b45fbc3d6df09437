"""P19: webhooks per second, checked and stored by the product, and as a bare insert."""

import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import count

import orjson
import sqlalchemy as sa
import stripe

from bench import data
from bench.app import (
    PUBLIC,
    VISITOR,
    Settings,
    get_database,
    metadata,
    proved_notice,
    run_here,
    webhooks,
)
from bench.lab import Lab
from bench.plan import Goal, Line, Plan, Sample, compare
from bench.statements import product_on

SECRET, AT_ONCE = "whsec_of_the_bench", 400
numbers = count()


def stored(plan: Plan, lab: Lab) -> Iterator[Line]:
    """Both databases. Each webhook is a transaction of its own on both sides."""
    for postgres in (False, True):
        url = lab.database(data.Size(), postgres=postgres)
        name = "PostgreSQL" if postgres else "SQLite"
        with product_on(url):
            yield compare(
                "P19",
                f"webhooks, {name}",
                ours=_rush(_through_the_door()),
                baseline=_rush(_bare),
                goal=Goal(least=0.5),
                unit="webhooks/s",
                plan=plan,
            )


def _rush(store: Callable[[bytes], None]) -> Callable[[], Sample]:
    def run() -> Sample:
        bodies = [_body() for _ in range(AT_ONCE)]
        start, cpu = time.perf_counter(), time.process_time()
        for body in bodies:
            store(body)
        seconds, cpu = time.perf_counter() - start, time.process_time() - cpu
        return Sample(AT_ONCE / seconds, cpu * 1000 / AT_ONCE)

    return run


def _body() -> bytes:
    """An event as large as Stripe's are."""
    number = next(numbers)
    about = {"id": f"pi_{number}", "object": "payment_intent", "padding": "x" * 3_000}
    told = {"id": f"evt_{number}", "object": "event", "type": "payment_intent.succeeded"}
    return orjson.dumps(
        {**told, "created": 1_790_000_000, "livemode": False, "data": {"object": about}}
    )


def _through_the_door() -> Callable[[bytes], None]:
    keys = {"stripe_secret_key": "sk_test_bench", "stripe_publishable_key": "pk_test_bench"}
    settings = Settings.model_validate({**keys, "stripe_webhook_secret": SECRET})

    def store(body: bytes) -> None:
        header = stripe.WebhookSignature.generate_signature_header(body.decode(), SECRET)
        notice = proved_notice(body, header, settings)
        run_here(time.monotonic(), webhooks.store, VISITOR, PUBLIC, notice=notice)

    return store


def _bare(body: bytes) -> None:
    table, told, now = metadata.tables["webhook_events"], orjson.loads(body), datetime.now(UTC)
    row = {
        "id": told["id"],
        "type": told["type"],
        "about": told["data"]["object"]["id"],
        "body": body.decode(),
        "happened_at": now,
        "received_at": now,
        "state": "waiting",
        "attempts": 0,
        "due_at": now,
        "last_error": "",
    }
    with get_database().unit_of_work(write=True) as session:
        session.connection().execute(sa.insert(table), row)

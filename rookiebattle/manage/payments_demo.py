"""`make run PAYMENTS=demo`: card payments at a double of Stripe on this machine. No money moves."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from rookiebattle import routes
from rookiebattle.manage.console import CannotContinue
from rookiebattle.manage.processes import ROOT, environment
from rookiebattle.settings import Settings, get_settings

ARGUMENT = "--payments="
DEMO = "demo"
DOUBLE = "tests.stripe_double"
READY = (
    "Card payments are a demonstration: no money moves. Pay with 4242 4242 4242 4242, any future "
    "date and any code. Never type a real card."
)


def wanted(arguments: Sequence[str]) -> bool:
    """Whether the command asks for the demonstration. Raises CannotContinue for another word."""
    given = [one.removeprefix(ARGUMENT) for one in arguments if one.startswith(ARGUMENT)]
    if any(one != DEMO for one in given):
        raise CannotContinue(f"PAYMENTS can only be {DEMO}: make run PAYMENTS={DEMO}")
    return bool(given)


@contextmanager
def demonstration(settings: Settings) -> Iterator[Settings]:
    """Run the double, and give the settings of a site that uses it, until the block ends.

    The double ends with us: its standard input is ours to close.
    """
    _refuse(settings)
    webhooks = f"http://127.0.0.1:{settings.port}{routes.STRIPE_WEBHOOK}"
    file = settings.data_dir.resolve() / "stripe-demo.json"
    with subprocess.Popen(
        [sys.executable, "-m", DOUBLE, webhooks, settings.public_url, str(file)],
        cwd=ROOT,
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    ) as double:
        assert double.stdin is not None
        assert double.stdout is not None
        told = double.stdout.readline()
        if not told:
            raise CannotContinue("The double of Stripe did not start; the reason stands above.")
        os.environ.update(json.loads(told))
        get_settings.cache_clear()
        try:
            yield get_settings()
        finally:
            double.stdin.close()


def _refuse(settings: Settings) -> None:
    if not settings.is_loopback:
        raise CannotContinue(
            f"A demonstration of payments runs on this machine alone, but PUBLIC_URL is "
            f"{settings.public_url}. Remove PUBLIC_URL, or set Stripe's keys: docs/payments.md"
        )
    if not (ROOT / DOUBLE.replace(".", "/")).is_dir():
        raise CannotContinue("This copy has no tests, and the double of Stripe is one of them.")

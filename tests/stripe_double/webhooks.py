"""Delivers events to the site, signed as Stripe signs them: at once, or when a test says how."""

import hmac
import json
import random
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from hashlib import sha256

from tests.stripe_double.shapes import Json

WAITS = (0.2, 1.0, 5.0, 30.0)
"""Seconds between the attempts to deliver one event."""
SECONDS = 10


def signature(body: bytes, secret: str, at: float) -> str:
    """The header `Stripe-Signature` of a body."""
    signed = f"{int(at)}.".encode() + body
    return f"t={int(at)},v1={hmac.new(secret.encode(), signed, sha256).hexdigest()}"


def body_of(event: Json) -> bytes:
    return json.dumps(event, indent=2).encode()


class Webhooks:
    """The events that wait for their delivery, and the one address that they go to."""

    def __init__(self, secret: str, url: str = "", *, at_once: bool = False) -> None:
        self.url = url
        self.secret = secret
        self.at_once = at_once
        self.held: list[Json] = []
        self.clock: Callable[[], float] = time.time
        """The clock of the signatures. Receivers refuse old ones."""
        self._timers: set[threading.Timer] = set()

    def take(self, event: Json) -> None:
        """An event happened."""
        if self.at_once and self.url:
            self._later(event, 0)
        else:
            self.held.append(event)

    def deliver(
        self, *, copies: int = 1, drop: float = 0, chance: random.Random | None = None
    ) -> list[int]:
        """Send what is held, and the answers' statuses.

        With `chance` the copies go out in any order, and a share of `drop` events never does.
        """
        waiting, self.held = self.held, []
        if chance:
            waiting = [event for event in waiting if chance.random() >= drop]
        sent = [event for event in waiting for _ in range(copies)]
        if chance:
            chance.shuffle(sent)
        statuses = [self.send(event) for event in sent]
        failed = {
            event["id"] for event, status in zip(sent, statuses, strict=True) if not _ok(status)
        }
        self.held += [event for event in waiting if event["id"] in failed]
        return statuses

    def drop(self) -> int:
        """Lose what is held; how many events that were."""
        lost, self.held = len(self.held), []
        return lost

    def send(self, event: Json, *, secret: str = "", at: float | None = None) -> int:
        """Send one event once; the status of the answer, 0 when nobody answered."""
        body = body_of(event)
        moment = self.clock() if at is None else at
        return self.post(body, signature(body, secret or self.secret, moment))

    def post(self, body: bytes, header: str) -> int:
        """Send any bytes with any signature."""
        request = urllib.request.Request(
            self.url,
            body,
            {
                "Content-Type": "application/json; charset=utf-8",
                "Stripe-Signature": header,
                "User-Agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
            },
        )
        try:
            with urllib.request.urlopen(request, timeout=SECONDS) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as refused:
            refused.close()
            return refused.code
        except OSError:
            return 0

    def stop(self) -> None:
        """Give up what still waits for another attempt."""
        for timer in list(self._timers):
            timer.cancel()

    def _later(self, event: Json, attempt: int) -> None:
        """Send in a thread of its own, as the real ones come: the call that caused it goes on."""
        wait = WAITS[attempt - 1] if attempt else 0.02
        timer = threading.Timer(wait, self._try, (event, attempt))
        timer.daemon = True
        self._timers = {one for one in self._timers if one.is_alive()} | {timer}
        timer.start()

    def _try(self, event: Json, attempt: int) -> None:
        if not _ok(self.send(event)) and attempt < len(WAITS):
            self._later(event, attempt + 1)


def _ok(status: int) -> bool:
    return 200 <= status < 300

"""Sends the letters of the outbox to the mail server, as long as the worker runs."""

import asyncio
import logging
import random
from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import TypeVar

from anyio import CapacityLimiter, to_thread

from rookiebattle.core.database.db import get_database
from rookiebattle.core.errors import Unavailable
from rookiebattle.core.jobs.jobs import Queue
from rookiebattle.core.mail import claims, limits
from rookiebattle.core.mail.claims import Claimed
from rookiebattle.core.telemetry.logs import place_of
from rookiebattle.core.telemetry.metrics import LETTERS as COUNTED
from rookiebattle.core.wakeup import LETTERS, WakeupSignal
from rookiebattle.integrations.mail import Mailer, as_message, build_mailer
from rookiebattle.integrations.smtp import Delayed, LetterRefused
from rookiebattle.settings import get_settings

AT_ONCE = 5
LOOK_AGAIN_SECONDS = 10.0
GRACE_SECONDS = 3.0
Result = TypeVar("Result")
QUEUE = Queue("letters", LETTERS, claims.LETTERS)
log = logging.getLogger(__name__)


async def deliver_letters() -> None:
    """Send waiting letters until canceled."""
    await Postman(build_mailer(get_settings())).run()


class Postman:
    """Sends one letter after another. Several processes may share one outbox."""

    def __init__(self, mailer: Mailer, *, look_again: float = LOOK_AGAIN_SECONDS) -> None:
        self._mailer = mailer
        self._look_again = look_again
        self._threads = CapacityLimiter(1)
        self._is_stopping = False

    async def run(self) -> None:
        """Run until canceled. The letter that is being sent then gets a few seconds to finish."""
        with WakeupSignal(LETTERS) as wakeup:
            working = asyncio.get_running_loop().create_task(self._work(wakeup))
            try:
                await asyncio.shield(working)
            finally:
                self._is_stopping = True
                wakeup.notify()
                await self._stop(working)

    async def _stop(self, working: "asyncio.Task[None]") -> None:
        await asyncio.wait([working], timeout=GRACE_SECONDS)
        if not working.done():
            self._mailer.hang_up()
            await asyncio.wait([working], timeout=1)
        working.cancel()

    async def _work(self, wakeup: WakeupSignal) -> None:
        while not self._is_stopping:
            try:
                await QUEUE.look(self.send_some)
            except Unavailable:
                log.warning("letters wait for the database")
            # A random pause, so that the workers do not all look at the same moment.
            await wakeup.wait(self._look_again * random.uniform(0.8, 1.2))  # noqa: S311 - no secret
        await self._in_thread(self._mailer.close)

    async def send_some(self) -> bool:
        """Send the next few letters; False when none was due."""
        batch = await self._in_thread(_claim)
        for place, one in enumerate(batch):
            if self._is_stopping:
                await self._in_thread(partial(_release, batch[place:]))
                break
            # An error of one letter must not stop the others.
            (failed,) = await asyncio.gather(
                self._in_thread(partial(self._deliver, one)), return_exceptions=True
            )
            if isinstance(failed, Unavailable):
                raise failed
            if isinstance(failed, Exception):
                await self._in_thread(partial(_note_mishap, one, failed))
        if not batch:
            await self._in_thread(self._mailer.close)
        return bool(batch) and not self._is_stopping

    async def _in_thread(self, work: Callable[[], Result]) -> Result:
        return await to_thread.run_sync(work, limiter=self._threads)

    def _deliver(self, one: Claimed) -> None:
        if one.attempts > claims.MOST_ATTEMPTS:
            _give_up(one, "sending it ended the worker every time")
            return
        with get_database().unit_of_work(write=False) as session:
            letter = claims.written(session, one)
            later = letter and limits.not_before(session, one, letter.starts_at, letter.ends_at)
        if letter is None:
            _withdraw(one)
            return
        if later:
            _release([one], later)
            return
        try:
            message = as_message(letter, one.message_id, one.created_at, get_settings())
            self._mailer.send(message)
        except (LetterRefused, ValueError) as refused:
            is_told = isinstance(refused, LetterRefused)
            _give_up(one, str(refused) if is_told else "no email address")
        except Delayed as delayed:
            _postpone(one, str(delayed))
        else:
            with get_database().unit_of_work(write=True) as session:
                claims.mark_sent(session, one)
            COUNTED.labels("sent").inc()


def _claim() -> list[Claimed]:
    database = get_database()
    with database.unit_of_work(write=False) as session:
        if not claims.LETTERS.is_due(session):
            return []
    with database.unit_of_work(write=True) as session:
        return claims.claim(session, AT_ONCE)


def _withdraw(one: Claimed) -> None:
    """Withdraw a letter without a reason, unless the reason has come back meanwhile."""
    with get_database().unit_of_work(write=True) as session:
        claims.lock(session, one)
        if claims.written(session, one):
            claims.release(session, one)
        else:
            claims.withdraw(session, one)


def _release(batch: list[Claimed], until: datetime | None = None) -> None:
    with get_database().unit_of_work(write=True) as session:
        for one in batch:
            claims.release(session, one, until)


def _postpone(one: Claimed, why: str) -> None:
    log.warning("letter %s (%s) waits, try %d: %s", one.id, one.kind, one.attempts, why)
    COUNTED.labels("postponed").inc()
    with get_database().unit_of_work(write=True) as session:
        claims.postpone(session, one, why)


def _give_up(one: Claimed, why: str) -> None:
    log.error("letter %s (%s) cannot be delivered: %s", one.id, one.kind, why)
    COUNTED.labels("failed").inc()
    with get_database().unit_of_work(write=True) as session:
        claims.give_up(session, one, why)


def _note_mishap(one: Claimed, failed: Exception) -> None:
    """Postpone a letter after an error of our own code.

    The error's message may quote the letter, so the log gets only the place.
    """
    kind, where = type(failed).__name__, place_of(failed)
    log.error("letter %s (%s): %s\n%s", one.id, one.kind, kind, where)
    _postpone(one, f"it could not be written ({type(failed).__name__})")

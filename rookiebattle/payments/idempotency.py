"""`Idempotency-Key`: the same key with the same request gets the same answer (IETF draft).

What is stored names records only. The secret of a payment is asked for again.
"""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from hashlib import sha256
from typing import Any, TypeVar

import orjson
import sqlalchemy as sa
from pydantic import TypeAdapter
from sqlalchemy.orm import Session
from sqlmodel import col

from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import writes
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import AppError, Conflict, Invalid
from rookiebattle.payments.models import IdempotencyKey
from rookiebattle.payments.queries import payments
from rookiebattle.payments.wording import BUSY, OTHER_BODY

KEPT = timedelta(days=1)
GIVEN_UP = timedelta(minutes=1)
"""A request that did not finish in this time has crashed: its key may be used again."""
Answer = TypeVar("Answer")


async def once(
    actor: Actor,
    key: str,
    request: dict[str, Any],
    do: Callable[[], Awaitable[Answer]],
    shape: type[Answer],
) -> Answer:
    """Answer alike for a key. Without a key it is done each time.

    After a crash the key is free and the act is done again, so this is only for acts that find what
    they made before, as the start of a payment does.

    Raises Invalid for a key that was used with another request, and Conflict while the first
    request with the key is worked on. A refusal frees the key, because nothing was done.
    """
    if not key:
        return await do()
    known = await run(claim, actor, key=key, fingerprint=fingerprint_of(request))
    adapter = TypeAdapter(shape)
    if known is not None:
        return adapter.validate_python(known["answer"])
    try:
        answer = await do()
    except AppError:
        await run(release, actor, key=key)
        raise
    told = adapter.dump_python(answer, mode="json")
    await run(finish, actor, key=key, answer={"answer": told})
    return answer


def fingerprint_of(request: dict[str, Any]) -> str:
    """What makes two requests the same."""
    return sha256(orjson.dumps(request, option=orjson.OPT_SORT_KEYS)).hexdigest()


@writes
def claim(session: Session, actor: Actor, *, key: str, fingerprint: str) -> dict[str, Any] | None:
    """Take a key. Returns the answer that was given for it when another request has finished."""
    now = clock.now()
    row = {"user_id": actor.user_id, "key": key, "fingerprint": fingerprint, "created_at": now}
    if payments.insert_new(session, IdempotencyKey, row):
        return None
    found = session.get(IdempotencyKey, (actor.user_id, key), with_for_update=True)
    if found is None:
        raise Conflict(BUSY)
    if found.fingerprint != fingerprint:
        raise Invalid(OTHER_BODY)
    if found.answer is None and found.created_at > now - GIVEN_UP:
        raise Conflict(BUSY)
    if found.answer is None:
        found.created_at = now
    return found.answer


@writes
def finish(session: Session, actor: Actor, *, key: str, answer: dict[str, Any]) -> None:
    """Keep the answer."""
    found = session.get(IdempotencyKey, (actor.user_id, key))
    if found is not None:
        found.answer = answer


@writes
def release(session: Session, actor: Actor, *, key: str) -> None:
    """Free a key whose request was refused."""
    mine = (col(IdempotencyKey.user_id) == actor.user_id, col(IdempotencyKey.key) == key)
    session.execute(sa.delete(IdempotencyKey).where(*mine, col(IdempotencyKey.answer).is_(None)))


def forget_old(session: Session) -> None:
    """Delete keys that are older than a day."""
    before = clock.now() - KEPT
    session.execute(sa.delete(IdempotencyKey).where(col(IdempotencyKey.created_at) < before))

"""`Idempotency-Key`: the same key with the same request gets the same answer (IETF draft).

What is stored names records only. The secret of a payment is asked for again.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from datetime import timedelta
from functools import wraps
from hashlib import sha256
from typing import Any, Concatenate, ParamSpec

import orjson
import sqlalchemy as sa
from pydantic import BaseModel, TypeAdapter
from sqlalchemy.orm import Session
from sqlmodel import col

from rookiebattle.core import clock
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import writes
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import AppError, Conflict, Invalid
from rookiebattle.payments.by_hand import refunds
from rookiebattle.payments.cards import checkout
from rookiebattle.payments.models import IdempotencyKey
from rookiebattle.payments.queries import payments
from rookiebattle.payments.schemas import PaymentRead, Started
from rookiebattle.payments.view import as_read
from rookiebattle.payments.wording import BUSY, OTHER_BODY

KEPT = timedelta(days=1)
GIVEN_UP = timedelta(minutes=1)
"""A request that did not finish in this time has crashed: its key may be used again."""
P = ParamSpec("P")
_STARTED = TypeAdapter(Started)


def once(
    verb: Callable[Concatenate[Session, Actor, P], PaymentRead], key: str, act: str
) -> Callable[Concatenate[Session, Actor, P], PaymentRead]:
    """A verb of the books, done once for a key, which is kept in its transaction: a crash leaves
    both or neither. Without a key it is done each time.

    `act` names the verb in keys of before a release, whatever the verb is called now. Raises
    Invalid for a key that was used with another request.
    """

    @wraps(verb)
    def done_once(session: Session, actor: Actor, *args: P.args, **asked: P.kwargs) -> PaymentRead:
        known = claim(session, actor, key=key, fingerprint=fingerprint_of(act, asked))
        if known is not None:
            return as_read(refunds.known_payment(session, actor, payment_id=known["answer"]))
        done = verb(session, actor, *args, **asked)
        finish(session, actor, key=key, answer=done.id)
        return done

    return done_once if key else verb


def started_once(
    start: Callable[Concatenate[Actor, P], Awaitable[Started]], key: str, act: str
) -> Callable[Concatenate[Actor, P], Awaitable[Started]]:
    """Start a payment once for each key. The start asks the card service between transactions.

    After a crash the key is free, and the start finds what it made before. A refusal frees the key,
    because nothing was done. Raises Conflict while the first request with the key is worked on.
    """

    @wraps(start)
    async def done_once(actor: Actor, *args: P.args, **asked: P.kwargs) -> Started:
        known = await run(claim, actor, key=key, fingerprint=fingerprint_of(act, asked))
        if known is not None:
            return await checkout.again(actor, _STARTED.validate_python(known["answer"]))
        try:
            started = await start(actor, *args, **asked)
        except AppError:
            await run(release, actor, key=key)
            raise
        told = _STARTED.dump_python(replace(started, client_secret=""), mode="json")
        await run(finish, actor, key=key, answer=told)
        return started

    return done_once if key else start


def fingerprint_of(act: str, asked: Mapping[str, Any]) -> str:
    """Two requests are the same if their fingerprints are equal."""
    request: dict[str, Any] = {"act": act}
    for name, value in asked.items():
        is_body = isinstance(value, BaseModel)
        # Keys of before a release know the record as `payment`.
        request |= value.model_dump(mode="json") if is_body else {name.removesuffix("_id"): value}
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
    is_ahead = clock.is_ahead(found.created_at, now)
    if found.answer is None and found.created_at > now - GIVEN_UP and not is_ahead:
        raise Conflict(BUSY)
    if found.answer is None:
        found.created_at = now
    return found.answer


@writes
def finish(session: Session, actor: Actor, *, key: str, answer: Any) -> None:
    """Keep the answer for whoever repeats the request."""
    found = session.get(IdempotencyKey, (actor.user_id, key))
    if found is not None:
        found.answer = {"answer": answer}


@writes
def release(session: Session, actor: Actor, *, key: str) -> None:
    """Free a key whose request was refused."""
    mine = (col(IdempotencyKey.user_id) == actor.user_id, col(IdempotencyKey.key) == key)
    session.execute(sa.delete(IdempotencyKey).where(*mine, col(IdempotencyKey.answer).is_(None)))


def forget_old(session: Session) -> None:
    """Delete keys that are older than a day."""
    before = clock.now() - KEPT
    session.execute(sa.delete(IdempotencyKey).where(col(IdempotencyKey.created_at) < before))

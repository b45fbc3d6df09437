"""Finds the actor of a Cookie header: reads its session and remembers it for at most a second."""

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from datetime import datetime

from sqlalchemy.orm import Session

from rookiebattle.accounts import queries, sessions
from rookiebattle.accounts.naming import initials, shell_name
from rookiebattle.accounts.policy import has_membership, is_supporter, is_welcomed
from rookiebattle.accounts.queries import SignedIn
from rookiebattle.accounts.service import grants_of
from rookiebattle.core import clock
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database.db import writes
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import AppError, Unauthorized
from rookiebattle.core.expiring import Expiring
from rookiebattle.core.pushing.relay import Relay

CACHE_SECONDS, MOST_CACHED = 1.0, 20_000
CHANNEL = "rookiebattle:identity"
log = logging.getLogger(__name__)


def actor_of(session: Session, found: SignedIn, key: str) -> Actor:
    """The member of a live session with the roles that hold now. `key` is the session's."""
    name = shell_name(found.first_name, found.email)
    return Actor(
        user_id=found.user_id,
        session_key=key,
        is_admin=found.is_admin,
        is_welcomed=is_welcomed(found.age_band),
        has_membership=has_membership(found.membership_tier, found.membership_status),
        is_supporter=is_supporter(found.membership_tier, found.membership_status),
        chapter_id=found.chapter_id,
        name=name,
        first_name=found.first_name or "",
        initials=initials(name),
        avatar_url=found.profile_image_url or "",
        grants=grants_of(session, found.user_id, found.age_band, holds_roles=found.holds_roles),
        has_family=found.has_family,
    )


def _found(session: Session, _actor: Actor, *, key: str) -> tuple[SignedIn, Actor] | None:
    found = queries.signed_in(session, key, clock.now())
    return (found, actor_of(session, found, key)) if found else None


@writes
def _prolong(session: Session, _actor: Actor, *, key: str, until: datetime) -> None:
    queries.prolong(session, key, until)


class SessionIdentities:
    """Resolves cookies. `on_drop` gets the key of every session that this worker drops."""

    def __init__(self, on_drop: Callable[[str], None] = lambda _key: None) -> None:
        self.on_drop = on_drop
        self.tell_others: Callable[[str, str], None] = lambda _kind, _value: None
        self._known = Expiring[str, Actor](MOST_CACHED)
        self._reading: dict[tuple[str, int], asyncio.Task[Actor]] = {}
        self._touching: dict[str, asyncio.Task[None]] = {}
        self._guard = threading.Lock()
        self._drops = 0

    async def resolve(self, cookie_header: str) -> Actor:
        session_id = sessions.id_in(cookie_header)
        if not session_id:
            return VISITOR
        key = sessions.key_of(session_id)
        return self._known.find(key) or await self._read(key)

    def cookie_in(self, cookie_header: str) -> str:
        return sessions.cookie_name() if sessions.has_cookie(cookie_header) else ""

    async def _read(self, key: str) -> Actor:
        """Read a session once, however many requests ask at the same moment; again after a drop."""
        mark = (key, self._drops)
        if mark not in self._reading:
            task = asyncio.get_running_loop().create_task(self._read_now(key))
            task.add_done_callback(lambda _task: self._reading.pop(mark, None))
            self._reading[mark] = task
        return await asyncio.shield(self._reading[mark])

    async def _read_now(self, key: str) -> Actor:
        drops, asked_at = self._drops, time.monotonic()
        now = clock.now()
        found, actor = await run(_found, VISITOR, key=key) or (None, VISITOR)
        with self._guard:
            # A session that was dropped during this read must not be remembered.
            if drops == self._drops:
                self._known.keep(key, actor, asked_at + CACHE_SECONDS - time.monotonic())
        if found and sessions.touch_is_due(found.started, found.ends, now):
            self._touch(key, sessions.expiry(found.started, now))
        return actor

    def _touch(self, key: str, until: datetime) -> None:
        """Prolong the session in a task of its own; the request does not wait for it."""
        if key not in self._touching:
            task = asyncio.get_running_loop().create_task(_write_down(key, until))
            task.add_done_callback(lambda _task: self._touching.pop(key, None))
            self._touching[key] = task

    async def settled(self) -> None:
        """Wait until every prolonging write is done."""
        await asyncio.gather(*self._touching.values())

    def refresh(self, session: Session, actor: Actor) -> Actor:
        found = queries.signed_in_to_write(session, actor.session_key, clock.now())
        if found is None:
            raise Unauthorized()
        return actor_of(session, found, actor.session_key)

    def drop(self, session_key: str) -> None:
        self.forget(session_key)
        self.tell_others("session", session_key)

    def drop_user(self, user_id: str) -> None:
        self.forget_user(user_id)
        self.tell_others("user", user_id)

    def forget(self, session_key: str) -> None:
        """Drop a session on this worker and close its sockets."""
        with self._guard:
            self._drops += 1
            self._known.drop(session_key)
        self.on_drop(session_key)

    def forget_user(self, user_id: str) -> None:
        """Drop every session of a member on this worker."""
        with self._guard:
            self._drops += 1
            self._known.drop_where(lambda actor: actor.user_id == user_id)

    def forget_all(self) -> None:
        """Drop all sessions: messages of other workers may have been missed."""
        with self._guard:
            self._drops += 1
            self._known.clear()


async def _write_down(key: str, until: datetime) -> None:
    try:
        await run(_prolong, VISITOR, key=key, until=until)
    except AppError as failed:
        # A failed write is harmless: the next request prolongs the session.
        log.warning("a session could not be prolonged: %s", failed)


def between_workers(url: str, identities: SessionIdentities) -> Relay:
    """A relay that drops a session or member on all workers when one of them drops it.

    Without Redis, or while Redis is down, a worker still notices within a second: it remembers
    an identity no longer than that.
    """
    known: dict[str, Callable[[str], None]] = {
        "session": identities.forget,
        "user": identities.forget_user,
    }

    def forget_all(_value: str) -> None:
        identities.forget_all()

    def obey(message: str) -> None:
        # A kind that only a newer worker knows: what it drops may be anything.
        kind, _, value = message.partition(" ")
        known.get(kind, forget_all)(value)

    relay = Relay(url, CHANNEL, obey, identities.forget_all)
    identities.tell_others = lambda kind, value: relay.send(f"{kind} {value}")
    return relay

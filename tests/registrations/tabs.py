"""Tabs of people whose cookie is simply their id."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy.orm import Session

from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.doors.identity import use_identities
from rookiebattle.rookiebattle import app
from tests.tab import Worker, running_worker

assert app  # binding the real identities comes with the import, so it has to come first


class ByCookie:
    """Identities by the cookie's own text."""

    def __init__(self, actors: tuple[Actor, ...]) -> None:
        self._known = {actor.user_id: actor for actor in actors}

    async def resolve(self, cookie_header: str) -> Actor:
        return self._known.get(cookie_header, VISITOR)

    def refresh(self, session: Session, actor: Actor) -> Actor:
        return actor


@asynccontextmanager
async def worker_for(*actors: Actor) -> AsyncIterator[Worker]:
    """A worker that knows these people."""
    use_identities(ByCookie(actors))
    async with running_worker() as worker:
        yield worker

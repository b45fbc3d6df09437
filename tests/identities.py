"""Binds the identities of a test in one place, and imports the composition root once."""

from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any

import pytest
from sqlalchemy.orm import Session

from rookiebattle.accounts.identity import SessionIdentities
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.doors.identity import Identities, use_identities
from rookiebattle.settings import Settings, get_settings

SESSION_SECRET = "only-for-tests-" * 4
OF_EACH_TEST = frozenset({"data_dir", "database_url"})

Find = Callable[[str], Actor | None]


def has_session(cookie_header: bytes) -> bool:
    """The question of a cache in tests, whose cookies carry no signature."""
    return b"rb_session=" in cookie_header


class People:
    """Identities that `find` looks up by the cookie's value, or by the whole header without one.

    A request without a cookie, and a cookie that `find` does not know, is a visitor's.
    """

    def __init__(self, find: Find = lambda _cookie: None) -> None:
        self._find = find

    async def resolve(self, cookie_header: str) -> Actor:
        value = cookie_header.partition("rb_session=")[2] or cookie_header
        return (self._find(value) if value else None) or VISITOR

    def cookie_in(self, cookie_header: str) -> str:
        return "rb_session" if has_session(cookie_header.encode()) else ""

    def refresh(self, session: Session, actor: Actor) -> Actor:
        return actor


class Unbound:
    """The identities between two tests. A test that binds none must not use the last test's."""

    async def resolve(self, cookie_header: str) -> Actor:
        raise AssertionError("This test asks who is signed in and has bound no identities.")

    def cookie_in(self, cookie_header: str) -> str:
        raise AssertionError("This test asks who is signed in and has bound no identities.")

    def refresh(self, session: Session, actor: Actor) -> Actor:
        raise AssertionError("This test asks who is signed in and has bound no identities.")


_bound: list[Identities] = [Unbound()]


def bind(identities: Identities) -> None:
    """Let both doors use these identities until the end of the test."""
    _bound[:] = [identities]
    use_identities(identities)


def bind_people(*actors: Actor) -> None:
    """Bind these people; the cookie of each is their id."""
    bind(People({actor.user_id: actor for actor in actors}.get))


def bind_real() -> SessionIdentities:
    """Bind the identities of the composed site, without anything remembered."""
    identities: SessionIdentities = composed().identities
    identities.forget_all()
    bind(identities)
    return identities


def unbind() -> None:
    """Bind nobody. Called after every test."""
    bind(Unbound())


def anybody(cookie: str) -> Actor:
    """For `People`: every cookie is the id of a member."""
    return Actor(user_id=cookie, session_key=cookie)


@cache
def composed() -> Any:
    """The composition root: its `app`, `api`, `gate` and `identities`.

    Its import reads the settings and binds the real identities. Neither may depend on which test
    comes first. So it is imported with the usual settings, and the identities that were bound
    before are bound again.
    """
    with pytest.MonkeyPatch.context() as patch:
        for name in Settings.model_fields.keys() - OF_EACH_TEST:
            patch.delenv(name.upper(), raising=False)
        patch.setenv("SESSION_SECRET", SESSION_SECRET)
        # Every tab of every test is behind one address.
        patch.setenv("REQUESTS_PER_MINUTE", "1000000")
        get_settings.cache_clear()
        root = _imported()
    get_settings.cache_clear()
    use_identities(_bound[0])
    return root


def _imported() -> ModuleType:
    from rookiebattle import rookiebattle

    return rookiebattle

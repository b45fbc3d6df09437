"""The actor of a cookie: how it is found, how long it is remembered, how it is dropped."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any
from unittest.mock import Mock

import pytest
import sqlalchemy as sa
from sqlalchemy import event

from rookiebattle.accounts import identity as identity_module
from rookiebattle.accounts import sessions
from rookiebattle.accounts.identity import SessionIdentities, between_workers
from rookiebattle.accounts.models import LoginSession, MembershipStatus, Tier, User
from rookiebattle.core import clock
from rookiebattle.core.actor import VISITOR
from rookiebattle.core.database.db import Database
from rookiebattle.core.doors.work import run
from rookiebattle.core.errors import Unauthorized
from rookiebattle.core.pushing.relay import Relay
from rookiebattle.settings import get_settings
from tests.servers.redis import RedisServer
from tests.world import World

pytestmark = pytest.mark.anyio


@pytest.fixture
def cookie(database: Database) -> str:
    """The Cookie header of a signed-in member."""
    world, now = World(database), clock.now()
    maya = world.person(
        first_name="Maya",
        age_band=None,
        membership_tier=Tier.BASIC,
        membership_status=MembershipStatus.ACTIVE,
        profile_image_url="https://img.example.org/maya.png",
    )
    return f"theme=dark; {world.cookie_of(maya, expire=sessions.expiry(now, now))}; other=1"


@pytest.fixture
def statements(database: Database) -> Iterator[list[str]]:
    """Every SELECT that reaches the database."""
    seen: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        if statement.startswith("SELECT"):
            seen.append(statement)

    event.listen(database.engine, "before_cursor_execute", note)
    yield seen
    event.remove(database.engine, "before_cursor_execute", note)


def test_a_session_is_found_among_other_cookies() -> None:
    id_, name = sessions.new_session_id(), sessions.cookie_name()
    for header in (f"{name}={id_}", f"a=b;{name}={id_}", f"a=b;  {name}={id_} ; c=d"):
        assert sessions.id_in(header) == id_
        assert sessions.has_id(header.encode())
    for header in ("", f"x{name}={id_}", f"{name}=x; {name}={id_}", f"a={name}={id_}", ";" * 9_999):
        assert sessions.id_in(header) == ""
        assert not sessions.has_id(header.encode())


def end_all(database: Database) -> None:
    with database.unit_of_work(write=True) as session:
        session.execute(sa.delete(LoginSession))


async def test_a_cookie_of_a_session_is_its_member(
    identities: SessionIdentities, cookie: str
) -> None:
    actor = await identities.resolve(cookie)
    assert (actor.name, actor.first_name, actor.initials) == ("Maya", "Maya", "M")
    assert actor.avatar_url == "https://img.example.org/maya.png"
    assert actor.has_membership
    assert not actor.is_admin


@pytest.mark.parametrize(
    "header",
    [
        *("", "rb_session=", "rb_session=short", "rb_session=" + "a" * 42 + "'"),
        *("x=y", ";;=;", "é=ü"),
        # Of these, only a site with our secret could know the signature.
        *("rb_session=" + "a" * length for length in (43, 64, 65, 66, 87)),
    ],
)
async def test_what_cannot_be_a_session_asks_the_database_nothing(
    identities: SessionIdentities, statements: list[str], header: str
) -> None:
    assert await identities.resolve(header) is VISITOR
    assert statements == []


async def test_an_invented_session_asks_the_database_nothing(
    identities: SessionIdentities, statements: list[str]
) -> None:
    """It has the right form, but another site's signature, another's bits, or one wrong letter."""
    ours = [sessions.new_session_id() for _ in range(2)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SESSION_SECRET", "another-secret-" * 4)
        get_settings.cache_clear()
        other = sessions.new_session_id()
    get_settings.cache_clear()
    wrong = "A" if ours[0][-2] != "A" else "B"
    for invented in (other, ours[0][:43] + ours[1][43:], f"{ours[0][:-2]}{wrong}{ours[0][-1]}"):
        assert await identities.resolve(f"rb_session={invented}") is VISITOR
    assert statements == []
    await identities.resolve(f"rb_session={ours[0]}")
    assert len(statements) == 1


async def test_known_and_unknown_sessions_are_remembered_for_a_second(
    identities: SessionIdentities,
    cookie: str,
    statements: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    unknown = f"rb_session={sessions.new_session_id()}"
    for _ in range(5):
        await identities.resolve(cookie)
        assert await identities.resolve(unknown) is VISITOR
    assert len(statements) == 2
    monkeypatch.setattr(identity_module, "CACHE_SECONDS", 0.0)
    identities.forget_all()
    for _ in range(2):
        await identities.resolve(cookie)
    assert len(statements) == 4


async def test_however_many_ask_at_once_the_database_is_asked_once(
    identities: SessionIdentities, cookie: str, statements: list[str]
) -> None:
    actors = await asyncio.gather(*(identities.resolve(cookie) for _ in range(50)))
    assert len({actor.user_id for actor in actors}) == 1
    assert len(statements) == 1


async def test_what_is_remembered_is_bounded(
    identities: SessionIdentities, cookie: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(identities._known, "most", 10)
    for _ in range(30):
        await identities.resolve(f"rb_session={sessions.new_session_id()}")
    assert len(identities._known) == 10


async def test_a_dropped_session_is_read_anew_and_its_sockets_are_closed(
    identities: SessionIdentities, cookie: str, database: Database
) -> None:
    closed: list[str] = []
    identities.on_drop = closed.append
    actor = await identities.resolve(cookie)
    end_all(database)
    assert await identities.resolve(cookie) == actor
    identities.drop(actor.session_key)
    assert await identities.resolve(cookie) is VISITOR
    assert closed == [actor.session_key]


async def test_what_is_dropped_while_it_is_read_is_not_remembered(
    identities: SessionIdentities, cookie: str, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The session is read while it lives, and its reader goes on only once it has ended."""
    was_read, has_ended = asyncio.Event(), asyncio.Event()

    async def reading_slowly(*asked: Any, **named: Any) -> Any:
        found = await run(*asked, **named)
        was_read.set()
        await has_ended.wait()
        return found

    monkeypatch.setattr(identity_module, "run", reading_slowly)
    reading = asyncio.ensure_future(identities.resolve(cookie))
    await was_read.wait()
    end_all(database)
    identities.drop(sessions.key_of(sessions.id_in(cookie)))
    has_ended.set()
    assert (await reading).is_member
    assert await identities.resolve(cookie) is VISITOR


async def test_a_writing_verb_sees_the_member_as_they_are_now(
    identities: SessionIdentities, cookie: str, database: Database
) -> None:
    actor = await identities.resolve(cookie)
    with database.unit_of_work(write=True) as session:
        session.execute(sa.update(User).values(is_admin=True))
        assert identities.refresh(session, actor).is_admin
    end_all(database)
    with database.unit_of_work(write=True) as session, pytest.raises(Unauthorized):
        identities.refresh(session, actor)


@pytest.mark.parametrize(
    ("tier", "status", "has", "supports"),
    [
        (Tier.BASIC, MembershipStatus.ACTIVE, True, False),
        (Tier.MASTER, MembershipStatus.ACTIVE, True, True),
        (Tier.MASTER, MembershipStatus.EXPIRED, False, False),
    ],
)
async def test_what_a_member_may_and_pays_follows_from_the_membership(
    identities: SessionIdentities,
    cookie: str,
    database: Database,
    tier: Tier,
    status: MembershipStatus,
    has: bool,
    supports: bool,
) -> None:
    with database.unit_of_work(write=True) as session:
        session.execute(sa.update(User).values(membership_tier=tier, membership_status=status))
    reading = await identities.resolve(cookie)
    with database.unit_of_work(write=True) as session:
        writing = identities.refresh(session, reading)
    for actor in (reading, writing):
        assert (actor.has_membership, actor.is_supporter) == (has, supports)


@pytest.mark.parametrize(
    "over",
    [
        sa.update(LoginSession).values(expire=clock.now() - timedelta(seconds=1)),
        # Erasing an account ends its sessions; this one began in the same moment.
        sa.update(User).values(erased_at=clock.now()),
    ],
    ids=["expired", "erased"],
)
async def test_a_session_that_is_over_is_nobody(
    identities: SessionIdentities, cookie: str, database: Database, over: sa.Update
) -> None:
    with database.unit_of_work(write=True) as session:
        session.execute(over)
    assert await identities.resolve(cookie) is VISITOR


async def test_the_other_workers_hear_of_a_drop(
    identities: SessionIdentities, cookie: str, database: Database, redis_server: RedisServer
) -> None:
    closed = asyncio.Event()
    other = SessionIdentities(on_drop=lambda _key: closed.set())
    async with connected(redis_server, identities, other):
        actor = await other.resolve(cookie)
        end_all(database)
        await asyncio.to_thread(identities.drop, actor.session_key)
        await asyncio.wait_for(closed.wait(), 30)
        assert await other.resolve(cookie) is VISITOR


async def test_the_other_workers_read_a_member_again_whose_rights_changed(
    identities: SessionIdentities,
    cookie: str,
    database: Database,
    redis_server: RedisServer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(identity_module, "CACHE_SECONDS", 3600)
    other = SessionIdentities()
    async with connected(redis_server, identities, other):
        actor = await other.resolve(cookie)
        with database.unit_of_work(write=True) as session:
            session.get_one(User, actor.user_id).is_admin = True
        assert not actor.is_admin
        # A worker of another version may say what this one does not understand.
        identities.tell_others("unheard-of", actor.user_id)
        await asyncio.to_thread(identities.drop_user, actor.user_id)
        async with asyncio.timeout(30):
            while not (await other.resolve(cookie)).is_admin:
                await asyncio.sleep(0)


@asynccontextmanager
async def connected(server: RedisServer, *workers: SessionIdentities) -> AsyncIterator[None]:
    """The workers hear of each other through Redis."""
    relays = [between_workers(server.url, worker) for worker in workers]
    running = [asyncio.create_task(relay.run()) for relay in relays]
    await asyncio.wait_for(until_both_listen(relays), 30)
    yield
    for task in running:
        task.cancel()
    await asyncio.wait(running)


async def until_both_listen(relays: Iterable[Relay]) -> None:
    while not all(relay.is_hearing for relay in relays):
        await asyncio.sleep(0)


async def test_without_redis_signing_out_still_works_here(
    identities: SessionIdentities, cookie: str, database: Database
) -> None:
    relay = between_workers("redis://127.0.0.1:1/0", identities)
    running = asyncio.create_task(relay.run())
    actor = await identities.resolve(cookie)
    end_all(database)
    await asyncio.to_thread(identities.drop, actor.session_key)
    assert await identities.resolve(cookie) is VISITOR
    running.cancel()
    await asyncio.wait([running])


async def test_a_message_that_a_newer_worker_sends_drops_everything(
    identities: SessionIdentities, cookie: str, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    hearing = Mock()
    monkeypatch.setattr("rookiebattle.accounts.identity.Relay", hearing)
    between_workers("redis://127.0.0.1:1/0", identities)
    await identities.resolve(cookie)
    end_all(database)
    hearing.call_args.args[2]("device 7")
    assert await identities.resolve(cookie) is VISITOR

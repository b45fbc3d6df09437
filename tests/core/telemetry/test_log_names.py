"""The names in the log: a request, a session that nobody can follow back, a verb."""

import asyncio
import hashlib
from contextvars import Context
from functools import partial

from rookiebattle.core.telemetry.log_names import (
    LENGTH,
    begin_request,
    name_of,
    name_session,
    named,
    running,
    short,
    verb_name,
)
from rookiebattle.registrations.service import registering

KEY = hashlib.sha256(b"the cookie").hexdigest()


def test_a_session_is_a_short_hash_that_is_neither_its_cookie_nor_its_key() -> None:
    assert len(short(KEY)) == LENGTH
    assert short(KEY) not in KEY
    assert short(KEY) == short(KEY)


def test_each_request_has_names_of_its_own() -> None:
    async def answer(key: str) -> dict[str, str]:
        begin_request()
        name_session(key)
        await asyncio.sleep(0)
        return named()

    async def both() -> list[dict[str, str]]:
        tasks = [asyncio.create_task(answer(key)) for key in (KEY, "")]
        return list(await asyncio.gather(*tasks))

    member, visitor = Context().run(asyncio.run, both())
    assert member["session"] == short(KEY)
    assert visitor.keys() == {"request"}
    assert member["request"] != visitor["request"]
    assert Context().run(named) == {}


def test_a_callable_object_is_named_by_its_class() -> None:
    assert name_of(partial(registering.register)) == "functools.partial"


def test_a_verb_is_named_while_it_runs() -> None:
    assert verb_name() == ""
    with running(name_of(registering.register)):
        assert named()["verb"] == verb_name() == "registrations.service.registering.register"
    assert verb_name() == ""

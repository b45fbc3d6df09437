"""R22: none of ten planted secrets is in the log after mishaps and failures.

`test_privacy.py` looks for them after walks over the whole site.
"""

import asyncio
from collections.abc import Iterator

import httpx
import pytest
import sqlalchemy as sa

from rookiebattle.models import metadata
from tests.matrix.cast import Cast
from tests.matrix.handlers import full_name
from tests.servers.application import Application
from tests.walls.planted import Aviary, planted
from tests.wire.socket_client import STATE, SocketClient

pytestmark = pytest.mark.anyio
BROKEN_ZONE = "Nowhere/At_All"
TYPED = {"cookie": "TypedCanaryCookie0123456789", "words": "TypedCanaryWords0123456789"}
SENT = {
    "cookie": "rb_session=CanaryCookie0123456789abcdef; rb_login_0123=CanaryLogin0123456789",
    "authorization": "Bearer CanaryBearer0123456789abcdef",
    "stripe-signature": "t=1,v1=CanarySignature0123456789abcdef",
}
PATHS = (
    "/api/callback?code=CanaryCode0123456789&state=CanaryState0123456789",
    "/api/nothing?client_secret=CanaryClient0123456789",
    "/nowhere?client_secret=CanaryClient0123456789",
    "/api/stripe/webhook",
    "/sheets/CanarySheet0123456789.csv",
)
CANARIES = (
    *("CanaryCookie", "CanaryLogin", "CanaryBearer", "CanarySignature"),
    *("CanaryCode", "CanaryState", "CanaryClient", "CanaryMailPassword", "CanarySheet"),
    *TYPED.values(),
    "only-for-tests-",
)


@pytest.fixture
def aviary(cast: Cast) -> Iterator[Aviary]:
    with planted(cast) as everything:
        yield everything


async def _mishaps(site: Application, cast: Cast) -> None:
    """Do things that may be logged: strange paths and headers, unknown and refused events."""
    async with httpx.AsyncClient(base_url=site.url, headers=SENT) as client:
        for path in PATHS:
            await client.get(path)
            await client.post(path, json={"client_secret": TYPED["words"]})
    cookie = f"{cast.cookies['member']}; theme={TYPED['cookie']}"
    form = {"name": "A", "email": TYPED["words"], "city": "O", "message": TYPED["words"]}
    async with SocketClient(site.url, cookie=cookie, path="/chapters") as tab:
        await tab.send(f"{STATE}.nobody_handles_this", words=TYPED["words"])
        await tab.send(full_name("StartChapterState.send"), form=form)
        await tab.send(
            full_name("StartChapterState.send"), form=form | {"email": "member@example.org"}
        )
        await tab.until(lambda: "Thank you" in str(tab.frames))


async def _failures(site: Application, cast: Cast) -> None:
    """Break a record, so that both doors fail on it and log their tracebacks."""
    chapters = metadata.tables["chapters"]
    with cast.database.unit_of_work(write=True) as session:
        session.execute(sa.update(chapters).values(time_zone=BROKEN_ZONE))
    path, cookie = f"/chapters/{cast.chapter_id}", cast.cookies["member"]
    async with httpx.AsyncClient(base_url=site.url, headers=SENT | {"cookie": cookie}) as client:
        answer = await client.get(f"/api/first-data{path}?client_secret={TYPED['words']}")
        assert answer.status_code == 500
    async with SocketClient(site.url, cookie=cookie, path=path) as tab:
        await tab.until(lambda: "Something went wrong" in str(tab.frames))


async def test_no_secret_is_in_the_log_after_mishaps_and_failures(
    aviary: Aviary, site: Application
) -> None:
    cast = aviary.cast
    await _mishaps(site, cast)
    await _failures(site, cast)
    # The chapter request has put a letter into the outbox, and no mail server accepts it.
    async with asyncio.timeout(30):
        while "(chapter.requested) waits" not in site.log():
            await asyncio.sleep(0.1)
    log = site.log()
    assert log.count(f"No time zone found with key {BROKEN_ZONE}") >= 2
    assert [secret for secret in (*CANARIES, *aviary.secrets()) if secret in log] == []

"""R19–21: the sentences that members get during a fault, and the recovery without help."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

import pytest

from rookiebattle.pages.calendar.state import CalendarState
from rookiebattle.ui.state import ShellState
from tests.disks import damage, fill_up, immutable, small_disk
from tests.held_locks import held_by_another_program
from tests.races.stage import Stage
from tests.reflex_internals import event_of
from tests.servers.postgres import PostgresCluster
from tests.servers.redis import RedisServer
from tests.soak.asking import SENTENCE, Member, expect_sentence, members_at, until
from tests.soak.report import tell
from tests.soak.scale import Start
from tests.wire.socket_client import SocketClient

pytestmark = pytest.mark.anyio
REGISTER = event_of(CalendarState.event_handlers["register"])
SHELL = ShellState.get_full_name()
Answer = TypeVar("Answer")
# A writer waits three seconds for a lock that another program holds, and a monitor one or two. The
# crowd itself keeps the machine busy.
WRITERS, LOCKED_SECONDS, MONITOR_SECONDS = 60, 5, 3


async def expect_toast(member: Member, tab: SocketClient, words: str) -> None:
    before = tab.of(SHELL)["answers"]
    await tab.send(REGISTER, event_id=member.event_id)
    await tab.until(lambda: tab.of(SHELL)["answers"] > before, seconds=60)
    assert words in str(tab.of(SHELL)["toast"])


async def test_a_stopped_postgres_gets_a_sentence_and_recovers(
    own_postgres: PostgresCluster, start: Start
) -> None:
    site = start(own_postgres.new_database())
    one, other = members_at(site)
    assert one.register().status_code == 200
    async with SocketClient(site.url, cookie=other.cookie, path="/events") as tab:
        own_postgres.halt()
        for path in ("/api/events", "/api/auth/user", f"/events/{one.event_id}"):
            expect_sentence(one.ask("GET", path))
        expect_sentence(one.register())
        until(lambda: one.health()["database"] == "failed")
        assert one.ask("GET", "/events").status_code == 200
        await expect_toast(other, tab, SENTENCE)
        own_postgres.resume()
        other.heals()
        until(lambda: one.ask("GET", "/api/events/user").status_code == 200)
        assert one.event_id in one.ask("GET", "/api/events/user").text
        await expect_toast(other, tab, "Successfully registered")


async def test_a_hanging_postgres_gets_a_sentence_and_recovers(
    own_postgres: PostgresCluster, start: Start
) -> None:
    """The server accepts connections and answers nothing. A stopped server is noticed at once."""
    site = start(own_postgres.new_database())
    one, other = members_at(site)
    assert one.register().status_code == 200
    async with SocketClient(site.url, cookie=other.cookie, path="/events") as tab:
        own_postgres.freeze()
        try:
            began = time.monotonic()
            for path in ("/api/events", "/api/auth/user", f"/events/{one.event_id}"):
                expect_sentence(one.ask("GET", path))
            expect_sentence(one.register())
            until(lambda: one.health()["database"] == "failed")
            assert one.ask("GET", "/events").status_code == 200
            await expect_toast(other, tab, SENTENCE)
            tell(f"six questions to a database that hangs: {time.monotonic() - began:.1f} s")
        finally:
            own_postgres.thaw()
        other.heals()
        until(lambda: one.ask("GET", "/api/events/user").status_code == 200)
        assert one.event_id in one.ask("GET", "/api/events/user").text
        await expect_toast(other, tab, "Successfully registered")


async def test_a_stopped_redis_stops_no_registration(
    redis_server: RedisServer, postgres_url: str, start: Start
) -> None:
    site = start(postgres_url, REDIS_URL=redis_server.url, workers="2")
    one, other, third = members_at(site, 3)
    async with SocketClient(site.url, cookie=third.cookie, path="/events") as open_tab:
        assert open_tab.of(SHELL)["signed_in"] is True
        await stop_redis(redis_server, one, other)
        until(lambda: one.health()["status"] == "ok")
        # The page's state is gone with Redis, and its button works as before.
        await expect_toast(third, open_tab, "Successfully registered")
    async with SocketClient(site.url, cookie=one.cookie, path="/events") as tab:
        assert tab.of(SHELL)["signed_in"] is True
        await expect_toast(one, tab, "Successfully registered")


async def stop_redis(redis_server: RedisServer, one: Member, other: Member) -> None:
    """Stop it, see that members are served over HTTP meanwhile, and start it empty."""
    redis_server.stop()
    try:
        assert one.register().status_code == 200
        assert one.ask("GET", "/api/events/user").status_code == 200
        assert one.ask("GET", f"/events/{one.event_id}").status_code == 200
        until(lambda: one.health()["redis"] == "failed")
        assert other.ask("GET", "/api/logout").status_code == 302
        time.sleep(1.1)
        # Without Redis the other worker notices within a second.
        assert {other.ask("GET", "/api/auth/user").status_code for _ in range(10)} == {401}
    finally:
        redis_server.start()


async def test_a_database_that_another_program_locks_gets_a_sentence_and_recovers(
    each_url: str, start: Start
) -> None:
    """More members write than the site has threads; none waits for the others' waits."""
    site = start(each_url)
    members, monitor = members_at(site, WRITERS), Member(site, "", "")
    with ThreadPoolExecutor(WRITERS) as crowd:
        # The first requests after a start open connections, and prolong sessions, which writes.
        list(crowd.map(Member.look, members))
    with held_by_another_program(each_url, "events"), ThreadPoolExecutor(WRITERS) as crowd:
        waiting = [crowd.submit(seconds_until_sentence, member) for member in members]
        asked = [0.0]
        while not all(one.done() for one in waiting):
            took, parts = seconds_of(monitor.health)
            asked.append(took)
            assert parts["database"] == "ok"
            time.sleep(0.2)
        waited = [one.result() for one in waiting]
        tell(
            f"{WRITERS} writers behind a lock: {min(waited):.1f} to {max(waited):.1f} s, "
            f"a monitor up to {max(asked):.1f} s"
        )
        assert max(waited) < LOCKED_SECONDS
        assert max(asked) < MONITOR_SECONDS
        assert members[0].ask("GET", "/api/events/with-status").status_code == 200
    for member in members[:5]:
        member.heals()


def seconds_until_sentence(member: Member) -> float:
    waited, answer = seconds_of(member.register)
    expect_sentence(answer)
    return waited


def seconds_of(asked: Callable[[], Answer]) -> tuple[float, Answer]:
    began = time.monotonic()
    answer = asked()
    return time.monotonic() - began, answer


async def test_a_read_only_moment_leaves_no_connection_that_cannot_write(
    sqlite_url: str, start: Start
) -> None:
    file = Path(sqlite_url.removeprefix("sqlite:///"))
    site = start(sqlite_url)
    members = members_at(site, 50)
    with immutable(file):
        with ThreadPoolExecutor(len(members)) as crowd:
            list(crowd.map(Member.look, members))
            answers = list(crowd.map(Member.register, members))
        assert {answer.status_code for answer in answers} <= {200, 503}
        until(lambda: members[0].health()["writes"] == "failed")
    answers = [member.register() for member in members]
    assert {answer.status_code for answer in answers} == {200}
    until(lambda: members[0].health()["status"] == "ok")


async def test_a_damaged_file_gets_a_sentence_everywhere(sqlite_url: str, start: Start) -> None:
    site = start(sqlite_url)
    one, _other = members_at(site)
    assert one.register().status_code == 200
    site.stop()
    damage(Path(sqlite_url.removeprefix("sqlite:///")), "events")
    site.restart()
    for path in ("/api/events", f"/events/{one.event_id}", "/api/events/user"):
        expect_sentence(one.ask("GET", path))
    expect_sentence(one.register())
    until(lambda: one.health()["database"] == "failed")
    assert "Traceback" not in site.log()


@pytest.fixture
def little_room(tmp_path: Path) -> Iterator[Path]:
    """A disk with less room than SQLite's log of writes takes before SQLite shortens it."""
    folder = tmp_path / "small"
    folder.mkdir()
    with small_disk(folder, megabytes=3):
        yield folder


async def test_a_full_disk_gets_a_sentence_and_recovers(
    little_room: Path, sqlite_template: Path, start: Start
) -> None:
    (little_room / "site.db").write_bytes(sqlite_template.read_bytes())
    site = start(f"sqlite:///{little_room}/site.db")
    members = members_at(site, 50)
    fill = little_room / "fill"
    fill_up(fill)
    answers = [member.register() for member in members]
    refused = [answer for answer in answers if answer.status_code != 200]
    assert refused
    for answer in refused:
        expect_sentence(answer)
    until(lambda: bool(members[0].health()["lastFailedWrite"]))
    assert members[0].ask("GET", "/api/events/with-status").status_code == 200
    fill.unlink()
    for member in members:
        member.heals()
    stage = Stage.at(site.database_url)
    event_id = members[0].event_id
    assert stage.world.counter(event_id) == stage.world.held(event_id) == len(members)
    stage.world.database.dispose()

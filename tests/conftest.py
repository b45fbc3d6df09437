"""The order of the tests, and shared fixtures: servers, a fresh database, a clock, a world."""

# ruff: noqa: E402  # the collector has to be off before the other imports
import gc

gc.disable()

import atexit
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zlib import crc32

import hypothesis
import pytest
from hypothesis.internal.conjecture import providers
from xdist.remote import Producer
from xdist.scheduler import LoadFileScheduling

from rookiebattle.accounts import newcomers
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import Database, does_write, get_database
from rookiebattle.core.telemetry.logs import repetition
from rookiebattle.manage.database import upgrade
from rookiebattle.manage.processes import run_quietly
from rookiebattle.reactions import connect
from rookiebattle.settings import get_settings
from tests.ahead import AHEAD
from tests.clocks import StillClock, seconds_to_noon
from tests.club import Club, assemble
from tests.compiled import (
    share_certificates,
    share_compiled_statements,
    share_fields_of_settings,
)
from tests.identities import SESSION_SECRET, unbind
from tests.journeys import looks
from tests.rewritten import rewrite_for_all
from tests.servers.altered import LATE, PATIENT, move_clock
from tests.servers.application import NO_LIMITS, Application
from tests.servers.memory import memory_folder
from tests.servers.postgres import PostgresCluster
from tests.servers.programs import free_port
from tests.servers.provider import OpenIdProvider
from tests.servers.redis import RedisServer
from tests.servers.storages import StorageServer, moto, rclone
from tests.sockets import block_outside
from tests.threads import let_threads_end
from tests.world import World

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ADMIN_EMAIL = "admin@example.org"
SLOW_FOLDERS = {
    "commands": ("command", 600),
    "journeys": ("browser", 600),
    "races": ("race", 600),
    "walls": ("race", 600),
    "engines": ("browser", 600),
    "soak": ("race", 3600),
}
# The tests of these folders share what takes long to make: a site, a copy of the checkout, or the
# trees of all files.
ONE_PROCESS = (
    "tests/journeys/demo",
    "tests/journeys/cards",
    "tests/commands",
    "tests/walls",
    "tests/architecture",
)
# The folders of the longest files, which begin first.
LONGEST = (*SLOW_FOLDERS, "matrix", "payments", "architecture", "core", "manage", "bench", "seed")
SLOW = frozenset({"browser", "command", "race"})
DATABASES, FAST = ("sqlite", "postgres"), ("sqlite",)
POSTGRES = frozenset({"postgres", "postgres_url"})
# A test on PostgreSQL takes far longer, so a test of some database gets it in every eighth run.
DEALT = (*("sqlite",) * 7, "postgres")
_browser = ExitStack()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--whole",
        action="store_true",
        help="as before a release: every database, every look of a screen, and what takes long",
    )
    parser.addoption(
        "--fast", action="store_true", help="no browser, race or command, and SQLite alone"
    )
    parser.addoption(
        "--late", metavar="SECONDS", help="let each event and request of the site begin late"
    )
    parser.addoption(
        "--slow", metavar="TIMES", help="give each page a processor so many times slower"
    )


def pytest_configure(config: pytest.Config) -> None:
    block_outside()
    if hasattr(config, "workerinput"):
        # Vars of Reflex complain by the hundred while the modules of an ending process are emptied.
        atexit.register(os._exit, 0)
    # The processes of a run, and the servers that they start, have one clock.
    os.environ.setdefault(AHEAD, str(seconds_to_noon()))
    move_clock()
    if config.getoption("--whole"):
        looks.looks = looks.EVERY_LOOK
    if late := config.getoption("--late"):
        os.environ[LATE] = late
    if slower := config.getoption("--slow"):
        looks.slower = int(slower)
    # The speed of an example says more about the machine than about the code.
    hypothesis.settings.register_profile("here", deadline=None)
    hypothesis.settings.load_profile("here")
    # The constants of our code would be read in each process. Examples come from the strategies.
    providers._get_local_constants = lambda: providers._local_constants
    connect()
    share_compiled_statements()
    share_fields_of_settings()
    share_certificates()
    if config.getoption("numprocesses", None):
        rewrite_for_all(config)
    if where := memory_folder():
        # A disk would make every commit of SQLite wait.
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(where))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Collect the soak and the engines only when they are named on the command line."""
    folder = collection_path.name
    if folder in ("soak", "engines") and not any(folder in name for name in config.args):
        return True
    return None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put what has a browser first, then the slowest folders: the last file must be a short one."""
    looks.seed = config.getoption("randomly_seed")
    for item in items:
        marker, seconds = SLOW_FOLDERS.get(_folder(item), ("", 0))
        if marker:
            item.add_marker(marker)
            # Four looks take four times as long as one.
            times = len(looks.looks) * looks.slower if marker == "browser" else 1
            item.add_marker(pytest.mark.timeout(seconds * times))
    left_out = {item for item in items if _is_left_out(item, config)}
    config.hook.pytest_deselected(items=list(left_out))
    items[:] = [item for item in items if item not in left_out]
    order = {folder: number for number, folder in enumerate(LONGEST)}
    items.sort(
        key=lambda item: (
            item.get_closest_marker("browser") is None,
            order.get(_folder(item), len(order)),
        )
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Deal each test of `some_database` one of the two kinds, by the seed of the run.

    A test whose statement names a dialect is marked `each_database`, and runs on both.
    """
    if "some_url" not in metafunc.fixturenames:
        return
    seed = metafunc.config.getoption("randomly_seed")
    dealt = DEALT[crc32(f"{seed} {metafunc.definition.nodeid}".encode()) % len(DEALT)]
    is_each = metafunc.definition.get_closest_marker("each_database") is not None
    is_every = is_each or metafunc.config.getoption("--whole")
    kinds = FAST if metafunc.config.getoption("--fast") else DATABASES if is_every else (dealt,)
    metafunc.parametrize("some_url", kinds, indirect=True)


def _is_left_out(item: pytest.Item, config: pytest.Config) -> bool:
    marked = {one.name for one in item.iter_markers()}
    if "whole" in marked and not config.getoption("--whole"):
        return True
    if not config.getoption("--fast"):
        return False
    chosen = getattr(item, "callspec", None)
    words = {one for one in chosen.params.values() if isinstance(one, str)} if chosen else set()
    return bool(marked & SLOW or words.union(getattr(item, "fixturenames", ())) & POSTGRES)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Let garbage collection, which is off until here, skip what imports made, and come rarely.

    The imports took a fifth longer with it, and each other part a tenth. What a test leaves behind
    is small, and mostly no circle.
    """
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(50_000, 20, 50)
        gc.enable()


class _Scheduling(LoadFileScheduling):  # type: ignore[misc]  # xdist tells no types
    """Gives a process all tests of a file, or of a folder in `ONE_PROCESS`."""

    def _split_scope(self, nodeid: str) -> str:
        file = super()._split_scope(nodeid)
        return next((folder for folder in ONE_PROCESS if file.startswith(folder)), file)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> _Scheduling:
    return _Scheduling(config, log)


def _folder(item: pytest.Item) -> str:
    return _folder_of(item.path)


@cache
def _folder_of(file: Path) -> str:
    """The folder below tests/, wherever the repository is."""
    return file.relative_to(Path(__file__).parent).parts[0]


def pytest_runtest_setup(item: pytest.Item) -> None:
    """End the browser after the last journey: asyncio starts no loop beside that of Playwright."""
    if not item.get_closest_marker("browser"):
        _browser.close()


@pytest.fixture(autouse=True)
def own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Settings and a database of the test's own: no test reads or writes a developer's data."""
    monkeypatch.setenv("DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/none.db")
    monkeypatch.setenv("SESSION_SECRET", SESSION_SECRET)
    # A line that one test provokes must not keep another test's line out of the log.
    repetition.clear()
    # Many tests let the same person make an account.
    newcomers.made.clear()
    _forget()
    yield
    let_threads_end()
    _forget()
    unbind()


def _forget() -> None:
    if get_database.cache_info().currsize:
        get_database().dispose()
    get_database.cache_clear()
    get_settings.cache_clear()


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def still_clock(monkeypatch: pytest.MonkeyPatch) -> StillClock:
    """The site's clock stands at the tests' `NOW` unless the test moves it."""
    return StillClock(monkeypatch)


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite file with the current schema, built by Alembic."""
    file = tmp_path_factory.mktemp("template") / "template.db"
    upgrade(f"sqlite:///{file}")
    return file


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresCluster]:
    cluster = PostgresCluster()
    yield cluster
    cluster.stop()


@pytest.fixture(scope="session")
def redis_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    server = RedisServer(tmp_path_factory.mktemp("redis"))
    yield server
    server.stop()


@pytest.fixture(scope="session")
def moto_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StorageServer]:
    server = moto(tmp_path_factory.mktemp("moto"))
    yield server
    server.stop()


@pytest.fixture(scope="session")
def rclone_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StorageServer]:
    server = rclone(tmp_path_factory.mktemp("rclone"))
    yield server
    server.stop()


@pytest.fixture
def sqlite_url(sqlite_template: Path, tmp_path: Path) -> str:
    """A fresh SQLite database with the current schema."""
    shutil.copy(sqlite_template, tmp_path / "test.db")
    return f"sqlite:///{tmp_path}/test.db"


@pytest.fixture
def postgres_url(postgres: PostgresCluster) -> Iterator[str]:
    """A fresh PostgreSQL database with the current schema."""
    url = postgres.new_database()
    yield url
    postgres.leave(url)


@pytest.fixture(params=DATABASES)
def each_url(request: pytest.FixtureRequest) -> str:
    """Run the test twice, once on each kind of database."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url


@pytest.fixture
def some_url(request: pytest.FixtureRequest) -> str:
    """One kind of database, which `pytest_generate_tests` deals."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url


@pytest.fixture
def database(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> Database:
    """The process's database (`get_database()`), fresh, on SQLite."""
    return _use(sqlite_url, monkeypatch)


@pytest.fixture
def some_database(some_url: str, monkeypatch: pytest.MonkeyPatch) -> Database:
    """The process's database, fresh, of one kind: for statements that name no dialect."""
    return _use(some_url, monkeypatch)


@pytest.fixture
def each_database(each_url: str, monkeypatch: pytest.MonkeyPatch) -> Database:
    """The process's database, fresh; the test runs on SQLite and on PostgreSQL."""
    return _use(each_url, monkeypatch)


@pytest.fixture
def do(database: Database) -> Callable[..., Any]:
    """Run a verb for an actor in a unit of work of its own, as the doors do."""

    def doing(verb: Callable[..., Any], actor: Actor, **values: Any) -> Any:
        with database.unit_of_work(write=does_write(verb)) as session:
            return verb(session, actor, **values)

    return doing


@pytest.fixture
def postgres_database(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> Database:
    """The process's database, fresh, on PostgreSQL: for races that SQLite cannot get wrong."""
    return _use(postgres_url, monkeypatch)


def _use(url: str, monkeypatch: pytest.MonkeyPatch) -> Database:
    monkeypatch.setenv("DATABASE_URL", url)
    _forget()
    return get_database()


@pytest.fixture
def world(database: Database, still_clock: StillClock) -> World:
    """Writes people and records into the database, at the tests' `NOW`."""
    return World(database)


@pytest.fixture
def club(database: Database) -> Club:
    """Three people and two chapters. The clock runs."""
    return assemble(World(database))


@pytest.fixture(scope="session")
def application(
    sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Application]:
    """The built application with a strict OpenID provider, one worker, SQLite, no demo data."""
    folder = tmp_path_factory.mktemp("application")
    shutil.copy(sqlite_template, folder / "site.db")
    port = free_port()
    provider = OpenIdProvider(folder, f"http://localhost:{port}/api/callback")
    with ExitStack() as at_the_end:
        at_the_end.callback(provider.stop)
        running = Application(
            folder,
            database_url=f"sqlite:///{folder}/site.db",
            port=port,
            settings={
                **provider.settings,
                **NO_LIMITS,
                # Some journeys hold the lock of the database while they look at the page.
                PATIENT: "15",
                "ADMIN_EMAILS": ADMIN_EMAIL,
                "DEMO_DATA": "false",
            },
        )
        yield running
        running.stop()


@pytest.fixture(scope="session")
def demo_application(
    sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Application]:
    """The application as `make run` starts it: demo data and the development sign-in."""
    folder = tmp_path_factory.mktemp("demo")
    url = f"sqlite:///{folder}/site.db"
    shutil.copy(sqlite_template, folder / "site.db")
    settings = {"DATABASE_URL": url, "DATA_DIR": str(folder / "data"), "PUBLIC_URL": ""}
    seed = [sys.executable, "-m", "tests.servers.altered", "rookiebattle.seed"]
    run_quietly(seed, failure="No demo data", extra=settings)
    running = Application(folder, database_url=url, settings=NO_LIMITS)
    yield running
    running.stop()


@pytest.fixture(scope="session")
def provider(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenIdProvider]:
    """A strict OpenID provider alone, for a client whose address no program listens on."""
    running = OpenIdProvider(tmp_path_factory.mktemp("provider"), "http://localhost:9/api/callback")
    yield running
    running.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    """One Chromium for the session."""
    # Most runs of one file need no browser, and load none.
    from tests.servers.chromium import started_browser

    yield _browser.enter_context(started_browser())
    _browser.close()

"""The running site, and a window of each engine in two sizes."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from rookiebattle.core.database.db import Database
from rookiebattle.manage.processes import run_quietly
from tests.engines.browsers import ENGINES
from tests.engines.walker import SIZES, Walker
from tests.engines.watched import TARGET
from tests.engines.webdriver import WebDriver
from tests.journeys.stage import Stage
from tests.servers.application import NO_LIMITS, Application
from tests.servers.programs import free_port
from tests.servers.provider import OpenIdProvider
from tests.stripe_double.double import StripeDouble


@pytest.fixture(scope="session")
def site(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Application]:
    """A site with a real sign-in that takes cards, whose pages tell their errors."""
    folder, port = tmp_path_factory.mktemp("engines"), free_port()
    shutil.copy(sqlite_template, folder / "site.db")
    home = f"http://localhost:{port}"
    provider, hook = OpenIdProvider(folder, f"{home}/api/callback"), f"{home}/api/stripe/webhook"
    with StripeDouble(webhook_url=hook, site=home, at_once=True) as double:
        running = Application(
            folder,
            database_url=f"sqlite:///{folder}/site.db",
            port=port,
            settings={
                **provider.settings,
                **double.settings,
                **NO_LIMITS,
                "DEMO_DATA": "false",
                "ADMIN_EMAILS": "admin@example.org",
            },
            target=TARGET,
        )
        yield running
        running.stop()
    provider.stop()


@pytest.fixture(scope="session")
def demo_site(
    sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Application]:
    """A site with the demo data that takes cards, whose pages tell their errors."""
    folder, port = tmp_path_factory.mktemp("demo"), free_port()
    shutil.copy(sqlite_template, folder / "site.db")
    home, url = f"http://localhost:{port}", f"sqlite:///{folder}/site.db"
    settings = {"DATABASE_URL": url, "DATA_DIR": str(folder / "data"), "PUBLIC_URL": ""}
    seed = [sys.executable, "-m", "tests.servers.altered", "rookiebattle.seed"]
    run_quietly(seed, failure="No demo data", extra=settings)
    with StripeDouble(webhook_url=f"{home}/api/stripe/webhook", site=home, at_once=True) as double:
        taking = {**double.settings, **NO_LIMITS}
        running = Application(folder, database_url=url, port=port, settings=taking, target=TARGET)
        yield running
        running.stop()


@pytest.fixture(scope="session")
def _stage(site: Application) -> Iterator[Stage]:
    database = Database(site.database_url)
    yield Stage(database)
    database.dispose()


@pytest.fixture
def stage(_stage: Stage) -> Stage:
    """The site's data: nothing, and nobody is known."""
    _stage.clear()
    return _stage


@pytest.fixture(scope="module", params=ENGINES)
def engine(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[str, WebDriver]]:
    """The name of an engine, and its window."""
    name: str = request.param
    with ENGINES[name](tmp_path_factory.mktemp(name)) as driver:
        yield name, driver


@pytest.fixture(params=SIZES)
def walker(
    request: pytest.FixtureRequest, engine: tuple[str, WebDriver], site: Application, stage: Stage
) -> Iterator[Walker]:
    """A visitor in a window of this size. At the end the pages must have told no error."""
    name, driver = engine
    driver.resize(*SIZES[request.param])
    somebody = Walker(driver, site.url, f"{name}-{request.param}")
    somebody.open("/api/logout")
    yield somebody
    somebody.open("/parents")
    assert somebody.complaints() == []

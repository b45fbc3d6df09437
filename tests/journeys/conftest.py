"""Fixtures of the journeys: the running site, and a browser for each kind of person."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from rookiebattle.core.database.db import Database
from tests.journeys.paying import PayingSite
from tests.journeys.people import Person
from tests.journeys.site import DemoSite, Site
from tests.journeys.stage import ADMIN, MEMBER, ORGANIZER, OTHER, Stage
from tests.servers.application import NO_LIMITS, Application
from tests.servers.programs import free_port
from tests.stripe_double.double import StripeDouble


@pytest.fixture(scope="session")
def _site(application: Application, browser: Browser) -> Iterator[Site]:
    database = Database(application.database_url)
    yield Site(application, browser, Stage(database))
    database.dispose()


@pytest.fixture
def site(_site: Site) -> Site:
    """The running site without any event."""
    _site.stage.clear()
    return _site


@pytest.fixture
def stage(site: Site) -> Stage:
    return site.stage


@pytest.fixture
def visitor(site: Site) -> Iterator[Person]:
    with site.visitor() as somebody:
        yield somebody


@pytest.fixture
def member(site: Site) -> Iterator[Person]:
    with site.member(MEMBER) as somebody:
        yield somebody


@pytest.fixture
def other(site: Site) -> Iterator[Person]:
    with site.member(OTHER) as somebody:
        yield somebody


@pytest.fixture
def organizer(site: Site) -> Iterator[Person]:
    with site.member(ORGANIZER) as somebody:
        yield somebody


@pytest.fixture
def admin(site: Site) -> Iterator[Person]:
    with site.member(ADMIN) as somebody:
        yield somebody


@pytest.fixture
def reader(browser: Browser) -> Iterator[Page]:
    """A browser that runs no scripts."""
    context = browser.new_context(java_script_enabled=False)
    yield context.new_page()
    context.close()


@pytest.fixture(scope="session")
def demo(demo_application: Application, browser: Browser) -> DemoSite:
    """The running site with the demo data. Its tests only read."""
    return DemoSite(demo_application, browser)


@contextmanager
def _taking_cards(
    template: Path, folder: Path, browser: Browser, *, own: bool
) -> Iterator[PayingSite]:
    """A site with the double of Stripe. With `own` its script comes from the double's address."""
    shutil.copy(template, folder / "site.db")
    url, port = f"sqlite:///{folder}/site.db", free_port()
    hook = f"http://127.0.0.1:{port}/api/stripe/webhook"
    with StripeDouble(webhook_url=hook, site=f"http://localhost:{port}", at_once=True) as double:
        settings = {**double.settings, **NO_LIMITS, "DEMO_DATA": "false"}
        running = Application(
            folder,
            database_url=url,
            port=port,
            settings=settings if own else settings | {"STRIPE_JS_URL": ""},
        )
        database = Database(url)
        yield PayingSite(running, browser, Stage(database), double)
        database.dispose()
        running.stop()
        assert double.mistakes == []


@pytest.fixture(scope="session")
def _paying(
    sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory, browser: Browser
) -> Iterator[PayingSite]:
    folder = tmp_path_factory.mktemp("paying")
    with _taking_cards(sqlite_template, folder, browser, own=True) as site:
        yield site


@pytest.fixture
def paying(_paying: PayingSite) -> PayingSite:
    """The running site that takes cards, without any event."""
    _paying.stage.clear()
    _paying.double.faults.clear()
    _paying.begin()
    return _paying


@pytest.fixture
def stripe_addresses(
    sqlite_template: Path, tmp_path: Path, browser: Browser
) -> Iterator[PayingSite]:
    """A site that loads Stripe's script from where Stripe has it."""
    with _taking_cards(sqlite_template, tmp_path, browser, own=False) as site:
        yield site

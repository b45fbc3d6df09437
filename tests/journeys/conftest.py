"""Fixtures of the journeys: the running site, and a browser for each kind of person."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from rookiebattle.core.db import Database
from tests.journeys.people import Person
from tests.journeys.site import DemoSite, Site
from tests.journeys.stage import ADMIN, MEMBER, ORGANIZER, OTHER, Stage
from tests.servers.application import Application


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


@pytest.fixture(scope="session")
def demo(demo_application: Application, browser: Browser) -> DemoSite:
    """The running site with the demo data. Its tests only read."""
    return DemoSite(demo_application, browser)

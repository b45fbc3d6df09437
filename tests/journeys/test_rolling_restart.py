"""Servers behind nginx start again, and workers die, while people use the site."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Locator, expect

from rookiebattle.core.database.db import Database
from tests.journeys.people import Person, person
from tests.journeys.stage import ORGANIZER, Stage
from tests.races.stage import LIMITS_OUT_OF_THE_WAY
from tests.races.stage import Stage as Crowd
from tests.servers.fleet import Fleet, Writers, started_fleet
from tests.servers.redis import RedisServer

SEATS, AT_ONCE, PAUSE = 400, 3, 0.5
# Seats that are taken after workers have died.
TAKEN = 8
KEPT = "We saved your draft of “Edit Event.”"


@pytest.fixture
def fleet(
    request: pytest.FixtureRequest, postgres_url: str, redis_server: RedisServer, tmp_path: Path
) -> Iterator[Fleet]:
    """The test says how many servers, and how many workers each of them has."""
    servers, workers = request.param
    settings = LIMITS_OUT_OF_THE_WAY
    with started_fleet(
        tmp_path, servers, postgres_url, redis_server.url, settings, workers=workers
    ) as running:
        yield running


@pytest.fixture
def stage(postgres_url: str) -> Iterator[Stage]:
    database = Database(postgres_url)
    yield Stage(database)
    database.dispose()


@pytest.fixture
def organizer(fleet: Fleet, stage: Stage, browser: Browser) -> Iterator[Person]:
    with person(browser, fleet.url) as somebody:
        somebody.carry(stage.session(ORGANIZER))
        yield somebody
        somebody.forgive_lost_sockets()


@pytest.fixture
def visitor_there(fleet: Fleet, browser: Browser) -> Iterator[Person]:
    with person(browser, fleet.url) as somebody:
        yield somebody
        somebody.forgive_lost_sockets()


def register(url: str, event_id: str, cookie: str) -> None:
    """Over a connection of its own, so that any worker may answer."""
    headers = {"cookie": cookie, "origin": url}
    answer = httpx.post(f"{url}/api/events/{event_id}/register", headers=headers)
    assert answer.status_code == 200, answer.text


def half_typed(somebody: Person, title: str) -> None:
    somebody.page.get_by_role("button", name="Edit").click()
    somebody.page.get_by_role("dialog", name="Edit Event").get_by_label("Title").fill(title)


def typed_before(somebody: Person, title: str) -> Locator:
    """The form with what was typed, after the tab's server or worker has ended.

    Reflex may take the tab for a copy of itself and give it a new state, in which no dialog is
    open. Then the browser has kept the text, and the form shows it again.
    """
    somebody.settle()
    dialog = somebody.page.get_by_role("dialog", name="Edit Event")
    if not dialog.is_visible():
        expect(somebody.page.get_by_text(KEPT)).to_be_visible()
        somebody.page.get_by_role("button", name="Edit").click()
    expect(dialog.get_by_label("Title")).to_have_value(title)
    return dialog


def save(somebody: Person, dialog: Locator, place: str) -> None:
    """Fill another field and save."""
    dialog.get_by_label("Location").fill(place)
    dialog.get_by_role("button", name="Save Changes").click()
    expect(dialog).to_be_hidden()
    expect(somebody.page.get_by_text(place).first).to_be_visible()


def open_for_long(somebody: Person, path: str) -> None:
    somebody.open(path)
    somebody.page.evaluate("window.openedBefore = true")


def is_still_open(somebody: Person) -> bool:
    return bool(somebody.page.evaluate("window.openedBefore"))


@pytest.mark.whole
@pytest.mark.parametrize("fleet", [(2, 1)], indirect=True)
def test_nobody_notices_that_the_servers_start_again_and_workers_die(
    fleet: Fleet, stage: Stage, organizer: Person, tmp_path: Path
) -> None:
    event_id = stage.event("Castle Day")
    crowd = Crowd.at(fleet.servers[0].database_url)
    wanted = crowd.event(max_participants=SEATS)
    writers = Writers(fleet.url, wanted, crowd.signed_in(SEATS), pause=PAUSE)
    open_for_long(organizer, f"/events/{event_id}")
    half_typed(organizer, "Castle Day!")
    with writers.writing(AT_ONCE):
        fleet.roll(tmp_path / "roll")
    save(organizer, typed_before(organizer, "Castle Day!"), "Sand Key Park")
    # The tab is connected to one of them.
    for number, server in enumerate(fleet.servers):
        half_typed(organizer, f"Castle Day {number}")
        fleet.lose_worker(server, server.workers()[0])
        save(organizer, typed_before(organizer, f"Castle Day {number}"), f"Park {number}")
    assert is_still_open(organizer)
    assert stage.find("Castle Day 1").location == "Park 1"
    kept = {str(row.user_id) for row in crowd.world.rows(wanted)}
    crowd.world.database.dispose()
    assert len(writers.acknowledged) > AT_ONCE
    assert writers.acknowledged <= kept
    assert writers.failures == []


@pytest.mark.whole
@pytest.mark.parametrize("fleet", [(2, 1)], indirect=True)
def test_nobody_notices_that_servers_are_killed(
    fleet: Fleet, stage: Stage, organizer: Person
) -> None:
    open_for_long(organizer, f"/events/{stage.event('Castle Day')}")
    for number, server in enumerate(fleet.servers):
        half_typed(organizer, f"Castle Day {number}")
        server.kill()
        server.restart()
        save(organizer, typed_before(organizer, f"Castle Day {number}"), f"Park {number}")
    assert is_still_open(organizer)
    assert stage.find("Castle Day 1").location == "Park 1"


@pytest.mark.whole
@pytest.mark.parametrize("fleet", [(1, 2)], indirect=True)
def test_nobody_notices_that_each_worker_dies(
    fleet: Fleet, stage: Stage, organizer: Person, visitor_there: Person
) -> None:
    """Tabs keep what was typed and hear of seats, whichever worker they were connected to.

    Each worker is killed once, so each tab loses its own at least once.
    """
    (server,) = fleet.servers
    event_id = stage.event("Castle Day", max_participants=SEATS)
    crowd = Crowd.at(server.database_url)
    members = crowd.signed_in(TAKEN)
    for one in (organizer, visitor_there):
        open_for_long(one, f"/events/{event_id}")
    taken = 0
    for number, worker in enumerate(server.workers()):
        half_typed(organizer, f"Castle Day {number}")
        fleet.lose_worker(server, worker)
        save(organizer, typed_before(organizer, f"Castle Day {number}"), f"Park {number}")
        for _ in range(TAKEN // 2):
            taken += 1
            register(fleet.url, event_id, members.pop())
            seats = visitor_there.page.get_by_text(f"{taken} of {SEATS} seats")
            expect(seats.first).to_be_visible()
    for one in (organizer, visitor_there):
        assert is_still_open(one)
    crowd.world.database.dispose()
    assert stage.find("Castle Day 1").location == "Park 1"
    assert stage.seats(event_id) == (TAKEN, TAKEN)

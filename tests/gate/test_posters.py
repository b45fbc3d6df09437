"""The pages behind a poster: what each says to whom, and that a GET changes nothing."""

import html
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import httpx
import pytest

from rookiebattle import routes
from rookiebattle.accounts.models import AgeBand
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import Database
from rookiebattle.gate.service import entrance
from rookiebattle.gate.wording import NO_ENTRANCE
from rookiebattle.guardians.models import Guardianship
from rookiebattle.waivers.models import Form
from tests import factories
from tests.clocks import StillClock
from tests.identities import bind_real, composed
from tests.world import World

pytestmark = pytest.mark.anyio
HOME = "http://localhost:8000"
NOW = datetime(2026, 3, 14, 18, tzinfo=UTC)
TIMES = {"start_at": NOW + timedelta(hours=1), "end_at": NOW + timedelta(hours=4)}


@pytest.fixture
def world(database: Database, still_clock: StillClock) -> World:
    still_clock.now = NOW
    bind_real()
    return World(database)


@pytest.fixture
async def client() -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(composed().api)
    async with httpx.AsyncClient(transport=transport, base_url=HOME) as asking:
        yield asking


def headers(world: World, actor: Actor | None) -> dict[str, str]:
    cookie = world.cookie_of(actor) if actor else ""
    return {"cookie": cookie, "origin": HOME, "accept": "text/html"}


async def test_a_poster_is_drawn_renewed_and_then_leads_elsewhere(
    world: World, client: httpx.AsyncClient
) -> None:
    olive, ana = world.person(), world.person()
    event_id = world.event(olive, title="Park Day", **TIMES)
    way = world.do(entrance.read_poster, olive, event_id=event_id).path
    own = headers(world, olive)
    drawn = (await client.get(routes.poster(event_id), headers=own)).text
    assert "Sat, Mar 14, 3:00 PM – 6:00 PM ET" in drawn
    assert 'role="img"' in drawn
    # The print button comes first, and the way back last.
    places = [drawn.index(words) for words in (">Print<", "Renew the Code", "To the Roster")]
    assert places == sorted(places)
    assert (
        await client.get(routes.poster(event_id), headers=headers(world, ana))
    ).status_code == 403
    renewed = await client.post(routes.renewed_poster(event_id), headers=own)
    assert (renewed.status_code, routes.poster(event_id) in renewed.text) == (200, True)
    gone = await client.get(way, headers=headers(world, ana))
    assert (gone.status_code, NO_ENTRANCE in gone.text) == (404, True)
    assert world.do(entrance.read_poster, olive, event_id=event_id).path != way


async def test_who_scans_logs_in_first_and_then_presses_once(
    world: World, client: httpx.AsyncClient
) -> None:
    olive, mother = world.person(), world.person(first_name="Mo")
    teen = world.person(first_name="Rowan", age_band=AgeBand.MINOR)
    world.add(Guardianship(guardian_id=mother.user_id, minor_id=teen.user_id))
    event_id = world.event(olive, needs_waiver=False, price_cents=10_00, **TIMES)
    world.seat(event_id, mother, payment_status="waived")
    way = world.do(entrance.read_poster, olive, event_id=event_id).path
    visited = await client.get(way)
    assert f"/api/login?next={routes.ENTRANCE}/" in visited.text
    newcomer = await client.get(way, headers=headers(world, world.person(age_band=None)))
    assert f"/welcome?next={routes.ENTRANCE}/" in newcomer.text
    asked = (await client.get(way, headers=headers(world, mother))).text
    assert "takes a seat for whoever has none" in asked
    assert "A seat is $10.00." in asked
    assert "Rowan" in asked
    assert [one.checked_in_at for one in world.rows(event_id)] == [None]
    alone = await client.post(way, headers=headers(world, mother))
    assert "You’re in. Have fun!" in alone.text
    assert "In since 2:00 PM" in alone.text
    both = await client.post(
        way, headers=headers(world, mother), data={"people": [mother.user_id, teen.user_id]}
    )
    assert "Please step to the gate" in both.text
    assert "Rowan" in both.text


async def test_whoever_scans_again_reads_that_they_are_in(
    world: World, client: httpx.AsyncClient
) -> None:
    olive, ana = world.person(), world.person()
    event_id = world.event(olive, needs_waiver=False, **TIMES)
    world.seat(event_id, ana)
    way = world.do(entrance.read_poster, olive, event_id=event_id).path
    assert "Are you here?" in (await client.get(way, headers=headers(world, ana))).text
    await client.post(way, headers=headers(world, ana))
    again = (await client.get(way, headers=headers(world, ana))).text
    assert "In since 2:00 PM" in again
    assert "<form" not in again


async def test_whoever_lacks_a_waiver_is_led_to_it_and_a_minor_is_not(
    world: World, client: httpx.AsyncClient
) -> None:
    for form in Form:
        world.add(factories.waiver_version(form=form))
    olive, ana = world.person(), world.person()
    teen = world.person(age_band=AgeBand.MINOR)
    event_id = world.event(olive, **TIMES)
    way = world.do(entrance.read_poster, olive, event_id=event_id).path
    sent_on = (await client.post(way, headers=headers(world, ana))).text
    assert "Please step to the gate" in sent_on
    back = f"{event_id}/{way.rsplit('/', 1)[-1]}"
    assert html.escape(routes.sign_for(ana.user_id, back=back)) in sent_on
    assert routes.SIGN not in (await client.post(way, headers=headers(world, teen))).text

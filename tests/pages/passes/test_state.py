"""The page of passes: what a member, a guardian and a visitor get."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from rookiebattle.accounts.models import AgeBand
from rookiebattle.core.actor import VISITOR, Actor
from rookiebattle.core.database.db import Database
from rookiebattle.gate import passes
from rookiebattle.guardians.models import Guardianship
from rookiebattle.pages.passes.state import load
from rookiebattle.pages.passes.view import PassesView
from rookiebattle.ui.views import Loaded
from rookiebattle.waivers.models import Form
from rookiebattle.waivers.schemas.signatures import PaperWrite
from rookiebattle.waivers.service import paper
from tests.clocks import StillClock
from tests.factories import waiver_signature
from tests.waivers.signers import version
from tests.world import World

NOW = datetime(2026, 3, 14, 16, tzinfo=UTC)
SOON: dict[str, Any] = {"start_at": NOW + timedelta(hours=1), "end_at": NOW + timedelta(hours=3)}
LATER: dict[str, Any] = {
    "start_at": NOW + timedelta(days=3),
    "end_at": NOW + timedelta(days=3, hours=2),
}

pytestmark = pytest.mark.anyio


@pytest.fixture
def world(database: Database, still_clock: StillClock) -> World:
    still_clock.now = NOW
    return World(database)


async def shown(actor: Actor, **query: str) -> PassesView:
    found = await load(actor, query)
    assert isinstance(found, PassesView)
    return found


def titles(view: PassesView) -> list[tuple[str, list[str]]]:
    return [(one.title, [who.title for who in one.holders]) for one in view.seats]


async def test_a_guardian_has_the_passes_of_all_who_go_next_event_first(world: World) -> None:
    mother = world.person(first_name="Mo")
    teen = world.person(first_name="Rowan", age_band=AgeBand.MINOR)
    world.add(Guardianship(guardian_id=mother.user_id, minor_id=teen.user_id))
    later, soon = world.event(title="Later", **LATER), world.event(title="Soon", **SOON)
    for event_id, who in ((later, mother), (soon, teen), (later, teen)):
        world.seat(event_id, who)
    view = await shown(mother)
    assert titles(view) == [("Soon", ["Rowan’s Pass"]), ("Later", ["Your Pass", "Rowan’s Pass"])]
    assert [who.is_open for one in view.seats for who in one.holders] == [True, False, False]
    assert view.seats[0].when == "Today, 1:00 PM – 3:00 PM ET"
    asked = await shown(mother, event=later)
    assert [one.title for one in asked.seats] == ["Later", "Soon"]
    assert titles(await shown(teen)) == [("Soon", ["Your Pass"]), ("Later", ["Your Pass"])]


async def test_who_has_no_seat_has_a_pass_for_the_chapters_events_of_today(world: World) -> None:
    tampa = world.chapter()
    ana = world.person(chapter_id=tampa)
    world.event(title="Here", chapter_id=tampa, **SOON)
    world.event(title="Next week", chapter_id=tampa, **LATER)
    world.event(title="Off", chapter_id=tampa, canceled_at=NOW, **SOON)
    elsewhere = world.event(title="Elsewhere", **SOON)
    view = await shown(ana)
    assert ([*view.seats], [one.title for one in view.today]) == ([], ["Here"])
    assert [who.is_open for one in view.today for who in one.holders] == [True]
    assert [one.title for one in (await shown(ana, event=elsewhere)).today] == ["Elsewhere"]
    assert not (await shown(world.person())).today
    world.seat(elsewhere, ana)
    view = await shown(ana)
    passes_ = [*view.seats, *view.today]
    assert [who.is_open for one in passes_ for who in one.holders] == [True, False]


async def test_nobody_else_has_a_pass(world: World) -> None:
    world.seat(world.event(**SOON), world.person())
    assert await load(VISITOR, {}) == Loaded()
    nothing = await shown(world.person())
    assert not nothing.seats
    assert not nothing.today


async def test_a_pass_is_the_one_that_the_gate_finds(world: World) -> None:
    ana, event_id = world.person(), world.event(**SOON)
    world.seat(event_id, ana)
    drawn = (await shown(ana)).seats[0].holders[0].svg
    assert drawn == passes.svg_of(passes.token_of(event_id, ana.user_id), passes.PICTURE)


async def test_a_guardian_reads_beside_the_passes_whose_waiver_is_missing(world: World) -> None:
    mother = world.person(first_name="Mo")
    teen = world.minor_of(mother)
    world.seat(world.event(needs_waiver=False, **SOON), teen)
    adult, _ = (world.add(version(form)) for form in (Form.ADULT, Form.MINOR))
    assert (await shown(mother)).waiver == ""
    later = world.event(**LATER)
    world.seat(later, teen)
    view = await shown(mother)
    assert view.waiver == "The waiver for Rowan isn’t signed yet."
    assert teen.user_id in view.sign
    world.seat(world.event(**LATER), mother)
    assert (await shown(mother)).waiver == "You and Rowan still need a signed waiver."
    assert (await shown(teen)).waiver == ""
    # Nobody signs while a lead looks at the paper, or what still holds.
    values = PaperWrite(user_id=teen.user_id, form=Form.MINOR, event_id=later)
    world.do(paper.note_paper, world.person(is_admin=True), values=values)
    assert (await shown(mother)).waiver.startswith("You")
    assert "Rowan" not in (await shown(mother)).waiver
    ends = NOW + timedelta(days=5)
    world.add(waiver_signature(version_id=adult, user_id=mother.user_id, ends_at=ends))
    assert (await shown(mother)).waiver == ""

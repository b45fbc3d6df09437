"""Waivers on a roster: who lacks one, the gate's device, papers, and what a lead says of them."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from rookiebattle.accounts.identity import SessionIdentities
from rookiebattle.core.actor import Actor
from rookiebattle.core.roles import Grant, Role
from rookiebattle.pages.admin.roster.state.gate import GateState, load
from rookiebattle.roles import service as roles
from rookiebattle.roles.schemas import GrantWrite
from rookiebattle.ui.typed import page_vars
from rookiebattle.uploads.models import Upload, UploadState
from rookiebattle.waivers.models import Form
from rookiebattle.waivers.schemas.signatures import PaperWrite
from rookiebattle.waivers.service import paper
from rookiebattle.waivers.state import SAY_WHY, WHICH_FORM, PaperState
from tests import factories
from tests.identities import bind
from tests.tab import Tab, Worker, running_worker, toast
from tests.world import World

pytestmark = pytest.mark.anyio
GATE, PAPER = page_vars(GateState), page_vars(PaperState)


@pytest.fixture
def club(world: World) -> dict[str, Actor]:
    """Ana lacks a waiver, Bea has one; Olga organizes, Ada is an administrator."""
    versions = {form: world.add(factories.waiver_version(form=form)) for form in Form}
    people = {name: world.person(game_name=name) for name in ("Ana", "Bea", "Olga")}
    people["Ada"] = world.person(is_admin=True)
    world.add(
        factories.waiver_signature(version_id=versions[Form.ADULT], user_id=people["Bea"].user_id)
    )
    return people


@pytest.fixture
def event_id(world: World, club: dict[str, Actor]) -> str:
    made = world.event(club["Olga"])
    for name in ("Ana", "Bea"):
        world.seat(made, club[name])
    return made


@pytest.fixture
async def worker(world: World) -> AsyncIterator[Worker]:
    async with running_worker() as running:
        bind(SessionIdentities())
        yield running


async def opened(worker: Worker, world: World, actor: Actor, event_id: str) -> Tab:
    tab = worker.tab(cookie=world.cookie_of(actor), path=f"/admin/events/{event_id}")
    await tab.send(GATE.show)
    return tab


def rows(tab: Tab) -> dict[str, Any]:
    return {one.name: one for one in tab.of(GateState)["shown"].rows}


async def test_the_gate_reads_who_lacks_a_waiver(
    worker: Worker, world: World, club: dict[str, Actor], event_id: str
) -> None:
    tab = await opened(worker, world, club["Olga"], event_id)
    ana, bea = rows(tab)["Ana"], rows(tab)["Bea"]
    assert (ana.waiver, ana.waiver_tone, ana.lacks_waiver) == ("No waiver", "danger", True)
    assert (bea.waiver, bea.lacks_waiver) == ("", False)
    assert not tab.of(GateState)["shown"].rights.may_photograph
    # A marshal reads the roster, and takes no waivers.
    marshal = Actor(user_id="mo", grants=(Grant(Role.MARSHAL, None, event_id),))
    view: Any = await load(marshal, {"id": event_id})
    assert {(one.name, one.waiver, one.lacks_waiver) for one in view.rows} == {
        ("Ana", "No waiver", False),
        ("Bea", "", False),
    }


async def test_an_event_that_needs_none_says_nothing(world: World, club: dict[str, Actor]) -> None:
    event_id = world.event(club["Olga"], needs_waiver=False)
    world.seat(event_id, club["Ana"])
    view: Any = await load(club["Olga"], {"id": event_id})
    assert [one.waiver for one in view.rows] == [""]


async def test_the_device_is_handed_over(
    worker: Worker, world: World, club: dict[str, Actor], event_id: str
) -> None:
    tab = await opened(worker, world, club["Olga"], event_id)
    updates = await tab.send(PAPER.hand_over, event_id=event_id, user_id=club["Ana"].user_id)
    assert "/sign?device=" in str(updates)
    await tab.send(PAPER.hand_over, event_id=event_id, user_id=club["Ada"].user_id)
    assert toast(tab)[0] == "Error"


async def test_a_paper_is_noted_with_a_photograph_and_verified_by_a_lead(
    worker: Worker, world: World, club: dict[str, Actor], event_id: str
) -> None:
    gus = world.person(game_name="Gus")
    values = GrantWrite(user_id=gus.user_id, role=Role.GATE, event_id=event_id)
    world.do(roles.give, club["Olga"], values=values)
    tab = await opened(worker, world, gus, event_id)
    assert tab.of(GateState)["shown"].rights.may_photograph
    await tab.send(PAPER.ask, event_id=event_id, user_id=club["Ana"].user_id, name="Ana")
    kept = Upload(
        user_id=gus.user_id,
        state=UploadState.CLAIMED,
        file_name="paper.webp",
        mime_type="image/webp",
    )
    sent = world.add(kept)
    claimed = {"objectPath": f"/objects/{sent}", "fileName": "paper.webp"}
    await tab.send(PAPER.take_photo, claimed=claimed)
    assert tab.of(PaperState)["noting"].photo_name == "paper.webp"
    await tab.send(PAPER.note, form={})
    assert tab.of(PaperState)["errors"] == {"form": WHICH_FORM}
    await tab.send(PAPER.note, form={"form": "adult"})
    assert (toast(tab)[0], tab.of(PaperState)["noting"].user_id) == ("Paper waiver noted", "")
    await tab.send(GATE.show_papers)
    ana = rows(tab)["Ana"]
    assert (ana.waiver, ana.waiver_tone, ana.paper) == ("Paper to verify", "warning", "")
    lead = await opened(worker, world, club["Ada"], event_id)
    (ana,) = (one for one in rows(lead).values() if one.user_id == club["Ana"].user_id)
    await lead.send(PAPER.look_at, paper_id=ana.paper)
    seen = lead.of(PaperState)["seen"]
    assert (seen.what, seen.waits) == ("Adult Waiver, version 1", "")
    assert seen.photo.startswith(f"/objects/{sent}?expires=")
    await lead.send(PAPER.verify)
    assert (toast(lead)[0], lead.of(PaperState)["seen"].id) == ("Paper waiver verified", "")


async def test_a_paper_is_refused_with_a_word(
    worker: Worker, world: World, club: dict[str, Actor], event_id: str
) -> None:
    values = PaperWrite(user_id=club["Ana"].user_id, form=Form.MINOR, event_id=event_id)
    noted = world.do(paper.note_paper, club["Olga"], values=values)
    tab = await opened(worker, world, club["Ada"], event_id)
    await tab.send(PAPER.look_at, paper_id=noted.id)
    await tab.send(PAPER.verify)
    assert toast(tab) == ("Error", paper.NOT_ASKED)
    await tab.send(PAPER.refuse, form={"because": " "})
    assert tab.of(PaperState)["errors"] == {"because": SAY_WHY}
    await tab.send(PAPER.refuse, form={"because": "The form for adults, please."})
    assert toast(tab)[0] == "Paper refused"
    await tab.send(PAPER.look_at, paper_id=noted.id)
    assert (toast(tab), tab.of(PaperState)["seen"].id) == (("Error", paper.NO_PAPER), "")
    await tab.send(PAPER.close)

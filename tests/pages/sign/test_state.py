"""The page where one signs: who is asked, the form, and the next person."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from rookiebattle import routes
from rookiebattle.accounts.identity import SessionIdentities
from rookiebattle.accounts.models import User
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import Database
from rookiebattle.pages.sign.read import SignerShown, SignShown
from rookiebattle.pages.sign.state import UNREAD, SignState, load
from rookiebattle.pages.sign.view import (
    AS_IN_ACCOUNT,
    NOTHING,
    TO_CHECK_IN,
    TO_EVENT,
    YOUR_NAME,
    SignView,
    next_of,
    view_of,
)
from rookiebattle.ui.state import ShellState
from rookiebattle.waivers.models import Form, StandingState
from rookiebattle.waivers.policy import Standing
from rookiebattle.waivers.schemas.signatures import PaperWrite
from rookiebattle.waivers.schemas.versions import WaiverRead
from rookiebattle.waivers.service import device, paper
from tests.identities import bind
from tests.reflex_internals import event_of
from tests.tab import Tab, Worker, running_worker
from tests.waivers.signers import Signers, assemble, version
from tests.world import World

pytestmark = pytest.mark.anyio
EVENT = "0d998c00-e88a-429c-9b5e-d80603237a42"
SHOW, SIGN, NAME_SIGNER, SIGN_HERE = (
    event_of(SignState.event_handlers[name])
    for name in ("show", "sign", "name_signer", "sign_here")
)


@pytest.fixture
async def worker(database: Database) -> AsyncIterator[Worker]:
    async with running_worker() as running:
        bind(SessionIdentities())
        yield running


@pytest.fixture
def signers(world: World) -> Signers:
    return assemble(world)


def filled(who: Actor, form: Form, name: str = "Mia Stone", **more: str) -> dict[str, str]:
    digest = version(form).sha256
    return {"userId": who.user_id, "sha256": digest, "form": form, "typedName": name, **more}


async def shown(worker: Worker, world: World, actor: Actor | None, path: str = "/sign") -> Tab:
    tab = worker.tab(cookie=world.cookie_of(actor) if actor else "", path=path)
    await tab.send(SHOW)
    return tab


async def test_a_mother_signs_for_herself_and_is_led_to_her_teenager(
    worker: Worker, world: World, signers: Signers
) -> None:
    tab = await shown(worker, world, signers.mia)
    view = tab.of(SignState)["shown"]
    assert [(one.name, one.state) for one in view.people] == [
        ("Me", "No waiver"),
        ("Tim", "No waiver"),
    ]
    assert (view.title, view.text.title) == ("Sign for Yourself", "Adult Waiver, version 1")
    await tab.send(SIGN, form=filled(signers.mia, Form.ADULT, "Tim Stone"))
    assert tab.of(SignState)["errors"].keys() == {"typedName"}
    await tab.send(SIGN, form=filled(signers.mia, Form.ADULT, " "))
    assert tab.of(SignState)["errors"] == {"typedName": YOUR_NAME}
    updates = await tab.send(SIGN, form=filled(signers.mia, Form.ADULT, stroke="M1 2L3 4"))
    assert signers.tim.user_id in str(updates)
    said = tab.of(ShellState)["toast"]
    assert (said.title, said.text) == ("Signed", "Next: Tim")
    again = await shown(worker, world, signers.mia, f"/sign?for={signers.mia.user_id}")
    view = again.of(SignState)["shown"]
    assert view.done.startswith("Signed. It holds until")
    assert view.pdf.endswith(".pdf")
    assert (view.chosen.name, view.text.sha256) == ("Me", "")
    assert view.hint == AS_IN_ACCOUNT.format("Mia Stone")
    teenager: Any = await load(signers.mia, {"for": signers.tim.user_id})
    assert (teenager.chosen.name, teenager.pdf, teenager.waits) == ("Tim", "", "")


async def test_a_paper_that_waits_is_said_to_be_checked(
    worker: Worker, world: World, signers: Signers
) -> None:
    for form, who in ((Form.ADULT, signers.mia), (Form.MINOR, signers.tim)):
        values = PaperWrite(user_id=who.user_id, form=form, event_id=signers.event_id)
        world.do(paper.note_paper, signers.admin, values=values)
    view = (await shown(worker, world, signers.mia)).of(SignState)["shown"]
    assert [one.state for one in view.people] == ["Being checked", "Being checked"]
    checked = "Your waiver on paper is waiting for a lead to check it."
    assert view.checked == f"{checked} You can also sign here."
    view = (await shown(worker, world, signers.tim)).of(SignState)["shown"]
    assert (view.waits, view.checked, view.asks_guardian) == (checked, "", False)


async def test_a_birth_date_is_asked_where_nobody_has_said_it(
    worker: Worker, world: World, signers: Signers
) -> None:
    world.set(User, signers.tim.user_id, birth_date=None)
    tab = await shown(worker, world, signers.mia, f"/sign?for={signers.tim.user_id}")
    assert tab.of(SignState)["shown"].asks_birth_date
    await tab.send(SIGN, form=filled(signers.tim, Form.MINOR))
    assert tab.of(SignState)["errors"].keys() == {"birthDate"}
    given = filled(signers.tim, Form.MINOR, birthDate="2010-06-01")
    await tab.send(SIGN, form=given | {"form": "other"})
    assert tab.of(ShellState)["toast"].text == UNREAD
    await tab.send(SIGN, form=filled(signers.tim, Form.MINOR, birthDate="2010-06-01"))
    assert tab.of(ShellState)["toast"].title == "Signed"


async def test_a_minor_reads_who_signs_and_a_visitor_reads_both_texts(
    worker: Worker, world: World, signers: Signers
) -> None:
    tab = await shown(worker, world, signers.tim)
    view = tab.of(SignState)["shown"]
    assert (view.waits[:15], view.asks_guardian) == ("You’re under 18", False)
    alone = await shown(worker, world, world.person(age_band="minor"))
    assert alone.of(SignState)["shown"].asks_guardian
    former: Any = await load(world.person(age_band="minor", has_family=True), {})
    assert former.asks_guardian, "nobody is the guardian anymore"
    newcomer: Any = await load(world.person(age_band=None), {})
    assert (newcomer.people, newcomer.has_texts) == ((), True)
    visitor = (await shown(worker, world, None)).of(SignState)["shown"]
    assert [one.title for one in visitor.texts] == [
        "Adult Waiver, version 1",
        "Minor Waiver, version 1",
    ]
    assert visitor.has_texts
    assert not visitor.people


async def test_a_person_without_a_login_signs_on_the_device_of_the_gate(
    worker: Worker, world: World, signers: Signers
) -> None:
    def link() -> str:
        at = {"event_id": signers.event_id, "user_id": signers.tim.user_id}
        return str(world.do(device.device_link, signers.olga, **at, back="gate"))

    path = link()
    tab = await shown(worker, world, signers.olga, path)
    view = tab.of(SignState)["shown"].device
    assert (view.name, view.back) == ("Member", f"/events/{signers.event_id}/gate")
    await tab.send(NAME_SIGNER, form={"typedName": "Somebody Else"})
    assert tab.of(SignState)["errors"].keys() == {"typedName"}
    await tab.send(NAME_SIGNER, form={"typedName": " Mia Stone "})
    view = tab.of(SignState)["shown"].device
    assert (view.typed, view.text.title) == ("Mia Stone", "Minor Waiver, version 1")
    await tab.send(SIGN_HERE, form={"stroke": "nonsense"})
    assert tab.of(ShellState)["toast"].tone == "error"
    updates = await tab.send(SIGN_HERE, form={"stroke": "M1 2L3 4"})
    assert f"/events/{signers.event_id}/gate" in str(updates)
    assert "'replace': True" in str(updates), "nobody goes back to the form"
    # Nothing of the person stays in the tab.
    assert tab.of(SignState)["shown"] == SignView()
    again = (await shown(worker, world, signers.olga, path)).of(SignState)["shown"].device
    assert again.gone.startswith("This link was used")
    stranger = (await shown(worker, world, None, link())).of(SignState)["shown"].device
    assert (stranger.name, bool(stranger.gone)) == ("", True)


async def test_a_guardian_says_the_birth_date_on_the_device(
    worker: Worker, world: World, signers: Signers
) -> None:
    world.set(User, signers.tim.user_id, birth_date=None)
    at = {"event_id": signers.event_id, "user_id": signers.tim.user_id}
    tab = await shown(worker, world, signers.olga, world.do(device.device_link, signers.olga, **at))
    await tab.send(NAME_SIGNER, form={"typedName": "Mia Stone"})
    await tab.send(SIGN_HERE, form={})
    assert tab.of(SignState)["errors"].keys() == {"birthDate"}
    updates = await tab.send(SIGN_HERE, form={"birthDate": "2010-06-01"})
    assert f"/admin/events/{signers.event_id}" in str(updates)
    assert tab.of(SignState)["errors"] == {}


@pytest.mark.parametrize(
    ("back", "leads_to"),
    [
        (f"{EVENT}/abc", (routes.entrance(EVENT, "abc"), TO_CHECK_IN)),
        (EVENT, (routes.event(EVENT), TO_EVENT)),
        (f"{EVENT}/../x", (f"{routes.ENTRANCE}/{EVENT}/..%2Fx", TO_CHECK_IN)),
        ("//elsewhere.example/abc", ("", "")),
        ("https://elsewhere.example", ("", "")),
        ("", ("", "")),
    ],
)
async def test_whoever_came_from_a_poster_or_an_event_goes_back_there(
    world: World, signers: Signers, back: str, leads_to: tuple[str, str]
) -> None:
    view: Any = await load(signers.mia, {"for": signers.tim.user_id, "back": back})
    assert (view.back, view.back_label) == leads_to
    assert all(("back=" in one.href) is bool(back) for one in view.people)


def test_a_waiver_that_ends_soon_may_be_signed_again() -> None:
    """In the evening at the club it is the next day in London."""
    night = datetime(2026, 5, 15, 2, tzinfo=UTC)
    told: dict[str, Any] = {"form": Form.ADULT, "version": 1, "html": "", "sha256": "x"}
    texts = [WaiverRead.model_construct(**told)]
    for days, states in ((29, ("", "x")), (31, ("Signed. It holds until May 14, 2026.", ""))):
        stand = Standing(Form.ADULT, StandingState.SIGNED, 1, 1, ends_at=night)
        shown = SignShown(texts, [SignerShown("u1", "Mia", stand)])
        view = view_of(shown, "", night - timedelta(days=days))
        assert (view.done, view.text.sha256) == states
        assert (view.people[0].state == "Signed") is (days == 31)
        assert next_of(shown, night - timedelta(days=days)) == ("u1" if days == 29 else "")
    withdrawn = SignShown(texts, [SignerShown("u1", "Mia", replace(stand, in_force=None))])
    assert view_of(withdrawn, "", night - timedelta(days=31)).done == NOTHING


async def test_a_mother_who_stays_at_home_is_led_back_to_the_event_of_her_teenager(
    worker: Worker, world: World, signers: Signers
) -> None:
    event_id = world.event()
    world.seat(event_id, signers.tim)
    back = f"/sign?for={signers.tim.user_id}&back="
    tab = await shown(worker, world, signers.mia, f"{back}{event_id}")
    updates = str(await tab.send(SIGN, form=filled(signers.tim, Form.MINOR)))
    assert signers.tim.user_id in updates
    assert signers.mia.user_id not in updates
    assert f"back={event_id}" in updates

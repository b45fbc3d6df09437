"""The Waivers tab: the two forms, the editor with its preview, publishing, and the list."""

from datetime import timedelta
from typing import Any

import pytest

from rookiebattle.core.actor import Actor
from rookiebattle.core.roles import Grant, Role
from rookiebattle.pages.admin.waivers.state import WaiversState, load
from rookiebattle.waivers import notice
from rookiebattle.waivers.models import Form
from rookiebattle.waivers.service import versions
from tests import factories
from tests.clocks import NOW
from tests.tab import Tab, toast
from tests.world import World

pytestmark = pytest.mark.anyio
HANDLERS = WaiversState.event_handlers
PAGE = "/admin/waivers", HANDLERS


def vars_of(tab: Tab) -> dict[str, Any]:
    return tab.of(WaiversState)


async def save(tab: Tab, **form: str) -> None:
    shown = vars_of(tab)
    values = {"recordId": shown["editing"], **shown["draft"], **form}
    await tab.send(HANDLERS["save"], form=values)


async def test_a_draft_is_written_read_and_published(world: World, ada: Actor, tab: Tab) -> None:
    assert [one.current for one in vars_of(tab)["forms"]] == ["", ""]
    await tab.send(HANDLERS["create"], of_form="adult")
    shown = vars_of(tab)
    assert (shown["is_open"], shown["title"], shown["editing"]) == (True, "Adult Waiver", "")
    assert "no legal advice" in shown["preview"]
    await tab.send(HANDLERS["follow"], form={"text": "I **play**."})
    assert vars_of(tab)["preview"] == "<p>I <strong>play</strong>.</p>\n"
    await save(tab, text="I play.", validMonths="a year")
    assert vars_of(tab)["errors"] == {"validMonths": "Please enter a number of months, such as 12"}
    await save(tab, text="I play.", validMonths="6")
    assert (toast(tab)[0], vars_of(tab)["is_open"]) == ("Version created", False)
    draft = vars_of(tab)["forms"][0].draft
    await tab.send(HANDLERS["ask_to_publish"], version_id=draft)
    question = vars_of(tab)["question"]
    assert question.title == "Publish this Adult Waiver?"
    assert question.sentences[0].startswith("No one has signed this form yet.")
    assert "who is under 18" in question.sentences[1]
    await tab.send(HANDLERS["publish"])
    card = vars_of(tab)["forms"][0]
    assert (toast(tab)[0], card.draft, card.current) == ("Published", "", draft)
    assert card.status.startswith("Version 1 since ")
    assert card.status.endswith("is good for 6 months.")
    await tab.send(HANDLERS["read"], version_id=draft)
    assert vars_of(tab)["opened"].title == "Adult Waiver, version 1"
    await tab.send(HANDLERS["keep"])
    assert vars_of(tab)["opened"].title == ""


async def test_a_form_for_minors_opens_where_its_notice_is_missing(tab: Tab) -> None:
    await tab.send(HANDLERS["create"], of_form="minor")
    assert vars_of(tab)["remark"] == ""
    await tab.send(HANDLERS["follow"], form={"text": "My child plays."})
    assert vars_of(tab)["remark"] == notice.MISSING
    await save(tab, text="My child plays.")
    draft = vars_of(tab)["forms"][1].draft
    await tab.send(HANDLERS["ask_to_publish"], version_id=draft)
    await tab.send(HANDLERS["publish"])
    shown = vars_of(tab)
    assert (toast(tab)[1], shown["errors"]) == (notice.MISSING, {"text": notice.MISSING})
    assert (shown["is_open"], shown["editing"], shown["question"].id) == (True, draft, "")
    # Nothing is drawn for a closed editor.
    await tab.send(HANDLERS["close"])
    await tab.send(HANDLERS["follow"], form={"text": "Late."})
    assert "Late" not in vars_of(tab)["preview"]


async def test_a_draft_is_deleted_after_a_question(world: World, tab: Tab) -> None:
    draft = world.add(factories.waiver_version(number=None))
    await tab.send(HANDLERS["ask"], version_id=draft)
    assert vars_of(tab)["doomed"].id == draft
    await tab.send(HANDLERS["delete"])
    assert toast(tab)[0] == "Version deleted"
    for act in ("edit", "ask", "read", "ask_to_publish"):
        await tab.send(HANDLERS[act], version_id=draft)
        assert toast(tab) == ("Error", versions.MISSING)


async def test_the_list_says_who_has_none(world: World, ada: Actor) -> None:
    north = world.chapter("North", id="north")
    world.add(factories.waiver_version(id="old", number=1, state="replaced"))
    world.add(factories.waiver_version(id="new", number=2))
    signed = {"signed_at": NOW - timedelta(days=300)}
    for name, version, ends_in in (("Ana", "old", 65), ("Bea", "new", 9), ("Cid", "new", 65)):
        world.add(factories.person(id=name, first_name=name, sort_name=name, chapter_id=north))
        ends = {**signed, "ends_at": NOW + timedelta(days=ends_in)}
        world.add(factories.waiver_signature(version_id=version, user_id=name, **ends))
    view: Any = await load(ada, {"chapterId": "north"})
    assert [(one.name, one.status, one.tone) for one in view.rows] == [
        ("Ana", "Old version", "danger"),
        ("Bea", "Ends within 30 days", "warning"),
    ]
    assert view.rows[0].about.startswith("Version 1, signed ")
    assert [(one.number, one.words, one.href) for one in view.counts] == [
        ("1", "Old version", "/admin/waivers?chapterId=north&state=outdated"),
        ("1", "Ends within 30 days", "/admin/waivers?chapterId=north&state=ending"),
    ]
    assert view.frame.csv == "/api/admin/waivers.csv?chapterId=north"
    assert [one.name for one in view.forms[0].older] == ["Version 1"]
    narrowed: Any = await load(ada, {"state": "missing"})
    assert [one.chapter for one in narrowed.rows] == [""]
    assert [one.is_shown for one in narrowed.counts] == [True, False, False]


async def test_a_lead_sees_the_list_of_their_chapter_and_no_texts(world: World) -> None:
    world.add(factories.waiver_version())
    for name in ("North", "South"):
        world.add(factories.person(first_name=name, chapter_id=world.chapter(name, id=name)))
    lead = Actor(user_id="lea", grants=(Grant(Role.LEAD, "North"),))
    view: Any = await load(lead, {})
    assert ([one.name for one in view.rows], view.forms) == (["North"], [])
    assert [one.value for one in view.chapters] == ["North"]
    # The form tells an age, which no lead reads.
    assert [one.form for one in view.rows] == ["By age"]


async def test_papers_wait_for_a_lead_who_did_not_take_them(world: World, ada: Actor) -> None:
    version = world.add(factories.waiver_version())
    olga, maya = world.person(game_name="Olga"), world.person(first_name="Maya")
    on_paper = {"signed_by": None, "typed_name": None, "signed_at": NOW}
    for taker in (olga, ada):
        paper = {**on_paper, "noted_by": taker.user_id, "event_id": world.event(olga)}
        world.add(factories.waiver_signature(version_id=version, user_id=maya.user_id, **paper))
    view: Any = await load(ada, {})
    assert {(one.name, one.what, bool(one.waits)) for one in view.papers} == {
        ("Maya", "Adult Waiver, version 1", False),
        ("Maya", "Adult Waiver, version 1", True),
    }


async def test_everybody_who_signed_is_asked_again(world: World, ada: Actor, tab: Tab) -> None:
    world.add(factories.waiver_version(id="one"))
    maya = world.person()
    world.add(factories.waiver_signature(version_id="one", user_id=maya.user_id))
    draft = world.add(factories.waiver_version(number=None))
    await tab.send(HANDLERS["ask_to_publish"], version_id=draft)
    (again, *_) = vars_of(tab)["question"].sentences
    assert again.startswith("1 person signed the version before, and will be asked to sign again")
    assert world.do(versions.people_signed, ada, form=Form.MINOR) == 0

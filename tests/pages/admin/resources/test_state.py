"""The Resources tab: its list, its form, the question before deleting, and bulk acts."""

from typing import Any

import pytest

from rookiebattle.core.actor import Actor
from rookiebattle.core.conflicts import MEANWHILE, OVERTAKEN
from rookiebattle.core.database.db import writes
from rookiebattle.pages.admin.resources.state import AdminResourcesState, load
from rookiebattle.resources import service
from rookiebattle.resources.schemas import ResourcePatch
from tests import factories
from tests.tab import Tab, toast
from tests.world import World

pytestmark = pytest.mark.anyio
HANDLERS = AdminResourcesState.event_handlers
PAGE = "/admin/resources", HANDLERS
URL = "https://docs.example.org/rules"


def vars_of(tab: Tab) -> dict[str, Any]:
    return tab.of(AdminResourcesState)


def titles(tab: Tab) -> list[str]:
    return [one.title for one in vars_of(tab)["rows"]]


def add(world: World, ada: Actor, title: str, **columns: Any) -> str:
    row = factories.resource(title, created_by=ada.user_id, **columns)
    resource_id = world.add(row)
    for word in factories.words_to_find(row):
        with world.database.unit_of_work(write=True) as session:
            session.add(word)
    return resource_id


def change(world: World, ada: Actor, resource_id: str, **values: Any) -> None:
    """Another administrator changes the resource."""
    theirs = ResourcePatch.model_validate(values)
    world.do(service.update_resource, ada, resource_id=resource_id, values=theirs)


async def save(tab: Tab, **form: Any) -> None:
    await tab.send(HANDLERS["save"], form={"recordId": vars_of(tab)["editing"], **form})


async def test_the_address_says_what_is_listed(world: World, ada: Actor) -> None:
    add(world, ada, "Core Rules", category="rules")
    add(world, ada, "Core Drills", is_public=False)
    add(world, ada, "Waiver", category="forms")
    view: Any = await load(ada, {"q": "core", "visibility": "members"})
    assert [one.title for one in view.rows] == ["Core Drills"]
    assert view.frame.count == "1 resource"
    assert view.frame.csv == "/api/admin/resources.csv?q=core&visibility=members"
    view = await load(ada, {"sort": "last-title", "category": "nonsense"})
    assert [one.title for one in view.rows] == ["Waiver", "Core Rules", "Core Drills"]


async def test_a_resource_is_added(tab: Tab) -> None:
    await tab.send(HANDLERS["create"])
    shown = vars_of(tab)
    assert (shown["is_open"], shown["draft"]["category"], shown["draft"]["isPublic"]) == (
        True,
        "training",
        True,
    )
    await save(tab, title="Rules", externalUrl=URL, category="rules", field_isPublic=False)
    assert toast(tab) == ("Resource created", "")
    shown = vars_of(tab)
    assert not shown["is_open"]
    assert [(one.title, one.category, one.is_public) for one in shown["rows"]] == [
        ("Rules", "Rules", False)
    ]


async def test_the_form_stays_open_with_the_sentence_at_its_field(tab: Tab) -> None:
    await tab.send(HANDLERS["create"])
    await save(tab, title=" ", externalUrl="javascript:alert(1)", category="rules")
    assert toast(tab) == ("Error", "Title is required")
    shown = vars_of(tab)
    assert shown["is_open"]
    assert shown["errors"] == {"title": "Title is required", "externalUrl": "Must be a valid URL"}
    assert shown["rows"] == []


async def test_a_resource_is_changed(world: World, ada: Actor, tab: Tab) -> None:
    resource_id = add(world, ada, "Rules", description="Old")
    await tab.send(HANDLERS["edit"], resource_id=resource_id)
    draft = vars_of(tab)["draft"]
    assert (draft["title"], draft["description"]) == ("Rules", "Old")
    form = {"title": "Core Rules", "description": "", "externalUrl": URL, "category": "rules"}
    await save(tab, **form, isPublic="on")
    assert toast(tab) == ("Resource updated", "")
    (row,) = vars_of(tab)["rows"]
    assert (row.title, row.description, row.is_public) == ("Core Rules", "", True)


async def test_what_another_administrator_changed_meanwhile_is_kept(
    world: World, ada: Actor, tab: Tab
) -> None:
    resource_id = add(world, ada, "Rules", description="Old")
    await tab.send(HANDLERS["edit"], resource_id=resource_id)
    change(world, ada, resource_id, description="New", category="forms")
    form = {"title": "Core Rules", "description": "Old", "externalUrl": factories.DOCUMENT}
    await save(tab, **form, category="training", isPublic="on")
    (row,) = vars_of(tab)["rows"]
    assert (row.title, row.description, row.category) == ("Core Rules", "New", "Forms & Documents")


async def test_a_resource_that_is_hidden_while_it_is_saved_stays_hidden(
    world: World, ada: Actor, tab: Tab, monkeypatch: pytest.MonkeyPatch
) -> None:
    resource_id = add(world, ada, "Rules")
    update = service.update_resource

    @writes
    def updating(session: Any, actor: Actor, **values: Any) -> Any:
        service.set_visibility(session, ada, resource_ids=[resource_id], is_public=False)
        return update(session, actor, **values)

    await tab.send(HANDLERS["edit"], resource_id=resource_id)
    monkeypatch.setattr(service, "update_resource", updating)
    await save(tab, **vars_of(tab)["draft"] | {"title": "Core Rules"})
    (row,) = vars_of(tab)["rows"]
    assert (row.title, row.is_public) == ("Core Rules", False)


async def test_of_a_change_meanwhile_the_second_is_told_and_may_keep_theirs(
    world: World, ada: Actor, tab: Tab
) -> None:
    resource_id = add(world, ada, "Rules", description="Old")
    await tab.send(HANDLERS["edit"], resource_id=resource_id)
    change(world, ada, resource_id, title="Their Rules", description="Theirs")
    mine = vars_of(tab)["draft"] | {"title": "My Rules"}
    await save(tab, **mine)
    assert toast(tab) == ("Error", OVERTAKEN.format(thing="resource"))
    shown = vars_of(tab)
    assert (shown["errors"], shown["is_open"]) == ({"title": MEANWHILE}, True)
    # The description was not told of, so a change of it is refused once as well.
    await save(tab, **mine | {"description": "Mine"})
    assert vars_of(tab)["errors"] == {"description": MEANWHILE}
    await save(tab, **mine | {"description": "Mine"})
    assert toast(tab) == ("Resource updated", "")
    (row,) = vars_of(tab)["rows"]
    assert (row.title, row.description) == ("My Rules", "Mine")


async def test_a_form_of_another_record_changes_nothing(world: World, ada: Actor, tab: Tab) -> None:
    first, second = add(world, ada, "First"), add(world, ada, "Second")
    await tab.send(HANDLERS["edit"], resource_id=first)
    form = {"recordId": second, "title": "Typed", "externalUrl": URL}
    await tab.send(HANDLERS["save"], form=form)
    assert "open the form again" in toast(tab)[1]
    await tab.send(HANDLERS["show"])
    assert titles(tab) == ["First", "Second"]


async def test_deleting_asks_first_and_names_the_resource(
    world: World, ada: Actor, tab: Tab
) -> None:
    resource_id = add(world, ada, "Rules")
    await tab.send(HANDLERS["ask"], resource_id=resource_id)
    assert vars_of(tab)["doomed"].name == "Rules"
    await tab.send(HANDLERS["keep"])
    assert vars_of(tab)["doomed"].id == ""
    await tab.send(HANDLERS["ask"], resource_id=resource_id)
    await tab.send(HANDLERS["delete"])
    assert toast(tab) == ("Resource deleted", "")
    assert (titles(tab), vars_of(tab)["doomed"].id) == ([], "")


async def test_what_is_gone_meanwhile_is_told(world: World, ada: Actor, tab: Tab) -> None:
    resource_id = add(world, ada, "Rules")
    await tab.send(HANDLERS["ask"], resource_id=resource_id)
    for _ in range(2):
        await tab.send(HANDLERS["delete"])
    assert toast(tab) == ("Error", "This resource doesn’t exist.")
    await tab.send(HANDLERS["edit"], resource_id=resource_id)
    assert not vars_of(tab)["is_open"]


async def test_chosen_resources_are_hidden_together(world: World, ada: Actor, tab: Tab) -> None:
    first, second = add(world, ada, "First"), add(world, ada, "Second")
    form = {f"chosen-{first}": "on", f"chosen-{second}": "on", "visibility": "members"}
    await tab.send(HANDLERS["publish"], form=form)
    assert toast(tab) == ("2 resources changed", "")
    shown = vars_of(tab)
    assert [one.is_public for one in shown["rows"]] == [False, False]
    assert shown["done"] == 1
    await tab.send(HANDLERS["publish"], form={"visibility": "public"})
    assert toast(tab) == ("Error", "Select at least one resource.")
    assert vars_of(tab)["done"] == 1


async def test_undo_shows_again_what_was_hidden_together_and_nothing_else(
    world: World, ada: Actor, tab: Tab
) -> None:
    first, before = add(world, ada, "First"), add(world, ada, "Hidden before")
    hide = {"visibility": "members"}
    await tab.send(HANDLERS["publish"], form={f"chosen-{before}": "on"} | hide)
    both = {f"chosen-{first}": "on", f"chosen-{before}": "on"}
    await tab.send(HANDLERS["publish"], form=both | hide)
    assert toast(tab) == ("1 resource changed", "")
    await tab.send(HANDLERS["undo"])
    assert toast(tab) == ("Undone", "")
    assert {one.id: one.is_public for one in vars_of(tab)["rows"]} == {first: True, before: False}

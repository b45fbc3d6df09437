"""The import's page: the dry run that its address asks for, and the import itself."""

from typing import Any

import pytest

from rookiebattle.core import kept_files
from rookiebattle.core.actor import Actor
from rookiebattle.events import importing as events
from rookiebattle.members import importing as members
from rookiebattle.pages.admin.imports.state import ImportState, load
from rookiebattle.pages.admin.imports.view import NO_FAMILIES, WAITS
from rookiebattle.ui.state import ShellState
from tests.events.calendars import calendar, entry
from tests.tab import Tab
from tests.world import World

pytestmark = pytest.mark.anyio
HANDLERS = ImportState.event_handlers
PAGE = "/admin/import", HANDLERS
MEMBERS = (
    "Email;First name;Last name;Shoe size\nnell@example.org;Nell;Nu\u00f1ez;9\n"
    "here@example.org;Maya;Diaz;8\nbad;Bo;Lee;7\n"
).encode("cp1252")
EVENTS = calendar(
    entry("week", DTSTART="20260319T180000", DURATION="PT2H", RRULE="FREQ=WEEKLY;COUNT=6"),
    entry("past", DTSTART="20200319T180000"),
)


def kept(world: World, ada: Actor, kind: kept_files.FileKind[Any], content: bytes) -> str:
    packed = world.do(kept_files.examine, ada, kind=kind, content=content)
    return world.do(kept_files.keep, ada, kind=kind, name="club.csv", packed=packed).id


def vars_of(tab: Tab) -> dict[str, Any]:
    return tab.of(ImportState)


async def test_the_dry_run_of_members_is_what_the_address_asks_for(
    world: World, ada: Actor
) -> None:
    world.person(email="here@example.org", first_name="Maya", last_name="Ortiz")
    file_id = kept(world, ada, members.KIND, MEMBERS)
    view: Any = await load(ada, {"file": file_id})
    assert [(one.place, one.title, one.verdict) for one in view.rows] == [
        ("Row 2", "Nell Nu\u00f1ez", "New member"),
        ("Row 3", "Maya Diaz", "Already here"),
        ("Row 4", "Bo Lee", "Problem"),
    ]
    assert view.rows[2].details == ["Invalid email address"]
    assert [one.number for one in view.tiles] == ["1", "0", "1", "1"]
    assert (view.act, view.new, view.changed) == ("Import 1 Member", 1, 0)
    assert "Windows-1252, with cells separated by semicolons" in view.about[0]
    assert view.about[2:] == ["Not imported: Shoe size."]
    view = await load(ada, {"file": file_id, "existing": "update", "show": "changed"})
    assert view.act == "Import 1 and Update 1 Member"
    assert view.rows[0].details == ["Changes: Last name"]
    assert view.frame.count == "1 row"
    assert view.frame.csv == (
        f"/api/admin/users/imports/{file_id}/rows.csv?existing=update&verdict=changed"
    )
    assert view.frame.widened == f"/admin/import?existing=update&file={file_id}"


async def test_the_import_waits_until_each_unknown_chapter_is_answered(
    world: World, ada: Actor
) -> None:
    tampa, ocala = (
        world.chapter("Tidewall Dojo", city="Tampa"),
        world.chapter("Ocala", city="Ocala"),
    )
    content = b"Email,First name,Last name,Chapter\nana@example.org,Ana,Ash,TAMPA\n"
    file_id = kept(world, ada, members.KIND, content)
    view: Any = await load(ada, {"file": file_id})
    (asked,) = view.unknown
    assert asked.name == "for tampa"
    assert asked.label == (
        "There is no chapter “TAMPA” (1 row). Did you mean Tidewall Dojo (Tampa)?"
    )
    assert [one.value for one in asked.options] == [tampa, ocala, "none"]
    assert (view.act, view.waits) == ("", WAITS)
    view = await load(ada, {"file": file_id, "for tampa": tampa, "for " + "x" * 300: tampa})
    assert (view.act, view.waits, view.rows[0].details) == ("Import 1 Member", "", [])
    assert "chapters=%7B%22tampa%22" in view.frame.csv


async def test_the_dry_run_of_events_is_what_the_address_asks_for(world: World, ada: Actor) -> None:
    austin = world.chapter("Austin", time_zone="America/Chicago")
    file_id = kept(world, ada, events.KIND, EVENTS)
    view: Any = await load(ada, {"of": "events", "file": file_id, "chapter": austin})
    assert [(one.verdict, one.details) for one in view.rows] == [
        ("New", ["6 events, every Thursday"]),
        ("Over", ["It has no length, so it lasts two hours"]),
    ]
    assert view.rows[0].more == "Thu, Mar 19, 6:00 PM \u2013 8:00 PM CT"
    assert (view.act, view.chapters[0].label) == ("Import 6 Events", "Austin")
    view = await load(ada, {"of": "events", "file": file_id, "past": "taken"})
    assert view.act == "Import 7 Events"
    view = await load(ada, {"of": "events", "file": file_id, "chapter": "nonsense"})
    assert "choose it again" in view.gone


async def test_a_file_that_is_gone_is_told(ada: Actor) -> None:
    for file_id in ("nonsense", "5f0a3a3e-0000-4000-8000-000000000000"):
        view: Any = await load(ada, {"file": file_id})
        assert (view.file, "choose it again" in view.gone) == ("", True)


async def test_members_are_imported_if_the_numbers_are_still_true(
    world: World, ada: Actor, tab: Tab
) -> None:
    file_id = kept(world, ada, members.KIND, MEMBERS)
    await tab.send(HANDLERS["bring_members"], file_id=file_id, new=7, changed=0)
    toast = tab.of(ShellState)["toast"]
    assert (toast.title, "Something has changed" in toast.text) == ("Error", True)
    assert vars_of(tab)["done"].title == ""
    tab.path = f"/admin/import?file={file_id}"
    await tab.send(HANDLERS["show"])
    await tab.send(HANDLERS["bring_members"], file_id=file_id, new=2, changed=0)
    done = vars_of(tab)["done"]
    assert done.title == "2 members added"
    assert done.text.startswith("1 row with problems was left out. Fix them in the file")
    # The address of the dry run is loaded late.
    await tab.send(HANDLERS["show"])
    tab.path = "/admin/import"
    await tab.send(HANDLERS["show"])
    assert vars_of(tab)["done"].title == "2 members added"
    await tab.send(HANDLERS["show"])
    assert vars_of(tab)["done"].title == ""
    await tab.send(HANDLERS["bring_members"], file_id=file_id, new=2, changed=0)
    assert "choose it again" in tab.of(ShellState)["toast"].text


async def test_events_are_imported(world: World, ada: Actor, tab: Tab) -> None:
    file_id = kept(world, ada, events.KIND, EVENTS)
    await tab.send(HANDLERS["bring_events"], file_id=file_id, new=6)
    done = vars_of(tab)["done"]
    assert (done.title, done.href) == ("6 events added", "/events?month=2026-03")


async def test_a_file_that_names_guardians_connects_nobody(world: World, ada: Actor) -> None:
    rows = (
        b"Email,First name,Last name,Guardian,Date of Birth\nt@example.org,T,Lee,Pat,2011-05-04\n"
    )
    view: Any = await load(ada, {"file": kept(world, ada, members.KIND, rows)})
    assert view.about[-2:] == ["Not imported: Guardian, Date of Birth.", NO_FAMILIES]

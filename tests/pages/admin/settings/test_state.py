"""The Settings tab: the notifications, their form, and the question before deleting."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from rookiebattle.core.actor import Actor
from rookiebattle.core.conflicts import MEANWHILE, OVERTAKEN
from rookiebattle.core.roles import Grant, Role
from rookiebattle.notifications import service
from rookiebattle.notifications.models import Notification
from rookiebattle.notifications.schemas import NotificationPatch
from rookiebattle.pages.admin.settings.state import SettingsState, load
from tests.clocks import NOW
from tests.tab import Tab, opened, toast
from tests.world import World

pytestmark = pytest.mark.anyio
HANDLERS = SettingsState.event_handlers
PAGE = "/admin/settings", HANDLERS
NEW = {"title": "Park moved", "message": "Meet at the pavilion.", "type": "info"}


def vars_of(tab: Tab) -> dict[str, Any]:
    return tab.of(SettingsState)


def stored(world: World, id_: str) -> Notification:
    return world.get(Notification, id_)


def change(world: World, ada: Actor, id_: str, **values: Any) -> None:
    """Another administrator changes the notification."""
    theirs = NotificationPatch.model_validate(values)
    world.do(service.update_notification, ada, notification_id=id_, values=theirs)


async def save(tab: Tab, **form: Any) -> None:
    shown = vars_of(tab)
    opened = {**shown["draft"], "recordId": shown["editing"]}
    await tab.send(HANDLERS["save"], form=opened | form)


async def test_a_notification_is_added_until_the_end_of_a_day_here(world: World, tab: Tab) -> None:
    await tab.send(HANDLERS["create"])
    draft = vars_of(tab)["draft"]
    assert (draft["type"], draft["targetType"], draft["isActive"]) == ("info", "all", True)
    await save(tab, **NEW, targetType="all", expiresAt="2026-07-04")
    assert toast(tab) == ("Notification created", "")
    (row,) = vars_of(tab)["rows"]
    assert (row.title, row.status, row.target, row.chapter) == (
        "Park moved",
        "Active",
        "System-wide",
        "",
    )
    assert row.expires == "Sat, Jul 4"
    assert stored(world, row.id).expires_at == datetime(2026, 7, 5, 3, 59, 59, tzinfo=UTC)
    await tab.send(HANDLERS["edit"], notification_id=row.id)
    assert vars_of(tab)["draft"]["expiresAt"] == "2026-07-04"


async def test_each_wrong_field_has_its_sentence(tab: Tab) -> None:
    await tab.send(HANDLERS["create"])
    await save(tab, title="", message="")
    assert vars_of(tab)["errors"] == {
        "title": "Title is required",
        "message": "Message is required",
    }
    await save(tab, **NEW, targetType="chapter", chapterId="")
    assert vars_of(tab)["errors"] == {"chapterId": "Chapter is required"}
    await save(tab, **NEW, expiresAt="soon")
    assert "expiresAt" in vars_of(tab)["errors"]
    assert vars_of(tab)["is_open"]


async def test_a_chapter_is_dropped_when_everybody_is_told(world: World, tab: Tab) -> None:
    chapter_id = world.chapter("Tampa")
    id_ = world.notification(target_type="chapter", chapter_id=chapter_id)
    await tab.send(HANDLERS["edit"], notification_id=id_)
    await save(tab, targetType="all", chapterId=chapter_id)
    assert stored(world, id_).chapter_id is None


async def test_a_notification_of_a_deleted_chapter_can_be_changed(world: World, tab: Tab) -> None:
    id_ = world.notification(target_type="chapter", chapter_id=None)
    await tab.send(HANDLERS["show"])
    (row,) = vars_of(tab)["rows"]
    assert (row.target, row.chapter) == ("Chapter-specific", "Unknown Chapter")
    await tab.send(HANDLERS["edit"], notification_id=id_)
    await save(tab, title="Still here")
    assert toast(tab) == ("Notification updated", "")
    assert stored(world, id_).title == "Still here"


async def test_a_notification_is_turned_off_and_on(world: World, tab: Tab) -> None:
    id_ = world.notification()
    await tab.send(HANDLERS["edit"], notification_id=id_)
    await save(tab, isActive=False, field_isActive=False)
    assert (vars_of(tab)["rows"][0].status, stored(world, id_).is_active) == ("Inactive", False)


async def test_an_instant_that_the_form_cannot_show_stays(world: World, tab: Tab) -> None:
    noon = datetime(2026, 7, 4, 16, tzinfo=UTC)
    id_ = world.notification(expires_at=noon)
    await tab.send(HANDLERS["edit"], notification_id=id_)
    await save(tab, title="New words")
    assert (stored(world, id_).title, stored(world, id_).expires_at) == ("New words", noon)


async def test_of_a_change_meanwhile_the_second_is_told_and_may_keep_theirs(
    world: World, ada: Actor, tab: Tab
) -> None:
    # An instant that the form cannot show, so that it would not read it as the form writes it.
    id_ = world.notification(title="Old", expires_at=datetime(2026, 7, 4, 16, tzinfo=UTC))
    await tab.send(HANDLERS["edit"], notification_id=id_)
    change(world, ada, id_, expiresAt="2026-07-05T12:00:00Z", isActive=False)
    mine = {"expiresAt": "2026-07-09", "title": "Mine"}
    await save(tab, **mine)
    assert toast(tab) == ("Error", OVERTAKEN.format(thing="notification"))
    assert (vars_of(tab)["errors"], vars_of(tab)["is_open"]) == ({"expiresAt": MEANWHILE}, True)
    await save(tab, **mine)
    assert (toast(tab), vars_of(tab)["is_open"]) == (("Notification updated", ""), False)
    now = stored(world, id_)
    assert (now.title, now.is_active) == ("Mine", False)
    assert now.expires_at == datetime(2026, 7, 10, 3, 59, 59, tzinfo=UTC)


async def test_a_target_is_changed_with_its_chapter(world: World, ada: Actor, tab: Tab) -> None:
    tampa, miami = world.chapter("Tampa"), world.chapter("Miami")
    id_ = world.notification(target_type="chapter", chapter_id=tampa)
    await tab.send(HANDLERS["edit"], notification_id=id_)
    change(world, ada, id_, targetType="all")
    await save(tab, chapterId=miami)
    assert vars_of(tab)["errors"] == dict.fromkeys(("targetType", "chapterId"), MEANWHILE)
    await save(tab, chapterId=miami)
    assert (stored(world, id_).target_type, stored(world, id_).chapter_id) == ("chapter", miami)


async def test_deleting_asks_first(world: World, tab: Tab) -> None:
    id_ = world.notification(title="Old")
    await tab.send(HANDLERS["ask"], notification_id=id_)
    assert vars_of(tab)["doomed"].name == "Old"
    await tab.send(HANDLERS["delete"])
    assert toast(tab) == ("Notification deleted", "")
    assert vars_of(tab)["rows"] == []


async def test_the_address_says_what_is_listed(world: World, ada: Actor) -> None:
    world.notification(title="Over", expires_at=NOW)
    world.notification(title="Off", is_active=False)
    world.notification(title="Shown", type="warning")
    listed = {}
    for query in ({"standing": "expired"}, {"standing": "inactive"}, {"type": "warning"}):
        view: Any = await load(ada, query)
        listed[next(iter(query.values()))] = [one.title for one in view.rows]
    assert listed == {"expired": ["Over"], "inactive": ["Off"], "warning": ["Shown"]}
    view = await load(ada, {"sort": "oldest", "q": "o"})
    assert view.frame.csv == "/api/admin/notifications.csv?q=o&sort=oldest"
    (over, *_others) = view.rows
    assert (over.status, over.tone) == ("Ended", "neutral")


async def test_an_email_goes_with_it_once(world: World, tab: Tab) -> None:
    world.person(email="tess@example.org", issuer="i", subject="tess")
    await tab.send(HANDLERS["create"])
    await save(tab, **NEW, targetType="all", alsoEmail="on")
    assert toast(tab) == ("Notification saved", "1 email will go out in ten minutes.")
    (row,) = vars_of(tab)["rows"]
    await tab.send(HANDLERS["edit"], notification_id=row.id)
    assert vars_of(tab)["draft"]["emailed"] == "Emailed on Sat, Mar 14."
    await save(tab, title="Park moved again")
    assert toast(tab) == ("Notification updated", "")


async def test_a_lead_is_offered_the_chapter_alone(world: World) -> None:
    tampa, _miami = world.chapter("Tampa"), world.chapter("Miami")
    lead = replace(world.person(), grants=(Grant(Role.LEAD, tampa),))
    async with opened(lead, "/admin/settings", HANDLERS["show"]) as tab:
        await tab.send(HANDLERS["create"])
        seen = vars_of(tab)
        assert [one.value for one in seen["aims"]] == ["chapter"]
        assert [one.value for one in seen["targets"]] == [tampa]
        assert (seen["draft"]["targetType"], seen["draft"]["chapterId"]) == ("chapter", tampa)

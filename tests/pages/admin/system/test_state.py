"""The page of the machine room: what it shows, and its buttons."""

from datetime import timedelta
from typing import Any

import pytest

from rookiebattle.core.actor import VISITOR
from rookiebattle.core.jobs import leases
from rookiebattle.core.jobs.leases import TOPIC
from rookiebattle.core.pushing import live
from rookiebattle.pages.admin.system.state import SystemState, load
from rookiebattle.ui.views import Loaded
from tests.tab import Tab, toast
from tests.world import World

pytestmark = pytest.mark.anyio
HANDLERS = SystemState.event_handlers
PAGE = "/admin/system", HANDLERS


def job_of(tab: Tab, name: str) -> Any:
    return next(one for one in tab.of(SystemState)["shown"].jobs if one.name == name)


async def test_a_job_is_started_and_the_page_is_told_how_it_ends(tab: Tab, world: World) -> None:
    assert job_of(tab, "reminders").result == "Not yet"
    await tab.send(HANDLERS["start"], name="reminders")
    assert toast(tab) == ("The job is starting", "")
    assert job_of(tab, "reminders").result == "Starting"
    live._subscriptions._due.clear()
    world.do(leases.take, VISITOR, name="reminders", every=timedelta(minutes=5))
    assert TOPIC in live._subscriptions._due
    assert tab.token in live._subscriptions.subscribers([TOPIC])
    await tab.send(HANDLERS["show"])
    assert job_of(tab, "reminders").result == "Running"


async def test_an_unknown_job_gets_a_sentence(tab: Tab) -> None:
    await tab.send(HANDLERS["start"], name="nothing")
    assert toast(tab) == ("Error", "No job has this name.")


async def test_failed_webhooks_are_handled_again(tab: Tab, world: World) -> None:
    await tab.send(HANDLERS["replay"])
    assert toast(tab) == ("Retrying the webhooks", "")
    assert world.actions() == ["webhook.replayed"]


async def test_others_get_nothing(world: World) -> None:
    assert await load(world.person(), {}) == Loaded()

"""The profile form through the real gate."""

from typing import Any

import pytest

from rookiebattle import routes
from rookiebattle.accounts.models import User
from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import Database
from rookiebattle.core.errors import Unavailable
from rookiebattle.members import service
from rookiebattle.members.state.profile import ProfileFormState
from rookiebattle.members.wording import NOT_UPDATED
from rookiebattle.pages.account.page import account
from rookiebattle.pages.home.page import home
from rookiebattle.ui.state import ShellState
from tests.members.club import Maya
from tests.tab import Tab, Worker, worker_for

pytestmark = pytest.mark.anyio


def typed(**values: Any) -> dict[str, Any]:
    form = {"firstName": "May", "lastName": "Ruiz", "gameName": "Gale", "bio": "One.\r\n\r\nTwo."}
    return {**form, "chapterId": "none", **values}


def stored(database: Database, maya: Maya) -> User:
    with database.unit_of_work(write=False) as session:
        return session.get_one(User, maya.actor.user_id)


async def opened(worker: Worker, actor: Actor) -> Tab:
    tab = worker.tab(cookie=actor.user_id)
    await tab.send(ProfileFormState.event_handlers["edit"])
    return tab


async def save(tab: Tab, form: dict[str, Any]) -> dict[str, Any]:
    await tab.send(ProfileFormState.event_handlers["save"], form=form)
    return tab.of(ProfileFormState)


async def test_the_form_opens_with_what_is_stored_and_every_chapter(maya: Maya) -> None:
    async with worker_for(maya.actor) as worker:
        form = (await opened(worker, maya.actor)).of(ProfileFormState)
    draft = form["draft"]
    assert form["is_open"]
    assert (draft.first_name, draft.last_name, draft.game_name) == ("Maya", "Ortiz", "Storm")
    assert (draft.bio, draft.chapter_id) == ("Since 2019.", maya.chapter_id)
    assert [one.label for one in form["chapters"]] == [
        *("No Chapter", "Miami - Miami, FL", "Tampa - Tampa, FL")
    ]


@pytest.mark.parametrize(("path", "page"), [(routes.HOME, home), (routes.ACCOUNT, account)])
@pytest.mark.each_database
async def test_a_form_left_open_is_closed_when_its_page_opens_again(
    maya: Maya, path: str, page: Any
) -> None:
    async with worker_for(maya.actor) as worker:
        tab = await opened(worker, maya.actor)
        tab.path = path
        await tab.open(page)
        assert not tab.of(ProfileFormState)["is_open"]


async def test_saving_replaces_the_profile_closes_the_form_and_says_so(
    some_database: Database, maya: Maya
) -> None:
    async with worker_for(maya.actor) as worker:
        tab = await opened(worker, maya.actor)
        form = await save(tab, typed(firstName="  May ", gameName="   "))
        toast = tab.of(ShellState)["toast"]
    assert not form["is_open"]
    assert (toast.title, toast.text, toast.tone) == (
        "Profile Updated",
        "Your profile has been successfully updated.",
        "success",
    )
    now = stored(some_database, maya)
    assert (now.first_name, now.game_name, now.chapter_id) == ("May", None, None)


@pytest.mark.parametrize(
    ("change", "errors"),
    [
        ({"firstName": "x" * 256}, {"firstName": "First name may have at most 255 characters"}),
        ({"bio": "x" * 2001}, {"bio": "Bio may have at most 2000 characters"}),
        ({"chapterId": "junk"}, {"chapterId": "Chapter id is not a valid id"}),
        (
            {"chapterId": "00000000-0000-4000-8000-000000000000"},
            {"chapterId": "This chapter doesn’t exist"},
        ),
        (
            {"lastName": "x" * 256, "gameName": "a\u0000"},
            {
                "lastName": "Last name may have at most 255 characters",
                "gameName": "Game name may not contain control characters",
            },
        ),
    ],
)
async def test_bad_input_keeps_the_form_open_with_a_sentence_at_each_field(
    some_database: Database, maya: Maya, change: dict[str, str], errors: dict[str, str]
) -> None:
    async with worker_for(maya.actor) as worker:
        tab = await opened(worker, maya.actor)
        form = await save(tab, typed(**change))
        toast = tab.of(ShellState)["toast"]
        assert form["is_open"]
        assert form["errors"] == errors
        assert (toast.title, toast.text, toast.tone) == ("Error", NOT_UPDATED, "error")
        assert stored(some_database, maya).first_name == "Maya"
        assert (await save(tab, typed()))["errors"] == {}


async def test_a_failed_database_keeps_the_form_open(
    some_database: Database, maya: Maya, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_args: Any, **_values: Any) -> None:
        raise Unavailable

    monkeypatch.setattr(service, "update_profile", broken)
    async with worker_for(maya.actor) as worker:
        tab = await opened(worker, maya.actor)
        form = await save(tab, typed())
        assert form["is_open"]
        assert tab.of(ShellState)["toast"].text == NOT_UPDATED
    assert stored(some_database, maya).first_name == "Maya"


@pytest.mark.parametrize("form", [{}, {"firstName": "May"}])
async def test_half_a_form_empties_nothing(
    some_database: Database, maya: Maya, form: dict[str, str]
) -> None:
    async with worker_for(maya.actor) as worker:
        await save(await opened(worker, maya.actor), form)
    assert stored(some_database, maya).game_name == "Storm"

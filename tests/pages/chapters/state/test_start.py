"""The form to start a chapter, over the websocket."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
import sqlalchemy as sa

from rookiebattle.accounts.models import User
from rookiebattle.chapters import requests
from rookiebattle.chapters.models import ChapterRequest
from rookiebattle.core.database.db import Database
from rookiebattle.core.limits import Limiter
from rookiebattle.core.mail.outbox_table import OutboxLetter
from rookiebattle.pages.chapters import state as start_state
from rookiebattle.ui.forms import TRAP
from rookiebattle.ui.state import ShellState
from rookiebattle.ui.typed import page_vars
from tests.identities import anybody
from tests.tab import Tab, Worker, worker_of

pytestmark = pytest.mark.anyio
State = page_vars(start_state.StartChapterState)
FORM = {
    "name": "Amara",
    "email": "amara@example.org",
    "city": "Ocala",
    "message": "Five of us.",
    TRAP: "",
}


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Resets the limit, as if nobody had written from this address."""
    monkeypatch.setattr(requests, "_addresses", Limiter(requests.MOST_PER_ADDRESS, 3600))


@pytest.fixture
async def worker(database: Database) -> AsyncIterator[Worker]:
    async with worker_of(anybody) as running:
        yield running


def stored(database: Database) -> list[ChapterRequest]:
    with database.unit_of_work(write=False) as session:
        return list(session.scalars(sa.select(ChapterRequest)))


async def send(tab: Tab, **values: Any) -> tuple[str, str]:
    await tab.send(State.open)
    await tab.send(State.send, form=FORM | values)
    toast = tab.of(ShellState)["toast"]
    return toast.title, toast.text


async def test_a_visitor_writes_and_the_dialog_closes(worker: Worker, database: Database) -> None:
    tab = worker.tab(path="/chapters")
    assert await send(tab) == (start_state.DONE, start_state.DONE_TEXT)
    assert not tab.of(State)["is_open"]
    assert [one.city for one in stored(database)] == ["Ocala"]


async def test_a_member_need_not_type_who_they_are(worker: Worker, database: Database) -> None:
    with database.unit_of_work(write=True) as session:
        person = User(
            first_name="Theo", last_name="Marsh", game_name="Oak", email="theo@example.org"
        )
        session.add(person)
        session.flush()
    tab = worker.tab(path="/chapters", cookie=person.id)
    await tab.send(State.open)
    assert tab.of(State)["sender"] == start_state.Sender("Theo Marsh", "theo@example.org")
    await tab.send(State.send, form=FORM)
    assert stored(database)[0].user_id == person.id


async def test_a_wrong_form_stays_open_with_a_sentence_at_its_field(
    worker: Worker, database: Database
) -> None:
    tab = worker.tab(path="/chapters")
    assert await send(tab, email="nobody", message="") == ("", ""), "the fields say it"
    page = tab.of(State)
    assert page["is_open"]
    assert page["errors"] == {"email": "Invalid email address", "message": "Message is required"}
    assert stored(database) == []


async def test_a_message_in_the_trap_is_kept_apart(worker: Worker, database: Database) -> None:
    tab = worker.tab(path="/chapters")
    assert (await send(tab, **{TRAP: "https://spam.example"}))[0] == start_state.DONE
    (one,) = stored(database)
    assert (one.city, one.message, one.is_suspicious) == ("Ocala", "Five of us.", True)
    with database.unit_of_work(write=False) as session:
        assert session.scalar(sa.select(sa.func.count()).select_from(OutboxLetter)) == 0


async def test_what_the_form_does_not_ask_for_is_left_out(
    worker: Worker, database: Database
) -> None:
    tab = worker.tab(path="/chapters")
    assert (await send(tab, user_id="someone", field_name="Amara"))[0] == start_state.DONE
    assert [(one.name, one.user_id) for one in stored(database)] == [("Amara", None)]


async def test_too_many_messages_are_refused_and_the_words_stay(
    worker: Worker, database: Database
) -> None:
    tab = worker.tab(path="/chapters")
    for number in range(3):
        await send(tab, message=f"We are {number}.")
    assert (await send(tab))[1].startswith("We have your messages and will reply")
    assert tab.of(State)["is_open"]
    assert len(stored(database)) == 3


async def test_the_same_message_twice_is_one_and_is_thanked_for_both_times(
    worker: Worker, database: Database
) -> None:
    tab = worker.tab(path="/chapters")
    for _ in range(3):
        assert await send(tab) == (start_state.DONE, start_state.DONE_TEXT)
    assert len(stored(database)) == 1


async def test_messages_in_my_name_from_elsewhere_do_not_silence_me(
    worker: Worker, database: Database
) -> None:
    stranger = worker.tab(path="/chapters")
    stranger.ip = "198.51.100.4"
    for number in range(3):
        await send(stranger, message=f"We are {number}.")
    tab = worker.tab(path="/chapters")
    assert (await send(tab))[0] == start_state.DONE
    assert len(stored(database)) == 4


async def test_one_address_cannot_fill_the_letter_box_under_many_names(
    worker: Worker, database: Database
) -> None:
    tab = worker.tab(path="/chapters")
    for number in range(requests.MOST_PER_ADDRESS):
        await send(tab, email=f"number{number}@example.org")
    assert (await send(tab, email="another@example.org"))[1] == (
        "We’ve had several messages from your connection. Please try again in 12 minutes."
    )
    assert tab.of(State)["is_open"]
    assert len(stored(database)) == requests.MOST_PER_ADDRESS
    stranger = worker.tab(path="/chapters")
    stranger.ip = "192.0.2.7"
    assert (await send(stranger, email="another@example.org"))[0] == start_state.DONE

"""Claims of one file that run at once: each answers the same, and nothing is stored twice."""

import threading
from pathlib import Path

import anyio
import httpx
import pytest
from sqlalchemy.orm import Session

from rookiebattle.core.actor import Actor
from rookiebattle.core.database.db import Database
from rookiebattle.integrations.storage.chosen import storage
from rookiebattle.integrations.storage.local import LocalStorage
from rookiebattle.uploads import examining, service
from rookiebattle.uploads.models import UploadState
from rookiebattle.uploads.schemas import Awaited, Examined, FileClaimed
from tests.club import Club
from tests.uploads.movies import mp4
from tests.uploads.samples import begin, claim, picture, put
from tests.uploads.stage import Uploads

pytestmark = pytest.mark.anyio


async def sent(client: httpx.AsyncClient) -> str:
    """The address to which a picture was sent."""
    content = picture()
    url = await begin(client, content)
    assert (await put(client, url, content)).status_code == 200
    return url


async def test_a_claim_that_is_repeated_while_the_first_runs_answers_the_same(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = await sent(client)
    find, examine, asked, drawn = service.find_awaited, examining.examine, [], []
    both = threading.Event()

    def find_counted(
        session: Session, actor: Actor, *, file_url: str, is_repeated: bool
    ) -> Awaited | FileClaimed:
        found = find(session, actor, file_url=file_url, is_repeated=is_repeated)
        asked.append(found)
        if len(asked) >= 3:
            both.set()
        return found

    def examine_when_both_wait(awaited: Awaited) -> Examined:
        assert both.wait(5)
        drawn.append(awaited.id)
        return examine(awaited)

    monkeypatch.setattr(service, "find_awaited", find_counted)
    monkeypatch.setattr(examining, "examine", examine_when_both_wait)
    answers: list[httpx.Response] = []

    async def claim_it() -> None:
        answers.append(await claim(client, url, is_repeated=True))

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(claim_it)
        tasks.start_soon(claim_it)
    assert [one.status_code for one in answers] == [200, 200], [one.text for one in answers]
    assert answers[0].json() == answers[1].json()
    assert len(drawn) == 1


async def test_a_claim_that_another_worker_ended_first_answers_the_same(
    client: httpx.AsyncClient,
    club: Club,
    database: Database,
    uploads: Uploads,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    url, examine = await sent(client), examining.examine

    def examine_after_another_worker(awaited: Awaited) -> Examined:
        examined = examine(awaited)
        with database.unit_of_work(write=True) as session:
            service.finish(session, club.admin, upload_id=awaited.id, examined=examined)
        storage().remove(awaited.key)
        return examine(awaited)

    monkeypatch.setattr(examining, "examine", examine_after_another_worker)
    answer = await claim(client, url, is_repeated=True)
    assert answer.status_code == 200, answer.text
    assert uploads.state(answer.json()["objectPath"].rpartition("/")[2]) == UploadState.CLAIMED


@pytest.mark.parametrize(
    ("other", "status"), [(b"<html>" + bytes(99), 415), (mp4(size=9000), 413)], ids=["kind", "size"]
)
async def test_a_file_that_is_replaced_while_it_is_examined_is_refused(
    other: bytes, status: int, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bucket's address takes another file until it expires."""
    content, told = mp4(size=1000), {"content-type": "video/mp4"}
    url = await begin(client, content, "video/mp4")
    assert (await put(client, url, content, **told)).status_code == 200
    fetch = LocalStorage.fetch

    def replaced_first(self: LocalStorage, key: str, file: Path) -> None:
        self.path(key).write_bytes(other)
        fetch(self, key, file)

    monkeypatch.setattr(LocalStorage, "fetch", replaced_first)
    monkeypatch.setattr(examining, "MOST_BYTES", 5000)
    refused = await claim(client, url)
    assert refused.status_code == status, refused.text
    assert [*storage().below("private/")] == []

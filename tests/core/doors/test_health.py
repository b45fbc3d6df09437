"""`/api/health` names the part that fails."""

from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa

from rookiebattle.core.db import Database
from rookiebattle.core.doors.health import api
from rookiebattle.core.doors.http import build_api
from rookiebattle.settings import get_settings
from tests.identities import People, bind

pytestmark = pytest.mark.anyio


async def ask() -> tuple[int, dict[str, str]]:
    bind(People())
    transport = httpx.ASGITransport(build_api([api]))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        answer = await client.get("/api/health")
    return answer.status_code, answer.json()


@pytest.fixture
def folder() -> Path:
    folder = get_settings().data_dir
    folder.mkdir(parents=True, exist_ok=True)
    return folder


async def test_all_is_well(each_database: Database, folder: Path) -> None:
    assert await ask() == (
        200,
        {"status": "ok", "database": "ok", "migrations": "ok", "storage": "ok"},
    )


async def test_an_old_schema_is_found(database: Database, folder: Path) -> None:
    with database.unit_of_work(write=True) as session:
        session.execute(sa.text("UPDATE alembic_version SET version_num = 'old'"))
    status, parts = await ask()
    assert (status, parts["status"], parts["migrations"]) == (503, "failed", "failed")
    assert parts["database"] == "ok"


async def test_a_missing_folder_is_found(database: Database, folder: Path) -> None:
    folder.rename(folder.with_name("gone"))
    status, parts = await ask()
    assert (status, parts["storage"], parts["database"]) == (503, "failed", "ok")


async def test_a_database_that_does_not_answer_is_found(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://nobody@127.0.0.1:9/none?connect_timeout=1")
    get_settings.cache_clear()
    status, parts = await ask()
    assert (status, parts["database"], parts["migrations"]) == (503, "failed", "failed")

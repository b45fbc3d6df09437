"""A server of the version before, while a newer one has migrated the database beside it."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from alembic.script import ScriptDirectory

from alembic import command
from rookiebattle.core.database.migrations import VERSIONS
from rookiebattle.manage.processes import ROOT, environment
from rookiebattle.manage.schema import alembic_config
from rookiebattle.pages.calendar.state import CalendarState
from rookiebattle.ui.state import ShellState
from tests.identities import SESSION_SECRET
from tests.races.stage import ALSO_SQLITE_BEFORE_A_RELEASE, LIMITS_OUT_OF_THE_WAY, Stage
from tests.reflex_internals import event_of
from tests.servers.application import Application
from tests.servers.programs import free_port
from tests.wire.socket_client import SocketClient

pytestmark = pytest.mark.anyio
REGISTER = event_of(CalendarState.event_handlers["register"])
SHELL = ShellState.get_full_name()
# The allowed changes: a column that may be empty, one with a default, an index, and a table.
EXPANDING = """
import sqlalchemy as sa

from alembic import op

revision, down_revision = "9999", "{newest}"


def upgrade() -> None:
    op.add_column("events", sa.Column("weather", sa.String(40), nullable=True))
    op.add_column(
        "event_registrations",
        sa.Column("lent_spears", sa.Integer(), nullable=False, server_default="0"),
    )
    op.create_index("ix_events_weather", "events", ["weather"])
    op.create_table("spears", sa.Column("id", sa.String(36), primary_key=True))
"""


@pytest.fixture
def site(each_url: str, tmp_path: Path) -> Iterator[Application]:
    (tmp_path / "site/data").mkdir(parents=True)
    running = Application(tmp_path / "site", database_url=each_url, settings=LIMITS_OUT_OF_THE_WAY)
    yield running
    running.stop()


def migrate_beyond(url: str, folder: Path) -> None:
    """Migrate as the next version would, with one more revision."""
    config = alembic_config(url)
    folder.mkdir()
    newest = ScriptDirectory.from_config(config).get_current_head()
    (folder / "9999.py").write_text(EXPANDING.format(newest=newest))
    # A colon parts them, as `path_separator` in alembic.ini says.
    config.set_main_option("version_locations", f"{VERSIONS}:{folder}")
    command.upgrade(config, "9999")


def start_again(url: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """`make serve` of this version, beside the site, on the database that has gone ahead."""
    settings = {
        "DATABASE_URL": url,
        "DATA_DIR": str(folder),
        "DEMO_DATA": "false",
        "PORT": str(free_port()),
        "SESSION_SECRET": SESSION_SECRET,
    }
    return subprocess.run(
        [sys.executable, "-m", "rookiebattle.manage", "serve"],
        cwd=ROOT,
        env=environment(settings),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@ALSO_SQLITE_BEFORE_A_RELEASE
async def test_what_runs_goes_on_and_what_starts_is_refused(
    site: Application, each_url: str, tmp_path: Path
) -> None:
    stage = Stage.at(each_url)
    event_id = stage.event(max_participants=5)
    at_button, by_api = stage.signed_in(2)
    async with (
        SocketClient(site.url, cookie=at_button, path="/events") as tab,
        httpx.AsyncClient(base_url=site.url, headers={"origin": site.url}) as client,
    ):
        migrate_beyond(each_url, tmp_path / "newer")
        health = await client.get("/api/health")
        assert (health.status_code, health.json()["migrations"]) == (200, "ok")
        answers = tab.of(SHELL)["answers"]
        await tab.send(REGISTER, event_id=event_id)
        await tab.until(lambda: tab.of(SHELL)["answers"] > answers)
        assert tab.of(SHELL)["toast"]["tone"] == "success"
        seat = await client.post(f"/api/events/{event_id}/register", headers={"cookie": by_api})
        assert seat.status_code == 200, seat.text
        assert (await client.get("/api/events")).json()[0]["id"] == event_id
    assert stage.world.held(event_id) == stage.world.counter(event_id) == 2
    stage.world.database.dispose()
    refused = start_again(each_url, tmp_path / "second")
    assert refused.returncode == 1
    assert "does not fit this version of the program" in refused.stdout + refused.stderr
    assert "Traceback" not in refused.stdout + refused.stderr
    assert "Traceback" not in site.log()

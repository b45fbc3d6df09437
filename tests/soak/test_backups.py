"""R26: a backup that is taken while people write is whole after it was restored elsewhere."""

import time
from pathlib import Path

import pytest

from rookiebattle.manage import backup
from rookiebattle.manage.check_data import check
from rookiebattle.settings import get_settings
from tests.races.stage import Stage
from tests.servers.fleet import Writers
from tests.soak.report import tell
from tests.soak.scale import Start, scaled

PEOPLE, FIRST_SEATS, AT_ONCE = scaled(20_000, 1_000), 50, 6
PATIENCE = 60


def until_written(writers: Writers, count: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while len(writers.acknowledged) < count:
        assert time.monotonic() < deadline, writers.failures[:3]
        time.sleep(0.05)


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_backup_under_writes_is_whole(
    kind: str,
    request: pytest.FixtureRequest,
    start: Start,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    site = start(request.getfixturevalue(f"{kind}_url"))
    stage = Stage.at(site.database_url)
    event_id, cookies = stage.event(max_participants=PEOPLE), stage.signed_in(PEOPLE)
    writers = Writers(site.url, event_id, cookies)
    monkeypatch.setenv("DATABASE_URL", site.database_url)
    get_settings.cache_clear()
    with writers.writing(AT_ONCE):
        until_written(writers, FIRST_SEATS)
        before, began = set(writers.acknowledged), time.monotonic()
        backup.backup_command([str(tmp_path / "backups")])
        seconds, meanwhile = time.monotonic() - began, len(writers.acknowledged) - len(before)
    stage.world.database.dispose()
    site.stop()
    (file,) = (tmp_path / "backups").glob("*.tar.gz")
    monkeypatch.setenv("DATABASE_URL", elsewhere(request, kind, tmp_path))
    monkeypatch.setenv("DATA_DIR", str(tmp_path / "other"))
    (tmp_path / "other").mkdir()
    get_settings.cache_clear()
    backup.restore_command([str(file)])
    restored = Stage.at(get_settings().database_url)
    answers = check(restored.world.database)
    broken = {sentence: lines for sentence, lines in answers.items() if lines}
    kept = {row.user_id for row in restored.world.rows(event_id)}
    counted = restored.world.counter(event_id)
    restored.world.database.dispose()
    tell(
        f"{kind}: a backup of {PEOPLE} members in {seconds:.1f} s; {len(before)} seats before it, "
        f"{meanwhile} meanwhile, {len(kept)} in it"
    )
    assert meanwhile > 0, "nobody wrote during the backup"
    assert before <= kept
    assert counted == len(kept)
    assert broken == {}


def elsewhere(request: pytest.FixtureRequest, kind: str, folder: Path) -> str:
    """An empty place for what is restored."""
    if kind == "sqlite":
        return f"sqlite:///{folder}/restored.db"
    url: str = request.getfixturevalue("postgres").empty_database()
    return url

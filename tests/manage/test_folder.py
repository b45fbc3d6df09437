"""One server at a time holds a data folder, and the operator hears when others can look into it."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from rookiebattle.manage.console import CannotContinue
from rookiebattle.manage.database import reset_command
from rookiebattle.manage.first_process import Serving, start
from rookiebattle.manage.folder import hold, warn_if_open
from rookiebattle.settings import Settings

REFUSED = r"already running on the data in .*DATA_DIR.*REDIS_URL"
REDIS = "redis://127.0.0.1:6379/0"


@contextmanager
def holding(settings: Settings) -> Iterator[tuple[int, ...]]:
    locks = hold(settings)
    try:
        yield locks
    finally:
        for one in locks:
            os.close(one)


def of(folder: Path, **given: str) -> Settings:
    """The settings of a site with its SQLite file in its data folder."""
    return Settings(data_dir=folder, **{"database_url": "", **given})  # type: ignore[arg-type]  # texts


def test_a_second_server_on_the_same_folder_is_refused(tmp_path: Path) -> None:
    one, other = of(tmp_path / "data"), of(tmp_path / "other")
    with holding(one), pytest.raises(CannotContinue, match=REFUSED):
        hold(one)
    with holding(one), holding(other):
        assert sorted(path.name for path in tmp_path.rglob("*")) == ["data", "other"]


def test_servers_that_tell_each_other_through_redis_share_a_folder(tmp_path: Path) -> None:
    told = of(tmp_path, redis_url=REDIS)
    with holding(told), holding(told), pytest.raises(CannotContinue, match=REFUSED):
        hold(of(tmp_path))


def test_two_folders_do_not_hide_that_it_is_one_database(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/site.db"
    one, other = (of(tmp_path / name, database_url=url) for name in ("one", "other"))
    with holding(one):
        with pytest.raises(CannotContinue, match=REFUSED):
            hold(other)
        with holding(of(tmp_path / "other")):
            """The folder of a server that was refused is free."""


def test_the_folder_is_held_as_long_as_the_server_lives_and_no_longer(tmp_path: Path) -> None:
    """The command may die before the server, and the server may die without cleaning up."""
    settings = of(tmp_path)
    with holding(settings) as locks:
        server = start(Serving(["sleep", "60"], os.environ, settings.port, [], locks))
    with pytest.raises(CannotContinue, match=REFUSED):
        hold(settings)
    server.send_signal(signal.SIGKILL)
    server.wait()
    with holding(settings):
        pass


def test_data_are_not_deleted_under_a_running_site(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "data/rookiebattle.db"
    monkeypatch.setenv("DATA_DIR", str(kept.parent))
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{kept}")
    with holding(Settings()):
        kept.touch()
        with pytest.raises(CannotContinue, match=REFUSED):
            reset_command([])
    assert kept.exists()


def test_a_folder_that_cannot_be_made_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(CannotContinue, match=r"file/data .*Not a directory.*DATA_DIR"):
        hold(of(tmp_path / "file/data"))


@pytest.mark.parametrize(("mode", "is_open"), [(0o755, True), (0o750, True), (0o700, False)])
def test_the_operator_hears_of_an_open_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], mode: int, is_open: bool
) -> None:
    settings = of(tmp_path / "data")
    settings.data_dir.mkdir()
    settings.data_dir.chmod(mode)
    warn_if_open(settings)
    assert (f"chmod 700 {settings.data_dir}" in capsys.readouterr().out) is is_open

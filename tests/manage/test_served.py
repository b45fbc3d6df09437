"""Commands with other settings than the last server's are refused in its data folder."""

import json
from pathlib import Path
from typing import Any

import pytest

from rookiebattle.manage import served
from rookiebattle.manage.__main__ import COMMANDS, OF_ANY_FOLDER, main
from rookiebattle.manage.console import CannotContinue
from rookiebattle.manage.served import prepare_folder, refuse_other, shown
from rookiebattle.settings import Settings
from tests.disks import only_to_be_read, without_privileges
from tests.world import World

CLUB = "https://club.example.org"
POSTGRES = "postgresql://rookiebattle:hidden@127.0.0.1/rookiebattle"


def of(folder: Path, **given: Any) -> Settings:
    return Settings(**{"data_dir": folder, "database_url": "", "public_url": "", **given})


def production(folder: Path, **given: Any) -> Settings:
    return of(folder, **{"database_url": POSTGRES, "public_url": CLUB, **given})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The data folder of a club's site, which was served once."""
    (tmp_path / "club").mkdir()
    prepare_folder(production(tmp_path / "club"))
    return tmp_path / "club"


def test_the_settings_of_the_site_are_its_own(folder: Path) -> None:
    refuse_other(production(folder))
    refuse_other(production(folder, database_url=POSTGRES.replace("hidden", "new password")))


@pytest.mark.parametrize(
    "given",
    [
        {"database_url": "", "public_url": ""},
        {"database_url": ""},
        {"public_url": ""},
        {"database_url": POSTGRES.replace("127.0.0.1", "other.example.org")},
        {"public_url": "https://other.example.org"},
    ],
    ids=["none at all", "no database", "no address", "another database", "another address"],
)
@pytest.mark.parametrize("develops", [True, False])
def test_other_settings_are_refused(folder: Path, given: dict[str, str], develops: bool) -> None:
    told = f"last served as {CLUB} with postgresql://rookiebattle@127.0.0.1/rookiebattle"
    with pytest.raises(CannotContinue, match=told) as refused:
        refuse_other(production(folder, **given), develops=develops)
    assert "hidden" not in str(refused.value)
    assert "type `rookiebattle`" in str(refused.value)


def test_a_change_on_purpose_is_served_or_its_note_deleted(folder: Path) -> None:
    moved = production(folder, database_url="", public_url="https://new.example.org")
    prepare_folder(moved)
    refuse_other(moved)
    (folder / served.NAME).unlink()
    refuse_other(production(folder))


def test_a_site_may_move_to_another_database_but_not_to_another_address(folder: Path) -> None:
    moved = production(folder, database_url="")
    refuse_other(moved, any_database=True)
    refuse_other(moved, named=["sqlite:///elsewhere.db", POSTGRES])
    with pytest.raises(CannotContinue, match="last served as"):
        refuse_other(moved, named=["sqlite:///elsewhere.db"])
    for given in ({"any_database": True}, {"named": [POSTGRES]}):
        with pytest.raises(CannotContinue, match=f"last served as {CLUB}"):
            refuse_other(of(folder), **given)


def test_a_file_is_named_from_the_folder_of_the_site(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`make copy-data FROM=sqlite:///data/rookiebattle.db`, as docs/operations.md says."""
    (tmp_path / "data").mkdir()
    prepare_folder(of(tmp_path / "data", public_url=CLUB))
    monkeypatch.chdir(tmp_path)
    refuse_other(production(tmp_path / "data"), named=["sqlite:///data/rookiebattle.db"])


def test_a_folder_that_is_moved_keeps_its_database(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    prepare_folder(of(tmp_path / "site", public_url=CLUB))
    moved = (tmp_path / "site").rename(tmp_path / "elsewhere")
    refuse_other(of(moved, public_url=CLUB))
    with pytest.raises(CannotContinue, match=r"with sqlite:///rookiebattle\.db"):
        refuse_other(of(moved, public_url=CLUB, database_url=f"sqlite:///{tmp_path}/other.db"))


def test_a_copy_on_this_machine_is_free_to_change(tmp_path: Path) -> None:
    prepare_folder(of(tmp_path, port=8001))
    other = of(tmp_path, port=8002, database_url=POSTGRES)
    refuse_other(of(tmp_path, port=8002))
    refuse_other(other, develops=True)
    with pytest.raises(CannotContinue, match="were last served as http://localhost:8001"):
        refuse_other(other)


def test_a_note_that_cannot_be_written_or_read_stops_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with only_to_be_read(tmp_path):
        without_privileges(lambda: prepare_folder(production(tmp_path)))
    assert f"{served.NAME} cannot be written" in capsys.readouterr().out
    (tmp_path / served.NAME).write_text("{")
    refuse_other(of(tmp_path))


@pytest.mark.parametrize(
    ("url", "name"),
    [
        (POSTGRES, "postgresql://rookiebattle@127.0.0.1/rookiebattle"),
        ("postgresql://club:p@ss/w?rd#x@db:5432/club", "postgresql://club@db:5432/club"),
        ("postgresql://club@db/club?password=hidden", "postgresql://club@db/club"),
        ("postgresql:///club?host=/run/postgresql&user=a", "postgresql:///club"),
        ("sqlite:///data/rookiebattle.db", "sqlite:///data/rookiebattle.db"),
    ],
)
def test_no_password_is_shown(url: str, name: str) -> None:
    assert shown(url) == name


@pytest.mark.parametrize("verb", sorted({*COMMANDS} - OF_ANY_FOLDER))
def test_every_command_refuses_and_writes_nothing(
    folder: Path, verb: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Typed as root in the folder of a site, without its settings."""
    monkeypatch.setenv("DATA_DIR", str(folder))
    for name in ("DATABASE_URL", "SESSION_SECRET"):
        monkeypatch.delenv(name)
    there = sorted(folder.rglob("*"))
    assert main([verb, "somebody@example.org"]) == 1
    assert f"last served as {CLUB}" in capsys.readouterr().err
    assert sorted(folder.rglob("*")) == there


def test_a_command_says_on_what_it_acts(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", sqlite_url)
    assert main(["check-data"]) == 0
    assert f"· make check-data, of {sqlite_url}\n" in capsys.readouterr().err


def test_what_a_command_writes_can_be_kept_in_a_file(
    world: World, sqlite_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """`make personal-data EMAIL=ana@example.org > ana.json`, as docs/duties.md says."""
    world.person(email="ana@example.org")
    assert main(["personal-data", "ana@example.org"]) == 0
    told = capsys.readouterr()
    assert json.loads(told.out)["users"][0]["email"] == "ana@example.org"
    assert f"· make personal-data, of {sqlite_url}\n" in told.err

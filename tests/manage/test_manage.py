"""Every command says why it cannot go on."""

import errno
import os
import subprocess
import sys

import pytest

from rookiebattle.core.database import sqlite
from rookiebattle.manage import export
from rookiebattle.manage.__main__ import COMMANDS, PACKAGE, main
from tests.held_locks import held_by_another_program


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EROFS])
def test_a_full_disk_is_a_sentence_wherever_a_command_meets_it(
    number: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_arguments: list[str]) -> None:
        raise OSError(number, os.strerror(number), "artifacts/file")

    monkeypatch.setattr(export, "export_command", fail)
    assert main(["export"]) == 1
    told = capsys.readouterr().err
    assert "artifacts/file" in told
    assert "Free some space and run the command again." in told


def test_a_folder_of_another_user_is_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_arguments: list[str]) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), "/var/backups/club")

    monkeypatch.setattr(export, "export_command", fail)
    assert main(["export"]) == 1
    told = capsys.readouterr().err
    assert "/var/backups/club" in told
    assert "as the user that the site runs as" in told


def test_a_database_that_takes_nothing_is_a_sentence(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", sqlite_url)
    monkeypatch.setattr(sqlite, "TURN_SECONDS", 0.2)
    with held_by_another_program(sqlite_url, "users"):
        assert main(["admin", "somebody@example.org"]) == 1
    told = capsys.readouterr().err
    assert "The last step changed nothing. Run the command again." in told
    assert "Traceback" not in told


def test_other_errors_of_the_system_keep_their_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_arguments: list[str]) -> None:
        raise FileNotFoundError(errno.ENOENT, "No such file", "somewhere")

    monkeypatch.setattr(export, "export_command", fail)
    with pytest.raises(FileNotFoundError):
        main(["export"])


def test_no_command_but_dev_loads_reflex() -> None:
    """It takes half of a second, and only the pages need it."""
    modules = {f"{PACKAGE}.{target.partition(':')[0]}" for target in COMMANDS.values()}
    script = f"import sys; [__import__(one) for one in {modules - {f'{PACKAGE}.dev'}}]; "
    script += "sys.exit('reflex' in sys.modules)"
    subprocess.run([sys.executable, "-c", script], check=True)

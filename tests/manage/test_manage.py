"""What every command says when it cannot go on."""

import errno
import os

import pytest

from rookiebattle.manage import export
from rookiebattle.manage.__main__ import main


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


def test_other_errors_of_the_system_keep_their_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_arguments: list[str]) -> None:
        raise FileNotFoundError(errno.ENOENT, "No such file", "somewhere")

    monkeypatch.setattr(export, "export_command", fail)
    with pytest.raises(FileNotFoundError):
        main(["export"])

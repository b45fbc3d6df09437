"""The environment is made again exactly when the list of pinned packages changed."""

import os
import sys
from pathlib import Path

import pytest

from rookiebattle.manage import bootstrap


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(bootstrap, "VENV", tmp_path / "venv")
    monkeypatch.setattr(bootstrap, "REQUIREMENTS", tmp_path / "requirements.txt")
    (tmp_path / "venv").mkdir()
    (tmp_path / "requirements.txt").write_text("six==1.17.0\n")
    return tmp_path


def test_a_changed_list_is_installed_again(checkout: Path) -> None:
    assert not bootstrap.is_ready()
    (checkout / "venv/made-from").write_text(bootstrap.fingerprint())
    assert bootstrap.is_ready()
    (checkout / "requirements.txt").write_text("six==1.16.0\n")
    assert not bootstrap.is_ready()


def test_a_missing_venv_module_is_named_with_its_package(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bootstrap, "find_spec", lambda _name: None)
    assert bootstrap.main() == 1
    assert "apt-get install python3.11-venv" in capsys.readouterr().err


def test_a_user_who_may_not_write_is_told_who_must_install(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "access", lambda path, _mode: Path(path) != checkout / "venv")
    assert bootstrap.main() == 1
    told = capsys.readouterr().err
    assert str(checkout / "venv") in told
    assert f"chown -R {os.getuid()} {checkout / 'venv'}" in told


def test_a_python_that_only_its_maker_may_start_is_named(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (checkout / "venv/made-from").write_text(bootstrap.fingerprint())
    (checkout / "venv/bin").mkdir()
    (checkout / "venv/bin/python").symlink_to(checkout / "closed/python3.11")
    assert bootstrap.main() == 1
    told = capsys.readouterr().err
    assert str(checkout / "closed/python3.11") in told
    assert "PYTHON=" in told
    (checkout / "closed").mkdir()
    (checkout / "closed/python3.11").touch(mode=0o755)
    assert bootstrap.main() == 0


def test_another_python_is_refused_with_the_cure(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 13, 0))
    assert bootstrap.main() == 1
    assert "PYTHON=/path/to/python3.11" in capsys.readouterr().err

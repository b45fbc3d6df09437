"""The environment is made again exactly when the list of pinned packages changed."""

import os
import re
import sys
from pathlib import Path

import pytest

from rookiebattle.manage import bootstrap
from rookiebattle.manage.pythons import PYTHONS

PIN_WITH_HASHES = r"[\w.-]+==[\w.]+( --hash=sha256:[0-9a-f]{64})+"


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(bootstrap, "VENV", tmp_path / "venv")
    monkeypatch.setattr(bootstrap, "REQUIREMENTS", tmp_path / "requirements.txt")
    (tmp_path / "venv").mkdir()
    (tmp_path / "requirements.txt").write_text("six==1.17.0\n")
    return tmp_path


@pytest.mark.parametrize("group", bootstrap.GROUPS)
def test_a_changed_list_is_installed_again(checkout: Path, group: str) -> None:
    assert not bootstrap.is_ready(group)
    (checkout / "venv/made-from").write_text(bootstrap.fingerprint(group))
    assert bootstrap.is_ready(group)
    (checkout / "requirements.txt").write_text("six==1.16.0\n")
    assert not bootstrap.is_ready(group)


def test_a_server_gets_no_tools_and_waits_for_no_change_of_them(checkout: Path) -> None:
    listed = "six==1.17.0\n\n# Building\nnode==1\n\n# Development\nruff=={}\n"
    (checkout / "requirements.txt").write_text(listed.format(1))
    assert bootstrap.packages(bootstrap.SERVER).split() == ["six==1.17.0"]
    assert "ruff" not in bootstrap.packages(bootstrap.BUILDING)
    assert "ruff==1" in bootstrap.packages(bootstrap.DEVELOPMENT)
    (checkout / "venv/made-from").write_text(bootstrap.fingerprint(bootstrap.BUILDING))
    (checkout / "requirements.txt").write_text(listed.format(2))
    assert bootstrap.is_ready(bootstrap.SERVER)
    assert bootstrap.is_ready(bootstrap.BUILDING)
    assert not bootstrap.is_ready(bootstrap.DEVELOPMENT)


def test_a_copy_for_a_server_gets_no_node(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert bootstrap.usual_group() == bootstrap.BUILDING
    monkeypatch.setattr(bootstrap, "ROOT", checkout)
    assert bootstrap.usual_group() == bootstrap.SERVER


def test_an_unknown_group_is_refused(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert bootstrap.main(["everything"]) == 1
    assert "PACKAGES can be server, building, development" in capsys.readouterr().err


def test_a_missing_venv_module_is_named_with_its_package(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bootstrap, "find_spec", lambda _name: None)
    monkeypatch.setattr(sys, "version_info", (3, 13, 5))
    assert bootstrap.main([]) == 1
    assert "apt-get install python3.13-venv" in capsys.readouterr().err


def test_a_user_who_may_not_write_is_told_who_must_install(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "access", lambda path, _mode: Path(path) != checkout / "venv")
    assert bootstrap.main([]) == 1
    told = capsys.readouterr().err
    assert str(checkout / "venv") in told
    assert f"chown -R {os.getuid()} {checkout / 'venv'}" in told


def test_a_python_that_only_its_maker_may_start_is_named(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (checkout / "venv/made-from").write_text(bootstrap.fingerprint(bootstrap.usual_group()))
    (checkout / "venv/bin").mkdir()
    (checkout / "venv/bin/python").symlink_to(checkout / "closed/python3.11")
    assert bootstrap.main([]) == 1
    told = capsys.readouterr().err
    assert str(checkout / "closed/python3.11") in told
    assert "PYTHON=" in told
    (checkout / "closed").mkdir()
    (checkout / "closed/python3.11").touch(mode=0o755)
    assert bootstrap.main([]) == 0


@pytest.mark.parametrize("version", [(3, 10, 12), (3, 15, 0), (4, 11, 0)])
def test_another_python_is_refused_with_the_cure(
    checkout: Path,
    version: tuple[int, int, int],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "version_info", version)
    assert bootstrap.main([]) == 1
    told = capsys.readouterr().err
    assert "Python 3.11 to 3.14 is needed" in told
    assert "make run PYTHON=" in told


@pytest.mark.parametrize("python", PYTHONS)
def test_every_python_that_was_tried_is_taken(
    checkout: Path, python: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "version_info", (*python, 1))
    commands: list[tuple[str, ...]] = []

    def run(*command: str) -> int:
        commands.append(command)
        return int(len(commands) == 1)

    monkeypatch.setattr(bootstrap, "_run", run)
    bootstrap.prepare(bootstrap.SERVER)
    asked, made, _installed = commands
    assert f"version_info[:2] != {python}" in asked[2]
    assert "venv" in made
    # A distribution that was upgraded has another Python, and .venv is made again.
    monkeypatch.setattr(sys, "version_info", (3, 15, 0))
    assert not bootstrap.is_ready(bootstrap.SERVER)


def test_the_project_names_the_pythons_that_were_tried() -> None:
    oldest, newest = PYTHONS[0], PYTHONS[-1]
    needed = f'requires-python = ">={oldest[0]}.{oldest[1]},<{newest[0]}.{newest[1] + 1}"'
    assert needed in (bootstrap.ROOT / "pyproject.toml").read_text()


def test_a_server_gets_no_file_that_is_not_named() -> None:
    lines = bootstrap.with_hashes(bootstrap.packages(bootstrap.BUILDING)).splitlines()
    assert len(lines) > 90
    assert [line for line in lines if not re.fullmatch(PIN_WITH_HASHES, line)] == []


def test_a_package_without_a_hash_is_found(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """pip refuses it then, because others have one."""
    monkeypatch.setattr(bootstrap, "HASHES", checkout / "hashes.txt")
    bootstrap.HASHES.write_text(f"# how\ntyping_extensions==1 {'a' * 64} {'b' * 64}\n")
    first, second = bootstrap.with_hashes("typing-extensions==1  # why\n\nsix==2\n").splitlines()
    assert first == f"typing-extensions==1 --hash=sha256:{'a' * 64} --hash=sha256:{'b' * 64}"
    assert second == "six==2"
    assert not re.fullmatch(PIN_WITH_HASHES, second)

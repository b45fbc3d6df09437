"""`make bench` becomes the bench, so that a signal meant for it reaches it."""

import sys

import pytest

from development import bench

Replaced = tuple[str, list[str]]


@pytest.fixture
def replaced(monkeypatch: pytest.MonkeyPatch) -> list[Replaced]:
    """The programs that took the place of this process; nothing is installed or built."""
    found: list[Replaced] = []

    def execve(program: str, arguments: list[str], _environment: dict[str, str]) -> None:
        found.append((program, arguments))

    monkeypatch.setattr("os.execve", execve)
    monkeypatch.setattr(bench, "build_if_changed", lambda: None)
    monkeypatch.setattr(bench, "install_system_packages", lambda **_for: None)
    return found


def _become_the_bench(rows: list[str]) -> None:
    """Typed as coming back, which it does here."""
    bench.bench_command(rows)


def test_the_rows_are_passed_on(replaced: list[Replaced]) -> None:
    _become_the_bench(["P1,P2"])
    assert replaced == [(sys.executable, [sys.executable, "-m", "bench", "P1,P2"])]

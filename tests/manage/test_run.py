"""`make run` prints its addresses, and holds the data folder while the site runs."""

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from rookiebattle.accounts.demo import DEMO_ACCOUNTS
from rookiebattle.manage import first_process, run
from rookiebattle.manage import serve as server
from rookiebattle.manage.console import CannotContinue
from rookiebattle.manage.folder import hold
from rookiebattle.manage.run import ready_lines
from rookiebattle.settings import Settings
from tests.servers.programs import free_port


def test_the_folder_is_held_while_the_site_runs_and_an_open_one_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "open"
    folder.mkdir(mode=0o755)
    monkeypatch.setenv("DATA_DIR", str(folder))
    monkeypatch.setenv("PORT", str(free_port()))
    served: list[str] = []

    def serving(
        settings: Settings, _workers: int, _ready: Sequence[str], locks: Sequence[int]
    ) -> None:
        with pytest.raises(CannotContinue, match="already running"):
            hold(settings)
        for lock in locks:
            os.close(lock)
        served.append(settings.public_url)

    monkeypatch.setattr(run, "build_if_changed", lambda: None)
    monkeypatch.setattr(run, "prepare_database", lambda _settings: None)
    monkeypatch.setattr(server, "serving", serving)
    monkeypatch.setattr(first_process, "watch", lambda _serving: 0)
    assert run.run_command([]) == 0
    assert len(served) == 1
    assert f"chmod 700 {folder}" in capsys.readouterr().out


def test_the_last_lines_name_the_address_and_every_demo_account() -> None:
    lines = "\n".join(ready_lines(Settings(port=8123)))
    assert "http://localhost:8123" in lines
    assert all(account.name in lines for account in DEMO_ACCOUNTS)


def test_demo_accounts_are_not_offered_where_a_provider_is_set() -> None:
    settings = Settings(
        oidc_issuer="https://id.example.org",
        oidc_client_id="club",
        oidc_client_secret="secret",
        session_secret="x" * 32,
        public_url="https://club.example.org",
    )
    assert not any("demo" in line for line in ready_lines(settings))

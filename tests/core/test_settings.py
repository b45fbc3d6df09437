"""Settings: read once, checked at the start, each failure a sentence with its cure."""

import stat
from pathlib import Path

import pytest

from rookiebattle.settings import Settings, SettingsError, get_settings


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("PORT", "99999", "Setting PORT"),
        ("PUBLIC_URL", "example.org", "PUBLIC_URL must look like https://example.org"),
        ("ORG_TIME_ZONE", "Mars/Olympus", "ORG_TIME_ZONE: is not a time zone"),
        ("OIDC_ISSUER", "https://login.example.org", "OIDC_CLIENT_ID and OIDC_CLIENT_SECRET"),
        ("CURRENCY", "dollars", "Setting CURRENCY"),
    ],
)
def test_a_wrong_setting_stops_the_start_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, sentence: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError, match=sentence):
        get_settings()


def test_a_real_provider_needs_a_secret_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"):
        monkeypatch.setenv(name, "https://login.example.org")
    monkeypatch.setenv("SESSION_SECRET", "short")
    with pytest.raises(SettingsError, match="openssl rand -hex 32"):
        get_settings()


def test_the_development_secret_is_made_once_and_private(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SESSION_SECRET")
    first, second = (Settings(data_dir=tmp_path).session_secret for _ in range(2))
    assert first == second
    assert len(first) == 64
    assert stat.S_IMODE((tmp_path / "session_secret").stat().st_mode) == 0o600


def test_administrators_are_folded_and_split(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADMIN_EMAILS", "Amara@Example.org, other@example.org,")
    assert get_settings().admin_emails == {"amara@example.org", "other@example.org"}

"""The start says when the static files show settings of before."""

from pathlib import Path

import pytest

from rookiebattle.manage.run import begin
from rookiebattle.manage.served import STATIC, StaticNote, note_static_files, outdated_static_files
from rookiebattle.settings import get_settings


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of static files that were written with the settings of now."""
    folder = tmp_path / "static"
    folder.mkdir()
    note_static_files(get_settings(), folder)
    return folder


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ORG_NAME", "Another Club"),
        ("CURRENCY", "EUR"),
        ("OIDC_ISSUER", "https://login.example.org"),
    ],
)
def test_other_settings_are_named_at_the_start(
    name: str,
    value: str,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    begin(get_settings())
    assert capsys.readouterr().out == ""
    begin(get_settings().model_copy(update={name.lower(): value}))
    told = capsys.readouterr().out
    assert f"written with another {name}. " in told
    assert f"make static FOLDER={folder}" in told


def test_a_setting_that_no_page_shows_is_no_reason(folder: Path) -> None:
    other = get_settings().model_copy(update={"smtp_url": "smtp://mail.example.org"})
    assert outdated_static_files(other) == ""


def test_files_that_are_gone_or_never_were_are_no_reason(folder: Path) -> None:
    other = get_settings().model_copy(update={"org_name": "Another Club"})
    folder.rmdir()
    assert outdated_static_files(other) == ""
    (other.data_dir / STATIC).write_text("{")
    assert outdated_static_files(other) == ""
    (other.data_dir / STATIC).unlink()
    assert outdated_static_files(other) == ""


def test_the_note_has_no_secret() -> None:
    settings = get_settings().model_copy(update={"oidc_client_secret": "hidden-word-42"})
    note_static_files(settings, Path("static"))
    written = (settings.data_dir / STATIC).read_text()
    assert "hidden-word-42" not in written
    assert settings.session_secret not in written
    assert StaticNote.model_validate_json(written).settings["ORG_NAME"] == settings.org_name

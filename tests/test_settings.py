"""Settings are read once and checked at the start; each error is a sentence that names the cure."""

import re
import stat
from pathlib import Path

import pytest

from rookiebattle.manage.processes import ROOT
from rookiebattle.settings import Settings, SettingsError, get_settings, unknown_settings
from tests.disks import full_disk


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("PORT", "99999", "Setting PORT"),
        ("PUBLIC_URL", "example.org", "PUBLIC_URL must look like https://example.org"),
        ("PUBLIC_URL", "https://example.org/club", "PUBLIC_URL must look like .* without a path"),
        ("PUBLIC_URL", "https://example.org:http", "PUBLIC_URL must look like"),
        ("API_URL", "http://api.example.org", "API_URL must belong to the site of PUBLIC_URL"),
        ("ORG_TIME_ZONE", "Mars/Olympus", "ORG_TIME_ZONE: is not a time zone"),
        ("OIDC_ISSUER", "https://login.example.org", "OIDC_CLIENT_ID and OIDC_CLIENT_SECRET"),
        ("OIDC_ISSUER_3", "https://x.example.org", "OIDC_CLIENT_ID_3 and OIDC_CLIENT_SECRET_3"),
        ("CURRENCY", "dollars", "Setting CURRENCY"),
        ("CURRENCY", "JPY", "CURRENCY: must be one of hundredths"),
        ("DATABASE_URL", "mysql://a:hidden-word@b/c", "DATABASE_URL: must look like postgresql://"),
        ("DATABASE_URL", "club.db", "DATABASE_URL: must look like postgresql://"),
        ("REDIS_URL", "127.0.0.1:6379", "REDIS_URL: must look like redis://127.0.0.1:6379"),
        ("SMTP_URL", "mail.example.org", "SMTP_URL: must look like smtps://user:password@"),
        ("SMTP_URL", "smtp://club:hidden-word@", "SMTP_URL: must look like"),
        ("SMTP_URL", "smtp://mail.example.org:port", "SMTP_URL: must look like"),
        ("SMTP_URL", "smtp://mail.example.org/path", "SMTP_URL: must look like"),
        ("SMTP_URL", "smtp://mail.example.org", "MAIL_FROM is needed beside SMTP_URL"),
        ("MAIL_FROM", "Rookie Battle", "MAIL_FROM: must look like Rookie Battle <hello@"),
        ("MAIL_FROM", "Rookie <a@b.c>\r\nBcc: d@e.f", "MAIL_FROM: must look like"),
        ("MAIL_FROM", "André <andré@example.org>", "MAIL_FROM: must have only letters from a to z"),
        ("MAIL_FROM", "a@b..example", "MAIL_FROM: must look like"),
        ("ORG_CONTACT_EMAIL", "andré@example.org", "ORG_CONTACT_EMAIL: must have only letters"),
        ("ORG_PRIVACY", "javascript:alert(1)", "ORG_PRIVACY: must be an address such as"),
        ("ORG_TERMS", "no-such-file.md", "ORG_TERMS: must be an address such as .* text file"),
        ("ORG_WAIVER_NOTICE", "no-such-file.md", "ORG_WAIVER_NOTICE: must be a text file"),
        ("ORG_PATH_DOCUMENTS", "javascript:alert(1)", "ORG_PATH_DOCUMENTS must be the address"),
    ],
)
def test_a_wrong_setting_stops_the_start_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, sentence: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError, match=sentence) as refused:
        get_settings()
    assert "hidden-word" not in str(refused.value)


def providers(monkeypatch: pytest.MonkeyPatch, **issuers: str) -> Settings:
    """The settings with these issuers by the ends of their names, such as `_2`."""
    monkeypatch.setenv("SESSION_SECRET", "x" * 32)
    for end, issuer in issuers.items():
        for name, value in (
            ("ISSUER", issuer),
            ("CLIENT_ID", "club"),
            ("CLIENT_SECRET", f"s{end}"),
        ):
            monkeypatch.setenv(f"OIDC_{name}{end.removeprefix('_1')}", value)
    return get_settings()


def test_providers_have_the_names_that_people_know(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OIDC_NAME_3", "Club Login")
    settings = providers(
        monkeypatch,
        _1="https://accounts.google.com",
        _2="https://login.microsoftonline.com/1234/v2.0",
        _3="https://login.example.org/realms/club",
    )
    names = [one.name for one in settings.openid_providers]
    assert names == ["Google", "Microsoft", "Club Login"]
    assert {"s_1", "s_2", "s_3"} <= set(settings.secrets)
    monkeypatch.delenv("OIDC_NAME_3")
    assert Settings().openid_providers[2].name == "login.example.org"


@pytest.mark.parametrize(
    ("issuers", "sentence"),
    [
        ({"_2": "https://a.example.org"}, "OIDC_ISSUER is needed beside OIDC_ISSUER_2"),
        ({"_1": "https://a.example.org", "_3": "https://a.example.org"}, "must differ"),
    ],
)
def test_providers_that_could_not_be_told_apart_are_refused(
    monkeypatch: pytest.MonkeyPatch, issuers: dict[str, str], sentence: str
) -> None:
    with pytest.raises(SettingsError, match=sentence):
        providers(monkeypatch, **issuers)


def test_an_empty_setting_is_a_value(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A club without an address has none, not that of the demo club or of the file."""
    (tmp_path / ".env").write_text("ORG_REGION=Elsewhere\n")
    monkeypatch.chdir(tmp_path)
    for name in ("ORG_ADDRESS", "ORG_REGION"):
        monkeypatch.setenv(name, "")
    assert (Settings().org_address, Settings().org_region) == ("", "")


@pytest.mark.parametrize(
    ("mail_from", "sender"),
    [
        ("", ("Rookie Battle", "no-reply@example.org")),
        ("hello@club.example", ("Rookie Battle", "hello@club.example")),
        ("The Club <hello@club.example>", ("The Club", "hello@club.example")),
        ("Bücher <hello@bücher.example>", ("Bücher", "hello@xn--bcher-kva.example")),
    ],
)
def test_letters_have_a_sender(
    monkeypatch: pytest.MonkeyPatch, mail_from: str, sender: tuple[str, str]
) -> None:
    monkeypatch.setenv("MAIL_FROM", mail_from)
    assert get_settings().sender == sender


@pytest.mark.parametrize(
    ("written", "origin"),
    [
        ("https://Club.Example.org", "https://club.example.org"),
        ("https://club.example.org:443/", "https://club.example.org"),
        ("http://localhost:80", "http://localhost"),
        ("https://club.example.org:8443", "https://club.example.org:8443"),
        ("http://[::1]:8000", "http://[::1]:8000"),
    ],
)
def test_the_origin_is_the_one_that_browsers_send(
    monkeypatch: pytest.MonkeyPatch, written: str, origin: str
) -> None:
    monkeypatch.setenv("PUBLIC_URL", written)
    settings = get_settings()
    assert (settings.public_url, settings.api_url) == (origin, origin)
    assert origin in settings.own_origins


def test_letters_of_members_are_not_printed_on_a_real_site(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"):
        monkeypatch.setenv(name, "https://login.example.org")
    monkeypatch.setenv("SMTP_URL", "console")
    with pytest.raises(SettingsError, match="use a mail server"):
        get_settings()


def test_the_mail_password_is_among_the_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SMTP_URL", "smtps://club:hidden%2Fword@mail.example.org")
    monkeypatch.setenv("MAIL_FROM", "hello@club.example")
    assert "hidden/word" in get_settings().secrets


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
    first, second = (Settings(data_dir=tmp_path).signing_secret for _ in range(2))
    assert first == second
    assert len(first) == 64
    assert stat.S_IMODE((tmp_path / "session_secret").stat().st_mode) == 0o600


def test_a_first_start_on_a_full_disk_leaves_no_secret_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SESSION_SECRET")
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    sentence = r"session_secret cannot be used.*DATA_DIR"
    with full_disk(), pytest.raises(SettingsError, match=sentence):
        _ = get_settings().signing_secret
    assert list(tmp_path.iterdir()) == []
    assert len(get_settings().signing_secret) == 64


@pytest.mark.parametrize("left", ["", "0123456789abcdef"])
def test_a_secret_that_an_interrupted_start_left_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, left: str
) -> None:
    monkeypatch.delenv("SESSION_SECRET")
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    (tmp_path / "session_secret").write_text(left)
    with pytest.raises(SettingsError, match=r"session_secret is damaged.*Delete it"):
        _ = get_settings().signing_secret


def test_who_signs_nothing_writes_no_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A command that is typed in the folder of a site, without its settings."""
    monkeypatch.delenv("SESSION_SECRET")
    settings = Settings(data_dir=tmp_path)
    assert not any(settings.secrets)
    assert [*tmp_path.iterdir()] == []
    assert settings.signing_secret in Settings(data_dir=tmp_path).secrets


def test_half_a_secret_of_before_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SESSION_SECRET_BEFORE", "short")
    with pytest.raises(SettingsError, match="the whole SESSION_SECRET of before"):
        get_settings()


def test_a_short_secret_is_refused_in_development_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SESSION_SECRET", "short")
    with pytest.raises(SettingsError, match="openssl rand -hex 32"):
        get_settings()


def test_administrators_are_folded_and_split(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADMIN_EMAILS", "Amara@Example.org, other@example.org,")
    assert get_settings().admin_emails == {"amara@example.org", "other@example.org"}


@pytest.mark.parametrize(
    "wrong", ["mi\u212ae@example.org", "amara", "a@b@c.org", "a b@example.org"]
)
def test_an_administrators_address_that_nobody_could_have_is_refused(
    monkeypatch: pytest.MonkeyPatch, wrong: str
) -> None:
    monkeypatch.setenv("ADMIN_EMAILS", f"other@example.org,{wrong}")
    with pytest.raises(SettingsError, match="ADMIN_EMAILS: must be addresses such as"):
        get_settings()


def test_the_manual_lists_every_setting_and_every_limit_with_its_default() -> None:
    manual = (ROOT / "docs/operations.md").read_text()
    table = manual.split("\n## Settings\n", 1)[1].split("\n## ", 1)[0]
    rows = re.findall(r"^\| (`[A-Z0-9_` ]+`) \| (.+?) \|", table, re.MULTILINE)
    names = [name for cell, _values in rows for name in _quoted(cell)]
    assert sorted(names) == sorted(field.upper() for field in Settings.model_fields)
    told = {
        pair for cell, values in rows for pair in zip(_quoted(cell), _quoted(values), strict=False)
    }
    limits = {
        (name.upper(), str(field.default))
        for name, field in Settings.model_fields.items()
        if field.annotation is int and not name.startswith("org_")
    }
    assert limits <= told


def test_a_setting_that_is_no_longer_read_does_not_stop_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".env").write_text("UPLOAD_MOST_MB='300'\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("UPLOADS_PER_DAY", "many")
    assert get_settings().port == Settings.model_fields["port"].default


def _quoted(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


@pytest.mark.parametrize(
    ("public", "api", "is_fine"),
    [
        ("https://www.example.org", "https://api.example.org", True),
        ("https://example.org", "https://api.example.org/", True),
        ("https://example.org", "", True),
        ("https://www.example.org", "http://api.example.org", False),
        ("https://www.example.org", "https://api.example.com", False),
        ("https://www.example.org", "https://api.example.org/api", False),
        ("https://www.example.org", "api.example.org", False),
        ("https://www.club.co.uk", "https://api.club.co.uk", True),
        ("https://www.club-a.co.uk", "https://api.club-b.co.uk", False),
        ("https://www.club.de", "https://api.club.de", True),
        ("https://www.club-a.asn.au", "https://api.club-b.asn.au", False),
        ("https://net.de", "https://api.net.de", True),
        ("http://10.1.0.1:8001", "http://10.1.0.1:8002", True),
        ("http://10.1.0.1", "http://10.2.0.1", False),
    ],
)
def test_an_api_with_an_address_of_its_own_belongs_to_the_site(
    monkeypatch: pytest.MonkeyPatch, public: str, api: str, is_fine: bool
) -> None:
    monkeypatch.setenv("PUBLIC_URL", public)
    monkeypatch.setenv("API_URL", api)
    if is_fine:
        assert get_settings().api_url == (api.rstrip("/") or public)
        assert get_settings().has_own_api == bool(api)
    else:
        with pytest.raises(SettingsError, match="API_URL must belong to the site"):
            get_settings()


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("ORG_NMAE", "ORG_NMAE is no setting of this site. Did you mean ORG_NAME?"),
        ("SESION_SECRET", "SESION_SECRET is no setting of this site. Did you mean SESSION_SECRET?"),
        ("STRIPE_PRIVATE", "STRIPE_PRIVATE is no setting of this site."),
        ("ORG_NAME", ""),
        ("AWS_REGIONS", ""),
        ("LANGUAGE", ""),
    ],
)
@pytest.mark.parametrize("is_in_file", [False, True])
def test_a_name_that_looks_like_a_setting_and_is_none_is_told(
    name: str, sentence: str, is_in_file: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    if is_in_file:
        (tmp_path / ".env").write_text(f"{name}='something'\n")
    else:
        monkeypatch.setenv(name, "something")
    assert unknown_settings() == ([sentence] if sentence else [])

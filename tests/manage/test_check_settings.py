"""`make check-settings` has a line for each program, whatever the program does."""

import threading
from collections.abc import Iterator, Mapping
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
import sqlalchemy as sa

from rookiebattle.manage import check_settings
from rookiebattle.manage.check_settings import (
    BROKEN,
    NOT_SET,
    OK,
    QUESTIONS,
    ask_all,
    check_settings_command,
)
from rookiebattle.settings import get_settings
from tests.servers.mute import MutePostgres
from tests.servers.provider import OpenIdProvider
from tests.servers.redis import RedisServer
from tests.servers.smtp import CUT, DRIP, HANG, MailServer
from tests.servers.storages import StorageServer
from tests.stripe_double.double import StripeDouble

SECRET = "hidden-word-42"
NOBODY = "127.0.0.1:9"
SIGN_IN = {"OIDC_CLIENT_ID": "club", "OIDC_CLIENT_SECRET": SECRET, "SESSION_SECRET": SECRET * 3}
Lines = Mapping[str, tuple[str, str]]


@pytest.fixture
def mail_server() -> Iterator[MailServer]:
    running = MailServer(offers=["AUTH PLAIN"])
    yield running
    running.stop()


def asked(
    monkeypatch: pytest.MonkeyPatch, settings: Mapping[str, str], most_seconds: float = 10
) -> Lines:
    """The lines with these settings."""
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    get_settings.cache_clear()
    return ask_all(get_settings(), most_seconds=most_seconds)


def letters_by(server: MailServer) -> dict[str, str]:
    address = server.url.replace("//", f"//club:{SECRET}@")
    return {"SMTP_URL": address, "MAIL_FROM": "Club <club@example.org>"}


def test_programs_that_do_what_they_should(
    postgres_url: str,
    redis_server: RedisServer,
    provider: OpenIdProvider,
    mail_server: MailServer,
    rclone_server: StorageServer,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with StripeDouble() as stripe:
        lines = asked(
            monkeypatch,
            {
                "DATABASE_URL": postgres_url,
                "REDIS_URL": redis_server.url,
                **SIGN_IN,
                **provider.settings,
                **letters_by(mail_server),
                **rclone_server.settings,
                **stripe.settings,
            },
        )
        assert {title: state for title, (state, _) in lines.items()} == dict.fromkeys(lines, OK)
        assert check_settings_command([]) == 0
    told = capsys.readouterr().out
    assert "ok       Sign-in: sent its addresses and keys; its redirect address must be" in told
    assert "ok       Database: has the tables of this version" in told
    assert mail_server.taken == []
    assert "AUTH" in {line.split()[0] for line in mail_server.commands}


def test_a_site_without_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    lines = asked(
        monkeypatch, {"DATABASE_URL": f"sqlite:///{tmp_path}/club.db", "SMTP_URL": "console"}
    )
    assert lines["Database"] == (OK, f"{tmp_path}/club.db is made at the first start")
    assert lines["Mail server"] == (OK, "letters are printed")
    others = [lines[one.title] for one in QUESTIONS if one.title not in ("Database", "Mail server")]
    assert {state for state, _ in others} == {NOT_SET}
    assert ("one worker only (REDIS_URL)") in {words for _, words in others}
    assert not [*tmp_path.iterdir()]


def test_a_login_is_named_only_where_there_was_one(
    mail_server: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = "took the login; no letter was sent"
    assert asked(monkeypatch, letters_by(mail_server))["Mail server"] == (OK, told)
    told = "answers without a login; no letter was sent"
    without = letters_by(mail_server) | {"SMTP_URL": mail_server.url}
    assert asked(monkeypatch, without)["Mail server"] == (OK, told)


def test_a_database_of_an_earlier_version_is_no_fault(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "empty.db").touch()
    lines = asked(monkeypatch, {"DATABASE_URL": f"sqlite:///{tmp_path}/empty.db"})
    assert lines["Database"] == (OK, "gets the tables of this version at the next start")


@pytest.mark.parametrize(
    ("title", "settings", "words"),
    [
        (
            "Database",
            {"DATABASE_URL": f"postgresql://club:{SECRET}@{NOBODY}/club?connect_timeout=1"},
            "nothing listens at this address",
        ),
        ("Redis", {"REDIS_URL": f"redis://:{SECRET}@{NOBODY}"}, "(ConnectionError)"),
        ("Sign-in", {**SIGN_IN, "OIDC_ISSUER": f"http://{NOBODY}"}, "(ConnectError)"),
        (
            "Mail server",
            {"SMTP_URL": f"smtp://club:{SECRET}@{NOBODY}", "MAIL_FROM": "club@example.org"},
            "cannot be reached",
        ),
        (
            "Bucket",
            {"S3_BUCKET": "club", "S3_ENDPOINT_URL": f"http://{NOBODY}", "AWS_REGION": "here"}
            | {"AWS_ACCESS_KEY_ID": "club", "AWS_SECRET_ACCESS_KEY": SECRET},
            "storing a file failed: EndpointConnectionError",
        ),
        (
            "Stripe",
            {"STRIPE_SECRET_KEY": "sk_live_1", "STRIPE_PUBLISHABLE_KEY": "pk_test_1"}
            | {"STRIPE_WEBHOOK_SECRET": "whsec_1"},
            "one key is for real money and the other for tests",
        ),
    ],
)
def test_a_program_that_is_not_there_is_a_line(
    title: str, settings: dict[str, str], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    state, told = asked(monkeypatch, settings)[title]
    assert (state, words in told) == (BROKEN, True), told


def test_a_password_is_refused_by_a_line_without_it(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = sa.make_url(postgres_url).set(username="nobody", password=SECRET)
    url = address.render_as_string(hide_password=False)
    state, told = asked(monkeypatch, {"DATABASE_URL": url})["Database"]
    assert (state, told) == (BROKEN, "there is no such database or user")


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        ({"AUTH": f"535 5.7.8 {SECRET} is wrong"}, "answered 535 5.7.8"),
        ({"CONNECT": "554 go away"}, "answered 554"),
        ({"CONNECT": CUT}, "connection to the mail server failed"),
        ({"CONNECT": HANG}, "did not answer within 0.5 seconds"),
        ({"CONNECT": DRIP}, "did not answer within 0.5 seconds"),
    ],
)
def test_a_mail_server_that_refuses_or_is_silent_is_a_line(
    answers: dict[str, str], words: str, mail_server: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    mail_server.answers = dict(answers)
    lines = asked(monkeypatch, letters_by(mail_server), 0.5 if "0.5" in words else 10)
    state, told = lines["Mail server"]
    assert (state, words in told, SECRET in told) == (BROKEN, True, False), told


class _Odd(BaseHTTPRequestHandler):
    """A web server that answers every request in one way."""

    status, body = 200, b""

    def do_GET(self) -> None:
        self.send_response(self.status)
        self.send_header("content-length", str(len(self.body)))
        self.end_headers()
        self.wfile.write(self.body)

    do_PUT = do_POST = do_GET  # noqa: N815 - the names that the base class calls

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 as its parent names it
        """Nothing is said."""


@pytest.fixture(
    params=[
        *((200, b"<html>"), (200, b'{"issuer": "https://other.example"}')),
        *((301, b""), (500, SECRET.encode())),
    ],
    ids=["a page", "another issuer", "moved", "an error"],
)
def odd_server(request: pytest.FixtureRequest) -> Iterator[str]:
    status, body = request.param
    handler = type("Handler", (_Odd,), {"status": status, "body": body})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_a_program_that_answers_something_else_is_a_line(
    odd_server: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    port = odd_server.rpartition(":")[2]
    settings = {"S3_BUCKET": "club", "S3_ENDPOINT_URL": odd_server, "AWS_REGION": "here"}
    settings |= {"AWS_ACCESS_KEY_ID": "club", "AWS_SECRET_ACCESS_KEY": SECRET}
    settings |= {"STRIPE_SECRET_KEY": "sk_test_1", "STRIPE_PUBLISHABLE_KEY": "pk_test_1"}
    settings |= {"STRIPE_WEBHOOK_SECRET": "whsec_1", "STRIPE_API_BASE": odd_server}
    settings |= {**SIGN_IN, "OIDC_ISSUER": odd_server, "REDIS_URL": f"redis://127.0.0.1:{port}"}
    lines = asked(monkeypatch, settings)
    broken = {title for title, (state, _) in lines.items() if state == BROKEN}
    assert broken >= {"Sign-in", "Redis", "Stripe", "Bucket"}
    assert check_settings_command([]) == 1
    told = "".join(capsys.readouterr())
    assert (SECRET in told, "Traceback" in told) == (False, False)


def test_a_database_that_never_answers_is_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(_Closing()) as mute:
        lines = asked(monkeypatch, {"DATABASE_URL": mute.url}, 0.5)
    assert lines["Database"] == (BROKEN, "it did not answer within 0.5 seconds")


class _Closing(MutePostgres):
    close = MutePostgres.stop


def test_names_that_look_like_settings_are_noted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ORG_NMAE", "Our Club")
    assert check_settings_command([]) == 0
    told = capsys.readouterr().out
    assert "note     ORG_NMAE is no setting of this site. Did you mean ORG_NAME?" in told


@pytest.mark.parametrize(
    ("settings", "is_noted"),
    [
        ({}, False),
        ({"OIDC_ISSUER": "https://id.example.org"}, True),
        ({"OIDC_ISSUER": "https://id.example.org", "ORG_CONTACT_EMAIL": "a@example.org"}, False),
    ],
)
def test_a_club_without_an_address_is_noted(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    settings: Mapping[str, str],
    is_noted: bool,
) -> None:
    answers = {one.title: (OK, "") for one in QUESTIONS}
    monkeypatch.setattr(check_settings, "ask_all", lambda _settings: answers)
    for name, value in {**SIGN_IN, **settings}.items():
        monkeypatch.setenv(name, value)
    get_settings.cache_clear()
    assert check_settings_command([]) == 0
    assert ("note     ORG_CONTACT_EMAIL is not set:" in capsys.readouterr().out) is is_noted


def test_each_of_several_providers_is_asked(
    provider: OpenIdProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = {**SIGN_IN, **provider.settings}
    for name in ("OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"):
        settings[f"{name}_2"] = SECRET
    settings |= {"OIDC_ISSUER_2": f"http://{NOBODY}", "OIDC_NAME_2": "Other"}
    state, words = asked(monkeypatch, settings)["Sign-in"]
    assert (state, words.startswith("Other: it did not send its document")) == (BROKEN, True)
    settings["OIDC_ISSUER_2"] = provider.issuer.replace("localhost", "127.0.0.1")
    assert "Other: The sign-in service is not the one" in asked(monkeypatch, settings)["Sign-in"][1]

"""SMTP: letters that are accepted, delayed or refused for good, and time limits for all."""

import ssl
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from rookiebattle.core.mail.outbox import Letter
from rookiebattle.integrations.mail import as_message
from rookiebattle.integrations.smtp import Delayed, LetterRefused, SmtpServer
from rookiebattle.settings import Settings, get_settings
from tests.servers.programs import free_port
from tests.servers.smtp import CUT, DRIP, HANG, MailServer

SECRET = "hidden-word-42"
PATIENCE = 15.0


@pytest.fixture
def server() -> Iterator[MailServer]:
    running = MailServer()
    yield running
    running.stop()


@pytest.fixture
def client(server: MailServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[SmtpServer]:
    opened = client_of(monkeypatch, server.url)
    yield opened
    server.stop()
    opened.close()


def settings_for(monkeypatch: pytest.MonkeyPatch, url: str) -> Settings:
    monkeypatch.setenv("SMTP_URL", url)
    monkeypatch.setenv("MAIL_FROM", "Rookie Battle <hello@club.example>")
    get_settings.cache_clear()
    return get_settings()


def client_of(monkeypatch: pytest.MonkeyPatch, url: str) -> SmtpServer:
    return SmtpServer(
        settings_for(monkeypatch, url), step_seconds=PATIENCE, letter_seconds=3 * PATIENCE
    )


def send(client: SmtpServer, to: str = "mira@example.org") -> None:
    letter = Letter(to=to, subject="Hello", text="Hello Mira\n.\nend\n", kind="test")
    at = datetime(2027, 3, 6, 12, tzinfo=UTC)
    client.send(as_message(letter, "<1@club.example>", at, get_settings()))


def test_a_letter_arrives_whole(server: MailServer, client: SmtpServer) -> None:
    send(client)
    (taken,) = server.taken
    assert (taken.sender, taken.recipient) == ("hello@club.example", "mira@example.org")
    assert taken.message["Message-ID"] == "<1@club.example>"
    assert taken.message["From"] == "Rookie Battle <hello@club.example>"
    assert taken.message.get_content().splitlines() == ["Hello Mira", ".", "end"]


def test_an_address_with_other_letters_needs_a_server_that_passes_it_on(
    server: MailServer, client: SmtpServer
) -> None:
    with pytest.raises(LetterRefused, match="cannot write this address"):
        send(client, "andré@example.org")
    client.close()
    server.offers.append("SMTPUTF8")
    send(client, "andré@example.org")
    (taken,) = server.taken
    assert taken.recipient == "andré@example.org"
    assert "To: andré@example.org\r\n".encode() in taken.data


def test_the_sender_of_a_domain_in_other_letters_is_one_that_servers_know(
    server: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings_for(monkeypatch, server.url)
    monkeypatch.setenv("MAIL_FROM", "Bücher <hello@bücher.example>")
    get_settings.cache_clear()
    client = SmtpServer(get_settings(), step_seconds=PATIENCE)
    send(client)
    client.close()
    (taken,) = server.taken
    assert taken.sender == "hello@xn--bcher-kva.example"
    assert taken.message["From"] == "Bücher <hello@xn--bcher-kva.example>"


def test_letters_share_a_connection_until_there_is_nothing_more(
    server: MailServer, client: SmtpServer
) -> None:
    send(client)
    send(client)
    client.close()
    send(client)
    assert (len(server.taken), server.connections) == (3, 2)


@pytest.mark.parametrize(
    ("step", "answer", "outcome", "sentence"),
    [
        ("RCPT", "550 5.1.1 mira@example.org unknown", LetterRefused, "answered 550 5.1.1"),
        ("RCPT", "450 4.2.1 mira@example.org busy", Delayed, "answered 450 4.2.1"),
        ("RCPT", "421 too many", Delayed, "answered 421"),
        ("MAIL", "550 who are you", Delayed, "answered 550"),
        ("DATA", "554 no", LetterRefused, "answered 554"),
        ("DATA.", "554 5.7.1 spam", LetterRefused, "answered 554 5.7.1"),
        ("DATA.", "452 4.3.1 full", Delayed, "answered 452 4.3.1"),
        ("CONNECT", "554 not you", Delayed, "answered 554"),
        ("CONNECT", CUT, Delayed, "connection to the mail server failed"),
        ("MAIL", CUT, Delayed, "connection to the mail server failed"),
        ("DATA.", CUT, Delayed, "connection to the mail server failed"),
        ("CONNECT", HANG, Delayed, "did not answer in time"),
        ("RCPT", HANG, Delayed, "did not answer in time"),
        ("DATA.", HANG, Delayed, "did not answer in time"),
    ],
)
def test_only_what_the_server_will_never_take_is_refused(
    server: MailServer,
    client: SmtpServer,
    step: str,
    answer: str,
    outcome: type[Exception],
    sentence: str,
) -> None:
    server.answers[step] = answer
    client._step_seconds = 0.5 if answer == HANG else PATIENCE
    with pytest.raises(outcome) as failed:
        send(client)
    client._step_seconds = PATIENCE
    assert sentence in str(failed.value)
    assert "mira" not in str(failed.value)
    server.answers.clear()
    send(client)
    assert len(server.taken) == 1


def test_a_server_that_drips_is_hung_up_on(server: MailServer, client: SmtpServer) -> None:
    server.answers["RCPT"] = DRIP
    client._letter_seconds = 1.5
    began = time.monotonic()
    with pytest.raises(Delayed):
        send(client)
    assert time.monotonic() - began < PATIENCE


def test_a_server_that_is_not_there_is_no_reason_to_give_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    client = client_of(monkeypatch, f"smtp://127.0.0.1:{free_port()}")
    with pytest.raises(Delayed, match="cannot be reached"):
        send(client)
    client.close()


def test_the_password_is_used_and_a_wrong_one_is_not_told(
    server: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.offers = ["AUTH PLAIN"]
    url = server.url.replace("127.0.0.1", f"club%40example.org:{SECRET}%21@127.0.0.1")
    client = client_of(monkeypatch, url)
    send(client)
    assert any(line.startswith("AUTH PLAIN") for line in server.commands)
    client.close()
    server.answers["AUTH"] = f"535 5.7.8 {SECRET} is wrong"
    with pytest.raises(Delayed, match=r"answered 535 5\.7\.8$") as failed:
        send(client)
    assert SECRET not in str(failed.value)


def test_a_password_needs_a_server_that_signs_in(
    server: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = client_of(monkeypatch, server.url.replace("127.0.0.1", "club:word@127.0.0.1"))
    with pytest.raises(Delayed, match="no encrypted sign-in"):
        send(client)
    client.close()


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A self-signed key and certificate for 127.0.0.1."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "test")])
    now = datetime.now(UTC)
    signed = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(IPv4Address("127.0.0.1"))]), critical=False
        )
        .sign(key, hashes.SHA256())
    )
    file = tmp_path_factory.mktemp("tls") / "both.pem"
    file.write_bytes(
        key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        + signed.public_bytes(Encoding.PEM)
    )
    return file


@pytest.fixture
def tls(certificate: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    return context


@pytest.mark.parametrize("trusted", [True, False])
def test_an_encrypted_server_has_to_prove_who_it_is(
    trusted: bool, tls: ssl.SSLContext, certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = MailServer(tls=tls, is_wrapped=True)
    if trusted:
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    client = client_of(monkeypatch, server.url.replace("smtp:", "smtps:"))
    if trusted:
        send(client)
    else:
        with pytest.raises(Delayed, match="SSLCertVerificationError"):
            send(client)
    client.close()
    server.stop()
    assert len(server.taken) == trusted


def test_elsewhere_than_here_the_password_waits_for_encryption(
    tls: ssl.SSLContext, certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rookiebattle.integrations.smtp.LOOPBACK_HOSTS", frozenset())
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    server = MailServer(offers=["AUTH PLAIN"], tls=tls)
    url = server.url.replace("127.0.0.1", f"club:{SECRET}@127.0.0.1")
    client = client_of(monkeypatch, url)
    with pytest.raises(Delayed, match="no encrypted sign-in"):
        send(client)
    assert not [line for line in server.commands if line.startswith("AUTH")]
    server.offers.insert(0, "STARTTLS")
    send(client)
    verbs = [line.split()[0].upper() for line in server.commands]
    assert verbs.index("STARTTLS") < verbs.index("AUTH")
    client.close()
    server.stop()


def test_hanging_up_ends_what_is_under_way(server: MailServer, client: SmtpServer) -> None:
    def hang_up_now(_line: str) -> str:
        client.hang_up()
        return DRIP

    server.answers["RCPT"] = hang_up_now
    began = time.monotonic()
    with pytest.raises(Delayed):
        send(client)
    assert time.monotonic() - began < PATIENCE
    client.hang_up()

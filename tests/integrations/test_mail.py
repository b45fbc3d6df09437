"""A letter on the wire: no text in it can become a header, whatever a member's name is."""

import logging
import stat
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rookiebattle.core.mail.outbox import Letter
from rookiebattle.core.mail.outbox_table import Attachment
from rookiebattle.integrations.mail import MailFolder, Terminal, as_message, build_mailer
from rookiebattle.integrations.smtp import SmtpServer
from rookiebattle.settings import Settings, get_settings

AT = datetime(2027, 3, 6, 12, tzinfo=UTC)
LONG_URL = "https://club.example/api/mail/unsubscribe/" + "x" * 150


def on_the_wire(letter: Letter, settings: Settings | None = None) -> EmailMessage:
    sent = as_message(letter, "<1@club.example>", AT, settings or get_settings()).as_bytes()
    assert max(len(line) for line in sent.split(b"\r\n")) < 998
    assert b"\n" not in sent.replace(b"\r\n", b"")
    return message_from_bytes(sent, policy=policy.default)


def a_letter(**values: Any) -> Letter:
    given = {"to": "mira@example.org", "subject": "Hello", "text": "Hello Mira\n", "kind": "test"}
    return Letter(**{**given, **values})


def lines(part: EmailMessage) -> str:
    return str(part.get_content()).replace("\r\n", "\n")


def test_a_letter_has_the_headers_it_needs() -> None:
    message = on_the_wire(a_letter(reply_to="asks@example.org"))
    assert dict(message.items()) | {"Content-Type": ""} == {
        "Message-ID": "<1@club.example>",
        "Date": "Sat, 06 Mar 2027 12:00:00 +0000",
        "From": "Rookie Battle <no-reply@example.org>",
        "To": "mira@example.org",
        "Reply-To": "asks@example.org",
        "Subject": "Hello",
        "Auto-Submitted": "auto-generated",
        "Content-Type": "",
        "Content-Transfer-Encoding": "quoted-printable",
        "MIME-Version": "1.0",
    }


@pytest.mark.parametrize(
    "odd",
    [
        "andré@example.org",
        f"a@{'b' * 64}.org",
        f"a@{'ü' * 63}.org",
        "a@b..org",
        "a b@c.org",
        "a@b.org\r\nBcc: c@d.org",
    ],
)
def test_a_letter_goes_also_when_nothing_can_answer_it(odd: str) -> None:
    message = on_the_wire(a_letter(reply_to=odd))
    assert (message["To"], message["Reply-To"]) == ("mira@example.org", None)


def test_long_addresses_stay_whole() -> None:
    message = on_the_wire(a_letter(unsubscribe=LONG_URL))
    assert message["List-Unsubscribe"] == f"<{LONG_URL}>"
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


@given(st.text(max_size=300))
def test_no_subject_breaks_out_of_its_header(subject: str) -> None:
    own_settings = Settings(session_secret="x" * 32)
    message = on_the_wire(a_letter(subject=subject), own_settings)
    assert set(message.keys()) == {
        *("Message-ID", "Date", "From", "To", "Subject", "Auto-Submitted"),
        *("Content-Type", "Content-Transfer-Encoding", "MIME-Version"),
    }


@pytest.mark.parametrize(
    "subject",
    [
        "Übung für die Speerkämpfer",
        "剣" * 255,
        "x" * 255,
        ("Großes Treffen am Fluß " * 20)[:255].strip(),
        "Smile 🙂 and fight",
        'Quotes " and <angles> and, commas; too',
    ],
)
def test_a_subject_arrives_as_it_was(subject: str) -> None:
    assert on_the_wire(a_letter(subject=subject))["Subject"] == subject


def test_a_line_break_in_a_subject_is_a_space() -> None:
    message = on_the_wire(a_letter(subject="Park day\r\nBcc: all@example.org\r\n\r\nhello"))
    assert message["Subject"] == "Park day Bcc: all@example.org hello"
    assert message["Bcc"] is None


def test_a_subject_is_not_decoded() -> None:
    message = on_the_wire(a_letter(subject="=?utf-8?q?a=0D=0ABcc:_all@example.org?="))
    assert message["Subject"] == "= ?utf-8?q?a=0D=0ABcc:_all@example.org?="
    assert message["Bcc"] is None


@pytest.mark.parametrize(
    "address",
    [
        "",
        "mira",
        "@example.org",
        "mira@",
        "mira@example.org\r\nBcc: all@example.org",
        "mira@example.org, all@example.org",
        "mira@example.org>\r\nRCPT TO:<all@example.org",
        "mi ra@example.org",
        "Mira <mira@example.org>",
        "mira@exa\x00mple.org",
    ],
)
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - several parsers say it in their own words
        as_message(a_letter(to=address), "<1@club.example>", AT, get_settings())


def test_addresses_of_other_alphabets_are_written_so_that_servers_understand() -> None:
    assert on_the_wire(a_letter(to="mira@bücher.example"))["To"] == "mira@xn--bcher-kva.example"


def test_no_header_has_an_encoded_word_inside_an_address() -> None:
    letter = a_letter(to="andré@example.org", subject="Übung", reply_to="mira@bücher.example")
    sent = as_message(letter, "<1@club.example>", AT, get_settings()).as_bytes().decode()
    assert "\r\nTo: andré@example.org\r\n" in sent
    assert "\r\nReply-To: mira@xn--bcher-kva.example\r\n" in sent
    assert "=?" not in sent


def test_text_html_and_calendar_travel_together() -> None:
    calendar = Attachment(name="event.ics", text="BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n")
    message = on_the_wire(a_letter(html="<p>Hé</p>", attachments=[calendar]))
    text, html, file = (part for part in message.walk() if not part.is_multipart())
    assert [part.get_content_type() for part in message.walk()] == [
        *("multipart/mixed", "multipart/alternative"),
        *("text/plain", "text/html", "text/calendar"),
    ]
    assert lines(text) == "Hello Mira\n"
    assert lines(html) == "<p>Hé</p>\n"
    assert (file.get_filename(), file.get_param("method")) == ("event.ics", "PUBLISH")
    assert lines(file) == "BEGIN:VCALENDAR\nEND:VCALENDAR\n"


def test_the_folder_keeps_letters_privately_and_only_the_newest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("rookiebattle.integrations.mail.MOST_FILES", 2)
    caplog.set_level(logging.INFO)
    for number in range(3):
        # A new object each time, as after an error: a line is logged only once per process.
        folder = MailFolder(tmp_path / "mail")
        folder.send(as_message(a_letter(), f"<{number}23456789@x>", AT, get_settings()))
    files = sorted((tmp_path / "mail").iterdir())
    names = ["20270306-120000-12345678.eml", "20270306-120000-22345678.eml"]
    assert [file.name for file in files] == names
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    assert stat.S_IMODE((tmp_path / "mail").stat().st_mode) == 0o700
    loud = [one.getMessage() for one in caplog.records if one.levelno > logging.INFO]
    assert loud == [f"SMTP_URL is not set: nobody receives emails, look in {tmp_path / 'mail'}"]
    assert names[-1] in caplog.text
    assert "Mira" not in caplog.text


def test_the_terminal_shows_the_words(capsys: pytest.CaptureFixture[str]) -> None:
    Terminal().send(as_message(a_letter(html="<p>x</p>"), "<1@x>", AT, get_settings()))
    assert capsys.readouterr().out == "To: mira@example.org\nSubject: Hello\n\nHello Mira\n\n"


@pytest.mark.parametrize(
    ("url", "kind"),
    [("", MailFolder), ("console", Terminal), ("smtp://mail.example.org", SmtpServer)],
)
def test_the_settings_choose_who_carries(
    url: str, kind: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SMTP_URL", url)
    monkeypatch.setenv("MAIL_FROM", "hello@example.org")
    assert isinstance(build_mailer(get_settings()), kind)

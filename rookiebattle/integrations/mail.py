"""Sends letters: a Protocol, the mail server, and for development a folder or the terminal."""

import logging
import os
import sys
from contextlib import suppress
from datetime import datetime
from email.headerregistry import Address, HeaderRegistry
from email.message import EmailMessage
from email.policy import EmailPolicy
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from rookiebattle.core.mail.outbox import Letter
from rookiebattle.core.values.addresses import is_answerable
from rookiebattle.integrations.smtp import SmtpServer
from rookiebattle.settings import CONSOLE, Settings

MOST_FILES = 500
_IN_ONE_LINE = frozenset({"message-id", "list-unsubscribe"})
_told: set[Path] = set()
log = logging.getLogger(__name__)


class Mailer(Protocol):
    """Sends letters one after another, from one thread at a time."""

    def send(self, message: EmailMessage) -> None:
        """Send a letter. Raises LetterRefused if another attempt is useless, else Delayed."""

    def close(self) -> None:
        """End the connection until the next letter."""

    def hang_up(self) -> None:
        """Break off a letter that hangs. Called from another thread when the worker stops."""


@cache
def _kind_of(name: str) -> Any:
    return HeaderRegistry()[name]


class _Headers(HeaderRegistry):
    """Makes the class of each header once; anew for each letter takes a tenth of its time."""

    def __getitem__(self, name: str) -> Any:
        return _kind_of(name)


class _Policy(EmailPolicy):
    """Keeps long ids and addresses in one line, because Python would fold and encode them."""

    def fold_binary(self, name: str, value: str) -> bytes:
        if name.lower() in _IN_ONE_LINE:
            return f"{name}: {value}\r\n".encode("ascii")
        return super().fold_binary(name, value)


POLICY = _Policy(linesep="\r\n", max_line_length=78, header_factory=_Headers())


def as_message(
    letter: Letter, message_id: str, written: datetime, settings: Settings
) -> EmailMessage:
    """The letter in the form of the wire. Raises ValueError for an invalid address."""
    # A server that cannot pass such an address on is asked before (SMTPUTF8), and refuses it.
    message = EmailMessage(POLICY.clone(utf8=not is_answerable(letter.to)))
    message["Message-ID"] = message_id
    message["Date"] = written
    message["From"] = _address(settings.sender[1], settings.sender[0])
    message["To"] = _address(letter.to)
    # A wrong Reply-To does not stop the letter, whose text says who asks.
    with suppress(ValueError):
        if is_answerable(letter.reply_to):
            message["Reply-To"] = _address(letter.reply_to)
    message["Subject"] = _one_line(letter.subject)
    message["Auto-Submitted"] = "auto-generated"
    if letter.unsubscribe:
        message["List-Unsubscribe"] = f"<{letter.unsubscribe}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    _fill(message, letter)
    return message


def _one_line(subject: str) -> str:
    """The subject without line ends, invisible characters, and anything like an encoded word."""
    seen = "".join(sign if sign.isprintable() else " " for sign in subject)
    return " ".join(seen.replace("=?", "= ?").split())


def _address(text: str, name: str = "") -> Address:
    user, _, domain = text.rpartition("@")
    if not user or not domain or any(sign.isspace() or not sign.isprintable() for sign in text):
        raise ValueError("this is no email address")
    return Address(name, user, domain.encode("idna").decode("ascii"))


def _fill(message: EmailMessage, letter: Letter) -> None:
    message.set_content(letter.text, cte="quoted-printable")
    if letter.html:
        message.add_alternative(letter.html, subtype="html", cte="quoted-printable")
    for one in letter.attachments:
        message.add_attachment(
            one.text,
            subtype=one.subtype,
            cte="quoted-printable",
            filename=one.name,
            params={"method": one.method} if one.method else None,
        )


class MailFolder:
    """Writes letters as files that any mail program opens; nobody receives them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def send(self, message: EmailMessage) -> None:
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        sent = message["Date"].datetime
        file = self._folder / f"{sent:%Y%m%d-%H%M%S}-{str(message['Message-ID'])[1:9]}.eml"
        draft = file.with_suffix(".part")
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
            out.write(message.as_bytes())
        draft.rename(file)
        self._forget_oldest()
        self._tell(file)

    def _tell(self, file: Path) -> None:
        """Log the folder once per process as a warning, and each letter as information."""
        if self._folder not in _told:
            _told.add(self._folder)
            log.warning("SMTP_URL is not set: nobody receives emails, look in %s", self._folder)
        log.info("letter kept as %s", file)

    def _forget_oldest(self) -> None:
        # Names, not paths: to sort five hundred paths takes longer than to write the letter.
        with os.scandir(self._folder) as found:
            kept = sorted(one.name for one in found if one.name.endswith(".eml"))
        for old in kept[:-MOST_FILES]:
            (self._folder / old).unlink(missing_ok=True)

    def close(self) -> None:
        """Files need no closing."""

    def hang_up(self) -> None:
        """Writing a file does not hang."""


class Terminal:
    def send(self, message: EmailMessage) -> None:
        plain = message.get_body(("plain",))
        text = plain.get_content() if plain else ""
        sys.stdout.write(f"To: {message['To']}\nSubject: {message['Subject']}\n\n{text}\n")
        sys.stdout.flush()

    def close(self) -> None:
        """A terminal needs no closing."""

    def hang_up(self) -> None:
        """Printing does not hang."""


def build_mailer(settings: Settings) -> Mailer:
    if settings.smtp_url == CONSOLE:
        return Terminal()
    return SmtpServer(settings) if settings.smtp_url else MailFolder(settings.data_dir / "mail")

"""Speaks SMTP to the configured server: encrypted where offered, and with time limits."""

import re
import smtplib
import socket
import ssl
import threading
from contextlib import suppress
from email.message import EmailMessage
from urllib.parse import unquote, urlsplit

from rookiebattle.settings import LOOPBACK_HOSTS, Settings

PORTS = {"smtp": 25, "smtps": 465}
GREETING = 220
GOODBYE_SECONDS = 2
_ENHANCED = re.compile(rb"\s*(\d\.\d{1,3}\.\d{1,3})\b")


class LetterRefused(Exception):
    """The server will never accept this letter."""


class Delayed(Exception):
    """The server did not accept the letter now, but may later."""


class SmtpServer:
    """One connection, kept between letters, with limits for each step and each letter."""

    def __init__(
        self, settings: Settings, *, step_seconds: float = 20, letter_seconds: float = 45
    ) -> None:
        parts = urlsplit(settings.smtp_url)
        self._scheme, self._host = parts.scheme, parts.hostname or ""
        self._port = parts.port or PORTS[parts.scheme]
        self._user, self._password = unquote(parts.username or ""), settings.smtp_password
        self._sender = settings.sender[1]
        self._step_seconds, self._letter_seconds = step_seconds, letter_seconds
        self._server: smtplib.SMTP | None = None

    def send(self, message: EmailMessage) -> None:
        # Each step has a timeout; this one stops a server that answers just in time at every step.
        alarm = threading.Timer(self._letter_seconds, self.hang_up)
        alarm.daemon = True
        alarm.start()
        try:
            self._hand_over(self._connected(), message)
        except (smtplib.SMTPException, OSError) as failed:
            self._drop()
            raise Delayed(_why(failed)) from failed
        finally:
            alarm.cancel()
            # smtplib closes the connection after a 421. After any other refusal it can be used
            # again.
            if self._server and self._server.sock is None:
                self._drop()

    def check(self) -> None:
        """Connect, encrypt and log in, and send nothing. Raises Delayed."""
        try:
            self._connected()
        except (smtplib.SMTPException, OSError) as failed:
            raise Delayed(_why(failed)) from failed
        finally:
            self.close()

    def _hand_over(self, server: smtplib.SMTP, message: EmailMessage) -> None:
        recipient = message["To"].addresses[0].addr_spec
        try:
            server.send_message(message, self._sender, [recipient])
        except smtplib.SMTPRecipientsRefused as refused:
            raise _by_code(*refused.recipients[recipient]) from refused
        except smtplib.SMTPDataError as refused:
            raise _by_code(refused.smtp_code, refused.smtp_error) from refused
        except smtplib.SMTPNotSupportedError as refused:
            raise LetterRefused("the mail server cannot write this address") from refused

    def _connected(self) -> smtplib.SMTP:
        if self._server is None:
            self._server = server = self._opened()
            code, greeting = server.connect(self._host, self._port)
            if code != GREETING:
                raise smtplib.SMTPConnectError(code, greeting)
            server.ehlo_or_helo_if_needed()
            self._encrypt(server)
            if self._user:
                server.login(self._user, self._password)
        return self._server

    def _opened(self) -> smtplib.SMTP:
        """A client that is not connected yet, so that `hang_up` always reaches its socket."""
        server = (
            smtplib.SMTP_SSL(timeout=self._step_seconds, context=ssl.create_default_context())
            if self._scheme == "smtps"
            else smtplib.SMTP(timeout=self._step_seconds)
        )
        # The name against which the certificate is checked; `connect` leaves it empty.
        server._host = self._host  # type: ignore[attr-defined]  # smtplib keeps it to itself
        return server

    def _encrypt(self, server: smtplib.SMTP) -> None:
        if self._scheme == "smtps" or self._host in LOOPBACK_HOSTS:
            return
        if server.has_extn("starttls"):
            server.starttls(context=ssl.create_default_context())
            server.ehlo()
        elif self._user:
            raise smtplib.SMTPNotSupportedError

    def close(self) -> None:
        if self._server and self._server.sock:
            with suppress(smtplib.SMTPException, OSError):
                self._server.sock.settimeout(GOODBYE_SECONDS)
                self._server.quit()
        self._drop()

    def _drop(self) -> None:
        server, self._server = self._server, None
        if server:
            server.close()

    def hang_up(self) -> None:
        connection = self._server.sock if self._server else None
        if connection:
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)


def _by_code(code: int, reply: bytes | str) -> Exception:
    return (LetterRefused if 500 <= code < 600 else Delayed)(_of_reply(code, reply))


def _of_reply(code: int, reply: bytes | str) -> str:
    """Only the codes of a reply: servers like to repeat addresses and user names in its text."""
    enhanced = _ENHANCED.match(reply if isinstance(reply, bytes) else reply.encode())
    return f"the mail server answered {code}{f' {enhanced[1].decode()}' if enhanced else ''}"


def _why(failed: smtplib.SMTPException | OSError) -> str:
    if isinstance(failed, smtplib.SMTPResponseException):
        return _of_reply(failed.smtp_code, failed.smtp_error)
    if isinstance(failed, smtplib.SMTPNotSupportedError):
        return "the mail server offers no encrypted sign-in"
    # smtplib turns a timeout into a lost connection and keeps the timeout as its context.
    if isinstance(failed, TimeoutError) or isinstance(failed.__context__, TimeoutError):
        return "the mail server did not answer in time"
    if isinstance(failed, ConnectionRefusedError | socket.gaierror):
        return "the mail server cannot be reached"
    return f"the connection to the mail server failed ({type(failed).__name__})"

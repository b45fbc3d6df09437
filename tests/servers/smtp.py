"""A mail server that a test controls: it accepts, refuses, waits, hangs or cuts the line."""

import socketserver
import ssl
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any, cast

HANG, CUT, DRIP = "hang", "cut", "drip"


@dataclass
class Taken:
    """A letter that the server accepted."""

    sender: str
    recipient: str
    data: bytes

    @property
    def message(self) -> EmailMessage:
        return message_from_bytes(self.data, policy=policy.default)


@dataclass
class MailServer:
    """Listens on a loopback port.

    `answers` maps a command to a reply other than 250, or to a function from the line to the reply.
    The key `DATA.` is for the reply to the letter itself.
    """

    answers: dict[str, str | Callable[[str], str]] = field(default_factory=dict)
    offers: list[str] = field(default_factory=list)
    tls: ssl.SSLContext | None = None
    is_wrapped: bool = False
    taken: list[Taken] = field(default_factory=list)
    commands: list[str] = field(default_factory=list)
    connections: int = 0

    def __post_init__(self) -> None:
        self.over = threading.Event()
        self._server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self.port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.port}"

    def stop(self) -> None:
        self.over.set()
        self._server.shutdown()
        self._server.server_close()


class _CutError(Exception):
    pass


def _handler(site: MailServer) -> type["Conversation"]:
    return type("Bound", (Conversation,), {"site": site})


class Conversation(socketserver.StreamRequestHandler):
    """One client's connection."""

    site: MailServer
    sender = recipient = ""

    def handle(self) -> None:
        self.site.connections += 1
        try:
            if self.site.is_wrapped:
                self._encrypt()
            self._say(self._answer("CONNECT", "", "220 test"))
            while line := self.rfile.readline():
                self._obey(line.decode().rstrip("\r\n"))
        except (_CutError, OSError, ssl.SSLError):
            return

    def finish(self) -> None:
        for file in (self.rfile, self.wfile):
            with suppress(OSError):
                file.close()
        self.request.close()

    def _encrypt(self) -> None:
        assert self.site.tls
        self.rfile.close()
        self.request = self.site.tls.wrap_socket(self.request, server_side=True)
        self.rfile = cast(Any, self.request.makefile("rb"))
        self.wfile = cast(Any, self.request.makefile("wb", 0))

    def _obey(self, line: str) -> None:
        self.site.commands.append(line)
        verb = line.partition(" ")[0].upper()
        if verb == "EHLO":
            *most, last = ["test", *self.site.offers]
            self._say("".join(f"250-{one}\r\n" for one in most) + f"250 {last}")
        elif verb == "DATA":
            self._take(self._answer(verb, line, "354 go on"))
        else:
            self._note(verb, line)
            usual = {"QUIT": "221 bye", "AUTH": "235 welcome", "STARTTLS": "220 go on"}.get(
                verb, "250 ok"
            )
            self._say(self._answer(verb, line, usual))
            self._afterwards(verb)

    def _note(self, verb: str, line: str) -> None:
        address = line.partition("<")[2].partition(">")[0]
        if verb == "MAIL":
            self.sender = address
        elif verb == "RCPT":
            self.recipient = address

    def _afterwards(self, verb: str) -> None:
        if verb == "QUIT":
            raise _CutError
        if verb == "STARTTLS":
            self._encrypt()

    def _take(self, answer: str) -> None:
        self._say(answer)
        if not answer.startswith("354"):
            return
        lines = []
        while (line := self.rfile.readline()) not in (b".\r\n", b""):
            lines.append(line[1:] if line.startswith(b"..") else line)
        answer = self._answer("DATA.", "", "250 kept")
        if answer.startswith("250"):
            self.site.taken.append(Taken(self.sender, self.recipient, b"".join(lines)))
        self._say(answer)

    def _answer(self, verb: str, line: str, usual: str) -> str:
        told = self.site.answers.get(verb, usual)
        return told(line) if callable(told) else told

    def _say(self, text: str) -> None:
        if text == CUT:
            raise _CutError
        if text == HANG:
            self.site.over.wait(30)
            raise _CutError
        while text == DRIP:
            self.wfile.write(b"2")
            if self.site.over.wait(0.1):
                raise _CutError
        self.wfile.write(text.encode() + b"\r\n")

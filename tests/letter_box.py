"""A letter box for tests: it gets what the postman would hand to a mail server now."""

from dataclasses import dataclass
from email.message import EmailMessage

from rookiebattle.integrations import postman
from rookiebattle.integrations.postman import Postman


@dataclass(frozen=True, slots=True)
class Received:
    """A letter as its reader has it. `file` is the text of the attached file, if there is one."""

    recipient: str
    subject: str
    body: str
    file: str
    unsubscribe: str
    message_id: str
    html: str = ""
    reply_to: str = ""


class LetterBox:
    """A mailer that keeps letters."""

    def __init__(self) -> None:
        self.kept: list[Received] = []

    def send(self, message: EmailMessage) -> None:
        plain = message.get_body(("plain",))
        rich = message.get_body(("html",))
        files = [str(one.get_content()) for one in message.iter_attachments()]
        self.kept.append(
            Received(
                recipient=str(message["To"]),
                subject=str(message["Subject"]),
                body=str(plain.get_content()) if plain else "",
                file="".join(files),
                unsubscribe=str(message["List-Unsubscribe"] or "").strip("<>"),
                message_id=str(message["Message-ID"]),
                html=str(rich.get_content()) if rich else "",
                reply_to=str(message["Reply-To"] or ""),
            )
        )

    def close(self) -> None:
        """Nothing is open."""

    def hang_up(self) -> None:
        """Keeping a letter does not hang."""


def received() -> list[Received]:
    """Deliver every letter that is due now, and return them by recipient."""
    box = LetterBox()
    office = Postman(box)
    while batch := postman._claim():
        for one in batch:
            office._deliver(one)
    return sorted(box.kept, key=lambda one: one.recipient)

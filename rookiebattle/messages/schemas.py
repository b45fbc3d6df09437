"""Messages on the wire."""

from collections.abc import Sequence
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, StringConstraints

from rookiebattle.core.schemas import InstantRead, PageQuery, Wire
from rookiebattle.core.values.text import lines_seen, one_line, printable, visible
from rookiebattle.registrations.schemas import Audience

LONGEST_SUBJECT, LONGEST_TEXT = 100, 3_000
Subject = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST_SUBJECT),
    AfterValidator(printable),
    AfterValidator(visible),
    BeforeValidator(one_line),
]
Text = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST_TEXT),
    AfterValidator(printable),
    BeforeValidator(lines_seen),
]


class MessageWrite(Wire):
    """A message to the registered, the checked-in, the waiting, or those who have not paid."""

    to: Audience
    subject: Subject
    text: Text


class Unreachable(Wire):
    """Somebody whom no message reaches. With `has_address` they, or a guardian, have one and turned
    such emails off: a cancellation still reaches them."""

    user_id: str
    name: str
    has_address: bool


class MessageSent(Wire):
    """`id` is null for a dry run. `emails` are the people who get one, themselves or through a
    guardian; `unreachable` are the others, who read it on the event's page."""

    id: str | None
    emails: int
    unreachable: Sequence[Unreachable]


class MessageRead(Wire):
    """`name` is the sender’s."""

    id: str
    to: Audience
    subject: str
    text: str
    sent_by: str
    name: str
    sent_at: InstantRead


class DryRunQuery(Wire):
    """With `dryRun=true` nothing is sent."""

    dry_run: Annotated[bool, BeforeValidator(lambda sent: sent or False)] = False


class MessagesQuery(PageQuery):
    """The part of the list that is wanted."""

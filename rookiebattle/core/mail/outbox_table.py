"""The table of the outbox, in which letters wait until they are sent."""

from datetime import datetime, timedelta
from typing import Any, cast

import sqlalchemy as sa
from pydantic import BaseModel
from sqlmodel import Field, SQLModel

from rookiebattle.core import clock, privacy
from rookiebattle.core.database.db import TypedJson, UtcDateTime, new_id

KEPT = timedelta(days=30)
LONGEST_SUBJECT = 500
WAITING, SENT, FAILED, WITHDRAWN = "waiting", "sent", "failed", "withdrawn"

Known = dict[str, dict[str, Any]]
"""Record id → column → an earlier value, as JSON."""
NO_WORDS: dict[str, Any] = {
    **dict.fromkeys(("recipient", "reply_to", "subject", "body", "html", "unsubscribe"), ""),
    "attachments": [],
    "known": {},
}
"""The texts of a letter that has none yet, or anymore."""


class Attachment(BaseModel):
    """A text file that goes with a letter; `method` is the term of iCalendar."""

    name: str
    text: str
    subtype: str = "calendar"
    method: str = "PUBLISH"


class OutboxLetter(SQLModel, table=True):
    """A queued letter. Its text is deleted once it is sent or withdrawn.

    A letter that failed keeps it, so that an administrator can have it sent again. `sender` is the
    id of the member who caused a letter to somebody else. Letters go out in the order of
    `turn_at`. `known` is what the reader of a letter about changes knew before, by record and
    column.
    """

    __tablename__ = "outbox"
    __table_args__ = (
        sa.Index("ix_outbox_state_due_at", "state", "due_at"),
        sa.Index("ix_outbox_state_turn_at_due_at", "state", "turn_at", "due_at"),
        # Most letters have no sender, so the index leaves them out.
        sa.Index(
            "ix_outbox_sender_state_turn_at",
            "sender",
            "state",
            "turn_at",
            sqlite_where=sa.text("sender IS NOT NULL"),
            postgresql_where=sa.text("sender IS NOT NULL"),
        ),
    )

    id: str = Field(default_factory=new_id, primary_key=True, max_length=36)
    message_id: str = Field(max_length=320, unique=True)
    kind: str = Field(max_length=50)
    user_id: str | None = Field(
        default=None, foreign_key="users.id", ondelete="CASCADE", index=True, max_length=36
    )
    about: str = Field(default="", max_length=36)
    sender: str | None = Field(default=None, max_length=36)
    known: Known = Field(
        default_factory=dict, sa_column=sa.Column(TypedJson(Known), nullable=False, default=dict)
    )
    recipient: str = Field(default="", max_length=320)
    reply_to: str = Field(default="", max_length=320)
    subject: str = Field(default="", max_length=LONGEST_SUBJECT)
    body: str = ""
    html: str = ""
    attachments: list[Attachment] = Field(
        default_factory=list, sa_column=sa.Column(TypedJson(list[Attachment]), nullable=False)
    )
    unsubscribe: str = Field(default="", max_length=500)
    dedupe_key: str | None = Field(default=None, max_length=150, unique=True)
    state: str = Field(default=WAITING, max_length=10)
    attempts: int = 0
    due_at: datetime = Field(sa_type=UtcDateTime)
    turn_at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime)
    claimed_until: datetime | None = Field(default=None, sa_type=UtcDateTime)
    sent_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    last_error: str = Field(default="", max_length=255)
    created_at: datetime = Field(sa_type=UtcDateTime)


privacy.label(
    OutboxLetter,
    about="Emails: what the site sent to you or will send.",
    kept=f"{KEPT.days} days; its words until it was sent or withdrawn",
    of="user_id",
    goes=True,
    owner="id kind recipient subject body attachments state sent_at created_at",
    admin="about known reply_to html attempts due_at turn_at claimed_until last_error",
    nobody="message_id user_id sender unsubscribe dedupe_key",
)

letters = cast(sa.Table, OutboxLetter.__table__)  # type: ignore[attr-defined]  # SQLModel adds it

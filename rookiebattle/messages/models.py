"""The table of messages to the people of an event."""

from datetime import datetime

from sqlmodel import Field, SQLModel

from rookiebattle.core import clock, privacy
from rookiebattle.core.database.db import UtcDateTime, new_id


class Message(SQLModel, table=True):
    """A message to the people of an event, which stays on its page.

    `to` is an `Audience`. `promised_until` is the id of the last member whose letters are promised,
    while others of the audience wait for theirs; null once all are. `with_cancellation`: the letter
    about the canceled event carries it, and there is no other.
    """

    __tablename__ = "event_messages"

    id: str = Field(default_factory=new_id, primary_key=True, max_length=36)
    event_id: str = Field(foreign_key="events.id", ondelete="CASCADE", index=True, max_length=36)
    to: str = Field(max_length=10)
    subject: str = Field(max_length=100)
    text: str
    sent_by: str = Field(foreign_key="users.id", index=True, max_length=36)
    sent_at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime)
    promised_until: str | None = Field(default=None, index=True, max_length=36)
    with_cancellation: bool = False


privacy.label(
    Message,
    about="Your Messages: what you wrote to the people of an event. Whoever has a seat at it or "
    "waits for one reads it.",
    kept="while the event exists",
    of="sent_by",
    member="id event_id to subject text sent_by sent_at with_cancellation",
    nobody="promised_until",
)

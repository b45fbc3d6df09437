"""Tables of late check-ins, of posters, and of people who wait at the entrance."""

from datetime import datetime, timedelta

import sqlalchemy as sa
from sqlmodel import Field, SQLModel

from rookiebattle.core import clock, privacy
from rookiebattle.core.database.db import UtcDateTime

LATE_KEPT = timedelta(days=30)


class LateCheckIn(SQLModel, table=True):
    """A check-in that a device kept, and the answer that it got: the same one, whenever it asks.

    `client_id` was made on the device. `user_id` is None where the pass was nobody's. `at` is the
    instant by the device's clock, and `checked_in_at` since when the member is there.
    """

    __tablename__ = "late_check_ins"

    event_id: str = Field(
        primary_key=True, foreign_key="events.id", ondelete="CASCADE", max_length=36
    )
    client_id: str = Field(primary_key=True, max_length=64)
    user_id: str | None = Field(
        default=None, foreign_key="users.id", ondelete="CASCADE", index=True, max_length=36
    )
    sent_by: str | None = Field(
        default=None, foreign_key="users.id", ondelete="SET NULL", index=True, max_length=36
    )
    at: datetime = Field(sa_type=UtcDateTime)
    received_at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime, index=True)
    outcome: str = Field(max_length=10)
    checked_in_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    text: str = Field(default="", max_length=500)


privacy.label(
    LateCheckIn,
    about="Check-Ins without a Network: when a device at the gate noted you, and whether it was "
    "taken.",
    kept=f"{LATE_KEPT.days} days",
    of="user_id",
    goes=True,
    owner="event_id user_id at received_at outcome checked_in_at text",
    admin="sent_by client_id",
)


class Poster(SQLModel, table=True):
    """How often the code on an event's poster was renewed; without a row, never."""

    __tablename__ = "posters"

    event_id: str = Field(
        primary_key=True, foreign_key="events.id", ondelete="CASCADE", max_length=36
    )
    number: int = 0


privacy.label(
    Poster,
    about="Posters: how often the code at an event’s entrance was renewed.",
    kept="while the event exists",
    admin="event_id number",
)


class WantsIn(SQLModel, table=True):
    """Somebody who scanned the poster and could not check in by themselves, and why."""

    __tablename__ = "wants_in"
    __table_args__ = (sa.Index("ix_wants_in_user_id", "user_id"), sa.Index("ix_wants_in_at", "at"))

    event_id: str = Field(
        primary_key=True, foreign_key="events.id", ondelete="CASCADE", max_length=36
    )
    user_id: str = Field(
        primary_key=True, foreign_key="users.id", ondelete="CASCADE", max_length=36
    )
    at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime)
    text: str = Field(max_length=500)


privacy.label(
    WantsIn,
    about="At the Entrance: that you scanned an event’s poster, and what the gate "
    "has to see first.",
    kept="two days",
    of="user_id",
    goes=True,
    owner="event_id user_id at text",
)

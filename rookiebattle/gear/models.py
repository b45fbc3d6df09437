"""Tables of the marshal: checked gear, and incidents."""

from datetime import date, datetime, timedelta
from enum import StrEnum

import sqlalchemy as sa
from sqlmodel import Field, SQLModel

from rookiebattle.core import clock, privacy
from rookiebattle.core.database.db import UtcDateTime, new_id

INCIDENTS_KEPT = timedelta(days=3 * 365)


class Item(StrEnum):
    WEAPON = "weapon"
    SHIELD = "shield"
    ARMOR = "armor"


class GearCheck(SQLModel, table=True):
    """The last check of somebody's weapon, shield or armor at an event, with a word about it."""

    __tablename__ = "gear_checks"
    __table_args__ = (sa.UniqueConstraint("event_id", "user_id", "item"),)

    id: str = Field(default_factory=new_id, primary_key=True, max_length=36)
    event_id: str = Field(foreign_key="events.id", ondelete="CASCADE", max_length=36)
    user_id: str = Field(foreign_key="users.id", ondelete="CASCADE", index=True, max_length=36)
    item: str = Field(max_length=10)
    passed: bool
    note: str | None = Field(default=None, max_length=255)
    checked_by: str | None = Field(
        default=None, foreign_key="users.id", ondelete="SET NULL", index=True, max_length=36
    )
    checked_at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime)


privacy.label(
    GearCheck,
    about="Your Gear: the weapons, shields and armor that a marshal checked at an event.",
    kept="while the event exists",
    of="user_id",
    goes=True,
    owner="id event_id user_id item passed note checked_at",
    admin="checked_by",
)


class Incident(SQLModel, table=True):
    """A note about what happened at an event, for its leads and administrators.

    `user_id` is the member whom it is about, if it is about one. Until `suspended_until` this
    member registers for nothing; on that day they may again. Without `event_id` the event was
    removed.
    """

    __tablename__ = "incidents"
    __table_args__ = (
        sa.Index("ix_incidents_user_id_suspended_until", "user_id", "suspended_until"),
    )

    id: str = Field(default_factory=new_id, primary_key=True, max_length=36)
    event_id: str | None = Field(
        default=None, foreign_key="events.id", ondelete="SET NULL", index=True, max_length=36
    )
    user_id: str | None = Field(
        default=None, foreign_key="users.id", ondelete="CASCADE", max_length=36
    )
    text: str
    suspended_until: date | None = None
    noted_by: str | None = Field(
        default=None, foreign_key="users.id", ondelete="SET NULL", index=True, max_length=36
    )
    noted_at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime, index=True)


# The text may name others, so it is in nobody's download.
privacy.label(
    Incident,
    about="Incidents: what happened at an event, and until when someone is suspended. Only the "
    "leads of the event and administrators read what happened.",
    kept="3 years",
    of="user_id",
    goes=True,
    owner="id event_id user_id suspended_until noted_at",
    admin="text noted_by",
)

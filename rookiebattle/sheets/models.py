"""Table of live sheets."""

from datetime import datetime, timedelta
from enum import StrEnum

import sqlalchemy as sa
from sqlmodel import Field, SQLModel

from rookiebattle.core import clock, privacy
from rookiebattle.core.database.db import TypedJson, UtcDateTime, new_id

KEPT = timedelta(days=365)


class ListName(StrEnum):
    ROSTER = "roster"
    MEMBERS = "members"
    PAYMENTS = "payments"


class Sheet(SQLModel, table=True):
    """A list with its chosen columns, readable by whoever has its address until it is revoked.

    `token_digest` is the SHA-256 (hex) of the secret in the address, which is kept nowhere.
    """

    __tablename__ = "sheets"

    id: str = Field(default_factory=new_id, primary_key=True, max_length=36)
    token_digest: str = Field(unique=True, max_length=64)
    owner_id: str = Field(foreign_key="users.id", ondelete="CASCADE", index=True, max_length=36)
    list_name: str = Field(max_length=20)
    event_id: str | None = Field(
        default=None, foreign_key="events.id", ondelete="CASCADE", index=True, max_length=36
    )
    columns: list[str] = Field(
        default_factory=list, sa_column=sa.Column(TypedJson(list[str]), nullable=False)
    )
    name: str = Field(max_length=120)
    created_at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime, index=True)
    read_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


privacy.label(
    Sheet,
    about="Your Live Sheets: the lists that a spreadsheet of yours reads, and when it last did.",
    kept="a year, or until you revoke it",
    of="owner_id",
    goes=True,
    owner="id owner_id list_name event_id columns name created_at read_at",
    nobody="token_digest",
)

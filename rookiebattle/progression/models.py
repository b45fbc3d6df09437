"""Tables of progression: the ledger of every change, and the texts that belong to its entries."""

import json
from datetime import datetime
from enum import StrEnum

import sqlalchemy as sa
from sqlalchemy.engine import Dialect
from sqlmodel import Field, SQLModel

from rookiebattle.core import clock, privacy
from rookiebattle.core.database.db import UtcDateTime, new_id

Value = int | bool | str


class Act(StrEnum):
    """The kind of act that made an entry.

    An opening says what a member had before the ledger began. An erasure takes everything away.
    """

    OPENING = "opening"
    SET = "set"
    AWARD = "award"
    UNDO = "undo"
    ERASURE = "erasure"


class Scalar(sa.TypeDecorator[Value]):
    """A number, a switch or a word, stored as JSON in a text column.

    In a JSON column SQLite would keep the text '3' as the number 3, which is no JSON to read.
    """

    impl = sa.String(100)
    cache_ok = True

    def process_bind_param(self, value: Value | None, dialect: Dialect) -> str | None:
        return None if value is None else json.dumps(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> Value | None:
        found: Value | None = None if value is None else json.loads(value)
        return found


class ProgressEntry(SQLModel, table=True):
    """One change of one fact about a member. The database refuses to change or delete a row.

    `number` counts a member's entries from 1. `award_id` is the same in the entries of all members
    who got beads together, and NULL in others. `actor_id` is empty for the site itself, and
    `approved_by` is the Lead or 2IC who agreed. Other records are named by text, because an entry
    outlives them. Free text about a person is in `ProgressNote`, which can be deleted.
    """

    __tablename__ = "progress_entries"
    __table_args__ = (sa.UniqueConstraint("user_id", "number"),)

    id: str = Field(default_factory=new_id, primary_key=True, max_length=36)
    user_id: str = Field(foreign_key="users.id", max_length=36)
    number: int
    at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime)
    actor_id: str = Field(default="", max_length=36)
    act: str = Field(max_length=20)
    what: str = Field(max_length=100)
    before: Value = Field(sa_column=sa.Column(Scalar, nullable=False))
    after: Value = Field(sa_column=sa.Column(Scalar, nullable=False))
    event_id: str | None = Field(default=None, max_length=36)
    event_title: str | None = Field(default=None, max_length=255)
    approved_by: str | None = Field(default=None, max_length=36)
    award_id: str | None = Field(default=None, index=True, max_length=36)
    undoes: str | None = Field(
        default=None, foreign_key="progress_entries.id", unique=True, max_length=36
    )


class ProgressNote(SQLModel, table=True):
    """The free text of an entry: why, and an incident that only administrators read."""

    __tablename__ = "progress_notes"

    entry_id: str = Field(foreign_key="progress_entries.id", primary_key=True, max_length=36)
    user_id: str = Field(foreign_key="users.id", index=True, max_length=36)
    reason: str | None = None
    incident: str | None = None


privacy.label(
    ProgressEntry,
    about="Your Ranks, Beads and Paths: what changed, when, and who changed it.",
    kept="for good: the history of ranks, beads and paths, which names nobody once the account is "
    "deleted",
    of="user_id",
    owner="id user_id number at act what before after event_id event_title undoes",
    admin="actor_id approved_by",
    nobody="award_id",
)
privacy.label(
    ProgressNote,
    about="Notes About Your Ranks and Beads: the reason that was given. The note about an injury "
    "is for administrators alone.",
    kept="as long as the account exists",
    of="user_id",
    goes=True,
    owner="entry_id user_id reason",
    admin="incident",
)

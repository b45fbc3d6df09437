"""Table of events."""

from datetime import date, datetime, timedelta
from enum import StrEnum

import sqlalchemy as sa
from pydantic import BaseModel
from sqlmodel import Field, SQLModel

from rookiebattle.core import clock, privacy
from rookiebattle.core.database import topics
from rookiebattle.core.database.db import TypedJson, UtcDateTime, new_id
from rookiebattle.core.database.freshness import EVENTS, SEATS
from rookiebattle.core.values.words import found_column


class EventType(StrEnum):
    TRAINING = "training"
    TOURNAMENT = "tournament"
    WORKSHOP = "workshop"
    SOCIAL = "social"
    DAYBATTLE = "daybattle"


class Recurrence(StrEnum):
    WEEKLY = "weekly"
    BIWEEKLY = "biweekly"
    MONTHLY = "monthly"
    CUSTOM = "custom"


class Waits(StrEnum):
    """The acceptance that an event needs to stand in its chapter's name.

    `club`: an administrator's alone. A lead who saw that a member of the own chapter has to wait
    would learn that the member is under 18.
    """

    CHAPTER = "chapter"
    CLUB = "club"
    NOBODY = "nobody"
    """It was declined."""


EVERY_WEEKS = frozenset({Recurrence.WEEKLY, Recurrence.BIWEEKLY})
"""The patterns that keep to one weekday, that of their first date."""


# An erased organizer's limits hold for this long for somebody who comes back with a new account.
LEFT_KEPT = timedelta(days=30)
REPORTS_KEPT = timedelta(days=365)


FOUND_BY = ("title", "location", "address")
"""The columns whose words find an event."""


class Event(SQLModel, table=True):
    """One event, or one occurrence of a series. `max_participants` null means no limit.

    `current_participants` is the number of seats that are held. `seat_ceiling` is the most that may
    ever be taken: the maximum, or the number of seats held when the maximum was set below it.
    `series_id` is the id of the event that led the series at first. It never changes, also when
    that event is removed and `parent_event_id` names another leader. Null without a series.
    `canceled_at` is when it was canceled: the event stays, with its seats, and nobody registers.
    `sought` holds the words of `FOUND_BY` without strokes and accents, the title first.
    `is_refundable`: a member who unregisters in time gets all money back by itself.
    `needs_waiver` and `needs_gear_check`: the gate asks for a signed waiver, for checked gear.
    `waits_for` is one of `Waits`: only its organizer and administrators see such an event.
    """

    __tablename__ = "events"
    __table_args__ = (
        sa.CheckConstraint("current_participants >= 0", name="counter"),
        sa.CheckConstraint(
            "seat_ceiling IS NULL OR current_participants <= seat_ceiling", name="seats"
        ),
        sa.CheckConstraint("end_at > start_at", name="span"),
        # With the last three columns a total is counted in the index alone.
        sa.Index("ix_events_start_at_id", "start_at", "id", "end_at", "is_public", "waits_for"),
        sa.Index("ix_events_chapter_id_start_at", "chapter_id", "start_at"),
        # The next open practice of a chapter is looked for where there may be none.
        sa.Index(
            "ix_events_chapter_id_event_type_start_at", "chapter_id", "event_type", "start_at"
        ),
        sa.Index("ix_events_event_type_start_at", "event_type", "start_at"),
        sa.Index("ix_events_organizer_id_start_at", "organizer_id", "start_at"),
        # Few events wait or are canceled, and the console counts them on each of its pages.
        *(
            sa.Index(
                f"ix_events_{name}",
                name,
                sqlite_where=sa.text(f"{name} IS NOT NULL"),
                postgresql_where=sa.text(f"{name} IS NOT NULL"),
            )
            for name in ("waits_for", "canceled_at")
        ),
    )

    id: str = Field(default_factory=new_id, primary_key=True, max_length=36)
    title: str = Field(max_length=255)
    description: str | None = None
    event_type: str = Field(max_length=100)
    start_at: datetime = Field(sa_type=UtcDateTime)
    end_at: datetime = Field(sa_type=UtcDateTime)
    duration_minutes: int = 120
    location: str | None = Field(default=None, max_length=255)
    address: str | None = None
    max_participants: int | None = None
    current_participants: int = 0
    seat_ceiling: int | None = None
    price_cents: int = 0
    is_public: bool = True
    requires_membership: bool = False
    is_refundable: bool = Field(default=False, sa_column_kwargs={"server_default": sa.false()})
    needs_waiver: bool = Field(default=True, sa_column_kwargs={"server_default": sa.true()})
    needs_gear_check: bool = Field(default=False, sa_column_kwargs={"server_default": sa.false()})
    chapter_id: str | None = Field(
        default=None, foreign_key="chapters.id", ondelete="SET NULL", max_length=36
    )
    organizer_id: str = Field(foreign_key="users.id", max_length=36)
    is_recurring: bool = False
    recurrence_pattern: str | None = Field(default=None, max_length=20)
    recurrence_interval: int = 1
    recurrence_days_of_week: list[int] = Field(
        default_factory=list, sa_column=sa.Column(TypedJson(list[int]), nullable=False)
    )
    recurrence_end_date: date | None = None
    parent_event_id: str | None = Field(
        default=None, foreign_key="events.id", index=True, max_length=36
    )
    series_id: str | None = Field(default=None, max_length=36)
    canceled_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    cancel_reason: str | None = Field(default=None, max_length=255)
    waits_for: str | None = Field(default=None, max_length=10)
    sought: str = Field(default=None, sa_column=found_column(*FOUND_BY))
    created_at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime)
    updated_at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime)


privacy.label(
    Event,
    about="Events: what is announced, where, when and by whom. Events that are not public are for "
    "members.",
    kept="for good: the club’s history",
    of="organizer_id",
    public="id title description event_type start_at end_at duration_minutes location address "
    "max_participants current_participants seat_ceiling price_cents is_public requires_membership "
    "is_refundable needs_waiver needs_gear_check "
    "chapter_id organizer_id is_recurring recurrence_pattern recurrence_interval "
    "recurrence_days_of_week recurrence_end_date parent_event_id canceled_at cancel_reason "
    "waits_for created_at updated_at",
    nobody="series_id sought",
)
topics.declare(Event, EVENTS, current_participants=SEATS)


class LeftOrganizer(SQLModel, table=True):
    """An erased account that organized events, and a fingerprint of the identity behind it.

    What the account added still counts for a new account of the same identity. The fingerprint
    needs the site's secret, and it tells nobody who the person was.
    """

    __tablename__ = "left_organizers"

    user_id: str = Field(
        primary_key=True, foreign_key="users.id", ondelete="CASCADE", max_length=36
    )
    fingerprint: str = Field(index=True, max_length=64)
    left_at: datetime = Field(sa_type=UtcDateTime, index=True)


# No row is about an account that exists, so the download has none of them.
privacy.label(
    LeftOrganizer,
    about="Organizers who Left: a mark that tells nobody’s name, so that a new account does not "
    "begin the daily limits anew.",
    kept=f"{LEFT_KEPT.days} days after an organizer deleted the account",
    nobody="user_id fingerprint left_at",
)


class EventOrigin(SQLModel, table=True):
    """The entry of a calendar file that an event was imported from, by the digest of its UID.

    The same entry is not imported twice. Once its events are removed, it may come again.
    """

    __tablename__ = "event_origins"

    event_id: str = Field(
        primary_key=True, foreign_key="events.id", ondelete="CASCADE", max_length=36
    )
    uid_digest: str = Field(index=True, max_length=64)


privacy.label(
    EventOrigin,
    about="Imported Events: which entry of a calendar file an event came from.",
    kept="while the event exists",
    nobody="event_id uid_digest",
)


class EventReport(SQLModel, table=True):
    """Somebody's word that an event should not be there. Without `user_id`, a visitor's."""

    __tablename__ = "event_reports"

    id: str = Field(default_factory=new_id, primary_key=True, max_length=36)
    event_id: str = Field(foreign_key="events.id", ondelete="CASCADE", index=True, max_length=36)
    user_id: str | None = Field(
        default=None, foreign_key="users.id", ondelete="CASCADE", index=True, max_length=36
    )
    reason: str
    reported_at: datetime = Field(sa_type=UtcDateTime, index=True)
    handled_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


privacy.label(
    EventReport,
    about="Reports of Events: what someone says is wrong with an event. Administrators read them.",
    kept="a year, or until the event is deleted",
    of="user_id",
    goes=True,
    owner="id event_id user_id reason reported_at handled_at",
)


class Told(BaseModel):
    """The facts of an event that a chapter's channel was told. Its title is for the day on which
    the event is deleted; the oldest rows have none."""

    start: datetime
    end: datetime
    place: str
    is_canceled: bool
    title: str = ""


class ChapterPost(SQLModel, table=True):
    """A message that waits for a chapter's Discord channel. It is written when it is sent.

    There is one row for each event or series (`lineage`), and one without it for "Tomorrow".
    `known` is what the channel was told, by the events' ids.
    """

    __tablename__ = "chapter_posts"
    __table_args__ = (
        sa.UniqueConstraint("chapter_id", "lineage", name="uq_chapter_posts_chapter_id"),
        sa.Index("ix_chapter_posts_state_due_at", "state", "due_at"),
    )

    id: str = Field(default_factory=new_id, primary_key=True, max_length=36)
    chapter_id: str = Field(foreign_key="chapters.id", ondelete="CASCADE", max_length=36)
    lineage: str = Field(default="", max_length=36)
    known: dict[str, Told] = Field(
        default_factory=dict, sa_column=sa.Column(TypedJson(dict[str, Told]), nullable=False)
    )
    state: str = Field(max_length=20)
    due_at: datetime = Field(sa_type=UtcDateTime)
    attempts: int = 0
    claimed_until: datetime | None = Field(default=None, sa_type=UtcDateTime)
    last_error: str = Field(default="", max_length=255)


privacy.label(
    ChapterPost,
    about="Messages to Discord: which events a chapter’s channel was told of.",
    kept="while the channel is connected",
    nobody="id chapter_id lineage known state due_at attempts claimed_until last_error",
)

"""Tables of seats, of those who wait for one, and of questions to organizers."""

from datetime import datetime
from enum import StrEnum

import sqlalchemy as sa
from sqlmodel import Field, SQLModel

from rookiebattle.core import clock, privacy
from rookiebattle.core.database.db import UtcDateTime, new_id


class PaymentStatus(StrEnum):
    NOT_REQUIRED = "not_required"
    PENDING = "pending"
    COMPLETED = "completed"
    REFUNDED = "refunded"
    WAIVED = "waived"
    CREDIT = "credit"


class Registration(SQLModel, table=True):
    """A member's seat at an event. `cancelled_at` is when the member gave it up; the row stays.

    `hold_expires_at` is when a seat that is not paid yet is lost. It counts for nothing while the
    seat is settled by hand or its member is checked in, and stays for the case that this is taken
    back: `HOLD` in `queries/seats.py` is what counts. A row without its seat keeps it, too:
      `hold_expires_at > cancelled_at`   the member unregistered: a late payment goes back
      `hold_expires_at <= cancelled_at`  the hold ended: a late payment takes the seat again
    `unpaid_holds` counts the holds of this member up to that one, since a seat was last paid or
    kept without a hold: the pause after them grows (`policy.PAUSES`).
    `payment_amount_cents` is what the seat costs: it follows a price of the event that falls.
    `overpaid_cents` was paid beyond that, and is to go back; it is 0 unless the seat is paid.
    `perk_cents` is the part of the price that a plan's token or credit pays, and
    `payment_amount_cents` the rest. Of a refunded seat it is what went back with the money.
    `checked_in_by` is the id of the person at the gate who checked the member in.
    """

    __tablename__ = "event_registrations"
    __table_args__ = (
        sa.UniqueConstraint("event_id", "user_id"),
        sa.Index("ix_event_registrations_user_id_cancelled_at", "user_id", "cancelled_at"),
        sa.Index("ix_event_registrations_hold_expires_at", "hold_expires_at"),
        sa.Index(
            *("ix_event_registrations_overpaid", "overpaid_cents"),
            sqlite_where=sa.text("overpaid_cents > 0"),
            postgresql_where=sa.text("overpaid_cents > 0"),
        ),
    )

    id: str = Field(default_factory=new_id, primary_key=True, max_length=36)
    event_id: str = Field(foreign_key="events.id", max_length=36)
    user_id: str = Field(foreign_key="users.id", max_length=36)
    registration_date: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime)
    payment_status: str = Field(default=PaymentStatus.PENDING, max_length=50)
    payment_amount_cents: int = 0
    overpaid_cents: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    perk_cents: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    stripe_payment_intent_id: str | None = Field(default=None, max_length=255)
    notes: str | None = None
    hold_expires_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    unpaid_holds: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    cancelled_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    checked_in_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    checked_in_by: str | None = Field(default=None, max_length=36)


privacy.label(
    Registration,
    about="Your Seats: the events that you registered for, what you owe or paid, and whether you "
    "were checked in. The organizer of the event sees your seat and your game name.",
    kept="while the event exists: its seats and what was paid for them",
    of="user_id",
    erased="notes",
    owner="id event_id user_id registration_date payment_status payment_amount_cents "
    "overpaid_cents perk_cents notes hold_expires_at unpaid_holds cancelled_at checked_in_at",
    admin="checked_in_by",
    nobody="stripe_payment_intent_id",
)


class WaitingParty(SQLModel, table=True):
    """People who wait for seats at an event: all of them get one, or none does.

    `place` orders the list; of equal places the older row comes first. Without `wants_seats` they
    want one letter when a seat opens. `offered_at` is when seats were held for them until
    `offer_ends_at`: the holds of their registrations say whether the offer is still open.
    """

    __tablename__ = "waiting_parties"
    __table_args__ = (sa.Index("ix_waiting_parties_event_id_place", "event_id", "place"),)

    id: str = Field(default_factory=new_id, primary_key=True, max_length=36)
    event_id: str = Field(foreign_key="events.id", ondelete="CASCADE", max_length=36)
    asked_by: str = Field(foreign_key="users.id", ondelete="CASCADE", index=True, max_length=36)
    place: int
    wants_seats: bool = True
    created_at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime)
    offered_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    offer_ends_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


privacy.label(
    WaitingParty,
    about="Your Places on Waiting Lists: full events at which you wait for a seat, or want to hear "
    "when one opens. The organizer of the event sees your place and your game name.",
    kept="until a seat opens or the event is over",
    of="asked_by",
    goes=True,
    owner="id event_id asked_by place wants_seats created_at offered_at offer_ends_at",
)


class WaitingPerson(SQLModel, table=True):
    """One of the people of a waiting party. Nobody waits twice at an event."""

    __tablename__ = "waiting_people"

    event_id: str = Field(
        primary_key=True, foreign_key="events.id", ondelete="CASCADE", max_length=36
    )
    user_id: str = Field(
        primary_key=True, foreign_key="users.id", ondelete="CASCADE", index=True, max_length=36
    )
    party_id: str = Field(
        foreign_key="waiting_parties.id", ondelete="CASCADE", index=True, max_length=36
    )


privacy.label(
    WaitingPerson,
    about="Parties on Waiting Lists: with whom you wait for seats.",
    kept="until a seat opens or the event is over",
    of="user_id",
    goes=True,
    owner="event_id user_id party_id",
)


class SeatWish(SQLModel, table=True):
    """A wish of the version before, which may still run beside this one. Its next migration drops
    the table: `waiting_parties` has today's wishes."""

    __tablename__ = "seat_wishes"

    event_id: str = Field(
        primary_key=True, foreign_key="events.id", ondelete="CASCADE", max_length=36
    )
    user_id: str = Field(
        primary_key=True, foreign_key="users.id", ondelete="CASCADE", index=True, max_length=36
    )
    created_at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime)


privacy.label(
    SeatWish,
    about="Your Wishes for a Seat: full events of which you wanted to hear when a seat opens.",
    kept="until your places on waiting lists have taken them over",
    of="user_id",
    goes=True,
    owner="event_id user_id created_at",
)


class Question(SQLModel, table=True):
    """A question to the organizer of an event, and its answer: the club stands between the two.

    `user_id` is None for a visitor. `name` and `email` are what was typed: a member's are read from
    the account. Without `event_id` the event was removed. `answered_by` is a member's id, also a
    former member's. `is_suspicious`: it filled in the trap of its form, so only administrators read
    it until one has passed it on.
    """

    __tablename__ = "event_questions"

    id: str = Field(default_factory=new_id, primary_key=True, max_length=36)
    event_id: str | None = Field(
        default=None, foreign_key="events.id", ondelete="SET NULL", index=True, max_length=36
    )
    user_id: str | None = Field(
        default=None, foreign_key="users.id", ondelete="CASCADE", index=True, max_length=36
    )
    name: str = Field(default="", max_length=255)
    email: str = Field(default="", max_length=320)
    question: str
    asked_at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime, index=True)
    answer: str | None = None
    answered_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    answered_by: str | None = Field(default=None, index=True, max_length=36)
    is_suspicious: bool = Field(default=False, sa_column_kwargs={"server_default": sa.false()})


privacy.label(
    Question,
    about="Your Questions: what you asked an organizer, and the answer. A visitor’s question has "
    "the typed name, and the address for the answer, which the organizer does not see.",
    kept="90 days",
    of="user_id",
    goes=True,
    owner="id event_id question asked_at answer answered_at",
    admin="name is_suspicious",
    nobody="user_id email answered_by",
)

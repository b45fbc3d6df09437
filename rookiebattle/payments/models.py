"""Tables of payments: the ledger, subscriptions, and the traffic with the card service."""

from datetime import date, datetime
from enum import StrEnum
from typing import Any

import sqlalchemy as sa
from sqlmodel import Field, SQLModel

from rookiebattle.core import clock, privacy
from rookiebattle.core.database.db import TypedJson, UtcDateTime, new_id


class Kind(StrEnum):
    """The purpose of a payment: the `paymentType` of the wire."""

    SUBSCRIPTION = "subscription"
    DONATION = "donation"
    EVENT = "event"


class Method(StrEnum):
    CARD = "card"
    HAND = "hand"


class Status(StrEnum):
    """Where a payment stands. A payment is `refunded` once all of it was given back."""

    PENDING = "pending"
    PROCESSING = "processing"
    COMPLETED = "completed"
    REFUNDED = "refunded"
    FAILED = "failed"
    CANCELED = "canceled"


STARTING, BY_HAND = "starting", "by_hand"
"""Statuses of subscriptions that the card service does not know (yet)."""
UNDECIDED = frozenset({Status.PENDING, Status.PROCESSING})


class What(StrEnum):
    """The act that an entry records. Only receipts, what went back and decided disputes move
    money."""

    STARTED = "started"
    RECEIVED = "received"
    REFUND_ASKED = "refund_asked"
    REFUNDED = "refunded"
    REFUND_FAILED = "refund_failed"
    FAILED = "failed"
    CANCELED = "canceled"
    CORRECTED = "corrected"
    DISPUTED = "disputed"
    DISPUTE_LOST = "dispute_lost"
    DISPUTE_WON = "dispute_won"
    HANDED_BACK = "handed_back"


IS_LOOKED_AT = "received_cents = 0 AND status IN ('pending', 'canceled')"
"""A checkout that came to nothing, in words that the databases find their index by."""


class Payment(SQLModel, table=True):
    """A payment of a member: what was asked, what came, and what went back, in cents.

    `refunded_cents` was given back, `disputed_cents` was taken by the member's bank, and
    `handed_cents` came by card and was given back by hand, which the card service does not know.

    `number` counts a member's payments from 1. The sums follow from `PaymentEntry`. `open_key` is
    set while the payment waits: a second start of the same thing then finds it. `means`,
    `reference` and `received_on` say how money came by hand; nobody noted it for the oldest
    payments. `version` counts what the card service told, so that older news never follows newer.
    Events and seats are named by text, because a payment outlives them. `paid_with` is the payment
    whose charge paid this one, too: the one of a party's seats that the card service knows.
    """

    __tablename__ = "payments"
    __table_args__ = (
        sa.UniqueConstraint("user_id", "number"),
        sa.CheckConstraint("refunded_cents <= received_cents", name="refunds_within_receipts"),
        sa.CheckConstraint(
            "received_cents >= 0 AND refunded_cents >= 0 AND disputed_cents >= 0", name="no_debts"
        ),
        sa.Index("ix_payments_status_created_at", "status", "created_at"),
        sa.Index("ix_payments_created_at_id", "created_at", "id"),
        sa.Index(
            "ix_payments_user_id_looked_at",
            "user_id",
            sqlite_where=sa.text(IS_LOOKED_AT),
            postgresql_where=sa.text(IS_LOOKED_AT),
        ),
    )

    id: str = Field(default_factory=new_id, primary_key=True, max_length=36)
    user_id: str = Field(foreign_key="users.id", max_length=36)
    number: int
    payment_type: str = Field(max_length=20)
    method: str = Field(default=Method.CARD, max_length=10)
    status: str = Field(default=Status.PENDING, max_length=50)
    amount_cents: int
    received_cents: int = 0
    refunded_cents: int = 0
    disputed_cents: int = 0
    handed_cents: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    currency: str = Field(default="USD", max_length=3)
    description: str = Field(default="", max_length=255)
    plan: str | None = Field(default=None, max_length=20)
    event_id: str | None = Field(default=None, index=True, max_length=36)
    registration_id: str | None = Field(default=None, index=True, max_length=36)
    subscription_id: str | None = Field(default=None, index=True, max_length=36)
    paid_with: str | None = Field(default=None, index=True, max_length=36)
    stripe_payment_intent_id: str | None = Field(default=None, unique=True, max_length=255)
    stripe_subscription_id: str | None = Field(default=None, max_length=255)
    stripe_invoice_id: str | None = Field(default=None, unique=True, max_length=255)
    open_key: str | None = Field(default=None, unique=True, max_length=255)
    recorded_by: str | None = Field(default=None, max_length=36)
    means: str | None = Field(default=None, max_length=10)
    reference: str | None = Field(default=None, max_length=40)
    received_on: date | None = None
    version: int = 0
    paid_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    created_at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime)
    updated_at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime)

    @property
    def returned_cents(self) -> int:
        """The sum that went back: given by the club, or taken by the member's bank."""
        return self.refunded_cents + self.disputed_cents + self.handed_cents

    @property
    def kept_cents(self) -> int:
        """The club's part. A bank may also take what was refunded before: below zero."""
        return self.received_cents - self.returned_cents

    @property
    def is_own_entry(self) -> bool:
        """Whether it was recorded by hand for itself, and not with a seat on the roster."""
        return self.method == Method.HAND and self.payment_type != Kind.EVENT


class PaymentEntry(SQLModel, table=True):
    """One thing that happened to a payment. The database refuses to change or delete a row.

    `cents` is above zero for what came and below for what went. `provider_id` names the card
    service's own object, and the same news about it is entered once. An entry by hand
    has a random one: there the lock of the seat keeps a double press out.
    """

    __tablename__ = "payment_entries"
    __table_args__ = (
        sa.UniqueConstraint("payment_id", "number"),
        sa.UniqueConstraint("what", "provider_id"),
        sa.Index("ix_payment_entries_at_id", "at", "id"),
    )

    id: str = Field(default_factory=new_id, primary_key=True, max_length=36)
    payment_id: str = Field(foreign_key="payments.id", max_length=36)
    number: int
    at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime)
    actor_id: str = Field(default="", max_length=36)
    what: str = Field(max_length=20)
    cents: int = 0
    provider_id: str | None = Field(default=None, max_length=255)


class CardBooking(SQLModel, table=True):
    """The fee that the card service kept of an entry, and the payout that brought the rest.

    A table of its own, because an entry never changes and both are known later. `id` is the
    service's own, of a line of the account's balance.
    """

    __tablename__ = "card_bookings"

    entry_id: str = Field(foreign_key="payment_entries.id", primary_key=True, max_length=36)
    id: str = Field(unique=True, max_length=255)
    fee_cents: int
    payout_id: str | None = Field(default=None, max_length=255)
    paid_out_on: date | None = None


class AccountCode(SQLModel, table=True):
    """The account of the club's bookkeeping under which payments of a kind are entered."""

    __tablename__ = "account_codes"

    kind: str = Field(primary_key=True, max_length=20)
    code: str = Field(max_length=20)


class VotingRules(SQLModel, table=True):
    """The rules by which members may vote. There is at most one row, with the id 1.

    A plan of `plans` is active (none: no plan is needed), and the member was checked in at
    `attendances` events in `months` months.
    """

    __tablename__ = "voting_rules"

    id: int = Field(default=1, primary_key=True)
    plans: list[str] = Field(
        default_factory=list, sa_column=sa.Column(TypedJson(list[str]), nullable=False)
    )
    adults_only: bool
    attendances: int
    months: int


class PerkKind(StrEnum):
    TOKEN = "token"  # noqa: S105  # a token for a park day, and no secret
    WEEKEND = "weekend"


class PerkAct(StrEnum):
    """`undone`: the money of the plan went back. `restored`: it came after all."""

    GRANTED = "granted"
    USED = "used"
    GIVEN_BACK = "given_back"
    UNDONE = "undone"
    RESTORED = "restored"


class PerkEntry(SQLModel, table=True):
    """One thing that happened to what a plan brings. The database refuses to change such a row.

    `amount` counts tokens, or cents of weekend credit: above zero for what came, below for what
    went. A grant is a lot of its own: `lot_id` is its id. `source` names the bill or the payment of
    the period from `begins_at` to `ends_at`, which brings each kind once. It counts until
    `expires_at`. `number` counts a member's entries, so two presses never take the same. An entry
    of which something comes back is named in `reverses_id`, once.
    """

    __tablename__ = "perk_entries"
    __table_args__ = (
        sa.UniqueConstraint("source", "kind"),
        sa.UniqueConstraint("user_id", "number"),
        sa.CheckConstraint("(amount < 0) = (what IN ('used', 'undone'))", name="signs_of_acts"),
    )

    id: str = Field(default_factory=new_id, primary_key=True, max_length=36)
    user_id: str = Field(foreign_key="users.id", max_length=36)
    number: int
    kind: str = Field(max_length=10)
    what: str = Field(max_length=20)
    amount: int
    lot_id: str = Field(index=True, max_length=36)
    reverses_id: str | None = Field(default=None, unique=True, max_length=36)
    source: str | None = Field(default=None, max_length=255)
    begins_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    ends_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    expires_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    registration_id: str | None = Field(default=None, index=True, max_length=36)
    about: str = Field(default="", max_length=255)
    actor_id: str = Field(default="", max_length=36)
    at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime)


class Subscription(SQLModel, table=True):
    """A member's paid membership. A member has at most one that lives: `live_of` is unique.

    `status` is the card service's word; 'starting' before it answered, 'by_hand' for a membership
    that was paid in cash. `paid_until` is the end of the last period that was paid. `granted_at` is
    when the invoice was made that gave the tier, and `lapsed_at` when the membership expired.
    `superseded` marks one that the member no longer wants: what is still paid for it goes back.
    """

    __tablename__ = "subscriptions"
    __table_args__ = (sa.Index("ix_subscriptions_paid_until", "paid_until"),)

    id: str = Field(default_factory=new_id, primary_key=True, max_length=36)
    user_id: str = Field(foreign_key="users.id", index=True, max_length=36)
    live_of: str | None = Field(default=None, unique=True, max_length=36)
    plan: str = Field(max_length=20)
    status: str = Field(default=STARTING, max_length=30)
    stripe_subscription_id: str | None = Field(default=None, unique=True, max_length=255)
    paid_until: datetime | None = Field(default=None, sa_type=UtcDateTime)
    paid_plan: str | None = Field(default=None, max_length=20)
    granted_invoice: str | None = Field(default=None, max_length=255)
    granted_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    credit_cents: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    ends_at_period_end: bool = False
    superseded: bool = False
    lapsed_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    version: int = 0
    created_at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime)
    updated_at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime)

    @property
    def plan_in_force(self) -> str:
        """The plan that was paid last; before the first payment the one that was chosen."""
        return self.paid_plan or self.plan


class WebhookEvent(SQLModel, table=True):
    """A webhook that came, before it is handled, and how that went. The id is the sender's.

    `body` names the object that it is about, in the sender's JSON and without anything else.
    """

    __tablename__ = "webhook_events"
    __table_args__ = (sa.Index("ix_webhook_events_state_due_at", "state", "due_at"),)

    id: str = Field(primary_key=True, max_length=255)
    type: str = Field(max_length=255)
    about: str = Field(max_length=255)
    body: str
    happened_at: datetime = Field(sa_type=UtcDateTime)
    received_at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime)
    state: str = Field(default="waiting", max_length=20)
    attempts: int = 0
    due_at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime)
    claimed_until: datetime | None = Field(default=None, sa_type=UtcDateTime)
    last_error: str = Field(default="", max_length=255)
    handled_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


class PaymentOrder(SQLModel, table=True):
    """Something that the card service must be told, queued in the transaction that decided it.

    `dedupe_key` is also the key under which the card service sees a repeated call as one.
    """

    __tablename__ = "payment_orders"
    __table_args__ = (sa.Index("ix_payment_orders_state_due_at", "state", "due_at"),)

    id: str = Field(default_factory=new_id, primary_key=True, max_length=36)
    kind: str = Field(max_length=30)
    about: str = Field(max_length=255)
    payment_id: str | None = Field(default=None, index=True, max_length=36)
    cents: int = 0
    dedupe_key: str = Field(unique=True, max_length=255)
    state: str = Field(default="waiting", max_length=20)
    attempts: int = 0
    due_at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime)
    claimed_until: datetime | None = Field(default=None, sa_type=UtcDateTime)
    last_error: str = Field(default="", max_length=255)
    created_at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime)
    done_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


class IdempotencyKey(SQLModel, table=True):
    """A key that a program sent with a request, and the answer; NULL while it is made.

    The answer names records. Secrets of the card service are fetched again, never stored.
    """

    __tablename__ = "idempotency_keys"

    user_id: str = Field(foreign_key="users.id", primary_key=True, max_length=36)
    key: str = Field(primary_key=True, max_length=255)
    fingerprint: str = Field(max_length=64)
    answer: dict[str, Any] | None = Field(
        default=None, sa_column=sa.Column(TypedJson(dict[str, Any]), nullable=True)
    )
    created_at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime, index=True)


class PaymentMark(SQLModel, table=True):
    """How far a task that runs in every worker has come."""

    __tablename__ = "payment_marks"

    name: str = Field(primary_key=True, max_length=30)
    at: datetime = Field(sa_type=UtcDateTime)


privacy.label(
    Payment,
    about="Your Payments: what you paid, for what, when and how, and refunds. Your card’s "
    "number never reaches this site.",
    kept="for good: the club’s books",
    of="user_id",
    erased="description",
    owner="id user_id number payment_type method status amount_cents received_cents refunded_cents "
    "disputed_cents handed_cents currency description plan event_id registration_id "
    "subscription_id paid_with means reference received_on paid_at created_at updated_at",
    admin="recorded_by",
    nobody="stripe_payment_intent_id stripe_subscription_id stripe_invoice_id open_key version",
)
privacy.label(
    PaymentEntry,
    about="The Steps of a Payment: each sum that was paid or refunded.",
    kept="for good: the club’s books",
    admin="id payment_id number at actor_id what cents provider_id",
)
privacy.label(
    CardBooking,
    about="Fees and Payouts: what the card service kept of a payment, and when the rest reached "
    "the club’s bank.",
    kept="for good: the club’s books",
    admin="entry_id id fee_cents payout_id paid_out_on",
)
privacy.label(
    AccountCode,
    about="Accounts of the Books: the number of each kind of payment. Nothing in it is about a "
    "person.",
    kept="for good",
    admin="kind code",
)
privacy.label(
    VotingRules,
    about="Rules of Voting: which plans, ages and visits it takes. Nothing in it is about a "
    "person.",
    kept="for good",
    admin="id plans adults_only attendances months",
)
privacy.label(
    PerkEntry,
    about="Your Tokens and Credit: what your plan brought, and the seats that it paid for.",
    kept="for good: the club’s books",
    of="user_id",
    owner="id user_id number kind what amount begins_at ends_at expires_at registration_id "
    "about at",
    admin="actor_id",
    nobody="lot_id reverses_id source",
)
privacy.label(
    Subscription,
    about="Your Membership: the plan, until when it is paid, and the credit that belongs to it.",
    kept="for good: the club’s books",
    of="user_id",
    owner="id user_id plan status paid_until paid_plan credit_cents ends_at_period_end "
    "lapsed_at created_at updated_at",
    nobody="stripe_subscription_id live_of superseded version granted_invoice granted_at",
)
privacy.label(
    WebhookEvent,
    about="Messages of the Card Service: what it reported about a payment.",
    kept="60 days after it was handled, or came and failed; the card service’s ids alone",
    nobody="id type about body happened_at received_at state attempts due_at claimed_until "
    "last_error handled_at",
)
privacy.label(
    PaymentOrder,
    about="Orders to the Card Service: refunds and changes of plans that it was asked for.",
    kept="for good: what the card service was told",
    nobody="id kind about payment_id cents dedupe_key state attempts due_at claimed_until "
    "last_error created_at done_at",
)
privacy.label(
    IdempotencyKey,
    about="Repeated Requests: the answer to a request about money, so that the same press twice "
    "costs nothing.",
    kept="a day",
    of="user_id",
    goes=True,
    owner="created_at",
    nobody="user_id key fingerprint answer",
)
privacy.label(
    PaymentMark,
    about="Marks of the Books: how far the comparison with the card service has come. Nothing in "
    "it is about a person.",
    kept="for good",
    nobody="name at",
)

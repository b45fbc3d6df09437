"""payments: the ledger, subscriptions, and the traffic with the card service."""

import sqlalchemy as sa

from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None

AN_ID = sa.String(length=36)
NAME = sa.String(length=255)
AT = sa.DateTime(timezone=True)
SAME = (
    "id = NEW.id OR (payment_id = NEW.payment_id AND number = NEW.number) "
    "OR (what = NEW.what AND provider_id = NEW.provider_id)"
)


def _key(table: str, *columns: str) -> sa.PrimaryKeyConstraint:
    return sa.PrimaryKeyConstraint(*columns, name=op.f(f"pk_{table}"))


def _of_member(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["user_id"], ["users.id"], name=op.f(f"fk_{table}_user_id_users")
    )


def _one_only(table: str, *columns: str) -> sa.UniqueConstraint:
    return sa.UniqueConstraint(*columns, name=op.f(f"uq_{table}_{'_'.join(columns[:1])}"))


def _queue() -> list[sa.Column[object]]:
    """The columns of a row that a worker claims."""
    return [
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("due_at", AT, nullable=False),
        sa.Column("claimed_until", AT, nullable=True),
        sa.Column("last_error", NAME, nullable=False),
    ]


def upgrade() -> None:
    _payments()
    _entries()
    _subscriptions()
    _traffic()
    op.create_index(
        "ix_event_registrations_hold_expires_at", "event_registrations", ["hold_expires_at"]
    )


def _payments() -> None:
    op.create_table(
        "payments",
        sa.Column("id", AN_ID, nullable=False),
        sa.Column("user_id", AN_ID, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("payment_type", sa.String(length=20), nullable=False),
        sa.Column("method", sa.String(length=10), nullable=False),
        sa.Column("status", sa.String(length=50), nullable=False),
        sa.Column("amount_cents", sa.Integer(), nullable=False),
        sa.Column("received_cents", sa.Integer(), nullable=False),
        sa.Column("refunded_cents", sa.Integer(), nullable=False),
        sa.Column("disputed_cents", sa.Integer(), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("description", NAME, nullable=False),
        sa.Column("plan", sa.String(length=20), nullable=True),
        sa.Column("event_id", AN_ID, nullable=True),
        sa.Column("registration_id", AN_ID, nullable=True),
        sa.Column("subscription_id", AN_ID, nullable=True),
        sa.Column("stripe_payment_intent_id", NAME, nullable=True),
        sa.Column("stripe_subscription_id", NAME, nullable=True),
        sa.Column("stripe_invoice_id", NAME, nullable=True),
        sa.Column("open_key", NAME, nullable=True),
        sa.Column("recorded_by", AN_ID, nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("paid_at", AT, nullable=True),
        sa.Column("created_at", AT, nullable=False),
        sa.Column("updated_at", AT, nullable=False),
        sa.CheckConstraint(
            "refunded_cents <= received_cents", name=op.f("ck_payments_refunds_within_receipts")
        ),
        sa.CheckConstraint(
            "received_cents >= 0 AND refunded_cents >= 0 AND disputed_cents >= 0",
            name=op.f("ck_payments_no_debts"),
        ),
        _of_member("payments"),
        _key("payments", "id"),
        _one_only("payments", "user_id", "number"),
        _one_only("payments", "stripe_payment_intent_id"),
        _one_only("payments", "stripe_invoice_id"),
        _one_only("payments", "open_key"),
    )
    op.create_index("ix_payments_status_created_at", "payments", ["status", "created_at"])
    op.create_index("ix_payments_created_at_id", "payments", ["created_at", "id"])
    for name in ("event_id", "registration_id", "subscription_id"):
        op.create_index(op.f(f"ix_payments_{name}"), "payments", [name])


def _entries() -> None:
    op.create_table(
        "payment_entries",
        sa.Column("id", AN_ID, nullable=False),
        sa.Column("payment_id", AN_ID, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("at", AT, nullable=False),
        sa.Column("actor_id", AN_ID, nullable=False),
        sa.Column("what", sa.String(length=20), nullable=False),
        sa.Column("cents", sa.Integer(), nullable=False),
        sa.Column("provider_id", NAME, nullable=True),
        sa.ForeignKeyConstraint(
            ["payment_id"], ["payments.id"], name=op.f("fk_payment_entries_payment_id_payments")
        ),
        _key("payment_entries", "id"),
        _one_only("payment_entries", "payment_id", "number"),
        _one_only("payment_entries", "what", "provider_id"),
    )
    op.create_index("ix_payment_entries_at_id", "payment_entries", ["at", "id"])
    _refuse_changes()


def _refuse_changes() -> None:
    """No row of the ledger changes or goes: its corrections are further entries."""
    table = "payment_entries"
    if op.get_bind().dialect.name == "sqlite":
        refuse = f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
        # INSERT OR REPLACE would delete a row without asking the trigger for deletes.
        again = f"EXISTS (SELECT 1 FROM {table} WHERE {SAME})"  # noqa: S608  # names from above
        op.execute(f"CREATE TRIGGER {table}_insert BEFORE INSERT ON {table} WHEN {again} {refuse}")
        op.execute(f"CREATE TRIGGER {table}_update BEFORE UPDATE ON {table} {refuse}")
        op.execute(f"CREATE TRIGGER {table}_delete BEFORE DELETE ON {table} {refuse}")
        return
    op.execute(
        f"""
        CREATE FUNCTION {table}_stay() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            RAISE EXCEPTION '{table} is append-only'
            USING ERRCODE = 'integrity_constraint_violation';
        END $$
        """
    )
    call = f"EXECUTE FUNCTION {table}_stay()"
    changes = f"BEFORE UPDATE OR DELETE ON {table} FOR EACH ROW"
    op.execute(f"CREATE TRIGGER {table}_stay {changes} {call}")
    op.execute(f"CREATE TRIGGER {table}_whole BEFORE TRUNCATE ON {table} FOR EACH STATEMENT {call}")


def _subscriptions() -> None:
    op.create_table(
        "subscriptions",
        sa.Column("id", AN_ID, nullable=False),
        sa.Column("user_id", AN_ID, nullable=False),
        sa.Column("live_of", AN_ID, nullable=True),
        sa.Column("plan", sa.String(length=20), nullable=False),
        sa.Column("status", sa.String(length=30), nullable=False),
        sa.Column("stripe_subscription_id", NAME, nullable=True),
        sa.Column("paid_until", AT, nullable=True),
        sa.Column("paid_plan", sa.String(length=20), nullable=True),
        sa.Column("granted_invoice", NAME, nullable=True),
        sa.Column("granted_at", AT, nullable=True),
        sa.Column("ends_at_period_end", sa.Boolean(), nullable=False),
        sa.Column("superseded", sa.Boolean(), nullable=False),
        sa.Column("lapsed_at", AT, nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", AT, nullable=False),
        sa.Column("updated_at", AT, nullable=False),
        _of_member("subscriptions"),
        _key("subscriptions", "id"),
        _one_only("subscriptions", "live_of"),
        _one_only("subscriptions", "stripe_subscription_id"),
    )
    op.create_index(op.f("ix_subscriptions_user_id"), "subscriptions", ["user_id"])
    op.create_index("ix_subscriptions_paid_until", "subscriptions", ["paid_until"])


def _traffic() -> None:
    op.create_table(
        "webhook_events",
        sa.Column("id", NAME, nullable=False),
        sa.Column("type", NAME, nullable=False),
        sa.Column("about", NAME, nullable=False),
        sa.Column("body", sa.String(), nullable=False),
        sa.Column("happened_at", AT, nullable=False),
        sa.Column("received_at", AT, nullable=False),
        *_queue(),
        sa.Column("handled_at", AT, nullable=True),
        _key("webhook_events", "id"),
    )
    op.create_table(
        "payment_orders",
        sa.Column("id", AN_ID, nullable=False),
        sa.Column("kind", sa.String(length=30), nullable=False),
        sa.Column("about", NAME, nullable=False),
        sa.Column("payment_id", AN_ID, nullable=True),
        sa.Column("cents", sa.Integer(), nullable=False),
        sa.Column("dedupe_key", NAME, nullable=False),
        *_queue(),
        sa.Column("created_at", AT, nullable=False),
        sa.Column("done_at", AT, nullable=True),
        _key("payment_orders", "id"),
        _one_only("payment_orders", "dedupe_key"),
    )
    for table in ("webhook_events", "payment_orders"):
        op.create_index(f"ix_{table}_state_due_at", table, ["state", "due_at"])
    op.create_index(op.f("ix_payment_orders_payment_id"), "payment_orders", ["payment_id"])
    op.create_table(
        "idempotency_keys",
        sa.Column("user_id", AN_ID, nullable=False),
        sa.Column("key", NAME, nullable=False),
        sa.Column("fingerprint", sa.String(length=64), nullable=False),
        sa.Column("answer", sa.JSON(), nullable=True),
        sa.Column("created_at", AT, nullable=False),
        _of_member("idempotency_keys"),
        _key("idempotency_keys", "user_id", "key"),
    )
    op.create_index(op.f("ix_idempotency_keys_created_at"), "idempotency_keys", ["created_at"])
    op.create_table(
        "payment_marks",
        sa.Column("name", sa.String(length=30), nullable=False),
        sa.Column("at", AT, nullable=False),
        _key("payment_marks", "name"),
    )


def downgrade() -> None:
    op.drop_index("ix_event_registrations_hold_expires_at", table_name="event_registrations")
    for table in (
        *("payment_marks", "idempotency_keys", "payment_orders", "webhook_events"),
        *("subscriptions", "payment_entries", "payments"),
    ):
        op.drop_table(table)
    if op.get_bind().dialect.name != "sqlite":
        op.execute("DROP FUNCTION payment_entries_stay()")

"""what plans bring (tokens and weekend credit), and seats that it pays for."""

import sqlalchemy as sa

from alembic import op

revision = "0045"
down_revision = "0044"
branch_labels = None
depends_on = None

TABLE, AN_ID, AT = "perk_entries", sa.String(length=36), sa.DateTime(timezone=True)
SAME = (
    "id = NEW.id OR (source = NEW.source AND kind = NEW.kind) "
    "OR (user_id = NEW.user_id AND number = NEW.number) OR reverses_id = NEW.reverses_id"
)


def upgrade() -> None:
    op.add_column(
        "event_registrations",
        sa.Column("perk_cents", sa.Integer(), server_default="0", nullable=False),
    )
    op.create_table(
        TABLE,
        sa.Column("id", AN_ID, nullable=False),
        sa.Column("user_id", AN_ID, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("what", sa.String(length=20), nullable=False),
        sa.Column("amount", sa.Integer(), nullable=False),
        sa.Column("lot_id", AN_ID, nullable=False),
        sa.Column("reverses_id", AN_ID, nullable=True),
        sa.Column("source", sa.String(length=255), nullable=True),
        sa.Column("begins_at", AT, nullable=True),
        sa.Column("ends_at", AT, nullable=True),
        sa.Column("expires_at", AT, nullable=True),
        sa.Column("registration_id", AN_ID, nullable=True),
        sa.Column("about", sa.String(length=255), nullable=False),
        sa.Column("actor_id", AN_ID, nullable=False),
        sa.Column("at", AT, nullable=False),
        sa.CheckConstraint(
            "(amount < 0) = (what IN ('used', 'undone'))",
            name=op.f("ck_perk_entries_signs_of_acts"),
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_perk_entries_user_id_users")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_perk_entries")),
        sa.UniqueConstraint("source", "kind", name=op.f("uq_perk_entries_source_kind")),
        sa.UniqueConstraint("user_id", "number", name=op.f("uq_perk_entries_user_id_number")),
        sa.UniqueConstraint("reverses_id", name=op.f("uq_perk_entries_reverses_id")),
    )
    for column in ("lot_id", "registration_id"):
        op.create_index(op.f(f"ix_perk_entries_{column}"), TABLE, [column])
    _refuse_changes()


def _refuse_changes() -> None:
    """No row of the ledger changes or goes: its corrections are further entries."""
    if op.get_bind().dialect.name == "sqlite":
        refuse = f"BEGIN SELECT RAISE(ABORT, '{TABLE} is append-only'); END"
        # INSERT OR REPLACE would delete a row without asking the trigger for deletes.
        again = f"EXISTS (SELECT 1 FROM {TABLE} WHERE {SAME})"  # noqa: S608  # names from above
        op.execute(f"CREATE TRIGGER {TABLE}_insert BEFORE INSERT ON {TABLE} WHEN {again} {refuse}")
        op.execute(f"CREATE TRIGGER {TABLE}_update BEFORE UPDATE ON {TABLE} {refuse}")
        op.execute(f"CREATE TRIGGER {TABLE}_delete BEFORE DELETE ON {TABLE} {refuse}")
        return
    op.execute(
        f"""
        CREATE FUNCTION {TABLE}_stay() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            RAISE EXCEPTION '{TABLE} is append-only'
            USING ERRCODE = 'integrity_constraint_violation';
        END $$
        """
    )
    call = f"EXECUTE FUNCTION {TABLE}_stay()"
    changes = f"BEFORE UPDATE OR DELETE ON {TABLE} FOR EACH ROW"
    op.execute(f"CREATE TRIGGER {TABLE}_stay {changes} {call}")
    op.execute(f"CREATE TRIGGER {TABLE}_whole BEFORE TRUNCATE ON {TABLE} FOR EACH STATEMENT {call}")


def downgrade() -> None:
    op.drop_table(TABLE)
    if op.get_bind().dialect.name == "postgresql":
        op.execute(f"DROP FUNCTION {TABLE}_stay()")
    op.drop_column("event_registrations", "perk_cents")

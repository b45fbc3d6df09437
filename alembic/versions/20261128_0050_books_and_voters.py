"""books and voters: fees and payouts, account codes, and the rules of voting."""

import sqlalchemy as sa

from alembic import op

revision = "0050"
down_revision = "0049"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "card_bookings",
        sa.Column("entry_id", sa.String(length=36), nullable=False),
        sa.Column("id", sa.String(length=255), nullable=False),
        sa.Column("fee_cents", sa.Integer(), nullable=False),
        sa.Column("payout_id", sa.String(length=255), nullable=True),
        sa.Column("paid_out_on", sa.Date(), nullable=True),
        sa.ForeignKeyConstraint(
            ["entry_id"],
            ["payment_entries.id"],
            name=op.f("fk_card_bookings_entry_id_payment_entries"),
        ),
        sa.PrimaryKeyConstraint("entry_id", name=op.f("pk_card_bookings")),
        sa.UniqueConstraint("id", name=op.f("uq_card_bookings_id")),
    )
    op.create_table(
        "account_codes",
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("code", sa.String(length=20), nullable=False),
        sa.PrimaryKeyConstraint("kind", name=op.f("pk_account_codes")),
    )
    op.create_table(
        "voting_rules",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("plans", sa.JSON(), nullable=False),
        sa.Column("adults_only", sa.Boolean(), nullable=False),
        sa.Column("attendances", sa.Integer(), nullable=False),
        sa.Column("months", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_voting_rules")),
    )


def downgrade() -> None:
    op.drop_table("voting_rules")
    op.drop_table("account_codes")
    op.drop_table("card_bookings")

"""gear checks and incidents."""

import sqlalchemy as sa

from alembic import op

revision = "0055"
down_revision = "0054"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "gear_checks",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("event_id", sa.String(length=36), nullable=False),
        sa.Column("user_id", sa.String(length=36), nullable=False),
        sa.Column("item", sa.String(length=10), nullable=False),
        sa.Column("passed", sa.Boolean(), nullable=False),
        sa.Column("note", sa.String(length=255), nullable=True),
        sa.Column("checked_by", sa.String(length=36), nullable=True),
        sa.Column("checked_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["checked_by"],
            ["users.id"],
            name=op.f("fk_gear_checks_checked_by_users"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["event_id"],
            ["events.id"],
            name=op.f("fk_gear_checks_event_id_events"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_gear_checks_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_gear_checks")),
        sa.UniqueConstraint(
            "event_id", "user_id", "item", name=op.f("uq_gear_checks_event_id_user_id_item")
        ),
    )
    op.create_index(op.f("ix_gear_checks_checked_by"), "gear_checks", ["checked_by"])
    op.create_index(op.f("ix_gear_checks_user_id"), "gear_checks", ["user_id"])
    op.create_table(
        "incidents",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("event_id", sa.String(length=36), nullable=True),
        sa.Column("user_id", sa.String(length=36), nullable=True),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("suspended_until", sa.Date(), nullable=True),
        sa.Column("noted_by", sa.String(length=36), nullable=True),
        sa.Column("noted_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["event_id"],
            ["events.id"],
            name=op.f("fk_incidents_event_id_events"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["noted_by"],
            ["users.id"],
            name=op.f("fk_incidents_noted_by_users"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_incidents_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_incidents")),
    )
    op.create_index(op.f("ix_incidents_event_id"), "incidents", ["event_id"])
    op.create_index(op.f("ix_incidents_noted_at"), "incidents", ["noted_at"])
    op.create_index(op.f("ix_incidents_noted_by"), "incidents", ["noted_by"])
    op.create_index(
        "ix_incidents_user_id_suspended_until", "incidents", ["user_id", "suspended_until"]
    )


def downgrade() -> None:
    op.drop_table("incidents")
    op.drop_table("gear_checks")

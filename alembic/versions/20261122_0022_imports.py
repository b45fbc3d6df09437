"""files that wait to be imported, and the entries of calendar files that events come from."""

import sqlalchemy as sa

from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "kept_files",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("user_id", sa.String(length=36), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("packed", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("fk_kept_files_user_id_users"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_kept_files")),
        sa.UniqueConstraint("user_id", "kind", name=op.f("uq_kept_files_user_id_kind")),
    )
    op.create_index("ix_kept_files_created_at", "kept_files", ["created_at"])
    op.create_table(
        "event_origins",
        sa.Column("event_id", sa.String(length=36), nullable=False),
        sa.Column("uid_digest", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(
            ["event_id"],
            ["events.id"],
            name=op.f("fk_event_origins_event_id_events"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("event_id", name=op.f("pk_event_origins")),
    )
    op.create_index("ix_event_origins_uid_digest", "event_origins", ["uid_digest"])


def downgrade() -> None:
    op.drop_table("event_origins")
    op.drop_table("kept_files")

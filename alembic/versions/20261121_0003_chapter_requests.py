"""requests to start a chapter."""

import sqlalchemy as sa

from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "chapter_requests",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("user_id", sa.String(length=36), nullable=True),
        sa.Column("name", sa.String(length=255), nullable=False),
        sa.Column("email", sa.String(length=320), nullable=False),
        sa.Column("city", sa.String(length=255), nullable=False),
        sa.Column("message", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"],
            ["users.id"],
            name=op.f("fk_chapter_requests_user_id_users"),
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_chapter_requests")),
    )
    with op.batch_alter_table("chapter_requests", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_chapter_requests_created_at"), ["created_at"])
        batch_op.create_index(batch_op.f("ix_chapter_requests_email"), ["email"])
        batch_op.create_index(batch_op.f("ix_chapter_requests_user_id"), ["user_id"])


def downgrade() -> None:
    op.drop_table("chapter_requests")

"""Discord channels of chapters, and the posts that wait for them."""

import sqlalchemy as sa

from alembic import op

revision = "0049"
down_revision = "0048"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "chapter_channels",
        sa.Column("chapter_id", sa.String(length=36), nullable=False),
        sa.Column("address", sa.String(length=255), nullable=True),
        sa.Column("set_by", sa.String(length=36), nullable=True),
        sa.Column("set_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("result", sa.String(length=255), nullable=False),
        sa.Column("result_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["chapter_id"],
            ["chapters.id"],
            name=op.f("fk_chapter_channels_chapter_id_chapters"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("chapter_id", name=op.f("pk_chapter_channels")),
    )
    op.create_table(
        "chapter_posts",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("chapter_id", sa.String(length=36), nullable=False),
        sa.Column("lineage", sa.String(length=36), nullable=False),
        sa.Column("known", sa.JSON(), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("claimed_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("last_error", sa.String(length=255), nullable=False),
        sa.ForeignKeyConstraint(
            ["chapter_id"],
            ["chapters.id"],
            name=op.f("fk_chapter_posts_chapter_id_chapters"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_chapter_posts")),
        sa.UniqueConstraint("chapter_id", "lineage", name="uq_chapter_posts_chapter_id"),
    )
    op.create_index("ix_chapter_posts_state_due_at", "chapter_posts", ["state", "due_at"])


def downgrade() -> None:
    op.drop_table("chapter_posts")
    op.drop_table("chapter_channels")
